"""Measurement of luck, as the change of full-information values by chance events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aicore
from aicore.arena.luck import luck_of
from aicore.coach.judge import Judge, Values

if TYPE_CHECKING:
    from aicore.core.game import Game, State

Value = Callable[["State"], Values]
"""Function that returns each seat's expected return in a position under full information."""

WORLDS = 4  # number of sampled worlds in a position without a choice
BRIEF = 16  # maximum plies of a playout before the game estimates the position
LONGEST = 1_000_000  # maximum plies of a playout; no playout reaches it


@dataclass(frozen=True)
class Luck:
    """Luck of consecutive chance events.

    Args:
        values: the luck of each seat, in units of returns.
        expected: the expected return of each seat before the events.
        error: the standard error of seat 0's luck; 0 if all outcomes were examined.
    """

    values: Values
    expected: Values
    error: float


def measured(state: State, outcomes: Sequence[str], value: Value, seed: int) -> Luck:
    """Return the luck of pending chance events, up to the next decision or the end.

    Args:
        state: the position before the events.
        outcomes: the texts of the events.
        value: a function that depends only on the position.
        seed: the seed for samples, if there are too many outcomes to list.

    Raises IllegalAction, NotationError.
    """
    known: dict[int, Values] = {}

    def cached(position: State) -> Values:
        key = position.key()
        if key not in known:
            known[key] = value(position)
        return known[key]

    # Two samples: their difference estimates the error. If all outcomes are listed, they are equal.
    one, other = (luck_of(state, outcomes, cached, seed=2 * seed + half) for half in (0, 1))
    luck = tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
    after = state.clone()
    for outcome in outcomes:
        after.apply(outcome)
    actual = cached(after)
    expected = tuple(a - b for a, b in zip(actual, luck, strict=True))
    return Luck(luck, expected, abs(one[0] - other[0]) / 2)


def estimated(game: Game, states: Iterable[State]) -> bool:
    """Whether the game's own estimates of these positions differ."""
    estimates = {
        round(state.evaluate()[0] / game.stake, 9)
        for state in states
        if state.turn not in (aicore.END, aicore.CHANCE)
    }
    return len(estimates) > 1


def full_information_value(
    judge: Judge, simulations: int, playouts: int, seed: int, brief: bool
) -> Value:
    """Return a function for full-information values: a search, or playouts with hidden hands.

    Games with hidden hands need playouts, since no search can use open hands.

    Args:
        judge: the judge that searches.
        simulations: the number of simulations of each search.
        playouts: the number of playouts, with the same luck for every position.
        seed: the seed of that luck.
        brief: whether playouts end after BRIEF plies with the game's own estimate.
    """
    limit = BRIEF if brief else LONGEST

    def known(state: State) -> Values | None:
        return tuple(state.returns()) if state.turn == aicore.END else judge.known_value(state)

    def searched(state: State) -> Values:
        view = state.view(max(state.turn, 0))
        return judge.value_of(view, simulations, seed, WORLDS)

    def played_out(state: State) -> Values:
        total = [0.0] * state.game.seats
        for number in range(playouts):
            rng, end = aicore.Rng((seed << 32) + number), state.clone()
            end.play_out(rng, limit=limit, guided=True)
            end.settle(rng)
            found = end.returns() if end.turn == aicore.END else end.evaluate()
            total = [a + b for a, b in zip(total, found, strict=True)]
        return tuple(each / playouts for each in total)

    unknown = played_out if judge.game.has_hidden else searched

    def value(state: State) -> Values:
        found = known(state)
        return unknown(state) if found is None else found

    return value
