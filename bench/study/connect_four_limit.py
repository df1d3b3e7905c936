"""Comparison of our tree search with programs that play Connect Four and nothing else.

The two C programs in `bench/c/` search as our search does, by UCT with a uniform playout to the end
for each simulation. One is as in a textbook, and the other has every trick. The script compiles
them, lets them search the empty board in turn with our search, on one thread each, and compares the
medians, by processor time. All must agree on the column and, within 0.03, on the board's mean
value. Otherwise they do not do the same work.

    python -m bench.study.connect_four_limit [--simulations 200000] [--rounds 7]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aicore
from aicore.search.mcts import Mcts

C = 1.4
MEMORY = 1024  # MiB
SOURCES = Path(__file__).parent.parent / "c"
FLAGS = {"plain": ["-O3"], "tuned": ["-O3", "-march=native"]}
CLOSE = 0.03

Search = tuple[float, int, float]
"""Simulations per second, the chosen column, and the first player's mean return."""


def ours(sims: int, seed: int) -> Search:
    """Return the result of our search."""
    game = aicore.load("connect_four")
    searcher = Mcts(game, sims=sims, c=C, memory=MEMORY)
    view = game.start().view(0)
    start = time.process_time()
    decision = searcher.search(view, aicore.Rng(seed))
    seconds = time.process_time() - start
    best = max(decision.candidates, key=lambda candidate: candidate.visits)
    mean = sum(each.visits * each.values[0] for each in decision.candidates) / sims
    return sims / seconds, "abcdefg".index(best.action), mean


def theirs(program: Path, sims: int, seed: int) -> Search:
    """Return the result of a compiled program."""
    words = [str(program), str(sims), str(C), str(seed)]
    seconds, column, mean = subprocess.run(
        words, capture_output=True, text=True, check=True
    ).stdout.split()
    return sims / float(seconds), int(column), float(mean)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    searches: dict[str, list[Search]] = {"aicore": []} | {name: [] for name in FLAGS}
    with tempfile.TemporaryDirectory() as folder:
        for name, flags in FLAGS.items():
            source = SOURCES / f"connect_four_{name}.c"
            out = str(Path(folder, name))
            compiler = os.environ.get("CC", "cc").split()
            subprocess.run([*compiler, *flags, str(source), "-lm", "-o", out], check=True)
        for seed in range(args.rounds):
            searches["aicore"].append(ours(args.simulations, seed))
            for name in FLAGS:
                searches[name].append(theirs(Path(folder, name), args.simulations, seed))
    means = [statistics.fmean(mean for _, _, mean in rows) for rows in searches.values()]
    columns = {column for rows in searches.values() for _, column, _ in rows}
    if len(columns) > 1 or max(means) - min(means) > CLOSE:
        sys.exit(f"the programs disagree: columns {sorted(columns)}, means {sorted(means)}")
    own = statistics.median(speed for speed, _, _ in searches["aicore"])
    print("speed ratio: aicore's simulations/s over the program's; range: in single rounds\n")
    print(f"{'':8}{'simulations/s':>15}{'speed ratio':>13}{'range':>14}")
    for name, rows in searches.items():
        ratios = [mine[0] / row[0] for mine, row in zip(searches["aicore"], rows, strict=True)]
        speed = statistics.median(row[0] for row in rows)
        print(f"{name:8}{speed:15,.0f}{own / speed:13.2f}{min(ratios):9.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
