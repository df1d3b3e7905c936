"""A whole turn as advice: what a search would play from here until luck or another seat goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aicore
from aicore.core.story import Names, listed, seen_event, tell_all

if TYPE_CHECKING:
    from aicore.core.decision import Candidate, Decision
    from aicore.core.game import Game, View

LATER = "mcts:time=0.25"  # thinks about the steps behind the first
MAX_STEPS = 12
SAME = 0.005  # of what can be won: less does not show


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


def chosen_first(decision: Decision) -> list[Candidate]:
    """The candidates of a search as they are listed: the chosen one, and the others in order."""
    return sorted(decision.candidates, key=lambda each: each.action != decision.action)


def why_not_others(game: Game, shown: Sequence[Candidate], seat: int) -> list[str]:
    """Why the first of a table was chosen, although others in it look better."""
    first, *others = shown
    better = [
        each
        for each in others
        if each.values[seat] > first.values[seat] + SAME * (game.high - game.low)
    ]
    few = [each.action for each in better if each.visits < first.visits]
    close = [each.action for each in better if each.visits >= first.visits]
    lines = []
    if few:
        them = "them" if len(few) > 1 else "it"
        lines.append(f"{listed(few)} may look better, but fewer tries stand behind {them}.")
    if close:
        lead = "lead" if len(close) > 1 else "leads"
        lines.append(
            f"{listed(close)} {lead} by less than the search's error, so the search keeps to the "
            "game's own first choice."
        )
    return lines
