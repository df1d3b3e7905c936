"""One socket: what its viewer asks for is done, what changes at the table is told."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from aicore.core.errors import AicoreError, one_line
from aicore.study.typed import Series, moves_meant
from aicore.web.bounds import Bucket
from aicore.web.errors import Full, NotFound, WebError, unforeseen
from aicore.web.foresight import foresee
from aicore.web.hub import Hub
from aicore.web.messages import Nonsense, read_message
from aicore.web.sight import Sight
from aicore.web.tables import Table

GONE, REFUSED, BUSY, BROKEN = 4404, 4400, 1013, 1011
PATIENCE = 20.0  # seconds until the first message
MOST_QUEUED = 200  # messages to a viewer who does not read


class Viewer:
    """A viewer of a table.

    Args:
        bucket: how often it may say something.
    """

    def __init__(self, hub: Hub, socket: WebSocket, bucket: Bucket) -> None:
        self.hub = hub
        self.socket = socket
        self.bucket = bucket
        self.seat: int | None = None
        self.owner = False
        self.narrow = False
        self.table: Table
        self._queue: deque[dict[str, Any]] = deque()
        self._dirty = False
        self._news = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._warned: tuple[int, str] | None = None  # of an action that may cost the game

    async def run(self) -> None:
        """Serve the viewer until it leaves."""
        await self.socket.accept()
        try:
            async with asyncio.timeout(PATIENCE):
                kind, fields = read_message(await self._receive())
            if kind != "join":
                raise Nonsense("the first message is join")
            self._join(**fields)
        except NotFound:
            return await self._close(GONE, "no such table")
        except Full as error:
            return await self._close(BUSY, str(error))
        except (WebError, TimeoutError) as error:
            return await self._close(REFUSED, one_line(error, 100))
        except AicoreError as error:  # a table of a game that is here no more
            return await self._close(GONE, one_line(error, 100))
        except WebSocketDisconnect:
            return None
        except Exception as error:
            return await self._close(BROKEN, unforeseen(error))
        table = self.table
        writer = asyncio.ensure_future(self._write())
        try:
            await self._read()
        except Nonsense as error:
            await self._close(REFUSED, one_line(error, 100))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            writer.cancel()
            for task in self._running:
                task.cancel()
            self.hub.detach(self, table)
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await writer
        return None

    def _join(self, table: str, token: str | None, narrow: bool | None) -> None:
        found = self.hub.find(table)
        key = self.hub.key(token, table)
        if key is None and not found.open_to_all():
            raise NotFound("there is no such table")
        if key is not None:
            self.seat, self.owner = key.seat, key.owner
        self.narrow = bool(narrow)
        self.table = found
        try:
            self.hub.attach(self, found)
        except Exception:
            self.hub.detach(self, found)
            raise

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(code, reason)

    async def _receive(self) -> str:
        message = await self.socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if not isinstance(text, str):
            raise Nonsense("not text")
        return text

    async def _read(self) -> None:
        while True:
            text = await self._receive()
            await self.bucket.take()  # who says too much is heard later
            try:
                kind, fields = read_message(text)
                if kind == "join":
                    raise Nonsense("joined already")
                getattr(self, f"_on_{kind}")(**fields)
            except Nonsense:
                raise
            except AicoreError as error:
                self.fail(error)
            except Exception as error:
                self.fail(unforeseen(error))

    # to the viewer

    def send(self, message: dict[str, Any]) -> None:
        """Tell something."""
        if len(self._queue) >= MOST_QUEUED:
            self._spawn(self._close(BUSY, "too slow"))
            return
        self._queue.append(message)
        self._news.set()

    def fail(self, error: object) -> None:
        """Tell what cannot be."""
        self.send({"type": "error", "message": one_line(error)})

    def refresh(self) -> None:
        """Tell how the table is now; of many changes in a row the last."""
        self._dirty = True
        self._news.set()

    @property
    def sight(self) -> Sight:
        """What the viewer sees."""
        here = self.hub.here(self.table)
        return Sight(self.table, self.seat, self.owner, here, self.narrow)

    async def _write(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._queue or self._dirty:
                if self._queue:
                    message = self._queue.popleft()
                else:
                    self._dirty = False
                    try:
                        message = self.sight.state()
                    except Exception as error:
                        await self._close(BROKEN, unforeseen(error))
                        return
                await self.socket.send_text(json.dumps(message, separators=(",", ":")))

    # from the viewer

    def _on_look(self, narrow: bool) -> None:
        self.narrow = narrow
        self.refresh()

    def _on_act(self, actions: list[str], ply: int) -> None:
        table, seat = self._moving(ply)
        if len(actions) > 1:
            ahead = foresee(table.state.view(seat), actions)
            if len(ahead.steps) < len(actions):
                raise WebError(f"only {len(ahead.steps)} of these can be played at once")
        if self.sight.untold(actions[0]) and self._warn(actions[0]):
            self.send(self.sight.preview(actions[:1]))
            return
        for action in actions:
            table.play(seat, action)
        self._went_on()

    def _on_type(self, line: str, ply: int) -> None:
        table, seat = self._moving(ply)
        series = Series(line, moves_meant(line, table.state.view(seat)), ply)
        warning = self._warn(series.steps[0])
        if warning:
            raise WebError(f"{warning} Type it again to play it.")
        try:
            while series.left:
                if table.turn != seat:
                    raise WebError(f"not played: {', '.join(series.left)}")
                table.play(seat, series.next(table.state.view(seat), table.ply))
                table.settle()
        finally:
            if table.ply != ply:
                self._went_on()

    def _warn(self, action: str) -> str:
        """Why an action may cost the game, if the viewer was not told just before."""
        here = (self.table.ply, action)
        warning = self.sight.danger(action) if self._warned != here else ""
        if warning:
            self._warned = here
        return warning

    def _moving(self, ply: int) -> tuple[Table, int]:
        """The table and the viewer's seat, which is to move. Raises WebError."""
        table, seat = self.table, self._seat()
        if ply != table.ply:
            raise WebError("the game went on meanwhile")
        if table.turn != seat or table.facts.still:
            raise WebError("it is not your turn")
        return table, seat

    def _seat(self) -> int:
        if self.seat is None:
            raise WebError("you look on: you have no seat here")
        return self.seat

    def _went_on(self) -> None:
        self.hub.changed(self.table)
        self.hub.drive(self.table)

    def _on_preview(self, actions: list[str], ply: int) -> None:
        self._moving(ply)
        self.send(self.sight.preview(actions))

    def _on_undo(self) -> None:
        length = self.table.back_to(self._seat())
        if length is None:
            raise WebError("this cannot be taken back")
        self.hub.stop_thinking(self.table)
        self.table.rewind(length)
        self._went_on()

    def _on_hurry(self) -> None:
        self._seat()
        if self.table.task is not None:
            self.hub.thinkers.hurry(self.table.task)

    def _on_hint(self) -> None:
        table, seat = self._moving(self.table.ply)
        place = (table.ply, table.undone)
        view, cast = table.state.view(seat), table.cast(seat)

        async def work() -> None:
            found = await self.hub.aside(table, "hint", view, cast)
            if place == (table.ply, table.undone):
                self.send(self.sight.hint(*found))

        self._spawn(work())

    def _on_chances(self) -> None:
        table, sight = self.table, self.sight
        ply, view = table.ply, sight.judge()
        if table.over:
            shares = sight.shares(table.state.returns())
            self.send({"type": "chances", "ply": ply, "shares": shares})
            return
        if view is None:
            raise WebError("nothing to see without a seat")

        async def work() -> None:
            shares = await self.hub.aside(table, "chances", view)
            self.send({"type": "chances", "ply": ply, "shares": shares})

        self._spawn(work())

    def _on_at(self, ply: int | None) -> None:
        if ply is None:
            return self.refresh()
        sight = self.sight
        if sight.blind:
            raise WebError("nothing to see without a seat")
        if ply > self.table.ply:
            raise WebError(f"there are {self.table.ply} events")
        return self.send(sight.at(ply))

    def _on_review(self) -> None:
        table, sight = self.table, self.sight
        if not table.over:
            raise WebError("the game is not over")

        async def work() -> None:
            record = table.record()
            found = await self.hub.aside(table, "review", record, self.seat, table.cast(self.seat))
            self.send(sight.review(*found))

        self._spawn(work())

    def _on_fork(self, ply: int, players: list[str]) -> None:
        if not self.sight.may_fork():
            raise WebError("this game can be played on elsewhere when it is over")
        made = self.hub.fork(self.table, ply, players)
        self.send({"type": "table", "table": made["table"], "token": made["owner"]})

    def _on_rematch(self, swap: bool) -> None:
        if not self.table.over or self.table.facts.still:
            raise WebError("the game is not over")
        self.hub.rematch(self.table, self._seat(), swap)

    def _on_sit(self, name: str) -> None:
        self.table.call(self._seat(), " ".join(name.split()))
        self.hub.changed(self.table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except AicoreError as error:
                self.fail(error)
            except Exception as error:
                self.fail(unforeseen(error))

        task = asyncio.ensure_future(guarded())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
