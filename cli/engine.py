"""`aicore engine`: one of our players as a program."""

from __future__ import annotations

import sys

import click

from aicore.cli.streams import stdout
from aicore.core.language import gettext as _
from aicore.core.parameter import fill_defaults
from aicore.players import player_class
from aicore.players.serve import serve
from aicore.players.spec import split


def run(spec: str) -> None:
    """Run `aicore engine`."""
    name, given = split(spec)
    kind = player_class(name)
    if kind.NAME in ("human", "engine"):
        raise click.UsageError(
            _("player {name} cannot run as an engine: name a computer player", name=kind.NAME)
        )
    # a wrong key is wrong in every game
    fill_defaults(_("player {name}", name=name), kind.PARAMETERS, given)
    out = stdout()
    out.reconfigure(encoding="utf-8")  # type: ignore[attr-defined]
    serve(spec, sys.stdin.buffer, out)
