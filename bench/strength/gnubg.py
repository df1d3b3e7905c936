"""Loss of a player's moves in backgammon, by GNU Backgammon's judgment.

The player plays games against itself; GNU Backgammon (Debian's package `gnubg`) examines every
move. The result is the loss per move with a choice, in thousandths of a point. gnubg calls a player
with 8 an expert, and a player with less than 5 world class. Like our game, it values positions
without the cube, and counts gammons.

    python -m bench.strength.gnubg mcts:sims=200
    python -m bench.strength.gnubg policy:net=backgammon.net --games 200 --plies 2
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path

import aicore
from aicore.arena.match import Match
from aicore.arena.standard_notation import backgammon_match
from aicore.core.record import Record


def play(spec: str, seed: int) -> Record:
    """Play a game of a player against itself."""
    game = aicore.load("backgammon")
    return Match(game, [aicore.player(spec, game)] * 2, seed).finish()


def match_file(games: Iterable[Record]) -> str:
    """Return games as the text of a match file (.mat)."""
    return "\n".join(backgammon_match([(game, game.returns) for game in games], "AB")) + "\n"


def gnubg() -> str:
    """Return the path of gnubg's program, or exit."""
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    return program or sys.exit("gnubg is not installed: apt install gnubg")


def analyzed(folder: str, match: str, plies: int, *then: str) -> str:
    """Let gnubg analyze a match, without the cube.

    Args:
        folder: folder for gnubg's files.
        match: text of a match file.
        plies: how far gnubg looks ahead.
        then: commands to gnubg after the analysis.

    Returns what gnubg prints.
    """
    commands = [
        "set confirm save off",
        "import mat games.mat",
        "set analysis chequerplay evaluation cubeful off",
        f"set analysis chequerplay evaluation plies {plies}",
        "set analysis cubedecision no",
        "set analysis luck no",
        "analyze match",
        *then,
        "quit",
        "y",
    ]
    Path(folder, "games.mat").write_text(match)
    Path(folder, "commands").write_text("\n".join(commands) + "\n")
    return subprocess.run(
        [gnubg(), "-t", "-q", "-r", "-c", "commands"],
        cwd=folder, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def judged(match: str, plies: int) -> list[tuple[int, float]]:
    """Return gnubg's analysis of both sides of a match file: unforced moves, and points lost."""
    with tempfile.TemporaryDirectory() as folder:
        output = analyzed(folder, match, plies, "show statistics match")
    whole = output[output.rindex("Chequerplay statistics") :]
    unforced = re.search(r"Unforced moves +(\d+) +(\d+)", whole)
    lost = re.search(r"Error total EMG \(Points\) +\S+ \( *(\S+)\) +\S+ \( *(\S+)\)", whole)
    assert unforced is not None
    assert lost is not None
    return [(int(unforced[side]), -float(lost[side])) for side in (1, 2)]


def part(work: tuple[str, int, int, int]) -> tuple[int, float]:
    """Play and analyze games. Return the number of unforced moves, and the points lost in all."""
    spec, first, games, plies = work
    sides = judged(match_file(play(spec, first + i) for i in range(games)), plies)
    return sum(moves for moves, _ in sides), sum(lost for _, lost in sides)


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("player")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    aicore.player(args.player, aicore.load("backgammon"))  # report an invalid spec at once
    each = max(1, args.games // (4 * args.jobs))
    work = [
        (args.player, first, min(each, args.games - first), args.plies)
        for first in range(0, args.games, each)
    ]
    moves, lost, rates = 0, 0.0, []
    with get_context("spawn").Pool(args.jobs) as pool:
        for part_moves, part_lost in pool.imap(part, work):
            moves, lost = moves + part_moves, lost + part_lost
            rates.append(1000 * part_lost / max(part_moves, 1))
    mean = 1000 * lost / moves
    spread = (sum((rate - mean) ** 2 for rate in rates) / max(len(rates) - 1, 1)) ** 0.5
    error = 1.96 * spread / len(rates) ** 0.5
    print(
        f"{mean:.1f} ± {error:.1f} millipoints lost per unforced move "
        f"({moves:,} moves of {args.games} games, gnubg at {args.plies} plies)"
    )


if __name__ == "__main__":
    main()
