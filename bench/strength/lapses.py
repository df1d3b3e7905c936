"""Lapses of each level, compared with an equally strong player that slips at random.

A lapse is a mistake that one ply of search would show: a decision that misses an immediate win, or
allows the opponent one although some other action does not. Each level plays against a search that
slips at random (`blunder_rate=...`). Bisection on paired deals finds the share of slips at which
both win about half of the games. The script counts the lapses of both players in these games.

    python -m bench.strength.lapses connect_four --games 200
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import aicore
from aicore.arena.match import Match
from aicore.core.deal import Deal
from aicore.players.defaults import levels_of
from bench.common import RunAll, add_jobs, player_of, referee_of, share_of, workers

STEPS = 5  # steps of the bisection
PREPARED = 4  # random events before a game, so that deals differ in games without luck


@dataclass(frozen=True)
class Counts:
    """Counts of both players in one game, the level first."""

    share: float
    decisions: tuple[int, int]
    lapses: tuple[int, int]


def winning(state: aicore.State) -> set[int]:
    """Return the actions that win the game at once."""
    seat, actions = state.turn, set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        if after.turn == aicore.END and after.returns()[seat] >= state.game.high:
            actions.add(action)
    return actions


def safe(state: aicore.State) -> set[int]:
    """Return the actions after which the next seat cannot win at once."""
    actions = set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        if after.turn in (state.turn, aicore.END) or after.turn < 0 or not winning(after):
            actions.add(action)
    return actions


def is_lapse(state: aicore.State, action: int) -> bool:
    """Whether one ply shows that the action was a mistake."""
    wins = winning(state)
    if wins:
        return action not in wins
    sound = safe(state)
    return bool(sound) and action not in sound


def game_on(name: str, specs: tuple[str, str], job: tuple[int, int]) -> Counts:
    """Return the counts of a game from a random opening, with the first player at a given seat."""
    seed, seat = job
    game = referee_of(name, 2, ()).game
    opening = Match(game, [player_of("random", game)] * 2, Deal(seed))
    while len(opening.events) < PREPARED and not opening.over:
        opening.step()
    order = [0, 1] if seat == 0 else [1, 0]
    match = Match(game, [player_of(specs[who], game) for who in order], Deal(seed))
    match.restore(opening.events)
    decisions, lapses = [0, 0], [0, 0]
    while not match.over:
        before = match.state.clone()
        match.step()
        if before.turn >= 0:
            who = order[before.turn]
            decisions[who] += 1
            lapses[who] += is_lapse(before, game.parse(match.events[-1][1]))
    value = (match.state.returns()[seat] - game.low) / (game.high - game.low)
    return Counts(value, (decisions[0], decisions[1]), (lapses[0], lapses[1]))


def play(run_all: RunAll, name: str, specs: tuple[str, str], games: int) -> list[Counts]:
    """Return the counts of games on paired deals."""
    jobs = [(seed, seat) for seed in range(games // 2) for seat in (0, 1)]
    return run_all(partial(game_on, name, specs), jobs)


def equal(run_all: RunAll, name: str, level: str, sims: int, games: int) -> str:
    """Return the slipping search that is about as strong as a level."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        slips = (low + high) / 2
        specs = (level, f"mcts:sims={sims},blunder_rate={slips}")
        share = statistics.fmean(counts.share for counts in play(run_all, name, specs, games))
        low, high = (slips, high) if share < 0.5 else (low, slips)
    return f"mcts:sims={sims},blunder_rate={(low + high) / 2:.3f}"


def rate(counts: Sequence[Counts], who: int) -> float:
    """Return the share of a player's decisions that were lapses."""
    return sum(game.lapses[who] for game in counts) / sum(game.decisions[who] for game in counts)


def main() -> None:
    """Print a row for each chosen level."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument(
        "--sims", type=int, default=500, help="simulations of the search that slips"
    )
    parser.add_argument("--games", type=int, default=200, help="games per level; default: 200")
    parser.add_argument("--levels", type=int, nargs="*", default=range(1, 9))
    add_jobs(parser)
    args = parser.parse_args()
    ladder = levels_of(aicore.load(args.game, seats=2).info)
    print("| level | slips of its equal | share of the points | lapses | lapses of its equal |")
    print("|---|---|---|---|---|")
    with workers(args.jobs) as run_all:
        for number in args.levels:
            level = ladder[number - 1]
            other = equal(run_all, args.game, level, args.sims, args.games // 2)
            counts = play(run_all, args.game, (level, other), args.games)
            share, half = share_of([one.share for one in counts])
            print(
                f"| {number} | {other.partition('blunder_rate=')[2]} | {share:.1%} ± {half:.1%} "
                f"| {rate(counts, 0):.2%} | {rate(counts, 1):.2%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
