"""`aicore tournament report`: the figures in a tournament's file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from aicore.arena import report as parts
from aicore.arena.figures import Mean
from aicore.arena.page import page
from aicore.arena.standard_notation import notated, writer_of
from aicore.arena.store import Store
from aicore.arena.summary import summarize
from aicore.cli.outputs import Write, outputs_of, write_all
from aicore.cli.screen import grouped, heading, make_console, table
from aicore.cli.streams import say, wrapped
from aicore.core.language import gettext as _
from aicore.core.record import Record
from aicore.core.schema import parse

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.arena.figures import Summary
    from aicore.arena.report import Section


def run(
    file: Path,
    html: str | None,
    csv_path: str | None,
    json_path: str | None,
    records: str | None,
    notation: str | None,
    cross_path: str | None,
    anchor: tuple[str, float] | None,
    quiet: bool,
) -> None:
    """Run `aicore tournament report`."""
    if not file.exists():
        raise click.FileError(str(file), _("No such file or directory"))
    with Store.open(file, read_only=True) as store:
        given = {
            "--html": html, "--csv": csv_path, "--cross-csv": cross_path, "--json": json_path,
            "--records": records, "--notation": notation,
        }  # fmt: skip
        outputs = outputs_of(given, file)
        if notation is not None:
            writer_of(store.config.game)  # raises if the game has none
        figures = summarize(store, anchor=anchor)

        writers: dict[str, Write] = {
            "--html": lambda target: target.write(page(figures)),
            "--csv": lambda target: target.write(ladder_csv(figures)),
            "--cross-csv": lambda target: target.write(cross_csv(figures)),
            "--json": lambda target: target.write(
                json.dumps(figures.to_dict(), allow_nan=False) + "\n"
            ),
            "--records": lambda target: target.writelines(line + "\n" for line in store.records()),
            "--notation": lambda target: target.writelines(line + "\n" for line in _notated(store)),
        }
        write_all(outputs, writers)
    if not quiet and not any(output.printed for output in outputs.values()):
        show(make_console(), figures)
        for output in outputs.values():
            note = _("written: {file}", file=output.given)
            say(f"  {note}")


def _notated(store: Store) -> Iterator[str]:
    """Yield the lines of all games in the game's standard notation."""
    names = store.config.names
    games = (
        (
            Record.from_line(line),
            [names[player] for player in parse(row.seating)],
            None if row.returns is None else parse(row.returns),
        )
        for line, row in zip(store.records(), store.games(timing=False), strict=True)
    )
    return notated(store.config.game, games)


MAX_FULL_COLUMNS = 4  # maximum number of players for full cells in 80 columns
MAX_COLUMNS = 9
MAX_TROUBLES = 20

COLUMNS = (
    "player", "games", "wins", "draws", "losses", "points", "share",
    "mean_rank", "mean_score", "elo", "elo_low",
    "elo_high", "return", "return_low", "return_high", "less_luck", "less_luck_low",
    "less_luck_high", "luck_factor", "forfeits", "timeouts", "decisions", "decisions_per_s", "spec",
)  # fmt: skip


def ladder_csv(figures: Summary) -> str:
    """Return the ladder as comma-separated values, best first."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for k in figures.ladder():
        player, speed = figures.players[k], figures.speed[k]
        luck_figures = figures.luck[k] if figures.luck else None
        luck: list[float | None] = [None] * 4
        if luck_figures is not None:
            luck = [
                luck_figures.left.value,
                luck_figures.left.low,
                luck_figures.left.high,
                luck_figures.factor,
            ]
        paid = player.returns or Mean(None, None, None)
        values = [
            player.name, player.games, player.wins, player.draws, player.losses, player.points,
            player.share, player.rank, player.score.mean, player.elo,
            player.low, player.high, paid.value, paid.low, paid.high, *luck,
            player.forfeits, player.timeouts, player.decisions, speed.per_second, player.spec,
        ]  # fmt: skip
        writer.writerow(map(_written, values))
    return file.getvalue()


CROSS_COLUMNS = (
    "player", "opponent", "comparisons", "wins", "draws", "losses", "share", "gain", "elo",
    "elo_low", "elo_high", "stronger",
)  # fmt: skip


def cross_csv(figures: Summary) -> str:
    """Return the results of each player against each other player as comma-separated values."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(CROSS_COLUMNS)
    meetings = parts.meetings(figures)
    for name, row in zip(meetings.names, meetings.rows, strict=True):
        for other, meeting in zip(meetings.names, row, strict=True):
            if meeting is not None:
                values = (meeting.games, *meeting.record, meeting.share, meeting.gain)
                apart = meeting.apart or (None, None, None)
                writer.writerow([name, other, *map(_written, (*values, *apart, meeting.stronger))])
    return file.getvalue()


def _written(value: object) -> object:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else value


def show(console: Console, figures: Summary) -> None:
    """Print all tables on a terminal."""
    if figures.games == 0:
        none = _("no games yet")
        console.print(f"  {none}")
        return
    if not figures.finished:
        count = grouped(figures.games)
        progress = (
            _("unfinished: {n} games of {planned}", n=count, planned=grouped(figures.planned))
            if figures.planned
            else _("unfinished: {n} games", n=count)
        )
        console.print(f"\n  {progress}", style="bold yellow")
    _show(console, parts.test(figures))
    _show(console, parts.standings(figures), numbered=True)
    _show(console, parts.ladder(figures), numbered=True)
    if len(figures.players) > 1:
        _show_cross(console, figures)
    _show(console, parts.matches(figures))
    if figures.differences is not None:
        _show(console, parts.scores(figures))
        _show(console, parts.differences(figures))
    _show(console, parts.less_luck(figures))
    _show(console, parts.games(figures))
    for section in parts.troubles(figures, MAX_TROUBLES):
        _show(console, section)


def show_ladder(console: Console, figures: Summary) -> None:
    """Print the players, best first."""
    _show(console, parts.ladder(figures), numbered=True)


def _show(console: Console, section: Section | None, numbered: bool = False) -> None:
    """Print a part of the report.

    Args:
        numbered: whether the rows begin with their numbers, from 1.
    """
    if section is None:
        return
    console.print()
    console.print(heading(section.title))
    for line in section.lines:
        console.print(Text(wrapped(line, console.width - 2, "  ")))
    if not section.columns:
        return
    places = [""] if numbered else []
    first, *others = section.columns
    names = [*places, first if numbered else f"  {first}", *others]
    listing = table(*names, right=[*places, *section.columns[section.texts :]])
    for place, (name, *cells) in enumerate(section.rows, 1):
        lead = [f"  {place}", Text(name or "", "bold")] if numbered else [Text(f"  {name}", "bold")]
        listing.add_row(*lead, *("-" if cell is None else Text(cell) for cell in cells))
    console.print(listing)


def _show_cross(console: Console, figures: Summary) -> None:
    meetings = parts.meetings(figures)
    full = len(meetings.names) <= MAX_FULL_COLUMNS
    console.print()
    if full:
        head = _("{title}: {unit}, and likelihood of being stronger",
                 title=meetings.title, unit=meetings.unit)  # fmt: skip
        console.print(heading(head))
        _show_cells(console, meetings, lambda one: f"{one.figure} {100 * one.stronger:.0f} %")
        return
    console.print(heading(f"{meetings.title}: {meetings.unit}"))
    _show_cells(console, meetings, lambda one: one.figure)
    console.print()
    console.print(heading(_("Likelihood of being stronger than the column's player")))
    _show_cells(console, meetings, lambda one: f"{100 * one.stronger:.0f} %")


def _show_cells(
    console: Console, meetings: parts.Meetings, shown: Callable[[parts.Meeting], str]
) -> None:
    """Print a table of all pairs, in several parts if there are many players."""
    labels = [str(place) for place in range(1, len(meetings.names) + 1)]
    for start in range(0, len(labels), MAX_COLUMNS):
        columns = range(start, min(start + MAX_COLUMNS, len(labels)))
        heads = [labels[k] for k in columns]
        listing = table("", _("player"), *heads, right=["", *heads])
        for place, (name, row) in enumerate(zip(meetings.names, meetings.rows, strict=True)):
            cells = [
                "." if k == place else "-" if (one := row[k]) is None else shown(one)
                for k in columns
            ]
            listing.add_row(f"  {labels[place]}", Text(name), *cells)
        if start:
            console.print()
        console.print(listing)
