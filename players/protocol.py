"""The engine protocol's messages and answers, and what their fields must be: both sides check.

See docs/engine-protocol.md. What comes from the other side may be anything that JSON can say.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from aicore.core.decision import Candidate, Decision
from aicore.core.errors import AicoreError, StateError, one_line
from aicore.core.game import Game, View
from aicore.core.rng import Rng

PROTOCOL = "aicore-engine/1"

MAX_LINE = 1 << 20  # bytes
MAX_TEXT = 300  # characters of a field
MAX_INTEGER = 1 << 53  # the whole numbers up to here are the same in every program that reads JSON
FURTHEST = 1e9  # what a number with a fraction may be at most, either way
MAX_EXPECTED = 1000  # actions of a continuation, which the wire calls a line
MAX_OPTIONS = 64
MAX_OPTION = 4096  # characters: an option may be a path
MAX_DECISIONS = 1 << 31
MAX_SEED = (1 << 64) - 1


class WrongField(AicoreError):
    """A field is missing, or not what it must be; the text begins with its name."""


# What a field holds. Each takes the field's name, to tell it, and raises WrongField.


def whole(value: object, name: str, most: int = MAX_INTEGER) -> int:
    """A whole number from 0; 3.0 is one, as some languages write it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise WrongField(f"{name}: it must be a whole number from 0 to {_shown(most)}")
    return value


def _shown(limit: int) -> str:
    """A limit as people write it: 7, 2^53, 2^64 - 1."""
    if limit < 1_000_000:
        return str(limit)
    power = (limit + 1).bit_length() - 1
    return f"2^{power}" if limit == 1 << power else f"2^{power} - 1"


def number(value: object, name: str, low: float = 0.0, high: float = FURTHEST) -> float:
    """A number; neither infinite nor none."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= high:
        raise WrongField(f"{name}: it must be a number from {low:.15g} to {high:.15g}")
    return float(value)


def text(value: object, name: str, longest: int = MAX_TEXT) -> str:
    """A text."""
    if not isinstance(value, str) or len(value) > longest:
        raise WrongField(f"{name}: it must be a text of at most {longest} characters")
    return value


def listed(value: object, name: str, most: int) -> list[Any]:
    """A list."""
    if not isinstance(value, list) or len(value) > most:
        raise WrongField(f"{name}: it must be a list of at most {most} entries")
    return value


def fields(value: object, name: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        raise WrongField(f"{name}: it must be an object")
    return value


def parse(line: bytes) -> dict[str, Any]:
    """A line as an object. Raises AicoreError, which does not show the line."""
    try:
        found = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise AicoreError(f"not UTF-8: {error.reason} at byte {error.start}") from error
    except (ValueError, RecursionError) as error:
        raise AicoreError(f"not JSON: {one_line(str(error), 100)}") from error
    if not isinstance(found, dict):
        raise AicoreError("not an object of JSON")
    return found


# Messages


def new_game(game: Game, seat: int) -> dict[str, Any]:
    """The message that begins a game for a seat."""
    return {
        "type": "new",
        "game": game.name,
        "seats": game.seats,
        "options": dict(game.options),
        "seat": seat,
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
        "clock": {"move": _seconds(move), "limit": _seconds(limit)},
        "world": world_of(view),
    }


def _seconds(given: float) -> float | None:
    return given if 0 < given < math.inf else None


def world_of(view: View) -> dict[str, Any]:
    """A complete position that the view's seat cannot tell from the true one.

    It is made from the view alone, always the same one, and so tells nothing that is hidden.
    """
    return view.resample(Rng(0)).to_dict()


def view_of(game: Game, message: dict[str, Any]) -> View:
    """The view in a question: of its world, which is checked, by the rules and by the view.

    Raises WrongField, StateError: when they do not agree, as when the other side has other rules.
    """
    seat = whole(message.get("seat"), "seat", game.seats - 1)
    view = game.from_dict(fields(message.get("world"), "world")).view(seat)
    if json.loads(json.dumps(view.to_dict())) != message.get("view"):
        raise StateError(f"the world does not say what the view says: another {game.name}?")
    return view


def options_of(message: dict[str, Any]) -> dict[str, int | str]:
    """The rule options in a message: words and whole numbers. Raises WrongField."""
    given = fields(message.get("options", {}), "options")
    if len(given) > MAX_OPTIONS:
        raise WrongField(f"options: there must be at most {MAX_OPTIONS}")
    found: dict[str, int | str] = {}
    for name, value in given.items():
        path = f"options.{text(name, 'options')}"
        found[name] = (
            text(value, path, MAX_OPTION) if isinstance(value, str) else whole(value, path)
        )
    return found


# Answers


def check_introduction(answer: dict[str, Any]) -> dict[str, str]:
    """The name, and the version if any, of who answers `hello`. Raises WrongField."""
    for name, due in (("protocol", PROTOCOL), ("type", "ready")):
        if answer.get(name) != due:
            sentence = answer.get(name)
            shown = f"not {one_line(repr(sentence), 60)}" if isinstance(sentence, str) else "a text"
            raise WrongField(f"{name}: it must be {due!r}, {shown}")
    about = {"name": text(answer.get("name"), "name")}
    if "version" in answer:
        about["version"] = text(answer["version"], "version")
    return {name: one_line(sentence) for name, sentence in about.items()}


def decision_of(answer: dict[str, Any], legal: Collection[str], seats: int) -> Decision:
    """The decision in an answer; what it thought is optional. Raises WrongField.

    Args:
        legal: the legal actions, of which candidates are; whether the chosen action is one, is for
            the referee to see.
        seats: how many values a candidate has.
    """
    action = text(answer.get("action"), "action")
    left = set(legal)
    candidates = []
    for entry in listed(answer.get("candidates", []), "candidates", len(left)):
        candidates.append(_candidate(fields(entry, "candidates"), seats))
        if candidates[-1].action not in left:
            raise WrongField("candidates: their actions must be legal ones, each once")
        left.remove(candidates[-1].action)
    continuation = listed(answer.get("line", []), "line", MAX_EXPECTED)
    return Decision(
        action=action,
        candidates=tuple(candidates),
        simulations=whole(answer.get("simulations", 0), "simulations"),
        nodes=whole(answer.get("nodes", 0), "nodes"),
        depth=whole(answer.get("depth", 0), "depth"),
        seconds=number(answer.get("seconds", 0.0), "seconds"),
        continuation=tuple(one_line(text(entry, "line")) for entry in continuation),
    )


def answer_of(decision: Decision) -> dict[str, Any]:
    """The answer that tells a decision: what `decision_of` reads."""
    message = {name: value for name, value in asdict(decision).items() if value}
    if "continuation" in message:
        message["line"] = message.pop("continuation")
    return {"type": "decision", **message}


def _candidate(entry: dict[str, Any], seats: int) -> Candidate:
    path = "candidates.values"
    values = listed(entry.get("values"), path, seats)
    if len(values) != seats:
        raise WrongField(f"{path}: there must be {seats}, one for each seat")
    bound = entry.get("bound", False)
    if not isinstance(bound, bool):
        raise WrongField("candidates.bound: it must be true or false")
    return Candidate(
        action=text(entry.get("action"), "candidates.action"),
        visits=whole(entry.get("visits", 0), "candidates.visits"),
        values=tuple(number(value, path, -FURTHEST) for value in values),
        error=number(entry.get("error", 0.0), "candidates.error"),
        bound=bound,
    )


def thought_of(answer: dict[str, Any], legal: Collection[str]) -> tuple[str, float] | None:
    """The current choice that a thinking engine tells, and its value from 0 to 1.

    None when it tells none that can be shown: a thought loses no game.
    """
    action = answer.get("action")
    try:
        value = number(answer.get("value"), "value", 0.0, 1.0)
    except WrongField:
        return None
    return (action, value) if isinstance(action, str) and action in legal else None


def reason_of(answer: dict[str, Any]) -> str:
    """Why an answer refuses, in one line."""
    message = answer["error"]
    return one_line(message, 200) if isinstance(message, str) else "it does not say why in a text"
