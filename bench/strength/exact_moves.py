"""Share of moves in Connect Four that preserve a position's value, by exact solutions.

Positions have 8 to 20 plies, each number equally often. They come from games by the game's own
policy, which takes and stops fours but plans nothing. The mover cannot complete four with the next
stone. Of the columns that do not let the opponent do so next, some keep the exact value (win or
draw) and some do not. So a look at the next two plies does not help. The script drops other
positions.

All players get the same positions. A row has the share of a player's moves that kept the value, in
all positions, in won positions and in drawn positions, with 95 % intervals. It also has the lead
over the first player in the same positions, and the simulations per move. With a time limit, more
processes than idle processors make players weaker.

    python -m bench.strength.exact_moves mcts mcts:time=1 mcts:net=FILE.net,time=1 --positions 200

The script keeps solutions in `.benchmarks/connect_four_values.txt`, so that another run with the
same seed need not solve them again. It needs a C compiler.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import compress
from pathlib import Path

import aicore
from aicore.core.errors import AicoreError, one_line
from bench.common import RunAll, add_jobs, interval, player_of, referee_of, share_of, workers
from bench.connect_four_values import Solver, Values, by_column, compiled
from bench.strength.lapses import safe, winning

GAME = "connect_four"
PLIES = range(8, 21)
KNOWN = Path(__file__).parents[2] / ".benchmarks" / "connect_four_values.txt"


@dataclass(frozen=True)
class Position:
    """Position in which the choice of a column matters.

    Args:
        moves: the columns so far.
        values: the value of each legal column to the mover.
    """

    moves: str
    values: Values

    @property
    def worth(self) -> int:
        """Value of the position, which is the value of its best column."""
        return max(self.values.values())


def state_after(moves: str) -> aicore.State:
    """Return the state after some columns."""
    state = referee_of(GAME, 2, ()).game.start()
    for column in moves:
        state.apply(column)
    return state


def game_of(plies: int, rng: aicore.Rng) -> str:
    """Return the columns of a game by the policy, which is not over after `plies` plies."""
    while True:
        state, moves = state_after(""), ""
        while len(moves) < plies and state.turn != aicore.END:
            event = state.policy(rng)
            moves += state.event_text(event)
            state.apply(event)
        if state.turn != aicore.END:
            return moves


@cache
def solver_of(program: Path) -> Solver:
    """Return the solver, cached in the process."""
    return Solver(program)


def known(path: Path) -> dict[str, str]:
    """Return the solutions in a file by game; none if there is no file."""
    if not path.is_file():
        return {}
    return dict(line.split() for line in path.read_text(encoding="utf-8").splitlines())


def solved(program: Path, path: Path, plies: range, seed: int, number: int) -> dict[str, str]:
    """Return the solutions of the games drawn for a position, the position itself last."""
    rng = aicore.Rng((seed << 32) + number)
    before, solutions = known(path), {}
    while True:
        moves = game_of(plies[number % len(plies)], rng)
        state = state_after(moves)
        columns = [state.event_text(action) for action in safe(state)]
        if len(columns) > 1 and not winning(state):
            solutions[moves] = before.get(moves) or solver_of(program).values(moves)
            values = by_column(solutions[moves])
            if len({values[column] for column in columns}) > 1:
                return solutions


def positions(run_all: RunAll, number: int, seed: int, path: Path, plies: range) -> list[Position]:
    """Return random positions, which are the same for the same seed.

    Args:
        path: the file of known solutions.
        plies: the numbers of plies before a position, each equally often.
    """
    with tempfile.TemporaryDirectory() as folder:
        job = partial(solved, compiled(Path(folder)), path, plies, seed)
        drawn = run_all(job, range(number))
    before = known(path)
    fresh = {moves: values for games in drawn for moves, values in games.items()}
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{moves} {fresh[moves]}\n" for moves in fresh if moves not in before)
    last = [[*games.items()][-1] for games in drawn]
    return [Position(moves, by_column(values)) for moves, values in last]


def decided(spec: str, position: Position) -> tuple[bool, int]:
    """Return whether a player's move keeps the value, and the number of simulations."""
    state = state_after(position.moves)
    player = player_of(spec, state.game)
    player.decisions = 0  # the same random numbers in any order
    player.ready(state.turn)
    decision = player.decide(state.view(state.turn))
    return position.values[decision.action] == position.worth, decision.simulations


def share(kept: Sequence[float]) -> str:
    """Return a share with its interval, if there is one."""
    if len(kept) < 2:
        return "-"
    mean, half = share_of(kept)
    return f"{mean:.1%} ± {half:.1%}"


def ahead(kept: Sequence[float], first: Sequence[float]) -> str:
    """Return the lead of a share over another share in the same positions."""
    mean, half = interval([one - other for one, other in zip(kept, first, strict=True)])
    return f"{mean:+.1%}" if math.isnan(half) else f"{mean:+.1%} ± {half:.1%}"


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("player", nargs="+", help="player spec, such as mcts:time=1")
    parser.add_argument("--positions", type=int, default=130)
    parser.add_argument("--seed", type=int, default=0, help="seed of the positions")
    add_jobs(parser)
    args = parser.parse_args()
    if args.positions < 2:
        parser.error("--positions must be at least 2")
    try:
        for spec in args.player:
            player_of(spec, state_after("").game)
        with workers(args.jobs) as run_all:
            chosen = positions(run_all, args.positions, args.seed, KNOWN, PLIES)
            won, drawn = ([position.worth == worth for position in chosen] for worth in (1, 0))
            print(f"{len(chosen)} positions: {sum(won)} won, {sum(drawn)} drawn\n")
            print(
                "| player | keeps the value | in won positions | in drawn positions "
                "| lead over the first row | simulations |"
            )
            print("|---" + "|---:" * 5 + "|")
            first = None
            for spec in args.player:
                decisions = run_all(partial(decided, spec), chosen)
                kept = [float(right) for right, _ in decisions]
                first = first or kept
                groups = kept, [*compress(kept, won)], [*compress(kept, drawn)]
                cells = [share(group) for group in groups]
                cells.append("" if kept is first else ahead(kept, first))
                cells.append(f"{statistics.fmean(count for _, count in decisions):,.0f}")
                print(f"| `{spec}` | {' | '.join(cells)} |", flush=True)
    except (AicoreError, OSError, subprocess.SubprocessError) as error:
        parser.error(one_line(error))


if __name__ == "__main__":
    main()
