"""Search effort of a review, chosen to fit the time available."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from time import process_time
from typing import TYPE_CHECKING

import aicore

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.record import Ply

SECONDS = 10.0
"""Default duration of a review."""
TINY = 1e-6  # seconds, in case the clock is coarse
TRIED = 100  # simulations and playouts that measure the speed
SEARCHES = 2.5  # mean searches per decision: some compare actions, and a quarter are repeated
MAX_SOLVED_PER_SECOND = 1_000_000  # positions
SOLVED_PER_PLAYOUT = 4  # positions solved in the time of a playout
DECISIONS = 0.6  # share of the time for decisions; the rest is for luck and endgames
CHAINED = 2  # factor on the outcomes of a chance event that follows another one
MAX_SIMULATIONS = 1 << 16
MAX_PLAYOUTS = 1 << 10
MAX_POSITIONS = 1 << 24
MIN_SIMULATIONS, MIN_LIGHT, MIN_PLAYOUTS, MIN_POSITIONS = 128, 32, 64, 1 << 12


@dataclass(frozen=True)
class Effort:
    """Amount of search.

    Args:
        simulations: simulations of a search at a decision.
        light: simulations of a search after a chance outcome.
        playouts: playouts for a position with hidden hands.
        positions: maximum positions visited to solve the end of a game, if it can be solved.
    """

    simulations: int
    light: int
    playouts: int
    positions: int = MIN_POSITIONS


def effort_for(game: Game, plies: Sequence[Ply], seconds: float = SECONDS) -> Effort:
    """Return the effort for a review that lasts `seconds` on one processor; at least the minimum.

    The numbers are powers of 2, so that they are usually the same each time.
    """
    decisions, outcomes = _count(plies)
    searching, playing = _speed(game, plies)
    rest = seconds * (1 - DECISIONS)
    simulations = seconds * DECISIONS * searching / (SEARCHES * max(1, decisions))
    light = rest * searching / max(1, outcomes)
    playouts = rest * playing / max(1, outcomes + decisions)
    solving = min(MAX_SOLVED_PER_SECOND, SOLVED_PER_PLAYOUT * playing)  # positions per second
    return Effort(
        _power(simulations, MIN_SIMULATIONS, MAX_SIMULATIONS),
        _power(light, MIN_LIGHT, MAX_SIMULATIONS),
        _power(playouts, MIN_PLAYOUTS, MAX_PLAYOUTS),
        _power(rest * solving, MIN_POSITIONS, MAX_POSITIONS),
    )


def _power(number: float, least: int, most: int) -> int:
    """Return the power of 2 closest to a number, from `least` to `most`."""
    return int(min(most, max(least, 1 << round(log2(max(1.0, number))))))


def _count(plies: Sequence[Ply]) -> tuple[int, int]:
    """Return the number of decisions with a choice, and an estimate of the positions for luck."""
    decisions = positions = 0
    chance = False
    for ply in plies:
        turn = ply.state.turn
        if turn >= 0:
            decisions += len(ply.state.legal_actions()) > 1
        elif turn == aicore.CHANCE:
            outcomes = len(ply.state.outcome_actions())
            positions += CHAINED * outcomes if chance else outcomes
        chance = turn == aicore.CHANCE
    return decisions, positions


def _speed(game: Game, plies: Sequence[Ply]) -> tuple[float, float]:
    """Return simulations and playouts per second, averaged over three positions of a game."""
    choices = [ply.state for ply in plies if len(ply.state.legal_actions()) > 1]
    if not choices:
        return float(MAX_SIMULATIONS), float(MAX_SIMULATIONS)
    player, rng = aicore.player(f"mcts:sims={TRIED}", game), aicore.Rng(0)
    done, searching, playing = 0, 0.0, 0.0
    for quarter in (1, 2, 3):
        state = choices[quarter * len(choices) // 4]
        begin = process_time()
        done += player.decide(state.view(state.turn)).simulations
        middle = process_time()
        for _ in range(TRIED):
            state.clone().play_out(rng, guided=True)
        searching, playing = searching + middle - begin, playing + process_time() - middle
    return max(1, done) / max(searching, TINY), 3 * TRIED / max(playing, TINY)
