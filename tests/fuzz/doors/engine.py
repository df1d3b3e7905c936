"""Doors of both sides of the engine protocol: an arena's messages, and an engine's answers."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

import aicore
from aicore.arena.referee import Referee
from aicore.players import external, player, serve
from aicore.players.errors import EngineError
from fuzz import damage, material
from fuzz.door import ACCEPTED, REFUSED, Broken, Door, Untidy, tell, tidy
from fuzz.doors.records import damaged_line

SPECS = ("random", "script", "greedy:samples=1", "mcts:sims=4,memory=1")


class Honest:
    """Stand-in for a program that answers as engines do.

    It has the methods of `aicore.players.pipe.Pipe`, whose place it takes.
    """

    def __init__(self, command: Sequence[str], *_: Any, **__: Any) -> None:
        self.alive = True
        self.lines: list[bytes] = []
        self.seats = 2

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the right answer to a message."""
        fields: dict[str, Any] = {"id": message["id"], "type": "ok"}
        self.seats = message.get("seats", self.seats)
        if message["type"] == "hello":
            fields |= {"type": "ready", "protocol": message["protocol"], "name": "x"}
        elif message["type"] == "decide":
            action, values = message["legal"][0], [0.5] * self.seats
            fields |= {
                "type": "decision", "action": action, "simulations": 10, "nodes": 5, "depth": 2,
                "seconds": 0.5, "line": [action],
                "candidates": [{"action": action, "visits": 3, "values": values, "error": 0.1}],
            }  # fmt: skip
        return fields

    def send(self, line: bytes, deadline: float | None = None) -> None:
        """Take a message, and prepare the answer."""
        self.lines.append(json.dumps(self.answer(json.loads(line))).encode())

    def receive(self, deadline: float | None = None) -> bytes:
        """Return the next line."""
        if not self.lines:
            raise EngineError("crash", "it closed its output")
        return self.lines.pop(0)

    def leave(self, line: bytes = b"") -> int | None:
        """Leave; return the exit code."""
        return 0

    def close(self) -> None:
        """End the program."""
        self.alive = False


class Listener(Honest):
    """Engine that records the messages it receives."""

    heard: ClassVar[list[dict[str, Any]]] = []

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the right answer."""
        Listener.heard.append({key: part for key, part in message.items() if key != "id"})
        return super().answer(message)


class Script(Honest):
    """Engine that damages some of its answers."""

    rng: ClassVar[Random]

    def send(self, line: bytes, deadline: float | None = None) -> None:
        """Take a message, and prepare the answer."""
        rng, message = Script.rng, json.loads(line)
        if rng.random() < 0.01:
            raise EngineError("crash", "it exited with code 3")
        fields = self.answer(message)
        asked = message["type"] == "decide"
        if asked and rng.random() < 0.2:
            thought = {**fields, "type": "thinking", "value": 0.5}
            self.lines.append(json.dumps(damage.damaged(thought, rng)).encode())
        hurt = rng.random() < (0.7 if asked else 0.05)
        self.lines.append(damaged_line(fields, rng) if hurt else json.dumps(fields).encode())
        if rng.random() < 0.3:  # a good answer after a bad one with a wrong number
            self.lines.append(json.dumps(fields).encode())
        if rng.random() < 0.001:
            self.lines[:0] = [b'{"id":0}'] * 20_000


class Question:
    """Position with the messages that lead an engine to a decision in it."""

    def __init__(self, state: Any) -> None:
        self.game = state.game
        self.view = state.view(state.turn)
        Listener.heard = []
        with_pipe(Listener, lambda: player("engine:true", self.game).decide(self.view))
        heard = {message["type"]: message for message in Listener.heard}
        self.hello, self.new, self.ask = heard["hello"], heard["new"], heard["decide"]


def with_pipe(kind: type[Honest], act: Callable[[], Any]) -> Any:
    """Run `act` with `kind` in place of `Pipe`."""
    real = external.Pipe
    external.Pipe = kind  # type: ignore[misc,assignment]
    try:
        return act()
    finally:
        external.Pipe = real  # type: ignore[misc]


def questions() -> list[list[Question]]:
    """Return some questions of each game."""
    return [[Question(state) for state in some if state.turn >= 0] for some in material.positions()]


class Server(Door):
    """Messages to our players as engines."""

    NAME = "server"
    SHARE = 150

    def prepare(self) -> None:
        """Collect questions about all games."""
        self.questions = questions()

    def messages(self, rng: Random) -> list[Any]:
        """Return a conversation, one of whose messages is damaged or out of place."""
        one = rng.choice(rng.choice(self.questions))
        talk = [one.hello] if rng.random() < 0.1 else []
        talk += [one.new, one.ask]
        talk = [{"id": number, **message} for number, message in enumerate(talk)]
        kind = rng.random()
        if kind < 0.1:
            rng.shuffle(talk)
        elif kind < 0.2:  # a question of another game
            talk[-1] = {"id": 1, **rng.choice(rng.choice(self.questions)).ask}
        if kind > 0.1:
            place = rng.choice((-1, -1, -1, -2))
            talk[place] = _damaged_message(talk[place], rng)
        return talk

    def attempt(self, rng: Random) -> str:
        """Send a conversation, message by message."""
        server = serve.EngineServer(rng.choice(SPECS))
        refused = False
        for number, message in enumerate(self.messages(rng)):
            line = json.dumps(message).encode()
            if number == 1 and rng.random() < 0.1:
                line = damaged_line(message, rng)
            tell(f"answer({line[:150]!r})")
            answer = server.answer(line)
            refused |= answer is not None and _judged(answer)
        return REFUSED if refused else ACCEPTED


def _damaged_message(message: dict[str, Any], rng: Random) -> Any:
    """Return a damaged message: its own fields are damaged more often than the depth of a view."""
    if rng.random() < 0.5:
        return damage.damaged(message, rng)
    name = rng.choice(list(message))
    return {**message, name: damage.damaged(message[name], rng)}


def _judged(line: str) -> bool:
    """Whether an answer of the server is an error. Raises Untidy."""
    answer = json.loads(line)
    if "error" not in answer:
        return False
    if not isinstance(answer["error"], str) or not answer["error"]:
        raise Untidy(f"the error is {answer['error']!r}")
    tidy(answer["error"])
    return True


class Stream(Server):
    """The same through `aicore engine`: bytes in, lines of JSON out."""

    NAME = "stream"
    SHARE = 30

    def attempt(self, rng: Random) -> str:
        """Send a conversation in bytes."""
        data = b"\n".join(json.dumps(message).encode() for message in self.messages(rng))
        if rng.random() < 0.7:
            data = damage.garbled_bytes(data, rng)
        return run_engine(rng.choice(SPECS), data)


def run_engine(spec: str, data: bytes) -> str:
    """Run `aicore engine` on bytes; judge its output."""
    from aicore.cli.engine import run

    tell(f"engine({spec})")
    streams = sys.stdin, sys.stdout
    out = io.BytesIO()
    ours = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"),
        io.TextIOWrapper(out, encoding="utf-8", write_through=True),
    )  # kept by name, because their bytes are freed with the last reference
    sys.stdin, sys.stdout = ours
    try:
        run(spec)
        sys.stdout.flush()
    finally:
        sys.stdin, sys.stdout = streams
    refused = [_judged(line) for line in out.getvalue().decode().splitlines()]
    return REFUSED if any(refused) else ACCEPTED


class Client(Door):
    """Answers of an engine that plays for us."""

    NAME = "client"
    SHARE = 200

    def prepare(self) -> None:
        """Collect questions about all games."""
        self.questions = questions()

    def attempt(self, rng: Random) -> str:
        """Read one answer, ask for a decision, or play a game."""
        one = rng.choice(rng.choice(self.questions))
        Script.rng = rng
        act = self.play if rng.random() < 0.01 else lambda rng: self.decide(one, rng)
        return str(with_pipe(Script, lambda: act(rng)))

    def decide(self, one: Question, rng: Random) -> str:
        """Ask for one decision, and judge the outcome as `play` does."""
        tell(f"decision({one.game.name})")
        engine = player("engine:true", one.game)
        engine.give_time(1.0, 3.0)
        decision = engine.decide(one.view, _progress if rng.random() < 0.5 else None)
        tell(f"decision({decision!r})")
        if not isinstance(decision.action, str):
            raise Broken(f"the action is {decision.action!r}")
        numbers = [decision.simulations, decision.nodes, decision.depth]
        for candidate in decision.candidates:
            numbers.append(candidate.visits)
            if not isinstance(candidate.action, str) or not all(
                isinstance(part, float) for part in (*candidate.values, candidate.error)
            ):
                raise Broken(f"a candidate is {candidate!r}")
        if not all(isinstance(number, int) for number in numbers):
            raise Broken(f"numbers are {numbers!r}")
        one.game.parse(decision.action)
        return ACCEPTED

    def play(self, rng: Random) -> str:
        """Play a game with a referee: whatever the engine does, there is a result."""
        game = self.questions[rng.randrange(material.SMALL)][0].game
        some = [player("engine:true", game) for _ in range(game.seats)]
        tell(f"a game of {game.name} with engines")
        outcome = Referee(game, 3.0).play(some, [1] * game.seats, aicore.Chance(1))
        json.dumps([outcome.scores, outcome.returns, outcome.end], allow_nan=False)
        if outcome.forfeit is None:
            return ACCEPTED
        tidy(outcome.forfeit.reason)
        return REFUSED


def _progress(choice: str, value: float) -> None:
    if not isinstance(choice, str) or not isinstance(value, float):
        raise Broken(f"progress {choice!r}, {value!r}")
