"""Door of the page's sessions: messages of a socket to a table, and requests for tables."""

from __future__ import annotations

import contextlib
import json
import logging
from dataclasses import fields
from random import Random
from typing import Any

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from aicore.web import errors as web_errors
from aicore.web.app import make_app
from aicore.web.bounds import HostNames
from aicore.web.client_messages import CLIENT_MESSAGES, NewTable
from aicore.web.hub import Hub
from aicore.web.pool import WorkerPool
from aicore.web.store import TableStore
from fuzz import damage
from fuzz.door import ACCEPTED, REFUSED, Broken, Door, folder, tell, tidy
from kit.web import GENEROUS, known

TABLES = (
    ("pig", ["me", "random"]), ("connect_four", ["me", "random"]), ("kuhn_poker", ["me", "friend"]),
    ("relics", ["me", "random"]), ("ransom", ["me"]), ("booster", ["random", "me", "me"]),
)  # fmt: skip
ACTIONS = ("roll", "hold", "d", "bet", "pass", "draw", "play 1", "")
GAMES = ("pig", "connect_four", "kuhn_poker", "relics", "nothing", "", "../pig")
CLOSED = (4404, 4400, 1013, 1000)


def _no_worker() -> Any:
    raise OSError("this server has no workers")


class Sessions(Door):
    """Damaged messages on a socket of a real server in this process; it answers every one."""

    NAME = "sessions"
    SHARE = 30

    def prepare(self) -> None:
        """Make messages as a page sends them."""
        self.client: TestClient | None = None
        self.good: dict[str, dict[str, Any]] = {
            "look": {"narrow": True}, "act": {"actions": ["roll"], "ply": 0},
            "type": {"line": "1", "ply": 0}, "preview": {"actions": ["d"], "ply": 0},
            "at": {"ply": 1}, "why": {"ply": 1, "better": "roll"},
            "explore": {"ply": 0, "moves": ["d", "d"], "line": "d", "advise": False},
            "offer": {"what": "abort", "yes": True},
            "fork": {"ply": 0, "players": ["me", "random"]}, "rematch": {"swap": True},
            "save": {"what": "record"}, "sit": {"name": "Ada"},
        }  # fmt: skip
        self.kinds = sorted(CLIENT_MESSAGES)

    def serve(self) -> TestClient:
        """Return this process's server, started on first use."""
        if self.client is None:
            self.troubles: list[str] = []
            handler = logging.Handler(logging.ERROR)
            handler.emit = self.note  # type: ignore[method-assign]
            path = folder() / "web.sqlite"

            def hub() -> Hub:
                return Hub(TableStore(path), WorkerPool(1, hire=_no_worker), False, GENEROUS)

            self.client = TestClient(make_app(hub, HostNames(["testserver"])))
            self.client.__enter__()
            web_errors.LOG.filters.clear()  # so that repeated errors are logged again
            web_errors.LOG.addHandler(handler)
        return self.client

    def note(self, record: logging.LogRecord) -> None:
        """Record an error that the server did not expect."""
        self.troubles.append(record.getMessage())

    def attempt(self, rng: Random) -> str:
        """Request a table, or run a session of some messages."""
        client = self.serve()
        self.troubles.clear()
        if rng.random() < 0.2:
            found = self.ask(client, rng)
        else:
            game, players = rng.choice(TABLES)
            body = {"game": game, "seats": len(players), "players": players, "seed": "7"}
            made = client.post("/api/tables", json=body).json()
            found = self.session(client, made, rng)
        if self.troubles:
            raise Broken(self.troubles[0])
        return found

    def ask(self, client: TestClient, rng: Random) -> str:
        """Request a table with damaged fields, or upload a record."""
        body = {one.name: None for one in fields(NewTable)}
        body |= {"game": rng.choice(GAMES), "players": ["me", "random"], "seed": "7"}
        path = rng.choice(("tables", "tables", "records", "tables/mine"))
        data = json.dumps(damage.damaged(body, rng)).encode()
        if rng.random() < 0.2:
            data = damage.garbled_bytes(data, rng)
        tell(f"POST /api/{path} {data[:200]!r}")
        answer = client.post(f"/api/{path}", content=data)
        if answer.status_code >= 500:
            raise Broken(f"{answer.status_code}: {answer.text[:200]}")
        if answer.status_code != 200:
            tidy(answer.json()["error"])
            return REFUSED
        return ACCEPTED

    def session(self, client: TestClient, made: dict[str, Any], rng: Random) -> str:
        """Join a table and send some messages; after each, a valid one is answered."""
        with (
            client.websocket_connect("/socket") as socket,
            contextlib.suppress(WebSocketDisconnect),
        ):
            join: Any = {"type": "join", "table": made["table"], "token": made["owner"]}
            if rng.random() < 0.1:
                join = damage.damaged(join, rng)
            self.say(socket, json.dumps(join), rng)
            for _ in range(rng.choice((1, 2, 4))):
                self.say(socket, self.message(rng), rng)
                self.say(socket, '{"type":"at","ply":0}', rng)
                try:
                    self.hear(socket)
                except WebSocketDisconnect as end:
                    if end.code not in CLOSED:
                        raise Broken(f"closed: {end.code} {end.reason}") from end
                    tidy(end.reason or "")
                    return REFUSED
        return ACCEPTED

    def say(self, socket: Any, text: str, rng: Random) -> None:
        """Send a text, sometimes as bytes."""
        tell(f"socket: {text[:300]!r}")
        if rng.random() < 0.02:
            socket.send_bytes(text.encode("utf-8", "replace"))
        else:
            socket.send_text(text.encode("utf-8", "replace").decode())

    def hear(self, socket: Any) -> None:
        """Receive messages up to the answer to `at`, and check each against its declaration."""
        while True:
            message = json.loads(socket.receive_text())
            known(message)
            if message["type"] == "error":
                tidy(message["message"])
            if message["type"] == "at":
                return

    def message(self, rng: Random) -> str:
        """Return a message that is damaged, or sent at the wrong time."""
        kind = rng.choice(self.kinds)
        if kind in ("hint", "chances") and rng.random() < 0.9:
            kind = "undo"  # nothing would compute it here: there are no workers
        given: Any = dict(self.good.get(kind, {}))
        if "actions" in given:
            given["actions"] = [rng.choice(ACTIONS)]
        if given and rng.random() < 0.6:
            given = damage.damaged(given, rng)
        text: Any = {"type": kind, **given} if isinstance(given, dict) else given
        if rng.random() < 0.05:
            text = damage.damaged(text, rng)
        line = json.dumps(text)
        return damage.garbled(line, rng) if rng.random() < 0.05 else line
