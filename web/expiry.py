"""What is forgotten when: tables from memory soon, from the store when nobody came for long."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aicore.web.errors import unforeseen

if TYPE_CHECKING:
    from aicore.web.hub import Hub

IDLE = 60.0  # seconds after which a table without viewers is only in the store
SWEEP = 15.0  # seconds between looks for such tables
LOOK = 600.0  # seconds between looks for old tables in the store
AT_ONCE = 20  # tables that are removed in one go


@dataclass(frozen=True)
class Keeping:
    """How long tables are kept.

    Args:
        days: since somebody who has a token of it was there, or an action was played.
        hours: the same, of tables where nothing was played, records, and tournaments.
    """

    days: float = 365.0
    hours: float = 72.0


class Expiry:
    """Forgets tables in the background."""

    def __init__(self, hub: Hub, keeping: Keeping) -> None:
        self.hub = hub
        self.keeping = keeping
        self._tasks = [asyncio.ensure_future(one) for one in (self._sweep(), self._expire())]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.hub.sweep(time.monotonic() - IDLE)

    async def _expire(self) -> None:
        while True:
            try:
                while self.expire():
                    await asyncio.sleep(0.05)
            except Exception as error:  # a full disk, say: it may pass
                unforeseen(error)
            await asyncio.sleep(LOOK)

    def expire(self) -> bool:
        """Remove some old tables from the store. Returns whether there may be more."""
        keeping, hub = self.keeping, self.hub
        old = hub.store.old(keeping.days, keeping.hours, AT_ONCE)
        for name in old:
            if hub.crowd.at.get(name):  # somebody looks on
                hub.store.touch(name, False)
        gone = [name for name in old if not hub.crowd.at.get(name)]
        hub.remove(gone)
        hub.store.remove_tournaments(keeping.hours)
        return len(old) == AT_ONCE

    async def close(self) -> None:
        """Forget nothing any more."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
