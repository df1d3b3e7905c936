"""Coverage of intervals and error rates of marks, in simulations with a known truth.

- `shares`: the percentage of 95 % intervals of a player's points that cover the truth, by kind of
  block and number of blocks; also for points less their luck.
- `returns`: the same for mean returns in games for stakes.
- `elo`: the same for intervals of Elo, for two players and for four.
- `luck`: the percentage of studies of real games that overestimate the share of luck, and the
  percentage of their intervals that cover it.
- `marks`: the percentage of studies of a game without faults that mark anything at all, and the
  percentage of studies that find a difference between a game and itself.

    python -m bench.study.coverage shares
    python -m bench.study.coverage shares --extra 0.5
    python -m bench.study.coverage shares --plain
    python -m bench.study.coverage returns
    python -m bench.study.coverage elo --tries 400
    python -m bench.study.coverage luck
    python -m bench.study.coverage marks
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

import aicore
from aicore.arena import intervals
from aicore.arena.figures import SHARES
from aicore.arena.intervals import Bounded, of_mean
from aicore.arena.luck_adjusted import compare
from aicore.arena.ratings import ELO, rate
from aicore.study.compare import differences
from aicore.study.finding import ERROR_RATE
from aicore.study.findings import EARLY, IDLE, SHARED, UNFAIR, findings
from aicore.study.luck import MOSTLY, LuckShare, luck
from aicore.study.played_game import Design, PlayedGame, play
from aicore.study.significance import marked
from aicore.study.skill import FLAT, SkillStep, skill
from aicore.study.worth import NEEDED
from bench.study import luck as luck_blocks

BLOCKS = (10, 20, 50, 200)
GAMES = (10, 30, 200)
POOL = 1500  # games to draw studies from

PLAIN = False  # whether to use Student's interval; set by --plain

Kind = Mapping[float, float]
"""Probability of each share of a block's points."""


def games(win: float, draw: float = 0.0) -> Kind:
    """Return the kind of a block that is a pair of independent games."""
    one = {1.0: win, 0.5: draw, 0.0: 1.0 - win - draw}
    kind: Counter[float] = Counter()
    for first, p in one.items():
        for second, q in one.items():
            kind[(first + second) / 2] += p * q
    return {value: chance for value, chance in kind.items() if chance}


def mixed(share: float, kind: Kind) -> Kind:
    """Return a kind in which the deal decides a share of the blocks, so that each player wins once.

    The other blocks are of a given kind.
    """
    kind_of_blocks = Counter({value: (1.0 - share) * chance for value, chance in kind.items()})
    kind_of_blocks[0.5] += share
    return kind_of_blocks


KINDS: dict[str, Kind] = {
    "even": games(0.5),
    "80 %": games(0.8),
    "97 %": games(0.97),
    "80 % draws": games(0.11, 0.8),
    "the deal decides 80 %": mixed(0.8, games(0.5)),
    "the deal decides 80 %, else 80 %": mixed(0.8, games(0.8)),
    "blocks of equal games, even": {0.0: 0.5, 1.0: 0.5},
    "blocks of equal games, 80 %": {0.0: 0.2, 1.0: 0.8},
    "blocks of equal games, 97 %": {0.0: 0.03, 1.0: 0.97},
    "a block in five won, else split": {0.5: 0.8, 1.0: 0.2},
}


class Stake(NamedTuple):
    """Distribution of block results in a game for stakes.

    Args:
        kind: the probability of each mean return of a block.
        low, high: the bounds of a return.
    """

    kind: Kind
    low: float
    high: float


STAKES = {
    "one chip, even": Stake({-1.0: 0.5, 1.0: 0.5}, -2.0, 2.0),
    "one deal in ten decides, even": Stake({0.0: 0.9, 1.0: 0.05, -1.0: 0.05}, -2.0, 2.0),
    "one deal in ten won": Stake({0.0: 0.9, 1.0: 0.1}, -2.0, 2.0),
    "one deal in 33 lost, all there is": Stake({0.0: 0.97, -2.0: 0.03}, -2.0, 2.0),
    "pots of any size, even": Stake(
        {sign * pot: 0.25 / 2**k for k, pot in enumerate((1.0, 3.0, 7.0)) for sign in (1, -1)}
        | {0.0: 0.125},
        -13.0,
        13.0,
    ),
}


def truth(kind: Kind) -> float:
    """Return the expected share of the points."""
    return math.fsum(value * chance for value, chance in kind.items())


def drawn(kind: Kind, blocks: int, rng: random.Random) -> list[float]:
    """Return random shares of `blocks` blocks."""
    return rng.choices(list(kind), list(kind.values()), k=blocks)


# shares


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval of a share; with --plain, Student's interval."""
    if PLAIN:
        return of_mean(values) or (values[0], values[0])
    return Bounded.of(values).interval()


def held(kind: Kind, blocks: int, tries: int, rng: random.Random) -> float:
    """Return the share of intervals that cover the truth."""
    true, known, count = truth(kind), {}, 0
    for _ in range(tries):
        values = tuple(sorted(drawn(kind, blocks, rng)))
        if values not in known:
            known[values] = interval(values)
        low, high = known[values]
        count += low <= true + 1e-12 and true - 1e-12 <= high
    return count / tries


def held_less_luck(
    share: float, spread: float, blocks: int, tries: int, rng: random.Random
) -> float:
    """Return the coverage for points less luck.

    Luck raises or lowers each game's chance by `spread`.
    """
    count = 0
    for _ in range(tries):
        results, lucks = [], []
        for _ in range(blocks):
            luck = [rng.choice((-spread, spread)) for _ in range(2)]
            results.append(sum(rng.random() < share + each for each in luck) / 2)
            lucks.append(0.7 * sum(luck) / 2)
        found = compare(results, lucks, SHARES)
        assert found is not None
        assert found.left.low is not None
        assert found.left.high is not None
        count += found.left.low <= share <= found.left.high
    return count / tries


def shares(tries: int, rng: random.Random) -> Iterator[str]:
    """Yield a line for each kind of block."""
    for name, kind in KINDS.items():
        yield line(name, [held(kind, blocks, tries, rng) for blocks in BLOCKS])
    for share, spread in () if PLAIN else ((0.5, 0.4), (0.9, 0.09), (0.97, 0.029)):
        few = tries // 10
        found = [held_less_luck(share, spread, blocks, few, rng) for blocks in BLOCKS]
        yield line(f"{100 * share:.0f} %, less luck", found)


# returns


def pool(name: str, first: str, second: str, deals: int = 3000) -> Stake:
    """Play games, and return the distribution of the first player's mean return on a deal."""
    rows = [luck_blocks.block(name, (first, second), 2, number) for number in range(deals)]
    counts = Counter(luck_blocks.paired(each) for each in rows)
    game = aicore.load(name)
    return Stake({value: count / deals for value, count in counts.items()}, game.low, game.high)


def returns_held(stake: Stake, blocks: int, tries: int, rng: random.Random) -> float:
    """Return the share of intervals of the mean return that cover the truth."""
    true, count = truth(stake.kind), 0
    for _ in range(tries):
        low, high = Bounded.of(drawn(stake.kind, blocks, rng), stake.low, stake.high).interval()
        count += low <= true + 1e-12 and true - 1e-12 <= high
    return count / tries


def returns(tries: int, rng: random.Random) -> Iterator[str]:
    """Yield a line for each kind of block, and for games of poker."""
    kinds = dict(STAKES)
    for name, first, second in (
        ("kuhn_poker", "cfr", "random"),
        ("kuhn_poker", "cfr", "mcts:sims=20"),
        ("leduc_poker", "mcts:sims=100", "mcts:sims=20"),
    ):
        kinds[f"{name}, {first} over {second}"[:46]] = pool(name, first, second)
    for name, stake in kinds.items():
        yield line(name, [returns_held(stake, blocks, tries, rng) for blocks in BLOCKS])


# elo


def elo_held(kind: Kind, blocks: int, tries: int, rng: random.Random) -> float:
    """Return the share of intervals of two players' Elo that cover the truth."""
    share = truth(kind)
    true = 0.5 * ELO * math.log(share / (1.0 - share))
    known: dict[tuple[tuple[float, int], ...], tuple[float, float]] = {}
    count = 0
    for _ in range(tries):
        values = tuple(sorted(Counter(drawn(kind, blocks, rng)).items()))
        if values not in known:
            results = {((0, 1, 2 * v), (1, 0, 2 - 2 * v)): times for v, times in values}
            found = rate(2, {0: results}, {0: (0, 1)})
            known[values] = found.low[0], found.high[0]
        count += known[values][0] <= true <= known[values][1]
    return count / tries


def four_held(spread: float, blocks: int, tries: int, rng: random.Random) -> float:
    """Return the share of Elo intervals that cover the truth, for four players `spread` apart."""
    elo = [spread * (k - 1.5) for k in range(4)]
    count = 0
    for number in range(tries):
        results, members = {}, {}
        for line_up, (one, two) in enumerate(combinations(range(4), 2)):
            kind = games(1.0 / (1.0 + 10.0 ** ((elo[two] - elo[one]) / 400.0)))
            counts = Counter(drawn(kind, blocks, rng))
            results[line_up] = {
                ((one, two, 2 * v), (two, one, 2 - 2 * v)): times for v, times in counts.items()
            }
            members[line_up] = (one, two)
        found = rate(4, results, members, number)
        count += sum(found.low[k] <= elo[k] <= found.high[k] for k in range(4))
    return count / (4 * tries)


def elos(tries: int, rng: random.Random) -> Iterator[str]:
    """Yield a line for each kind of block, and for four players."""
    for name, kind in KINDS.items():
        yield line(name, [elo_held(kind, blocks, tries, rng) for blocks in BLOCKS])
    for spread in (0.0, 150.0, 400.0):
        found = [four_held(spread, blocks, tries // 4, rng) for blocks in BLOCKS]
        yield line(f"four players, {spread:.0f} Elo apart", found)


# marks


def in_line(seats: int, on_line: bool, rng: random.Random) -> PlayedGame:
    """Return a game of a design with nothing to mark: well within limits, or exactly on them."""

    def share(mean: float, size: float) -> float:
        return rng.betavariate(size * mean, size * (1.0 - mean))

    tied = SHARED if on_line else 0.05
    fair = 1.0 / seats + (UNFAIR if on_line else 0.0)
    rest = [(1.0 - fair) / (seats - 1)] * (seats - 1) if seats > 1 else []
    winner = rng.choices(range(seats), [fair, *rest])[0]
    points = [float(seat == winner) for seat in range(seats)]
    if rng.random() < tied:
        points = [1.0 / seats] * seats
    holder = winner if rng.random() < NEEDED else (winner + 1) % seats
    luck_part = rng.gauss(0.0, math.sqrt(MOSTLY if on_line else 0.5))
    result = luck_part + rng.gauss(0.0, math.sqrt(1.0 - MOSTLY if on_line else 0.5))
    used = [{f"thing{k}": 1 for k in range(12) if rng.random() < 0.05 * k} for _ in range(seats)]
    used[holder]["heart"] = 1
    return PlayedGame(
        points=tuple(points), scores=tuple(points), end=rng.choice(("rounds", "target")),
        rounds=float(rng.randrange(8, 11)), choices=rng.randrange(15, 30), legal=rng.gauss(9, 1),
        promising=rng.gauss(5, 1),
        mattered=share(IDLE if on_line else 0.3, 15), settled=share(EARLY if on_line else 0.7, 3),
        leads=rng.randrange(5), used=tuple(used), offered=frozenset({"heart", "thing1", "thing2"}),
        held={"cards": tuple(rng.randrange(6) for _ in range(seats))},
        returns=(result, *[-result / max(1, seats - 1)] * (seats - 1)),
        luck=(luck_part, *[-luck_part / max(1, seats - 1)] * (seats - 1)),
    )  # fmt: skip


def false_mark(seats: int, place: str, count: int, rng: random.Random) -> bool:
    """Whether a study marks anything in games without faults, or exactly on every limit."""
    on_line = place == "on every line"
    design = Design("pig", seats, (), "greedy")
    played = [in_line(seats, on_line, rng) for _ in range(count)]
    odds = 10.0 ** ((FLAT if on_line else 600.0) / 2 / 400)
    chance = odds / (odds + seats - 1)
    steps = [
        SkillStep(better, worse, tuple(
            sum(rng.random() < chance for _ in range(seats)) / seats
            for _ in range(max(20, count // 5))
        ))
        for worse, better in (("random", "greedy"), ("greedy", "flat"))
    ]  # fmt: skip
    found = [*findings(design, played), *luck(played), *skill(design, steps)]
    return any(finding.mark for finding in marked(found))


def false_difference(
    design: Design, pool: Sequence[PlayedGame], count: int, rng: random.Random
) -> bool:
    """Whether a comparison finds a difference between two samples of the same real games."""
    both = rng.sample(pool, 2 * count)
    one, two = (findings(design, half) for half in (both[:count], both[count:]))
    return any(each.sure for each in differences(one, two))


def luck_coverage(name: str, seats: int, by: str, tries: int, rng: random.Random) -> Iterator[str]:
    """Yield the error rate of the luck share in real games, and the coverage of its interval.

    An error is a significant overestimate. Luck alone may cause it as often as it may mark any of
    the six kinds of questions in a study.
    """
    design = Design(name, seats, (), by)
    pool = [play(design, deal) for deal in range(POOL)]
    true = LuckShare.of(pool)
    wrong, held = [], []
    for count in GAMES:
        found = [LuckShare.of(rng.choices(pool, k=count)) for _ in range(tries)]
        wrong.append(fmean(each.above(true.value) < ERROR_RATE / 6 for each in found))
        ends = [each.interval() for each in found]
        held.append(fmean(low <= true.value <= high for low, high in ends))
    title = f"{name}, {seats} seats, {by}"
    yield line(f"{title}: too much luck", wrong)
    yield line(f"{title}: intervals that hold", held)


def lucks(tries: int, rng: random.Random) -> Iterator[str]:
    """Yield two lines for each of several games."""
    for name, seats, by in (
        ("booster", 2, "greedy"), ("booster", 3, "greedy"), ("pig", 2, "greedy"),
        ("kuhn_poker", 2, "cfr"), ("leduc_poker", 2, "cfr"),
    ):  # fmt: skip
        yield from luck_coverage(name, seats, by, tries, rng)


def marks(tries: int, rng: random.Random) -> Iterator[str]:
    """Yield a line for each kind of study; large studies get fewer tries."""

    def share(count: int, cost: int, found: Callable[..., bool], *given: object) -> float:
        few = max(10, tries // max(1, count * cost // 100))
        return sum(found(*given, count, rng) for _ in range(few)) / few

    for place in ("in line", "on every line"):
        for seats in (2, 4):
            found = [share(count, 1, false_mark, seats, place) for count in GAMES]
            yield line(f"{place}, {seats} seats", found)
    for name in ("booster", "pig"):
        design = Design(name, 2, (), "greedy")
        pool = [play(design, deal) for deal in range(2 * GAMES[-1] + 50)]
        found = [share(count, 4, false_difference, design, pool) for count in GAMES]
        yield line(f"{name} against itself", found)


def line(name: str, found: Sequence[float]) -> str:
    """Return a line with a name, and shares in percent."""
    return f"{name:46}" + "".join(f"{100 * share:8.1f}" for share in found)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("shares", "returns", "elo", "luck", "marks"))
    parser.add_argument(
        "--tries",
        type=int,
        help="tries; default: 10000 for shares, 2000 for returns and luck, 300 for elo and marks",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--extra", type=float, help="number of extra values at the bounds; default: the current one"
    )
    parser.add_argument("--plain", action="store_true", help="for shares: use Student's interval")
    args = parser.parse_args()
    global PLAIN
    PLAIN = args.plain
    if args.extra is not None:
        intervals.EXTRA = args.extra
    rng = random.Random(args.seed)
    tries = args.tries or {"shares": 10_000, "returns": 2000, "luck": 2000}.get(args.what, 300)
    heads, unit = (GAMES, "games") if args.what in ("marks", "luck") else (BLOCKS, "blocks")
    title = {"marks": "studies that mark anything", "luck": "studies"}.get(
        args.what, "intervals that hold"
    )
    title += ", in %"
    print(f"{title}\n{'':46}" + "".join(f"{head:8}" for head in heads) + f" {unit}")
    for each in {"shares": shares, "returns": returns, "elo": elos, "luck": lucks, "marks": marks}[
        args.what
    ](tries, rng):
        print(each)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
