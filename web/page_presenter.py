"""Messages to a viewer of a table: the messages of a seated game, with presence and clocks."""

from __future__ import annotations

from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.steps import Steps
from aicore.session.viewer_presenter import Message, ViewerPresenter
from aicore.web.client_messages import OFFERS
from aicore.web.exercises import puzzle_state
from aicore.web.tables import Table

WARNINGS = {
    "seed": N_(
        "The owner of this table chose its seed, so they may know all its luck and your hand."
    ),
    "past": N_("This continues a game in which the owner of this table may have seen everything."),
}


class PagePresenter(ViewerPresenter):
    """View of a table for one viewer.

    Args:
        table: the table.
        seat: the viewer's seat, or None.
        owner: whether the viewer manages the table.
        here: the seats whose people are viewing the table.
        narrow: whether pictures are for a small screen.
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
        table, state = self.table, (yield from super().stating())
        if state is None:
            return None
        return state | {
            "table": table.id,
            "edition": table.undone,
            "begun": table.facts.begun,
            "owner": self.owner,
            "clock": table.clock,
            "running": table.running,
            "limit": table.facts.clock or None,
            "left": table.left,
            "trouble": table.trouble.text(),
            "warning": self._warning(),
            "agreed": table.facts.agreed,
            "refused": table.facts.refused,
            "open": table.open_to_all(),
            "puzzle": self._puzzle(),
            "can": [*state["can"], *self._agreements()],
            "players": [
                player | {"here": seat in self.here} if "here" in player else player
                for seat, player in enumerate(state["players"])
            ],
        }

    def _agreements(self) -> list[str]:
        """Return what the viewer may do about the game itself: resign, leave, accept, offer."""
        table, seat = self.table, self.seat
        if table.puzzle is not None or seat is None or not table.plays(seat):
            return []
        requests = ["resign" if table.ends_by_resigning else "leave"]
        requests += ["accept"] if table.resigning is not None else []
        return [*requests, *OFFERS] if table.people > 1 else requests

    def _puzzle(self) -> Message | None:
        puzzle, number = self.table.puzzle, self.table.facts.puzzle
        return None if puzzle is None or number is None else puzzle_state(puzzle, number)

    def _warning(self) -> str:
        """Return a warning if the owner may know more than this seat, else ""."""
        has_secrets = self.game.has_hidden or self.game.has_chance
        if self.owner or self.seat is None or self.table.over or not has_secrets:
            return ""
        warning = WARNINGS.get(self.table.facts.known)
        return _(warning) if warning else ""
