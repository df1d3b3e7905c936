"""Tests that nobody waits for another's long work: the loop splits it, or workers do it.

`conftest.py` fails every test of the server in which a callback takes long.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import socket
import sqlite3
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient
from websockets.client import ClientProtocol
from websockets.sync.client import connect

from aicore.core.deal import secret_of
from aicore.core.record import Event
from aicore.core.steps import at_once
from aicore.web import hub, store
from aicore.web.bounds import Limits
from aicore.web.connections import BoundedServer, Connections, protocols
from aicore.web.driving import Driver
from aicore.web.fair_scheduler import FairScheduler
from aicore.web.peers import Inboxes, Peers
from aicore.web.pool import WorkerPool
from aicore.web.store import Key, TableFacts, TableStore
from aicore.web.viewer import Viewer
from aicore.web.visitors import Budget
from bench.study import hostile, loops
from kit.web import GENEROUS, finished, other, serving, sitting, table


def test_a_long_callback_is_seen(watch: loops.Watch) -> None:
    async def hold() -> None:
        end = time.thread_time() + 4 * loops.LONGEST
        while time.thread_time() < end:
            pass

    finished(hold())
    assert [name for _, name in watch.slow]
    watch.slow.clear()


def test_words_as_seeds_hold_nobody_up(client: TestClient) -> None:
    """A word is hashed into a secret when its table is read, which costs a tenth of a second."""
    names = []
    for word in ("one", "two"):
        line = hostile.long_record(4, f"the word {word}")
        made = client.post("/api/records", content=line).json()
        names.append(made["table"])
    secret_of.cache_clear()
    for name in names:
        assert client.get(f"/api/tables/{name}").json()["title"] == "Pig"
    made = table(client, "leduc_poker", "me", "random", seed="another word")
    secret_of.cache_clear()
    with sitting(client, made) as person:
        person.act(person.turn()["legal"][0])
        person.say("undo")
        person.hear("state")


@pytest.mark.parametrize("game", ["connect_four", "gratis3", "trader"])
def test_puzzles_hold_nobody_up(client: TestClient, game: str) -> None:
    secret_of.cache_clear()
    made = client.post("/api/puzzles", json={"game": game, "number": 2}).json()
    secret_of.cache_clear()
    with sitting(client, made) as person:
        assert person.turn()["legal"]


def test_players_who_compute_much_do_it_elsewhere(client: TestClient) -> None:
    table(client, "leduc_poker", "me", "cfr:iterations=20000")
    body = {"game": "connect_four", "seats": 2, "players": ["me", "cfr"]}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "player cfr does not play connect_four"


def test_one_piece_of_each_visitor_waits_for_the_thread() -> None:
    done: list[str] = []

    async def ask() -> None:
        order = FairScheduler()
        many, few = Budget("many", GENEROUS), Budget("few", GENEROUS)
        flood = [
            asyncio.ensure_future(order.run_in_thread(many, lambda: done.append("many")))
            for _ in range(9)
        ]
        await asyncio.sleep(0)
        await order.run_in_thread(few, lambda: done.append("few"))
        assert done.index("few") <= 2
        await asyncio.gather(*flood)
        spent = Budget("spent", Limits(share=1e-3, debt=1.0))
        spent.work.spend(1000.0)
        waiting = asyncio.ensure_future(order.run_in_thread(spent, lambda: done.append("spent")))
        await order.run_in_thread(few, lambda: None)
        assert not waiting.done()
        waiting.cancel()
        await order.close()

    finished(ask())


def test_nobody_waits_for_another_visitor_s_reading(tmp_path: Path) -> None:
    """A visitor over budget has a table read late; a player at that table does not."""
    with serving(tmp_path) as client:
        made = table(client, "tic_tac_toe", "me", "friend")

    async def both() -> None:
        found = hub.Hub(TableStore(tmp_path / "web.sqlite"), WorkerPool(1))
        late, player = found.visitors.of("10.0.0.1"), found.visitors.of("10.0.0.2")
        late.work.spend(1000.0)
        waiting = asyncio.ensure_future(found.find(made["table"], late))
        await asyncio.sleep(0)
        read = await found.find(made["table"], player)
        assert not waiting.done()
        late.work.spend(-2000.0)
        assert await waiting is read
        await found.close()

    finished(both())


def test_a_table_is_added_and_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "AT_ONCE", 2)
    found = TableStore(tmp_path / "web.sqlite")
    facts = TableFacts("pig", 2, {}, "1", ["human", "random"], ["", ""])
    events: list[Event] = [(0, f"roll {number}") for number in range(5)]
    key = {"a token": Key("t", 0, True)}
    adding = found.adding("t", facts, key, events)
    next(adding)
    assert found.key("a token") is None
    at_once(adding)
    assert found.key("a token") == key["a token"]
    pieces = [some for some, _ in found.events("t")]
    assert [len(piece) for piece in pieces] == [2, 2, 1]
    assert [event for piece in pieces for event in piece] == events
    adding = found.adding("u", facts, {}, events)
    next(adding)
    adding.close()  # the visitor who asked for it is gone
    assert found.facts("u") is None
    with pytest.raises(sqlite3.Error):
        found.add("v", facts, key, events)  # that token belongs to another table
    assert found.facts("v") is None
    assert not list(found.events("v"))
    found.close()


def test_http_requests_keep_no_more_tables_in_memory_than_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables read by HTTP requests count toward a visitor's events in memory, like viewed ones."""
    kept: list[hub.Hub] = []
    made_hub = hub.Hub.__init__

    def noted(self: hub.Hub, *arguments: object, **named: object) -> None:
        made_hub(self, *arguments, **named)  # type: ignore[arg-type]
        kept.append(self)

    monkeypatch.setattr(hub.Hub, "__init__", noted)
    with serving(tmp_path, replace(GENEROUS, events=40)) as client:
        line = hostile.long_record(16, "0" * 32)
        names = [client.post("/api/records", content=line).json()["table"] for _ in range(4)]
        others = client.post("/api/records", content=line, headers=other(2)).json()
        client.get(f"/api/tables/{others['table']}", headers=other(2))
        for name in names:
            assert client.get(f"/api/tables/{name}").status_code == 200
        assert set(kept[0].tables) == {*names[2:], others["table"]}
        with sitting(client, others):  # a viewed table stays, and counts
            for name in names:
                assert client.get(f"/api/tables/{name}").status_code == 200
            assert set(kept[0].tables) == {names[3], others["table"]}


def test_work_that_is_dropped_before_it_begins_is_closed() -> None:
    """Otherwise Python warns of a coroutine that was never awaited."""

    async def drop() -> None:
        async def work() -> None:
            raise AssertionError

        begun = [work(), work(), work()]
        driver = Driver.__new__(Driver)
        driver._running = set()
        driver._spawn(begun[0])
        viewer = Viewer.__new__(Viewer)
        viewer._running = set()
        viewer.spawn(begun[1])
        peers = Peers(Inboxes(0), 0, 1)
        peers.spawn(begun[2])
        for task in (*driver._running, *viewer._running, *peers._running):
            task.cancel()
        await asyncio.sleep(0.01)
        assert {inspect.getcoroutinestate(each) for each in begun} == {inspect.CORO_CLOSED}

    finished(drop())


def test_a_large_message_is_not_deflated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deflating takes a tenth of a second; smaller messages before and after it are deflated.

    A hex digit is half a byte, so a deflated message would have about half of its length.
    """
    texts = ["small" * 1000, secrets.token_hex(1 << 20), "small again" * 1000]
    sizes: list[int] = []
    receive_data = ClientProtocol.receive_data

    def counted(self: ClientProtocol, data: bytes) -> None:
        sizes.append(len(data))
        receive_data(self, data)

    monkeypatch.setattr(ClientProtocol, "receive_data", counted)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        for text in texts:
            await send({"type": "websocket.send", "text": text})
        await receive()

    http, ws = protocols(Connections(10))
    with socket.create_server(("127.0.0.1", 0)) as door:
        config = uvicorn.Config(
            app, http=http, ws=ws, lifespan="off", log_level="critical", log_config=None
        )
        server = BoundedServer(config)
        thread = threading.Thread(target=lambda: server.run(sockets=[door]))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        port = door.getsockname()[1]
        with connect(f"ws://127.0.0.1:{port}", max_size=None) as viewer:
            assert [viewer.recv() for _ in texts] == texts
            assert viewer.protocol.extensions
        server.should_exit = True
        thread.join()
    assert len(texts[1]) < sum(sizes) < len(texts[1]) + len(texts[0])
