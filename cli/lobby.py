"""Step-by-step questions for a game when the command line names none."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rich.text import Text

from aicore.cli.prompt import Prompt, letters, whole_number, yes_or_no
from aicore.cli.screen import heading, print_wrapped, table
from aicore.cli.streams import NO_BREAK
from aicore.core.errors import AicoreError, SpecError, one_line
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.registry import GameInfo, info, offered
from aicore.players import player_class, players_for
from aicore.players.defaults import FIRST_LEVEL, LEVEL_NAMES
from aicore.players.spec import AUTO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

Answer = TypeVar("Answer")

LEAVING = ("q", "quit", "exit")
OTHER_COLUMNS = 28  # width of the list's columns other than the description, with gaps


class Lobby:
    """Dialog that asks for a game, seats and an opponent. Raises EOFError if the person leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.prompt = Prompt(console)

    def wants_to_continue(self, text: str) -> bool:
        """Ask whether the person wants to continue an unfinished game.

        Args:
            text: a description of the game.
        """
        yes, no = letters()

        def read(typed: str) -> bool:
            answer = yes_or_no(typed) if typed else True
            if answer is None:
                raise SpecError(_("Type {yes} or {no}.", yes=yes, no=no))
            return answer

        self.console.print(heading(_("Your last game is unfinished")))
        self.console.print(f"  {text}", soft_wrap=True)
        label = _("continue it? (Enter: yes, {no}: new game) > ", no=no)
        return self._ask(label, read, [yes, no])

    def game(self) -> str:
        """Ask for a game, by its number or the start of its name, and return its name."""
        games = sorted(
            map(info, offered()), key=lambda game: (game.data["game"]["kind"] != "game", game.name)
        )
        self.console.print(heading(_("What would you like to play?")))
        listing = table("", _("game"), _("seats"), _("description"), right=[""])
        for number, game in enumerate(games, 1):
            low, high = game.seats
            seats = f"{low}" if low == high else f"{low}-{high}"
            name = Text(game.name, "bold cyan")
            listing.add_row(
                f"{number}", name, seats, _short(game.summary, self.console.width - OTHER_COLUMNS)
            )
        self.console.print(listing)

        def read(typed: str) -> str:
            number = whole_number(typed, 1, len(games))
            if number is not None:
                return games[number - 1].name
            matching = [game.name for game in games if game.name.startswith(typed.casefold())]
            if typed and len(matching) == 1:
                return matching[0]
            raise SpecError(_("Type a number from 1 to {last}, or a name.", last=len(games)))

        return self._ask(_("game > "), read, [game.name for game in games])

    def seats(self, game: GameInfo) -> int:
        """Ask for the number of seats."""
        low, high = game.seats
        if low == high:
            return low

        def read(typed: str) -> int:
            if not typed:
                return game.default_seats
            number = whole_number(typed, low, high)
            if number is not None:
                return number
            raise SpecError(_("Type a number from {low} to {high}.", low=low, high=high))

        usual = game.default_seats
        label = _("seats, {low} to {high} (Enter: {usual}) > ", low=low, high=high, usual=usual)
        return self._ask(label, read)

    def opponent(self, game: GameInfo, levels: tuple[str, ...]) -> str | None:
        """Ask for the opponents and return their spec; None for no opponent, in a game for one."""
        alone = game.seats[1] == 1
        others = [name for name in players_for(game) if name not in ("human", "engine")]
        if not levels:
            ask = _("Choose your opponent:")
        elif alone:
            ask = _("Choose your opponent: a level from 1 to 9, or a player:")
        else:
            ask = _(
                "Choose your opponent: a level from 1 to 9, auto (as strong as you), or a player:"
            )
        if levels:
            named = [f"{number} {_(name)}" for number, name in enumerate(LEVEL_NAMES, 1)]
            whole = [name.replace(" ", NO_BREAK) for name in named]
            print_wrapped(self.console, _("Levels: {names}", names=", ".join(whole)))
        print_wrapped(self.console, ask)
        print_wrapped(self.console, ", ".join(others))
        if alone:
            print_wrapped(
                self.console, _("It plays the same deal after you. Press Enter to play alone.")
            )
        default = "" if alone else str(FIRST_LEVEL) if levels else "mcts"

        def read(typed: str) -> str | None:
            typed = typed or default
            if not typed:
                return None
            number = whole_number(typed, 1, len(levels))
            if number is not None:
                return levels[number - 1]
            if levels and not alone and typed == "auto":
                return AUTO
            if typed.isdecimal() and levels:
                raise SpecError(_("Type a level from 1 to {last}, or a player.", last=len(levels)))
            player_class(typed.partition(":")[0])
            return typed

        label = _("opponent (Enter: {usual}) > ", usual=default or pgettext("to play", "alone"))
        return self._ask(label, read, others)

    def _ask(self, label: str, read: Callable[[str], Answer], words: Sequence[str] = ()) -> Answer:
        while True:
            typed = self.prompt.read(label, words)
            if typed.casefold() in LEAVING:
                raise EOFError
            try:
                return read(typed)
            except AicoreError as error:
                print_wrapped(self.console, one_line(error), "red")


def _short(summary: str, width: int) -> str:
    """Return a game's description in a row, cut after its first clause if it is too long."""
    first = summary.partition(";")[0]
    return summary if len(summary) <= width or first == summary else f"{first}."
