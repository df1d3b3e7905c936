"""Step-by-step questions for a game when the command line names none."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rich.text import Text

from aicore.cli.prompt import Prompt
from aicore.cli.screen import heading, table
from aicore.core.errors import AicoreError, SpecError, one_line
from aicore.core.registry import GameInfo, info, offered
from aicore.players import player_class, players_for
from aicore.players.defaults import FIRST_LEVEL, LEVEL_NAMES
from aicore.players.spec import AUTO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

Answer = TypeVar("Answer")

LEAVING = ("q", "quit", "exit")
NOTE_GAP = 28  # columns of the list beside the description


class Lobby:
    """Dialog that asks for a game, seats and an opponent. Raises EOFError if the person leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.prompt = Prompt(console)

    def goes_on(self, text: str) -> bool:
        """Ask whether the person wants to continue an unfinished game.

        Args:
            text: a description of the game.
        """

        def read(typed: str) -> bool:
            if typed.casefold() in ("", "y", "yes", "n", "no"):
                return not typed.casefold().startswith("n")
            raise SpecError("type y or n")

        self.console.print(heading("Your last game is unfinished"))
        self.console.print(f"  {text}", soft_wrap=True)
        return self._ask("continue it? (Enter: yes, n: new game) > ", read, ["y", "n"])

    def game(self) -> str:
        """Ask for a game and return its name; its number or the start of the name will do."""
        games = sorted(
            map(info, offered()), key=lambda game: (game.data["game"]["kind"] != "game", game.name)
        )
        self.console.print(heading("What would you like to play?"))
        listing = table("", "game", "seats", "description", right=[""])
        for number, game in enumerate(games, 1):
            low, high = game.seats
            seats = f"{low}" if low == high else f"{low}-{high}"
            name = Text(game.name, "bold cyan")
            listing.add_row(
                f"{number}", name, seats, _short(game.summary, self.console.width - NOTE_GAP)
            )
        self.console.print(listing)

        def read(typed: str) -> str:
            if typed.isdecimal() and 1 <= int(typed) <= len(games):
                return games[int(typed) - 1].name
            found = [game.name for game in games if game.name.startswith(typed.casefold())]
            if typed and len(found) == 1:
                return found[0]
            raise SpecError(f"type a number from 1 to {len(games)}, or a name")

        return self._ask("game > ", read, [game.name for game in games])

    def seats(self, game: GameInfo) -> int:
        """Ask for the number of seats."""
        low, high = game.seats
        if low == high:
            return low

        def read(typed: str) -> int:
            if not typed:
                return game.default_seats
            if typed.isdecimal() and low <= int(typed) <= high:
                return int(typed)
            raise SpecError(f"type a number from {low} to {high}")

        label = f"seats, {low} to {high} (Enter: {game.default_seats}) > "
        return self._ask(label, read)

    def opponent(self, game: GameInfo, levels: tuple[str, ...]) -> str | None:
        """Ask for the opponents and return their spec; None: no opponent, in a game for one."""
        alone = game.seats[1] == 1
        others = [name for name in players_for(game) if name not in ("human", "engine")]
        about = "a level from 1 to 9, or a player" if levels else "a player"
        if levels and not alone:
            about = about.replace(", or", ", auto (as strong as you), or")
        if levels:
            named = [f"{number} {name}" for number, name in enumerate(LEVEL_NAMES, 1)]
            self.console.print(f"  Levels: {', '.join(named[:5])},\n  {', '.join(named[5:])}")
        self.console.print(f"  Choose your opponent: {about}:\n  {', '.join(others)}")
        if alone:
            self.console.print("  It plays the same deal after you. Press Enter to play alone.")
        default = "" if alone else str(FIRST_LEVEL) if levels else "mcts"

        def read(typed: str) -> str | None:
            typed = typed or default
            if not typed:
                return None
            if levels and typed.isdecimal() and 1 <= int(typed) <= len(levels):
                return levels[int(typed) - 1]
            if levels and not alone and typed == "auto":
                return AUTO
            player_class(typed.partition(":")[0])
            return typed

        label = f"opponent (Enter: {default or 'alone'}) > "
        return self._ask(label, read, others)

    def _ask(self, label: str, read: Callable[[str], Answer], words: Sequence[str] = ()) -> Answer:
        while True:
            typed = self.prompt.read(label, words)
            if typed.casefold() in LEAVING:
                raise EOFError
            try:
                return read(typed)
            except AicoreError as error:
                self.console.print(Text(f"  {one_line(error)}", "red"))


def _short(summary: str, width: int) -> str:
    """Return a game's description in a row, cut after its first clause if it is too long."""
    first = summary.partition(";")[0]
    return summary if len(summary) <= width or first == summary else f"{first}."
