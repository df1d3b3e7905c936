"""Connections: how many there may be, and how long one may say nothing, or hear nothing.

uvicorn bounds neither: half a request keeps its socket for ever, who sends pings and reads none of
the answers fills the memory, and without descriptors nothing works any more. So each connection is
counted before it says anything, and ended when it keeps others waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections import Counter, OrderedDict
from typing import Any, Protocol

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from aicore.web.bounds import Bucket
from aicore.web.visitors import MAX_REMEMBERED, home

HEAD = 20.0  # seconds until the head of a request is there
DEAF = 60.0  # seconds in which somebody may read nothing of what waits for them
MAX_SOCKETS = 2000
EACH = 300  # from one address, a quarter of all at most
RATE, RUSH = 20.0, 600.0  # new ones a second from one address, and at once
ACCEPTED = 8  # new connections in one turn of the loop: each takes half a millisecond
WAITING = 1024  # that the system holds until they are accepted
RESERVE = 100  # descriptors for workers, the store, files
MAX_UNREAD = 1 << 18  # bytes of answers to pings
MAX_QUEUED = 1000  # messages, or parts of one, that came at once
MAX_DEFLATED = 1 << 17  # characters of a message that is made smaller
PINGS = 10.0  # a second from one socket; browsers send none
CHUNK = 1 << 13  # bytes that are read at once from a socket
LINGER = 12.0  # seconds that a socket has to close when its viewer is gone
PROXY = "proxy"  # whose connections are that may be anybody's


async def _nothing(*_: object) -> None:
    """Serve nobody."""


class Connection(Protocol):
    """What is counted."""

    transport: asyncio.Transport
    client: tuple[str, int] | None


class Connections:
    """All connections of a server.

    Args:
        most: at a time.
        proxies: addresses and networks. What they pass on counts for whom they name; they may have
            all connections that ask for nothing.
        each: of one visitor.

    Attributes:
        upgrading: whose connection becomes a WebSocket now.
    """

    def __init__(self, most: int, proxies: tuple[str, ...] = (), each: int = EACH) -> None:
        self.most = most
        self.each = max(1, min(each, most // 4))
        self.open: dict[Connection, tuple[str, bool]] = {}
        self.upgrading = PROXY
        self._trusted = ProxyHeadersMiddleware(_nothing, list(proxies)).trusted_hosts
        self._count: Counter[str] = Counter()
        self._new: OrderedDict[str, Bucket] = OrderedDict()

    def peer(self, one: Connection) -> str:
        """Whose connection it is while it asks for nothing: PROXY, or a visitor's."""
        address = one.client[0] if one.client else ""
        return PROXY if address in self._trusted else home(address)

    def speaker(self, one: Connection, headers: list[tuple[bytes, bytes]]) -> str:
        """Whose connection it is while it asks for something."""
        told = b", ".join(value for name, value in headers if name == b"x-forwarded-for")
        peer = self.peer(one)
        if peer != PROXY or not told:
            return peer
        return home(self._trusted.get_trusted_client_address(told.decode("latin-1"))[0])

    def admit(self, one: Connection, whose: str, idle: bool) -> bool:
        """Whether a connection may stay; another may have to go for it.

        Args:
            idle: whether it has asked for nothing yet.
        """
        if idle and whose != PROXY and not self._may(whose):
            return False
        if self._count[whose] >= self.each and whose != PROXY:
            if not self._end_idle(whose):
                return False
        elif len(self.open) >= self.most:
            (heaviest, count), *_ = self._count.most_common(1)
            if not self._end_idle(heaviest):
                if count <= self._count[whose] + 1:
                    return False
                self._end(next(old for old, (who, _) in self.open.items() if who == heaviest))
        self.open[one] = whose, idle
        self._count[whose] += 1
        return True

    def _may(self, whose: str) -> bool:
        """Whether somebody may come again so soon."""
        new = self._new.setdefault(whose, Bucket(RATE, RUSH))
        self._new.move_to_end(whose)
        if len(self._new) > MAX_REMEMBERED:
            self._new.popitem(last=False)
        return new.may()

    def _end_idle(self, whose: str) -> bool:
        for one, (who, idle) in self.open.items():
            if idle and who == whose:
                self._end(one)
                return True
        return False

    def _end(self, one: Connection) -> None:
        self.leave(one)
        one.transport.abort()

    def asked(self, one: Connection, headers: list[tuple[bytes, bytes]]) -> None:
        """A connection asks for something; a proxy's is ended if its visitor has too many."""
        before, idle = self.open.get(one, (PROXY, False))
        if idle:
            whose = self.speaker(one, headers)
            if whose != before and self._count[whose] >= self.each:
                self._end(one)
            else:
                self._mark(one, whose, False)

    def answered(self, one: Connection) -> None:
        """A connection has its answer."""
        if one in self.open:
            self._mark(one, self.peer(one), True)

    def _mark(self, one: Connection, whose: str, idle: bool) -> None:
        self._uncount(self.open[one][0])
        self._count[whose] += 1
        self.open[one] = whose, idle

    def _uncount(self, whose: str) -> None:
        self._count[whose] -= 1
        if not self._count[whose]:
            del self._count[whose]

    def leave(self, one: Connection) -> None:
        """A connection is gone."""
        if one in self.open:
            self._uncount(self.open.pop(one)[0])


class Patience:
    """Ends a connection unless what it waits for happens in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, seconds: float, transport: asyncio.Transport) -> None:
        """Wait, if nobody waits yet."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, transport.abort)

    def end(self) -> None:
        """It has happened."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Server(uvicorn.Server):
    """A server that accepts few connections at a time; the system holds the others meanwhile.

    asyncio has one number for both. With its usual 2,048, a crowd that arrives at once holds the
    loop for a tenth of a second.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        config.backlog = ACCEPTED

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(WAITING)


def protocols(connections: Connections) -> tuple[type[H11Protocol], type[asyncio.Protocol]]:
    """What uvicorn is to speak with browsers by HTTP, and by WebSocket."""

    class Door(H11Protocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.head, self.deaf = Patience(), Patience()

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if connections.admit(self, connections.peer(self), True):
                self.head.begin(HEAD, transport)
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self not in connections.open:
                return
            if self.cycle is None or self.cycle.response_complete:
                connections.answered(self)
                self.head.begin(HEAD, self.transport)
            else:
                connections.asked(self, self.headers)
                self.head.end()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            connections.answered(self)
            if self in connections.open and not self.transport.is_closing():
                self.head.begin(HEAD, self.transport)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self.head.end()
            connections.leave(self)
            connections.upgrading = connections.speaker(self, self.headers)
            super().handle_websocket_upgrade(event)

        def pause_writing(self) -> None:
            self.deaf.begin(DEAF, self.transport)
            super().pause_writing()

        def resume_writing(self) -> None:
            self.deaf.end()
            super().resume_writing()

        def connection_lost(self, exc: Exception | None) -> None:
            self.head.end()
            self.deaf.end()
            connections.leave(self)
            super().connection_lost(exc)

    class Wire(WebSocketsSansIOProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.deaf = Patience()
            self.pings = Bucket(PINGS, 10 * PINGS)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            # frames are small: many of them are not to be read in one go
            with contextlib.suppress(AttributeError):  # another kind of loop
                self.transport.max_size = CHUNK  # type: ignore[attr-defined]
            if not connections.admit(self, connections.upgrading, False):
                self.transport.abort()

        async def send(self, message: Any) -> None:
            if len(message.get("text") or "") <= MAX_DEFLATED:
                return await super().send(message)
            # deflating a replay page takes a tenth of a second, and any message may go as it is
            kept, self.conn.extensions = self.conn.extensions, []
            try:
                return await super().send(message)
            finally:
                self.conn.extensions = kept

        def handle_ping(self) -> None:
            super().handle_ping()
            unread = self.transport.get_write_buffer_size()
            self._bound(unread > MAX_UNREAD or not self.pings.may())

        def handle_cont(self, event: Any) -> None:
            super().handle_cont(event)
            self._bound(len(self.frames) > MAX_QUEUED)

        def send_receive_event_to_app(self) -> None:
            super().send_receive_event_to_app()
            self._bound(self.queue.qsize() > MAX_QUEUED)

        def _bound(self, too_much: bool) -> None:
            if too_much and not self.transport.is_closing():
                self.transport.abort()

        def pause_writing(self) -> None:
            self.deaf.begin(DEAF, self.transport)
            super().pause_writing()

        def resume_writing(self) -> None:
            self.deaf.end()
            super().resume_writing()

        async def run_asgi(self) -> None:
            await super().run_asgi()
            self.deaf.end()
            self.deaf.begin(LINGER, self.transport)

        def connection_lost(self, exc: Exception | None) -> None:
            self.deaf.end()
            connections.leave(self)
            super().connection_lost(exc)

    return Door, Wire


def room() -> int:
    """How many connections this process can have; it takes all descriptors that it may."""
    if sys.platform == "win32":
        return 400
    import resource  # POSIX alone has it

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_SOCKETS + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return (
        MAX_SOCKETS if soft == resource.RLIM_INFINITY else max(16, min(MAX_SOCKETS, soft - RESERVE))
    )
