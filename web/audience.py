"""Viewers of each table, and the rules for sending viewers off when there is no room.

People at a seat come before spectators, and the visitor with the most sockets gives way first.
So nobody can fill the server, or a table, at the expense of others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.web.errors import LimitReached
from aicore.web.tables import Table
from aicore.web.visitors import Budget

MAX_SOCKETS = 1000
MAX_SPECTATORS = 40  # per table
MAX_PER_SEAT = 8
FULL = N_("too many spectators; come back later")


class TableViewer(Protocol):
    """Viewer of a table."""

    table: Table
    seat: int | None
    keyed: bool
    """Whether the viewer has a token of the table."""
    budget: Budget

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""

    def refresh(self) -> None:
        """Send the current state of the table."""

    def send_off(self, reason: str) -> None:
        """Make the viewer leave."""


class Audience:
    """Viewers of all tables."""

    def __init__(self) -> None:
        self._at: dict[str, set[TableViewer]] = defaultdict(set)
        self._all: dict[TableViewer, None] = {}  # in order of arrival

    def of(self, table: str) -> list[TableViewer]:
        """Return the viewers of a table."""
        return list(self._at.get(table, ()))

    def tables(self) -> list[str]:
        """Return the tables that somebody views."""
        return list(self._at)

    def here(self, table: str) -> frozenset[int]:
        """Return the seats whose people are viewing a table."""
        seats = (viewer.seat for viewer in self.of(table))
        return frozenset(seat for seat in seats if seat is not None)

    def events(self, budget: Budget) -> int:
        """Return the number of events of all tables that a visitor is viewing."""
        tables = {other.table for other in self._all if other.budget is budget}
        return sum(table.ply for table in tables)

    def admit(self, viewer: TableViewer, table: Table) -> None:
        """Add a viewer to a table, and make room if necessary. Raises LimitReached."""
        budget = viewer.budget
        own = [other for other in self._all if other.budget is budget]
        events = {other.table.id: other.table.ply for other in own} | {table.id: table.ply}
        if len(events) > 1 and sum(events.values()) > budget.limits.events:
            raise LimitReached(_("too many long games are open from your address"))
        if len(own) >= budget.limits.sockets:
            self._make_room(viewer, own)
        at_table = self._at.get(table.id, set())
        if not viewer.keyed:
            if sum(not other.keyed for other in at_table) >= MAX_SPECTATORS:
                raise LimitReached(_(FULL))
        else:
            same = [o for o in self._all if o in at_table and o.keyed and o.seat == viewer.seat]
            if len(same) >= MAX_PER_SEAT:
                self._send_off(same[0])
        if len(self._all) >= MAX_SOCKETS:
            counts = Counter(other.budget for other in self._all)
            heaviest = max(counts, key=lambda each: counts[each])
            if counts[heaviest] <= counts[budget] + 1:
                raise LimitReached(_(FULL))
            self._make_room(viewer, [other for other in self._all if other.budget is heaviest])
        self._at[table.id].add(viewer)
        self._all[viewer] = None
        budget.sockets += 1

    def _make_room(self, viewer: TableViewer, others: Iterable[TableViewer]) -> None:
        """Send off the newest spectator, or else the newest viewer of another visitor.

        Raises LimitReached.
        """
        candidates = list(others)
        spectators = [other for other in candidates if not other.keyed]
        if spectators and (viewer.keyed or spectators[0].budget is not viewer.budget):
            self._send_off(spectators[-1])
        elif candidates[-1].budget is not viewer.budget:
            self._send_off(candidates[-1])
        else:
            raise LimitReached(_("too many connections from your address"))

    def _send_off(self, viewer: TableViewer) -> None:
        self.leave(viewer, viewer.table)
        viewer.send_off(_(FULL))

    def leave(self, viewer: TableViewer, table: Table) -> bool:
        """Remove a viewer. Return whether the viewer was there."""
        if viewer not in self._all:
            return False
        del self._all[viewer]
        viewer.budget.sockets -= 1
        self._at[table.id].discard(viewer)
        if not self._at[table.id]:
            del self._at[table.id]
        return True

    def changed(self, table: Table) -> None:
        """Send everybody at a table its current state."""
        table.shown.clear()
        for viewer in self.of(table.id):
            viewer.refresh()

    def tell(self, table: Table, message: dict[str, Any]) -> None:
        """Send a message to everybody at a table."""
        for viewer in self.of(table.id):
            viewer.send(message)
