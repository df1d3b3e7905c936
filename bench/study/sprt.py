"""Error rates of sequential tests that subtract luck, on blocks whose truth is known.

The blocks of a pool, each with its score and its luck, are real games or simulated. Tests draw
their blocks from the pool at random, with replacement, and decide between two hypotheses, of which
one is true. Each kind of error may happen in 5 % of the tests. A line has the pool, the hypotheses,
and the true hypothesis. Then it has the percentage of tests that accepted the other hypothesis,
with a 95 % interval, and the mean number of blocks.

Hypotheses are 0.1, 0.25 and 0.5 standard deviations of a block apart, in Elo or in stakes. With a
wider distance, fewer blocks decide, and the tests know less about the variance.

    python -m bench.study.sprt                    # all pools: some minutes
    python -m bench.study.sprt --only change      # pools whose name has the word
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

import aicore
from aicore.arena.block_runner import BlockRunner
from aicore.arena.config import Sprt, Stakes
from aicore.arena.luck_adjusted import EARLIEST, Fit
from aicore.arena.plan import Plan, configure
from aicore.arena.sprt import (
    BENT,
    FEWEST,
    LEAST,
    MISSING,
    VIRTUAL,
    Moments,
    bounds,
    expected,
    hypothesized,
)
from aicore.arena.tournament import block_gain, block_luck, block_score

Table = Any
"""Array of numbers, a row for each test."""

LONG = 40.0  # LONG / part ** 2 is the maximum number of blocks; an undecided test has not erred
RARE = 2500  # extra blocks, because differences may be rare
AT_ONCE = 100  # tests computed at once
FIRST = 128  # initial blocks of each test
PARTS = (0.1, 0.25, 0.5)  # distances of hypotheses, in standard deviations of a block
SPAN = 0.7  # units of measured luck for one unit of score


class Blocks(NamedTuple):
    """Pool of blocks.

    Args:
        scores, lucks: the score and the luck of each block.
        reach: the greatest possible gain, if the scores count stakes; None if they count points.
    """

    scores: Sequence[float]
    lucks: Sequence[float]
    reach: float | None = None


def played(name: str, specs: tuple[str, str], deals: int, stakes: bool) -> Blocks:
    """Return played blocks of games for two, scored by the first player's points or stakes."""
    game = aicore.load(name, seats=2)
    runner = BlockRunner(configure(game, specs, games=2 * deals, seed="pool"))
    plan = Plan(runner.config)
    rows = [runner.play(plan.block(number)) for number in range(deals)]
    lucks = [block_luck(each, stakes) for each in rows]
    if not stakes:
        return Blocks([block_score(each, 2) for each in rows], lucks)
    stakes_of_game = Stakes.of(game)
    assert stakes_of_game is not None
    reach = stakes_of_game.reach(2)
    return Blocks(
        [0.5 + 0.5 * block_gain(each, stakes_of_game) / reach for each in rows], lucks, reach
    )


def changed(part: float, elo: float, blocks: int = 20_000) -> Blocks:
    """Return blocks of two players that differ in a part of the deals, and by `elo` over all."""
    touched = round(part * blocks)
    won = round(touched * (0.5 + (expected(elo) - 0.5) / part))
    scores = [1.0] * won + [0.0] * (touched - won) + [0.5] * (blocks - touched)
    return Blocks(scores, [0.0] * blocks)


def lucky(share: float, spread: float, blocks: int = 20_000) -> Blocks:
    """Return pairs of games whose chances luck raises or lowers by `spread`."""
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
    """Return the pool, cached in the process."""
    return POOLS[name]()


def truth(blocks: Blocks) -> float:
    """Return the expected mean score, less the luck that a finite pool has."""
    fit = Fit()
    for score, luck in zip(blocks.scores, blocks.lucks, strict=True):
        fit.add(score, luck)
    return fmean(blocks.scores) - fit.coefficient() * fmean(blocks.lucks)


def hypotheses(blocks: Blocks) -> Iterator[tuple[Sprt, str, int]]:
    """Yield tests, each with its true hypothesis and its maximum number of blocks."""
    due, reach = truth(blocks), blocks.reach
    sigma = math.sqrt(fmean((score - due) ** 2 for score in blocks.scores))

    def converted(score: float) -> float:
        """Return a mean score in Elo, or in stakes."""
        if reach is not None:
            return (2.0 * score - 1.0) * reach
        return -400.0 * math.log10(1.0 / score - 1.0)

    model = "logistic" if reach is None else "returns"
    for part in PARTS:
        length = round(LONG / part**2) + RARE
        if due + part * sigma < 1.0:
            yield Sprt(converted(due), converted(due + part * sigma), model), "elo0", length
        yield Sprt(converted(due - part * sigma), converted(due), model), "elo1", length


def ratios(scores: Table, lucks: Table, test: Sprt, reach: float = 1.0) -> Table:
    """Return the log-likelihood ratios of `LuckCounter` after each block, for many tests at once.

    Args:
        scores, lucks: the scores and luck of blocks, in a row for each test.
    """
    count = np.arange(1, scores.shape[1] + 1)
    left = less_luck_as_they_come(scores, lucks)
    mean = np.cumsum(left, 1) / count
    second, third = np.cumsum(left**2, 1) / count, np.cumsum(left**3, 1) / count
    variance = np.maximum(second - mean**2, 0.0) + (0.25 * MISSING + 0.25 * VIRTUAL) / count
    skew = third - 3.0 * mean * second + 2.0 * mean**3
    means = hypothesized(test, Moments(), 2, 2, reach)

    def off(hypothesis: float) -> Table:
        bent = variance + BENT * skew / variance * (hypothesis - mean)
        return 1.0 + (mean - hypothesis) ** 2 / np.maximum(bent, LEAST * variance)

    log_ratios: Table = 0.5 * count * np.log(off(means[0]) / off(means[1]))
    most, usual = np.zeros(scores.shape), np.zeros(scores.shape)
    for value in np.unique(scores):
        times = np.cumsum(scores == value, 1)
        usual = np.where(times > most, value, usual)
        most = np.maximum(most, times)
    shares = np.zeros(scores.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        for hypothesis in means:
            up, down = (hypothesis - usual) / (1.0 - usual), (usual - hypothesis) / usual
            shares = np.fmax(shares, np.where(hypothesis > usual, up, down))
    few = (count - most < FEWEST) & (count * shares < FEWEST)
    return np.where(few | (count < EARLIEST), 0.0, log_ratios)


def less_luck_as_they_come(scores: Table, lucks: Table) -> Table:
    """Return scores less luck as in `RunningAdjustment`, after each block."""

    def coefficient(blocks: Any, score: Table, luck: Table, both: Table, square: Table) -> Table:
        with np.errstate(divide="ignore", invalid="ignore"):
            found = (both - score * luck / blocks) / square
        return np.where(square > 1e-18 * blocks, found, 0.0)

    before = np.arange(scores.shape[1])
    sums = (np.cumsum(each, 1) - each for each in (scores, lucks, scores * lucks, lucks**2))
    left: Table = scores - coefficient(before, *sums) * lucks
    first = scores[:, :EARLIEST], lucks[:, :EARLIEST]
    parts = (first[0], first[1], first[0] * first[1], first[1] ** 2)
    others = (each.sum(1, keepdims=True) - each for each in parts)
    left[:, :EARLIEST] = first[0] - coefficient(EARLIEST - 1, *others) * first[1]
    return left


def errors(name: str, test: Sprt, right: str, tests: int, length: int) -> tuple[float, float]:
    """Return the share of tests that accept the other hypothesis, and the mean number of blocks.

    Args:
        right: the true hypothesis.
        length: the number of blocks after which a test ends undecided.
    """
    scores, lucks, reach = (None if each is None else np.array(each) for each in pool(name))
    low, high = bounds(test)
    wrong, blocks = 0, 0
    rng = np.random.default_rng(1)
    for start in range(0, tests, AT_ONCE):
        drawn = rng.integers(0, len(scores), (min(AT_ONCE, tests - start), FIRST))
        while len(drawn):  # decided tests leave, and the others go on
            log_ratios = ratios(scores[drawn], lucks[drawn], test, float(reach or 1.0))
            ended = (log_ratios <= low) | (log_ratios >= high)
            done = ended.any(1) | (drawn.shape[1] >= length)
            place = np.where(ended.any(1), ended.argmax(1), drawn.shape[1] - 1)[done]
            last = log_ratios[done, place]
            wrong += int(((last >= high) if right == "elo0" else (last <= low)).sum())
            blocks += int((place + 1).sum())
            drawn = drawn[~done]
            more = rng.integers(0, len(scores), (len(drawn), 2 * drawn.shape[1]))
            drawn = np.concatenate([drawn, more], axis=1)
    return wrong / tests, blocks / tests


def line(tests: int, kind: tuple[str, Sprt, str, int]) -> str:
    """Return a line with the result of tests of one kind."""
    name, test, right, length = kind
    wrong, blocks = errors(name, test, right, tests, length)
    half = 1.96 * math.sqrt(max(wrong * (1.0 - wrong), 1.0 / tests) / tests)
    unit = "Elo" if test.model == "logistic" else "chips"
    return (
        f"{name:46} {test.elo0:8.3g} {test.elo1:8.3g} {unit:5}  {right}  "
        f"{100 * wrong:5.1f} ± {100 * half:.1f}  {blocks:8.0f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", type=int, default=2000, help="tests of each kind")
    parser.add_argument("--only", default="", help="only pools whose name contains this text")
    args = parser.parse_args()
    print(f"{'pool':46} {'lower':>8} {'upper':>8}        true  wrong, %       blocks")
    for name in POOLS:
        if args.only in name:
            for test, right, length in hypotheses(pool(name)):
                print(line(args.tests, (name, test, right, length)), flush=True)


if __name__ == "__main__":
    main()
