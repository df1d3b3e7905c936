"""Instructions per simulation in every game, compared with those in a file.

On a busy machine no clock shows a difference of a few parts in a hundred. Callgrind counts the
instructions of the tree and of everything that it calls, the same in every run of one build. The
file `bench/instructions.json` has the counts of one compiler, in all and by function. Without
`--write`, the script prints both counts, and exits with 1 if one differs by more than 2 %. It needs
valgrind and a C compiler.

    python -m bench.study.instructions                   # all games
    python -m bench.study.instructions relics --explain  # what has changed, by function
    python -m bench.study.instructions --write           # after an intended change
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from aicore.core.processors import processors
from aicore.core.registry import names

FILE = Path(__file__).parents[1] / "instructions.json"
NEAR = 0.02  # share by which a count may differ
SHOWN = 12  # functions in an explanation
LEAST = 0.002  # share of all instructions below which a function is not kept in the file
SIMS = {"relics": 200, "gratis3": 1000}  # simulations of a search, by game
MANY_SIMS = 4000  # simulations in other games
OPENING = 3  # decisions before the position that is searched; fewer in shorter games
WITHOUT_NET = "connect_four,net=none"  # as other programs search
GROW = "*4Tree_grow"  # the C function of Tree.grow: all calls within it count
SEARCH = """
import sys, aicore
name, sims, opening, given = sys.argv[1:]
game = aicore.load(name)
state, rng, chance, decisions = game.start(), aicore.Rng(1), aicore.Chance(seed=1), 0
while chance.settle(state) is not None and state.turn >= 0 and decisions <= int(opening):
    legal = state.legal()
    if len(legal) > 1:
        position, decisions = state.clone(), decisions + 1
    state.apply(state.sample(rng))
player = aicore.player(f"mcts:sims={sims},trees=1,share=off{given}", game, seed=5)
print(player.decide(position.view(position.turn)).simulations)
"""
MANGLED = re.compile(r"__pyx_(?:fuse_\d+)?f_(\w+)")
"""C name of a Cython function: each part of its full name follows the part's length."""


def demangled(name: str) -> str:
    """Return the full name of a Cython function; another function's name stays as it is."""
    match = MANGLED.match(name)
    if not match:
        return name
    parts, rest = [], match[1]
    while length := re.match(r"\d+", rest):
        end = length.end() + int(length[0])
        parts.append(rest[length.end() : end])
        rest = rest[end:].removeprefix("_")
    return ".".join([*parts, rest])


def costs(profile: str) -> Iterator[tuple[str, int]]:
    """Yield functions and their own instructions from the lines of Callgrind's file."""
    full: dict[str, str] = {}
    function, called = "", False
    for line in profile.splitlines():
        if line.startswith("fn="):
            number, _, name = line[3:].partition(" ")
            function = full.setdefault(number, name)
        elif line.startswith("calls="):
            called = True  # the next line has the costs of the function that is called
        elif re.match(r"[\d+*-]", line):
            if not called:
                yield function, int(line.split()[1])
            called = False
        elif match := re.match(r"cfn=(\(\d+\)) (.+)", line):
            full[match[1]] = match[2]


def entries() -> list[str]:
    """Return the games, and parameters of the search after a comma."""
    return sorted([*names(), WITHOUT_NET])


def count(entry: str) -> dict[str, int]:
    """Return the instructions per simulation of an entry, by function."""
    name, comma, given = entry.partition(",")
    sims = SIMS.get(name, MANY_SIMS)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "profile")
        counter = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        done = subprocess.run(
            [*counter, f"--toggle-collect={GROW}", sys.executable, "-c", SEARCH, name, str(sims),
             str(OPENING), comma + given],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        instructions: Counter[str] = Counter()
        for function, cost in costs(out.read_text(encoding="utf-8")):
            instructions[demangled(function)] += cost
    simulations = int(done.stdout)
    return {function: round(cost / simulations) for function, cost in instructions.most_common()}


def compiler() -> str:
    """Return the name and version of the C compiler."""
    words = [*os.environ.get("CC", "cc").split(), "--version"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def explain(name: str, before: dict[str, int], after: dict[str, int]) -> None:
    """Print the functions whose instructions have changed most."""
    changed = {
        function: after.get(function, 0) - before.get(function, 0) for function in before | after
    }
    print(f"{name}: instructions per simulation, by function")
    for function in sorted(changed, key=lambda function: -abs(changed[function]))[:SHOWN]:
        if changed[function]:
            counts = f"{before.get(function, 0):9,} {after.get(function, 0):9,}"
            print(f"  {counts} {changed[function]:+9,}  {function}")


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=entries(), metavar="GAME")
    parser.add_argument("--jobs", type=int, default=processors(), help="processes")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write the counts into the file")
    what.add_argument("--explain", action="store_true", help="print changes by function")
    args = parser.parse_args()
    if unknown := set(args.games) - set(entries()):
        parser.error(f"{min(unknown)} is not among {' '.join(entries())}")
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    far, own = [], compiler()
    print(f"{'instructions per simulation':27} {'file':>9} {'now':>9} {'change':>8}")
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, now in zip(args.games, pool.map(count, args.games), strict=True):
            before = kept.get(name, {"all": 0})
            total, old = sum(now.values()), before["all"]
            change = f"{total / old - 1:+8.1%}" if old else "     new"
            print(f"{name:27} {old:9,} {total:9,} {change}", flush=True)
            if not old or abs(total / old - 1) > NEAR:
                far.append(name)
            if args.explain:
                explain(name, before.get("by function", {}), now)
            large = {one: cost for one, cost in now.items() if cost > LEAST * total}
            kept[name] = {"all": total, "by function": large}
    if args.write:
        kept["compiler"] = own
        FILE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    elif far and not args.explain:
        other = kept.get("compiler", own)
        why = f" The file has counts of {other}, not of {own}." if other != own else ""
        sys.exit(f"{', '.join(far)}: more than {NEAR:.0%} apart. Use --explain, then --write.{why}")


if __name__ == "__main__":
    main()
