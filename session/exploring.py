"""Exploration of other moves: a branch from a position of a game, played by the viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aicore.arena.log import GameLog
from aicore.core.deal import Deal
from aicore.core.errors import IllegalAction
from aicore.core.language import gettext as _
from aicore.core.steps import Steps
from aicore.core.story import Names
from aicore.session.move_input import moves_meant
from aicore.session.seated_game import PERSON, STRANGER, SeatedGame
from aicore.session.story_log import StoryLog
from aicore.session.viewer_presenter import Message, ViewerPresenter

OTHER_LUCK = "0" * 32
"""Fixed secret of a deal, for the luck in branches of an unfinished game."""
SHOWN = ("picture", "legal", "descriptions", "costs", "danger", "turn", "outcome")
"""Fields of a `state` message that `explored` repeats."""


class Exploration(SeatedGame):
    """Branch of a game, in which the viewer plays all seats; the branch is not saved.

    The luck of a finished game stays the same in its branches. A branch of an unfinished game has
    other luck, since nobody may see the game's own.

    Args:
        table: the game.
        ply: the number of events before the branch; `reading` applies them.
        seat: the viewer's seat, if any; the names at the table depend on it.
    """

    def __init__(self, table: SeatedGame, ply: int, seat: int | None = None) -> None:
        deal = table.log.deal if table.over else Deal(OTHER_LUCK)
        super().__init__(GameLog(table.game, deal), [PERSON] * table.game.seats)
        self.root = ply
        self._past = table.log.events[:ply]
        self._names = table.names(seat, STRANGER)

    def reading(self) -> Iterator[int]:
        """Apply the events before the branch, one at a time."""
        yield from self.log.restoring(self._past)
        self._before = self.state

    def names(self, listener: int | None = None, nameless: str = STRANGER) -> Names:
        """Return the names as the viewer knows them, whichever seat they play."""
        return self._names

    def story(self, seat: int | None) -> StoryLog:
        """Return the story of the branch."""
        story = StoryLog(self.game, seat, self._names, 0, self._before)
        story.follow(self.log.events[self.root :])
        return story

    def running(self, moves: Sequence[str], line: str | None) -> Iterator[None]:
        """Play moves, then a typed line, one action at a time. Raises AicoreError."""
        self.settle()
        for action in moves:
            yield
            self._step(action)
        for action in moves_meant(line, self.state.view(self._seat())) if line else ():
            yield
            self._step(action)

    def _step(self, action: str) -> None:
        self.play(self._seat(), action)
        self.settle()

    def _seat(self) -> int:
        """Return the seat to move. Raises IllegalAction at the end of the game."""
        if self.turn is None:
            raise IllegalAction(_("the game is over there"))
        return self.turn

    def explored(self, narrow: bool) -> Steps[Message]:
        """Return a message with the branch, as the seat to move sees it."""
        state = yield from ViewerPresenter(self, self.turn, narrow).stating()
        assert state is not None  # nobody else plays here
        decided = [event for event in self.log.events[self.root :] if isinstance(event[0], int)]
        return {
            "type": "explored",
            "ply": self.root,
            "at": self.ply,
            "moves": [text for _actor, text in decided],
            "actors": [actor for actor, _text in decided],
            "sentences": state["story"][-1]["sentences"] if state["story"] else [],
        } | {name: state[name] for name in SHOWN}
