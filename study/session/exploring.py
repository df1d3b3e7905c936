"""Other moves tried in a game: a position of it, and what whoever looks plays on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aicore.arena.log import GameLog
from aicore.core.deal import Deal
from aicore.core.steps import Steps
from aicore.core.story import Names
from aicore.study.session.sight import Message, Sight
from aicore.study.session.sitting import PERSON, STRANGER, Sitting
from aicore.study.session.story_log import StoryLog
from aicore.study.typed import moves_meant

OTHER_LUCK = "0" * 32
"""The secret of the luck that comes while a game goes on: everybody may know it."""
SHOWN = ("picture", "legal", "descriptions", "costs", "danger", "turn", "outcome")


class Trial(Sitting):
    """A branch of a game: whoever looks plays all seats, and nothing of it is kept.

    The luck of a game that is over comes as it came there. Where the game goes on another luck
    comes, for its own is nobody's to see.

    Args:
        table: the game.
        ply: how many of its events come before the branch. `reading` takes them up.
        seat: of whoever looks, if any: all are called as they are at the table.
    """

    def __init__(self, table: Sitting, ply: int, seat: int | None = None) -> None:
        deal = table.log.deal if table.over else Deal(OTHER_LUCK)
        super().__init__(GameLog(table.game, deal), [PERSON] * table.game.seats)
        self.root = ply
        self._past = table.log.events[:ply]
        self._names = table.names(seat, STRANGER)

    def reading(self) -> Iterator[int]:
        """Take up what comes before, an event at a time."""
        yield from self.log.restoring(self._past)
        self._before = self.state

    def names(self, listener: int | None = None, nameless: str = STRANGER) -> Names:
        """As whoever looks knows them, whichever seat they play."""
        return self._names

    def story(self, seat: int | None) -> StoryLog:
        """What happened in the branch."""
        story = StoryLog(self.game, seat, self._names, 0, self._before)
        story.follow(self.log.events[self.root :])
        return story

    def running(self, moves: Sequence[str], line: str | None) -> Iterator[None]:
        """Play moves, and then what was typed, one at a time. Raises AicoreError."""
        self.settle()
        for action in moves:
            yield
            self._step(action)
        for action in moves_meant(line, self.state.view(self.state.turn)) if line else ():
            yield
            self._step(action)

    def _step(self, action: str) -> None:
        self.play(self.state.turn, action)
        self.settle()

    def explored(self, narrow: bool) -> Steps[Message]:
        """The branch, for who looks at it: as the seat that is to move sees it."""
        state = yield from Sight(self, self.turn, narrow).stating()
        assert state is not None  # nobody else plays here
        decided = [event for event in self.log.events[self.root :] if isinstance(event[0], int)]
        return {
            "type": "explored",
            "ply": self.root,
            "at": self.ply,
            "moves": [text for _, text in decided],
            "actors": [actor for actor, _ in decided],
            "sentences": state["story"][-1]["sentences"] if state["story"] else [],
        } | {name: state[name] for name in SHOWN}
