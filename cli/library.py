"""`aicore saves`: the games of people, kept by themselves, to go on with, look over, throw away."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aicore.cli.options import SAVE, examples
from aicore.cli.streams import say

if TYPE_CHECKING:
    from aicore.core.record import Record

NAMES = click.argument("names", metavar="GAME...", nargs=-1, required=True, type=SAVE)
NAME = click.argument("name", metavar="GAME", type=SAVE)
LATEST = click.argument("name", metavar="[GAME]", required=False, type=SAVE)


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
    def name(self) -> str:
        """What it is called, as long as it is kept: the end of its file's name."""
        return self.file.stem.rpartition("-")[2]

    @property
    def summary(self) -> str:
        """Which game it is, in a line."""
        rivals = self.record.seats > 1
        against = f" against {self.opponents}" if rivals else f", {self.opponents}"
        return f"{self.record.game}{against}, last played {self.day}"

    def to_dict(self) -> dict[str, object]:
        """What `saves --json` writes of it."""
        return {
            "name": self.name,
            "game": self.record.game,
            "against": self.opponents,
            "moves": len(self.record.events),
            "result": self.result,
            "last_played": self.day,
            "file": str(self.file),
        }

    @property
    def day(self) -> str:
        """When it was last played."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))

    @property
    def seat(self) -> int:
        """The person's."""
        return self.record.players.index("human")

    @property
    def begun(self) -> bool:
        """Whether the person has moved."""
        return any(actor == self.seat for actor, _ in self.record.events)

    @property
    def opponents(self) -> str:
        """Who else plays, in a few words."""
        from aicore.core.registry import info, offered
        from aicore.players.spec import split
        from aicore.study.names import strength

        about = info(self.record.game) if self.record.game in offered() else None
        rival = self.record.rival
        specs = [spec for spec in self.record.players if spec != "human"]
        others = [
            split(spec)[0] + (strength(spec, about) if about is not None else "")
            for spec in (specs if rival is None else [*specs, rival])
        ]
        return ("" if rival is None else "duel with ") + ("; ".join(others) or "alone")

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
    return list(_readable())


def latest_unfinished(*, begun: bool = False) -> Kept | None:
    """The game to go on with; `begun`: among those in which the person has moved."""
    from aicore.cli.saves import read_save
    from aicore.core.errors import AicoreError

    for kept in _readable():
        if not kept.record.finished and (kept.begun or not begun):
            with suppress(AicoreError, OSError):  # its game is gone, or has changed
                read_save(kept.file)
                return kept
    return None


def _readable() -> Iterator[Kept]:
    """The games that can be read, the latest first."""
    from aicore.cli.saves import saves_folder
    from aicore.core.errors import AicoreError
    from aicore.core.record import read_records

    found = []
    with suppress(AicoreError, OSError):
        for file in saves_folder().glob("*.jsonl"):
            found.append((file.stat().st_mtime, file))
    for when, file in sorted(found, reverse=True):
        try:
            *_, record = read_records(file)
            if record.players.count("human") == 1:
                yield Kept(file, when, record)
        except (OSError, ValueError):  # not a record, or none in it
            continue


def kept_game(name: str) -> Kept:
    """The game that `aicore saves` calls so. Raises click.ClickException."""
    from aicore.core.errors import short, unknown

    games = kept_games()
    found = [kept for kept in games if name.casefold() in (kept.name, kept.file.stem)]
    if len(found) != 1:
        if found:
            text = f"{len(found)} saved games are called {name}. Write the whole name of the file."
        elif games:
            names = [kept.name for kept in games]
            text = unknown("saved game", name, names, "`aicore saves` lists them.")
        else:
            text = f'There is no saved game "{short(name)}": you have none yet.'
        raise click.ClickException(text)
    return found[0]


@examples(
    """
    aicore saves
    aicore saves resume            the latest
    aicore saves resume 3f0a
    aicore saves review 3f0a
    aicore saves delete 3f0a 91c2
    aicore saves stats
    """
)
@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game.")
@click.pass_context
def saves(context: click.Context, as_json: bool) -> None:
    """Games that you played: list, resume, review, delete, count.

    Every game that you play on a terminal is saved in your data folder.
    """
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("--json lists the games: it goes with no command")
        return
    if as_json:
        for kept in kept_games():
            say(json.dumps(kept.to_dict()))
    else:
        _list()


def _list() -> None:
    from aicore.cli.screen import make_console, table

    games = kept_games()
    if not games:
        say("No game is kept yet: `aicore play` keeps every one.")
        return
    listing = table("", "game", "against", "moves", "result", "last played", right=["moves"])
    for kept in games:
        moves = str(len(kept.record.events))
        game, against = kept.record.game, kept.opponents
        listing.add_row(kept.name, game, against, moves, kept.result, kept.day)
    console = make_console()
    console.print(listing)
    first = games[0].name
    text = f"aicore saves resume {first}    review {first}    delete {first}    stats"
    console.print(text, style="dim")
    console.print(f"aicore replay {first}", style="dim")


@saves.command()
@LATEST
@click.pass_context
def resume(context: click.Context, name: str | None) -> None:
    """Go on with an unfinished GAME; without one, with the latest."""
    from aicore.cli.play import play

    kept = latest_unfinished() if name is None else kept_game(name)
    if kept is None:
        raise click.ClickException("no unfinished game is kept")
    if kept.record.finished:
        raise click.ClickException(f"game {name} is finished: `aicore saves review {name}`")
    context.invoke(play, resume=kept.file)


@saves.command()
@NAME
def review(name: str) -> None:
    """Look over a finished game: mistakes, and what luck did."""
    from aicore.cli.review import look_over, show_review
    from aicore.cli.screen import make_console
    from aicore.cli.telling import Teller

    kept = kept_game(name)
    if not kept.record.finished:
        raise click.ClickException(f"game {name} is unfinished: `aicore saves resume {name}`")
    console = make_console()
    found = look_over(kept.record)
    teller = Teller(console, kept.record.players, viewer=kept.seat, person=kept.seat)
    teller.title(found.game, None)
    show_review(console, found, kept.seat, teller.names)
    console.print()
    console.print(f"  step by step:  aicore replay {kept.name}", style="dim")


@saves.command()
@NAMES
def delete(names: tuple[str, ...]) -> None:
    """Throw games away."""
    for kept in [kept_game(name) for name in dict.fromkeys(names)]:
        kept.file.unlink()
        say(f"deleted: {kept.record.game}, {kept.result}")


@saves.command()
def stats() -> None:
    """What came of your finished games, by game and opponent."""
    from aicore.cli.screen import make_console, table

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
