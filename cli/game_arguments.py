"""Command-line details of a game: its rules, deal, programs and record file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.streams import is_interactive, say
from aicore.core.deal import Deal, fresh_seed, secret_of
from aicore.core.errors import short
from aicore.core.files import require_appendable
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.record import not_records
from aicore.core.registry import load_with
from aicore.core.story import listed

if TYPE_CHECKING:
    from aicore.core.game import Game


def load_game(name: str, seats: int | None, options: tuple[tuple[str, str], ...]) -> Game:
    """Load a game as the command line asks. Raises UnknownGame, OptionError."""
    return load_with(name, seats, dict(options))


def deal_from(seed: str | None) -> Deal:
    """Return the deal of the given seed, or one that nobody can guess. Raises OptionError."""
    if seed is not None:
        secret_of(seed)  # raises for an invalid seed
    return Deal(fresh_seed() if seed is None else seed)


def allow(
    file: Path,
    game: str,
    options: Mapping[str, object],
    players: Iterable[str],
    trusted: bool,
    named: Iterable[str] = (),
    chosen: Mapping[str, object] | None = None,
) -> None:
    """Ask before programs or files named in a file are used, unless the command line allows them.

    Args:
        game, options, players: contents of the file; players are specs.
        trusted: whether the command line trusts the file.
        named, chosen: specs and options given on the command line itself.

    Raises ClickException, UnknownGame.
    """
    from aicore.players.external_resources import (  # late: it needs all players
        external_resources,
        external_rule_files,
    )

    on_command_line = {(one.name, one.program) for one in external_resources(named)}
    on_command_line |= {(one.name, one.program) for one in external_rule_files(game, chosen or {})}
    in_file = {(one.name, one.program) for one in external_resources(players)}
    in_file |= {(one.name, one.program) for one in external_rule_files(game, options)}
    unconfirmed = sorted(in_file - on_command_line)
    if not unconfirmed or trusted:
        return
    programs = [name for name, program in unconfirmed if program]
    files = [name for name, program in unconfirmed if not program]
    if not is_interactive():
        program, other = (short(names[0]) if names else "" for names in (programs, files))
        does = []
        if programs:
            does.append(_("runs programs on this computer, such as {name!r}", name=program))
        if files:
            does.append(_("reads files on this computer, such as {name!r}", name=other))
        raise click.ClickException(
            _("{file} {does}. Add --trust if you trust it", file=short(file), does=listed(does))
        )
    for names, what in (
        (programs, N_("{file} runs these programs on this computer:")),
        (files, N_("{file} reads these files on this computer:")),
    ):
        if names:
            say(_(what, file=file))
        for name in names:
            say(f"  {name}")
    if not click.confirm(_("Allow it?"), default=False):
        raise click.ClickException(
            _("{file} was not resumed: you did not allow what it names", file=short(file))
        )


def require_writable(path: Path | None) -> None:
    """Check, before a game begins, that its record can be added to a file.

    Raises AicoreError, OSError.
    """
    if path is not None:
        require_appendable(path, not_records)
