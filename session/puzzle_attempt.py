"""Puzzle solving without input or output: the solver's view, and the verdict on an answer.

The verdict was computed from views when the puzzle was made. The rest uses only the knowledge of
the solver's seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from aicore.arena.log import GameLog
from aicore.coach.puzzles.puzzle import NoPuzzle, Other, Puzzle
from aicore.coach.results import result, size, sized, stakes
from aicore.core.game import Game, View
from aicore.core.language import N_, fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import tell_all
from aicore.session.foresight import Foresight
from aicore.session.move_input import moves_meant
from aicore.session.seated_game import PERSON, SeatedGame

MAX_SENTENCES = 8  # maximum sentences of the story before the puzzle
LEVELS = (N_("easy"), N_("medium"), N_("hard"), N_("very hard"))
"""Names of the difficulty levels 1 to 4; `gettext` translates them."""


@dataclass(frozen=True)
class PuzzleAnswer:
    """Verdict on an action.

    Args:
        action: the action.
        right: whether it is the best.
        sentences: sentences about the action's value and its consequences.
    """

    action: str
    right: bool
    sentences: list[str]


class PuzzleAttempt:
    """Attempt at a puzzle. Raises NoPuzzle if the position does not fit the rules.

    Args:
        puzzle: the puzzle.
        table: a table at which the puzzle's record was played to its end; None makes one.
    """

    def __init__(self, puzzle: Puzzle, table: SeatedGame | None = None) -> None:
        self.puzzle = puzzle
        record = puzzle.record
        if table is None:
            log = GameLog(record.load(), record.seed)
            log.restore(record.events)
            table = SeatedGame(log, list(record.players), puzzle=puzzle)
        self.table = table
        self.game: Game = table.game
        self.seat = table.state.turn
        if self.seat < 0 or record.players[self.seat] != PERSON:
            raise NoPuzzle(_("this is not a puzzle: its solver is not to move"))
        legal = set(self.view.legal())
        if not legal >= {puzzle.best, *(one.action for one in puzzle.others)}:
            raise NoPuzzle(_("this is not a puzzle: its actions are not legal"))

    @cached_property
    def view(self) -> View:
        """Knowledge of the solver."""
        return self.table.state.view(self.seat)

    @property
    def question(self) -> str:
        """Task, as a sentence."""
        level = _(LEVELS[self.puzzle.level - 1])
        return _("Your move. One action is clearly the best ({level}).", level=level)

    def story(self) -> list[str]:
        """Return the events since the solver's last turn, as the solver knows them."""
        log, heard = self.table.log, []
        for number in range(self.table.ply - 1, -1, -1):
            step = log.recent(number)
            if step is None or step.actor == self.seat:
                break
            heard.append(step.heard(self.seat))
        return tell_all(self.game, heard[::-1], self.table.names(self.seat))[-MAX_SENTENCES:]

    def typed(self, line: str) -> PuzzleAnswer:
        """Return the verdict on the first action of a typed line. Raises NotationError."""
        return self.answer(moves_meant(line, self.view)[0])

    def answer(self, action: str) -> PuzzleAnswer:
        """Return the verdict on a legal action."""
        if action == self.puzzle.best:
            return PuzzleAnswer(action, True, self._praise())
        other = next((one for one in self.puzzle.others if one.action == action), None)
        return PuzzleAnswer(action, False, self._blame(action, other))

    def solution(self) -> PuzzleAnswer:
        """Return the verdict on the best action, which reveals it."""
        return self.answer(self.puzzle.best)

    def _praise(self) -> list[str]:
        puzzle, second = self.puzzle, self.puzzle.others[0]
        value, rest = (
            result(self.game, max(0.0, share))
            for share in (puzzle.value, puzzle.value - second.behind)
        )
        gain = (
            _("This is worth {value}; the next best move, {rest}.")
            if stakes(self.game)
            else _("This earns {value} of what can be won; the next best move, {rest}.")
            if self.game.seats == 1
            else _("This wins {value}; the next best move, {rest}.")
        )
        this, other = pgettext("after", "this"), pgettext("after", "the next best")
        lines = (one.sentence(self.game, this, other) for one in puzzle.why.get(second.action, ()))
        told = self._told(puzzle.best)
        return [f"{told} {fill(gain, value=value, rest=rest)}", *filter(None, lines)]

    def _blame(self, action: str, other: Other | None) -> list[str]:
        """Return a line about the flaw of an action, without any clue to the best one."""
        told = self._told(action)
        if other is None:
            lost = _("Even quick playouts ruled this out.")
            return [f"{told} {lost}"]
        cost = self._cost(other)
        after = (one.afterwards(self.game) for one in self.puzzle.why.get(action, ()))
        because = next(filter(None, after), "")
        if because:
            lost = (
                _("This gives away {cost}: {because}.")
                if stakes(self.game)
                else _("This gives away {cost} of what can be won: {because}.")
            )
            return [f"{told} {fill(lost, cost=cost, because=because)}"]
        lost = (
            _("This gives away {cost}.", cost=cost)
            if stakes(self.game)
            else _("This gives away {cost} of what can be won.", cost=cost)
        )
        return [f"{told} {lost}"]

    def _cost(self, other: Other) -> str:
        """Return the shortfall of an action, with its 95 % interval."""
        game, behind = self.game, max(0.0, other.behind)
        if stakes(game):
            return sized(game, behind * game.stake, other.error * game.stake)
        return f"{size(game, behind)} ±{100 * 1.96 * other.error:.0f}"

    def _told(self, action: str) -> str:
        text = Foresight(self.view).told(action, self.table.names(self.seat))
        return text if text[-1] in ".!?" else f"{text}."
