"""How often do tests less luck decide wrongly? Real and simulated blocks whose truth is known.

A pool of blocks, each with its score and its luck, is played once or made up; tests draw their
blocks from it at random, with replacement, and decide between two hypotheses of which one is true.
Either error may be 5 %. A line has the pool, the hypotheses, which of them is true, how many tests
decided for the other one, with a 95 % interval, and how many blocks they took on average.

Hypotheses lie 20, 50 and 150 Elo apart, or 0.1, 0.25 and 0.5 standard deviations of a block: the
wider, the fewer blocks decide, and the less is known of how much they vary.

    python -m bench.study.sprt                    # all pools: some minutes
    python -m bench.study.sprt --only change      # those whose name has the word
    python -m bench.study.sprt --plain            # scores as they are, without luck
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from statistics import fmean
from typing import NamedTuple

import aicore
from aicore.arena.lessluck import Fit
from aicore.arena.plan import Plan, Sprt, Stakes, configure
from aicore.arena.sprt import Counter, LuckCounter, decision, expected
from aicore.arena.table import BlockTable
from aicore.arena.tournament import block_gain, block_luck, block_score
from bench.common import Everywhere, add_jobs, share_of, workers

MOST = 100_000  # blocks, after which a test counts as right: it did not err
ELO = (20.0, 50.0, 150.0)  # how far hypotheses lie apart
PARTS = (0.1, 0.25, 0.5)  # the same in stakes, in standard deviations of a block
SPAN = 0.7  # of luck, in the units in which it is measured, for one of scores


class Blocks(NamedTuple):
    """A pool.

    Args:
        scores, lucks: of blocks.
        reach: the most that there is to gain, where scores are of stakes; None where of points.
    """

    scores: Sequence[float]
    lucks: Sequence[float]
    reach: float | None = None


def played(name: str, specs: tuple[str, str], deals: int, stakes: bool) -> Blocks:
    """Blocks of two seats, of which the first player's points are kept, or its stakes."""
    game = aicore.load(name, seats=2)
    table = BlockTable(configure(game, specs, games=2 * deals, seed="pool"))
    plan = Plan(table.config)
    rows = [table.play(plan.block(number)) for number in range(deals)]
    lucks = [block_luck(each, stakes) for each in rows]
    if not stakes:
        return Blocks([block_score(each, 2) for each in rows], lucks)
    found = Stakes.of(game)
    assert found is not None
    reach = found.reach(2)
    return Blocks([0.5 + 0.5 * block_gain(each, found) / reach for each in rows], lucks, reach)


def changed(part: float, elo: float, blocks: int = 20_000) -> Blocks:
    """Two players who differ in a part of the deals alone, and so much in all."""
    touched = round(part * blocks)
    won = round(touched * (0.5 + (expected(elo) - 0.5) / part))
    scores = [1.0] * won + [0.0] * (touched - won) + [0.5] * (blocks - touched)
    return Blocks(scores, [0.0] * blocks)


def lucky(share: float, spread: float, blocks: int = 20_000) -> Blocks:
    """Pairs of games whose chances luck lifts or lowers by `spread`."""
    rng = random.Random(1)
    scores, lucks = [], []
    for _ in range(blocks):
        luck = [rng.choice((-spread, spread)) for _ in range(2)]
        scores.append(sum(rng.random() < share + each for each in luck) / 2)
        lucks.append(SPAN * sum(luck) / 2)
    return Blocks(scores, lucks)


POOLS = {
    "change in 10 % of deals, worth 20 Elo": partial(changed, 0.1, 20.0),
    "change in 10 % of deals, worth 0 Elo": partial(changed, 0.1, 0.0),
    "change in 2 % of deals, worth 0 Elo": partial(changed, 0.02, 0.0),
    "no luck, even": partial(lucky, 0.5, 0.0),
    "luck ±40 %, even": partial(lucky, 0.5, 0.4),
    "luck ±49 %, even": partial(lucky, 0.5, 0.49),
    "97 % won, luck ±2.9 %": partial(lucky, 0.97, 0.029),
    "97 % of blocks won": partial(Blocks, [1.0] * 970 + [0.0] * 30, [0.0] * 1000),
}
GAMES = (
    ("kuhn_poker", "cfr", "random"),
    ("kuhn_poker", "cfr", "mcts:sims=20"),
    ("leduc_poker", "cfr", "random"),
    ("leduc_poker", "cfr", "mcts:sims=20"),
    ("leduc_poker", "mcts:sims=100", "mcts:sims=20"),
)
for _name, *_specs in GAMES:
    for _stakes in (False, True):
        _title = f"{_name.partition('_')[0]}, {' over '.join(_specs)}, {('pots', 'chips')[_stakes]}"
        POOLS[_title] = partial(played, _name, tuple(_specs), 3000, _stakes)


@lru_cache(maxsize=4)
def pool(name: str) -> Blocks:
    """One of each in a process."""
    return POOLS[name]()


def truth(blocks: Blocks) -> float:
    """The mean score that is due: a pool's luck is 0 on average only in the long run."""
    fit = Fit()
    for score, luck in zip(blocks.scores, blocks.lucks, strict=True):
        fit.add(score, luck)
    return fmean(blocks.scores) - fit.coefficient() * fmean(blocks.lucks)


def hypotheses(blocks: Blocks) -> Iterator[tuple[Sprt, str]]:
    """Tests with the hypothesis that is true: the lower one and the higher one."""
    due = truth(blocks)
    if blocks.reach is None:
        model, true, widths = "logistic", -400.0 * math.log10(1.0 / due - 1.0), ELO
    else:
        sigma = math.sqrt(fmean((score - due) ** 2 for score in blocks.scores))
        model, true = "returns", (2.0 * due - 1.0) * blocks.reach
        widths = tuple(part * 2.0 * blocks.reach * sigma for part in PARTS)
    for width in widths:
        yield Sprt(true, true + width, model), "elo0"
        yield Sprt(true - width, true, model), "elo1"


def ended(name: str, test: Sprt, plain: bool, seed: int) -> tuple[str, int]:
    """What one test decides, and after how many blocks."""
    scores, lucks, reach = pool(name)
    rng = random.Random(seed)
    counter = (Counter if plain else LuckCounter)(test, 2, reach or 1.0)
    for number in range(1, MOST + 1):
        place = int(rng.random() * len(scores))
        if isinstance(counter, LuckCounter):
            counter.add(scores[place], lucks[place])
        else:
            counter.add(scores[place])
        if decided := decision(test, counter.llr()):
            return decided, number
    return "", MOST


def table(names: Sequence[str], tests: int, plain: bool, everywhere: Everywhere) -> Iterator[str]:
    """A line for each pool, each pair of hypotheses and either truth."""
    for name in names:
        for test, right in hypotheses(pool(name)):
            found = everywhere(partial(ended, name, test, plain), range(tests))
            wrong = [float(decided not in ("", right)) for decided, _ in found]
            share, half = share_of(wrong)
            unit = "Elo" if test.model == "logistic" else "chips"
            blocks = fmean(length for _, length in found)
            yield (
                f"{name:46} {test.elo0:8.3g} {test.elo1:8.3g} {unit:5}  {right}  "
                f"{100 * share:5.1f} ± {100 * half:.1f}  {blocks:8.0f}"
            )


def main() -> None:
    """Print the table, and the worst of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", type=int, default=2000, help="of each kind")
    parser.add_argument("--only", default="", help="a word in the names of pools")
    parser.add_argument("--plain", action="store_true", help="without luck: the pentanomial test")
    add_jobs(parser)
    chosen = parser.parse_args()
    names = [name for name in POOLS if chosen.only in name]
    print(f"{'pool':46} {'lower':>8} {'upper':>8}        true  wrong, %       blocks")
    with workers(chosen.jobs) as everywhere:
        for line in table(names, chosen.tests, chosen.plain, everywhere):
            print(line, flush=True)


if __name__ == "__main__":
    main()
