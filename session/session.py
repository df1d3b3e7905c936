"""Session of one viewer of a seated game.

A session does no input or output and has no clock, threads or processes of its own. So it runs
behind a terminal, behind a server, or in a browser's worker. `aicore.session.requests` has a
function for each request, which yields effects from `aicore.session.effects`.
"""

from __future__ import annotations

from aicore.core.errors import AicoreError
from aicore.core.language import gettext as _
from aicore.session.seated_game import SeatedGame
from aicore.session.viewer_presenter import ViewerPresenter


class Refused(AicoreError):
    """Request that cannot be fulfilled here or now."""


class Session:
    """Session of one viewer of a seated game.

    Args:
        table: the game.
        seat: the viewer's seat; None for a spectator.
        narrow: whether pictures are for a small screen.

    Attributes:
        warned: the number of events, the number of undos, and the action at the last warning.
    """

    def __init__(self, table: SeatedGame, seat: int | None, narrow: bool = False) -> None:
        self.table = table
        self.seat = seat
        self.narrow = narrow
        self.warned: tuple[int, int, str] | None = None

    @property
    def presenter(self) -> ViewerPresenter:
        """View of the table for this viewer."""
        return ViewerPresenter(self.table, self.seat, self.narrow)

    def moving(self, ply: int | None = None) -> int:
        """Return the viewer's seat, which is to move. Raises Refused.

        Args:
            ply: the number of events that the viewer knew; if it is not the current number, the
                message came too late and is refused.
        """
        table, seat = self.table, self.seated()
        if ply not in (None, table.ply):
            raise Refused(_("the game has moved on"))
        if table.turn != seat or not table.sits(seat):
            raise Refused(_("it is not your turn"))
        return seat

    def seated(self) -> int:
        """Return the viewer's seat. Raises Refused."""
        if self.seat is None:
            raise Refused(_("you are a spectator: you have no seat here"))
        return self.seat

    def warning(self, action: str) -> str:
        """Return the question to ask before an action; "" if the viewer was just asked."""
        return "" if self.warned == self._here(action) else self.table.question(action).text

    def warn(self, action: str) -> None:
        """Note that the viewer was asked about an action in this position."""
        self.warned = self._here(action)

    def _here(self, action: str) -> tuple[int, int, str]:
        return self.table.ply, self.table.undone, action
