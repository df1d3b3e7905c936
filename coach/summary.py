"""Three sentences about a finished game: its turning point, its luck, and advice for next time.

A game that stopped early gets one more, with the judge's view of the last position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aicore.coach.results import figure, result, size, speaks_of_chances, stakes
from aicore.core.language import Person, fill, pgettext
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.coach.highlights import Highlight
    from aicore.coach.review import Review
    from aicore.core.story import Names

DECISIVE = 0.1  # minimum change of a seat's chances that decides a game, as a share of the stake
LITTLE = 0.03  # luck below this share of the stake hardly matters


def summary(review: Review, turns: Sequence[Highlight], seat: int, names: Names) -> list[str]:
    """Return the sentences for a seat.

    Args:
        review: the review.
        turns: the largest changes of the game.
        seat: the seat.
        names: the names of the seats.
    """
    return [
        *([] if review.over else [_stopped(review, seat, names)]),
        _decided(review, turns, seat, names[seat]),
        _luck(review, seat, names),
        _next_time(review, turns, seat, names),
    ]


def _change(turn: Highlight, seat: int) -> float:
    return turn.after[seat] - turn.before[seat]


def _stopped(review: Review, seat: int, names: Names) -> str:
    """Return a sentence about a game that stopped early, with the chances at that point."""
    resigned = review.record.resigned
    game = review.game
    if resigned is not None and game.seats > 1:
        text = (
            _("{who} resigned. The review expects {share} for {who:you|*} at that point.")
            if stakes(game)
            else _(
                "{who} resigned. The review gives {who:you|*} a chance of {share} at that point."
            )
        )
        share = result(game, review.result[resigned])
        return names.sentence(fill(text, who=names[resigned], share=share))
    text = (
        _("The game stopped early. The review gives {who} a chance of {share} at that point.")
        if speaks_of_chances(game)
        else _("The game stopped early. The review expects {share} for {who} at that point.")
        if stakes(game)
        else _("The game stopped early. The review expects a result of {share} from that point.")
    )
    return fill(text, who=names[seat], share=result(game, review.result[seat]))


def _decided(review: Review, turns: Sequence[Highlight], seat: int, who: Person) -> str:
    """Return a sentence about the largest change in the direction of the result.

    If the game stopped early, a change in either direction counts.
    """
    won = review.result[seat] >= review.expectation[seat]
    fitting = [turn for turn in turns if (_change(turn, seat) > 0) == won or not review.over]
    largest = max(fitting, key=lambda turn: abs(_change(turn, seat)), default=None)
    if largest is None or abs(_change(largest, seat)) < DECISIVE * review.scale.stake:
        return _("No single move decided the game.")
    game = review.game
    before, after = largest.before[seat], largest.after[seat]
    text = (
        _(
            "The largest change was at move {move}, by {what}: "
            "{who:your|*'s} expected result went from {before} to {after}."
        )
        if (stakes(game) or game.seats == 1) and not review.over
        else _(
            "The game was decided at move {move}, by {what}: "
            "{who:your|*'s} expected result went from {before} to {after}."
        )
        if stakes(game)
        else _(
            "The largest change was at move {move}, by {what}: "
            "{who:your|*'s} chance went from {before} to {after}."
        )
        if not review.over
        else _(
            "The game was decided at move {move}, by {what}: "
            "{who:your|*'s} chance went from {before} to {after}."
        )
        if game.seats > 1
        else _(
            "The game was decided at move {move}, by {what}: "
            "{who:your|*'s} result went from {before} to {after}."
        )
    )
    what = _cause("luck" if largest.actor is None else largest.word)
    change = {"before": figure(game, before), "after": result(game, after)}
    return fill(text, move=largest.ply + 1, what=what, who=who, **change)


def _cause(word: str) -> str:
    """Return the cause of a change, as it reads after "by"."""
    return {
        "luck": pgettext("cause", "luck"),
        "inaccuracy": pgettext("cause", "an inaccuracy"),
        "mistake": pgettext("cause", "a mistake"),
        "blunder": pgettext("cause", "a blunder"),
    }[word]


def _luck(review: Review, seat: int, names: Names) -> str:
    if not review.luck_events:
        return _("There is no luck in this game.")
    if not review.adds_up:
        return _("The effect of luck is unclear: the review needs more time.")
    luck = review.account(seat).luck
    if abs(luck) < LITTLE * review.scale.stake:
        return _("Luck hardly mattered.")
    text = _("Luck gave {who} {share}.") if luck > 0 else _("Luck cost {who} {share}.")
    return fill(text, who=names[seat], share=size(review.game, abs(luck)))


def _next_time(review: Review, turns: Sequence[Highlight], seat: int, names: Names) -> str:
    """Return a sentence about the seat's most expensive decision and the better line."""
    own = [turn for turn in turns if turn.actor == seat]
    if not own:
        return names.sentence(
            _("{who} made no mistake that the review is sure of", who=names[seat])
        )
    worst = max(own, key=lambda turn: -_change(turn, seat))
    return _(
        "Next time, at move {move}: {better} ({share} better).",
        move=worst.ply + 1,
        better=worst.better_line(),
        share=size(review.game, -_change(worst, seat)),
    )
