"""Messages and answers of the engine protocol, and the checks of their fields.

See docs/engine-protocol.md. Both sides check, because the other side may send any JSON.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from aicore.core.decision import Candidate, Decision
from aicore.core.errors import StateError, one_line
from aicore.core.game import Game, View
from aicore.core.language import gettext as _
from aicore.core.rng import Rng
from aicore.core.schema import (
    MAX_MAGNITUDE,
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

MAX_LINE = 1 << 20  # maximum size of a message in bytes
MAX_EXPECTED = 1000  # maximum number of actions in a continuation: `line` in the protocol
MAX_ACTIONS = 100_000  # maximum number of candidates
MAX_SEATS = 100  # limit of seat numbers, higher than in any game
MAX_OPTIONS = 64  # maximum number of options of a game
MAX_OPTION_LENGTH = 4096  # maximum length of an option's value, which may be a path
MAX_DECISIONS = 1 << 31
MAX_SEED = (1 << 64) - 1


# Messages


def new_game(game: Game, seat: int) -> dict[str, Any]:
    """Return the message that begins a game for a seat."""
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
    """Return the message that asks for a decision, with only the seat's knowledge.

    Args:
        view: view of the seat to move.
        seed: seed of the engine's random numbers.
        decision: number of the seat's earlier decisions, including forced ones.
        move: seconds that the decision should take; 0 for no limit.
        limit: seconds after which the engine forfeits the game; 0 for no limit.
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
    """Return a time limit as the protocol writes it: None for no limit."""
    return given if 0 < given < math.inf else None


def world_of(view: View) -> dict[str, Any]:
    """Return a complete position that the view's seat cannot distinguish from the true one.

    The position depends only on the view, so it reveals nothing hidden.
    """
    return view.resample(Rng(0)).to_dict()


def view_of(game: Game, message: dict[str, Any]) -> View:
    """Return the view in a question, made from the question's world.

    Raises WrongField, and StateError if the world breaks the rules or does not match the view, for
    example because the sender has other rules.
    """
    seat = Whole(0, game.seats - 1).read(message.get("seat"), "seat")
    view = game.from_dict(Fields().read(message.get("world"), "world")).view(seat)
    if through_json(view.to_dict()) != message.get("view"):
        raise StateError(f"world and view disagree: does the sender use a different {game.name}?")
    return view


OPTIONS = TableOf(Either(Text(MAX_OPTION_LENGTH), Whole()), MAX_OPTIONS, Text())
"""Kind of the options in a message."""


def options_of(message: dict[str, Any]) -> dict[str, int | str]:
    """Return the rule options in a message: words and whole numbers. Raises WrongField."""
    return OPTIONS.read(message.get("options", {}), "options")


# Answers


def check_introduction(answer: dict[str, Any]) -> dict[str, str]:
    """Return the name, and perhaps the version, in an answer to `hello`. Raises WrongField."""
    for name, expected in (("protocol", PROTOCOL), ("type", "ready")):
        given = answer.get(name)
        if given != expected:
            shown = f"not {one_line(repr(given), 60)}" if isinstance(given, str) else "a string"
            raise WrongField(f"{name}: it must be {expected!r}, {shown}")
    about = {"name": Text().read(answer.get("name"), "name")}
    if "version" in answer:
        about["version"] = Text().read(answer["version"], "version")
    return {name: one_line(text) for name, text in about.items()}


@dataclass(frozen=True)
class _Candidate:
    """Action that an engine considered; see `aicore.core.decision.Candidate`."""

    action: str = of(Text())
    values: list[float] = of(ListOf(Number(-MAX_MAGNITUDE), MAX_SEATS))
    visits: int = of(Whole(), 0)
    error: float = of(Number(), 0.0)
    bound: bool = of(Flag(), False)
    exact: bool = of(Flag(), False)
    share: float = of(Number(0.0, 1.0), 0.0)


@dataclass(frozen=True)
class _Answer:
    """Decision of an engine; only the action is required."""

    action: str = of(Text())
    candidates: Sequence[_Candidate] = of(ListOf(Shape(_Candidate, open=True), MAX_ACTIONS), ())
    line: Sequence[str] = of(ListOf(Text(), MAX_EXPECTED), ())
    simulations: int = of(Whole(), 0)
    nodes: int = of(Whole(), 0)
    depth: int = of(Whole(), 0)
    seconds: float = of(Number(), 0.0)


def decision_of(answer: dict[str, Any], legal: Collection[str], seats: int) -> Decision:
    """Return the decision in an answer. Raises WrongField.

    Args:
        legal: legal actions; each candidate must be one. The referee checks the chosen action.
        seats: number of seats, which is the number of a candidate's values.
    """
    decision = read(_Answer, answer, open=True)
    unused = set(legal)
    for candidate in decision.candidates:
        if len(candidate.values) != seats:
            raise WrongField(f"candidates.values: it must have {seats} entries, one per seat")
        if candidate.action not in unused:
            raise WrongField("candidates: each must be a different legal action")
        unused.remove(candidate.action)
    return Decision(
        action=decision.action,
        candidates=tuple(
            Candidate(
                candidate.action,
                candidate.visits,
                tuple(candidate.values),
                candidate.error,
                candidate.bound,
                candidate.exact,
                candidate.share,
            )
            for candidate in decision.candidates
        ),
        simulations=decision.simulations,
        nodes=decision.nodes,
        depth=decision.depth,
        seconds=decision.seconds,
        continuation=tuple(map(one_line, decision.line)),
    )


def answer_of(decision: Decision) -> dict[str, Any]:
    """Return the answer with a decision, for `decision_of` to read."""
    message = {name: value for name, value in asdict(decision).items() if value}
    if "continuation" in message:
        message["line"] = message.pop("continuation")
    return {"type": "decision", **message}


def thought_of(answer: dict[str, Any], legal: Collection[str]) -> tuple[str, float] | None:
    """Return a thinking engine's current choice, and its value from 0 to 1.

    Return None if the thought is invalid, because a wrong thought must not lose a game.
    """
    action = answer.get("action")
    try:
        value = Number(0.0, 1.0).read(answer.get("value"), "value")
    except WrongField:
        return None
    return (action, value) if isinstance(action, str) and action in legal else None


def reason_of(answer: dict[str, Any]) -> str:
    """Return the reason of a refusal, in one line."""
    message = answer["error"]
    return (
        one_line(message, 200) if isinstance(message, str) else _("it gave no reason as a string")
    )
