"""Limits on connections: on their number, and on the time without sending or reading.

uvicorn limits neither. Half a request keeps its socket forever. A client that sends pings and
reads no answers fills the memory. Without free descriptors the server stops working. So this
module counts each connection before it sends anything, and ends it when it keeps others waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections import Counter, OrderedDict
from typing import Any, Protocol
from urllib.parse import unquote

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from aicore.web.bounds import Bucket
from aicore.web.peers import VIEWER, Peers
from aicore.web.processes import Lifeline
from aicore.web.visitors import MAX_REMEMBERED, home

HEAD_TIMEOUT = 20.0  # seconds for the head of a request to arrive
READ_TIMEOUT = 60.0  # seconds that a client may leave pending data unread
MAX_SOCKETS = 2000
MAX_PER_VISITOR = 300  # connections from one address; at most a quarter of all
RATE, RUSH = 20.0, 600.0  # new connections from one address per second, and at once
ACCEPTED = 8  # new connections in one turn of the loop: each takes half a millisecond
WAITING = 1024  # connections that the system holds until they are accepted
RESERVE = 100  # descriptors for workers, the store, files
MAX_UNREAD = 1 << 18  # bytes of answers to pings
MAX_QUEUED = 1000  # messages, or fragments of one, that arrived at once
MAX_DEFLATED = 1 << 17  # characters; longer messages are sent uncompressed
PINGS = 10.0  # pings per second from one socket; browsers send none
CHUNK = 1 << 13  # bytes read at once from a socket
CLOSE_TIMEOUT = 12.0  # seconds that a socket has to close after its viewer is gone
PROXY = "proxy"  # owner of a proxy's idle connections, which may become anybody's


async def _nothing(*_: object) -> None:
    """Stand in for an app."""


class Connection(Protocol):
    """Connection that a server counts."""

    transport: asyncio.Transport
    client: tuple[str, int] | None


class Connections:
    """All connections of a server.

    Args:
        most: the maximum number of connections at a time.
        proxies: addresses and networks of trusted proxies. A proxy's request counts for the
            visitor that it names; a proxy's idle connections have no limit of their own.
        each: the maximum number of connections of one visitor.
        processes: the number of processes that share the limits on one visitor.

    Attributes:
        upgrading: the owner of the connection that is becoming a WebSocket.
    """

    def __init__(
        self,
        most: int,
        proxies: tuple[str, ...] = (),
        each: int = MAX_PER_VISITOR,
        processes: int = 1,
    ) -> None:
        self.most = most
        self.each = max(1, min(each // processes, most // 4))
        self.rate, self.rush = RATE / processes, max(1.0, RUSH / processes)
        self.open: dict[Connection, tuple[str, bool]] = {}
        self.upgrading = PROXY
        self._trusted = ProxyHeadersMiddleware(_nothing, list(proxies)).trusted_hosts
        self._count: Counter[str] = Counter()
        self._new: OrderedDict[str, Bucket] = OrderedDict()

    def peer(self, connection: Connection) -> str:
        """Return the owner of an idle connection: PROXY, or a visitor."""
        address = connection.client[0] if connection.client else ""
        return PROXY if address in self._trusted else home(address)

    def speaker(self, connection: Connection, headers: list[tuple[bytes, bytes]]) -> str:
        """Return the owner of a connection during a request."""
        named = b", ".join(value for name, value in headers if name == b"x-forwarded-for")
        peer = self.peer(connection)
        if peer != PROXY or not named:
            return peer
        return home(self._trusted.get_trusted_client_address(named.decode("latin-1"))[0])

    def admit(self, connection: Connection, owner: str, idle: bool, new: bool = True) -> bool:
        """Count a new connection if there is room, and return whether it may stay.

        Another connection may be ended to make room.

        Args:
            owner: the owner of the connection.
            idle: whether the connection has made no request yet.
            new: False if another process has counted the connection already.
        """
        if idle and new and owner != PROXY and not self._may(owner):
            return False
        if self._count[owner] >= self.each and owner != PROXY:
            if not self._end_idle(owner):
                return False
        elif len(self.open) >= self.most:
            (heaviest, count), *_ = self._count.most_common(1)
            if not self._end_idle(heaviest):
                if count <= self._count[owner] + 1:
                    return False
                self._end(next(old for old, (other, _) in self.open.items() if other == heaviest))
        self.open[connection] = owner, idle
        self._count[owner] += 1
        return True

    def _may(self, owner: str) -> bool:
        """Whether a visitor may connect again so soon."""
        new = self._new.setdefault(owner, Bucket(self.rate, self.rush))
        self._new.move_to_end(owner)
        if len(self._new) > MAX_REMEMBERED:
            self._new.popitem(last=False)
        return new.may()

    def _end_idle(self, owner: str) -> bool:
        for connection, (other, idle) in self.open.items():
            if idle and other == owner:
                self._end(connection)
                return True
        return False

    def _end(self, connection: Connection) -> None:
        self.leave(connection)
        connection.transport.abort()

    def asked(self, connection: Connection, headers: list[tuple[bytes, bytes]]) -> None:
        """Note a request; end a proxy's connection if the visitor it names has too many."""
        before, idle = self.open.get(connection, (PROXY, False))
        if idle:
            owner = self.speaker(connection, headers)
            if owner != before and self._count[owner] >= self.each:
                self._end(connection)
            else:
                self._mark(connection, owner, False)

    def answered(self, connection: Connection) -> None:
        """Note that a connection has its answer."""
        if connection in self.open:
            self._mark(connection, self.peer(connection), True)

    def _mark(self, connection: Connection, owner: str, idle: bool) -> None:
        self._uncount(self.open[connection][0])
        self._count[owner] += 1
        self.open[connection] = owner, idle

    def _uncount(self, owner: str) -> None:
        self._count[owner] -= 1
        if not self._count[owner]:
            del self._count[owner]

    def leave(self, connection: Connection) -> None:
        """Stop counting a connection."""
        if connection in self.open:
            self._uncount(self.open.pop(connection)[0])


class Deadline:
    """Timer that aborts a connection unless an awaited event happens in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, seconds: float, transport: asyncio.Transport) -> None:
        """Start the timer, unless it is running."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, transport.abort)

    def end(self) -> None:
        """Stop the timer: the event happened."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class BoundedServer(uvicorn.Server):
    """Server that accepts few connections at a time; the system holds the others meanwhile.

    asyncio has one number for the connections to accept and to hold, usually 2,048. With it, a
    crowd that arrives at once blocks the loop for a tenth of a second.

    Args:
        peers: the processes that share the tables, if there are several.
        lifeline: the pipe that ends the server when its parent is gone.
    """

    def __init__(
        self, config: uvicorn.Config, peers: Peers | None = None, lifeline: Lifeline | None = None
    ) -> None:
        super().__init__(config)
        self.peers = peers
        self.lifeline = lifeline
        config.backlog = ACCEPTED

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(WAITING)
        if self.lifeline is not None:
            self.lifeline.watch(self._orphaned)
        if self.peers is not None:
            self.peers.handle(VIEWER, self._take)
            self.peers.listen()

    def _orphaned(self) -> None:
        self.should_exit = True

    async def _take(self, handed: socket.socket, head: bytes) -> None:
        """Serve a connection that another process accepted, and whose request it read."""

        def make_protocol() -> asyncio.Protocol:
            protocol: Any = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )
            protocol.new = False
            counted: asyncio.Protocol = protocol
            return counted

        loop = asyncio.get_running_loop()
        _, protocol = await loop.connect_accepted_socket(make_protocol, handed)
        protocol.data_received(head)


def named_table(target: bytes) -> str | None:
    """Return the id of the table that a socket's address names, if any."""
    path = unquote(target.partition(b"?")[0].decode("latin-1"))
    return path.removeprefix("/socket/") if path.startswith("/socket/") else None


def protocols(
    connections: Connections, peers: Peers | None = None
) -> tuple[type[H11Protocol], type[asyncio.Protocol]]:
    """Return the protocols that uvicorn uses for HTTP and for WebSocket.

    Args:
        peers: the processes that share the tables, if there are several.
    """

    class HttpProtocol(H11Protocol):
        new = True  # False if another process has counted this connection already

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.head_deadline, self.read_deadline = Deadline(), Deadline()

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if connections.admit(self, connections.peer(self), True, self.new):
                self.head_deadline.begin(HEAD_TIMEOUT, transport)
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self not in connections.open:
                return
            if self.cycle is None or self.cycle.response_complete:
                connections.answered(self)
                self.head_deadline.begin(HEAD_TIMEOUT, self.transport)
            else:
                connections.asked(self, self.headers)
                self.head_deadline.end()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            connections.answered(self)
            if self in connections.open and not self.transport.is_closing():
                self.head_deadline.begin(HEAD_TIMEOUT, self.transport)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self.head_deadline.end()
            table = named_table(event.target)
            if peers is not None and table is not None and not peers.owns(table):
                self.transport.pause_reading()
                peers.spawn(self._hand_over(peers, peers.process_of(table), event))
                return
            connections.leave(self)
            connections.upgrading = connections.speaker(self, self.headers)
            super().handle_websocket_upgrade(event)

        async def _hand_over(self, peers: Peers, to: int, event: Any) -> None:
            """Let another process serve this connection, beginning with its last request."""
            lines = [b" ".join((event.method, event.target, b"HTTP/1.1"))]
            lines += [name + b": " + value for name, value in self.headers]
            head = b"\r\n".join([*lines, b"", b""])
            try:
                if not self.transport.get_write_buffer_size():
                    handed = self.transport.get_extra_info("socket")
                    await peers.inboxes.hand(to, VIEWER, handed.fileno(), head)
            finally:
                self.transport.abort()  # closes this process's copy alone

        def pause_writing(self) -> None:
            self.read_deadline.begin(READ_TIMEOUT, self.transport)
            super().pause_writing()

        def resume_writing(self) -> None:
            self.read_deadline.end()
            super().resume_writing()

        def connection_lost(self, exc: Exception | None) -> None:
            self.head_deadline.end()
            self.read_deadline.end()
            connections.leave(self)
            super().connection_lost(exc)

    class WsProtocol(WebSocketsSansIOProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.read_deadline = Deadline()
            self.pings = Bucket(PINGS, 10 * PINGS)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            # frames are small: do not read many of them in one go
            with contextlib.suppress(AttributeError):  # other event loops lack it
                self.transport.max_size = CHUNK  # type: ignore[attr-defined]
            if not connections.admit(self, connections.upgrading, False):
                self.transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if not self.handshake_initiated:  # its request was refused
                self.transport.abort()

        async def send(self, message: Any) -> None:
            if len(message.get("text") or "") <= MAX_DEFLATED:
                return await super().send(message)
            # compressing a replay page takes 0.1 s, and any message may go uncompressed
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
            self.read_deadline.begin(READ_TIMEOUT, self.transport)
            super().pause_writing()

        def resume_writing(self) -> None:
            self.read_deadline.end()
            super().resume_writing()

        async def run_asgi(self) -> None:
            await super().run_asgi()
            self.read_deadline.end()
            self.read_deadline.begin(CLOSE_TIMEOUT, self.transport)

        def connection_lost(self, exc: Exception | None) -> None:
            self.read_deadline.end()
            connections.leave(self)
            super().connection_lost(exc)

    return HttpProtocol, WsProtocol


def room() -> int:
    """Return the number of connections this process can have, after raising its limits."""
    if sys.platform == "win32":
        return 400
    import resource  # exists only on POSIX

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
