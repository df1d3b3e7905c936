"""Viewer's socket: it handles the viewer's requests, and sends the changes at the table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from pathlib import PurePath
from typing import Any, Protocol

from aicore.arena.log import Step
from aicore.core.errors import AicoreError, MistakeError, one_line
from aicore.core.language import gettext as _
from aicore.core.language import language as spoken
from aicore.core.language import speak
from aicore.core.schema import WrongField
from aicore.core.steps import Steps, at_once
from aicore.session.effects import Effect, Signal, Think
from aicore.session.requests import REQUESTS
from aicore.session.seated_game import Cut
from aicore.session.session import Session
from aicore.web.background import spawn
from aicore.web.bounds import Bucket
from aicore.web.client_messages import ProtocolError, read_message
from aicore.web.errors import LimitReached, NotFound, WebError, unforeseen
from aicore.web.hub import Hub
from aicore.web.page_presenter import PagePresenter
from aicore.web.table_requests import NOT_IN_PUZZLES, TABLE_REQUESTS, fork
from aicore.web.tables import Table
from aicore.web.visitors import Budget

GONE, REFUSED, BUSY, BROKEN = 4404, 4400, 1013, 1011  # close codes of the socket
JOIN_TIMEOUT = 20.0  # seconds until the first message
MAX_UNSENT = 1 << 20  # characters queued for a viewer that does not read
ENOUGH_UNSENT = 1 << 16  # queued characters above which the viewer's requests wait
MOVES = ("act", "type", "preview")  # requests about one position
TRIES = 3  # tries to build a state step by step, before it is built at once
SAME = 1.0  # seconds for which viewers with the same knowledge share one state


class Disconnected(Exception):
    """Lost connection: the other side is gone."""


class Socket(Protocol):
    """Connection that carries texts both ways: to a remote browser, or to a web worker's page."""

    async def receive(self) -> str:
        """Return the next message. Raises Disconnected, ProtocolError."""

    async def send(self, text: str) -> None:
        """Send a message. Raises Disconnected."""

    async def close(self, code: int, reason: str) -> None:
        """Close the connection if it is still open."""


class Viewer:
    """Viewer of a table: the interface around a session.

    Args:
        hub: the server's tables.
        socket: the connection to the viewer.
        budget: the budget of the visitor who opened the socket.

    Attributes:
        keyed: whether the viewer has a token of the table.
        language: the language of all messages.
    """

    language: str
    table: Table
    session: Session

    def __init__(self, hub: Hub, socket: Socket, budget: Budget) -> None:
        self.hub = hub
        self.socket = socket
        self.budget = budget
        self.bucket = Bucket(budget.limits.messages, budget.limits.burst)
        self.seat: int | None = None
        self.owner = False
        self.keyed = False
        self._queue: deque[str] = deque()
        self._unsent = 0
        self._dirty = False
        self._news = asyncio.Event()
        self._read_on = asyncio.Event()
        self._read_on.set()
        self._sent_off: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the viewer until they leave."""
        try:
            async with asyncio.timeout(JOIN_TIMEOUT):
                kind, fields = read_message(await self.socket.receive())
            if kind != "join":
                raise ProtocolError("the first message must be join")
            await self._join(**fields)
        except NotFound:
            return await self._close(GONE, _("there is no such table"))
        except LimitReached as error:
            return await self._close(BUSY, str(error))
        except (WebError, WrongField, TimeoutError) as error:
            return await self._close(REFUSED, one_line(error, 100))
        except AicoreError as error:  # the table's game no longer exists
            return await self._close(GONE, one_line(error, 100))
        except Disconnected:
            return None
        except Exception as error:
            return await self._close(BROKEN, unforeseen(error))
        tasks = [asyncio.ensure_future(work) for work in (self._read(), self._write())]
        try:
            ends: list[asyncio.Future[Any]] = [*tasks, self._sent_off]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self._sent_off.done():
                await self._close(BUSY, self._sent_off.result())
        finally:
            for task in (*tasks, *self._running):
                task.cancel()
            self.hub.detach(self, self.table)
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)
        return None

    async def _join(
        self, table: str, token: str | None, narrow: bool | None, language: str | None
    ) -> None:
        if language is not None:
            speak(language)
        self.language = spoken()
        opened = await self.hub.find(table, self.budget)
        key = self.hub.key(token, table)
        if key is None and not opened.open_to_all():
            raise NotFound(_("there is no such table"))
        if key is not None:
            self.seat, self.owner, self.keyed = key.seat, key.owner, True
        self.table = opened
        self.session = Session(opened, self.seat, bool(narrow))
        await self.hub.scheduler.run(self.budget, lambda: self.hub.attach(self, opened))

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):  # do not wait for a client that does not read
                await self.socket.close(code, reason)

    async def _read(self) -> None:
        try:
            while True:
                text = await self.socket.receive()
                await self.bucket.take()  # delays a client that sends too much
                await self._read_on.wait()  # waits while the client does not read
                try:
                    await self._do(text)
                except ProtocolError:
                    raise
                except Exception as error:
                    self._failed(error)
        except ProtocolError as error:
            await self._close(REFUSED, one_line(error, 100))
        except Disconnected:
            pass

    async def _do(self, text: str) -> None:
        kind, fields = read_message(text)
        if kind == "join":
            raise ProtocolError("you have already joined")
        if kind in NOT_IN_PUZZLES and self.table.puzzle is not None:
            raise WebError(_("{kind} is not available in a puzzle", kind=kind))
        if kind == "fork":
            return await fork(self, **fields)
        if kind in TABLE_REQUESTS:
            return await self.turn(lambda: TABLE_REQUESTS[kind](self, **fields))
        if kind == "undo":
            await self.hub.scheduler.run_steps(self.budget, self._carrying_out(kind, fields))
            return None
        in_turn = self.after_story if kind == "at" and not self.presenter.blind else self.turn
        return await in_turn(lambda: self._carry_out(kind, fields))

    def _carry_out(self, kind: str, fields: dict[str, Any]) -> None:
        """Carry out a session's request at once."""
        for _step in self._carrying_out(kind, fields):
            pass

    def _carrying_out(self, kind: str, fields: dict[str, Any]) -> Iterator[None]:
        """Carry out the effects of a session's request, one at a time."""
        if kind in MOVES:
            self._check_edition(fields.pop("edition"))
        touched = False
        try:
            for effect in REQUESTS[kind](self.session, **fields):
                touched = self._take(effect) or touched
                if not isinstance(effect, Step | Cut):  # what is stored counts at once
                    yield
        finally:
            if touched:
                self.hub.audience.changed(self.table)
                self.hub.driver.drive_now(self.table)

    def _check_edition(self, edition: int | None) -> None:
        """Refuse a message if an undo changed the position that its `ply` names."""
        if edition is None:
            raise WebError(_("this page is older than the server; reload it"))
        if edition != self.table.undone:
            raise WebError(_("the game has moved on since then"))

    def _take(self, effect: Effect) -> bool:
        """Carry out an effect. Return whether the table is affected."""
        if isinstance(effect, dict):
            self.send(effect)
        elif isinstance(effect, Think):
            self._think(effect)
        elif isinstance(effect, Step):
            self.table.keep(effect)
            return True
        elif isinstance(effect, Cut):
            self.hub.driver.cancel_search(self.table)
            self.table.cut(effect.length)
            return True
        elif effect is Signal.REFRESH:
            self.refresh()
        elif effect is Signal.STOP:
            self.hub.driver.cancel_search(self.table)
            return True
        return False

    def _think(self, asked: Think) -> None:
        def then(result: Any) -> None:
            message = asked.then(result)
            if message is not None:
                self.send(message)

        self.think(then, asked.job, *asked.arguments)

    def think(self, then: Callable[[Any], Any], job: str, *arguments: object) -> None:
        """Run a job for the viewer in a worker, and call `then` with its result."""

        async def work() -> None:
            then(await self.hub.run_for_table(self.table, self.budget, job, *arguments))

        self.spawn(work())

    async def turn(self, work: Callable[[], None]) -> None:
        """Run a short piece of work when it is the visitor's turn."""
        await self.hub.scheduler.run(self.budget, work)

    async def after_story(self, work: Callable[[], None]) -> None:
        """Run a short piece of work that needs the table's story."""

        def now() -> bool:
            if not self.presenter.blind and not self.table.caught_up(self.seat):
                return False
            work()
            return True

        done = False
        while not done:
            if not self.presenter.blind:
                await self.hub.scheduler.run_steps(self.budget, self.table.telling(self.seat))
            done = await self.hub.scheduler.run(self.budget, now)

    # to the viewer

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._push(json.dumps(message, separators=(",", ":")))

    def _push(self, text: str) -> None:
        if self._queue and self._unsent + len(text) > MAX_UNSENT:
            self.send_off(_("your connection is too slow"))
            return
        self._queue.append(text)
        self._unsent += len(text)
        if self._unsent > ENOUGH_UNSENT:
            self._read_on.clear()
        self._news.set()

    def send_off(self, reason: str) -> None:
        """Make the viewer leave; they may come back later."""
        if not self._sent_off.done():
            self._sent_off.set_result(reason)

    def fail(self, error: object) -> None:
        """Send an error."""
        self.send({"type": "error", "message": one_line(error)})

    def refresh(self) -> None:
        """Send the table's current state soon; many changes in a row send it only once."""
        self._dirty = True
        self._news.set()

    @property
    def presenter(self) -> PagePresenter:
        """View of the table for this viewer."""
        here = self.hub.audience.here(self.table.id)
        return PagePresenter(self.table, self.seat, self.owner, here, self.session.narrow)

    async def _write(self) -> None:
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                while self._queue or self._dirty:
                    if not self._queue:
                        await self._push_state()
                    text = self._queue.popleft()
                    await self.socket.send(text)
                    self._unsent -= len(text)
                    if self._unsent <= ENOUGH_UNSENT:
                        self._read_on.set()
        except Disconnected:
            pass
        except Exception as error:
            await self._close(BROKEN, unforeseen(error))

    async def _push_state(self) -> None:
        for _step in range(TRIES):
            if text := await self.hub.scheduler.run_steps(self.budget, self._stating()):
                return self._push(text)
        return await self.turn(lambda: self._push(at_once(self._stating())))

    def _stating(self) -> Steps[str]:
        """Build the table's state as text; return "" if the table has changed meanwhile."""
        self._dirty = False  # a change during the work sets it again, and another state follows
        view = self.presenter
        key = (self.seat, self.owner, view.narrow, self.language)
        before, text = self.table.shown.get(key, (0.0, ""))
        if not text or time.monotonic() - before > SAME:
            if not view.blind:
                yield from self.table.telling(self.seat)
            state = yield from view.stating()
            text = "" if state is None else json.dumps(state, separators=(",", ":"))
            if text and not self._dirty:
                self.table.shown[key] = time.monotonic(), text
        self._dirty = self._dirty or not text
        return text

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run long work in the background."""
        spawn(work, self._running, self._failed)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, MistakeError) and self.table.game.has_hidden:
            unforeseen(error)  # its text may name hidden values
            where = {"file": PurePath(error.file or "").name, "line": error.line or 0}
            self.fail(
                _("the rules fail in {file}, line {line}; the server's log has more", **where)
            )
            return
        self.fail(error if isinstance(error, AicoreError) else unforeseen(error))
