"""A fast game and its slow model, played side by side and compared ply by ply."""

from __future__ import annotations

import random

import pytest

import aicore
from games.relics.twin import scenes

# How events begin that two games in three prefer: aimless games rarely see the later phases.
FURTHER = {
    "ransom": ("capture", "boost"),
    "gratis3": ("launch ", "attack ", "hit ", "fire", "nuke", "emp", "evade", "knock", "override"),
}
# Games where that is not enough: there every other one follows the policy, but for some actions.
GUIDED = {"trader": 0.7}
# Where that is not enough either: how to choose an event, and how to change the model into a scene.
CHOOSE = {"relics": scenes.choose}
SCENE = {"relics": scenes.scatter}
APART = {"gratis3": {"pending"}}  # what a model writes in a form of its own


def turn_of(state: aicore.State) -> int | str:
    """The turn as the models write it."""
    return {aicore.CHANCE: "chance", aicore.END: "end"}.get(state.turn, state.turn)


def compare(state: aicore.State, twin) -> list[str]:
    """Check that both show the same; returns the events that are possible."""
    shown = twin.to_dict()
    for key in APART.get(state.game.name, ()):
        del shown[key]
    fields = state.to_dict()
    assert {key: fields[key] for key in shown} == shown
    assert turn_of(state) == twin.turn
    assert state.scores() == twin.scores()
    if state.turn == aicore.END:
        assert state.returns() == pytest.approx(twin.returns())
        return []
    if state.turn == aicore.CHANCE:
        chances = dict(state.outcomes())
        assert chances == pytest.approx({text: float(share) for text, share in twin.outcomes()})
        return sorted(chances)
    legal = state.legal()
    modelled = twin.legal()
    assert set(legal) == set(modelled)
    assert len(set(legal)) == len(legal) == len(modelled) <= state.game.max_actions
    return sorted(legal)


def prefer(possible: list[str], name: str) -> list[str]:
    """Those events that carry a game of this name further than aimless ones, or all."""
    return [text for text in possible if text.startswith(FURTHER.get(name, ()))] or possible


def choose(state: aicore.State, possible: list[str], dice: random.Random, aimless: bool) -> str:
    """The next event of a game; unless aimless, of one that is to go far."""
    name = state.game.name
    if name in CHOOSE:
        return CHOOSE[name](possible if aimless else prefer(possible, name), dice)
    if aimless:
        return dice.choice(possible)
    if state.turn >= 0 and name in GUIDED and dice.random() < GUIDED[name]:
        return state.game.text(state.policy(aicore.Rng(dice.getrandbits(32))))
    return dice.choice(prefer(possible, name))


def play(name: str, seats: int, options: dict, model, seeds: range) -> None:
    """Play one random game for each seed on both."""
    game = aicore.load(name, seats=seats, **options)
    aimless = 2 if name in GUIDED else 3  # one game in so many
    for seed in seeds:
        dice = random.Random(f"{name} {seats} {options} {seed}")
        state, twin = game.start(), model(seats, **options)
        events: list[str] = []
        scene = SCENE.get(name)
        try:
            while possible := compare(state, twin):
                if scene and state.turn != aicore.CHANCE and twin.phase == "act":
                    if scene(twin, seed, dice):
                        state = game.from_dict(twin.to_dict())
                        possible = compare(state, twin)
                    scene = None
                events.append(choose(state, possible, dice, aimless=seed % aimless == 0))
                state.apply(events[-1])
                getattr(twin, "happen", twin.apply)(events[-1])
        except AssertionError as error:
            raise AssertionError(f"seed {seed} after {'; '.join(events)}: {error}") from error
