"""Tests of arbitrary input to a socket or a route: a one-line answer, and every game continues."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from aicore.core.schema import kinds
from aicore.web.client_messages import CLIENT_MESSAGES
from kit.effort import effort
from kit.web import serving, sitting, table

ODD: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 1e308, 0.5, "", " ", "x" * 5000, "\x00", "\x1b[31m",
    "\ud800",
    "../../etc/passwd", "<script>alert(1)</script>", "d", "pass", "me", "engine:/bin/sh", [], {},
    [[]], ["d"], ["d"] * 1000, [None], {"type": "act"}, "NaN",
]  # fmt: skip
RAW = [
    "", "{", "null", "[]", '"act"', "NaN", '{"type":"act","ply":NaN}', "[" * 9000, '{"type":' * 900,
    '{"type":"undo","type":"hint"}', '{"type":"at","ply":' + "9" * 9000 + "}", "\x00", "{}" * 9000,
]  # fmt: skip


def message(rng: random.Random, made: dict[str, Any]) -> str:
    """Return a text similar to a message."""
    if rng.random() < 0.03:
        return rng.choice(RAW)
    kind = rng.choice([*CLIENT_MESSAGES, *CLIENT_MESSAGES, "state", "", "__init__", "refresh"])
    fields: dict[str, Any] = {"type": kind}
    for name in kinds(CLIENT_MESSAGES[kind]) if kind in CLIENT_MESSAGES else ["x"]:
        fields[name] = {
            "actions": [rng.choice(["a", "b", "d", "a1", "zz"]) for _ in range(rng.randint(1, 3))],
            "ply": rng.randint(0, 4), "line": rng.choice(["d", "2", "hint", "a; b"]),
            "players": ["me", "random"], "narrow": True, "swap": False, "name": "Ada",
            "moves": [rng.choice(["a", "d", "zz"]) for _ in range(rng.randint(0, 3))],
            "better": rng.choice(["a", "zz"]), "advise": rng.random() < 0.2,
            "table": made["table"], "token": made["owner"],
        }.get(name, 1)  # fmt: skip
    if fields and rng.random() < 0.5:
        fields[rng.choice([*fields, "more"])] = rng.choice(ODD)
    return json.dumps(fields)


def attack(client: TestClient, number: int, seed: int) -> None:
    """Send this many messages to a table's socket, which may be closed and opened again."""
    rng = random.Random(seed)
    made = table(client, "connect_four", "me", "random")
    other = table(client, "booster", "me", "random", seed="7")
    with sitting(client, other) as person:
        person.turn()
        before = person.act(person.seen["legal"][0])
    sent = 0
    while sent < number:
        with client.websocket_connect("/socket") as socket:
            if rng.random() < 0.9:
                join = {"type": "join", "table": made["table"], "token": made["owner"]}
                socket.send_text(json.dumps(join))
            for _ in range(rng.randint(1, 60)):
                sent += 1
                if rng.random() < 0.01:
                    socket.send_bytes(rng.randbytes(20))
                else:
                    text = message(rng, made)
                    if '"hint"' in text or '"chances"' in text:
                        continue  # a second of search each
                    socket.send_text(text)
            # it is closed for invalid messages, or reports the table's state
            socket.send_text('{"type":"look","narrow":false}')
            heard = socket.receive()
            while heard["type"] == "websocket.send":
                report = json.loads(heard["text"])
                assert report["type"] in ("state", "error", "at", "preview", "table", "thinking")
                assert "Traceback" not in heard["text"]
                assert report.get("message") != "something went wrong on the server; try again"
                if report["type"] == "state":
                    break
                heard = socket.receive()
    with sitting(client, other) as person:
        after = person.seen
        assert (after["ply"], after["legal"]) == (before["ply"], before["legal"])


def test_any_message_is_answered_in_a_line(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        attack(client, effort(300, 10_000), seed=1)


@pytest.mark.slow
def test_a_hundred_thousand_messages(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for seed in range(10):
            attack(client, 10_000, seed)


def test_any_request_is_answered_in_a_line(tmp_path: Path) -> None:
    rng = random.Random(2)
    routes = ("/api/tables", "/api/tables/mine", "/api/records", "/api/tournaments")
    with serving(tmp_path) as client:
        for _ in range(effort(80, 5000)):
            fields = {
                name: rng.choice(ODD)
                for name in ("game", "seats", "options", "seed", "players", "tokens")
                if rng.random() < 0.7
            }
            body = rng.choice([json.dumps(fields), rng.choice(RAW), rng.randbytes(100)])
            route = rng.choice(routes)
            answer = client.post(route, content=body)
            assert answer.status_code in (200, 400, 404, 413, 429), (route, answer.text)
            assert "went wrong on the server" not in answer.text
            assert len(answer.json().get("error", "")) <= 300
