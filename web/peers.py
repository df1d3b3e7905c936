"""Processes that share a server's tables, and the sockets that they hand over to each other.

A table's id determines its process. Every process accepts connections. If a connection asks for
another process's table, its process gets the connection with the bytes read so far, so nothing is
relayed afterwards. To ask another process about a table, a process makes a pair of sockets and
hands one of them over.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import time
import zlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from aicore.core.errors import AicoreError, one_line
from aicore.core.language import N_, language, speak
from aicore.core.language import gettext as _
from aicore.core.schema import NotJson, parse_object
from aicore.web.background import spawn
from aicore.web.errors import NotFound, WebError, unforeseen

VIEWER, QUESTION, POOL = b"v", b"q", b"p"
"""Kinds of sockets: a viewer's connection, a question about tables, a client of the workers."""
INBOX_TIMEOUT = 2.0  # seconds for room in an inbox
ID_BYTES = 8  # random bytes of a table's id
RETRY_DELAY = 0.01  # seconds between tries
ANSWER_TIMEOUT = 10.0  # seconds
MAX_MESSAGE = 1 << 15  # bytes handed over together with a socket
RESTARTING = N_("this table's process is starting again; try again in a moment")
ELSEWHERE = "this server has several processes: connect to /socket/ID of the table, not to /socket"

Handler = Callable[[socket.socket, bytes], Coroutine[Any, Any, None]]
"""Function that serves a socket that was handed over, given the bytes that came with it."""
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def can_share() -> bool:
    """Whether several processes can share the tables on this system."""
    return hasattr(socket, "AF_UNIX") and hasattr(socket, "send_fds")


class Inboxes:
    """Inboxes of all processes.

    The parent opens them before it starts the processes, and keeps them. If a process dies, its
    replacement reads the messages that are left.
    """

    def __init__(self, count: int) -> None:
        self._pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
        for pair in self._pairs:
            for end in pair:
                end.setblocking(False)

    async def hand(self, to: int, kind: bytes, handed: int, text: bytes = b"") -> None:
        """Hand a socket over; the caller still has to close its own copy.

        Raises OSError, in particular if the inbox stays full.

        Args:
            to: the number of the process.
            handed: the socket's file descriptor.
            text: bytes that come with the socket.
        """
        if len(text) > MAX_MESSAGE:
            raise OSError("the request is too long to be handed over")
        end = time.monotonic() + INBOX_TIMEOUT
        while True:
            try:
                socket.send_fds(self._pairs[to][1], [kind, text], [handed])
                return
            except BlockingIOError:
                if time.monotonic() > end:
                    raise
            await asyncio.sleep(RETRY_DELAY)

    def received(self, own: int) -> tuple[bytes, socket.socket, bytes] | None:
        """Return the next message's kind, socket and text; None if there is none now."""
        try:
            text, handed, _, _ = socket.recv_fds(self._pairs[own][0], MAX_MESSAGE + 1, 1)
        except BlockingIOError:
            return None
        if not handed:  # no descriptor was free here
            return None
        taken = socket.socket(fileno=handed[0])
        taken.setblocking(False)
        return text[:1], taken, text[1:]

    def reader(self, own: int) -> socket.socket:
        """Return the socket that becomes readable when a message is there."""
        return self._pairs[own][0]

    def close(self) -> None:
        """Close all inboxes."""
        for pair in self._pairs:
            for end in pair:
                end.close()


class Peers:
    """Processes of a server, as one of them sees the others.

    Args:
        inboxes: the inboxes of all processes.
        own: the number of this process.
        count: the number of processes that have tables, the first ones; one more has the workers.
    """

    def __init__(self, inboxes: Inboxes, own: int, count: int) -> None:
        self.inboxes = inboxes
        self.own = own
        self.count = count
        self._turn = own
        self._handlers: dict[bytes, Handler] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._listening = False

    def process_of(self, table: str) -> int:
        """Return the number of the process that has a table."""
        return zlib.crc32(table.encode("utf-8", "replace")) % self.count

    def owns(self, table: str) -> bool:
        """Whether this process has a table."""
        return self.process_of(table) == self.own

    def fresh_id(self) -> str:
        """Return an id for a new table; the processes get tables in turn."""
        self._turn = (self._turn + 1) % self.count
        while self.process_of(table := secrets.token_urlsafe(ID_BYTES)) != self._turn:
            pass
        return table

    def handle(self, kind: bytes, handler: Handler) -> None:
        """Set the handler of a kind of sockets."""
        self._handlers[kind] = handler

    def listen(self) -> None:
        """Begin to receive the sockets that are handed over to this process."""
        self._listening = True
        reader = self.inboxes.reader(self.own)
        asyncio.get_running_loop().add_reader(reader, self._received)

    def _received(self) -> None:
        with contextlib.suppress(OSError):
            while (message := self.inboxes.received(self.own)) is not None:
                kind, handed, text = message
                handler = self._handlers.get(kind)
                if handler is None:
                    handed.close()
                else:
                    self.spawn(handler(handed, text))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background."""

        def failed(error: Exception) -> None:
            if not isinstance(error, OSError | EOFError):  # else the other side is gone
                unforeseen(error)

        spawn(work, self._running, failed)

    async def connect(self, to: int, kind: bytes) -> Streams:
        """Return streams to and from another process. Raises OSError."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                await self.inboxes.hand(to, kind, theirs.fileno())
            ours.setblocking(False)
            return await asyncio.open_unix_connection(sock=ours)
        except BaseException:
            ours.close()
            raise

    async def pool(self) -> Streams:
        """Return streams to and from the pool of workers. Raises OSError."""
        return await self.connect(self.count, POOL)

    async def ask(self, to: int, question: dict[str, Any]) -> Any:
        """Return another process's answer to a question. Raises WebError."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                reader, writer = await self.connect(to, QUESTION)
                try:
                    writer.write(json.dumps(question | {"language": language()}).encode())
                    writer.write_eof()
                    reply = parse_object(await reader.read(-1))
                finally:
                    writer.close()
        except (OSError, TimeoutError, NotJson):
            raise WebError(_(RESTARTING)) from None
        if "error" in reply:
            raise (NotFound if reply["missing"] else WebError)(reply["error"])
        return reply["answer"]

    def answer_with(self, answer: Callable[[dict[str, Any]], Awaitable[Any]]) -> None:
        """Answer questions of other processes with a function."""

        async def handler(handed: socket.socket, _: bytes) -> None:
            reader, writer = await asyncio.open_unix_connection(sock=handed)
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    question = parse_object(await reader.read(-1))
                    speak(question.pop("language"))
                    try:
                        reply = {"answer": await answer(question)}
                    except AicoreError as error:
                        missing = isinstance(error, NotFound)
                        reply = {"error": one_line(error), "missing": missing}
                    except Exception as error:
                        reply = {"error": unforeseen(error), "missing": False}
                    writer.write(json.dumps(reply).encode())
                    await writer.drain()
            finally:
                writer.close()

        self.handle(QUESTION, handler)

    async def close(self) -> None:
        """Stop listening."""
        if self._listening:
            asyncio.get_running_loop().remove_reader(self.inboxes.reader(self.own))
        for task in list(self._running):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
