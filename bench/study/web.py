"""Response times of a server with many tables, while its computers think.

Every table has a person who moves at random, and a computer. The server runs in its own process,
with its workers. The script measures the time from sending a move to receiving the position after
it, so other programs on the machine count, too. The memory is the memory of the server's process,
before and while all tables are open.

    python -m bench.study.web --tables 200 --seconds 30
    python -m bench.study.web --tables 1000 --spec greedy   # little thinking: the server alone
    python -m bench.study.web --tables 200 --processes 2    # two processes share the tables

With several processes, the busiest one limits the server. Two processes carry more tables than one
by this factor: one process's time for a move, divided by the time of the busiest of two. The
process with the workers' queue counts separately.

With `--hostile`, hostile visitors do all they can to stop the server (bench/study/hostile.py), and
one visitor plays Connect Four meanwhile. If the server is one process, the output has the longest
callbacks of its loop.

    python -m bench.study.web --hostile --seconds 40
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
import websockets

from bench.study import hostile

OWN = 200  # tables of a visitor, in all processes together; a visitor may have 250 sockets
GAMES = ("connect_four", "booster", "ransom", "gratis3", "relics", "trader", "pig")


def resident(process: int) -> int:
    """Return the resident memory of a process, in kilobytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def spent(process: int) -> float:
    """Return the processor seconds that a process took."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def serving(parent: int, processes: int) -> list[int]:
    """Return the processes that serve tables, and after them the one with the workers' queue."""
    if processes == 1:
        return [parent]
    while True:
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        if len(listed) == processes + 1:
            return [int(each) for each in listed]
        time.sleep(0.1)


class Person:
    """Person who moves at random, some time after every answer."""

    def __init__(self, rng: random.Random, pause: float) -> None:
        self.rng = rng
        self.pause = pause
        self.waits: list[float] = []
        self.moves = asyncio.Event()

    async def play(
        self, address: str, visitor: str, created: dict[str, Any], joined: asyncio.Event
    ) -> None:
        """Join a table from a visitor's address, and play until cancelled."""
        async with websockets.connect(
            f"ws://{address}/socket/{created['table']}", max_size=None, local_addr=(visitor, 0)
        ) as socket:
            join = {"type": "join", "table": created["table"], "token": created["owner"]}
            await socket.send(json.dumps(join))
            state = await self._state(socket, -1)
            joined.set()
            await self.moves.wait()
            while state["result"] is None:
                while not state["legal"] and state["result"] is None:
                    state = await self._state(socket, state["ply"])
                if state["result"] is not None:
                    break
                await asyncio.sleep(self.rng.expovariate(1 / self.pause))
                act = {"type": "act", "actions": [self.rng.choice(state["legal"])]}
                await socket.send(json.dumps(act | {key: state[key] for key in ("ply", "edition")}))
                began = time.perf_counter()
                state = await self._state(socket, state["ply"])
                self.waits.append(time.perf_counter() - began)
            await asyncio.sleep(3600)

    async def _state(self, socket: Any, ply: int) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == "state" and message["ply"] > ply:
                return message


async def measure(address: str, process: int, given: argparse.Namespace) -> None:
    """Open the tables, let people play, and print their waiting times."""
    rng = random.Random(given.seed)
    created = []
    own = OWN // given.processes
    visitors = [f"127.0.0.{2 + number // own}" for number in range(given.tables)]
    for visitor in dict.fromkeys(visitors):
        transport = httpx2.AsyncHTTPTransport(local_address=visitor)
        async with httpx2.AsyncClient(
            base_url=f"http://{address}", transport=transport, timeout=60
        ) as client:
            (await client.get("/api/games")).raise_for_status()  # this loads every game
            for _ in range(visitors.count(visitor)):
                game = given.game or GAMES[len(created) % len(GAMES)]
                seats = 1 if game in ("ransom", "trader") else 2
                request = {"game": game, "seats": seats, "players": ["me", given.spec][:seats]}
                created.append((await client.post("/api/tables", json=request)).json())
    servers = serving(process, given.processes)
    before = sum(map(resident, servers))
    people = [Person(random.Random(rng.random()), given.pause) for _ in created]
    joined = [asyncio.Event() for _ in created]
    running = [
        asyncio.ensure_future(person.play(address, visitor, table, event))
        for person, visitor, table, event in zip(people, visitors, created, joined, strict=True)
    ]
    await asyncio.gather(*(event.wait() for event in joined))
    await asyncio.sleep(2.0)
    rest = sum(map(resident, servers))
    began = [spent(each) for each in servers]
    for person in people:
        person.moves.set()
    await asyncio.sleep(given.seconds)
    taken = [spent(each) - start for each, start in zip(servers, began, strict=True)]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    waits = sorted(1000 * wait for person in people for wait in person.waits)
    cuts = statistics.quantiles(waits, n=20)
    print(f"{given.tables} tables, {len(waits)} moves in {given.seconds:g} s, {given.spec}")
    print(f"answered after: median {statistics.median(waits):.0f} ms, 95 % {cuts[-1]:.0f} ms")
    ms = [1000 * each / len(waits) for each in taken]
    print(f"processor time of the server: {sum(ms):.2f} ms a move and its answer")
    if given.processes > 1:
        queue = ms.pop()
        print(
            f"of each process: {', '.join(f'{each:.2f}' for each in ms)} ms; queue {queue:.2f} ms"
        )
        print(f"of the busiest process: {max(ms):.2f} ms a move of the whole server")
    print(f"memory of a watched table at rest: {(rest - before) / given.tables:.0f} kB")


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0, help="seconds of play")
    parser.add_argument("--pause", type=float, default=10.0, help="mean seconds before each move")
    parser.add_argument("--game", help="one game instead of seven in turn")
    parser.add_argument("--spec", default="mcts:time=0.5", help="spec of the computer players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="processes of the server")
    parser.add_argument(
        "--hostile", action="store_true", help="one visitor plays while others attack"
    )
    args = parser.parse_args()
    watched = args.hostile and args.processes == 1
    program = "bench.study.loops" if watched else "aicore"
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                sys.executable, "-m", program, "web", "--port", "0", "--no-open",
                "--processes", str(args.processes),
            ],
            env={**os.environ, "XDG_DATA_HOME": folder}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert server.stdout is not None
        address = server.stdout.readline().split()[0].partition("//")[2].rstrip("/")
        try:
            if args.hostile:
                servers = serving(server.pid, args.processes)
                hostile.measure(address, servers, args.seconds)
            else:
                asyncio.run(measure(address, server.pid, args))
        finally:
            server.terminate()
            loop = server.communicate()[0].strip()
            if watched:
                print("the server's loop:", loop)


if __name__ == "__main__":
    main()
