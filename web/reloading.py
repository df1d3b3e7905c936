"""Reloading of plain games' files when their authors save them while the server runs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from aicore.core.deal import fresh_seed
from aicore.core.errors import AicoreError, one_line
from aicore.core.files import saved_at
from aicore.core.registry import load_with, retire
from aicore.web.errors import unforeseen
from aicore.web.hub import Hub
from aicore.web.store import TableFacts
from aicore.web.tables import Table

POLL = 0.3  # seconds between two looks at the files


class Reloader:
    """Watcher of files: when one is saved, its game replaces the older version.

    Viewers of a table of the older version move to a new table with the same players. If a file
    has a mistake, the older version stays, and its tables show the error.

    Args:
        hub: the server's tables.
        files: the paths of the files.
        load: function that loads a file, and returns its game's name. Raises AicoreError, OSError.
        forget_answers: function that forgets answers about the older version.
    """

    def __init__(
        self,
        hub: Hub,
        files: Sequence[Path],
        load: Callable[[Path], str],
        forget_answers: Callable[[], None],
    ) -> None:
        self.hub, self.load, self.forget_answers = hub, load, forget_answers
        self._times = {path: saved_at(path) for path in files}  # a save during the load counts
        self._names = {path: str(load(path)) for path in files}

    async def watch(self) -> None:
        """Look at the files for as long as the server runs."""
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.look()
            except Exception as error:  # one failure must not end the watch
                unforeseen(error)

    async def look(self) -> None:
        """Load the files again that were saved since the last look."""
        for path, before in self._times.items():
            now = saved_at(path)
            if now not in (before, 0):
                self._times[path] = now
                await self._reload(path)

    async def _reload(self, path: Path) -> None:
        old = self._names[path]
        try:
            new = str(await asyncio.to_thread(self.load, path))
        except (AicoreError, OSError) as error:
            print(f"Error: {one_line(error)}", file=sys.stderr, flush=True)
            for table in self._tables(old):
                self.hub.audience.tell(table, {"type": "error", "message": one_line(error)})
            return
        if new == old:
            return
        self._names[path] = new
        retire(old)
        self.forget_answers()
        for table in self._tables(old):
            try:
                self._move(table, new)
            except AicoreError as error:
                self.hub.audience.tell(table, {"type": "error", "message": one_line(error)})

    def _tables(self, game: str) -> list[Table]:
        """Return the tables of a game that somebody views."""
        return [
            table
            for table in self.hub.tables.values()
            if table.facts.game == game and self.hub.audience.of(table.id)
        ]

    def _move(self, table: Table, game: str) -> None:
        """Send a table's viewers to a new table of another version of the game."""
        old = table.facts
        load_with(game, old.seats, old.options)  # raises if seats or options changed
        viewers = self.hub.audience.of(table.id)
        budget = viewers[0].budget
        facts = TableFacts(
            game, old.seats, dict(old.options), fresh_seed(), list(old.players), list(old.names),
            clock=list(old.clock),
        )  # fmt: skip
        owner = next((s for s in range(old.seats) if self.hub.store.owns(table.id, s)), None)
        created = self.hub.add_now(facts, owner, budget)
        for viewer in viewers:
            seat = viewer.seat
            token = created["owner"] if seat in (None, owner) else created["tokens"][seat]
            if viewer.keyed and token is not None:
                viewer.send({"type": "table", "table": created["table"], "token": token})
