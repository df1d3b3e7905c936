"""`aicore analyze`: analysis for programs, in lines of JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from aicore.core.parameter import complete
from aicore.core.processors import processors
from aicore.players import player_class
from aicore.players.spec import split
from aicore.study.analysis_pool import AnalysisPool


def run(by: str, workers: int | None, trust: bool) -> None:
    """Carry out `aicore analyze`."""
    name, given = split(by)
    kind = player_class(name)
    if kind.NAME == "human":
        raise click.UsageError("player human does not think by itself: name one that does")
    complete(f"player {name}", kind.PARAMETERS, given)  # a wrong key is wrong in every game
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

    def say(message: dict[str, Any]) -> None:
        sys.stdout.write(encode(message) + "\n")
        sys.stdout.flush()

    AnalysisPool(workers or processors(), by, trust, say).serve(sys.stdin.buffer)
