"""Our players as programs: the engine's side of docs/engine-protocol.md."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import version
from typing import IO, Any

from aicore.core.errors import AicoreError, StateError
from aicore.core.game import Game, View, _rebuild_view
from aicore.players import player
from aicore.players.base import Player
from aicore.players.external import PROTOCOL


def serve(spec: str, lines: IO[str], out: IO[str]) -> None:
    """Answer every line until `quit` or the end of the input."""
    server = Server(spec)
    for line in lines:
        if not line.strip():
            continue
        for answer in server.answer(line):
            out.write(json.dumps(answer, separators=(",", ":")) + "\n")
            out.flush()
        if server.over:
            return


class Server:
    """A player that answers messages, for any game.

    Args:
        spec: of the player.
    """

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.over = False
        self._players: dict[int, Player] = {}  # by seat

    def answer(self, line: str) -> Iterator[dict[str, Any]]:
        """The answers to a line: errors, too, are answers."""
        number = None
        try:
            message = json.loads(line)
            if not isinstance(message, dict):
                raise AicoreError("not an object")
            number = message.get("id")
            handler = _HANDLERS.get(str(message.get("type")))
            if handler is None:
                raise AicoreError(f"type {message.get('type')!r}; there are {', '.join(_HANDLERS)}")
            answer = handler(self, message)
        except (AicoreError, ValueError, KeyError, TypeError, RecursionError) as error:
            answer = {"error": " ".join(f"{error}".split()) or type(error).__name__}
        if answer is not None:
            yield {"id": number, **answer}

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        """Introduce the player."""
        name = f"aicore {self.spec}"
        return {"type": "ready", "protocol": PROTOCOL, "name": name, "version": version("aicore")}

    def new(self, message: dict[str, Any]) -> dict[str, Any]:
        """Begin a game for a seat."""
        from aicore.core.registry import load

        game = load(message["game"], seats=message["seats"], **message.get("options", {}))
        self._players[int(message["seat"])] = player(self.spec, game)
        return {"type": "ok"}

    def decide(self, message: dict[str, Any]) -> dict[str, Any]:
        """Decide."""
        seat = int(message["seat"])
        if seat not in self._players:
            raise AicoreError(f"no game was begun for seat {seat}")
        thinker = self._players[seat]
        thinker.seed, thinker.decisions = int(message["seed"]), int(message["decision"])
        decision = thinker.decide(view_of(thinker.game, message))
        told = {name: value for name, value in asdict(decision).items() if value}
        return {"type": "decision", **told}

    def quit(self, message: dict[str, Any]) -> None:
        """Leave."""
        self.over = True


_HANDLERS = {
    "hello": Server.hello,
    "new": Server.new,
    "decide": Server.decide,
    "quit": Server.quit,
}


def view_of(game: Game, message: dict[str, Any]) -> View:
    """The view in a question, from its bytes; checked against its readable form.

    Raises StateError when the two do not agree, as when the other side has other rules.
    """
    data = base64.b64decode(message["state"], validate=True)
    view = _rebuild_view(game, int(message["seat"]), data)
    if json.loads(json.dumps(view.to_dict())) != message["view"]:
        raise StateError(f"the state does not say what the view says: another {game.name}?")
    return view
