"""Lock-step tests: a compiled game beside the plain file that it was ported from."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from aicore import END
from aicore.core.game import State
from aicore.core.registry import load_with
from aicore.core.rng import Rng
from aicore.plain.loading import load


def lock_step(name: str, file: str | Path, games: int = 20, seats: int | None = None,
              **options: Any) -> int:  # fmt: skip
    """Play random games on both and compare what they show at every position.

    Args:
        name: of the compiled game.
        file: its twin in plain Python.
        games: how many.
        seats, options: of the games.

    Returns the positions compared. Raises AssertionError with the events that led to a difference.
    """
    fast, slow = load_with(name, seats, options), load(Path(file), seats, **options)
    compared = 0
    for seed in range(games):
        state, twin, rng = fast.start(), slow.start(), Rng(seed)
        events: list[str] = []
        while True:
            for what, (here, there) in shown(state, twin).items():
                if not _same(here, there):
                    raise AssertionError(
                        f"seed {seed}, after {'; '.join(events) or 'nothing'}: {what}: compiled "
                        f"{here}, plain {there}"
                    )
            compared += 1
            if state.turn == END:
                break
            events.append(twin.game.text(twin.sample(rng)))
            state.apply(events[-1])
            twin.apply(events[-1])
    return compared


def shown(state: State, twin: State) -> dict[str, tuple[Any, Any]]:
    """By what it is, what each of two states shows."""
    both = (state, twin)
    found: dict[str, tuple[Any, Any]] = {}

    def compare(what: str, ask: Any) -> None:
        here, there = (ask(one) for one in both)
        found[what] = here, there

    compare("the fields", lambda one: one.to_dict())
    if found["the fields"][0] != found["the fields"][1]:
        return found  # all else follows from that
    if state.turn == END:
        compare("returns", lambda one: one.returns())
    elif state.turn < 0:
        compare("outcomes", lambda one: dict(one.outcomes()))
    else:
        compare("legal actions", lambda one: sorted(one.legal()))
        compare("estimates", lambda one: one.evaluate())
    compare("scores", lambda one: one.scores())
    for seat in range(state.game.seats):
        compare(f"what seat {seat} knows", lambda one, seat=seat: one.view(seat).to_dict())
        if state.game.num_tokens:
            compare(
                f"the array of seat {seat}", lambda one, seat=seat: bytes(one.observation(seat))
            )
    return found


def _same(here: Any, there: Any) -> bool:
    if isinstance(here, float) and isinstance(there, float):
        return math.isclose(here, there, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(here, dict) and isinstance(there, dict):
        return here.keys() == there.keys() and all(_same(here[key], there[key]) for key in here)
    if isinstance(here, (list, tuple)) and isinstance(there, (list, tuple)):
        return len(here) == len(there) and all(map(_same, here, there))
    return bool(here == there)
