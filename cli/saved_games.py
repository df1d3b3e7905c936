"""Automatically saved games of people, in the user's data folder."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from aicore.cli.saves import read_save, saves_folder
from aicore.core.errors import AicoreError, short, unknown
from aicore.core.language import N_, SOURCE, pgettext, speaking
from aicore.core.language import gettext as _
from aicore.core.record import Record, read_records
from aicore.core.registry import info, offered
from aicore.core.story import score

RESULTS = {
    "won": N_("won"),
    "lost": N_("lost"),
    "drawn": N_("drawn"),
    "unfinished": N_("unfinished"),
}
"""Results of a person's games; `gettext` translates them."""


@dataclass(frozen=True)
class SavedGame:
    """Saved game of a person.

    Args:
        file: its file, with one game.
        when: time of its last change, in seconds since the epoch.
        record: the game's record.
    """

    file: Path
    when: float
    record: Record

    @property
    def name(self) -> str:
        """Name of the saved game: the end of its file's name."""
        return self.file.stem.rpartition("-")[2]

    @property
    def summary(self) -> str:
        """One-line description of the game."""
        has_opponents, what = self.record.seats > 1, {"game": self.record.game, "day": self.day}
        return (
            _("{game} against {others}, last played {day}", others=self.opponents, **what)
            if has_opponents
            else _("{game}, {others}, last played {day}", others=self.opponents, **what)
        )

    def to_dict(self) -> dict[str, object]:
        """Return the game's entry in `saves --json`, which is in English, for programs."""
        with speaking(SOURCE):
            return {
                "name": self.name,
                "game": self.record.game,
                "against": self.opponents,
                "moves": self.moves,
                "result": self.result,
                "last_played": self.day,
                "file": str(self.file),
            }

    @property
    def day(self) -> str:
        """Date and time of the last move."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))

    @property
    def seat(self) -> int:
        """Seat of the person."""
        return self.record.players.index("human")

    @property
    def begun(self) -> bool:
        """Whether the person has moved."""
        return any(actor == self.seat for actor, _event in self.record.events)

    @property
    def moves(self) -> int:
        """Number of moves of all players."""
        return sum(isinstance(actor, int) for actor, _ in self.record.events)

    @property
    def opponents(self) -> str:
        """Names of the other players, in a few words."""
        # late: it loads all players, which an empty folder does not need
        from aicore.session.seat_labels import player_title, strength

        about = info(self.record.game) if self.record.game in offered() else None
        rival = self.record.rival
        specs = [spec for spec in self.record.players if spec != "human"]
        others = [
            player_title(spec, about) + (strength(spec, about) if about is not None else "")
            for spec in (specs if rival is None else [*specs, rival])
        ]
        names = "; ".join(others) or pgettext("to play", "alone")
        return names if rival is None else _("duel with {others}", others=names)

    @property
    def outcome(self) -> str:
        """Result for the person, in the current language."""
        result = self.result
        return _(RESULTS[result]) if result in RESULTS else result

    @property
    def result(self) -> str:
        """Result for the person: a word of RESULTS, or a score."""
        record = self.record
        if record.resigned is not None:
            return "lost" if record.resigned == self.seat else "won"
        if record.returns is None or record.scores is None:
            return "unfinished"
        if record.seats == 1:
            try:
                return score(record.load(), record.scores)
            except AicoreError:  # a game of an earlier version, or with removed cards
                from aicore.cli.screen import number  # late: completion needs no tables

                return number(record.scores)
        best = max(record.returns)
        if record.returns[self.seat] < best:
            return "lost"
        if record.returns.count(best) < record.seats:
            return "won"
        with suppress(AicoreError):  # as above
            game = record.load()
            if game.cooperative and best in (game.low, game.high):
                return "won" if best == game.high else "lost"
        return "drawn"


def saved_games() -> list[SavedGame]:
    """Return all saved games, the latest first; other files in their folder are ignored."""
    return list(_readable())


def latest_unfinished(*, begun: bool = False) -> SavedGame | None:
    """Return the latest unfinished game; with `begun`, only games in which the person has moved."""
    for saved in _readable():
        if not saved.record.over and (saved.begun or not begun):
            with suppress(AicoreError, OSError):  # its game was removed or changed
                read_save(saved.file)
                return saved
    return None


def _readable() -> Iterator[SavedGame]:
    """Yield the readable games with one person, the latest first."""
    files = []
    with suppress(AicoreError, OSError):
        for file in saves_folder().glob("*.jsonl"):
            with suppress(FileNotFoundError):  # deleted just now
                files.append((file.stat().st_mtime, file))
    for when, file in sorted(files, reverse=True):
        try:
            *_earlier, record = read_records(file)
            if record.players.count("human") == 1:
                yield SavedGame(file, when, record)
        except (OSError, ValueError):  # not a record, or none in it
            continue


def saved_named(name: str, games: Iterable[SavedGame]) -> list[SavedGame]:
    """Return the saved games with this name, or with this file name, ignoring case."""
    typed = name.casefold()
    return [
        saved for saved in games if typed in (saved.name.casefold(), saved.file.stem.casefold())
    ]


def saved_game(name: str) -> SavedGame:
    """Return the saved game with this name. Raises click.ClickException."""
    games = saved_games()
    matching = saved_named(name, games)
    if len(matching) != 1:
        if matching:
            text = _("{n} saved games are called {name}. Type the full file name.",
                     n=len(matching), name=name)  # fmt: skip
        elif games:
            names = [saved.name for saved in games]
            what = pgettext("there is no", "saved game")
            text = unknown(what, name, names, _("`aicore saves` lists them."))
        else:
            text = _('There is no saved game "{name}": you have none yet.', name=short(name))
        raise click.ClickException(text)
    return matching[0]


def to_resume(name: str | None) -> Path:
    """Return the file of an unfinished game to continue. Raises click.ClickException."""
    saved = latest_unfinished() if name is None else saved_game(name)
    if saved is None:
        raise click.ClickException(_("you have no unfinished game"))
    if saved.record.over:
        raise click.ClickException(
            _("game {name} is over. Review it with `aicore saves review {name}`", name=name)
        )
    return saved.file
