"""Visitors, one for each address, and the server's work for each.

A visitor pays for all costs, by pages or by sockets, at one table or at a thousand.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from aicore.core.language import gettext as _
from aicore.web.bounds import Bucket, Limits
from aicore.web.errors import LimitReached, TooLarge

MAX_REMEMBERED = 10_000
HOME = 64  # bits of an IPv6 address that identify a home
EVERYBODY = 3  # maximum bytes of all visitors together, as a multiple of one visitor's


def home(address: str) -> str:
    """Return one name for all addresses of a visitor: IPv6 gives every home its own network."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, HOME), strict=False))
    return str(parsed)


class Budget:
    """Allowance that one visitor has left.

    Args:
        name: the name by which the store knows the visitor.
        limits: the visitor's limits.

    Attributes:
        work: seconds of the server's own work.
        tables: new tables.
        requests: requests by HTTP.
        names: new names for people.
        emotes: things that people say to each other.
        watching: seconds of thinking at tables without people.
        sockets: the number of open sockets.
        bytes: bytes of uploads in progress.
        due: the work done so far, as `FairScheduler` counts it.
        aside: a lock that allows one piece of work in the thread at a time.
        reading: a lock that allows the reading of one table at a time.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self.work = Bucket(limits.share, limits.debt)
        self.tables = Bucket(limits.tables, limits.spare)
        self.requests = Bucket(limits.requests, limits.rush)
        self.names = Bucket(limits.names, 10.0)
        self.emotes = Bucket(limits.emotes, 5.0)
        self.watching = Bucket(limits.watching, limits.watched)
        self.sockets = 0
        self.bytes = 0
        self.due = 0.0
        self.aside = asyncio.Lock()
        self.reading = asyncio.Lock()

    def open_table(self) -> None:
        """Count a new table. Raises LimitReached."""
        if not self.tables.may():
            raise LimitReached(_("too many new tables; wait a moment"))


class Visitors:
    """All recent visitors.

    Args:
        limits: the limits on each visitor.
        key: the key that turns addresses into names; the addresses are stored nowhere.
    """

    def __init__(self, limits: Limits, key: bytes) -> None:
        self.limits = limits
        self.key = key
        self.bytes = 0
        self._of: OrderedDict[str, Budget] = OrderedDict()

    def of(self, address: str) -> Budget:
        """Return the budget of the visitor at an address."""
        home_name = home(address).encode("utf-8", "replace")
        return self.named(hashlib.blake2b(home_name, key=self.key, digest_size=12).hexdigest())

    def named(self, name: str) -> Budget:
        """Return the budget of a visitor by name."""
        budget = self._of.setdefault(name, Budget(name, self.limits))
        self._of.move_to_end(name)
        if len(self._of) > MAX_REMEMBERED:
            idle = (each for each, old in self._of.items() if not old.sockets and not old.bytes)
            forgotten = next(idle, None)
            if forgotten is not None and forgotten != name:
                del self._of[forgotten]
        return budget

    @contextmanager
    def upload(self, budget: Budget) -> Iterator[UploadMeter]:
        """Yield a meter for an upload, whose bytes count until the block ends."""
        meter = UploadMeter(self, budget)
        try:
            yield meter
        finally:
            meter.add(-meter.size)


class UploadMeter:
    """Upload in progress."""

    def __init__(self, visitors: Visitors, budget: Budget) -> None:
        self.visitors = visitors
        self.budget = budget
        self.size = 0

    def add(self, count: int) -> None:
        """Count bytes as they arrive. Raises TooLarge, LimitReached."""
        limit = self.visitors.limits.bytes
        if count > 0 and self.budget.bytes + count > limit:
            raise TooLarge(
                _("your address is uploading more than {most} MiB at once", most=limit >> 20)
            )
        if count > 0 and self.visitors.bytes + count > EVERYBODY * limit:
            raise LimitReached(_("too many uploads right now; try again in a minute"))
        self.size += count
        self.budget.bytes += count
        self.visitors.bytes += count
