"""Advice for a whole turn: the actions that a search plays until chance or another seat acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aicore
from aicore.core.language import capital
from aicore.core.story import Names, in_words, seen_event, tell_all

if TYPE_CHECKING:
    from aicore.core.decision import Candidate, Decision
    from aicore.core.game import Game, View

LATER = "mcts:time=0.25"  # player that chooses the steps after the first
MAX_STEPS = 12
SAME = 0.005  # share of the range of returns; smaller differences do not count


@dataclass(frozen=True)
class Advice:
    """Steps that belong together.

    Args:
        steps: the actions, in order of play.
        typed: the lines to type for the steps; one line if the notation reads several moves.
        sentences: the effects of the steps, in the game's own sentences.
    """

    steps: list[str]
    typed: list[str]
    sentences: list[str]


def advise(view: View, decision: Decision, names: Names) -> Advice:
    """Return the steps that a decision leads to, until chance or another seat acts.

    The steps are played in one world that is possible for the seat.

    Args:
        view: the view of the seat.
        decision: the decision for the first step.
        names: names of the seats, for the sentences.
    """
    player = aicore.player(LATER, view.game, seed=view.key())

    def go_on(now: View) -> str:
        legal = now.legal()
        return legal[0] if len(legal) == 1 else player.decide(now).action

    return _steps(view, decision.action, names, go_on)


def one_step(view: View, action: str, names: Names) -> Advice:
    """Return advice with one action, and its effects that the seat can know."""
    return _steps(view, action, names, lambda now: None)


def _steps(
    view: View, action: str | None, names: Names, go_on: Callable[[View], str | None]
) -> Advice:
    """Return advice with an action and the next ones, until chance or another seat acts."""
    game, seat = view.game, view.seat
    state = view.resample(aicore.Rng(view.key()))
    steps: list[str] = []
    heard = []
    while action is not None:
        before = state.clone()
        state.apply(action)
        steps.append(action)
        heard.append(seen_event(before, seat, action, state, seat))
        continues = state.turn == seat and len(steps) < MAX_STEPS
        action = go_on(state.view(seat)) if continues else None
    shorten = game.info.notation.shorten
    typed = ["; ".join(shorten(steps))] if shorten is not None else steps
    return Advice(steps, typed, tell_all(game, heard, names))


def chosen_first(decision: Decision) -> list[Candidate]:
    """Return a search's candidates with the chosen one first, then the others in order."""
    return sorted(decision.candidates, key=lambda each: each.action != decision.action)


def why_not_others(game: Game, shown: Sequence[Candidate], seat: int) -> list[str]:
    """Return sentences that explain the choice of the first candidate if others look better."""
    first, *others = shown
    better = [each for each in others if each.values[seat] > first.values[seat] + SAME * game.stake]
    few = sum(each.visits < first.visits for each in better)
    close = len(better) - few
    lines = []
    if few:
        lines.append(
            in_words(
                few,
                "one other move may look better, but the search tried it less.",
                "{n} other moves may look better, but the search tried them less.",
            )
        )
    if close:
        lines.append(
            in_words(
                close,
                "one other move leads by less than the search's error, so the search keeps to the "
                "game's own first choice.",
                "{n} other moves lead by less than the search's error, so the search keeps to the "
                "game's own first choice.",
            )
        )
    return [capital(line) for line in lines]
