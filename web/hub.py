"""All tables of a server: how they are made, found, and left."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aicore.core.deal import fresh_seed, secret_of
from aicore.core.record import Event, Record
from aicore.study.lesson.lesson import SEAT
from aicore.study.session.jobs import STAND_IN
from aicore.web.allowed import PERSON, load_game, read_player
from aicore.web.audience import Audience, TableViewer
from aicore.web.bounds import Limits
from aicore.web.driving import Driver
from aicore.web.errors import Full, NotFound, WebError, unforeseen
from aicore.web.exercises import lesson_facts, puzzle_facts
from aicore.web.expiry import Expiry, Keeping
from aicore.web.pool import WorkerPool
from aicore.web.store import Facts, Key, TableStore
from aicore.web.tables import Table
from aicore.web.turns import Turns
from aicore.web.visitors import Budget, Visitors

MAX_TABLES = 20_000
MADE_ROOM = 50  # tables that give way at a time, when there are so many


class Hub:
    """The tables.

    Args:
        store: where they are kept.
        pool: who thinks for their computers.
        engines: whether seats may be taken by external programs.
        limits: of each visitor.
        keeping: how long tables are kept.
    """

    def __init__(
        self,
        store: TableStore,
        pool: WorkerPool,
        engines: bool = False,
        limits: Limits | None = None,
        keeping: Keeping | None = None,
    ) -> None:
        self.store = store
        self.pool = pool
        self.engines = engines
        self.visitors = Visitors(limits or Limits(), store.key_of_names())
        self.tables: dict[str, Table] = {}
        self.audience = Audience()
        self.turns = Turns()
        self.driver = Driver(pool, self.turns, self.visitors, self.audience)
        self._expiry = Expiry(self.tables, store, self.audience, keeping or Keeping())
        self._reading: dict[str, asyncio.Future[Table]] = {}

    # tables

    async def find(self, name: str, budget: Budget) -> Table:
        """A table by its id, read by and by at a visitor's cost. Raises NotFound, AicoreError."""
        table = self.tables.get(name)
        if table is None and name in self._reading:
            table = await asyncio.shield(self._reading[name])
        if table is None:
            reading = self._reading[name] = asyncio.ensure_future(self._read(name, budget))
            reading.add_done_callback(lambda _: self._reading.pop(name, None))
            table = await asyncio.shield(reading)
        table.used = time.monotonic()
        return table

    async def _read(self, name: str, budget: Budget) -> Table:
        facts = self.store.facts(name)
        if facts is None:
            raise NotFound("there is no such table")
        table = Table(name, facts, self.store)
        await self.turns.walk(budget, table.reading())
        self.tables[name] = table
        return table

    def key(self, token: str | None, table: str) -> Key | None:
        """What a token opens of a table, if anything."""
        key = self.store.key(token) if token else None
        return key if key is not None and key.table == table else None

    async def create(self, wish: dict[str, Any], budget: Budget) -> dict[str, Any]:
        """A new table, as a page wishes it. Raises AicoreError."""

        def plan() -> Facts:
            game = load_game(wish["game"], wish["seats"], wish["options"] or {})
            words = wish["players"]
            if len(words) != game.seats:
                raise WebError(f"{len(words)} players for the {game.seats} seats of {game.name}")
            players = [read_player(word, game, self.engines) for word in words]
            budget.open_table()
            return Facts(
                game.name, game.seats, dict(game.options), wish["seed"] or fresh_seed(), players,
                [""] * game.seats, known="seed" if wish["seed"] else "",
            )  # fmt: skip

        facts = await self.turns.do(budget, plan)
        await asyncio.to_thread(secret_of, facts.seed)  # a word's secret takes a tenth of a second
        return self.add(facts, _first(wish["players"]), budget)

    def add(
        self,
        facts: Facts,
        owner: int | None,
        budget: Budget,
        events: Sequence[Event] = (),
        beginning: tuple[str, int] | None = None,
    ) -> dict[str, Any]:
        """Keep a new table. Raises Full.

        Args:
            owner: the seat of whoever manages it.
        """
        if self.store.count(budget.name) >= budget.limits.kept:
            raise Full(f"{budget.limits.kept} tables are kept from this address: it takes no more")
        if self.store.count() >= MAX_TABLES:
            self._expiry.remove(self.store.spare(MADE_ROOM))
        if self.store.count() >= MAX_TABLES:
            raise Full(f"the server has {MAX_TABLES} tables: it takes no more")
        facts = replace(facts, maker=budget.name)
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
        self.store.add(name, facts, keys, list(events), beginning)
        return {"table": name, "owner": manager, "tokens": tokens}

    def puzzle(self, game: str, number: int, budget: Budget) -> dict[str, Any]:
        """A table where a puzzle is solved. Raises AicoreError."""
        budget.open_table()
        facts, solving = puzzle_facts(game, number)
        return self.add(facts, solving.seat, budget, solving.puzzle.record.events)

    def lesson(self, game: str, budget: Budget) -> dict[str, Any]:
        """A table where a game's lesson is learned. Raises AicoreError."""
        budget.open_table()
        return self.add(lesson_facts(game), SEAT, budget)

    def keep_record(self, record: Record, budget: Budget) -> dict[str, Any]:
        """A table to step through a recorded game. Raises Full."""
        facts = Facts(
            record.game, record.seats, record.options, record.seed, record.players,
            [""] * record.seats, still=True,
        )  # fmt: skip
        return self.add(facts, None, budget, record.events)

    def fork(self, table: Table, ply: int, words: Sequence[str], budget: Budget) -> dict[str, Any]:
        """A new table that plays on from an earlier position of another, with luck of its own.

        Args:
            words: as for a new table, or "same": the computer that sits there, and mcts for a
                person, who is not asked.
        """
        if not 0 <= ply <= table.ply:
            raise WebError(f"there are {table.ply} events")
        if table.log.over and ply == table.ply:
            raise WebError("the game is over there: play on from an earlier position")
        if len(words) != table.facts.seats:
            raise WebError(f"{len(words)} players for {table.facts.seats} seats")
        same = [STAND_IN if spec == PERSON else spec for spec in table.facts.players]
        players = [  # what came with a record is read like any other word of a page
            read_player(before if word == "same" else word, table.game, self.engines)
            for word, before in zip(words, same, strict=True)
        ]
        budget.open_table()
        old = table.facts
        facts = Facts(
            old.game, old.seats, dict(old.options), fresh_seed(), players, [""] * old.seats,
            known="past" if table.game.has_hidden else "",
        )  # fmt: skip
        return self.add(facts, _first(words), budget, beginning=(table.id, ply))

    # viewers

    def attach(self, viewer: TableViewer, table: Table) -> None:
        """A viewer came. Raises Full."""
        if self.tables.get(table.id) is not table:  # it took so long that it was forgotten
            raise Full("try again")
        self.audience.admit(viewer, table)
        self._attended(viewer, table)
        self.audience.changed(table)
        self.driver.drive(table)

    def detach(self, viewer: TableViewer, table: Table) -> None:
        """A viewer left."""
        self.audience.leave(viewer, table)
        self._attended(viewer, table)
        if self.audience.of(table.id):
            self.audience.changed(table)
            return
        table.used = time.monotonic()
        table.shown.clear()
        self.driver.stop(table)

    def _attended(self, viewer: TableViewer, table: Table) -> None:
        """Somebody came or left: whose clock runs may change, and what it shows is kept."""
        table.attend(self.audience.here(table.id), bool(self.audience.of(table.id)))
        if not viewer.keyed:
            return
        try:
            self.store.change(table.id, table.facts)
        except Exception as error:  # it may be another table's turn to fill the disk
            unforeseen(error)

    async def beside(self, table: Table, budget: Budget, job: str, *arguments: Any) -> Any:
        """Have something worked out for a table's viewers. Raises ThinkError, Full."""
        task = self.pool.ask(budget.name, job, *arguments, place=table.id)
        table.others.add(task)
        try:
            return await task.future
        finally:
            table.others.discard(task)

    async def outside(self, budget: Budget, job: str, *arguments: Any) -> Any:
        """Have something worked out that belongs to no table. Raises ThinkError, Full."""
        place = f"files of {budget.name}"
        return await self.pool.ask(budget.name, job, *arguments, place=place).future

    async def close(self) -> None:
        """End all searches and close the store."""
        await self._expiry.close()
        await self.turns.close()
        for reading in list(self._reading.values()):
            reading.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await reading
        await self.pool.close()
        self.store.close()


def _first(words: Sequence[str]) -> int | None:
    """The seat of whoever opens the table, if they sit down."""
    return next((seat for seat, word in enumerate(words) if word == "me"), None)
