"""What a page asks for once, without a table's connection: the same answers by any wire."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.web import catalog
from aicore.web.errors import Full, NotFound
from aicore.web.messages import NewLesson, NewPuzzle, NewTable, Tokens, read_request
from aicore.web.mine import listed

if TYPE_CHECKING:
    from aicore.web.hub import Hub
    from aicore.web.visitors import Budget

MAX_TOURNAMENTS = 200  # from one visitor


class Answers:
    """The answers of a hub; each is paid for by a visitor. All raise AicoreError.

    Args:
        hub: the tables.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def games(self, budget: Budget) -> bytes:
        """All games and players, as JSON."""
        return await self.hub.turns.do(budget, partial(catalog.lobby, self.hub.engines))

    async def game(self, budget: Budget, name: str) -> bytes:
        """One game, for who wants to learn it, as JSON."""
        return await self.hub.turns.do(budget, partial(catalog.manual, name))

    async def create(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """A new table."""
        return await self.hub.create(read_request(NewTable, body, "table"), budget)

    async def puzzle(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """A table where a puzzle is solved."""
        wish = read_request(NewPuzzle, body, "puzzle")
        return await self.hub.turns.do(budget, partial(self.hub.puzzle, budget=budget, **wish))

    async def lesson(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """A table where a game's lesson is learned."""
        wish = read_request(NewLesson, body, "lesson")
        return await self.hub.turns.do(budget, partial(self.hub.lesson, budget=budget, **wish))

    async def about(self, budget: Budget, name: str) -> dict[str, Any]:
        """What a table is, for who came by its plain address. Raises NotFound."""
        table = await self.hub.find(name, budget)
        return {
            "title": table.game.info.title,
            "players": list(table.names()),
            "over": table.over,
            "open": table.open_to_all(),
        }

    async def mine(self, budget: Budget, body: bytes) -> dict[str, Any]:
        """The tables that some tokens open."""
        tokens = read_request(Tokens, body, "request")["tokens"]
        return {"tables": await listed(self.hub, budget, tokens)}

    async def record(self, budget: Budget, path: Path) -> dict[str, Any]:
        """A table for a recorded game, to step through."""
        budget.open_table()
        record = await self.hub.outside(budget, "read_record", str(path))
        made = await self.hub.turns.do(budget, lambda: self.hub.keep_record(record, budget))
        return {"table": made["table"], "owner": made["owner"]}

    async def tournament(self, budget: Budget, path: Path) -> dict[str, Any]:
        """A name for the figures of a tournament's file."""
        budget.open_table()
        return self.keep(budget, await self.hub.outside(budget, "read_tournament", str(path)))

    def keep(self, budget: Budget, figures: dict[str, Any]) -> dict[str, Any]:
        """A name for figures, by which `ladder` has them. Raises Full."""
        store = self.hub.store
        if store.tournaments(budget.name) >= MAX_TOURNAMENTS:
            raise Full(f"{MAX_TOURNAMENTS} tournaments are kept from this address")
        name = secrets.token_urlsafe(8)
        store.add_tournament(name, figures, budget.name)
        return {"tournament": name}

    def ladder(self, name: str) -> dict[str, Any]:
        """The figures of a tournament. Raises NotFound."""
        figures = self.hub.store.tournament(name)
        if figures is None:
            raise NotFound("there is no such tournament")
        return figures
