"""Tests of any input from the other side of the engine protocol: an answer or a one-line error.

Messages and answers are taken apart and put together wrongly, as objects and as bytes. For longer
runs: ``python tests/players/test_engine_fuzz.py ROUNDS SEED``.
"""

from __future__ import annotations

import copy
import io
import json
import random
import sys
import time
from types import SimpleNamespace

import pytest
from rich.console import Console

import aicore
from aicore.cli.insight import show_thought
from aicore.players import compliance, external
from aicore.players.errors import EngineError
from aicore.players.protocol import PROTOCOL, new_game, question
from aicore.players.serve import EngineServer
from kit.effort import effort

RUBBISH = (
    None, True, False, 0, 1, -1, 2, 7, 100_000, 2**31, 2**40, 2**53 + 1, 2**63, 2**64, -(2**63),
    10**400, 0.5, -0.0, 1e308, -1e308, float("inf"), float("-inf"), float("nan"), "", "0", "NaN",
    "x" * 400, "\x1b[31mred", "\x00", "a\nb", "\ud800", "\u202eabc", "é", "~nobody", [], {}, [[]],
    [None], {"": None}, [0] * 1000, {"type": "hello"}, "hello", "new", "decide", "quit", "K",
)  # fmt: skip
DEEP = "[" * 5000 + "]" * 5000


def places(value, found=None):
    """Return all lists and objects of a value with their keys."""
    found = [] if found is None else found
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            places(value[key], found)
    return found


def twist(value, rng):
    """Change one to three places of a value."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        found = places(value)
        if not found:
            return rng.choice(RUBBISH)
        parent, key = rng.choice(found)
        way = rng.randrange(7)
        if way == 0:
            del parent[key]
        elif way == 1:
            other, name = rng.choice(found)
            if isinstance(other, dict) and name not in other:
                continue
            if isinstance(other, list) and name >= len(other):
                continue
            parent[key] = copy.deepcopy(other[name])
        elif way == 2 and isinstance(parent, list):
            parent.extend(copy.deepcopy(parent) * rng.choice((1, 3)))
        elif way == 3 and isinstance(parent, dict):
            parent[rng.choice(("", "error", "name", "seats", "x" * 500))] = rng.choice(RUBBISH)
        elif way < 6 and isinstance(parent[key], (int, float)) and abs(parent[key]) < 1e9:
            parent[key] += rng.choice((-256, -2, -1, 1, 2, 3, 256, 0.5))
        else:
            parent[key] = copy.deepcopy(rng.choice(RUBBISH))
    return value


def spoil(line, rng):
    """Change some bytes of a line."""
    data = bytearray(line)
    for _ in range(rng.choice((1, 1, 2, 8))):
        place = rng.randrange(len(data) + 1)
        way = rng.randrange(5)
        if way == 0:
            data[place : place + rng.choice((1, 5, 100))] = b""
        elif way == 1:
            data[place:place] = bytes(rng.randrange(256) for _ in range(rng.choice((1, 4))))
        elif way == 2:
            data[place : place + 1] = rng.choice((b"\xff", b"\x00", b"9" * 5000, b"1e999", b"-"))
        elif way == 3:
            data[place:place] = rng.choice((b'"', b"{", b"]", b",", DEEP.encode(), b"Infinity"))
        elif data:
            data[place % len(data)] ^= 1 << rng.randrange(8)
    return bytes(data)


def mutated(message, rng):
    """Return a line that is nearly the message."""
    if rng.random() < 0.75:
        return json.dumps(twist(message, rng)).encode()
    return spoil(json.dumps(message).encode(), rng)


def games():
    for name in aicore.names():
        low, high = aicore.core.registry.info(name).seats
        for seats in sorted({low, high}):
            yield aicore.load(name, seats=seats)


def states(game, rng, number):
    """Return positions of random games in which a seat is to move."""
    luck = aicore.Rng(rng.getrandbits(32))
    found = []
    while len(found) < number:
        state = game.start()
        while state.turn != aicore.END:
            if state.turn >= 0 and rng.random() < 0.2:
                found.append(state.clone())
            state.apply(state.sample(luck))
    return found[:number]


# Our side as a server


def attack_server(rounds, seed, spec="mcts:sims=4"):
    """Send lines to one server. Return how many were answered without an error."""
    rng = random.Random(seed)
    server = EngineServer(spec)
    tables = [(game, states(game, rng, 4)) for game in games()]
    good = 0
    for number in range(rounds):
        game, known = rng.choice(tables)
        state = rng.choice(known)
        ask = {"id": number, **question(state.view(state.turn), rng.getrandbits(60), 1, 0.1, 0.3)}
        begin = {"id": number, **new_game(game, state.turn)}
        assert "error" not in json.loads(server.answer(json.dumps(begin).encode()))
        way = rng.randrange(10)
        if way < 2:
            lines = [mutated(begin, rng), json.dumps(ask).encode()]
        elif way < 5:
            lines = [mutated(ask, rng)]
        elif way < 9:  # a position made by the server, so that it is searched
            lines = [json.dumps(other_position(game, ask, rng)).encode()]
        else:
            lines = [mutated({"id": 1, "type": rng.choice(("hello", "quit", "x"))}, rng)]
        for line in lines:
            answer = server.answer(line)
            server.over = False
            if answer is None:
                continue
            found = json.loads(answer, parse_constant=pytest.fail)
            assert answer.isascii()
            assert answer.isprintable()
            if "error" in found:
                assert found["error"].isprintable()
                assert 0 < len(found["error"]) <= 300
                assert not found["error"].startswith(INTERNAL), found["error"]
            else:
                good += 1
        assert len(server._players) <= 8  # MAX_SEATS
    return good


INTERNAL = ("IndexError", "KeyError", "AttributeError", "OverflowError", "MemoryError")
"""Python errors that a missing check would report."""


def other_position(game, ask, rng):
    """Return a question with a twisted world, and the view made to agree with it."""
    twisted = {**ask, "world": twist(ask["world"], rng)}
    try:
        state = game.from_dict(twisted["world"])
        return {**twisted, "view": state.view(ask["seat"]).to_dict()}
    except (ValueError, TypeError):
        return twisted


def test_a_server_answers_whatever_it_is_sent():
    assert attack_server(effort(120, 1000), 1) > effort(12, 100)


# The client's side


class FakePipe:
    """Stand-in for a program: it answers with lines that are nearly right."""

    rng = random.Random(0)
    share = 0.5  # share of mutated answers

    def __init__(self, command):
        self.lines = []
        self.process = SimpleNamespace(
            stdin=SimpleNamespace(close=lambda: None), poll=lambda: 0 if self.rng.random() else 1
        )
        self.alive = True

    def send(self, line, deadline=None):
        message = json.loads(line) if line.startswith(b"{") else {"id": None, "type": "?"}
        self.lines = []
        for answer in answers(message, self.rng):
            if self.rng.random() < self.share:
                self.lines.append(mutated(answer, self.rng))
            else:
                self.lines.append(json.dumps(answer).encode())

    def receive(self, deadline=None):
        if not self.lines:
            raise EngineError("time", "it did not answer in time")
        return self.lines.pop(0)

    def leave(self, line):
        self.alive = False

    def close(self):
        self.alive = False


def answers(message, rng):
    """Return a good engine's answers."""
    number = message.get("id")
    if message["type"] == "hello":
        return [{"id": number, "type": "ready", "protocol": PROTOCOL, "name": "n", "version": "1"}]
    if message["type"] == "new":
        return [{"id": number, "type": "ok"}]
    if message["type"] != "decide":
        return [{"id": number, "error": "unknown"}]
    legal = message["legal"]
    candidates = [
        {"action": action, "visits": 3, "values": [0.5] * len(message["scores"]), "error": 0.1}
        for action in legal[:20]
    ]
    return [
        {"id": number, "type": "thinking", "action": legal[0], "value": 0.5},
        {"id": number, "type": "decision", "action": legal[0], "candidates": candidates,
         "simulations": 60, "nodes": 9, "depth": 3, "seconds": 0.25, "line": legal[:2]},
    ]  # fmt: skip


def attack_client(rounds, seed):
    """Ask for decisions. Return how many were made, and how many failed, by kind."""
    rng = FakePipe.rng = random.Random(seed)
    seen = {}
    tables = [(game, states(game, rng, 3)) for game in games()]
    for number in range(rounds):
        game, known = rng.choice(tables)
        before = rng.choice(known)
        view = before.view(before.turn)
        engine = aicore.player(f"engine:{sys.executable}", game, seed=number)
        lines = []
        try:
            engine.ready(before.turn)
            decision = engine.decide(view, lambda action, value, lines=lines: lines.append(value))
        except EngineError as error:
            refused = error
        else:
            refused = None
        engine.close()
        if refused is not None:
            assert str(refused).isprintable()
            assert 0 < len(str(refused)) <= 300
            seen[refused.kind] = seen.get(refused.kind, 0) + 1
            continue
        assert all(0 <= value <= 1 for value in lines)
        assert all(len(candidate.values) == game.seats for candidate in decision.candidates)
        if decision.action in view.legal():
            out = io.StringIO()
            console = Console(file=out, width=100, markup=False)
            show_thought(console, "it", before, decision, before.turn)
            assert out.getvalue().replace("\n", "").isprintable()
            seen["decided"] = seen.get("decided", 0) + 1
        else:
            seen["illegal"] = seen.get("illegal", 0) + 1
    return seen


def test_a_client_takes_whatever_it_is_answered(monkeypatch):
    monkeypatch.setattr(external, "Pipe", FakePipe)
    seen = attack_client(effort(400, 1000), 2)
    assert set(seen) == {"decided", "illegal", "time", "garbage", "refused"}
    assert seen["decided"] > effort(40, 100)


def attack_compliance(rounds, seed):
    """Check engines; every finding is one line."""
    rng = FakePipe.rng = random.Random(seed)
    rules = [aicore.load("tic_tac_toe"), aicore.load("leduc_poker")]
    passed = 0
    for _ in range(rounds):
        FakePipe.share = rng.choice((0.0, 0.01, 0.1))
        for finding in compliance.check(["x"], rules, move=0.1):
            assert finding.name.isprintable()
            assert finding.seen.isprintable()
            assert len(finding.seen) <= 300
            passed += bool(finding.passed)
    return passed


def test_compliance_ends_with_findings_whatever_it_is_answered(monkeypatch):
    monkeypatch.setattr(compliance, "Pipe", FakePipe)
    monkeypatch.setattr(FakePipe, "share", 0.0)
    assert attack_compliance(effort(30, 60), 3) > effort(30, 60)


if __name__ == "__main__":
    compliance.Pipe = external.Pipe = FakePipe  # type: ignore[misc,assignment,attr-defined]
    rounds, seed = int(sys.argv[1]), int(sys.argv[2])
    for attack in (attack_server, attack_client, attack_compliance):
        start = time.monotonic()
        made = attack(rounds if attack is not attack_compliance else rounds // 20, seed)
        print(attack.__name__, made, f"{time.monotonic() - start:.1f} s")
