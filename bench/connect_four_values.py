"""Exact values of Connect Four: a Python interface to the C program that solves it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SOURCE = Path(__file__).parent / "c" / "connect_four_solve.c"
MEMORY = 256  # size of the solver's table in MiB
WORTH = {"+": 1, "=": 0, "-": -1}

Values = dict[str, int]
"""Value of each column to the mover: win 1, draw 0 or loss -1."""


def compiled(folder: Path) -> Path:
    """Compile the solver into a folder, and return the program.

    Raises OSError if there is no compiler, and CalledProcessError if it fails.
    """
    program = folder / "solve"
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, "-O3", "-march=native", SOURCE, "-o", program], check=True)
    return program


class Solver:
    """Process of the solver, which keeps its table from one position to the next.

    Args:
        program: the program that `compiled` returned.
    """

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program, str(MEMORY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def values(self, game: str) -> str:
        """Return the value of each column to the mover: `+`, `=`, `-`, or `.` if it is full.

        Args:
            game: the columns played so far, such as "dcde". The game must not be over.

        Raises ValueError if the solver rejects the text or has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{game}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise ValueError(f"{game!r} is not an unfinished game")
        return line.split()[0]

    def close(self) -> None:
        """End the program."""
        self._process.communicate()


def by_column(values: str) -> Values:
    """Return the value of each column that is not full, given the solver's marks."""
    return {
        column: WORTH[mark] for column, mark in zip("abcdefg", values, strict=True) if mark != "."
    }
