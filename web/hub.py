"""All tables of a server: creation, lookup, viewers."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from aicore.coach.lesson import SEAT
from aicore.core.deal import Deal, fresh_seed
from aicore.core.language import gettext as _
from aicore.core.record import Event, Record
from aicore.session.seated_game import STAND_INS
from aicore.web.access_policy import PERSON, load_game, read_player
from aicore.web.audience import Audience, TableViewer
from aicore.web.bounds import Limits
from aicore.web.driving import Driver
from aicore.web.errors import LimitReached, NotFound, WebError, unforeseen
from aicore.web.exercises import lesson_facts, puzzle_facts, puzzle_of
from aicore.web.expiry import Expiry, Retention
from aicore.web.fair_scheduler import FairScheduler
from aicore.web.peers import ELSEWHERE, ID_BYTES, Peers
from aicore.web.pool import Pool
from aicore.web.store import Key, TableFacts, TableStore
from aicore.web.tables import Table
from aicore.web.visitors import Budget, Visitors
from aicore.web.workers import Job

MAX_TABLES = 20_000
MADE_ROOM = 3  # tables removed at a time when there are too many


class Hub:
    """All tables of a server.

    Args:
        store: the database of the tables.
        pool: the pool that runs the computers' searches.
        engines: whether external programs may take seats.
        limits: the limits on each visitor.
        keeping: the time for which tables are kept.
        peers: the processes that share the tables; None for one that has them all.
    """

    def __init__(
        self,
        store: TableStore,
        pool: Pool,
        engines: bool = False,
        limits: Limits | None = None,
        keeping: Retention | None = None,
        peers: Peers | None = None,
    ) -> None:
        self.store = store
        self.peers = peers
        self.pool = pool
        self.engines = engines
        self.visitors = Visitors(limits or Limits(), store.key_of_names())
        self.tables: dict[str, Table] = {}
        self.audience = Audience()
        self.scheduler = FairScheduler()
        self.driver = Driver(pool, self.scheduler, self.visitors, self.audience)
        self._expiry = Expiry(self.tables, store, self.audience, keeping or Retention())

    # tables

    def elsewhere(self, table: str) -> int | None:
        """Return the number of the process that has a table; None for this one."""
        if self.peers is None or self.peers.owns(table):
            return None
        return self.peers.process_of(table)

    async def find(self, name: str, budget: Budget) -> Table:
        """Return a table by its id, reading it in steps at a visitor's cost.

        A visitor's own reads wait for each other, and never for another visitor's.
        Raises NotFound, AicoreError; WebError if another process has the table.
        """
        if self.elsewhere(name) is not None:
            raise WebError(ELSEWHERE)
        table = self.tables.get(name)
        if table is None:
            async with budget.reading:
                table = self.tables.get(name) or await self._read(name, budget)
        table.used = time.monotonic()
        return table

    async def _read(self, name: str, budget: Budget) -> Table:
        facts = await self.scheduler.run(budget, partial(self.store.facts, name))
        if facts is None:
            raise NotFound(_("there is no such table"))
        deal = await self.deal(facts.seed, budget)
        table = await self.scheduler.run(budget, lambda: Table(name, facts, self.store, deal))
        await self.scheduler.run_steps(budget, table.reading())
        table.reader = budget.name
        self._make_room(table, budget)
        return self.tables.setdefault(name, table)

    async def deal(self, seed: str | int, budget: Budget) -> Deal:
        """Return a deal with its secret computed: see `aicore.core.deal`. Raises OptionError."""
        deal = Deal(seed)
        if isinstance(seed, str):
            await self.scheduler.run_in_thread(budget, lambda: deal.secret)
        return deal

    def _make_room(self, table: Table, budget: Budget) -> None:
        """Remove a visitor's tables without viewers from memory, before there are too many."""
        left = budget.limits.events - table.ply - self.audience.events(budget)
        own = [
            other
            for other in self.tables.values()
            if other.reader == budget.name and not self.audience.of(other.id)
        ]
        for number, other in enumerate(sorted(own, key=lambda other: other.used, reverse=True), 2):
            left -= other.ply
            if left < 0 or number > budget.limits.sockets:
                del self.tables[other.id]

    def key(self, token: str | None, table: str) -> Key | None:
        """Return a token's access to a table, if any."""
        key = self.store.key(token) if token else None
        return key if key is not None and key.table == table else None

    async def create(self, request: dict[str, Any], budget: Budget) -> dict[str, Any]:
        """Create a table for a page's request. Return its id and tokens. Raises AicoreError."""

        def plan() -> TableFacts:
            game = load_game(request["game"], request["seats"], request["options"] or {})
            words = request["players"]
            if len(words) != game.seats:
                raise WebError(
                    _(
                        "{game} needs {seats} players, not {players}",
                        game=game.name,
                        seats=game.seats,
                        players=len(words),
                    )
                )
            players = [read_player(word, game, self.engines) for word in words]
            clock = list(request["clock"] or ())
            if clock and game.seats < 2:
                raise WebError(_("{game} is a solo game: it has no clock", game=game.name))
            budget.open_table()
            return TableFacts(
                game.name, game.seats, dict(game.options), request["seed"] or fresh_seed(), players,
                [""] * game.seats, known="seed" if request["seed"] else "", clock=clock,
            )  # fmt: skip

        facts = await self.scheduler.run(budget, plan)
        await self.deal(facts.seed, budget)  # rejects an invalid seed
        return await self.add(facts, _owner_seat(request["players"]), budget)

    async def add(
        self, facts: TableFacts, owner: int | None, budget: Budget, events: Sequence[Event] = ()
    ) -> dict[str, Any]:
        """Store a new table, and return its id and tokens. Raises LimitReached.

        Args:
            owner: the seat of the person who manages the table, if any.
            events: the events of a game that began elsewhere.
        """
        created, adding = await self.scheduler.run(
            budget, lambda: self._adding(facts, owner, budget, events)
        )
        await self.scheduler.run_steps(budget, adding)
        return created

    def add_now(self, facts: TableFacts, owner: int | None, budget: Budget) -> dict[str, Any]:
        """Store a new table without events at once, and return its id and tokens.

        Raises LimitReached.
        """
        created, adding = self._adding(facts, owner, budget, ())
        for _step in adding:
            pass
        return created

    def _adding(
        self, facts: TableFacts, owner: int | None, budget: Budget, events: Sequence[Event]
    ) -> tuple[dict[str, Any], Iterator[object]]:
        """Return a new table's id and tokens, and the steps that store it. Raises LimitReached."""
        if self.store.count(budget.name) >= budget.limits.kept:
            raise LimitReached(
                _(
                    "your address already has {n} tables, the maximum here",
                    n=budget.limits.kept,
                )
            )
        if self.store.count() >= MAX_TABLES:
            self._expiry.remove(self.store.unplayed(MADE_ROOM, self.audience.tables()))
        if self.store.count() >= MAX_TABLES:
            raise LimitReached(_("the server is full: it has {n} tables", n=MAX_TABLES))
        facts = replace(facts, maker=budget.name)
        name = secrets.token_urlsafe(ID_BYTES) if self.peers is None else self.peers.fresh_id()
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
        adding = self.store.adding(name, facts, keys, events)
        return {"table": name, "owner": manager, "tokens": tokens}, adding

    async def puzzle(self, game: str, number: int, budget: Budget) -> dict[str, Any]:
        """Create a table for a puzzle, and return its id and tokens. Raises AicoreError."""
        budget.open_table()
        puzzle = await self.scheduler.run(budget, partial(puzzle_of, game, number))
        facts = puzzle_facts(puzzle, number)
        solver = facts.players.index(PERSON)
        return await self.add(facts, solver, budget, puzzle.record.events)

    async def lesson(self, game: str, budget: Budget) -> dict[str, Any]:
        """Create a table for a lesson, and return its id and tokens. Raises AicoreError."""
        budget.open_table()
        facts = await self.scheduler.run(budget, partial(lesson_facts, game))
        return await self.add(facts, SEAT, budget)

    async def keep_record(self, record: Record, budget: Budget) -> dict[str, Any]:
        """Create a table for a record, and return its id and tokens. Raises LimitReached."""
        facts = TableFacts(
            record.game, record.seats, record.options, record.seed, record.players,
            [""] * record.seats, still=True,
        )  # fmt: skip
        if record.resigned is not None:
            facts.closed, facts.by = "resigned", record.resigned
        return await self.add(facts, None, budget, record.events)

    async def fork(
        self, table: Table, ply: int, words: Sequence[str], budget: Budget
    ) -> dict[str, Any]:
        """Create a table that continues from an earlier position of another table, with new luck.

        Args:
            words: each seat's player, as for a new table. "same" keeps a computer, and replaces a
                person by mcts without asking them.
        """
        events = table.log.events[:ply]
        facts = await self.scheduler.run(budget, lambda: self._forked(table, ply, words, budget))
        return await self.add(facts, _owner_seat(words), budget, events)

    def _forked(self, table: Table, ply: int, words: Sequence[str], budget: Budget) -> TableFacts:
        if not 0 <= ply <= table.ply:
            raise WebError(_("this game has only {n} events", n=table.ply))
        if table.log.over and ply == table.ply:
            raise WebError(_("the game is over there; choose an earlier position"))
        if len(words) != table.facts.seats:
            raise WebError(
                _(
                    "this game has {seats} seats; the request has {players} players",
                    seats=table.facts.seats,
                    players=len(words),
                )
            )
        same = [STAND_INS[0] if spec == PERSON else spec for spec in table.facts.players]
        players = [  # players of a record are checked like any other word of a page
            read_player(before if word == "same" else word, table.game, self.engines)
            for word, before in zip(words, same, strict=True)
        ]
        budget.open_table()
        old = table.facts
        return TableFacts(
            old.game, old.seats, dict(old.options), fresh_seed(), players, [""] * old.seats,
            known="past" if table.game.has_hidden else "", begun=ply,
        )  # fmt: skip

    # viewers

    def attach(self, viewer: TableViewer, table: Table) -> None:
        """Add a viewer to a table. Raises LimitReached."""
        if self.tables.get(table.id) is not table:  # the table left memory in the meantime
            raise LimitReached(_("the table was closed just now; try again"))
        self.audience.admit(viewer, table)
        self._attended(viewer, table)
        self.audience.changed(table)
        self.driver.drive(table)

    def detach(self, viewer: TableViewer, table: Table) -> None:
        """Remove a viewer from a table."""
        self.audience.leave(viewer, table)
        self._attended(viewer, table)
        if self.audience.of(table.id):
            self.audience.changed(table)
            return
        table.used = time.monotonic()
        table.shown.clear()
        self.driver.stop(table)

    def _attended(self, viewer: TableViewer, table: Table) -> None:
        """Update the clocks after somebody came or left, and store them."""
        table.attend(self.audience.here(table.id), bool(self.audience.of(table.id)))
        if not viewer.keyed:
            return
        try:
            self.store.change(table.id, table.facts)
        except Exception as error:  # another table may have filled the disk
            unforeseen(error)

    async def run_for_table(self, table: Table, budget: Budget, job: str, *arguments: Any) -> Any:
        """Return the result of a job for a table's viewers. Raises ThinkError, LimitReached."""
        task = self.pool.ask(Job(budget.name, job, arguments, table.id))
        table.others.add(task)
        try:
            return await task.future
        finally:
            table.others.discard(task)

    async def run_for_visitor(self, budget: Budget, job: str, *arguments: Any) -> Any:
        """Return the result of a job that belongs to no table. Raises ThinkError, LimitReached."""
        place = f"files of {budget.name}"
        return await self.pool.ask(Job(budget.name, job, arguments, place)).future

    async def close(self) -> None:
        """End all searches and close the store."""
        if self.peers is not None:
            await self.peers.close()
        await self._expiry.close()
        await self.scheduler.close()
        await self.pool.close()
        self.store.close()


def _owner_seat(words: Sequence[str]) -> int | None:
    """Return the seat of the person who opens the table, if any."""
    return next((seat for seat, word in enumerate(words) if word == "me"), None)
