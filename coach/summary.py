"""Three sentences about a finished game: its turning point, its luck, and advice for next time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aicore.coach.highlights import Highlight
    from aicore.coach.review import Review
    from aicore.core.story import Names

DECISIVE = 0.1  # minimum change of a seat's chances that decides a game, as a share of the stake
LITTLE = 0.03  # luck below this share of the stake hardly matters


def summary(found: Review, turns: Sequence[Highlight], seat: int, names: Names) -> list[str]:
    """Return the sentences for a seat.

    Args:
        found: the review.
        turns: the largest changes of the game.
        seat: the seat.
        names: the names of the seats.
    """
    you = seat == names.you
    return [
        _decided(found, turns, seat, "your" if you else f"{names[seat]}'s"),
        _luck(found, seat, names),
        _next_time(found, turns, seat, names),
    ]


def _change(turn: Highlight, seat: int) -> float:
    return turn.after[seat] - turn.before[seat]


def _decided(found: Review, turns: Sequence[Highlight], seat: int, whose: str) -> str:
    """Return a sentence about the largest change in the direction of the result."""
    won = found.result[seat] >= found.expectation[seat]
    fitting = [turn for turn in turns if (_change(turn, seat) > 0) == won]
    largest = max(fitting, key=lambda turn: abs(_change(turn, seat)), default=None)
    if largest is None or abs(_change(largest, seat)) < DECISIVE * found.scale.stake:
        return "No single move decided the game."
    before, after = (f"{100 * share[seat]:.0f} %" for share in (largest.before, largest.after))
    what = "luck" if largest.actor is None else largest.word
    return (
        f"The game was decided at move {largest.ply + 1}, by {_article(what)}: {whose} "
        f"{'chance' if found.game.seats > 1 else 'result'} went from {before} to {after}."
    )


def _article(word: str) -> str:
    return word if word == "luck" else f"{'an' if word[0] in 'aeio' else 'a'} {word}"


def _luck(found: Review, seat: int, names: Names) -> str:
    if not found.luck_events:
        return "There is no luck in this game."
    if not found.adds_up:
        return "The part of luck is unclear: the review needs more time."
    luck = found.account(seat).luck
    whom = "you" if seat == names.you else names[seat]
    if abs(luck) < LITTLE * found.scale.stake:
        return "Luck hardly mattered."
    return f"Luck {'gave' if luck > 0 else 'cost'} {whom} {100 * abs(luck):.0f} %."


def _next_time(found: Review, turns: Sequence[Highlight], seat: int, names: Names) -> str:
    """Return a sentence about the seat's most expensive decision and the better line."""
    own = [turn for turn in turns if turn.actor == seat]
    if not own:
        who = "You" if seat == names.you else names[seat]
        return f"{who} made no mistake that the review is sure of."
    worst = max(own, key=lambda turn: -_change(turn, seat))
    return (
        f"Next time, at move {worst.ply + 1}: {worst.in_its_place()} "
        f"({-100 * _change(worst, seat):.0f} % better)."
    )
