"""`aicore analyze`: analysis for programs, in lines of JSON."""

from __future__ import annotations

import json
import sys
from typing import IO, Any

import click

from aicore.cli.streams import stdout
from aicore.coach.analysis_pool import AnalysisPool
from aicore.core.language import gettext as _
from aicore.core.parameter import fill_defaults
from aicore.core.processors import processors
from aicore.players import player_class
from aicore.players.spec import split


def run(by: str, workers: int | None, trust: bool) -> None:
    """Run `aicore analyze`."""
    name, given = split(by)
    kind = player_class(name)
    if kind.NAME == "human":
        raise click.UsageError(_("player human cannot analyze positions: name a computer player"))
    # a wrong key is wrong in every game
    fill_defaults(_("player {name}", name=name), kind.PARAMETERS, given)
    out = stdout()
    out.reconfigure(encoding="utf-8")  # type: ignore[attr-defined]
    encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

    def say(message: dict[str, Any]) -> None:
        out.write(encode(message) + "\n")
        out.flush()

    AnalysisPool(workers or processors(), by, trust, say).serve(_lines())


def _lines() -> IO[bytes]:
    """Return standard input as an object that the interpreter does not close at exit.

    A thread may still be waiting for a line in it, and the interpreter would abort over a held
    lock.
    """
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except OSError:  # not backed by a system file
        return sys.stdin.buffer
