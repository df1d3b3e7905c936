"""`aicore replay`: a recorded game, checked against the rules and shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from aicore.cli.options import RECORD, Whole, examples
from aicore.cli.streams import say

if TYPE_CHECKING:
    from aicore.cli.telling import Teller
    from aicore.core.game import Game
    from aicore.core.record import Ply, Record


@examples(
    """
    aicore replay games.jsonl
    aicore replay games.jsonl --game 3 --seat 1
    aicore replay games.jsonl --html game.html
    aicore replay games.jsonl --json | jq .legal
    aicore replay 3f0a             a game of `aicore saves`
    """
)
@click.command()
@click.argument("what", type=RECORD, metavar="FILE|SAVE")
@click.option("--game", "which", type=Whole(), default=1, metavar="N", help="The Nth game of FILE.")
@click.option("--seat", type=Whole(), metavar="K", help="Show only what this seat saw.")
@click.option("--scroll", is_flag=True, help="Print one position below the other, as in a pipe.")
@click.option("--html", type=str, metavar="PAGE", help="Write a page that steps through it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each ply.")
def replay(
    what: str, which: int, seat: int | None, scroll: bool, html: str | None, as_json: bool
) -> None:
    """Check a record against the rules and show it.

    FILE holds records; SAVE is a game as `aicore saves` calls it.

    On a terminal the game is drawn in place: the arrows step, n goes to the next turn, a number and
    the Enter key to that move, space plays and stops, q leaves.

    An unfinished game with one person is shown from that person's seat, without its seed.

    The page that --html writes has the pictures and the story, answers to keys, needs no network.

    With --json each line is a ply: its number, whose turn it is, the legal actions (at a decision)
    or the outcomes with their probabilities (at chance), the event that follows and the full state.
    """
    if as_json and seat is not None:
        raise click.UsageError("--json shows everything: it does not go with --seat")
    if as_json and html:
        raise click.UsageError("--json and --html are two ways to see a game: choose one")
    file, record = named_record(what, which)
    seat = _bound_seat(record, seat, as_json)
    if html:
        _write_page(record, seat, html, file)
    elif as_json:
        from aicore.core.record import replay as plies

        for ply in plies(record, unfinished=True):
            say(json.dumps(ply.to_dict(), separators=(",", ":")))
    else:
        _show(record, seat, scroll, _person(file, record))


def _bound_seat(record: Record, seat: int | None, as_json: bool) -> int | None:
    """From whose seat to show a record: the person's, as long as the game goes on.

    Args:
        seat: which was asked for.

    Raises click.UsageError when what was asked for would show the person what is hidden,
    RecordError.
    """
    if record.finished or record.players.count("human") != 1:
        return seat
    person = record.players.index("human")
    if as_json:
        if record.load().has_hidden:
            raise click.UsageError("--json shows everything: this game is not over")
        return seat
    if seat not in (None, person):
        raise click.UsageError(f"--seat {seat}: this game is not over, and your seat is {person}")
    return person


def _write_page(record: Record, seat: int | None, html: str, file: Path) -> None:
    from aicore.cli.outputs import Output, write_all
    from aicore.web.film import film

    output = Output("--html", html, file)
    page = film(record, seat)

    def write(stream: IO[str]) -> None:
        stream.write(page)

    write_all([(output, write)])


def named_record(what: str, which: int) -> tuple[Path, Record]:
    """A file, or a kept game, as `aicore saves` calls it, and its record.

    Raises RecordError, click.ClickException, OSError.
    """
    from aicore.cli.library import kept_game

    file = Path(what)
    if what.isalnum() and not file.exists():
        kept = kept_game(what)
        return kept.file, kept.record
    return file, pick_record(file, which)


def pick_record(file: Path, which: int) -> Record:
    """A file's record of a number, from 1. Raises RecordError, click.UsageError, OSError."""
    from aicore.core.errors import RecordError, short
    from aicore.core.record import read_records

    if which < 1:
        raise click.UsageError(f"--game {which}: the first game of a file is --game 1")
    count = 0
    for record in read_records(file):
        count += 1
        if count == which:
            return record
    held = {0: "no record", 1: "one record"}.get(count, f"{count} records")
    raise RecordError(f"{short(file)}: there is no game {which} in it, it holds {held}")


def _person(file: Path, record: Record) -> int | None:
    """The seat of the person at this computer, in a game that was kept here."""
    from aicore.cli.saves import is_kept

    mine = is_kept(file) and record.players.count("human") == 1
    return record.players.index("human") if mine else None


def _show(record: Record, seat: int | None, scroll: bool, person: int | None) -> None:
    from aicore.cli.screen import make_console
    from aicore.cli.telling import Teller
    from aicore.cli.viewer import can_redraw
    from aicore.core.errors import OptionError
    from aicore.core.record import replay as plies

    console = make_console()
    game = record.load()
    if seat is not None and not 0 <= seat < game.seats:
        raise OptionError(f"--seat {seat}: the game has seats 0 to {game.seats - 1}")
    teller = Teller(console, record.players, viewer=seat, person=person)
    # the seed tells the luck that is still to come, and with it what the other seats hide
    seed = None if seat is not None and not record.finished else record.seed
    if can_redraw(console) and not scroll:
        last = _redraw(list(plies(record, unfinished=True)), game, teller, seat)
        teller.title(game, seed)
    else:
        teller.title(game, seed)
        last = _scroll(plies(record, unfinished=True), teller, seat)
    if record.finished:
        teller.result(last.state)
    else:
        console.print(f"Unfinished: the record stops after {len(record.events)} moves.")


def _redraw(plies: list[Ply], game: Game, teller: Teller, seat: int | None) -> Ply:
    """Show the game in place, at the person's pace. Returns its last ply."""
    from aicore.cli.viewer import Viewer, WatchedFrame, WatchedGame
    from aicore.study.draws import win_probability

    left = iter(plies)

    def more() -> WatchedFrame | None:
        for ply in left:
            if ply.turn == "chance" and ply.event is not None:
                teller.hear(ply)
                continue
            position = ply.state if seat is None else ply.state.view(seat)
            text = tuple(teller.gathered())
            teller.hear(ply)
            drawn = game.info.drawing.draw(position, names=teller.names)
            judge = partial(win_probability, ply.state, seat)
            return WatchedFrame(ply.number, ply.state.turn, drawn, text, judge)
        return None

    Viewer(teller.console, WatchedGame(game, teller.names, more)).run()
    return plies[-1]


def _scroll(plies: Iterator[Ply], teller: Teller, seat: int | None) -> Ply:
    """Print where each turn begins, and what happens in it. Returns the last ply."""
    from aicore.cli.screen import draw

    for ply in plies:
        position = ply.state if seat is None else ply.state.view(seat)
        if ply.turn == "chance" and ply.event is not None:
            teller.hear(ply)
            continue
        if teller.has_turn(ply.state) or ply.event is None:
            teller.flush()
            teller.console.print(draw(position, names=teller.names))
        teller.hear(ply)
    return ply
