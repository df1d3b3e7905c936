"""A person's game: positions, moves, commands, and what others do in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from aicore.cli import saves
from aicore.cli.insight import show_hint, show_thought
from aicore.cli.menu import Menu
from aicore.cli.prompt import Prompt
from aicore.cli.screen import draw, heading
from aicore.cli.telling import Teller
from aicore.cli.thinking import thinking
from aicore.core.errors import AicoreError, NotationError

if TYPE_CHECKING:
    from aicore.arena.match import Match
    from aicore.core.decision import Decision
    from aicore.core.game import State, View
    from aicore.core.record import Actor

COMMANDS = {
    "hint": "what a quick search would play in your place",
    "undo": "back to your previous decision",
    "why": "what the opponent considered before its last move",
    "odds": "the exact chances behind your moves, in games that tell them",
    "moves": "all legal moves; `moves WORD`: those that begin so",
    "board": "draw the position again",
    "rules": "the rules of this game",
    "save": "keep the game to go on another time; `save FILE`: in this file",
    "quit": "leave the game",
    "help": "this list",
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


class Leave(Exception):
    """The person leaves the game."""


class TakeBack(Exception):
    """The person wants the previous decision again."""


@dataclass(frozen=True)
class Thought:
    """An opponent's decision, to be explained when the person asks why."""

    before: State
    seat: int
    decision: Decision


class Session:
    """Runs a match in which one seat is a person's.

    Args:
        match: with a `Human` at the person's seat, whose `ask` the session supplies.
        seat: the person's.
        save: the file to save to; None for a new one in the data folder.
        resumed: whether the end of that file is this game's earlier state.
    """

    def __init__(
        self,
        console: Console,
        match: Match,
        seat: int,
        save: Path | None = None,
        resumed: bool = False,
    ) -> None:
        self.console = console
        self.match = match
        self.seat = seat
        self.prompt = Prompt(console)
        self.save_file = save
        self.saved_here = resumed
        specs = [player.spec for player in match.players]
        self.teller = Teller(console, specs, viewer=seat, person=seat)
        self._thoughts: dict[int, Thought] = {}
        self._greeted = False

    def run(self) -> bool:
        """Play until the game is over or the person leaves. Returns whether it is over.

        Raises EOFError at the end of piped input, KeyboardInterrupt.
        """
        while not self.match.over:
            try:
                self._step()
            except TakeBack:
                self._take_back()
            except Leave:
                return False
        self.teller.flush()
        self.console.print(draw(self.match.state))
        return True

    def _step(self) -> None:
        turn = self.match.state.turn
        if turn < 0 or turn == self.seat:
            self.match.step(self._happens)
            return
        self.teller.flush()
        secret = self.match.game.has_hidden
        with thinking(self.console, self.teller.names[turn], secret) as progress:
            self.match.step(self._happens, progress)

    def _happens(self, before: State, actor: Actor, text: str, decision: Decision | None) -> None:
        self.teller.event(before, actor, text)
        if decision is not None and isinstance(actor, int) and actor != self.seat:
            self._thoughts[len(self.match.events)] = Thought(before.clone(), actor, decision)

    def ask(self, view: View) -> str:
        """The person's decision; the `ask` of the seat's `Human`."""
        self.teller.flush()
        self.console.print()
        self.console.print(heading("Your move"))
        self.console.print(draw(view))
        menu = Menu(view.legal())
        self.console.print(menu.listing(self.console.width))
        if len(menu.moves) == 1:
            self._say("The only move: the Enter key plays it.", "dim")
        if not self._greeted:
            self._greeted = True
            self._say("Type a move, its number or its beginning; or one of", "dim")
            self._say("  ".join(COMMANDS), "dim")
        words = [*menu.moves, *COMMANDS]
        while True:
            typed = self.prompt.read("your move > ", words)
            if not typed and len(menu.moves) == 1:
                return menu.moves[0]
            if not typed:
                continue
            try:
                if typed not in menu.moves and self._command(typed, view, menu):
                    continue
                return menu.find(typed)
            except (AicoreError, OSError) as error:
                self._say(str(error), "red")

    def _command(self, typed: str, view: View, menu: Menu) -> bool:
        """Carry out a command. Returns whether it was one."""
        word, _, rest = typed.partition(" ")
        name = ALIASES.get(word, word)
        if name == "moves":
            if not menu.begin_with(rest.split()):
                raise NotationError(f"no legal move begins with {rest!r}")
            self.console.print(menu.listing(self.console.width, rest.split(), everything=True))
        elif name == "save":
            self.save(Path(rest).expanduser() if rest else None)
            self._say(f"saved; to go on: {self.resume_command()}")
        elif rest or name not in COMMANDS:
            return False
        else:
            simple: dict[str, Callable[[], None]] = {
                "hint": lambda: show_hint(self.console, view),
                "odds": lambda: self._odds(view),
                "undo": self._undo,
                "why": self._why,
                "board": lambda: self.console.print(draw(view)),
                "rules": lambda: self.console.print(Markdown(self.match.game.info.rules)),
                "quit": self._quit,
                "help": self._help,
            }
            simple[name]()
        return True

    def _say(self, text: str, style: str = "") -> None:
        # left to the terminal to wrap, so that a command in it can be copied
        self.console.print(Text(f"  {text}", style), soft_wrap=True)

    def _help(self) -> None:
        for name, about in COMMANDS.items():
            self.console.print(Text.assemble("  ", (f"{name:6}", "bold"), f"  {about}"))
        self._say("A move is its notation, its number, or the unique beginnings of its words.")

    def _quit(self) -> None:
        raise Leave

    def _odds(self, view: View) -> None:
        odds = getattr(view.game.info.drawing, "odds", None)
        if odds is None:
            raise NotationError(f"{view.game.info.title} has no odds to tell")
        table = odds(view)
        self.console.print(
            "  nothing that you can do now hangs on luck" if table is None else table
        )

    def _undo(self) -> None:
        if not any(actor == self.seat for actor, _ in self.match.events):
            raise NotationError("there is no decision of yours to take back")
        raise TakeBack

    def _take_back(self) -> None:
        own = [ply for ply, (actor, _) in enumerate(self.match.events) if actor == self.seat]
        self._say(f"taken back: {self.match.events[own[-1]][1]}")
        self.match.rewind(own[-1])
        self._thoughts = {ply: kept for ply, kept in self._thoughts.items() if ply < own[-1]}

    def _why(self) -> None:
        if not self._thoughts:
            raise NotationError("no opponent has decided anything in this sitting yet")
        thought = self._thoughts[max(self._thoughts)]
        name = self.teller.names[thought.seat]
        show_thought(self.console, name, thought.before, thought.decision, self.seat)

    def save(self, path: Path | None = None) -> Path:
        """Save the unfinished game. Returns the file. Raises OSError.

        Args:
            path: a file to save to from now on.
        """
        if path is not None and path != self.save_file:
            self.save_file, self.saved_here = path, False
        if self.save_file is None:
            self.save_file = saves.new_save(self.match.game.name, self.match.seed)
        saves.write_save(self.match.record(), self.save_file, replace=self.saved_here)
        self.saved_here = True
        return self.save_file

    def resume_command(self) -> str:
        """The command that continues the saved game; `play` completes it."""
        import shlex

        return f"aicore play --resume {shlex.quote(str(self.save_file))}"
