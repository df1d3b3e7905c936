"""Tests of failures: a table continues afterwards, and reports them meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from aicore.plain.loading import register
from aicore.web import connections, driving, pool, workers
from aicore.web.app import make_app
from aicore.web.connections import BoundedServer, Connections, protocols
from aicore.web.errors import RepeatFilter
from aicore.web.hub import Hub
from aicore.web.pool import WorkerPool
from aicore.web.store import Key, TableFacts, TableStore
from aicore.web.workers import Job
from kit.web import Person, serving, sitting, table


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "FIRST", 0.05)


def failing(times: int, error: Exception, work: Any) -> Any:
    """Return a function that fails this often, and then does its work."""
    left = [times]

    def fails(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise error
        return work(*arguments, **named)

    return fails


def went_on(person: Person, ply: int) -> str:
    """Receive states up to `ply` events; return the trouble that they report meanwhile."""
    text = ""
    while person.seen["ply"] < ply:
        text = person.seen["trouble"] or text
        person.hear("state")
    while person.seen["trouble"]:
        person.hear("state")
    return text


@pytest.mark.parametrize("where", ["append_event", "touch", "change"])
def test_a_table_goes_on_after_a_full_disk(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    with serving(tmp_path) as client:
        made = table(client, "connect_four", "greedy", "me")
        monkeypatch.setattr(TableStore, where, failing(2, full, getattr(TableStore, where)))
        with sitting(client, made) as person:
            output = went_on(person, 1)
        if where == "append_event":
            assert "Greedy cannot think right now" in output
            assert "disk is full" in output


def test_a_full_disk_does_not_change_the_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = []
    for times in (0, 2):
        full = sqlite3.OperationalError("database or disk is full")
        with serving(tmp_path) as client, monkeypatch.context() as broken:
            made = table(client, "booster", "me", "random", seed="7")
            broken.setattr(
                TableStore, "append_event", failing(times, full, TableStore.append_event)
            )
            with sitting(client, made) as person:
                dealt.append(person.turn()["legal"])
    assert dealt[0] == dealt[1]


def test_a_person_may_try_again_when_the_disk_was_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        serving(tmp_path) as client,
        sitting(client, table(client, "connect_four", "me", "friend")) as person,
    ):
        full = sqlite3.OperationalError("database or disk is full")
        with monkeypatch.context() as broken:
            broken.setattr(TableStore, "append_event", failing(1, full, TableStore.append_event))
            seen = person.turn()
            output = person.refused("act", actions=["d"], ply=seen["ply"])
        assert "cannot save this right now (database or disk is full); try again" in output
        person.say("act", actions=["d"], ply=seen["ply"])
        while person.seen["ply"] == 0:
            person.hear("state")


def test_a_worker_that_cannot_start_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = OSError(errno.EMFILE, "Too many open files", "/some/where")
    began = workers.Process.__init__
    monkeypatch.setattr(workers.Process, "__init__", failing(3, none, began))
    with serving(tmp_path) as client:
        with sitting(client, table(client, "connect_four", "greedy", "me")) as person:
            output = went_on(person, 1)
        assert "Greedy cannot think right now (Too many open files); trying again" in output
        assert "/some/where" not in "".join(person.heard)


MISTAKEN = """
from aicore.plain import END, Game, Int, action

class Mistaken(Game):
    seats = 2
    code = Int(-1, 4999, start=-1, seats=True, hidden=True)

    @action("hide N", N=(0, 4999), secret=True)
    def hide(self, s, n):
        s.code[s.turn], s.turn = n, 1 - s.turn

    @hide.legal
    def may_hide(self, s):
        return [1234] if s.code[s.turn] < 0 else []

    @action("look")
    def look(self, s):
        s.turn = {}[s.code[1]] if s.code[1] == 1234 else END

    @look.legal
    def may_look(self, s):
        return s.code[s.turn] >= 0

    def result(self, s):
        return None
"""


def test_a_mistake_of_the_rules_names_nothing_hidden(tmp_path: Path) -> None:
    (tmp_path / "mistaken.py").write_text(MISTAKEN)
    name = register(tmp_path / "mistaken.py")
    with serving(tmp_path) as client:
        made = table(client, name, "me", "friend")
        with sitting(client, made) as one, sitting(client, made, made["tokens"][1]) as two:
            one.turn()
            one.say("act", actions=["hide 1234"], ply=0)
            two.turn()
            two.say("act", actions=["hide 1234"], ply=1)
            one.seen = {}
            one.turn()
            one.say("act", actions=["look"], ply=2)
            assert one.hear("error")["message"] == (
                "the rules fail in mistaken.py, line 18; the server's log has more"
            )


def test_trouble_names_nothing_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = sqlite3.OperationalError("xyzzy")
    monkeypatch.setattr(TableStore, "append_event", failing(2, full, TableStore.append_event))
    with serving(tmp_path) as client:
        with sitting(client, table(client, "leduc_poker", "me", "random")) as person:
            person.turn()
        assert any(json.loads(text).get("trouble") for text in person.heard)
        assert "xyzzy" not in "".join(person.heard)


def test_a_repeated_error_is_counted_not_written(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("aicore.test")
    once = RepeatFilter()
    logger.addFilter(once)
    try:
        for number in range(1234):
            try:
                raise OSError(errno.EMFILE, "Too many open files")
            except OSError:
                logger.exception("accept %d failed", number)
        logger.error("something else")
    finally:
        logger.removeFilter(once)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 5
    assert "1000th time" in lines[3]
    assert sum(record.exc_info is not None for record in caplog.records) == 1


def test_a_table_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    store = TableStore(tmp_path / "web.sqlite")
    wrong = {
        "half": TableFacts("pig", 2, {}, "1", ["\ud800", "random"], ["", ""], still=True),
        "gone": TableFacts("no such game", 2, {}, "1", ["human", "random"], ["", ""]),
        "event": TableFacts("pig", 2, {}, "1", ["human", "random"], ["", ""]),
    }
    for name, facts in wrong.items():
        events = [(0, "no such event")] if name == "event" else []
        store.add(name, facts, {f"token of {name}": Key(name, None, True)}, events)
    store.close()
    with serving(tmp_path) as client:
        made = table(client, "pig", "me", "random")
        tokens = [*(f"token of {name}" for name in wrong), made["owner"]]
        answer = client.post("/api/tables/mine", json={"tokens": tokens})
        assert answer.status_code == 200
        found = answer.json()["tables"]
        assert [one["table"] for one in found] == [*wrong, made["table"]]
        assert all(one["unreadable"] for one in found[:3])
        assert found[3]["title"] == "Pig"
        assert "unreadable" not in found[3]


def test_visitors_think_in_turn_whatever_their_tables() -> None:
    """A visitor with many tables does not keep another waiting, nor does a search of minutes."""
    import aicore

    view = aicore.load("connect_four").start().view(0)
    done: list[str] = []

    async def think() -> None:
        found = WorkerPool(1)
        try:
            asked = [("a", "mcts:time=500"), *(("a", "random"),) * 3, ("b", "random")]
            tasks = [
                found.ask(Job(owner, "decide", (view, spec, 1, 0), f"table {number}"))
                for number, (owner, spec) in enumerate(asked)
            ]
            for task in tasks:
                task.future.add_done_callback(lambda _, owner=task.job.owner: done.append(owner))
            await asyncio.wait_for(asyncio.gather(*(task.future for task in tasks)), 400)
        finally:
            await found.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "DEFAULT_TIMEOUT", 0.1)
        thread = threading.Thread(target=lambda: asyncio.run(think()))
        thread.start()
        thread.join()
    assert done == ["a", "b", "a", "a", "a"]


@pytest.fixture
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """Start a server on a port, in a thread, with short timeouts and few connections."""
    monkeypatch.setattr(connections, "HEAD_TIMEOUT", 0.3)
    with listens(tmp_path, Connections(most=24, each=6)) as address:
        yield address


@contextlib.contextmanager
def listens(tmp_path: Path, counted: Connections) -> Iterator[tuple[str, int]]:
    http, ws = protocols(counted)
    app = make_app(lambda: Hub(TableStore(tmp_path / "web.sqlite"), WorkerPool(1)))
    with socket.create_server(("127.0.0.1", 0)) as door:
        config = uvicorn.Config(
            app, http=http, ws=ws, lifespan="on", log_level="critical", log_config=None,
            timeout_keep_alive=60, proxy_headers=False,
        )  # fmt: skip
        server = BoundedServer(config)
        thread = threading.Thread(target=lambda: server.run(sockets=[door]))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield door.getsockname()
        server.should_exit = True
        thread.join()


def test_each_visitor_behind_a_network_of_proxies_counts_alone(tmp_path: Path) -> None:
    """Each visitor has as many connections as without a proxy, and together they have all."""
    with (
        listens(tmp_path, Connections(24, ("127.0.0.0/8",), each=3)) as address,
        contextlib.ExitStack() as stack,
    ):

        def connects(visitor: int) -> bool:
            connection = stack.enter_context(socket.create_connection(address))
            header = f"\r\nx-forwarded-for: 10.0.0.{visitor}\r\n\r\n".encode()
            connection.sendall(UPGRADE[:-4] + header)
            connection.settimeout(30)
            try:
                return connection.recv(1000).startswith(b"HTTP/1.1 101")
            except ConnectionError:
                return False

        assert [connects(1) for _ in range(4)] == [True] * 3 + [False]
        assert all(connects(visitor) for visitor in range(2, 9))
        with socket.create_connection(address) as connection:  # a proxy may make many requests
            for visitor in (2, 3, 4, 5, 6):
                header = f"\r\nx-forwarded-for: 10.0.0.{visitor}\r\n\r\n".encode()
                connection.sendall(REQUEST[:-4] + header)
                connection.settimeout(30)
                assert connection.recv(1000).startswith(b"HTTP/1.1 200")
                while not connection.recv(1 << 16).endswith(b"\n"):
                    pass


def test_a_crowd_is_let_in_few_at_a_time() -> None:
    turns: Counter[int] = Counter()
    turn = 0

    class Counted(asyncio.Protocol):
        def __init__(self, **_: Any) -> None:
            pass

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            turns[turn] += 1

    def on() -> None:
        nonlocal turn
        turn += 1
        asyncio.get_running_loop().call_soon(on)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        pass

    async def come() -> None:
        with (
            socket.create_server(("127.0.0.1", 0), backlog=100) as door,
            contextlib.ExitStack() as crowd,
        ):
            for _ in range(100):
                crowd.enter_context(socket.create_connection(door.getsockname()))
            config = uvicorn.Config(app, http=Counted, lifespan="off", log_config=None)
            server = BoundedServer(config)
            server.config.load()
            server.lifespan = server.config.lifespan_class(server.config)
            on()
            await server.startup([door])
            while turns.total() < 100:
                await asyncio.sleep(0)
            for one in server.servers:
                one.close()

    asyncio.run(come())
    assert max(turns.values()) <= connections.ACCEPTED


def ended(connection: socket.socket) -> bool:
    """Wait until the other side closes."""
    connection.settimeout(30)
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True


REQUEST = b"GET /static/api.js HTTP/1.1\r\nhost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize("request_part", [b"", b"GET / HTTP/1.1\r\nhost", REQUEST + b"GET /"])
def test_the_rest_of_half_a_request_is_not_waited_for(
    request_part: bytes, listening: tuple[str, int]
) -> None:
    with socket.create_connection(listening) as connection:
        connection.sendall(request_part)
        assert ended(connection)


def test_a_client_that_pings_without_end_is_cut_off(listening: tuple[str, int]) -> None:
    with socket.create_connection(listening) as connection:
        connection.sendall(UPGRADE)
        try:
            for _ in range(300):
                connection.sendall((b"\x89\x80" + bytes(4)) * 50)
        except ConnectionError:
            return
        assert ended(connection)


def test_idle_connections_give_way(
    listening: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_TIMEOUT", 3600.0)
    idle = [socket.create_connection(listening) for _ in range(20)]
    try:
        for one in idle:
            one.sendall(b"GET")
        with socket.create_connection(listening) as connection:
            connection.sendall(REQUEST)
            connection.settimeout(30)
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")
        assert ended(idle[0])
    finally:
        for one in idle:
            one.close()
