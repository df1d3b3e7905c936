"""Telling what happens: moves, chance events and results in short lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from aicore.cli.screen import folded, heading, number, seat_style, table
from aicore.players.spec import split

if TYPE_CHECKING:
    from aicore.core.game import Game, State
    from aicore.core.hooks import Notation
    from aicore.core.record import Actor

NO_BREAK = "\N{NO-BREAK SPACE}"


def seat_names(specs: Sequence[str], viewer: int | None = None) -> list[str]:
    """Short names of the seats: you, or the player's name; a seat number tells twins apart."""
    names = [split(spec)[0] for spec in specs]
    return [
        "you" if seat == viewer else f"{name} {seat}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


class Teller:
    """Writes a line for every event, as one seat sees it; chance events are gathered first.

    Decisions may be gathered, too: all that a seat does before something else happens in a line.

    Args:
        specs: the players' specs, seat by seat.
        viewer: the seat that looks; None sees everything.
        person: the seat that is called "you".
        gather: whether to gather decisions.
    """

    def __init__(
        self,
        console: Console,
        specs: Sequence[str],
        viewer: int | None = None,
        person: int | None = None,
        gather: bool = False,
    ) -> None:
        self.console = console
        self.viewer = viewer
        self.gather = gather
        self.names = seat_names(specs, person)
        self._width = max(len(name) for name in self.names)
        self._pending: list[str] = []
        self._actor: Actor | None = None  # of what is pending
        self._notation: Notation | None = None

    def title(self, game: Game, seed: int | str | None) -> None:
        """Name the game, the seats and the seed, unless it is None: not for those who play."""
        self.console.print()
        self.console.print(heading(game.info.title))
        for seat, name in enumerate(self.names):
            self.console.print(Text.assemble(f"  seat {seat}  ", (name, seat_style(seat))))
        changed = [
            f"{option.name}={game.options[option.name]}"
            for option in game.info.options.values()
            if game.options[option.name] != option.default
        ]
        facts = [*([] if seed is None else [f"seed {seed}"]), *changed]
        if facts:
            self.console.print(f"  {'  '.join(facts)}", style="dim")

    def event(self, before: State, actor: Actor, text: str) -> None:
        """Tell an event that is about to happen in the state `before`."""
        shown = text if self.viewer is None else before.event_text(text, self.viewer)
        if actor != self._actor:
            self.flush()
        self._actor = actor
        self._notation = before.game.info.notation
        self._pending.append(shown)
        if isinstance(actor, int) and not self.gather:
            self.flush()

    def flush(self, but: Actor | None = None) -> None:
        """Tell the events that were gathered.

        Args:
            but: leave those of this actor, who may go on.
        """
        if not self._pending or (but is not None and self._actor == but):
            return
        name, style = "", "dim"
        if isinstance(self._actor, int):
            name, style = self.names[self._actor], "bold"
        indent = self._width + 4
        told = "; ".join(self._told())
        width = max(20, self.console.width - indent)
        rows = wrap(told, width, break_on_hyphens=False, break_long_words=False)
        text = "\n".join(folded(row.replace(NO_BREAK, " "), width) for row in rows)
        for index, row in enumerate(text.split("\n")):
            shown = Text(f"  {name if index == 0 else '':{self._width}}  ")
            if isinstance(self._actor, int):
                shown.stylize(seat_style(self._actor))
            self.console.print(shown.append(row, style))
        self._pending, self._actor = [], None

    def _told(self) -> list[str]:
        """What is pending in few words; actions in the lines that the game's notation has."""
        if len(self._pending) == 1:
            return [self._pending[0].replace(" ", NO_BREAK)]
        shorten = self._notation.shorten if self._notation is not None else None
        if shorten is None or not isinstance(self._actor, int):
            return _gather(self._pending)
        return [line.replace(" ", NO_BREAK) for line in shorten(self._pending)]


def _gather(events: Sequence[str]) -> list[str]:
    """Runs of events that begin with the same word, told together; lines break between events."""
    told = []
    for word, run in groupby(events, key=lambda text: text.partition(" ")[0]):
        parts = []
        for rest, same in groupby(text.partition(" ")[2] for text in run):
            times = len(list(same))
            shown = f"{rest} x{times}".strip() if times > 1 else rest
            parts.append(shown.replace(" ", NO_BREAK))
        told.append(f"{word}{NO_BREAK}{', '.join(parts)}".strip())
    return told


def show_result(
    console: Console, game: Game, state: State, specs: Sequence[str], person: int | None = None
) -> None:
    """Say who won, with scores and returns."""
    names = seat_names(specs, person)
    returns = state.returns()
    scores: list[object] = list(state.scores())
    console.print(heading("The end"))
    console.print(f"  {verdict(game, returns, names, person)} ({state.end})", style="bold")
    if len(scores) != len(names):  # one score in several parts
        scores = [scores]
    with_returns = scores != returns
    columns = ["score", "return"] if with_returns else ["score"]
    listing = table("  player", *columns, right=columns)
    for seat, name in enumerate(names):
        figures = [scores[seat], *([returns[seat]] if with_returns else [])]
        listing.add_row(Text(f"  {name}", seat_style(seat)), *map(number, figures))
    console.print(listing)


def verdict(
    game: Game, returns: Sequence[float], names: Sequence[str], person: int | None = None
) -> str:
    """Who won, in words."""
    if game.seats == 1:
        return "The game is over"
    best = max(returns)
    winners = [seat for seat, value in enumerate(returns) if value == best]
    if len(winners) == game.seats:
        return "A draw"
    if winners == [person]:
        return "You win"
    listed = " and ".join(names[seat] for seat in winners)
    return f"{listed} win" if len(winners) > 1 else f"{listed} wins"
