"""The engine protocol's messages and answers, and what their fields must be: both sides check.

See docs/engine-protocol.md. What comes from the other side may be anything that JSON can say.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from aicore.core.decision import Candidate, Decision
from aicore.core.errors import StateError, one_line
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.core.schema import (
    FURTHEST,
    Either,
    Fields,
    Flag,
    ListOf,
    Number,
    Shape,
    TableOf,
    Text,
    Whole,
    WrongField,
    of,
    read,
    through_json,
)

PROTOCOL = "aicore-engine/1"

MAX_LINE = 1 << 20  # bytes
MAX_EXPECTED = 1000  # actions of a continuation, which the wire calls a line
MAX_ACTIONS = 100_000  # candidates
MAX_SEATS = 100
MAX_OPTIONS = 64
MAX_OPTION = 4096  # characters: an option may be a path
MAX_DECISIONS = 1 << 31
MAX_SEED = (1 << 64) - 1


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
    seat = Whole(0, game.seats - 1).read(message.get("seat"), "seat")
    view = game.from_dict(Fields().read(message.get("world"), "world")).view(seat)
    if through_json(view.to_dict()) != message.get("view"):
        raise StateError(f"the world does not say what the view says: another {game.name}?")
    return view


OPTIONS = TableOf(Either(Text(MAX_OPTION), Whole()), MAX_OPTIONS, Text())


def options_of(message: dict[str, Any]) -> dict[str, int | str]:
    """The rule options in a message: words and whole numbers. Raises WrongField."""
    return OPTIONS.read(message.get("options", {}), "options")


# Answers


def check_introduction(answer: dict[str, Any]) -> dict[str, str]:
    """The name, and the version if any, of who answers `hello`. Raises WrongField."""
    for name, due in (("protocol", PROTOCOL), ("type", "ready")):
        if answer.get(name) != due:
            sentence = answer.get(name)
            shown = f"not {one_line(repr(sentence), 60)}" if isinstance(sentence, str) else "a text"
            raise WrongField(f"{name}: it must be {due!r}, {shown}")
    about = {"name": Text().read(answer.get("name"), "name")}
    if "version" in answer:
        about["version"] = Text().read(answer["version"], "version")
    return {name: one_line(sentence) for name, sentence in about.items()}


@dataclass(frozen=True)
class _Candidate:
    """What an engine thought of an action."""

    action: str = of(Text())
    values: list[float] = of(ListOf(Number(-FURTHEST), MAX_SEATS))
    visits: int = of(Whole(), 0)
    error: float = of(Number(), 0.0)
    bound: bool = of(Flag(), False)
    exact: bool = of(Flag(), False)
    share: float = of(Number(0.0, 1.0), 0.0)


@dataclass(frozen=True)
class _Answer:
    """A decision; what it thought is optional."""

    action: str = of(Text())
    candidates: Sequence[_Candidate] = of(ListOf(Shape(_Candidate, open=True), MAX_ACTIONS), ())
    line: Sequence[str] = of(ListOf(Text(), MAX_EXPECTED), ())
    simulations: int = of(Whole(), 0)
    nodes: int = of(Whole(), 0)
    depth: int = of(Whole(), 0)
    seconds: float = of(Number(), 0.0)


def decision_of(answer: dict[str, Any], legal: Collection[str], seats: int) -> Decision:
    """The decision in an answer. Raises WrongField.

    Args:
        legal: the legal actions, of which candidates are; whether the chosen action is one, is for
            the referee to see.
        seats: how many values a candidate has.
    """
    found = read(_Answer, answer, open=True)
    left = set(legal)
    for one in found.candidates:
        if len(one.values) != seats:
            raise WrongField(f"candidates.values: there must be {seats}, one for each seat")
        if one.action not in left:
            raise WrongField("candidates: their actions must be legal ones, each once")
        left.remove(one.action)
    return Decision(
        action=found.action,
        candidates=tuple(
            Candidate(
                one.action,
                one.visits,
                tuple(one.values),
                one.error,
                one.bound,
                one.exact,
                one.share,
            )
            for one in found.candidates
        ),
        simulations=found.simulations,
        nodes=found.nodes,
        depth=found.depth,
        seconds=found.seconds,
        continuation=tuple(map(one_line, found.line)),
    )


def answer_of(decision: Decision) -> dict[str, Any]:
    """The answer that tells a decision: what `decision_of` reads."""
    message = {name: value for name, value in asdict(decision).items() if value}
    if "continuation" in message:
        message["line"] = message.pop("continuation")
    return {"type": "decision", **message}


def thought_of(answer: dict[str, Any], legal: Collection[str]) -> tuple[str, float] | None:
    """The current choice that a thinking engine tells, and its value from 0 to 1.

    None when it tells none that can be shown: a thought loses no game.
    """
    action = answer.get("action")
    try:
        value = Number(0.0, 1.0).read(answer.get("value"), "value")
    except WrongField:
        return None
    return (action, value) if isinstance(action, str) and action in legal else None


def reason_of(answer: dict[str, Any]) -> str:
    """Why an answer refuses, in one line."""
    message = answer["error"]
    return one_line(message, 200) if isinstance(message, str) else "it does not say why in a text"
