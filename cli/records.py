"""Records named on a command line: in a file, or by the name of a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from aicore.cli.saved_games import saved_game, saved_games, saved_named
from aicore.core.errors import RecordError, short
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.record import Record, read_records


def named_record(what: str, which: int) -> tuple[Path, Record]:
    """Return a file and its record; `what` is the file or a name from `aicore saves`.

    Raises RecordError, click.ClickException, OSError.
    """
    file = Path(what)
    if not file.exists() and (what.isalnum() or saved_named(what, saved_games())):
        saved = saved_game(what)
        return saved.file, saved.record
    return file, pick_record(file, which)


def pick_record(file: Path, which: int) -> Record:
    """Return record number `which` (from 1). Raises RecordError, click.UsageError, OSError."""
    if which < 1:
        raise click.UsageError(
            _("--game {which}: the first game of a file is --game 1", which=which)
        )
    count = 0
    for record in read_records(file):
        count += 1
        if count == which:
            return record
    name = short(file)
    if not count:
        raise RecordError(
            _("{file} has no game {which}: it contains no record", file=name, which=which)
        )
    raise RecordError(
        ngettext(
            "{file} has no game {which}: it contains one record",
            "{file} has no game {which}: it contains {n} records",
            count,
            file=name,
            which=which,
        )
    )
