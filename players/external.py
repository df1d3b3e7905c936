"""Player that is another program, in any language: see docs/engine-protocol.md."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
import time
from collections.abc import Collection, Mapping
from typing import Any

from aicore.core.decision import Decision, Progress
from aicore.core.errors import AicoreError, SpecError, quoted
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.parameter import Parameter, Value
from aicore.core.rng import Rng
from aicore.core.schema import WrongField, is_whole, parse_object
from aicore.players import protocol
from aicore.players.base import Player, Restoring
from aicore.players.errors import EngineError
from aicore.players.pipe import Pipe
from aicore.players.protocol import PROTOCOL, new_game, question

START_TIME = 10.0  # seconds to answer a message that is off the clock: `hello` and `new`

MAX_LINES = 10_000  # maximum number of lines in answer to one message, such as thoughts


class Engine(Player):
    """Program that speaks the engine protocol on its standard input and output.

    The program starts on first use, and runs from game to game. An error ends the program, and the
    next game starts it again. On Linux the program also ends with the thread that started it, so
    a thread that lives as long as the game must make the first decision.
    """

    NAME = "engine"
    TITLE = N_("Engine")
    SUMMARY = N_("another program: engine:PATH ARGUMENTS (docs/engine-protocol.md)")
    PARAMETERS = (Parameter("command", "", "the program and its arguments", program=True),)

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        self.command = split_command(str(self.values["command"]))
        self.about: dict[str, str] = {}
        """Introduction of the engine: its name and perhaps its version."""
        self._pipe: Pipe | None = None
        self._number = 0
        self._fresh: set[int] = set()  # seats with a new game but no question yet
        self._games: dict[int, int] = {}  # by seat: seed of the game with the last question
        self._move = self._limit = 0.0

    def __reduce__(self) -> Restoring:
        return (*super().__reduce__()[:2], {"_move": self._move, "_limit": self._limit})

    @property
    def spec(self) -> str:
        """Complete spec: the program and its arguments."""
        return f"{self.NAME}:{self.values['command']}"

    def give_time(self, move: float, limit: float) -> None:
        """Set the seconds for a decision, and the seconds after which the program forfeits."""
        self._move, self._limit = move, limit

    def ready(self, seat: int) -> None:
        """Start the program, if it is not running, and announce the game. Raises EngineError."""
        self._start()
        self._begin(seat)

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the program's decision. Raises EngineError."""
        self._start()
        seat = view.seat
        if seat not in self._fresh and (self.decisions == 0 or self._games.get(seat) != self.seed):
            self._begin(seat)  # an undone or resumed game, or `ready` was not called
        self._fresh.discard(seat)
        self._games[seat] = self.seed
        message = question(view, rng.next() >> 11, self.decisions, self._move, self._limit)
        legal = message["legal"]
        answer = self._ask(message, self._limit, progress, legal)
        try:
            return protocol.decision_of(answer, legal, self.game.seats)
        except WrongField as error:
            raise self._garbage(error) from error

    def _start(self) -> None:
        """Start the program, if it is not running, and greet it. Raises EngineError."""
        if self._pipe is not None and self._pipe.alive:
            return
        self.close()
        self._pipe = Pipe(self.command)
        self._fresh, self._games = set(), {}
        answer = self._ask({"type": "hello", "protocol": PROTOCOL}, START_TIME)
        try:
            self.about = protocol.check_introduction(answer)
        except WrongField as error:
            raise self._garbage(error) from error

    def _begin(self, seat: int) -> None:
        """Announce a new game at a seat. Raises EngineError."""
        self._ask(new_game(self.game, seat), START_TIME)
        self._fresh.add(seat)

    def _ask(
        self,
        message: dict[str, Any],
        seconds: float,
        progress: Progress | None = None,
        legal: Collection[str] = (),
    ) -> dict[str, Any]:
        """Send a message and return the answer to it. End the program after an error.

        Args:
            seconds: time limit; 0 for no limit.
            progress: function to call with the program's thoughts.
            legal: actions that the thoughts may name.

        Raises EngineError.
        """
        assert self._pipe is not None
        self._number += 1
        deadline = time.monotonic() + seconds if seconds > 0 else None
        try:
            line = json.dumps({"id": self._number, **message}, separators=(",", ":"))
            self._pipe.send(line.encode(), deadline)
            for _line in range(MAX_LINES):
                answer = parse(self._pipe.receive(deadline))
                if answer.get("id") != self._number:
                    self._require_late(answer)  # answers an earlier question
                    continue
                if answer.get("type") == "thinking":
                    thought = protocol.thought_of(answer, legal)
                    if thought is not None and progress is not None:
                        progress(*thought)
                    continue
                if "error" in answer:
                    raise _refused(answer)
                return answer
            raise EngineError(
                "flood", _("it answered one message with more than {n} lines", n=MAX_LINES)
            )
        except EngineError:
            self.close()
            raise

    def _require_late(self, answer: dict[str, Any]) -> None:
        """Raise EngineError unless an answer belongs to an earlier message."""
        number = answer.get("id")
        if is_whole(number, 0, self._number):
            return
        if number is None and "error" in answer:  # it could not read the message
            raise _refused(answer)
        wrong = (
            _("id: it must be {number}, as in the message; not {given}",
              number=self._number, given=quoted(number))
            if "id" in answer
            else _("id: it must be {number}, as in the message; it is missing",
                   number=self._number)
        )  # fmt: skip
        raise EngineError("garbage", wrong)

    def _garbage(self, error: AicoreError) -> EngineError:
        """End the program after a wrong answer, and return the error to raise."""
        self.close()
        return EngineError("garbage", str(error))

    def close(self) -> None:
        """Ask the program to exit, and kill it if it does not."""
        if self._pipe is not None:
            pipe, self._pipe = self._pipe, None
            if pipe.alive:
                pipe.leave(b'{"type":"quit"}')
            pipe.close()


def words_of(command: str, windows: bool = sys.platform == "win32") -> list[str]:
    """Return the words of a command, split as in a shell. Raises ValueError.

    Args:
        windows: whether backslashes are parts of paths.
    """
    if windows:
        return [word.strip('"') for word in shlex.split(command, posix=False)]
    return shlex.split(command)


def split_command(command: str) -> list[str]:
    """Return the words of a command. Raises SpecError if it names no executable program."""
    try:
        words = words_of(command)
    except ValueError as error:
        wrong = _("player engine: {command!r}: {error}", command=command, error=error)
        raise SpecError(wrong) from error
    if not words:
        raise SpecError(
            _("player engine: name the program that plays, as in engine:PATH ARGUMENTS")
        )
    require_program(words[0])
    return words


def require_program(name: str) -> None:
    """Raise SpecError unless there is an executable with this name."""
    if shutil.which(name) is None:
        raise SpecError(_("player engine: there is no executable program {name!r}", name=name))


def _refused(answer: dict[str, Any]) -> EngineError:
    return EngineError("refused", _("it refused: {reason}", reason=protocol.reason_of(answer)))


def parse(line: bytes) -> dict[str, Any]:
    """Return the object in a line of JSON. Raises EngineError."""
    try:
        return parse_object(line, lenient=True)
    except AicoreError as error:
        shown = line[:60].decode("utf-8", "replace")
        wrong = _("{line!r} is not a JSON object", line=shown)
        raise EngineError("garbage", wrong) from error
