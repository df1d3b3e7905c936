"""A whole turn as advice: what a search would play from here until luck or another seat goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aicore
from aicore.core.story import Names, seen_event, tell_all

if TYPE_CHECKING:
    from aicore.core.decision import Decision
    from aicore.core.game import View

LATER = "mcts:time=0.25"  # thinks about the steps behind the first
MAX_STEPS = 12


@dataclass(frozen=True)
class Advice:
    """Steps that belong together.

    Args:
        steps: the actions, the first to play first.
        typed: what to type for them: one line where the game's notation reads several moves.
        sentences: what they come to, in the game's own sentences.
    """

    steps: list[str]
    typed: list[str]
    sentences: list[str]


def advise(view: View, decision: Decision, names: Names) -> Advice:
    """What a decision leads to, as far as the seat can know it: luck and other seats end it.

    It is worked out in one of the worlds that are possible for the seat, of which it only meets
    what all of them have in common.
    """
    player = aicore.player(LATER, view.game, seed=view.key())

    def go_on(now: View) -> str:
        legal = now.legal()
        return legal[0] if len(legal) == 1 else player.decide(now).action

    return _steps(view, decision.action, names, go_on)


def one_step(view: View, action: str, names: Names) -> Advice:
    """An action alone, and what it comes to, as far as the seat can know it."""
    return _steps(view, action, names, lambda now: None)


def _steps(
    view: View, action: str | None, names: Names, go_on: Callable[[View], str | None]
) -> Advice:
    """An action and those that follow, until luck or another seat goes on, or there are none."""
    game, seat = view.game, view.seat
    state = view.resample(aicore.Rng(view.key()))
    steps: list[str] = []
    heard = []
    while action is not None:
        before = state.clone()
        state.apply(action)
        steps.append(action)
        heard.append(seen_event(before, seat, action, state, seat))
        on = state.turn == seat and len(steps) < MAX_STEPS
        action = go_on(state.view(seat)) if on else None
    shorten = game.info.notation.shorten
    typed = ["; ".join(shorten(steps))] if shorten is not None else steps
    return Advice(steps, typed, tell_all(game, heard, names))
