"""Removal of unused tables: soon from memory, and from the store after a long time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from aicore.web.audience import Audience
from aicore.web.errors import unforeseen
from aicore.web.store import TableStore
from aicore.web.tables import Table

IDLE = 60.0  # seconds without use after which a table leaves memory
SWEEP = 15.0  # seconds between checks for such tables
EXPIRE_PAUSE = 600.0  # seconds between checks for old tables in the store
AT_ONCE = 3  # tables removed at a time


@dataclass(frozen=True)
class Retention:
    """Time for which tables are kept.

    Args:
        days: days since the last action or the last visit by the holder of a token.
        hours: hours for tables where nobody played an action, for records and for tournaments.
    """

    days: float = 365.0
    hours: float = 72.0


class Expiry:
    """Background removal of unused tables.

    Args:
        tables: the tables in memory, by id.
        store: the tables in the database.
        audience: the viewers, whose tables stay.
        keeping: the time for which tables are kept.
    """

    def __init__(
        self, tables: dict[str, Table], store: TableStore, audience: Audience, keeping: Retention
    ) -> None:
        self.tables = tables
        self.store = store
        self.audience = audience
        self.keeping = keeping
        self._tasks = [asyncio.ensure_future(one) for one in (self._sweep(), self._expire())]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(time.monotonic() - IDLE)

    async def _expire(self) -> None:
        while True:
            try:
                while self.expire():
                    await asyncio.sleep(0.05)
            except Exception as error:  # it may pass: a full disk, for example
                unforeseen(error)
            await asyncio.sleep(EXPIRE_PAUSE)

    def expire(self) -> bool:
        """Remove some old tables and figures from the store. Return whether there may be more."""
        old = self.store.expired(self.keeping.days, self.keeping.hours, AT_ONCE)
        for name in old:
            if self.audience.of(name):
                self.store.touch(name, False)
        self.remove(old)
        figures = self.store.remove_tournaments(self.keeping.hours, AT_ONCE)
        return AT_ONCE in (len(old), figures)

    def remove(self, names: Sequence[str]) -> None:
        """Remove tables from the store, except tables with viewers."""
        gone = [name for name in names if not self.audience.of(name)]
        if gone:
            self.store.remove(gone)
        for name in gone:
            self.tables.pop(name, None)

    def sweep(self, before: float) -> None:
        """Remove tables from memory that have no viewers and were not used since `before`."""
        for name, table in list(self.tables.items()):
            if not self.audience.of(name) and table.used <= before:
                del self.tables[name]

    async def close(self) -> None:
        """Stop the removal."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
