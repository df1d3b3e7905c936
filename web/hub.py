"""All tables of a server, who looks at them, and the searches that their computers need."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.deal import fresh_seed, secret_of
from aicore.core.errors import AicoreError
from aicore.core.record import Record
from aicore.web.allowed import PERSON, load_game, read_player
from aicore.web.errors import Full, NotFound, WebError, unforeseen
from aicore.web.store import Facts, Key, TableStore
from aicore.web.tables import Table
from aicore.web.thinkers import Task, Thinkers

if TYPE_CHECKING:
    from aicore.web.viewer import Viewer

MOST_TABLES = 20_000
MOST_VIEWERS = 1000
MOST_VIEWERS_EACH = 40
STAND_IN = "mcts"
IDLE = 60.0  # seconds after which a table without viewers is only in the store
SWEEP = 15.0  # seconds between looks for such tables


class Hub:
    """The tables.

    Args:
        store: where they are kept.
        thinkers: who thinks for their computers.
        engines: whether seats may be taken by external programs.
    """

    def __init__(self, store: TableStore, thinkers: Thinkers, engines: bool = False) -> None:
        self.store = store
        self.thinkers = thinkers
        self.engines = engines
        self.tables: dict[str, Table] = {}
        self.viewers: dict[str, set[Viewer]] = defaultdict(set)
        self._sweeper: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[None]] = set()

    # tables

    def find(self, name: str) -> Table:
        """A table by its id. Raises NotFound."""
        table = self.tables.get(name)
        if table is None:
            facts = self.store.facts(name)
            if facts is None:
                raise NotFound("there is no such table")
            table = self.tables[name] = Table(name, facts, self.store)
            if self._sweeper is None:
                self._sweeper = asyncio.ensure_future(self._sweep())
        table.used = time.monotonic()
        return table

    def key(self, token: str | None, table: str) -> Key | None:
        """What a token opens of a table, if anything."""
        key = self.store.key(token) if token else None
        return key if key is not None and key.table == table else None

    async def create(self, wish: dict[str, Any]) -> dict[str, Any]:
        """A new table, as a page wishes it. Raises AicoreError."""
        game = load_game(wish["game"], wish["seats"], wish["options"] or {})
        words = wish["players"]
        if len(words) != game.seats:
            raise WebError(f"{len(words)} players for the {game.seats} seats of {game.name}")
        players = [read_player(word, game, self.engines) for word in words]
        seed = wish["seed"] or fresh_seed()
        await asyncio.to_thread(secret_of, seed)  # a word's secret takes a tenth of a second
        facts = Facts(game.name, game.seats, dict(game.options), seed, players, [""] * game.seats)
        owner = next((seat for seat, word in enumerate(words) if word == "me"), None)
        return self._add(facts, owner)

    def _add(
        self, facts: Facts, owner: int | None, events: Sequence[tuple[int | str, str]] = ()
    ) -> dict[str, Any]:
        """Keep a new table.

        Args:
            owner: the seat of whoever manages it.
        """
        if self.store.count() >= MOST_TABLES:
            raise Full(f"the server has {MOST_TABLES} tables: it takes no more")
        name = secrets.token_urlsafe(8)
        keys: dict[str, Key] = {}
        tokens: list[str | None] = []
        for seat, spec in enumerate(facts.players):
            token = secrets.token_urlsafe(24) if spec == PERSON and not facts.still else None
            if token is not None:
                keys[token] = Key(name, seat, seat == owner)
            tokens.append(token)
        manager = tokens[owner] if owner is not None else None
        if manager is None:
            manager = secrets.token_urlsafe(24)
            keys[manager] = Key(name, None, True)
        self.store.add(name, facts, keys, list(events))
        return {"table": name, "owner": manager, "tokens": tokens}

    def keep_record(self, record: Record) -> dict[str, Any]:
        """A table to step through a recorded game."""
        facts = Facts(
            record.game, record.seats, record.options, record.seed, record.players,
            [""] * record.seats, still=True,
        )  # fmt: skip
        return self._add(facts, None, record.events)

    def fork(self, table: Table, ply: int, words: Sequence[str]) -> dict[str, Any]:
        """A new table that plays on from an earlier position of another, with luck of its own.

        Args:
            words: as for a new table, or "same": the computer that sits there, and mcts for a
                person, who is not asked.
        """
        if not 0 <= ply <= table.ply:
            raise WebError(f"there are {table.ply} events")
        if len(words) != table.facts.seats:
            raise WebError(f"{len(words)} players for {table.facts.seats} seats")
        same = [STAND_IN if spec == PERSON else spec for spec in table.facts.players]
        players = [  # what came with a record is read like any other word of a page
            read_player(before if word == "same" else word, table.game, self.engines)
            for word, before in zip(words, same, strict=True)
        ]
        facts = replace(
            table.facts, seed=fresh_seed(), players=players, names=[""] * len(words),
            since=time.time(), still=False,
        )  # fmt: skip
        owner = next((seat for seat, word in enumerate(words) if word == "me"), None)
        return self._add(facts, owner, table.match.events[:ply])

    def rematch(self, table: Table, seat: int, swap: bool) -> None:
        """The same people and computers again with a new deal; all who sit there are told.

        With `swap` everybody moves on by a seat.
        """
        if table.next is None:
            step, seats = int(swap), table.facts.seats
            came = [(to - step) % seats for to in range(seats)]  # from which seat
            facts = replace(
                table.facts, seed=fresh_seed(), since=time.time(),
                players=[table.facts.players[old] for old in came],
                names=[table.facts.names[old] for old in came],
            )  # fmt: skip
            made = self._add(facts, (seat + step) % seats)
            table.next = {
                old: (made["table"], token)
                for old, token in zip(came, made["tokens"], strict=True)
                if token is not None
            }
        for viewer in self.viewers[table.id]:
            if viewer.seat in table.next:
                name, token = table.next[viewer.seat]
                viewer.send({"type": "table", "table": name, "token": token})

    # viewers

    def attach(self, viewer: Viewer, table: Table) -> None:
        """A viewer came. Raises Full."""
        crowd = self.viewers[table.id]
        if len(crowd) >= MOST_VIEWERS_EACH or sum(map(len, self.viewers.values())) >= MOST_VIEWERS:
            raise Full("too many look on: come back later")
        crowd.add(viewer)
        table.arrived(viewer.seat)
        self.changed(table)
        self.drive(table)

    def detach(self, viewer: Viewer, table: Table) -> None:
        """A viewer left."""
        crowd = self.viewers[table.id]
        crowd.discard(viewer)
        if crowd:
            self.changed(table)
            return
        del self.viewers[table.id]
        table.used = time.monotonic()
        for task in (table.task, *table.asides):
            if task is not None:
                self.thinkers.stop(task)
        table.task = None
        table.asides.clear()

    def here(self, table: Table) -> frozenset[int]:
        """The seats whose people look at a table."""
        seats = (viewer.seat for viewer in self.viewers.get(table.id, ()))
        return frozenset(seat for seat in seats if seat is not None)

    def changed(self, table: Table) -> None:
        """Everybody is to see how the table is now."""
        for viewer in self.viewers[table.id]:
            viewer.refresh()

    # thinking

    def drive(self, table: Table) -> None:
        """Let happen what waits for no person: luck, and the decision of a computer."""
        if not self.viewers.get(table.id):
            return
        before = table.ply
        table.settle()
        if table.ply != before:
            self.changed(table)
        seat = table.thinks
        if seat is None or table.task is not None:
            return
        began = time.monotonic()

        def heard(choice: str, value: float) -> None:
            message: dict[str, Any] = {
                "type": "thinking",
                "seat": seat,
                "seconds": round(time.monotonic() - began, 1),
            }
            if not table.game.has_hidden:
                message |= {"choice": choice, "value": round(value, 4)}
            for viewer in self.viewers[table.id]:
                viewer.send(message)

        seed, decisions = table.match.due
        spec = table.facts.players[seat]
        try:
            table.task = self.thinkers.ask(
                table.id, "decide", table.state.view(seat), spec, seed, decisions,
                heard=heard, first=True,
            )  # fmt: skip
        except Full:
            asyncio.get_running_loop().call_later(1.0, self.drive, table)
            return
        self._spawn(self._decided(table, seat, table.task))

    async def _decided(self, table: Table, seat: int, task: Task) -> None:
        try:
            decision = await task.future
        except asyncio.CancelledError:
            return
        except AicoreError as error:
            if table.task is task:
                self._replace(table, seat, error)
            return
        if table.task is not task:
            return
        table.task = None
        try:
            table.play(seat, decision.action)
        except AicoreError as error:
            self._replace(table, seat, error)
            return
        table.settle()
        self.changed(table)
        self.drive(table)

    def _replace(self, table: Table, seat: int, error: Exception) -> None:
        table.task = None
        message = table.stand_in(seat, error)
        for viewer in self.viewers[table.id]:
            viewer.send({"type": "error", "message": message})
        self.changed(table)
        self.drive(table)

    def stop_thinking(self, table: Table) -> None:
        """What a computer thinks of is no more."""
        if table.task is not None:
            self.thinkers.stop(table.task)
            table.task = None

    async def aside(self, table: Table, job: str, *arguments: Any) -> Any:
        """Have something worked out for a table's viewers. Raises ThinkError, Full."""
        task = self.thinkers.ask(table.id, job, *arguments)
        table.asides.add(task)
        try:
            return await task.future
        finally:
            table.asides.discard(task)

    async def outside(self, job: str, *arguments: Any) -> Any:
        """Have something worked out that belongs to no table. Raises ThinkError, Full."""
        return await self.thinkers.ask("files", job, *arguments).future

    async def read_tournament(self, data: bytes) -> str:
        """Keep the figures of a tournament's file. Returns their id. Raises ThinkError."""
        import tempfile

        with tempfile.TemporaryDirectory(prefix="aicore-web-") as folder:
            path = Path(folder) / "upload.tournament"
            await asyncio.to_thread(path.write_bytes, data)
            figures = await self.outside("read_tournament", str(path))
        name = secrets.token_urlsafe(8)
        self.store.add_tournament(name, figures)
        return name

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception as error:
                unforeseen(error)

        task = asyncio.ensure_future(guarded())
        self._running.add(task)  # a loop keeps only weak references to what runs in it
        task.add_done_callback(self._running.discard)

    async def _sweep(self) -> None:
        """Forget what is in the store anyway, of tables that nobody looks at."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(time.monotonic() - IDLE)

    def sweep(self, before: float) -> None:
        """Forget tables that nobody looks at, and that nobody used since."""
        for name, table in list(self.tables.items()):
            if not self.viewers.get(name) and table.used <= before:
                del self.tables[name]

    async def close(self) -> None:
        """End all searches and close the store."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self.thinkers.close()
        self.store.close()
