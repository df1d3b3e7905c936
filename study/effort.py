"""How much is searched in a review, so that it takes as long as somebody wants to wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import aicore

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.record import Ply

# Simulations in all that a review makes unless somebody says how long it may take.
TOTAL = 100_000
TRIED = 200  # simulations, or playouts, by which the speed is measured
SEARCHES = 2.0  # at a decision, of which some are compared and looked at again
DECISIONS = 0.6  # the share of the time that goes to decisions; the rest goes to luck
BEHIND = 2  # positions for each outcome of a chance event that follows another
MOST = 20_000
LEAST, LEAST_LIGHT, LEAST_PLAYOUTS = 100, 40, 50


@dataclass(frozen=True)
class Effort:
    """How much is searched.

    Args:
        simulations: of a search at a decision.
        light: of a search of what luck could bring.
        playouts: of a position where hands are hidden.
    """

    simulations: int
    light: int
    playouts: int


def default_effort(game: Game, plies: Sequence[Ply]) -> Effort:
    """A fixed number of simulations, shared out over the events: the same review every time."""
    decisions, outcomes = _count(plies)
    return _effort(
        TOTAL * DECISIONS / (SEARCHES * max(1, decisions)),
        TOTAL * (1 - DECISIONS) / max(1, outcomes),
        TOTAL * (1 - DECISIONS) / max(1, outcomes + decisions),
    )


def effort_for(game: Game, plies: Sequence[Ply], seconds: float) -> Effort:
    """What can be searched in a time; at least a little, whatever the time."""
    decisions, outcomes = _count(plies)
    searching, playing = _speed(game, plies)
    return _effort(
        seconds * DECISIONS * searching / (SEARCHES * max(1, decisions)),
        seconds * (1 - DECISIONS) * searching / max(1, outcomes),
        seconds * (1 - DECISIONS) * playing / max(1, outcomes + decisions),
    )


def _effort(simulations: float, light: float, playouts: float) -> Effort:
    return Effort(
        min(MOST, max(LEAST, int(simulations))),
        min(MOST, max(LEAST_LIGHT, int(light))),
        min(MOST, max(LEAST_PLAYOUTS, int(playouts))),
    )


def _count(plies: Sequence[Ply]) -> tuple[int, int]:
    """How many decisions had a choice, and about how many positions luck is measured by."""
    decisions = positions = 0
    chance = False
    for ply in plies:
        turn = ply.state.turn
        if turn >= 0:
            decisions += len(ply.state.legal_actions()) > 1
        elif turn == aicore.CHANCE:
            ways = len(ply.state.outcome_actions())
            positions += BEHIND * ways if chance else ways
        chance = turn == aicore.CHANCE
    return decisions, positions


def _speed(game: Game, plies: Sequence[Ply]) -> tuple[float, float]:
    """Simulations a second of a search, and playouts a second, in the middle of a game."""
    choices = [ply.state for ply in plies if len(ply.state.legal_actions()) > 1]
    if not choices:
        return float(TOTAL), float(TOTAL)
    state = choices[len(choices) // 3]
    player = aicore.player(f"mcts:sims={TRIED}", game)
    begin = perf_counter()
    done = player.decide(state.view(state.turn)).simulations
    middle = perf_counter()
    rng = aicore.Rng(0)
    for _ in range(TRIED):
        state.clone().play_out(rng, guided=True)
    end = perf_counter()
    return max(1, done) / (middle - begin), TRIED / (end - middle)
