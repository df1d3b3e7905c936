"""Checks that a program follows the engine protocol.

The checks cover the needs of a tournament: valid answers in time, legal actions, independent games,
and exit on request.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aicore.core.chance import Chance
from aicore.core.errors import one_line
from aicore.core.game import Game, State
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.rng import Rng
from aicore.core.schema import WrongField
from aicore.players.errors import EngineError
from aicore.players.external import START_TIME, parse
from aicore.players.pipe import Pipe
from aicore.players.protocol import (
    PROTOCOL,
    check_introduction,
    decision_of,
    new_game,
    question,
    reason_of,
)

GAMES = 3  # number of whole games; the engine plays at all seats
REFUSAL_TIME = START_TIME  # seconds to refuse a message that the engine does not understand
EXIT_TIME = 10.0  # seconds to exit after `quit` or the end of the input


@dataclass(frozen=True)
class Check:
    """Result of one check.

    Args:
        name: description of the check.
        passed: whether the engine passed; None for a note on an optional property.
        seen: description of the engine's behavior.
    """

    name: str
    passed: bool | None
    seen: str


class Conversation:
    """Conversation with an engine, line by line.

    Args:
        command: the program and its arguments.
        move: seconds that a decision should take.
    """

    def __init__(self, command: Sequence[str], move: float) -> None:
        self.pipe = Pipe(command)
        self.move = move
        self.number = 0

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a message and return its answer. Raises EngineError."""
        self.number += 1
        return self.say(json.dumps({"id": self.number, **message}), self.number, seconds)

    def say(self, line: str, number: int | None, seconds: float) -> dict[str, Any]:
        """Send a line and return its answer, which must have the id `number`.

        Raises EngineError.
        """
        deadline = time.monotonic() + seconds
        self.pipe.send(line.encode(), deadline)
        while True:
            answer = parse(self.pipe.receive(deadline))
            if answer.get("type") == "thinking":
                continue
            if answer.get("id") != number:
                wrong = _("its answer does not have the id {number}", number=number)
                raise EngineError("garbage", wrong)
            return answer

    def hello(self) -> dict[str, Any]:
        """Begin the conversation and return the answer."""
        return self.ask({"type": "hello", "protocol": PROTOCOL}, START_TIME)


def check(command: Sequence[str], games: Sequence[Game], move: float = 1.0) -> Iterator[Check]:
    """Check an engine, and yield each result as soon as it is known.

    Args:
        command: the program and its arguments.
        games: games that the engine should play.
        move: seconds that a decision should take; the check fails after three times as long.
    """
    talk: Conversation | None = None
    try:
        for name, step in _steps(games):
            if talk is None or not talk.pipe.alive:
                if talk is not None:
                    talk.pipe.close()
                talk = Conversation(command, move)
                if step is not _introduces:
                    talk.hello()
            try:
                passed, seen = step(talk)
            except (EngineError, WrongField) as error:
                kind = error.kind if isinstance(error, EngineError) else "garbage"
                passed, seen = False, f"{kind}: {error}"
            if passed is False:
                talk.pipe.close()  # the next check starts the program again
            yield Check(name, passed, one_line(seen))
            if step is _introduces and not passed:
                return  # without an introduction, no other check makes sense
    except EngineError as error:
        yield Check(_("starts"), False, one_line(str(error)))
    finally:
        if talk is not None:
            talk.pipe.close()


Step = Callable[[Conversation], tuple[bool | None, str]]
"""Function that makes one check, and returns `passed` and `seen` of its result."""


def _steps(games: Sequence[Game]) -> Iterator[tuple[str, Step]]:
    """Yield the name and the function of each check."""
    yield _("introduces itself"), _introduces
    for game in games:
        label = ngettext(
            "plays {game}, {n} seat", "plays {game}, {n} seats", game.seats, game=game.name
        )
        yield label, lambda talk, game=game: _plays(talk, game)  # type: ignore[misc]
    first = games[0]
    yield _("keeps two games apart"), lambda talk: _keeps_apart(talk, first)
    yield _("decides the same from the same seed"), lambda talk: _repeats(talk, first)
    yield _("answers an unknown message with an error"), _unknown
    yield _("survives input that is not JSON"), _survives
    yield _("stays silent until asked"), _silent
    yield _("exits on quit"), _quits
    yield _("exits when its input ends"), _ends


def _introduces(talk: Conversation) -> tuple[bool, str]:
    """Ask for the introduction."""
    return True, check_introduction(_granted(talk.hello()))["name"]


def _granted(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer. Raises EngineError if it is a refusal."""
    if "error" in answer:
        raise EngineError("refused", _("it refused: {reason}", reason=reason_of(answer)))
    return answer


def _begin(talk: Conversation, game: Game, seat: int) -> None:
    """Announce a game to the engine. Raises EngineError if the engine refuses."""
    _granted(talk.ask(new_game(game, seat), START_TIME))


def _decide(talk: Conversation, state: State, number: int, seed: int = 1) -> tuple[str, float]:
    """Return the engine's decision, and the seconds that it took.

    Raises EngineError if the decision is not a legal action.
    """
    message = question(state.view(state.turn), seed, number, talk.move, 3 * talk.move)
    start = time.monotonic()
    answer = _granted(talk.ask(message, 3 * talk.move))
    took = time.monotonic() - start
    action = decision_of(answer, message["legal"], state.game.seats).action
    if action not in message["legal"]:
        raise EngineError("illegal", _("{action!r} is not legal", action=action))
    return action, took


def _plays(talk: Conversation, game: Game) -> tuple[bool, str]:
    """Play whole games with the engine at every seat."""
    decisions, longest, total = 0, 0.0, 0.0
    for seed in range(GAMES):
        state, chance = game.start(), Chance(seed)
        for seat in range(game.seats):
            _begin(talk, game, seat)
        made = [0] * game.seats
        while True:
            chance.settle(state)
            if state.turn < 0:
                break
            seat = state.turn
            action, took = _decide(talk, state, made[seat], seed)
            made[seat] += 1
            decisions, longest, total = decisions + 1, max(longest, took), total + took
            state.apply(action)
    mean = 1000 * total / max(decisions, 1)
    return True, _(
        "{n} legal decisions, {mean:.1f} ms each, at most {longest:.0f} ms",
        n=decisions,
        mean=mean,
        longest=1000 * longest,
    )


def _positions(game: Game, seed: int) -> Iterator[State]:
    """Yield the positions of a random game that have more than one legal action."""
    rng, chance, state = Rng(seed), Chance(seed), game.start()
    while True:
        chance.settle(state)
        if state.turn < 0:
            return
        if len(state.legal_actions()) > 1:
            yield state
        state.apply(state.sample(rng))


def _keeps_apart(talk: Conversation, game: Game) -> tuple[bool, str]:
    """Play two games at the same time, because one engine may play at two tables."""
    asked = 0
    for seat in range(game.seats):
        _begin(talk, game, seat)
    for pair in zip(_positions(game, 1), _positions(game, 2), strict=False):
        for state in pair:
            _decide(talk, state, asked)
            asked += 1
        if asked >= 20:
            break
    return True, _("{n} alternating decisions", n=asked)


def _repeats(talk: Conversation, game: Game) -> tuple[bool | None, str]:
    """Ask the same question three times."""
    state = next(_positions(game, 3)).clone()
    _begin(talk, game, state.turn)
    answers = {_decide(talk, state, 0, seed=7)[0] for _time in range(3)}
    if len(answers) == 1:
        return True, _("the same decision three times")
    return None, _("no: its tournaments cannot be repeated exactly")


def _unknown(talk: Conversation) -> tuple[bool, str]:
    """Send a message of an unknown type."""
    return _refuses(talk.ask({"type": "sing", "song": "x"}, REFUSAL_TIME))


def _survives(talk: Conversation) -> tuple[bool, str]:
    """Send a line that is not JSON, and then `hello`."""
    answer = talk.say("this is not JSON", None, REFUSAL_TIME)
    talk.hello()
    return _refuses(answer)


def _refuses(answer: dict[str, Any]) -> tuple[bool, str]:
    """Check that an answer is an error."""
    if "error" in answer:
        return True, reason_of(answer)
    return False, _("its answer contains no error")


def _silent(talk: Conversation) -> tuple[bool, str]:
    """Wait for output that nobody asked for."""
    talk.hello()
    try:
        line = talk.pipe.receive(time.monotonic() + 0.3)
    except EngineError as error:
        if error.kind == "time":
            return True, _("no output in {seconds} s", seconds=0.3)
        return False, str(error)
    return False, _("it answered {line!r}", line=line[:60].decode("utf-8", "replace"))


def _quits(talk: Conversation) -> tuple[bool, str]:
    """Send `quit`."""
    talk.pipe.send(b'{"type":"quit"}', time.monotonic() + EXIT_TIME)
    return _exits(talk)


def _ends(talk: Conversation) -> tuple[bool, str]:
    """Close the engine's input."""
    assert talk.pipe.process.stdin is not None
    talk.pipe.process.stdin.close()
    return _exits(talk)


def _exits(talk: Conversation) -> tuple[bool, str]:
    """Wait until the engine exits, and check its exit code."""
    start = time.monotonic()
    while talk.pipe.process.poll() is None and time.monotonic() - start < EXIT_TIME:
        time.sleep(0.01)
    code = talk.pipe.process.poll()
    if code is None:
        return False, _("still running after {seconds:.0f} s", seconds=EXIT_TIME)
    took = time.monotonic() - start
    return code == 0, _("exit code {code} after {seconds:.2f} s", code=code, seconds=took)
