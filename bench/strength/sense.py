"""Test of a player's sense: positions in which one action is proven to be worse than another.

A suite is in `tests/search/sense/GAME.toml`: games up to a decision, and the good and the bad
actions there. It also has the loss of the worst bad action, as a share of the stake, with its
standard error. It names the player and the number of games of the proof.
`bench.strength.blunders --suite` makes suites.

    python -m bench.strength.sense relics
    python -m bench.strength.sense booster --by mcts:sims=60
    python -m bench.strength.sense gratis3 --prove
    python -m bench.strength.sense relics --prove --judge mcts:sims=20 --games 60

`--prove` repeats the rollouts of all positions: as in the suite's proof, with other luck, or by a
player that carries out other plans.
"""

from __future__ import annotations

import argparse
import math
import statistics
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import aicore
from aicore.arena.intervals import Bounded
from aicore.arena.pool import pool
from aicore.arena.rollout import RolledDeal, play_on
from aicore.core.errors import AicoreError
from aicore.core.record import Event, Record
from aicore.players.defaults import levels_of

SUITES = Path(__file__).parents[2] / "tests" / "search" / "sense"
PROOF = 3.0  # minimum shortfall of a bad action, in standard errors
HOPELESS = 100  # number of games after which a hopeless proof ends
LUCK = 77_000_000  # the seed of proofs; `blunders` uses other seeds


@dataclass(frozen=True)
class Position:
    """Decision whose good and bad actions are known.

    Args:
        record: the unfinished game up to the decision.
        good, bad: texts of legal actions, of `bad` the worst first; nothing is proven about the
            others. The first bad action of older positions need not be the worst.
        loss: the loss of the worst action in `bad`, as a share of the stake.
        error: the standard error of the loss.
        by: the spec of the player that continued the games.
        games: the number of games after each action.
        seed: the seed of the games' luck.
    """

    record: Record
    good: tuple[str, ...]
    bad: tuple[str, ...]
    loss: float
    error: float
    by: str
    games: int
    seed: int = LUCK

    def state(self) -> aicore.State:
        """Return the game's position. Raises AicoreError."""
        state = self.record.load().start()
        for _, text in self.record.events:
            state.apply(text)
        return state


def read(path: Path) -> list[Position]:
    """Return the positions of a suite. Raises OSError, ValueError, AicoreError."""
    rows = tomllib.loads(path.read_text()).get("position", [])
    return [
        Position(
            Record.from_line(row["record"]), tuple(row["good"]), tuple(row["bad"]), row["loss"],
            row["error"], row["by"], row["games"], row["seed"],
        )
        for row in rows
    ]  # fmt: skip


def add(path: Path, positions: Iterable[Position]) -> None:
    """Write positions to the end of a suite."""
    with path.open("a") as file:
        for position in positions:
            groups = (position.good, position.bad)
            quoted = (", ".join(f"'{action}'" for action in group) for group in groups)
            good, bad = quoted
            file.write(
                f"[[position]]\nrecord = '{position.record.to_line()}'\n"
                f"good = [{good}]\nbad = [{bad}]\n"
                f"loss = {position.loss:.4f}\nerror = {position.error:.4f}\n"
                f"by = '{position.by}'\ngames = {position.games}\nseed = {position.seed}\n\n"
            )


def prove(
    record: Record,
    events: Sequence[Event],
    good: Sequence[str],
    bad: Sequence[str],
    by: str,
    games: int,
    seed: int = LUCK,
) -> Position | None:
    """Return the position that equal rollouts of good and bad actions prove; None without proof.

    Args:
        record: the game.
        events: the events before the decision.
        good: actions that seem good; the first is rolled out.
        bad: actions that seem worse; the first must be proven worse.
        by: the spec of the player that continues the games.
        games: the number of games after each action.
    """
    part = replace(record, events=list(events), scores=None, returns=None, end=None)
    position = Position(part, tuple(good), tuple(bad), 0.0, 0.0, by, games, seed)
    behind = dict(zip(bad, measured(position, hopeless=HOPELESS), strict=True))
    proven = [action for action, (loss, error) in behind.items() if loss > PROOF * error]
    if bad[0] not in proven:
        return None
    proven.sort(key=lambda action: -behind[action][0])
    loss, error = behind[proven[0]]
    return replace(position, bad=tuple(proven), loss=loss, error=error)


def measured(position: Position, hopeless: int = 0) -> list[tuple[float, float]]:
    """Return each bad action's loss to the first good one, as a share of the stake, and its error.

    All actions get as many games as the position says, without subtracting luck.

    Args:
        hopeless: the number of games after which the rollouts end, if the first bad action is not
            behind by two standard errors; 0 for never.
    """
    state = position.state()
    view = state.view(state.turn)
    game = view.game
    numbers = {game.text(each): each for each in view.legal_actions()}
    actions = tuple(numbers[each] for each in (position.good[0], *position.bad))
    rows: list[list[float]] = [[] for _ in position.bad]
    for number in range(position.games):
        played = play_on(RolledDeal(view, actions, position.by, position.seed, number))
        returns = [each[0][view.seat] / (game.high - game.low) for each in played]
        for row, other in zip(rows, returns[1:], strict=True):
            row.append(returns[0] - other)
        if number + 1 == hopeless:
            loss, error = _mean(rows[0])
            if loss < 2 * error:
                break
    return [_mean(row) for row in rows]


def _mean(row: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error, at least 1 / n.

    A result that n games never showed may still have a probability of 1 / n.
    """
    spread = statistics.stdev(row) if len(row) > 1 else 1.0
    return statistics.fmean(row), max(spread / math.sqrt(len(row)), 1 / len(row))


def choice(spec: str, position: Position) -> str:
    """Return a player's action in a position."""
    state = position.state()
    player = aicore.player(spec, state.game, seed=1)
    player.ready(state.turn)
    return player.decide(state.view(state.turn)).action


def score(spec: str, positions: Sequence[Position], jobs: int | None) -> None:
    """Print the shares of positions in which a player chooses a good action and a bad one."""
    with pool(jobs) as worker_pool:
        chosen = list(worker_pool.map(partial(choice, spec), positions))
    pairs = list(zip(positions, chosen, strict=True))
    print(f"{spec}, {len(pairs)} positions")
    for word, flags in (
        ("good", [action in position.good for position, action in pairs]),
        ("bad", [action in position.bad for position, action in pairs]),
    ):
        least, most = Bounded.of(flags).interval()
        print(f"  {word:5}{statistics.fmean(flags):6.1%} ({least:.1%} to {most:.1%})")


def print_losses(positions: Sequence[Position], jobs: int | None) -> None:
    """Print the losses of bad actions, by new rollouts."""
    with pool(jobs) as worker_pool:
        rows = worker_pool.map(measured, positions)
        for place, (position, row) in enumerate(zip(positions, rows, strict=True), 1):
            for action, (loss, error) in zip(position.bad, row, strict=True):
                mark = "" if loss > PROOF * error else "  not proven"
                figures = f"{loss:.1%} ± {1.96 * error:.1%}{mark}"
                print(f"{place:3}: {position.good[0]}; {action}: {figures}", flush=True)


def main() -> None:
    """Score a player, or prove the positions again."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--by", metavar="SPEC", help="player to test; default: level 9")
    parser.add_argument("--prove", action="store_true", help="repeat the rollouts of the positions")
    parser.add_argument(
        "--judge", metavar="SPEC", help="player for rollouts; default: as in the suite"
    )
    parser.add_argument(
        "--games", type=int, help="games after each action; default: as in the suite"
    )
    parser.add_argument("--seed", type=int, default=LUCK, help="seed for --prove")
    parser.add_argument("--jobs", type=int, help="processes; default: one per core")
    args = parser.parse_args()
    path = SUITES / f"{args.game}.toml"
    try:
        ladder = levels_of(aicore.info(args.game))
        if not path.exists():
            parser.error(f"there is no suite for {args.game}")
        positions = read(path)
        if args.prove:
            given = {"seed": args.seed, "by": args.judge, "games": args.games}
            changed = {name: value for name, value in given.items() if value is not None}
            print_losses([replace(one, **changed) for one in positions], args.jobs)
        else:
            score(args.by or (ladder[-1] if ladder else "mcts"), positions, args.jobs)
    except (AicoreError, OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
