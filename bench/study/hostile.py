"""Hostile visitors of `aicore web`, each with its own address, and a visitor that plays.

The hostile visitors run in a separate process, and each has one task:

- It floods the table of a long record with `at` requests.
- It floods the same table with `fork` requests.
- It begins uploads that never end.
- It holds idle and half-sent connections, and reads nothing.
- It watches the player's table with as many sockets as it gets, and lets strong computers play at
  tables without people.
- It uploads long records, and short records whose seeds are words, and requests all their tables.
- It opens puzzles, and tables of players that compute much before they move.

`python -m bench.study.web --hostile` prints the player's waiting times.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import statistics
import struct
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import httpx2
import websockets

import aicore
from aicore.core.record import CHANCE_ACTOR, Event, Record

LONG = 9_664  # events of the long record
SOCKETS = 5  # sockets that send `at` requests, and as many that send `fork` requests
UPLOADS, SIZE = 20, 60 << 20  # uploads at a time, and bytes of each
IDLE = 1100  # idle connections
SPECTATORS = 1000  # sockets that watch the player's table
ALONE, FEWEST = 5.0, 20  # minimum seconds and moves before the attack
HUNGRY = 6  # tables of mcts:time=60
WORDS = 100  # short records whose seeds are words
LONG_ONES = 20  # long records
VISITORS = 7


def long_record(length: int = LONG, seed: int | str = 1) -> str:
    """Return a legal record of many events, as a line: every roll is a 1."""
    state = aicore.load("pig").start()
    events: list[Event] = []
    while len(events) < length:
        actor = CHANCE_ACTOR if state.turn < 0 else state.turn
        text = state.outcomes()[0][0] if state.turn < 0 else "roll"
        state.apply(text)
        events.append((actor, text))
    return Record("pig", 2, {}, seed, ["random", "random"], events).to_line()


async def keep_on(work: Any) -> None:
    """Repeat work forever, even if it fails."""
    while True:
        with contextlib.suppress(Exception):
            await work()
        await asyncio.sleep(0.05)


async def talk(address: str, home: str, join: dict[str, Any], message: dict[str, Any]) -> None:
    """Join a table and send a message as often as the socket takes it."""
    where = f"ws://{address}/socket/{join['table']}"
    async with websockets.connect(where, max_size=None, local_addr=(home, 0)) as socket:

        async def hear() -> None:
            async for _ in socket:
                pass

        heard = asyncio.ensure_future(hear())
        try:
            await socket.send(json.dumps({"type": "join", **join}))
            while not heard.done():
                await socket.send(json.dumps(message))
                await asyncio.sleep(0.005)
        finally:
            heard.cancel()


async def uploaded(address: str, home: str, line: str) -> dict[str, Any]:
    """Upload the long record, and return its table and token."""
    async with client(address, home) as http:
        created = (await http.post("/api/records", content=line)).json()
    return {"table": created["table"], "token": created["owner"]}


def client(address: str, home: str) -> httpx2.AsyncClient:
    """Return an HTTP client with a given local address."""
    transport = httpx2.AsyncHTTPTransport(local_address=home)
    return httpx2.AsyncClient(base_url=f"http://{address}", transport=transport, timeout=60)


async def flood(address: str, home: str, line: str, kind: str) -> None:
    """Flood the server with `at` or `fork` requests for the long record, on several sockets."""
    join = await uploaded(address, home, line)
    last = len(json.loads(line)["events"])
    message: dict[str, Any] = {"type": "at", "ply": last - 1}
    if kind == "fork":
        message = {"type": "fork", "ply": last - 1, "players": ["me", "random"]}
    await asyncio.gather(
        *(keep_on(lambda: talk(address, home, join, message)) for _ in range(SOCKETS))
    )


async def uploads(address: str, home: str) -> None:
    """Upload files that never end."""
    host, _, port = address.rpartition(":")

    async def one() -> None:
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(home, 0))
        head = f"POST /api/tournaments HTTP/1.1\r\nhost: {address}\r\n"
        writer.write(f"{head}content-length: {SIZE + 9}\r\n\r\n".encode())
        for _ in range(SIZE >> 16):
            writer.write(bytes(1 << 16))
            await writer.drain()
        await reader.read(1)

    await asyncio.gather(*(keep_on(one) for _ in range(UPLOADS)))


async def idle(address: str, home: str) -> None:
    """Hold connections that say nothing, or half a request, or ping and do not read."""
    host, _, port = address.rpartition(":")
    upgrade = (
        f"GET /socket/x HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\n"
        "connection: upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    ping = struct.pack("!BBI", 0x89, 0x80 | 100, 0) + bytes(100)

    async def one(number: int) -> None:
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(home, 0))
        writer.write((b"", b"GET / HTTP/1.1\r\nhost: x", upgrade)[number % 3])
        while number % 3 == 2 and number < 60:
            writer.write(ping * 100)
            await writer.drain()
            await asyncio.sleep(0.01)
        await reader.read(1)

    await asyncio.gather(*(keep_on(lambda n=n: one(n)) for n in range(IDLE)))


async def crowd(address: str, home: str, table: str) -> None:
    """Watch the player's table, and tables of computers that think for a minute."""
    jobs: list[Coroutine[Any, Any, None]] = []
    async with client(address, home) as http:
        for _ in range(HUNGRY):
            request = {"game": "connect_four", "seats": 2, "players": ["mcts:time=60"] * 2}
            created = (await http.post("/api/tables", json=request)).json()
            join = {"table": created["table"], "token": created["owner"]}
            jobs.append(keep_on(lambda join=join: hold(address, home, join)))
    jobs += [keep_on(lambda: hold(address, home, {"table": table})) for _ in range(SPECTATORS)]
    await asyncio.gather(*jobs)


async def hold(address: str, home: str, join: dict[str, Any]) -> None:
    """Watch a table until the connection ends."""
    where = f"ws://{address}/socket/{join['table']}"
    async with websockets.connect(where, max_size=None, local_addr=(home, 0)) as socket:
        await socket.send(json.dumps({"type": "join", **join}))
        async for _ in socket:
            pass


async def words(address: str, home: str, line: str) -> None:
    """Request the tables of long records, and of records with words as seeds, again and again."""
    lines = [long_record(8, f"word {number}") for number in range(WORDS)] + [line] * LONG_ONES
    async with client(address, home) as http:
        names: list[str] = []

        async def upload(record: str) -> None:
            names.append((await http.post("/api/records", content=record)).json()["table"])

        for record in lines:
            with contextlib.suppress(Exception):  # the server may refuse it
                await upload(record)
        while True:
            asked = (http.get(f"/api/tables/{name}") for name in names)
            await asyncio.gather(*asked, return_exceptions=True)


async def learner(address: str, home: str) -> None:
    """Open puzzles, lessons, rules, and tables of players that compute before they move."""
    leduc = {"game": "leduc_poker", "players": ["cfr:iterations=20000", "me"], "seed": "a word"}
    async with client(address, home) as http:
        for number in range(1, 1000):
            for game in ("gratis3", "relics", "trader", "connect_four"):
                for path, request in (
                    ("puzzles", {"game": game, "number": 1 + number % 20}),
                    ("lessons", {"game": game}),
                    ("tables", leduc | {"seed": f"{game} {number}"}),
                ):
                    with contextlib.suppress(Exception):
                        created = (await http.post(f"/api/{path}", json=request)).json()
                        await http.get(f"/api/tables/{created['table']}")
                with contextlib.suppress(Exception):
                    await http.get(f"/api/games/{game}")


def attack(address: str, line: str, table: str) -> None:
    """Run all attacks until the process is killed."""

    async def all_of_them() -> None:
        await asyncio.gather(
            flood(address, "127.0.0.2", line, "at"),
            flood(address, "127.0.0.3", line, "fork"),
            uploads(address, "127.0.0.4"),
            idle(address, "127.0.0.5"),
            crowd(address, "127.0.0.6", table),
            words(address, "127.0.0.7", line),
            learner(address, "127.0.0.8"),
        )

    os.nice(5)  # the attackers' own load must not slow down the server
    asyncio.run(all_of_them())


class Player:
    """Player that moves at random, one game after the other, and records response times."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waits: list[float] = []
        self.refused = 0
        self.rng = random.Random(1)

    async def create(self) -> dict[str, Any]:
        """Create a table."""
        request = {"game": "connect_four", "seats": 2, "players": ["me", "greedy"]}
        async with client(self.address, "127.0.0.1") as http:
            answer = await http.post("/api/tables", json=request)
            answer.raise_for_status()
            created: dict[str, Any] = answer.json()
            return created

    async def play(self, created: dict[str, Any]) -> None:
        """Play until cancelled; after each game, go on at a new table."""
        while True:
            try:
                await self.game(created)
                created = await self.create()
            except (OSError, websockets.WebSocketException, httpx2.HTTPError):
                self.refused += 1
                await asyncio.sleep(0.2)

    async def game(self, created: dict[str, Any]) -> None:
        """Play one game to its end."""
        where = f"ws://{self.address}/socket/{created['table']}"
        async with websockets.connect(where, max_size=None) as socket:
            join = {"type": "join", "table": created["table"], "token": created["owner"]}
            await socket.send(json.dumps(join))
            state: dict[str, Any] = {"ply": -1, "legal": [], "result": None}
            sent = 0.0
            while state["result"] is None:
                message = json.loads(await socket.recv())
                if message["type"] != "state":
                    continue
                if sent and message["ply"] > state["ply"]:
                    self.waits.append(1000 * (time.perf_counter() - sent))
                    sent = 0.0
                state = message
                if state["legal"] and not sent:
                    await asyncio.sleep(0.1)
                    act = {"type": "act", "actions": [self.rng.choice(state["legal"])]}
                    await socket.send(
                        json.dumps(act | {key: state[key] for key in ("ply", "edition")})
                    )
                    sent = time.perf_counter()


def peak(process: int) -> float:
    """Return the peak memory of a process so far, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def print_waits(when: str, waits: list[float]) -> None:
    """Print the response times."""
    cuts = statistics.quantiles(waits, n=20)
    print(
        f"{when}: {len(waits)} moves answered, median {cuts[9]:.0f} ms, "
        f"95 % within {cuts[18]:.0f} ms, longest {max(waits):.0f} ms"
    )


def measure(address: str, processes: Sequence[int], seconds: float) -> None:
    """Attack a server for `seconds`, and print the effect.

    Args:
        address: the server's host and port.
        processes: the ids of its processes.
        seconds: the time of the attack.
    """
    line = long_record()

    async def under_attack() -> Player:
        player = Player(address)
        created = await player.create()
        context = multiprocessing.get_context("spawn")
        enemies = context.Process(
            target=attack, args=(address, line, created["table"]), daemon=True
        )
        playing = asyncio.ensure_future(player.play(created))
        await asyncio.sleep(ALONE)
        while len(player.waits) < FEWEST:
            await asyncio.sleep(0.1)
        alone, player.waits = player.waits, []
        print_waits("alone", alone)
        enemies.start()
        await asyncio.sleep(seconds)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        enemies.kill()
        enemies.join()
        await player.create()
        return player

    player = asyncio.run(under_attack())
    events = len(json.loads(line)["events"])
    print(f"{seconds:g} s of {VISITORS} hostile visitors, who upload records of {events} events")
    print_waits("attacked", player.waits)
    print(f"the player lost the connection {player.refused} times")
    print(f"peak memory of the server: {sum(map(peak, processes)):.0f} MB")
    print("afterwards the server creates a new table")
