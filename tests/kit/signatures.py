"""The signature of every game, as the last change meant them to be.

`python tests/kit/signatures.py --write` writes them anew: say in the commit why decisions changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import aicore
from aicore.arena.signature import signature

HELD = Path(__file__).parents[1] / "signatures.txt"


def held() -> dict[str, str]:
    """game -> signature."""
    return dict(line.split() for line in HELD.read_text().splitlines())


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/kit/signatures.py --write")
    lines = [f"{name} {signature(name)}\n" for name in aicore.names()]
    HELD.write_text("".join(lines))
