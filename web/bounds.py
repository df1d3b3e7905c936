"""Bounds on what others may ask of a server: how often, how much, from which pages."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

MOST_REMEMBERED = 10_000  # addresses


@dataclass(frozen=True)
class Limits:
    """What one server takes.

    Args:
        messages, burst: a second from one viewer, and at once.
        tables, spare: new tables a second from one address, and at once.
    """

    messages: float = 20.0
    burst: float = 60.0
    tables: float = 1.0
    spare: float = 300.0


class Bucket:
    """Something that may be done so often.

    Args:
        rate: times a second.
        size: at once.
    """

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._left = size
        self._at = time.monotonic()

    def may(self) -> bool:
        """Whether it may be done now; then it counts as done."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    async def take(self) -> None:
        """Wait until it may be done."""
        while not self.may():
            await asyncio.sleep((1.0 - self._left) / self.rate)


class Buckets:
    """A bucket for each address; of too many the oldest are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def may(self, address: str) -> bool:
        """Whether this address may do it now."""
        bucket = self._of.setdefault(address, Bucket(self.rate, self.size))
        self._of.move_to_end(address)
        while len(self._of) > MOST_REMEMBERED:
            self._of.popitem(last=False)
        return bucket.may()


class Names:
    """What a server may be called: a page of another name, even one that leads here, is refused.

    Args:
        names: besides `localhost` and addresses in figures, which no other page can take.
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
