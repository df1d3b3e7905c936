"""Limits on requests to a server: their number, their size, and the pages that may send them."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Limits:
    """Limits on one visitor of a server (see `aicore.web.visitors`).

    In each pair, the first limit is a rate per second, and the second is the maximum at once.

    Args:
        messages, burst: messages from one socket.
        tables, spare: new tables of any kind.
        kept: tables in the store.
        share, debt: seconds of the server's own work.
        bytes: bytes of uploads in progress; all visitors together may have three times as many.
        requests, rush: requests over HTTP.
        sockets: sockets open at a time.
        watching, watched: seconds of thinking for tables without people.
        names: new names for people per second; ten are allowed at once.
        emotes: things that people say to each other per second; five are allowed at once.
        events: number of events of all tables that the visitor has open.
    """

    messages: float = 20.0
    burst: float = 60.0
    tables: float = 0.05
    spare: float = 300.0
    kept: int = 2000
    share: float = 0.5
    debt: float = 3.0
    bytes: int = 68 << 20
    requests: float = 50.0
    rush: float = 600.0
    sockets: int = 250
    watching: float = 0.2
    watched: float = 300.0
    names: float = 0.5
    emotes: float = 0.3
    events: int = 60_000

    def shared(self, processes: int) -> Limits:
        """Return one process's part, so that all processes together keep these limits.

        Limits on one socket, on one table, on a process's own time, on uploads and on what the
        store counts do not change.
        """
        return replace(
            self,
            tables=self.tables / processes,
            spare=max(1.0, self.spare / processes),
            requests=self.requests / processes,
            rush=max(1.0, self.rush / processes),
            sockets=max(1, self.sockets // processes),
            watching=self.watching / processes,
            watched=self.watched / processes,
            events=max(1, self.events // processes),
        )


class Bucket:
    """Token bucket, which limits the rate of some action.

    Args:
        rate: the number of times per second.
        size: the number of times at once.
    """

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._left = size
        self._at = time.monotonic()

    def _fill(self) -> float:
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        return self._left

    def may(self, cost: float = 1.0) -> bool:
        """Whether the bucket allows `cost` now; if so, count it."""
        if self._fill() < cost:
            return False
        self._left -= cost
        return True

    def spend(self, amount: float) -> None:
        """Count an amount, even beyond the limit."""
        self._fill()
        self._left -= amount

    @property
    def wait(self) -> float:
        """Seconds until the bucket is no longer overdrawn."""
        return max(0.0, -self._fill() / self.rate)

    async def take(self) -> None:
        """Wait until the bucket allows one more, and count it."""
        while not self.may():
            await asyncio.sleep((1.0 - self._left) / self.rate)


class HostNames:
    """Host names of this server. It refuses pages under other names, even names that lead here.

    Args:
        names: the names allowed besides `localhost` and numeric addresses. No foreign page can have
            those two.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = {"localhost", *(name.casefold() for name in names)}

    def ours(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname
        except ValueError:
            return False
        if name is None:
            return False
        if name.casefold() in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def same(self, origin: str | None, host: str) -> bool:
        """Whether a request comes from a page of this server, or from no page at all."""
        return origin is None or origin.casefold() in {
            f"http://{host.casefold()}",
            f"https://{host.casefold()}",
        }
