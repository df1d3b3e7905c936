"""What luck did: how a position stands with everything known, and what an event changed in that.

The luck of an event is what came less what was to be expected: V(what came) - sum p V(what could
come). Whatever V is, its mean is 0, so that no seat is called lucky by a mistake of the search.
(Burch, Schmid, Moravcik, Morrill and Bowling 2018, "AIVAT"; GNU Backgammon's luck of a roll.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aicore
from aicore.study.judge import Judge, Values

if TYPE_CHECKING:
    from aicore.core.game import State

Value = Callable[["State"], Values]
"""What each seat may expect of a position that is wholly known, in units of returns."""

LISTED = 24  # outcomes that are looked at one by one
SAMPLED = 16  # of more than that
WORLDS = 4  # ways in which luck may go on


@dataclass(frozen=True)
class Luck:
    """The luck of one event.

    Args:
        values: for each seat, in units of returns.
        expected: what each seat could expect before it.
        error: standard error of seat 0's; 0 where all outcomes were looked at.
    """

    values: Values
    expected: Values
    error: float = 0.0


def luck_of(state: State, outcome: str, value: Value, seed: int) -> Luck:
    """The luck of an outcome of the chance event that is due.

    Args:
        outcome: its text.
        value: a function of the position alone.
        seed: of the sample where there are too many outcomes; the one that came has no part in it.

    Raises IllegalAction, NotationError.
    """
    came = value(_after(state, outcome))
    outcomes = state.outcome_actions()
    if len(outcomes) <= LISTED:
        parts = [(chance, value(_after(state, event))) for event, chance in outcomes]
        expected = tuple(sum(p * part[k] for p, part in parts) for k in range(len(came)))
        error = 0.0
    else:
        rng = aicore.Rng(seed)
        known: dict[int, Values] = {}
        drawn = []
        for _ in range(SAMPLED):
            event = state.sample(rng)
            if event not in known:
                known[event] = value(_after(state, event))
            drawn.append(known[event])
        expected = tuple(sum(each) / SAMPLED for each in zip(*drawn, strict=True))
        squares = sum((each[0] - expected[0]) ** 2 for each in drawn)
        error = (squares / (SAMPLED - 1) / SAMPLED) ** 0.5
    return Luck(tuple(a - b for a, b in zip(came, expected, strict=True)), expected, error)


def _after(state: State, event: str | int) -> State:
    after = state.clone()
    after.apply(event)
    return after


def standing(judge: Judge, simulations: int, playouts: int, seed: int) -> Value:
    """How positions stand with everything known: by search, or by playouts where hands are hidden.

    A search cannot be asked about hands that lie open, since no player is made for that.

    Args:
        simulations: of a search.
        playouts: by the game's policy, all with the same luck for every position.
        seed: of that luck.
    """

    def searched(state: State) -> Values:
        if state.turn == aicore.END:
            return tuple(state.returns())
        view = state.view(max(state.turn, 0))
        return judge.value_of(view, simulations, seed, WORLDS)

    def played_out(state: State) -> Values:
        if state.turn == aicore.END:
            return tuple(state.returns())
        rng = aicore.Rng(seed)
        total = [0.0] * state.game.seats
        for _ in range(playouts):
            end = state.clone()
            end.play_out(rng, guided=True)
            total = [a + b for a, b in zip(total, end.returns(), strict=True)]
        return tuple(each / playouts for each in total)

    return played_out if judge.game.has_hidden else searched
