"""Tests of access: who is let in, with what, and how much."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import aicore
from aicore.players import Player, player
from aicore.session import jobs
from aicore.web import page_files
from aicore.web.app import POLICY
from aicore.web.bounds import Bucket, HostNames, Limits
from aicore.web.errors import WebError
from aicore.web.store import TableStore
from kit.engines import FIRST, gone, running
from kit.web import serving, sitting, table


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 200),
        ({"host": "127.0.0.1:8000"}, 200),
        ({"host": "[::1]:8000"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": ""}, 403),
        ({"origin": "http://testserver"}, 200),
        ({"origin": "http://testserver:81"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_only_pages_of_this_server_are_answered(
    client: TestClient, headers: dict[str, str], code: int
) -> None:
    answer = client.post("/api/tables/mine", json={"tokens": []}, headers=headers)
    assert answer.status_code == code
    if code == 200:
        with client.websocket_connect("/socket", headers=headers):
            return
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/socket", headers=headers),
    ):
        pass


def test_a_server_has_the_names_that_it_was_given() -> None:
    names = HostNames(["Games.example.org"])
    assert names.ours("games.example.org:8000")
    assert names.ours("localhost")
    assert not names.ours("example.org")
    assert not names.ours("[::1")


@pytest.mark.parametrize("path", ["/api/games", "/nothing", "/static/picture.css", "/api/games/no"])
def test_every_answer_is_guarded(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_files_of_the_page_are_loaded_once_and_it_may_be_reloaded_often(tmp_path: Path) -> None:
    """Its files have addresses with this version, and count little."""
    with serving(tmp_path, Limits(requests=1e-6, rush=60.0)) as client:
        page = client.get("/").text
        wanted = set(re.findall(r'="(/static-\w+/[\w.]+)"', page))
        known = {"page.js", "page.css", "icon.svg"}
        assert {name.rpartition("/")[2] for name in wanted} == known
        for name in wanted:
            answer = client.get(name)
            assert answer.status_code == 200, name
            assert "immutable" in answer.headers["cache-control"]
            assert not re.findall(r"^import ", answer.text, re.M)  # nothing else to load
        other = name.replace("static-", "static-0")  # of another version
        assert "no-store" in client.get(other).headers["cache-control"]
        for _ in range(50):
            assert client.get("/").status_code == 200
        assert "no-store" in client.get("/").headers["cache-control"]


@pytest.mark.parametrize("path", ["/", "/static/page.js", "/static/page.css", "/api/games"])
def test_files_are_compressed_for_browsers_that_accept_gzip(client: TestClient, path: str) -> None:
    plain = client.get(path, headers={"accept-encoding": "identity"})
    small = client.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert small.content == plain.content
    assert int(small.headers["content-length"]) < 0.6 * len(plain.content)


def test_files_are_compressed_once_and_only_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[int] = []
    compress = gzip.compress

    def counted(content: bytes, *given: int, **named: int) -> bytes:
        packed.append(len(content))
        return compress(content, *given, **named)

    page_files.packed.cache_clear()
    monkeypatch.setattr(gzip, "compress", counted)
    with serving(tmp_path) as client:
        assert packed == []
        for _ in range(2):
            page = client.get("/static/page.js", headers={"accept-encoding": "gzip"})
            assert packed == [len(page.content)]


def test_a_private_answer_is_not_compressed(client: TestClient) -> None:
    """The size of a compressed answer tells what it has in common with what somebody else sent."""
    made = table(client, "pig", "me", "me")
    answer = client.post("/api/tables/mine", json={"tokens": [made["owner"]] * 20})
    assert len(answer.content) > 1000
    assert "content-encoding" not in answer.headers


def test_the_policy_allows_the_pages_own_inline_parts_and_no_others(client: TestClient) -> None:
    page = client.get("/").text
    inline = re.findall(r"<(style|script)>(.*?)</", page, re.S)
    assert [kind for kind, _ in inline] == ["script", "style"]
    for kind, content in inline:
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'self' 'sha256-{digest}';" in POLICY
    assert "unsafe" not in POLICY


def test_a_visitor_who_asks_for_files_without_end_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(requests=1e-6, rush=1.0)) as client:
        codes = [client.get("/static/icon.svg").status_code for _ in range(11)]
        assert codes == [200] * 10 + [429]


def test_the_page_of_no_table_is_not_found(client: TestClient) -> None:
    made = table(client, "pig", "me", "me")
    for name, code in ((made["table"], 200), ("none", 404), ("a%23", 404)):
        answer = client.get(f"/table/{name}")
        assert answer.status_code == code
        assert "/page.js" in answer.text
        assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    "name",
    [
        "..%2fapp.py",
        "%2e%2e/app.py",
        "app.py",
        "__init__.py",
        "nothing.js",
        "x" * 5000,
        "%00",
        "a%2fb.js",
    ],
)
def test_only_the_page_s_own_files_are_given_out(client: TestClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 404
    assert "aicore" not in answer.text


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"game": "chess"}, "no game"),
        ({"players": ["me"]}, "needs 2 players, not 1"),
        ({"players": ["me", "engine:/bin/sh"]}, "does not start programs"),
        ({"players": ["me", "human"]}, '"me"'),
        ({"players": ["me", "level 99"]}, "levels"),
        ({"players": ["me", "mcts:memory=100000"]}, "memory"),
        ({"players": ["me", "mcts:threads=200"]}, "threads"),
        ({"players": ["me", "mcts:time=1000"]}, "time"),
        ({"players": ["me", "nobody"]}, "no player"),
        ({"players": "me"}, "players"),
        ({"players": ["me\u202e", "me"]}, "players"),
        ({"seats": 1.5}, "seats"),
        ({"seats": True}, "seats"),
        ({"options": {"no": 1}}, "option"),
        ({"options": [1]}, "options"),
        ({"seed": "\n"}, "seed"),
        ({"more": 1}, "no such field"),
        ({"game": "relics", "options": {"data": "/etc/passwd"}}, "names a file"),
    ],
)
def test_impossible_requests_for_tables_are_answered_in_a_line(
    client: TestClient, fields: dict[str, object], wrong: str
) -> None:
    asked = {"game": "tic_tac_toe", "seats": 2, "players": ["me", "random"], **fields}
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 400
    message = answer.json()["error"]
    assert wrong in message
    assert "\n" not in message
    assert "passwd" not in message


def test_a_record_reaches_no_file(client: TestClient, tmp_path: Path) -> None:
    fields = {
        "format": "aicore-record/1", "game": "relics", "seats": 2,
        "options": {"data": str(tmp_path / "secret.toml")}, "seed": 1,
        "players": ["human", "engine:/bin/sh"], "events": [],
        "scores": None, "returns": None, "end": None,
    }  # fmt: skip
    answer = client.post("/api/records", content=json.dumps(fields))
    assert answer.status_code == 400
    assert "names a file" in answer.json()["error"]


def test_a_record_starts_no_program(client: TestClient, tmp_path: Path) -> None:
    fields = {
        "format": "aicore-record/1", "game": "pig", "seats": 2, "options": {}, "seed": 1,
        "players": ["human", f"engine:/usr/bin/touch {tmp_path / 'started'}"], "events": [],
        "scores": None, "returns": None, "end": None,
    }  # fmt: skip
    made = client.post("/api/records", content=json.dumps(fields)).json()
    with sitting(client, made) as person:
        person.say("fork", ply=0, players=["same", "same"])
        assert "does not start programs" in person.hear("error")["message"]
        person.say("fork", ply=0, players=["same", "me"])
        there = person.hear("table")
    with sitting(client, {"table": there["table"], "owner": there["token"]}) as person:
        assert [one["name"] for one in person.seen["players"]] == ["Computer", "you"]
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize(
    ("path", "size"), [("/api/tables", 17 << 10), ("/api/records", (4 << 20) + 1)]
)
def test_bodies_have_bounds(client: TestClient, path: str, size: int) -> None:
    assert client.post(path, content=b" " * size).status_code == 413


def test_programs_are_started_only_where_the_server_was_allowed_to(tmp_path: Path) -> None:
    with serving(tmp_path, engines=True) as client:
        assert client.get("/api/games").json()["engines"]
        made = table(client, "tic_tac_toe", "me", FIRST)
        with sitting(client, made) as person:
            person.turn()
            assert person.act("b2")["ply"] == 2


def test_a_program_ends_when_its_place_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []  # as when an error's traceback keeps one alive

    def make(*arguments: Any) -> Player:
        held.append(player(*arguments))
        return held[-1]

    monkeypatch.setattr(jobs, "MAX_PLAYERS", 1)
    monkeypatch.setattr(aicore, "player", make)
    view = aicore.load("tic_tac_toe").start().view(0)
    marked = f"{FIRST} {tmp_path}"  # the program ignores the argument

    def decide(spec: str) -> None:
        jobs.decide(lambda choice, value: None, view, spec, 1, 0)

    decide(marked)
    (process,) = running(str(tmp_path))
    decide(marked)
    assert running(str(tmp_path)) == [process]  # the same one continues
    decide("random")
    assert gone(str(tmp_path))


def test_a_seat_is_opened_by_its_token_alone(client: TestClient) -> None:
    made = table(client, "kuhn_poker", "me", "friend")
    other = table(client, "kuhn_poker", "me", "friend")
    for token in (other["owner"], made["owner"][:-1], made["owner"].upper(), ""):
        with pytest.raises(WebSocketDisconnect) as closed, sitting(client, made, token or "x"):
            pass
        assert closed.value.code == 4404
    with sitting(client, made, made["tokens"][1]) as friend:
        assert (friend.seen["seat"], friend.seen["owner"]) == (1, False)


def test_new_tables_have_a_rate(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(tables=0.001, spare=2.0)) as client:
        table(client, "pig", "me", "random")
        table(client, "pig", "me", "random")
        body = {"game": "pig", "seats": 2, "players": ["me", "random"]}
        assert client.post("/api/tables", json=body).status_code == 429


def test_a_bucket_refuses_more_than_its_rate() -> None:
    bucket = Bucket(rate=5.0, size=3.0)
    assert [bucket.may() for _ in range(4)] == [True, True, True, False]
    bucket._at = time.monotonic() - 0.5
    assert [bucket.may() for _ in range(3)] == [True, True, False]


def test_one_server_has_a_file_at_a_time(tmp_path: Path) -> None:
    store = TableStore(tmp_path / "web.sqlite")
    with pytest.raises(WebError, match="another server"):
        TableStore(tmp_path / "web.sqlite")
    store.close()
    TableStore(tmp_path / "web.sqlite").close()
    (tmp_path / "other.sqlite").write_bytes(b"not a database, by far" * 100)
    with pytest.raises(WebError, match="not a file of `aicore web`"):
        TableStore(tmp_path / "other.sqlite")
