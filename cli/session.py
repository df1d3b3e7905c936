"""A person's game: positions, moves, commands, and what others do in between."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.text import Text

from aicore.cli import saves
from aicore.cli.insight import show_hint, show_turn
from aicore.cli.manual import explain, find_section, show_rules
from aicore.cli.menu import Menu
from aicore.cli.prompt import Prompt
from aicore.cli.screen import draw, heading
from aicore.cli.streams import wrapped
from aicore.cli.telling import Teller
from aicore.cli.thinking import thinking
from aicore.core.errors import AicoreError, NotationError, SpecError, one_line
from aicore.core.files import user_path
from aicore.core.record import CHANCE_ACTOR
from aicore.core.rng import Rng
from aicore.core.story import asides, happening
from aicore.players import PLAYERS, player
from aicore.study.thoughts import Thought
from aicore.study.typed import Series, moves_meant, series_examples

if TYPE_CHECKING:
    from aicore.arena.match import Match
    from aicore.core.decision import Decision
    from aicore.core.game import State, View
    from aicore.core.record import Actor

COMMANDS = {
    "hint": "what a quick search would play in your place",
    "undo": "back to your previous decision",
    "why": "what the opponent considered in its last turn",
    "odds": "the exact chances behind your moves, in games that tell them",
    "moves": "all legal moves; `moves WORD`: those that begin so",
    "board": "draw the position again, all of it where a small terminal shows a part",
    "rules": "how this game is played; `rules WORD`: what they say of it",
    "save": "keep the game to go on another time; `save FILE`: in this file",
    "quit": "leave the game",
    "help": "this list; `help WORD`: what a word of this game means",
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}

WORDS = 12  # of the glossary that `help` lists
ENDLESS = 1000  # rows of a pipe
ROOM = 9  # rows for what was told before the first move
LONGEST = 500  # characters of what is typed
STAND_IN = "mcts"  # who plays on for an opponent that cannot


def command_named(word: str) -> str:
    """The command that a word is, however it is written; any other word in small letters."""
    return ALIASES.get(word.casefold(), word.casefold())


class Leave(Exception):
    """The person leaves the game."""


class TakeBack(Exception):
    """The person wants the previous decision again."""


class Session:
    """Runs a match in which one seat is a person's.

    Args:
        match: with a `Human` at the person's seat, whose `ask` the session supplies.
        seat: the person's.
        save: the file to save to; None for a new one in the data folder.
        saved: the line of that file that is this game's earlier state, if there is one.
    """

    def __init__(
        self,
        console: Console,
        match: Match,
        seat: int,
        save: Path | None = None,
        saved: str | None = None,
    ) -> None:
        self.console = console
        self.match = match
        self.seat = seat
        self.prompt = Prompt(console)
        self.save_file = save
        self.saved = saved
        specs = [player.spec for player in match.players]
        self.teller = Teller(console, specs, viewer=seat, person=seat)
        self._thoughts: dict[int, Thought] = {}
        self._series: Series | None = None  # under way
        self._played: dict[int, Series] = {}  # by the plies of their steps
        self._greeted = False
        self.commands = [name for name in COMMANDS if self._serves(name)]

    def _serves(self, command: str) -> bool:
        """Whether a command has something to tell in this game."""
        if command == "odds":
            return self.match.game.info.drawing.odds is not None
        return command != "why" or self.match.game.seats > 1

    def run(self) -> bool:
        """Play until the game is over or the person leaves. Returns whether it is over.

        Raises EOFError at the end of piped input, KeyboardInterrupt.
        """
        try:
            while not self.match.over:
                try:
                    self._step()
                except TakeBack:
                    self._take_back()
                except Leave:
                    return False
        finally:
            self.teller.flush()
        self.console.print(draw(self.match.state, cast=self.teller.cast))
        return True

    def get_ready(self) -> None:
        """Let the opponents get ready, or others take their places."""
        for seat in range(self.match.game.seats):
            try:
                self.match.players[seat].ready(seat)
            except Exception as error:
                self._replace(seat, error)

    def _step(self) -> None:
        turn = self.match.state.turn
        if turn < 0 or turn == self.seat:
            self.match.step(self._happens)
            return
        self.teller.flush(but=turn)
        secret = self.match.game.has_hidden
        try:
            with thinking(self.console, self.teller.names[turn], secret) as progress:
                self.match.step(self._happens, progress)
        except Exception as error:  # whatever befalls an opponent, the person's game goes on
            self._replace(turn, error)

    def _replace(self, seat: int, error: Exception) -> None:
        """Ask who goes on for an opponent that cannot. Raises Leave."""
        name = self.teller.names[seat]
        self.teller.flush()
        self._say(f"{name} cannot go on: {one_line(error)}", "bold red")
        self._say(f"Who plays on for it? A player such as {STAND_IN} (the Enter key), or")
        self._say("again: it tries once more   quit: save the game and leave")
        while True:
            try:
                typed = self.prompt.read("player > ", ["again", "quit", *PLAYERS])
            except EOFError:
                raise Leave from None
            if command_named(typed) == "quit":
                raise Leave
            try:
                if typed.casefold() != "again":
                    self._seat_another(seat, typed or STAND_IN)
                self.match.players[seat].ready(seat)
            except (AicoreError, OSError) as wrong:
                self._say(one_line(wrong), "red")
            else:
                return

    def _seat_another(self, seat: int, spec: str) -> None:
        made = player(spec, self.match.game)
        if made.NAME == "human":
            raise SpecError("player human: there is one person in a game")
        self.match.players[seat].close()
        self.match.replace(seat, made)
        self.teller.seated([one.spec for one in self.match.players])

    def _happens(self, before: State, actor: Actor, text: str, decision: Decision | None) -> None:
        self.teller.event(before, actor, text)
        if decision is not None and isinstance(actor, int) and actor != self.seat:
            self._thoughts[len(self.match.events)] = Thought(before.clone(), actor, decision)

    def ask(self, view: View) -> str:
        """The person's decision; the `ask` of the seat's `Human`."""
        if self._series is not None:
            move = self._go_on(self._series, view)
            if move is not None:
                return move
        self.teller.flush()
        drawing = draw(view, cast=self.teller.cast)
        begins = not self._greeted and self.saved is None and self.prompt.interactive
        self._keep()
        if begins and self._fills_the_screen(drawing):
            self.prompt.read("  The Enter key begins > ", [])  # or the aim is gone unread
        self.console.print()
        self.console.print(heading("Your move"))
        self.console.print(drawing)
        menu = Menu(view.legal(), asides(view))
        self.console.print(menu.listing(self.console.width, rows=self._rows_below(drawing)))
        if len(menu.moves) == 1:
            self._say("The only move: the Enter key plays it.", "dim")
        if not self._greeted:
            self._greeted = True
            self._say("Type a move, its number or its beginning; or one of", "dim")
            self._say("  ".join(self.commands), "dim")
            for example in series_examples(view.game)[:1]:
                self._say(f"or several moves in one line: {example}", "dim")
        words = [*menu.moves, *self.commands]
        while True:
            typed = self.prompt.read("your move > ", words)
            if not typed and len(menu.moves) == 1:
                return menu.moves[0]
            if not typed:
                continue
            try:
                move = menu.exactly(typed)
                if move is not None:  # also one that is spelled as a command is
                    if self._sure(view, move):
                        return move
                    continue
                if len(typed) > LONGEST:
                    raise NotationError(f"{typed[:40]}...: at most {LONGEST} characters")
                if self._command(typed, view, menu):
                    continue
                steps = moves_meant(typed, view)
            except (AicoreError, OSError) as error:
                self._say(one_line(error), "red")
                continue
            if not self._sure(view, steps[0]):
                continue
            if len(steps) == 1:
                return steps[0]
            self._series = Series(typed, steps, len(self.match.events))
            move = self._go_on(self._series, view)
            if move is not None:
                return move

    def _rows_below(self, drawing: RenderableType) -> int:
        """The rows of the terminal that a drawing and the line to type in leave for moves."""
        if not self.console.is_terminal:
            return ENDLESS
        return self.console.height - len(self.console.render_lines(drawing)) - 1

    def _fills_the_screen(self, drawing: RenderableType) -> bool:
        """Whether a drawing leaves little room for anything else."""
        return self._rows_below(drawing) < ROOM

    def _sure(self, view: View, move: str) -> bool:
        """Whether the person means a move that may cost the game; asked once, at a terminal."""
        danger = view.game.info.story.danger
        if danger is None or move not in view.legal() or not self.prompt.interactive:
            return True
        before = view.resample(Rng(view.key()))  # one of the worlds that are possible for the seat
        after = before.clone()
        after.apply(move)
        warning = danger(view.game, happening(before, self.seat, move, after, self.seat))
        if not warning:
            return True
        self._say(warning, "bold")
        return self.prompt.read(f"{move}: sure? y or n > ", ["y", "n"]).casefold().startswith("y")

    def _keep(self) -> None:
        """Keep the game as it is now, so that nothing can lose it; `save` tells what is wrong."""
        if self.prompt.interactive:
            with suppress(AicoreError, OSError):
                self.save()

    def _go_on(self, series: Series, view: View) -> str | None:
        """The next move of a series; None, with a word about it, where something broke in."""
        ply = len(self.match.events)
        try:
            move = series.next(view, ply)
        except NotationError as broken:
            self._series = None
            self.teller.flush()
            done = f"{series.played} of {len(series.steps)} steps"
            self._say(f"stopped after {done}: {broken}", "bold")
            self._say(f"not played: {', '.join(series.left)}", "dim")
            return None
        self._played[ply] = series
        self._series = series if series.left else None
        return move

    def _command(self, typed: str, view: View, menu: Menu) -> bool:
        """Carry out a command. Returns whether it was one."""
        word, _, rest = typed.partition(" ")
        name = command_named(word)
        if name == "moves":
            if not menu.begin_with(rest.split()):
                raise NotationError(f"no legal move begins with {rest!r}")
            self.console.print(menu.listing(self.console.width, rest.split(), everything=True))
        elif name == "save":
            self.save(user_path(rest) if rest else None)
            self._say(f"saved; to go on: {self.resume_command()}", whole=True)
        elif name == "rules":
            rules = self.match.game.info.rules
            show_rules(self.console, find_section(rules, rest) if rest else rules)
        elif name == "help" and rest:
            self.console.print(explain(self.match.game, rest, self.console.width))
        elif rest or name not in COMMANDS:
            return False
        else:
            simple: dict[str, Callable[[], None]] = {
                "hint": lambda: show_hint(self.console, view, self.teller.cast),
                "odds": lambda: self._odds(view),
                "undo": self._undo,
                "why": self._why,
                "board": lambda: self.console.print(draw(view, whole=True, cast=self.teller.cast)),
                "quit": self._quit,
                "help": self._help,
            }
            simple[name]()
        return True

    def _say(self, text: str, style: str = "", whole: bool = False) -> None:
        """Say it in rows of whole words.

        Args:
            whole: leave it in one row, so that a command in it can be copied.
        """
        if self.console.is_terminal and not whole:
            text = wrapped(text, self.console.width, "  ")
        else:
            text = f"  {text}"
        self.console.print(Text(text, style), soft_wrap=True)

    def _help(self) -> None:
        for name in self.commands:
            self.console.print(Text.assemble("  ", (f"{name:6}", "bold"), f"  {COMMANDS[name]}"))
        words = list(self.match.game.info.story.glossary(self.match.game))
        if words:
            some = ", ".join(words[:WORDS])
            more = f" and {len(words) - WORDS} more" if len(words) > WORDS else ""
            self._say(f"Words of this game, as in `help {words[0]}`: {some}{more}")
        self._say("A move is its notation, its number, or the unique beginnings of its words.")
        examples = series_examples(self.match.game)
        if examples:
            self._say("Several moves may be typed at once; `undo` takes back all of them:")
            for example in examples:
                self._say(f"  {example}")

    def _quit(self) -> None:
        raise Leave

    def _odds(self, view: View) -> None:
        odds = view.game.info.drawing.odds
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
        series = self._played.get(own[-1])
        start, what = own[-1], self.match.events[own[-1]][1]
        if series is not None:
            start, what = series.start, series.typed
        self._say(f"taken back: {what}")
        self.match.rewind(start)
        self._thoughts = {ply: kept for ply, kept in self._thoughts.items() if ply < start}
        self._played = {ply: kept for ply, kept in self._played.items() if ply < start}
        self._series = None

    def _why(self) -> None:
        if not self._thoughts:
            raise NotationError("no opponent has decided anything in this sitting yet")
        last = max(self._thoughts)
        seat = self._thoughts[last].seat
        others = (
            ply for ply in range(last) if self.match.events[ply][0] not in (seat, CHANCE_ACTOR)
        )
        begin = max(others, default=-1)
        turn = [self._thoughts[ply] for ply in sorted(self._thoughts) if ply > begin]
        show_turn(self.console, self.teller.names[seat], turn, self.seat)

    def save(self, path: Path | None = None) -> Path:
        """Save the unfinished game. Returns the file. Raises RecordError, OSError.

        Args:
            path: a file to save to from now on, if it can be written.
        """
        file = path or self.save_file or saves.new_save(self.match.game.name)
        earlier = self.saved if file == self.save_file else None
        self.saved = saves.write_save(self.match.record(), file, earlier)
        self.save_file = file
        return file

    def rescue(self, path: Path | None = None) -> Path:
        """Save the game, somewhere else if need be. Returns the file. Raises RecordError, OSError.

        Args:
            path: where it should go.
        """
        try:
            return self.save(path)
        except (AicoreError, OSError) as error:
            self._say(f"not saved: {one_line(error)}", "red")
        other = path is not None and self.save_file is not None
        return self.save() if other else self.save(saves.new_save(self.match.game.name))

    def resume_command(self) -> str:
        """The command that continues the saved game; `play` completes it."""
        import shlex

        return f"aicore play --resume {shlex.quote(str(self.save_file))}"
