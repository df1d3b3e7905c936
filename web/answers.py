"""Answers to a page's single requests, outside a table's connection, over any transport."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from aicore.core.errors import AicoreError, one_line
from aicore.core.language import gettext as _
from aicore.core.language import language
from aicore.core.steps import Steps
from aicore.web import catalog
from aicore.web.client_messages import NewLesson, NewPuzzle, NewTable, Tokens, read_request
from aicore.web.errors import LimitReached, NotFound, WebError, unforeseen
from aicore.web.hub import Hub
from aicore.web.page_presenter import PagePresenter
from aicore.web.store import Key
from aicore.web.tables import Table
from aicore.web.visitors import Budget

MAX_TOURNAMENTS = 200  # per visitor


class Answers:
    """Answers to a page's requests, paid for by a visitor's budget. All methods raise AicoreError.

    Args:
        hub: the server's tables.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._prepared: dict[tuple[str, str], bytes] = {}
        if hub.peers is not None:
            hub.peers.answer_with(self._answer_peer)

    async def _answer_peer(self, question: dict[str, Any]) -> Any:
        """Answer another process's question about tables of this one. Raises AicoreError."""
        budget = self.hub.visitors.named(question["visitor"])
        if "about" in question:
            return await self._about(budget, question["about"])
        return await self._entries(budget, await self._keys(budget, question["tokens"]))

    def forget(self) -> None:
        """Forget prepared answers, because a game has changed."""
        self._prepared = {}  # an answer that is being made now goes to the old ones

    async def games(self, budget: Budget) -> bytes:
        """Return all games and players, as JSON."""
        return await self._once(budget, "", partial(catalog.lobby, self.hub.engines))

    async def game(self, budget: Budget, name: str) -> bytes:
        """Return one game's manual, as JSON."""
        return await self._once(budget, name, partial(catalog.manual, name))

    async def _once(self, budget: Budget, key: str, make: Callable[[], Steps[bytes]]) -> bytes:
        """Return an answer that is the same for everybody; it is made once in each language."""
        prepared, cache_key = self._prepared, (key, language())
        if cache_key not in prepared:
            prepared[cache_key] = await self.hub.scheduler.run_steps(budget, make())
        return prepared[cache_key]

    async def create(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """Create a table, and return its id and tokens."""
        return await self.hub.create(read_request(NewTable, body, "table"), budget)

    async def puzzle(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """Create a table for solving a puzzle, and return its id and tokens."""
        request = read_request(NewPuzzle, body, "puzzle")
        return await self.hub.puzzle(budget=budget, **request)

    async def lesson(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """Create a table for a game's lesson, and return its id and tokens."""
        request = read_request(NewLesson, body, "lesson")
        return await self.hub.lesson(budget=budget, **request)

    async def about(self, budget: Budget, name: str) -> dict[str, Any]:
        """Return the public summary of a table, for visitors without a token. Raises NotFound."""
        process, peers = self.hub.elsewhere(name), self.hub.peers
        if process is None or peers is None:
            return await self._about(budget, name)
        summary: dict[str, Any] = await peers.ask(process, {"visitor": budget.name, "about": name})
        return summary

    async def _about(self, budget: Budget, name: str) -> dict[str, Any]:
        table = await self.hub.find(name, budget)
        return {
            "title": table.game.info.title,
            "players": list(table.names()),
            "over": table.over,
            "open": table.open_to_all(),
        }

    async def mine(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """Return the tables that some tokens open."""
        tokens = read_request(Tokens, body, "request")["tokens"]
        return {"tables": await self._opened(budget, tokens)}

    async def _keys(self, budget: Budget, tokens: Sequence[str]) -> dict[str, Key]:
        """Return the keys of the tokens that have one."""
        store, keys = self.hub.store, {}
        for token in tokens:
            key = await self.hub.scheduler.run(budget, partial(store.key, token))
            if key is not None:
                keys[token] = key
        return keys

    async def _opened(self, budget: Budget, tokens: Sequence[str]) -> list[dict[str, Any]]:
        """Return the tables that tokens open, in all processes."""
        of_process = defaultdict[int | None, dict[str, Key]](dict)
        for token, key in (await self._keys(budget, tokens)).items():
            of_process[self.hub.elsewhere(key.table)][token] = key
        answers = await asyncio.gather(
            *(self._of_process(budget, process, keys) for process, keys in of_process.items())
        )
        by_token = {entry["token"]: entry for entries in answers for entry in entries}
        return [by_token[token] for token in tokens if token in by_token]

    async def _of_process(
        self, budget: Budget, process: int | None, keys: dict[str, Key]
    ) -> list[dict[str, Any]]:
        """Return the tables that keys open in a process; None stands for this process."""
        peers = self.hub.peers
        if process is None or peers is None:
            return await self._entries(budget, keys)
        try:
            entries: list[dict[str, Any]] = await peers.ask(
                process, {"visitor": budget.name, "tokens": list(keys)}
            )
        except WebError as error:  # that process is starting again
            why = one_line(error, 100)
            entries = [_unreadable(key.table, token, why) for token, key in keys.items()]
        return entries

    async def _entries(self, budget: Budget, keys: dict[str, Key]) -> list[dict[str, Any]]:
        """Return the tables of this process that keys open; an unreadable one says why."""
        hub, entries = self.hub, []
        for token, key in keys.items():
            try:
                table = await hub.find(key.table, budget)
                summary = await hub.scheduler.run(budget, partial(self._summary, table, key))
                json.dumps(summary, ensure_ascii=False).encode()  # raises for half a surrogate pair
                entries.append({"table": key.table, "token": token} | summary)
            except NotFound:
                continue
            except Exception as error:  # its game is gone, or has another version
                why = one_line(error, 100) if isinstance(error, AicoreError) else unforeseen(error)
                entries.append(_unreadable(key.table, token, why))
        return entries

    def _summary(self, table: Table, key: Key) -> dict[str, Any]:
        for step in table.settling():
            table.keep(step)
        presenter = PagePresenter(
            table, key.seat, key.owner, self.hub.audience.here(table.id), False
        )
        return {
            "game": table.game.name,
            "title": table.game.info.title,
            "players": list(table.names(key.seat)),
            "seat": key.seat,
            "turn": table.turn,
            "over": table.over,
            "result": presenter.short_result(),
            "since": table.facts.since,
        }

    async def record(self, budget: Budget, path: Path) -> dict[str, Any]:
        """Create a table to step through a recorded game, and return its id and token."""
        budget.open_table()
        record = await self.hub.run_for_visitor(budget, "read_record", str(path))
        created = await self.hub.keep_record(record, budget)
        return {"table": created["table"], "owner": created["owner"]}

    async def tournament(self, budget: Budget, path: Path) -> dict[str, Any]:
        """Store the figures of a tournament's file, and return their name."""
        budget.open_table()
        return self.keep(
            budget, await self.hub.run_for_visitor(budget, "read_tournament", str(path))
        )

    def keep(self, budget: Budget, figures: str) -> dict[str, Any]:
        """Store figures, given as JSON, and return a name under which `ladder` finds them.

        Raises LimitReached.
        """
        store = self.hub.store
        if store.tournaments(budget.name) >= MAX_TOURNAMENTS:
            raise LimitReached(
                _(
                    "your address already has {n} tournaments, the maximum here",
                    n=MAX_TOURNAMENTS,
                )
            )
        name = secrets.token_urlsafe(8)
        store.add_tournament(name, figures, budget.name)
        return {"tournament": name}

    def ladder(self, name: str) -> bytes:
        """Return the figures of a tournament, as JSON. Raises NotFound."""
        figures = self.hub.store.tournament(name)
        if figures is None:
            raise NotFound(_("there is no such tournament"))
        return figures.encode()


def _unreadable(table: str, token: str, why: str) -> dict[str, Any]:
    """Return the entry of a table that cannot be read now."""
    return {
        "table": table, "token": token, "game": "", "title": "", "players": [], "seat": None,
        "turn": None, "over": True, "result": None, "since": 0.0, "unreadable": why,
    }  # fmt: skip
