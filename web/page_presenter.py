"""Messages to a viewer of a table: a seated game's, plus presence, the clock, and troubles."""

from __future__ import annotations

from aicore.coach.lesson import SEAT
from aicore.core.steps import Steps
from aicore.session.viewer_presenter import Message, ViewerPresenter
from aicore.web.exercises import puzzle_state
from aicore.web.tables import OFFERS, Table

WARNINGS = {
    "seed": "The owner of this table chose its seed, so they may know all its luck and your hand.",
    "past": "This continues a game in which the owner of this table may have seen everything.",
}


class PagePresenter(ViewerPresenter):
    """View of a table for one viewer.

    Args:
        seat: the viewer's; None: without one.
        owner: whether the viewer manages the table.
        here: the seats whose people are here.
        narrow: pictures for a small screen.
    """

    table: Table

    def __init__(
        self, table: Table, seat: int | None, owner: bool, here: frozenset[int], narrow: bool
    ) -> None:
        super().__init__(table, seat, narrow)
        self.owner = owner
        self.here = here

    def stating(self) -> Steps[Message | None]:
        """Build `state` step by step; return None if the table has changed meanwhile."""
        table, found = self.table, (yield from super().stating())
        lesson = table.lesson
        if found is None:
            return None
        return found | {
            "table": table.id,
            "edition": table.undone,
            "owner": self.owner,
            "clock": table.clock,
            "running": table.running,
            "trouble": table.trouble.message,
            "warning": self._warning(),
            "agreed": table.facts.agreed,
            "refused": table.facts.refused,
            "open": table.open_to_all(),
            "puzzle": self._puzzle(),
            "lesson": None
            if lesson is None
            else lesson.progress(table.actions_of(SEAT), found["legal"]),
        }

    def can(self) -> list[str]:
        """Return the requests that are possible now: none at a puzzle, no hurry in a lesson."""
        table, seat = self.table, self.seat
        if table.solving is not None:
            return []
        found = super().can()
        if table.lesson is not None and "hurry" in found:
            found.remove("hurry")
        if seat is not None and table.plays(seat):
            found.append("resign" if table.ends_by_resigning else "leave")
            found += OFFERS if table.people > 1 else ()
        return found

    def _puzzle(self) -> Message | None:
        solving, number = self.table.solving, self.table.facts.puzzle
        return None if solving is None or number is None else puzzle_state(solving, number)

    def _player(self, seat: int, name: str) -> Message:
        found = super()._player(seat, name)
        return found | {"here": seat in self.here} if "here" in found else found

    def _warning(self) -> str:
        """Return a warning about what others at the table may know and this seat does not."""
        blind_luck = self.game.has_hidden or self.game.has_chance
        if self.owner or self.seat is None or self.table.over or not blind_luck:
            return ""
        return WARNINGS.get(self.table.facts.known, "")
