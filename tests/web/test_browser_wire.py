"""Tests of the page without a server: its worker sends what a server would, and no secrets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.core.game import Game
from aicore.core.record import Event
from aicore.web.browser.host import Host
from aicore.web.browser.search_worker import Jobs
from aicore.web.store import Key, TableFacts
from kit.alike import LEAST, twins
from kit.effort import effort
from kit.hiding import SEATS

ASKED = ("state", "preview", "at", "hint", "chances")


class Port:
    """Search worker in this process, which works on command."""

    def __init__(self, received: Callable[[memoryview], None], failed: Callable[[], None]) -> None:
        self.heard: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(self._begin, lambda message: received(memoryview(message)))

    def say(self, message: bytes) -> None:
        self.heard.append(message)
        self._loop.call_soon(lambda: self._jobs.heard(message))

    def _begin(self, say: Callable[[bytes], None]) -> None:
        self._jobs = Jobs(say, None)

    def end(self) -> None:
        pass


async def heard(base: Path, game: Game, events: list[Event], seat: int) -> list[Any]:
    """Return all messages to the page and the search worker when a seat views all it can."""
    ports: list[Port] = []
    texts: asyncio.Queue[str] = asyncio.Queue()

    def hire(received: Callable[[memoryview], None], failed: Callable[[], None]) -> Port:
        ports.append(Port(received, failed))
        return ports[-1]

    base.mkdir()
    host = Host(str(base), hire, lambda: None)
    players = ["human" if other == seat else "random" for other in range(game.seats)]
    facts = TableFacts(
        game.name, game.seats, dict(game.options), "secret", players, [""] * game.seats, since=0
    )
    host.store.add("t", facts, {"key": Key("t", seat, True)}, events)
    line = host.open(texts.put_nowait, lambda code, reason: None)

    async def ask(kind: str, **fields: Any) -> Any:
        line.deliver(json.dumps({"type": kind, **fields}))
        while True:
            message = json.loads(await asyncio.wait_for(texts.get(), 60))
            message.pop("clock", None)
            found.append(message)
            if message["type"] == (kind if kind in ASKED else "state"):
                return message
            assert message["type"] != "error", message

    found: list[Any] = []
    try:
        state = await ask("join", table="t", token="key", narrow=False)
        await ask(
            "preview", actions=[state["legal"][0]], ply=state["ply"], edition=state["edition"]
        )
        for ply in range(0, len(events) + 1, 11):
            await ask("at", ply=ply)
        await ask("hint")
        await ask("chances")
    finally:
        line.deliver(None)
        await host.close()
    return [found, [port.heard for port in ports]]


def apart(telling: Coroutine[Any, Any, list[Any]]) -> list[Any]:
    """Run a coroutine in a separate thread: tests of the page leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, telling).result()


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.usefixtures("quick")
def test_nothing_hidden_changes_the_messages_of_a_worker(name: str, tmp_path: Path) -> None:
    game = aicore.load(name, seats=SEATS[name])
    compared, wanted = 0, LEAST.get(name, effort(2, 20))
    for seed in range(1000):
        seat = seed % game.seats
        first, second, shared = twins(game, seat, seed)
        if not shared:
            continue
        one = apart(heard(tmp_path / f"{seed}-1", game, first, seat))
        two = apart(heard(tmp_path / f"{seed}-2", game, second, seat))
        assert one == two
        assert {"hint", "chances"} <= {message["type"] for message in one[0]}
        compared += 1
        if compared == wanted:
            break
    assert compared == wanted


def test_a_worker_answers_in_the_language_of_the_page(tmp_path: Path) -> None:
    async def answers() -> list[Any]:
        host = Host(str(tmp_path), Port, lambda: None)
        body = json.dumps({"game": "pig", "seats": 2, "players": ["me", "friend"]}).encode()
        try:
            _, made = await host.ask("/api/tables", memoryview(body), "de")
            table = json.loads(made)
            found: list[Any] = [json.loads((await host.ask("/api/none", None, "de"))[1])["error"]]
            for language in ("de", "en"):
                texts: asyncio.Queue[str] = asyncio.Queue()
                line = host.open(texts.put_nowait, lambda code, reason: None, language)
                join = {"type": "join", "table": table["table"], "token": table["owner"]}
                line.deliver(json.dumps(join))
                state = json.loads(await asyncio.wait_for(texts.get(), 60))
                found.append([state["players"][0]["name"], state["descriptions"][0]])
                line.deliver(None)
        finally:
            await host.close()
        return found

    error, german, english = apart(answers())
    assert error == "diese Seite gibt es nicht"
    assert german == ["du", "Du würfelst."]
    assert english == ["you", "You roll the die."]
