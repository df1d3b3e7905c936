"""Speed of a game ported from plain Python, beside the compiled game with the same rules.

    python -m bench.study.port_speed [--sims 5000]

The script ports bench/ports/connect_four.py as `aicore new game FILE --cython` does, and puts
bench/ports/connect_four.pyx, edited by hand, in place of the port's game.pyx. It searches one
position in both games, with each of SPECS; the decisions must be the same. Callgrind counts the
instructions of the tree and of everything that it calls, which are the same in every run. The
script needs valgrind and a C compiler.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from contextlib import chdir
from pathlib import Path

from aicore.plain.porting import write_port

PORTS = Path(__file__).parents[1] / "ports"
NAME = "connect_four"
PORT = f"ported_{NAME}"
SPECS = tuple(
    f"mcts:{each},net=none"
    for each in ("c=0.6,playouts=guided", "c=0.7,playouts=uniform", "c=0.7,cutoff=0")
)
OPENING = 5  # random actions before the position that is searched
GROW = "*4Tree__run"  # the C function of Tree._run; only instructions within it count
SEARCH = """
import sys, aicore
name, spec, opening = sys.argv[1:]
game = aicore.load(name)
state, rng = game.start(), aicore.Rng(1)
for _ in range(int(opening)):
    state.apply(state.sample(rng))
decision = aicore.player(spec, game, seed=5).decide(state.view(state.turn))
print(decision.action, [(one.action, one.visits, one.values) for one in decision.candidates])
"""


def built(folder: Path, **environment: str) -> Path:
    """Write and build the port in a folder, and return the value for AICORE_GAMES.

    Args:
        environment: variables for the compiler, such as CFLAGS.
    """
    with chdir(folder):
        write_port(PORT, (PORTS / f"{NAME}.py").read_text(encoding="utf-8"))
    (folder / PORT / PORT / "game.pyx").write_bytes((PORTS / f"{NAME}.pyx").read_bytes())
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder / PORT, check=True,
        env={**os.environ, **environment}, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return folder / PORT


def searched(name: str, spec: str, games: Path, *before: str) -> subprocess.CompletedProcess[str]:
    """Return the finished process of a search; `before` is the command that starts it."""
    return subprocess.run(
        [*before, sys.executable, "-c", SEARCH, name, spec, str(OPENING)],
        env={**os.environ, "AICORE_GAMES": str(games)}, capture_output=True, text=True, check=True,
    )  # fmt: skip


def counted(name: str, spec: str, games: Path) -> tuple[int, str]:
    """Return the number of instructions of a search, and the decision as text."""
    counter = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    done = searched(name, spec, games, *counter, f"--toggle-collect={GROW}")
    match = re.search(r"Collected : (\d+)", done.stderr)
    if match is None:
        raise RuntimeError(done.stderr)
    return int(match[1]), done.stdout


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=5000, help="simulations per search")
    sims = parser.parse_args().sims
    print(f"{'instructions per simulation':32} {'compiled':>9} {'ported':>9} {'more':>7}")
    with tempfile.TemporaryDirectory() as folder:
        games = built(Path(folder))
        for given in SPECS:
            spec = f"{given},sims={sims},trees=1"
            compiled, decision = counted(NAME, spec, games)
            ported, port_decision = counted(PORT, spec, games)
            if decision != port_decision:
                raise RuntimeError(f"{spec}: the decisions differ: {decision} and {port_decision}")
            more = ported / compiled - 1
            print(f"{given:32} {compiled / sims:9,.0f} {ported / sims:9,.0f} {more:+7.1%}")


if __name__ == "__main__":
    main()
