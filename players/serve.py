"""Players of this package as programs: the engine's side of docs/engine-protocol.md."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import IO, Any

import aicore
from aicore.core.errors import AicoreError, one_line
from aicore.core.registry import load_with
from aicore.core.schema import Text, Whole, parse_object
from aicore.players import player
from aicore.players.base import Player
from aicore.players.protocol import (
    MAX_DECISIONS,
    MAX_LINE,
    MAX_SEATS,
    MAX_SEED,
    PROTOCOL,
    answer_of,
    options_of,
    view_of,
)

CHUNK = 1 << 16  # number of bytes to read at once from the rest of a long line
MAX_ID = 100  # maximum length of a message's id


def serve(spec: str, lines: IO[bytes], out: IO[str]) -> None:
    """Answer every line until `quit` or the end of the input.

    Args:
        spec: spec of the player.
        lines: input with one message per line.
        out: output for the answers.
    """
    server = EngineServer(spec)
    for line in bounded(lines):
        answer = server.answer(line)
        if answer is not None:
            out.write(answer + "\n")
            out.flush()
        if server.over:
            return


def bounded(lines: IO[bytes]) -> Iterator[bytes]:
    """Yield lines; of a line that is too long, yield only the first MAX_LINE + 1 bytes."""
    while line := lines.readline(MAX_LINE + 1):
        rest = line
        while len(line) > MAX_LINE and rest and not rest.endswith(b"\n"):
            rest = lines.readline(CHUNK)
        yield line


class EngineServer:
    """Player that answers messages about any game; it keeps one game for each seat.

    Args:
        spec: spec of the player.
    """

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.over = False
        self._players: dict[int, Player] = {}  # by seat

    def answer(self, line: bytes) -> str | None:
        """Return the answer to a line, perhaps an error; None if the line needs no answer."""
        number = None
        try:
            if len(line) > MAX_LINE:
                raise AicoreError(f"the line has more than {MAX_LINE} bytes")
            if not line.strip():
                return None
            if line.strip().lower() == b"quit":
                self.over = True
                return None
            message = parse_object(line, lenient=True)
            number = echoed(message.get("id"))
            kind = Text().read(message.get("type"), "type")
            if kind not in _HANDLERS:
                raise AicoreError(
                    f"unknown type {one_line(kind, 60)!r}; the types are {', '.join(_HANDLERS)}"
                )
            answer = _HANDLERS[kind](self, message)
            return None if answer is None else _json({"id": number, **answer})
        except AicoreError as error:
            report = str(error)
        except Exception as error:  # a bug in this package: the client still needs an answer
            report = f"{type(error).__name__}: {error}"
        return _json({"id": number, "error": one_line(report)})

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the player's introduction."""
        name = one_line(f"aicore {self.spec}")
        return {"type": "ready", "protocol": PROTOCOL, "name": name, "version": aicore.__version__}

    def new(self, message: dict[str, Any]) -> dict[str, Any]:
        """Begin a game for a seat."""
        name, options = Text().read(message.get("game"), "game"), options_of(message)
        game = load_with(name, Whole(0, MAX_SEATS).read(message.get("seats"), "seats"), options)
        seat = Whole(0, game.seats - 1).read(message.get("seat"), "seat")
        self._players.pop(seat, None)
        self._players[seat] = player(self.spec, game)
        return {"type": "ok"}

    def decide(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the player's decision."""
        seat = Whole(0, MAX_SEATS).read(message.get("seat"), "seat")
        if seat not in self._players:
            raise AicoreError(f"no game was started for seat {seat}")
        seated = self._players[seat]
        view = view_of(seated.game, message)
        seated.seed = Whole(0, MAX_SEED).read(message.get("seed"), "seed")
        seated.decisions = Whole(0, MAX_DECISIONS).read(message.get("decision"), "decision")
        return answer_of(seated.decide(view))

    def quit(self, message: dict[str, Any]) -> None:
        """End the conversation."""
        self.over = True


# Method for each type of message.
_HANDLERS = {
    "hello": EngineServer.hello,
    "new": EngineServer.new,
    "decide": EngineServer.decide,
    "quit": EngineServer.quit,
}


_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def echoed(number: object) -> object:
    """Return a message's id if it is a short text or a number, else None."""
    if isinstance(number, str):
        return number if len(number) <= MAX_ID else None
    if isinstance(number, int):
        return number if abs(number) < 1 << 64 else None
    return number if isinstance(number, float) and math.isfinite(number) else None
