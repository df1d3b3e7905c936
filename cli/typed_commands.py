"""Commands that a person may type in a game besides moves, such as hint, undo and rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from aicore.cli.insight import show_hint, show_turn
from aicore.cli.manual import explain, find_section, paged, show_rules
from aicore.cli.narrator import wrapped_lines
from aicore.cli.screen import draw
from aicore.core.errors import NotationError
from aicore.core.files import user_path
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.record import CHANCE_ACTOR
from aicore.session.move_input import series_examples

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.arena.match import Match
    from aicore.cli.autosave import Autosave
    from aicore.cli.menu import Menu
    from aicore.cli.narrator import Narrator
    from aicore.core.game import View
    from aicore.session.seated_game import SeatedGame
    from aicore.session.thoughts import Thought

COMMANDS = {
    "hint": N_("suggest a move, found by a quick search; `play it` plays it"),
    "undo": N_("take back your last decision"),
    "last": N_("show what happened since your last move"),
    "why": N_("show what the opponent considered on its last turn"),
    "odds": N_("show the exact odds for your moves, in games that know them"),
    "moves": N_("list all legal moves; `moves WORD`: those that start with WORD"),
    "board": N_("draw the position again, in full even on a small terminal"),
    "rules": N_("show the rules; `rules WORD`: the section on WORD"),
    "save": N_("save the game for later; `save FILE`: to this file"),
    "resign": N_("end the game; it counts as lost"),
    "accept": N_("accept the opponent's offer to resign"),
    "quit": N_("leave the game"),
    "help": N_("show this list; `help WORD`: explain a word of this game"),
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}

MAX_WORDS = 12  # maximum number of glossary words that `help` lists


def command_named(word: str) -> str:
    """Return a typed word in lower case, or the command that it is an alias of."""
    return ALIASES.get(word.casefold(), word.casefold())


class Leave(Exception):
    """Signal that the person leaves the game."""


class TakeBack(Exception):
    """Signal that the person takes back the previous decision."""


class Session(Protocol):
    """Game on the terminal, as the commands need it."""

    console: Console
    match: Match
    seat: int
    table: SeatedGame
    autosave: Autosave
    narrator: Narrator
    thoughts: dict[int, Thought]
    news: list[str]
    hinted: tuple[int, str]

    def say(self, text: str, style: str = "", whole: bool = False, hang: int = 0) -> None:
        """Print a text in rows of whole words."""

    def resign(self) -> None:
        """Resign, if the person confirms it."""

    def accept(self) -> None:
        """Accept a computer's offer to resign."""


class Commands:
    """Executor of the commands that a person types in a game."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.console = session.console
        self.game = session.match.game

    @property
    def names(self) -> list[str]:
        """Names of the commands that are useful now."""
        return [name for name in COMMANDS if self._is_useful(name)]

    def _is_useful(self, command: str) -> bool:
        if command == "odds":
            return self.game.info.drawing.odds is not None
        if command == "accept":
            return self.session.table.resigning is not None
        return command not in ("why", "last", "resign") or self.game.seats > 1

    def carry_out(self, typed: str, view: View, menu: Menu) -> bool:
        """Execute what a person typed, and return whether it was a command.

        Args:
            typed: the line.
            view: the knowledge of the person's seat.
            menu: the legal moves of that seat.

        Raises Leave, TakeBack, NotationError.
        """
        word, _space, rest = typed.partition(" ")
        name = command_named(word)
        session, names = self.session, self.session.narrator.names
        if name == "moves":
            menu.show(self.console, rest.split())
        elif name == "save":
            session.autosave.save(user_path(rest) if rest else None)
            command = session.autosave.resume_command()
            session.say(_("Saved. To continue: {command}", command=command), whole=True)
        elif name == "rules":
            rules = self.game.info.rules
            show_rules(self.console, find_section(rules, rest) if rest else rules)
        elif name == "help" and rest:
            self.console.print(explain(self.game, rest, self.console.width))
        elif rest or name not in COMMANDS:
            return False
        else:
            simple: dict[str, Callable[[], None]] = {
                "hint": lambda: self._hint(view),
                "last": self._last,
                "odds": lambda: self._odds(view),
                "undo": self._undo,
                "why": self._why,
                "board": lambda: paged(self.console, draw(view, whole=True, names=names)),
                "resign": self._resign,
                "accept": session.accept,
                "quit": self._quit,
                "help": self._help,
            }
            simple[name]()
        return True

    def _help(self) -> None:
        say = self.session.say
        width = max(map(len, self.names))
        for name in self.names:
            about = _(COMMANDS[name])
            say(f"{name:{width}}  {about}", hang=width + 2)
        words = list(self.game.info.story.glossary(self.game))
        if words:
            some, more = ", ".join(words[:MAX_WORDS]), len(words) - MAX_WORDS
            if more > 0:
                some = _("{words} and {n} more", words=some, n=more)
            say(_("Words to look up, as in `help {word}`: {words}", word=words[0], words=some))
        say(_("Type a move as listed, its number, or the first letters of its words."))
        say(_("To play several moves at once, put ; between them; `undo` takes them all back."))
        for example in series_examples(self.game):
            comment = re.match(r".*?\S {2,}", example)
            say(f"  {example}", hang=2 + (comment.end() if comment else 0))

    def _hint(self, view: View) -> None:
        line = show_hint(self.console, view, self.session.narrator.names)
        self.session.hinted = len(self.session.match.events), line

    def _last(self) -> None:
        if not self.session.news:
            raise NotationError(_("Nothing has happened since your last move"))
        for line in wrapped_lines(
            self.session.news, self.session.narrator.names, self.console.width
        ):
            self.console.print(line)

    def _quit(self) -> None:
        raise Leave

    def _resign(self) -> None:
        if self.game.seats == 1:
            raise NotationError(_("You have no opponent here; `quit` leaves the game"))
        self.session.resign()

    def _odds(self, view: View) -> None:
        odds = view.game.info.drawing.odds
        if odds is None:
            raise NotationError(_("{game} has no odds to show", game=view.game.info.title))
        table, none = odds(view), _("No move here involves luck.")
        self.console.print(f"  {none}" if table is None else table)

    def _undo(self) -> None:
        if not self.session.table.decided(self.session.seat):
            raise NotationError(_("There is nothing to undo: you have not made a decision yet"))
        raise TakeBack

    def _why(self) -> None:
        thoughts, events = self.session.thoughts, self.session.match.events
        if not thoughts:
            alone = self.game.seats == 1
            raise NotationError(
                _("You have no opponent here; `hint` shows what a search would play")
                if alone
                else _("No opponent has made a move since you opened the game")
            )
        last = max(thoughts)
        seat = thoughts[last].seat
        others = (ply for ply in range(last) if events[ply][0] not in (seat, CHANCE_ACTOR))
        before_turn = max(others, default=-1)
        turn = [thoughts[ply] for ply in sorted(thoughts) if ply > before_turn]
        show_turn(self.console, self.session.narrator.names[seat], turn, self.session.seat)
