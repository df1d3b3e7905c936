"""`aicore replay`: a recorded game, checked against the rules and shown."""

from __future__ import annotations

import json
from pathlib import Path

import click

from aicore.cli.outputs import outputs_of, write_all
from aicore.cli.records import named_record
from aicore.cli.saves import is_saved_game
from aicore.cli.streams import say
from aicore.core.language import gettext as _
from aicore.core.record import Record
from aicore.core.record import replay as plies


def run(
    what: str, which: int, seat: int | None, scroll: bool, html: str | None, as_json: bool
) -> None:
    """Run `aicore replay`."""
    if as_json and seat is not None:
        raise click.UsageError(_("--json shows everything, so it cannot be combined with --seat"))
    if as_json and html:
        raise click.UsageError(_("--json and --html cannot be combined: choose one"))
    file, record = named_record(what, which)
    seat = _allowed_seat(record, seat, as_json)
    if html:
        _write_page(record, seat, html, file)
    elif as_json:
        for ply in plies(record, unfinished=True):
            say(json.dumps(ply.to_dict(), separators=(",", ":")))
    else:
        from aicore.cli.playback import show_record  # late: --json and --html draw nothing

        show_record(record, seat, scroll, _person(file, record))


def _allowed_seat(record: Record, seat: int | None, as_json: bool) -> int | None:
    """Return the seat from whose view to show a record: the person's, until the game is over.

    Args:
        seat: the seat asked for.

    Raises click.UsageError if the request would reveal more of an unfinished game than the person's
    view. Raises RecordError if the game cannot be loaded.
    """
    if record.over or record.players.count("human") != 1:
        return seat
    person = record.players.index("human")
    if as_json:
        if record.load().has_hidden:
            raise click.UsageError(_("--json would reveal everything, and this game is not over"))
        return seat
    if seat not in (None, person):
        raise click.UsageError(
            _("--seat {seat}: this game is not over, so you can view only your own seat, {own}",
              seat=seat, own=person)
        )  # fmt: skip
    return person


def _write_page(record: Record, seat: int | None, html: str, file: Path) -> None:
    from aicore.web.replay_page import render_replay  # late: only --html needs pictures

    outputs = outputs_of({"--html": html}, file)
    page = render_replay(record, seat)
    write_all(outputs, {"--html": lambda target: target.write(page)})


def _person(file: Path, record: Record) -> int | None:
    """Return the seat of the person at this computer, in a game that was saved here."""
    mine = is_saved_game(file) and record.players.count("human") == 1
    return record.players.index("human") if mine else None
