"""Tests of our side as an engine: the server answers, refuses and ends."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest

import aicore
from aicore.players.protocol import (
    new_game,
    question,
)
from aicore.players.serve import EngineServer, serve


def ask(server, message):
    line = json.dumps(message) if isinstance(message, dict) else message
    answer = server.answer(line if isinstance(line, bytes) else line.encode())
    return None if answer is None else json.loads(answer)


def test_the_server_answers_everything_but_quit():
    server = EngineServer("random")
    assert ask(server, {"id": 1, "type": "hello"})["protocol"] == "aicore-engine/1"
    for wrong in (
        "x", "3", "[]", "[" * 100_000, {"id": 2}, {"id": 2, "type": "new"},
        {"id": 2, "type": "new", "game": "chess", "seats": 2, "seat": 0},
        {"id": 2, "type": "decide", "seat": 0},
    ):  # fmt: skip
        answer = ask(server, wrong)
        assert answer["error"]
        assert "\n" not in answer["error"]
    assert ask(server, {"id": 3, "type": "quit"}) is None
    assert server.over


def asked(name="leduc_poker", seats=None):
    """Return a server that knows a game, and a question that it answers."""
    game = aicore.load(name, seats=seats)
    state = game.start()
    aicore.Chance(1).settle(state)
    server = EngineServer("random")
    assert ask(server, {"id": 1, **new_game(game, state.turn)}) == {"id": 1, "type": "ok"}
    return server, {"id": 2, **question(state.view(state.turn), 1, 0)}


WRONG_QUESTIONS = [
    ("seat", 100000, "seat: it must be a whole number from 0 to 100"),
    ("seat", 1, "no game was started for seat 1"),
    ("seat", float("inf"), "seat: it must be a whole number"),
    ("seat", 2**40, "seat: it must be a whole number"),
    ("seat", True, "seat: it must be a whole number"),
    ("decision", -1, "decision: it must be a whole number from 0 to 2^31"),
    ("decision", 2**31 + 1, "decision: it must be a whole number from 0 to 2^31"),
    ("seed", 2**64, "seed: it must be a whole number from 0 to 2^64 - 1"),
    ("seed", "7", "seed: it must be a whole number from 0 to 2^64 - 1"),
    ("world", None, "world: it must be an object"),
    ("world", {}, "not a state of leduc_poker: it lacks '"),
    ("view", {}, "world and view disagree: does the sender use a different leduc_poker?"),
    ("type", ["decide"], "type: it must be a string"),
    ("type", "x\n\x1b" * 90, "the types are hello, new, decide, quit"),
]


@pytest.mark.parametrize(("key", "value", "text"), WRONG_QUESTIONS)
def test_the_server_refuses_wrong_questions_and_lives(key, value, text):
    server, message = asked()
    answer = ask(server, {**message, key: value})
    assert text in answer["error"]
    assert answer["id"] == 2
    assert answer["error"].isprintable()
    assert len(answer["error"]) <= 300
    assert ask(server, message)["action"] in message["legal"]


WRONG_GAMES = {
    "seat: it must be a whole number from 0 to 1": {"seat": 2},
    "seats: it must be a whole number from 0 to 100": {"seats": 2**40},
    "leduc_poker has exactly 2 seats, not 3": {"seats": 3},
    "game: it must be a string": {"game": ["leduc_poker"]},
    'There is no game "x': {"game": "x" * 300},
    "options: it must be an object": {"options": []},
    "options: it must be an object of at most 64": {"options": {str(k): 1 for k in range(65)}},
    "options.a: it must be a whole number from 0 to 2^53": {"options": {"a": [1]}},
    "options.a: it must be a string of at most 4096 characters": {"options": {"a": "x" * 5000}},
    'leduc_poker has no option "a"': {"options": {"a": 1}},
    "seats": {"options": {"seats": 3}},
}


@pytest.mark.parametrize("text", WRONG_GAMES)
def test_the_server_refuses_wrong_games_and_lives(text):
    server, message = asked()
    answer = ask(server, {"id": 7, **new_game(aicore.load("leduc_poker"), 0), **WRONG_GAMES[text]})
    assert text in answer["error"]
    assert len(answer["error"]) <= 300
    assert ask(server, message)["action"] in message["legal"]


def test_the_server_repeats_short_ids_only():
    server = EngineServer("random")
    for number in (None, 0, -7, 2**63, 1.5, "x", "x" * 100, "\ud800"):
        assert ask(server, {"id": number, "type": "hello"})["id"] == number
    for number in ([], {}, [1], "x" * 101, 2**64, 10**4000, float("inf"), float("nan")):
        assert ask(server, {"id": number, "type": "hello"})["id"] is None


def test_lines_that_are_no_messages():
    server = EngineServer("random")
    for line, text in {
        b"\xff": "not UTF-8",
        b"[1]": "not a JSON object",
        b'{"id":': "not JSON",
        b"9" * 5000: "not JSON",
        b'{"a":' * 100_000: "not JSON: nested too deeply",
        b" " * (1 << 20) + b"{}": "the line has more than 1048576 bytes",
    }.items():
        answer = ask(server, line)
        assert text in answer["error"]
        assert answer["id"] is None
    assert ask(server, b"  ") is None
    assert ask(server, b'{"id":1,"type":"hello"}')["type"] == "ready"


class Endless(io.RawIOBase):
    """Stream of megabytes without a newline, then a message."""

    def __init__(self, megabytes):
        self.left = megabytes << 20
        self.tail = b'\n{"id":1,"type":"hello"}\nQuit\n{"id":2,"type":"hello"}\n'

    def readable(self):
        return True

    def readinto(self, buffer):
        if self.left > 0:
            size = min(len(buffer), self.left)
            buffer[:size] = bytes(size)
            self.left -= size
            return size
        size = min(len(buffer), len(self.tail))
        buffer[:size], self.tail = self.tail[:size], self.tail[size:]
        return size


def test_endless_lines_are_not_kept():
    out = io.StringIO()
    tracemalloc.start()
    serve("random", io.BufferedReader(Endless(200)), out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    first, second = map(json.loads, out.getvalue().splitlines())  # and none after `quit`
    assert first == {"id": None, "error": "the line has more than 1048576 bytes"}
    assert second["type"] == "ready"


def test_serve_ends_with_the_input():
    out = io.StringIO()
    serve("greedy", io.BytesIO(b'\n{"id":1,"type":"hello"}\n'), out)
    assert json.loads(out.getvalue())["name"] == "aicore greedy"
