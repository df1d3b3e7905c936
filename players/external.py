"""The player that is another program, in whatever language: see docs/engine-protocol.md."""

from __future__ import annotations

import base64
import json
import shlex
import shutil
import time
from collections.abc import Mapping
from typing import Any

from aicore.core.decision import Candidate, Decision
from aicore.core.errors import EngineError, SpecError
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Player, Progress
from aicore.players.pipe import Pipe
from aicore.players.spec import Parameter, Value

PROTOCOL = "aicore-engine/1"

START_TIME = 10.0  # seconds to answer the first message, and every message that is off the clock

MOST_LINES = 10_000  # in answer to one message: thoughts, or answers that come late


class Engine(Player):
    """A program that speaks the engine protocol on its standard input and output.

    It is started when it is first needed, and kept from game to game. After an error it is ended,
    and started anew for the next game.
    """

    NAME = "engine"
    SUMMARY = "another program: engine:PATH ARGUMENTS (docs/engine-protocol.md)"
    PARAMETERS = (Parameter("command", "", "the program and its arguments"),)

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        self.command = split_command(str(self.values["command"]))
        self.about: dict[str, Any] = {}
        """How the engine introduced itself."""
        self._pipe: Pipe | None = None
        self._number = 0
        self._games: dict[int, int] = {}  # seat -> seed of the game it was told of
        self._move = self._limit = 0.0

    @property
    def spec(self) -> str:
        """The complete spec."""
        return f"{self.NAME}:{self.values['command']}"

    def give_time(self, move: float, limit: float) -> None:
        """Say how many seconds a decision should take, and after how many it is too late."""
        self._move, self._limit = move, limit

    def ready(self) -> None:
        """Start the program, if it does not run. Raises EngineError."""
        if self._pipe is not None and self._pipe.alive:
            return
        self.close()
        self._pipe = Pipe(self.command)
        self._games = {}
        self.about = self._ask({"type": "hello", "protocol": PROTOCOL}, START_TIME)
        if self.about.get("protocol") != PROTOCOL:
            told = self.about.get("protocol")
            self.close()
            raise EngineError("garbage", f"it speaks {told!r}, not {PROTOCOL!r}")

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Ask the program. Raises EngineError."""
        self.ready()
        if self.decisions == 0 or self._games.get(view.seat) != self.seed:
            self._ask(new_game(view), START_TIME)
            self._games[view.seat] = self.seed
        message = question(view, rng.next() >> 11, self.decisions, self._move, self._limit)
        answer = self._ask(message, self._limit, progress)
        try:
            return decision_of(answer)
        except (AttributeError, TypeError, ValueError, KeyError) as error:
            self.close()
            raise EngineError("garbage", f"its answer has a wrong {error}") from error

    def _ask(
        self, message: dict[str, Any], seconds: float, progress: Progress | None = None
    ) -> dict[str, Any]:
        """Send a message and wait for its answer; after an error the program is ended."""
        assert self._pipe is not None
        self._number += 1
        deadline = time.monotonic() + seconds if seconds > 0 else None
        try:
            line = json.dumps({"id": self._number, **message}, separators=(",", ":"))
            self._pipe.send(line.encode(), deadline)
            for _ in range(MOST_LINES):
                answer = parse(self._pipe.receive(deadline))
                if answer.get("id") != self._number:
                    continue  # late: of a question that is over
                if answer.get("type") == "thinking":
                    _tell(progress, answer)
                    continue
                if "error" in answer:
                    raise EngineError("refused", f"it refused: {str(answer['error'])[:200]}")
                return answer
            raise EngineError("flood", f"more than {MOST_LINES} lines in answer to a message")
        except EngineError:
            self.close()
            raise

    def close(self) -> None:
        """End the program: politely if it listens, then for good."""
        if self._pipe is not None:
            pipe, self._pipe = self._pipe, None
            if pipe.alive:
                pipe.leave(b'{"type":"quit"}')
            pipe.close()


def split_command(command: str) -> list[str]:
    """The words of a command, as a shell splits them. Raises SpecError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"player engine: {command!r}: {error}") from error
    if not words:
        raise SpecError("player engine: write engine:PATH ARGUMENTS, a program that is to play")
    if shutil.which(words[0]) is None:
        raise SpecError(f"player engine: no program {words[0]!r} that can be run")
    return words


def new_game(view: View) -> dict[str, Any]:
    """The message that begins a game for a seat."""
    game = view.game
    return {
        "type": "new",
        "game": game.name,
        "seats": game.seats,
        "options": dict(game.options),
        "seat": view.seat,
    }


def question(
    view: View, seed: int, decision: int, move: float = 0.0, limit: float = 0.0
) -> dict[str, Any]:
    """The message that asks for a decision: all that it holds, the seat knows.

    Args:
        seed: for the engine's own randomness.
        decision: how many the seat made before, forced ones included.
        move, limit: seconds, 0 for as long as it likes.
    """
    return {
        "type": "decide",
        "seat": view.seat,
        "decision": decision,
        "seed": seed,
        "view": view.to_dict(),
        "scores": view.scores(),
        "legal": view.legal(),
        "clock": {"move": move or None, "limit": limit or None},
        "state": base64.b64encode(bytes(view)).decode(),
    }


def parse(line: bytes) -> dict[str, Any]:
    """A line as an object. Raises EngineError."""
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        shown = line[:60].decode("utf-8", "replace")
        raise EngineError("garbage", f"{shown!r} is not an object of JSON")
    return found


def decision_of(answer: dict[str, Any]) -> Decision:
    """The decision in an answer; what it thought is optional. Raises what names the wrong field."""
    action = answer.get("action")
    if not isinstance(action, str):
        raise TypeError("action: it must be a text")
    candidates = []
    for entry in answer.get("candidates", ()):
        values = tuple(float(value) for value in entry.get("values", ()))
        visits, error = int(entry.get("visits", 0)), float(entry.get("error", 0.0))
        candidates.append(Candidate(str(entry["action"]), visits, values, error))
    return Decision(
        action=action,
        candidates=tuple(candidates),
        simulations=int(answer.get("simulations", 0)),
        nodes=int(answer.get("nodes", 0)),
        depth=int(answer.get("depth", 0)),
        seconds=float(answer.get("seconds", 0.0)),
        line=tuple(map(str, answer.get("line", ()))),
    )


def _tell(progress: Progress | None, answer: dict[str, Any]) -> None:
    action, value = answer.get("action"), answer.get("value")
    if progress is not None and isinstance(action, str) and isinstance(value, (int, float)):
        progress(action, float(value))
