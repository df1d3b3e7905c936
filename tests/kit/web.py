"""Server for tests, and viewers of its tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from aicore.core.schema import read
from aicore.plain.loading import register
from aicore.web.app import make_app
from aicore.web.bounds import HostNames, Limits
from aicore.web.hub import Hub
from aicore.web.pool import WorkerPool
from aicore.web.server_messages import SERVER_MESSAGES
from aicore.web.store import TableStore
from aicore.web.viewer import MOVES
from kit.deadline import deadline

HEAR = 60.0  # seconds until a viewer who waits for a message gives up

GENEROUS = Limits(
    messages=1e6, burst=1e6, tables=1e6, spare=1e6, share=1e6, debt=1e6, names=1e6,
    requests=1e6, rush=1e6, emotes=1e6,
)  # fmt: skip


@contextlib.contextmanager
def serving(
    folder: Path,
    limits: Limits = GENEROUS,
    engines: bool = False,
    workers: int = 1,
    watched: Sequence[Path] = (),
) -> Iterator[TestClient]:
    """Run a server in this process with tables in a folder; only its workers are separate."""

    def hub() -> Hub:
        return Hub(TableStore(folder / "web.sqlite"), WorkerPool(workers), engines, limits)

    app = make_app(hub, HostNames(["testserver"]), watched, register)
    # other visitors identify themselves, as behind a proxy
    with TestClient(ProxyHeadersMiddleware(app, "testclient")) as client:
        yield client


def finished(work: Coroutine[Any, Any, Any]) -> Any:
    """Return a coroutine's result, from a thread: another test's browser has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def table(client: TestClient, game: str, *players: str, **wish: Any) -> dict[str, Any]:
    """Create a table; return its id and tokens."""
    asked = {"game": game, "seats": len(players), "players": list(players), **wish}
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def known(message: dict[str, Any]) -> None:
    """Check a message from the server against its declaration."""
    fields = dict(message)
    read(SERVER_MESSAGES[fields.pop("type")], fields)


class Person:
    """Viewer that records everything they are sent."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.seen: dict[str, Any] = {}
        self.edition = 0

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        if kind in MOVES:
            fields.setdefault("edition", self.edition)
        self.socket.send_text(json.dumps({"type": kind, **fields}))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds; store it if it is a state."""
        while True:
            with deadline(HEAR, f"a message of type {' or '.join(kinds)}"):
                text = self.socket.receive_text()
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            known(message)
            if message["type"] == "state":
                self.seen, self.edition = message, message["edition"]
            if message["type"] in kinds:
                return message
            assert message["type"] != "error", message

    def refused(self, kind: str, **fields: Any) -> str:
        """Ask for something impossible; return the error's message."""
        self.say(kind, **fields)
        self.say("at", ply=0)  # its answer follows the other
        heard = self.hear("error", "at")
        assert heard["type"] == "error", f"{kind} {fields} was not refused"
        self.hear("at")
        return str(heard["message"])

    def turn(self) -> dict[str, Any]:
        """Return the state in which the viewer is to move, or the game is over."""
        while not (self.seen.get("legal") or self.seen.get("result")):
            self.hear("state")
        return self.seen

    def act(self, *actions: str) -> dict[str, Any]:
        """Play; return the next state in which the viewer may act."""
        self.say("act", actions=list(actions), ply=self.seen["ply"])
        self.seen = {}
        return self.turn()


def other(number: int) -> dict[str, str]:
    """Return the headers of another visitor."""
    return {"x-forwarded-for": f"10.0.0.{number}"}


@contextlib.contextmanager
def sitting(
    client: TestClient,
    made: dict[str, Any],
    token: str | None = "",
    headers: dict[str, str] | None = None,
    **wish: Any,
) -> Iterator[Person]:
    """Join a table as a viewer: the owner, unless a token is given; None joins without one."""
    with client.websocket_connect("/socket", headers=dict(headers or {})) as socket:
        person = Person(socket)
        key = made["owner"] if token == "" else token
        person.say("join", table=made["table"], token=key, **wish)
        person.hear("state")
        yield person
