"""Lockstep play of a fast game and its slow model, compared ply by ply."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import pytest

import aicore


@dataclass(frozen=True)
class Case:
    """Game with its seats and options, and the number of random games to play."""

    seats: int
    games: int
    options: dict[str, Any] = field(default_factory=dict)
    slow: int = 0
    """Number of games in the slow suite with AICORE_THOROUGH=1; 0 stands for 200 times `games`.
    Without AICORE_THOROUGH, the suite plays a tenth of them."""


@dataclass(frozen=True)
class Lockstep:
    """Lockstep settings of a game: `LOCKSTEP` of tests/games/NAME/lockstep.py.

    Args:
        model: the twin, made from seats and options.
        further: prefixes of events that two games in three prefer, because random games rarely
            reach the later phases.
        guided: if that is not enough, the share of decisions by the policy in every other game.
        choose: if that is not enough either, a function that chooses one of the possible events.
        scene: a function that may change the model into a scene at its first action, and returns
            whether it did.
    """

    name: str
    model: Callable[..., Any]
    cases: Collection[Case]
    further: tuple[str, ...] = ()
    guided: float = 0.0
    choose: Callable[[list[str], random.Random], str] | None = None
    scene: Callable[[Any, int, random.Random], bool] | None = None


def turn_of(state: aicore.State) -> int | str:
    """Return the turn as the models write it."""
    return {aicore.CHANCE: "chance", aicore.END: "end"}.get(state.turn, state.turn)


def compare(state: aicore.State, twin) -> list[str]:
    """Check that both show the same; return the possible events."""
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
    """Return the events with a preferred prefix; all events if none has one."""
    return [text for text in possible if text.startswith(further)] or possible


def choose(
    how: Lockstep, state: aicore.State, possible: list[str], dice: random.Random, at_random: bool
) -> str:
    """Return the next event of a game: a random one, or one that leads to later phases."""
    if how.choose:
        return how.choose(possible if at_random else prefer(possible, how.further), dice)
    if at_random:
        return dice.choice(possible)
    if state.turn >= 0 and how.guided and dice.random() < how.guided:
        return state.game.text(state.policy(aicore.Rng(dice.getrandbits(32))))
    return dice.choice(prefer(possible, how.further))


def play(how: Lockstep, case: Case, seeds: range) -> None:
    """Play one random game per seed with the fast game and the model."""
    game = aicore.load(how.name, seats=case.seats, **case.options)
    random_every = 2 if how.guided else 3  # one game in this many
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
