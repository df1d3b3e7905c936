"""`aicore saves`: the games of people, kept by themselves, to go on with, look over, throw away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.options import examples

if TYPE_CHECKING:
    from aicore.core.record import Record

NUMBERS = click.argument("numbers", type=click.IntRange(min=1), nargs=-1, required=True)
NUMBER = click.argument("number", type=click.IntRange(min=1))
LATEST = click.argument("number", type=click.IntRange(min=1), required=False)


@dataclass(frozen=True)
class Kept:
    """A game that was kept.

    Args:
        file: where; a file holds one game.
        when: seconds since the epoch, of its last change.
    """

    file: Path
    when: float
    record: Record

    @property
    def seat(self) -> int:
        """The person's."""
        return self.record.players.index("human")

    @property
    def opponents(self) -> str:
        """Who else plays, in a few words."""
        from aicore.core.registry import info, names
        from aicore.players.spec import split
        from aicore.study.names import strength

        about = info(self.record.game) if self.record.game in names() else None
        others = [
            split(spec)[0] + (strength(spec, about) if about is not None else "")
            for spec in self.record.players
            if spec != "human"
        ]
        return "; ".join(others) or "alone"

    @property
    def result(self) -> str:
        """How it stands for the person: won, lost, drawn, a score, or unfinished."""
        from aicore.cli.screen import number as number_text
        from aicore.core.errors import AicoreError
        from aicore.core.story import score

        record = self.record
        if record.returns is None or record.scores is None:
            return "unfinished"
        if record.seats == 1:
            try:
                return score(record.load(), record.scores)
            except AicoreError:  # a game of an earlier version, or with cards that are gone
                return number_text(record.scores)
        best = max(record.returns)
        if record.returns[self.seat] < best:
            return "lost"
        return "drawn" if record.returns.count(best) == record.seats else "won"


def kept_games() -> list[Kept]:
    """All games that were kept, the latest first. Other files in their folder are passed over."""
    from aicore.cli.saves import saves_folder

    try:
        files = sorted(saves_folder().glob("*.jsonl"))
    except OSError:
        return []
    return sorted(_readable(files), key=lambda kept: -kept.when)


def _readable(files: list[Path]) -> Iterator[Kept]:
    from aicore.core.record import read_records

    for file in files:
        try:
            *_, record = read_records(file)
            if record.players.count("human") == 1:
                yield Kept(file, file.stat().st_mtime, record)
        except (OSError, ValueError):  # not a record, or none in it
            continue


def numbered(number: int) -> Kept:
    """The kept game of this number in the list. Raises click.ClickException."""
    games = kept_games()
    if number > len(games):
        held = f"`aicore saves` lists 1 to {len(games)}" if games else "none is kept"
        raise click.ClickException(f"no game {number}: {held}")
    return games[number - 1]


@examples(
    """
    aicore saves
    aicore saves resume 1
    aicore saves review 2
    aicore saves delete 3 4
    aicore saves stats
    """
)
@click.group(invoke_without_command=True)
@click.pass_context
def saves(context: click.Context) -> None:
    """The games that you played: list, resume, review, delete, count.

    Every game that you play on a terminal is kept by itself, in the user's data folder.
    """
    if context.invoked_subcommand is None:
        _list()


def _list() -> None:
    import time

    from aicore.cli.screen import make_console, table
    from aicore.cli.streams import say

    games = kept_games()
    if not games:
        say("No game is kept yet: `aicore play` keeps every one.")
        return
    listing = table("", "game", "against", "plies", "result", "last played", right=["", "plies"])
    for number, kept in enumerate(games, 1):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.when))
        plies = str(len(kept.record.events))
        listing.add_row(str(number), kept.record.game, kept.opponents, plies, kept.result, when)
    console = make_console()
    console.print(listing)
    console.print("aicore saves resume N    review N    delete N    stats", style="dim")


@saves.command()
@LATEST
@click.pass_context
def resume(context: click.Context, number: int | None) -> None:
    """Go on with an unfinished game; with the latest, if no NUMBER is given."""
    from aicore.cli.play import play

    if number is None:
        unfinished = (at for at, kept in enumerate(kept_games(), 1) if not kept.record.finished)
        number = next(unfinished, None)
        if number is None:
            raise click.ClickException("no unfinished game is kept")
    kept = numbered(number)
    if kept.record.finished:
        raise click.ClickException(f"game {number} is finished: `aicore saves review {number}`")
    context.invoke(play, resume=kept.file)


@saves.command()
@NUMBER
def review(number: int) -> None:
    """What the decisions of a finished game gave away, and what luck did."""
    from aicore.cli.review import look_over, show_review
    from aicore.cli.screen import make_console
    from aicore.cli.telling import Teller

    kept = numbered(number)
    if not kept.record.finished:
        raise click.ClickException(f"game {number} is unfinished: `aicore saves resume {number}`")
    console = make_console()
    found = look_over(kept.record)
    teller = Teller(console, kept.record.players, viewer=kept.seat, person=kept.seat)
    teller.title(found.game, None)
    show_review(console, found, kept.seat, teller.cast)
    console.print()
    console.print(f"  step by step:  aicore replay {kept.file}", style="dim", soft_wrap=True)


@saves.command()
@NUMBERS
def delete(numbers: tuple[int, ...]) -> None:
    """Throw games away."""
    from aicore.cli.streams import say

    for kept in [numbered(number) for number in dict.fromkeys(numbers)]:
        kept.file.unlink()
        say(f"deleted: {kept.record.game}, {kept.result}")


@saves.command()
def stats() -> None:
    """What came of your finished games, by game and opponent."""
    from aicore.cli.screen import make_console, table
    from aicore.cli.streams import say

    finished: dict[tuple[str, str], list[Kept]] = defaultdict(list)
    for kept in kept_games():
        if kept.record.finished:
            finished[kept.record.game, kept.opponents].append(kept)
    if not finished:
        say("No finished game is kept yet.")
        return
    columns = ("games", "won", "drawn", "lost", "best", "mean")
    listing = table("game", "against", *columns, right=columns)
    for (game, opponents), games in sorted(finished.items()):
        results = [kept.result for kept in games]
        counts = [str(results.count(word)) for word in ("won", "drawn", "lost")]
        figures = ["", ""]
        if games[0].record.seats == 1:
            counts = ["", "", ""]
            scores = [float(kept.record.scores[0]) for kept in games if kept.record.scores]
            figures = [f"{max(scores):g}", f"{sum(scores) / len(scores):.1f}"]
        listing.add_row(game, opponents, str(len(games)), *counts, *figures)
    make_console().print(listing)
