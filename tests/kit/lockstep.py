"""A fast game and its slow model, played side by side and compared ply by ply."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import pytest

import aicore


@dataclass(frozen=True)
class Case:
    """A game with its seats and options, and how many random games of it are played."""

    seats: int
    games: int
    options: dict[str, Any] = field(default_factory=dict)
    slow: int = 0
    """How many in the slow suite; by default 200 times as many."""


@dataclass(frozen=True)
class Lockstep:
    """How a game is played beside its model: `LOCKSTEP` of tests/games/NAME/lockstep.py.

    Args:
        model: the twin, made of seats and options.
        further: how events begin that two games in three prefer: random ones rarely see the later
            phases.
        guided: where that is not enough, how often every other game follows the policy.
        choose: where that is not enough either, how to choose one of the possible events.
        scene: how to change the model into a scene at its first action; whether it did.
    """

    name: str
    model: Callable[..., Any]
    cases: Collection[Case]
    further: tuple[str, ...] = ()
    guided: float = 0.0
    choose: Callable[[list[str], random.Random], str] | None = None
    scene: Callable[[Any, int, random.Random], bool] | None = None


def turn_of(state: aicore.State) -> int | str:
    """The turn as the models write it."""
    return {aicore.CHANCE: "chance", aicore.END: "end"}.get(state.turn, state.turn)


def compare(state: aicore.State, twin) -> list[str]:
    """Check that both show the same; returns the events that are possible."""
    shown = twin.to_dict()
    for key in getattr(twin, "APART", ()):
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
    assert len(set(legal)) == len(legal) == len(modelled)
    return sorted(legal)


def prefer(possible: list[str], further: tuple[str, ...]) -> list[str]:
    """Those events that carry a game further than random ones, or all."""
    return [text for text in possible if text.startswith(further)] or possible


def choose(
    how: Lockstep, state: aicore.State, possible: list[str], dice: random.Random, at_random: bool
) -> str:
    """The next event of a game; unless at random, of one that is to go far."""
    if how.choose:
        return how.choose(possible if at_random else prefer(possible, how.further), dice)
    if at_random:
        return dice.choice(possible)
    if state.turn >= 0 and how.guided and dice.random() < how.guided:
        return state.game.text(state.policy(aicore.Rng(dice.getrandbits(32))))
    return dice.choice(prefer(possible, how.further))


def play(how: Lockstep, case: Case, seeds: range) -> None:
    """Play one random game for each seed on both."""
    game = aicore.load(how.name, seats=case.seats, **case.options)
    random_every = 2 if how.guided else 3  # one game in so many
    for seed in seeds:
        dice = random.Random(f"{how.name} {case.seats} {case.options} {seed}")
        state, twin = game.start(), how.model(case.seats, **case.options)
        events: list[str] = []
        scene = how.scene
        try:
            while possible := compare(state, twin):
                if scene and state.turn != aicore.CHANCE and twin.phase == "act":
                    if scene(twin, seed, dice):
                        state = game.from_dict(twin.to_dict())
                        possible = compare(state, twin)
                    scene = None
                events.append(
                    choose(how, state, possible, dice, at_random=seed % random_every == 0)
                )
                state.apply(events[-1])
                getattr(twin, "happen", twin.apply)(events[-1])
        except AssertionError as error:
            raise AssertionError(f"seed {seed} after {'; '.join(events)}: {error}") from error
