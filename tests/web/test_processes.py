"""Tests of several server processes: each has its tables, all find them, and each may die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import websockets.sync.client as sockets
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

import aicore
from aicore.cli import main
from aicore.cli import web as command
from aicore.core.deal import Deal
from aicore.web import shared_pool
from aicore.web.answers import Answers
from aicore.web.bounds import Limits
from aicore.web.connections import Connections, named_table
from aicore.web.errors import NotFound, WebError, WorkerUnavailable
from aicore.web.hub import Hub
from aicore.web.peers import MAX_MESSAGE, QUESTION, Inboxes, Peers
from aicore.web.pool import MAX_DEATHS, WorkerPool
from aicore.web.shared_pool import PoolServer, SharedPool
from aicore.web.store import Key, StoreLock, TableFacts, TableStore
from aicore.web.tables import Table
from aicore.web.workers import Job
from kit.alike import twins
from kit.deadline import deadline
from kit.effort import effort
from kit.hiding import SEATS
from kit.served import Running, running
from kit.web import GENEROUS, finished

COUNT = 3


class Sitting:
    """Person at a table of a server in processes of its own."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def turn(self, ply: int = 0) -> dict[str, Any]:
        """Return the next state from a ply on in which the person is to move."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=60))
            if message["type"] != "state" or message["ply"] < ply:
                continue
            if message["legal"] or message["result"]:
                return message

    def act(self, state: dict[str, Any]) -> dict[str, Any]:
        """Play the first legal action; return the state in which the person is to move again."""
        act = {"type": "act", "actions": state["legal"][:1]}
        self.socket.send(json.dumps(act | {key: state[key] for key in ("ply", "edition")}))
        return self.turn(state["ply"] + 1)


@contextlib.contextmanager
def sitting(server: Running, made: dict[str, Any], path: str = "") -> Iterator[Sitting]:
    """Join a table as its owner."""
    name = made["table"]
    where = f"ws://{server.place}{path or f'/socket/{name}'}"
    with sockets.connect(where, max_size=None, open_timeout=30) as socket:
        socket.send(json.dumps({"type": "join", "table": name, "token": made["owner"]}))
        yield Sitting(socket)


def process_of(made: dict[str, Any]) -> int:
    """Return the number of the process that has a table."""
    inboxes = Inboxes(0)
    return Peers(inboxes, 0, COUNT).process_of(made["table"])


def one_for_each(server: Running, game: str, seats: int) -> list[dict[str, Any]]:
    """Create tables until every process has one, and return one for each."""
    found: dict[int, dict[str, Any]] = {}
    while len(found) < COUNT:
        made = server.create(game, seats)
        found.setdefault(process_of(made), made)
    return [found[number] for number in range(COUNT)]


def children(process: int) -> list[int]:
    """Return a process's children: the server's processes in order, then the pool."""
    return [
        int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    ]


def until(met: Callable[[], bool], what: str) -> None:
    """Wait for a condition."""
    with deadline(60, what):
        while not met():
            time.sleep(0.02)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("shared"), "--processes", str(COUNT)) as server:
        yield server


def test_a_table_is_found_whichever_process_is_reached(shared: Running) -> None:
    """Every connection may reach another process; each table still has one state."""
    tables = one_for_each(shared, "connect_four", 2)
    for made in tables:
        with sitting(shared, made) as person, sitting(shared, made) as again:
            state = person.turn()
            assert again.turn()["ply"] == state["ply"]
            after = person.act(state)
            assert after["ply"] == state["ply"] + 2
            assert again.turn(after["ply"])["story"] == after["story"]
        for _ in range(2 * COUNT):
            answer = httpx2.get(f"{shared.address}/api/tables/{made['table']}", timeout=60)
            assert answer.json()["title"] == "Connect Four"
            assert (
                httpx2.get(f"{shared.address}/table/{made['table']}", timeout=60).status_code == 200
            )
    for number in range(2 * COUNT):
        answer = httpx2.get(f"{shared.address}/api/tables/missing{number}", timeout=60)
        assert answer.status_code == 404


def test_the_lobby_lists_the_tables_of_all_processes_in_order(shared: Running) -> None:
    tokens = [made["owner"] for made in one_for_each(shared, "pig", 2)]
    for _ in range(2 * COUNT):
        address = f"{shared.address}/api/tables/mine"
        found = httpx2.post(address, json={"tokens": [*tokens, "unknown"]}, timeout=60).json()[
            "tables"
        ]
        assert [one["token"] for one in found] == tokens
        assert not any("unreadable" in one for one in found)


def test_a_socket_opens_no_table_of_another_process(shared: Running) -> None:
    """Otherwise a table would be in two processes, which would overwrite each other's events."""
    tables = one_for_each(shared, "pig", 2)
    for made in tables:
        other = tables[(process_of(made) + 1) % COUNT]["table"]
        for path in (f"/socket/{other}", f"/socket/%{ord(other[0]):x}{other[1:]}"):
            with sitting(shared, made, path) as person, pytest.raises(ConnectionClosed) as closed:
                person.turn()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4400
            assert "connect to /socket/ID" in closed.value.rcvd.reason


def test_a_request_that_is_handed_over_is_checked_like_any_other(shared: Running) -> None:
    """A forbidden host or page, a head that is too long, noise: refused, and all others play on."""
    rng, place = random.Random(1), shared.place.partition(":")
    tables = one_for_each(shared, "connect_four", 2)
    head = (
        "GET /socket/{name} HTTP/1.1\r\nhost: {host}\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\norigin: http://{origin}\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nmore: {more}\r\n\r\n"
    )
    good = {"host": shared.place, "origin": shared.place, "more": ""}
    requests = [
        (good, b"101"), (good | {"host": "evil.example"}, b"403"),
        (good | {"origin": "evil.example"}, b"403"), (good | {"more": "x" * 9000}, b""),
        (good | {"more": "x" * MAX_MESSAGE}, b""),
    ]  # fmt: skip
    reached = set()
    for made in tables * 2:
        for fields, code in requests:
            with socket.create_connection((place[0], int(place[2])), timeout=60) as raw:
                text = head.format(name=made["table"], **fields)
                raw.sendall(text.encode() + rng.randbytes(40 if code == b"101" else 0))
                with contextlib.suppress(ConnectionResetError):
                    answer = raw.recv(1 << 12)
                    assert answer.partition(b" ")[2][:3] == code or not answer
                    reached.add((code, bool(answer)))
    assert {(code, True) for _, code in requests if code} <= reached
    for made in tables:
        with sitting(shared, made) as person:
            assert person.turn()["legal"]


def test_a_killed_process_loses_nothing_and_is_replaced(tmp_path: Path) -> None:
    rng = random.Random(2)
    with running(tmp_path, "--processes", str(COUNT)) as server:
        until(lambda: len(children(server.process.pid)) == COUNT + 1, "all processes")
        victims = children(server.process.pid)[:COUNT]
        for number in effort([rng.randrange(COUNT)], list(range(COUNT))):
            tables = one_for_each(server, "connect_four", 2)  # new games: three moves end none
            with contextlib.ExitStack() as stack:
                people = [stack.enter_context(sitting(server, made)) for made in tables]
                states = [person.turn() for person in people]
                shown = [p.act(state) for p, state in zip(people, states, strict=True)]
                os.kill(victims[number], signal.SIGKILL)
                with pytest.raises(ConnectionClosed):
                    people[number].turn(99)
                for other, person in enumerate(people):
                    if other != number:
                        person.act(shown[other])
            with sitting(server, tables[number]) as person:  # a new process has it
                state = person.turn()
                assert state["ply"] == shown[number]["ply"]
                assert state["story"] == shown[number]["story"]
                person.act(state)
        assert len(children(server.process.pid)) == COUNT + 1


def test_searches_survive_the_death_of_the_pool(tmp_path: Path) -> None:
    with running(tmp_path, "--processes", "2") as server:
        body = {"game": "connect_four", "seats": 2, "players": ["mcts:time=2", "me"]}
        made = httpx2.post(f"{server.address}/api/tables", json=body, timeout=60).json()
        with sitting(server, made) as person:
            until(lambda: len(children(server.process.pid)) == 3, "all processes")
            pool = children(server.process.pid)[-1]
            until(lambda: bool(children(pool)), "a worker")
            os.kill(pool, signal.SIGKILL)
            assert person.turn()["ply"] == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_all_processes_end_together(number: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group, another signal the parent alone; a kill cannot be handled."""
    with running(tmp_path, "--processes", "2") as server:
        made = server.create("connect_four", 2)
        with sitting(server, made) as person:
            person.act(person.turn())
            group = children(server.process.pid)
            assert len(group) == 3
            group += children(group[-1])
            if number == signal.SIGINT:
                os.killpg(server.process.pid, number)
            else:
                server.process.send_signal(number)
            server.process.wait(timeout=60)
            until(lambda: not any(map(alive, group)), "the end of all processes")
    with running(tmp_path) as server, sitting(server, made) as person:  # one process has it now
        assert person.turn()["ply"] >= 2


def alive(process: int) -> bool:
    """Whether a process runs."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def test_the_lock_is_held_until_the_last_process_ends(tmp_path: Path) -> None:
    lock = StoreLock(tmp_path / "web.sqlite")
    child = os.fork()
    if not child:
        time.sleep(60)
        os._exit(0)
    lock.close()
    try:
        with pytest.raises(WebError, match="in use by another server"):
            StoreLock(tmp_path / "web.sqlite")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    StoreLock(tmp_path / "web.sqlite").close()


def test_a_system_that_cannot_share_a_port_gets_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(command, "can_share", lambda: False)
    answer = CliRunner().invoke(main, ["web", "--no-open", "--processes", "2"])
    assert answer.exit_code == 2
    assert "--processes: this system cannot" in answer.stderr.splitlines()[-1]


def test_processes_get_new_tables_in_turn() -> None:
    peers = Peers(Inboxes(0), 1, COUNT)
    found = [peers.process_of(peers.fresh_id()) for _ in range(2 * COUNT)]
    assert found == [2, 0, 1, 2, 0, 1]


def test_limits_on_a_visitor_hold_for_all_processes_together() -> None:
    whole, part = Limits(), Limits().shared(4)
    for name in ("tables", "spare", "requests", "rush", "sockets", "watching", "watched", "events"):
        assert 4 * getattr(part, name) <= getattr(whole, name)
    connections = Connections(2000, processes=4)
    assert 4 * connections.each <= 300
    assert (4 * connections.rate, 4 * connections.rush) == (20.0, 600.0)
    assert Limits().shared(1) == Limits()
    assert Limits().shared(1000).spare >= 1  # otherwise nobody could open a table


def test_only_own_tables_expire(tmp_path: Path) -> None:
    facts = TableFacts("pig", 2, {}, "1", ["human", "random"], ["", ""])
    store = TableStore(tmp_path / "web.sqlite", owns="own".__eq__)
    for name in ("own", "other"):
        store.add(name, facts, {})
    assert store.unplayed(9) == ["own"]
    assert store.expired(365.0, 0.0, 9) == ["own"]
    store.close()


@contextlib.asynccontextmanager
async def two_hubs(folder: Path) -> AsyncIterator[list[Answers]]:
    """Yield the answers of two server processes, here in one loop."""
    inboxes, lock = Inboxes(3), StoreLock(folder / "web.sqlite")
    hubs = []
    for number in range(2):
        peers = Peers(inboxes, number, 2)
        store = TableStore(folder / "web.sqlite", lock, peers.owns)
        hubs.append(Hub(store, WorkerPool(1), limits=GENEROUS, peers=peers))
    try:
        found = [Answers(hub) for hub in hubs]
        for hub in hubs:
            assert hub.peers is not None
            hub.peers.listen()
        yield found
    finally:
        for hub in hubs:
            await hub.close()
        lock.close()
        inboxes.close()


def name_in(answers: Answers, prefix: str) -> str:
    """Return a table id that belongs to a process."""
    peers = answers.hub.peers
    assert peers is not None
    return next(name for n in range(100) if peers.owns(name := f"{prefix}{n}"))


@pytest.mark.parametrize("name", effort(["booster", "leduc_poker"], list(SEATS)))
def test_messages_between_processes_hide_what_the_seat_does_not_know(
    name: str, tmp_path: Path
) -> None:
    """Answers about tables and jobs for the workers are equal, byte for byte, for equal views."""
    game = aicore.load(name, seats=SEATS[name])
    seat, seed = 0, 0
    first, second, shared = twins(game, seat, seed)
    while not shared:
        seed += 1
        first, second, shared = twins(game, seat, seed)
    assert first != second
    said: list[bytes] = []

    async def hear(folder: Path, events: list[Any]) -> tuple[list[Any], bytes]:
        folder.mkdir()
        async with two_hubs(folder) as (one, two):
            id_, players = name_in(two, "t"), ["human"] * game.seats
            players[1:2] = ["mcts:sims=50"]
            facts = TableFacts(
                name, game.seats, dict(game.options), "secret", players, [""] * game.seats, since=0
            )
            keys = {"mine": Key(id_, seat, True), "theirs": Key(id_, game.seats - 1, False)}
            two.hub.store.add(id_, facts, keys, events)
            budget = one.hub.visitors.named("visitor")
            found = [await one._opened(budget, ["mine"]), await one.about(budget, id_)]
            assert set(two.hub.tables) == {id_}
            assert not one.hub.tables
            table: Table = two.hub.tables[id_]
            job = shared_pool.packed("ask", 1, "visitor", "decide", table.due(seat), {})
            with pytest.raises(NotFound):
                await one.about(budget, name_in(two, "missing"))
            with pytest.raises(WebError, match="connect to /socket/ID"):
                await one.hub.find(id_, budget)
            return found, job

    for number, events in enumerate((first, second)):
        found, job = finished(hear(tmp_path / str(number), events))
        text = json.dumps(found)
        assert "secret" not in text
        assert "theirs" not in text
        said += [text.encode(), job]
    assert said[:2] == said[2:]


def test_the_lobby_reports_a_process_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aicore.web.peers.ANSWER_TIMEOUT", 0.1)

    async def ask() -> list[Any]:
        async with two_hubs(tmp_path) as (one, two):
            facts = TableFacts("pig", 2, {}, "1", ["human", "random"], ["", ""])
            for answers in (one, two):
                id_ = name_in(answers, "t")
                answers.hub.store.add(id_, facts, {f"token {id_}": Key(id_, 0, True)})
            await two.hub.peers.close()  # type: ignore[union-attr]
            tokens = [f"token {name_in(answers, 't')}" for answers in (one, two)]
            return await one._opened(one.hub.visitors.named("v"), tokens)

    here, away = finished(ask())
    assert here["title"] == "Pig"
    assert "try again in a moment" in away["unreadable"]


def test_a_full_inbox_refuses_after_a_while_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aicore.web.peers.INBOX_TIMEOUT", 0.05)

    async def fill() -> int:
        inboxes, handed = Inboxes(1), socket.socket()
        sent = 0
        with contextlib.suppress(OSError), handed:
            while True:
                await inboxes.hand(0, QUESTION, handed.fileno(), b"x" * 1000)
                sent += 1
        with pytest.raises(OSError, match="too long"):
            await inboxes.hand(0, QUESTION, 0, b"x" * (MAX_MESSAGE + 1))
        while (found := inboxes.received(0)) is not None:
            found[1].close()
            sent -= 1
        inboxes.close()
        return sent

    assert finished(fill()) == 0


def test_the_named_table_of_an_address() -> None:
    assert named_table(b"/socket/abc?x=1") == "abc"
    assert named_table(b"/socket/%61bc") == "abc"
    assert named_table(b"/socket") is None
    assert named_table(b"/api/tables/abc") is None


@contextlib.asynccontextmanager
async def one_pool(clients: int) -> AsyncIterator[tuple[list[SharedPool], list[Any]]]:
    """Yield clients of a pool with one worker, and the tasks of its server."""
    pool = WorkerPool(1)
    server, serving = PoolServer(pool), []

    async def connect() -> Any:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)
        serving.append(asyncio.ensure_future(server.serve(theirs)))
        return await asyncio.open_unix_connection(sock=ours)

    found = [SharedPool(connect) for _ in range(clients)]
    try:
        yield found, serving
    finally:
        for client in found:
            await client.close()
        await asyncio.gather(*serving, return_exceptions=True)
        await pool.close()


def test_visitors_of_all_processes_think_in_turn() -> None:
    """A visitor with many jobs in one process does not keep one of another process waiting."""
    view = aicore.load("connect_four").start().view(0)

    async def think() -> list[str]:
        async with one_pool(2) as ((one, two), _):
            tasks = [one.ask(Job("a", "decide", (view, "mcts:time=1", 1, n))) for n in range(3)]
            while tasks[0].began is None:
                await asyncio.sleep(0.01)
            tasks.append(two.ask(Job("b", "decide", (view, "random", 1, 0))))
            await asyncio.gather(*(task.future for task in tasks))
            return [task.job.owner for task in sorted(tasks, key=lambda task: task.began or 0.0)]

    assert finished(think()) == ["a", "b", "a", "a"]


def test_a_task_fails_when_the_pool_was_lost_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    view = aicore.load("connect_four").start().view(0)
    monkeypatch.setattr(shared_pool, "RETRY_DELAY", 0.0)
    tries: list[int] = []

    async def lost() -> Any:
        tries.append(len(tries))
        raise OSError

    async def ask() -> None:
        pool = SharedPool(lost)
        try:
            await asyncio.wait_for(pool.ask(Job("a", "decide", (view, "random", 1, 0))).future, 60)
        finally:
            await pool.close()

    with pytest.raises(WorkerUnavailable):
        finished(ask())
    assert MAX_DEATHS <= len(tries) <= MAX_DEATHS + 1  # it goes on for other tasks


def test_a_lost_pool_is_asked_again_and_decides_the_same() -> None:
    game = aicore.load("connect_four")
    seed, view = Deal("1").player_seed(0), game.start().view(0)
    alone = aicore.player("mcts:sims=20000", game, seed=seed).decide(view)
    heard: list[tuple[str, float]] = []

    async def think() -> Any:
        async with one_pool(1) as ((client,), serving):
            task = client.ask(Job("t", "decide", (view, "mcts:sims=20000", seed, 0)))
            stopped = client.ask(Job("t", "decide", (view, "mcts:time=50", seed, 0)))
            hurried = client.ask(
                Job("t", "decide", (view, "mcts:time=50", seed, 0)),
                lambda *what: heard.append(what),
            )
            while not serving:
                await asyncio.sleep(0.01)
            client.stop(stopped)
            serving[0].cancel()
            client.hurry(hurried)
            await hurried.future
            return await task.future

    decision = finished(think())
    assert decision.action == alone.action
    assert decision.candidates == alone.candidates


def test_a_client_that_is_gone_leaves_no_search_behind() -> None:
    view = aicore.load("connect_four").start().view(0)

    async def think() -> None:
        async with one_pool(2) as ((one, two), _):
            one.ask(Job("a", "decide", (view, "mcts:time=50", 1, 0)))
            await asyncio.sleep(0.3)
            await one.close()
            await two.ask(Job("b", "decide", (view, "random", 1, 0))).future

    with deadline(40, "the other client's search"):
        finished(think())
