"""Terminal session of a person's game: it shows positions and events, and reads moves."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from aicore.arena.log import Step
from aicore.cli.autosave import Autosave
from aicore.cli.insight import PLAY_IT
from aicore.cli.menu import Menu
from aicore.cli.narrator import Narrator, wrapped_lines
from aicore.cli.prompt import Prompt, letters, yes_or_no
from aicore.cli.screen import draw, heading, sketch, spread
from aicore.cli.streams import wrapped
from aicore.cli.thinking import thinking
from aicore.cli.turn_screen import turn_screen
from aicore.cli.typed_commands import Commands, Leave, TakeBack, command_named
from aicore.core.errors import (
    AicoreError,
    AmbiguousMove,
    MistakeError,
    NotationError,
    SpecError,
    UnknownMove,
    meant,
    one_line,
    unknown,
)
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.players import player, players_for
from aicore.session.effects import Confirm, Effects
from aicore.session.move_input import Series, check_length, moves_meant, series_examples
from aicore.session.requests import Interrupted, NotConfirmed, play_series
from aicore.session.seated_game import SeatedGame, stand_in_for
from aicore.session.session import Session
from aicore.session.thoughts import Thought

if TYPE_CHECKING:
    from aicore.arena.match import Match
    from aicore.core.game import Game, View

GREETING_ROWS = 4  # rows of the list of commands


class TerminalSession:
    """Match at a terminal, in which a person has one seat.

    Args:
        match: the match, with a player at each seat; the person's own is never asked.
        seat: the person's seat.
        save: the file to save to; None for a new one in the data folder.
        saved: the line of that file with this game's earlier state, if any.
        rival: spec of the player that plays the same deal afterwards, in a duel.

    Attributes:
        thoughts: searches of opponents, by the plies of their decisions.
        news: sentences about the events since the person's last move.
        hinted: ply of the last hint, and the text that plays it.
    """

    def __init__(
        self,
        console: Console,
        match: Match,
        seat: int,
        save: Path | None = None,
        saved: str | None = None,
        rival: str | None = None,
    ) -> None:
        self.console = console
        self.match = match
        self.seat = seat
        self.table = SeatedGame(match, [player.spec for player in match.players])
        self.session = Session(self.table, seat)
        self.prompt = Prompt(console)
        self.autosave = Autosave(self.table, lambda text: self.say(text, "red"), save, saved, rival)
        self.narrator = Narrator(
            console, match.game.info, self.table.players, viewer=seat, person=seat
        )
        self.thoughts: dict[int, Thought] = {}
        self.news: list[str] = []
        self._played: dict[int, Series] = {}  # series of moves, by the plies of their steps
        self._greeted = saved is not None
        self._below: list[str] = []  # lines to print below the moves
        self._offered = False  # whether a computer has offered to resign
        self._untold: list[str] = []  # errors to report after the game
        self.hinted: tuple[int, str] = (-1, "")
        self._views: list[View] = []  # before and after the others' last actions
        self.commands = Commands(self)

    def run(self) -> bool:
        """Play until the game is over or the person leaves. Return whether it is over.

        Raises EOFError at the end of piped input, KeyboardInterrupt.
        """
        try:
            while not self.table.over:
                try:
                    self._step()
                except TakeBack:
                    self.take_back()
                except Leave:
                    return False
        finally:
            self.narrator.flush()
        for line in self._untold:
            self.say(line, "bold red")
        with spread(self.console):
            self.console.print(draw(self.match.state, names=self.narrator.names))
        return True

    # The opponents

    def get_ready(self) -> None:
        """Prepare the opponents, and replace those that fail."""
        for seat in range(self.match.game.seats):
            try:
                self.match.players[seat].ready(seat)
            except Exception as error:
                self._replace(seat, error, ignorant=True)

    def _step(self) -> None:
        for step in self.table.settling():
            self._hear(step)
        turn = self.table.turn
        if turn is None:
            return
        if turn == self.seat:
            self._hear_offer()
            self.ask(self.match.state.view(turn))
            return
        self.narrator.flush(unless=turn)
        secret = self.match.game.has_hidden
        try:
            what = _("{who} is thinking", who=self.narrator.names[turn])
            with thinking(self.console, what, secret, game=self.match.game) as progress:
                step = self.match.next_step(progress)
                self._hear(step)
                self.match.add(step)
                if step.decision is not None:
                    self.table.note_hope(turn, step.decision)
        except Exception as error:  # the person's game goes on, whatever happens to an opponent
            self._replace(turn, error)

    def _replace(self, seat: int, error: Exception, ignorant: bool = False) -> None:
        """Ask who replaces an opponent that cannot go on. Raises Leave.

        Args:
            ignorant: whether the opponent has seen nothing of the game yet.
        """
        name, other = self.narrator.names[seat], stand_in_for(self.table.players[seat])
        self.narrator.flush()
        why = _("{who} cannot continue: {error}", who=name, error=one_line(error))
        if self.match.game.has_hidden and not ignorant:  # the error may name hidden cards
            self._untold.append(why)
            why = _("{who} cannot continue; you can read why after the game", who=name)
        self.say(why, "bold red")
        self.say(_("Who takes over? Type a player (Enter: {player}), or", player=other))
        self.say(_("again: let it try again   quit: save the game and leave"))
        while True:
            try:
                offered = players_for(self.match.game.info)
                typed = self.prompt.read(_("player > "), ["again", "quit", *offered])
            except EOFError:
                raise Leave from None
            if command_named(typed) == "quit":
                raise Leave
            try:
                if typed.casefold() != "again":
                    self._seat_another(seat, typed or other)
                self.match.players[seat].ready(seat)
            except (AicoreError, OSError) as wrong:
                self.say(one_line(wrong), "red")
            else:
                return

    def _seat_another(self, seat: int, spec: str) -> None:
        replacement = player(spec, self.match.game)
        if replacement.NAME == "human":
            raise SpecError(_("player human: only one person can play; name a computer player"))
        self.match.players[seat].close()
        self.match.replace(seat, replacement)
        self.table.seat_another(seat, replacement.spec)
        self.narrator.seated(self.table.players)

    def _hear(self, step: Step) -> None:
        """Collect an event for the narrator, the board and the command `why`."""
        self.narrator.hear(step)
        actor = step.actor
        if not isinstance(actor, int) or actor == self.seat:
            return
        if len(self._views) != 1:  # first event after the person's turn
            self._views = [step.before.view(self.seat)]
        if step.decision is not None:
            self.thoughts[len(self.match.events)] = Thought(step.before, actor, step.decision)

    # The person

    def ask(self, view: View) -> None:
        """Ask for a line until one plays a move. Raises Leave, TakeBack."""
        self.narrator.flush()
        menu, ply = self._show(view), self.table.ply
        while self.table.ply == ply and not self.table.over:
            typed = self.prompt.read(_("your move > "), [*menu.moves, *self.commands.names])
            if not typed:
                typed = menu.moves[0] if len(menu.moves) == 1 else ""
            steps: list[str] = []
            try:
                steps = self._meant(typed, view, menu) if typed else []
            except (AicoreError, OSError) as error:
                self.say(one_line(error), "red")
            if steps:
                self._play(typed, steps)

    def _show(self, view: View) -> Menu:
        """Show the position and the moves."""
        self.news, self.narrator.news = self.narrator.news, []
        if len(self._views) == 1:
            self._views.append(view)
        menu = Menu.of(view)
        alone = len(menu.moves) == 1
        if not self._greeted:
            self._greet(view)
        if self.prompt.interactive:
            self.autosave.keep()
        if self.console.is_terminal:
            below = "\n".join(wrapped(line, self.console.width, "  ") for line in self._below)
            self._show_page(view, menu, 1 + alone + len(below.splitlines()))
        else:
            self.console.print()
            self.console.print(heading(_("Your move")))
            self.console.print(draw(view, names=self.narrator.names, news=self._views))
            self.console.print(menu.listing(self.console.width))
        if alone:
            self.say(_("Your only move: press Enter to play it."), "dim")
        self._say_below()
        self._greeted = True
        return menu

    def _show_page(self, view: View, menu: Menu, below: int) -> None:
        """Show the position and the moves, fitted to the terminal's rows."""
        drawing = draw(view, names=self.narrator.names, news=self._views, tight=True)
        shown = turn_screen(self.console, drawing, menu, self.news, self.narrator.names, below)
        if self.prompt.interactive and not self._greeted and shown.free < self._opening(view.game):
            self.prompt.pause(_("  Press Enter to begin > "))  # otherwise the aim scrolls away
        with spread(self.console):
            for part in shown.parts:
                self.console.print(part)

    def _opening(self, game: Game) -> int:
        """Return the number of rows to read before the first move."""
        lines = [*game.info.story.aim(game), *self.news]
        rows = wrapped_lines(lines, self.narrator.names, self.console.width)
        return GREETING_ROWS + len(rows)

    def _greet(self, view: View) -> None:
        """Print what the person may type."""
        self.console.print()
        self.say(_("Type a move, its number or its first letters; or a command:"), "dim")
        self.say("  ".join(self.commands.names), "dim")
        for example in series_examples(view.game)[:1]:
            self.say(_("or several moves on one line: {example}", example=example), "dim")

    def _play(self, typed: str, steps: list[str]) -> None:
        """Play the moves that a line means, until something interrupts them."""
        series = Series(typed, steps, self.table.ply)
        try:
            self._carry_out(play_series(self.session, series), series)
        except NotConfirmed:
            pass
        except Interrupted as interruption:
            self.narrator.flush()
            self._below = list(interruption.lines)
        except MistakeError:  # of the game's author: `play` saves the game and ends
            raise
        except AicoreError as error:
            self.say(one_line(error), "red")

    def _carry_out(self, effects: Effects, series: Series) -> None:
        answer: bool | None = None
        with suppress(StopIteration):
            while True:
                effect = effects.send(answer)
                answer = None
                if isinstance(effect, Step):
                    if effect.actor == self.seat and len(series.steps) > 1:
                        self._played[self.table.ply] = series
                    self._hear(effect)
                elif isinstance(effect, Confirm):
                    answer = self._sure(effect)

    def _meant(self, typed: str, view: View, menu: Menu) -> list[str]:
        """Return the moves that a line means; none for a command. Raises AicoreError, OSError."""
        move = menu.exactly(typed)
        if move is not None:  # even if it is spelled like a command
            return [move]
        check_length(typed)
        if self.commands.carry_out(typed, view, menu):
            return []
        if typed.casefold() == PLAY_IT:
            return self._hinted(view)
        try:
            return moves_meant(typed, view)
        except AmbiguousMove as error:
            if not self.prompt.interactive:
                raise
            return self._narrowed(view, error.moves, menu)
        except NotationError:
            command = self._command_meant(typed, view, menu)
            if not command:
                raise
            raise NotationError(command) from None

    def _hinted(self, view: View) -> list[str]:
        """Return the hinted moves. Raises NotationError without a hint for this position.

        The hint said what its first move commits, so the person is not asked about that again.
        """
        ply, line = self.hinted
        if ply != len(self.match.events):
            raise NotationError(_("`play it` plays a hint: type `hint` first"))
        moves = moves_meant(line, view)
        if not self.table.question(moves[0]).danger:
            self.session.warn(moves[0])
        return moves

    def _command_meant(self, typed: str, view: View, menu: Menu) -> str:
        """Return a message if a mistyped command is likelier than a move, else ""."""
        word = typed.split()[0]
        moves = [move.partition(" ")[0] for move in menu.moves]
        if meant(word, [*self.commands.names, *moves]) not in self.commands.names:
            return ""
        try:
            view.game.parse(typed)
        except UnknownMove:
            if word.isalpha():
                what = pgettext("there is no", "command")
                return unknown(what, word, self.commands.names)
        except NotationError:  # a move with a mistake, or one that the rules forbid now
            pass
        return ""

    def _narrowed(self, view: View, moves: tuple[str, ...], menu: Menu) -> list[str]:
        """Draw several moves, and ask which of them is meant."""
        few = Menu(moves, menu.notes, menu.staged)
        drawing = sketch(view, [[move] for move in few.moves])
        if drawing is None:
            self.console.print(few.listing(self.console.width))
        else:
            for part in turn_screen(self.console, drawing, few, [], self.narrator.names, 1).parts:
                self.console.print(part)
        typed = self.prompt.read(_("which one > "), few.moves)
        try:
            return [few.find(typed)] if typed else []
        except AmbiguousMove as error:
            return self._narrowed(view, error.moves, menu)
        except NotationError:
            remaining = few.with_words(typed.split())
            if len(remaining) == 1:
                return remaining
            if remaining:
                return self._narrowed(view, tuple(remaining), menu)
            return self._meant(typed, view, menu)

    def resign(self) -> None:
        """Resign, if the person confirms it."""
        warning = _("That ends the game, and it counts as lost.")
        if self._sure(Confirm("resign", warning, back=False)):
            self.table.resign(self.seat)

    def accept(self) -> None:
        """Accept a computer's offer to resign. Raises NotationError if there is none."""
        if self.table.resigning is None:
            raise NotationError(_("No opponent offers to resign"))
        self.table.resign(self.table.resigning)

    def _hear_offer(self) -> None:
        """Note a computer's first offer to resign; it is printed below the moves."""
        rival = self.table.resigning
        if rival is not None and not self._offered:
            name = self.narrator.names[rival]
            self._below.append(
                _("{who} sees no way to win and offers to resign: type `accept`, or play on.",
                  who=name)
            )  # fmt: skip
            self._offered = True

    def _sure(self, question: Confirm) -> bool:
        """Whether the person confirms an action; only a person at a terminal is asked."""
        if not self.prompt.interactive:
            return True
        back = _("`undo` takes it back.") if question.back else ""
        self.say(f"{question.text} {back}".rstrip(), "bold")
        yes, no = letters()
        label = _("{action}: sure? {yes} or {no} > ", action=question.action, yes=yes, no=no)
        while (typed := self.prompt.read(label, [yes, no])).isdecimal():
            # a number may be a typo, and would play a different move
            self.say(_("Type {yes} or {no}.", yes=yes, no=no), "red")
        answer = yes_or_no(typed)
        if typed and answer is None:
            self.prompt.put_back(typed)  # a different move, or a command such as `hint`
        return answer is True

    def _say_below(self) -> None:
        """Print an offer, or why a line was interrupted and what to type to continue it."""
        for line in self._below:
            self.say(line, "bold")
        self._below = []

    def take_back(self) -> None:
        """Take back the person's last decision, or the whole line that it was typed in."""
        last = self.table.decided(self.seat)[-1]
        series = self._played.get(last)
        start, what = last, self.match.events[last][1]
        if series is not None:
            start, what = series.start, series.typed
        self.say(_("taken back: {move}", move=what))
        for _step in self.table.rewinding(start):
            pass
        self.thoughts = {ply: kept for ply, kept in self.thoughts.items() if ply < start}
        self._played = {ply: kept for ply, kept in self._played.items() if ply < start}
        self._views = []
        self.hinted = (-1, "")

    def say(self, text: str, style: str = "", whole: bool = False, hang: int = 0) -> None:
        """Print a text in rows of whole words.

        Args:
            whole: keep it in one row, so that a command in it can be copied.
            hang: as in `wrapped`.
        """
        if self.console.is_terminal and not whole:
            text = wrapped(text, self.console.width, "  ", hang)
        else:
            text = f"  {text}"
        self.console.print(Text(text, style), soft_wrap=True)
