"""Highlights of a review: the course of the game and its turning points, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from aicore.coach.fitting import Choice, LuckEvent
from aicore.coach.review import Review
from aicore.core.language import N_, capital
from aicore.core.language import gettext as _
from aicore.core.story import Names, listed, tell_all

if TYPE_CHECKING:
    from aicore.coach.judge import Values

MAX_HIGHLIGHTS = 8  # maximum number of decisions
LUCK = N_("luck")
"""Word for a highlight that nobody decided."""
SHOWN = 4  # maximum number of actions of a better line


@dataclass(frozen=True)
class Point:
    """Decision with a choice, or the end of the game.

    Args:
        ply: number of events before it.
        shares: each seat's expected share (0 to 1) of the range of returns.
        searched: the shares that a search found; the review cannot explain the difference.
        sentences: sentences about the events since the previous point.
    """

    ply: int
    shares: Values
    searched: Values
    sentences: list[str]


@dataclass(frozen=True)
class Highlight:
    """Decision or luck that changed the game.

    Args:
        ply: number of events before it.
        length: the number of its events; luck may have several.
        word: "inaccuracy", "mistake", "blunder" or "luck".
        actor: the seat that decided; None for luck.
        before, after: each seat's expected share without the decision or luck, and with it.
        error: standard error of the change.
        story: the events, in sentences.
        better: the actions of a better line; () for luck.
        told: the first of these actions in a sentence; "" to write the line in notation.
    """

    ply: int
    length: int
    word: str
    actor: int | None
    before: Values
    after: Values
    error: float
    story: list[str]
    better: tuple[str, ...] = ()
    told: str = ""

    def sentences(self) -> list[str]:
        """Return sentences: the word, the events, and the better line."""
        word = _(self.word)
        better = [_("Better: {line}.", line=self.better_line())] if self.better else []
        return [f"{capital(word)}.", *self.story, *better]

    def better_line(self) -> str:
        """Return the better line, such as "d" or "d, then e, c and f"; `told` if there is one."""
        if self.told:
            return self.told.removesuffix(".")
        first, *rest = self.better
        return _("{first}, then {others}", first=first, others=listed(rest)) if rest else first


def course(review: Review, names: Names, viewer: int | None = None) -> list[Point]:
    """Return the course of a game, with sentences of its story.

    Args:
        viewer: the seat whose knowledge the story uses; None for the full story.
    """
    points, last = [], 0
    for each in review.course:
        text = _tell(review, last, each.ply, names, viewer)
        points.append(Point(each.ply, each.shares, each.searched, text))
        last = each.ply
    return points


def highlights(review: Review, names: Names, viewer: int | None = None) -> list[Highlight]:
    """Return the largest changes of a game in order: decisions, and up to half as many luck events.

    Args:
        viewer: as in `course`.
    """
    marked = sorted((choice for choice in review.choices if choice.marked), key=_weight)
    lucky = sorted(
        (
            luck_event
            for luck_event in review.luck_events
            if luck_event.events and _weight(luck_event) >= review.scale.least
        ),
        key=_weight,
    )
    chosen: list[Choice | LuckEvent] = [*marked[-MAX_HIGHLIGHTS:], *lucky[-(MAX_HIGHLIGHTS // 2) :]]
    return [_highlight(review, each, names, viewer) for each in sorted(chosen, key=lambda e: e.ply)]


def in_sentences(
    turns: Sequence[Highlight], marks: Sequence[tuple[Choice, str]]
) -> list[Highlight]:
    """Return the turning points with the first of their better actions in a sentence.

    Args:
        marks: the marked decisions, each with the better action in a sentence.
    """
    told = {mark.ply: text for mark, text in marks}
    return [
        replace(turn, told=told[turn.ply]) if turn.better and turn.ply in told else turn
        for turn in turns
    ]


def in_numbers(
    points: Sequence[Point],
    turns: Sequence[Highlight],
    marks: Sequence[tuple[Choice, str]],
    seat: int,
) -> dict[str, Any]:
    """Return a review as the page's message; see docs/web-protocol.md.

    Args:
        points: the course of the game.
        turns: the turning points.
        marks: the marked decisions, each with the better action in a sentence.
        seat: the seat whose chances the turning points report.
    """
    return {
        "points": [
            {
                "ply": point.ply,
                "shares": [round(x, 4) for x in point.shares],
                "searched": [round(x, 4) for x in point.searched],
                "sentences": point.sentences,
            }
            for point in points
        ],
        "turns": [
            {
                "ply": turn.ply + turn.length,
                "before": round(turn.before[seat], 4),
                "after": round(turn.after[seat], 4),
                "sentences": turn.sentences(),
            }
            for turn in turns
        ],
        "marks": [
            {
                "ply": mark.ply + 1,
                "word": mark.word,
                "loss": round(mark.loss, 4),
                "better": mark.best,
                "told": told,
            }
            for mark, told in marks
        ],
    }


def _weight(each: Choice | LuckEvent) -> float:
    return each.loss if isinstance(each, Choice) else max(map(abs, each.shares))


def _highlight(
    review: Review, each: Choice | LuckEvent, names: Names, viewer: int | None
) -> Highlight:
    length = 1 if isinstance(each, Choice) else len(each.events)
    text = _tell(review, each.ply, each.ply + length, names, viewer)
    if isinstance(each, Choice):
        return Highlight(
            each.ply,
            length,
            each.word,
            each.seat,
            each.best_shares,
            each.played_shares,
            each.error,
            text,
            each.line[:SHOWN],
        )
    after = tuple(a + b for a, b in zip(each.expected, each.shares, strict=True))
    return Highlight(each.ply, length, LUCK, None, each.expected, after, each.error, text)


def _tell(review: Review, first: int, last: int, names: Names, viewer: int | None) -> list[str]:
    """Return sentences about the events from `first` up to, but not including, `last`."""
    heard = (ply.heard(viewer) for ply in review.plies[first:last])
    return tell_all(review.game, [one for one in heard if one is not None], names)


def as_lines(review: Review) -> Iterator[dict[str, Any]]:
    """Yield a review in plain types, one object per line; see docs/review.md."""
    record = review.record
    yield {
        "type": "game",
        "format": "aicore-review/1",
        "game": record.game,
        "seats": record.seats,
        "options": record.options,
        "players": record.players,
        "judge": review.judge,
        "limits": review.scale.limits,
        "expectation": _rounded(review.expectation),
    }
    events: list[Choice | LuckEvent] = [*review.choices, *review.luck_events]
    for each in sorted(events, key=lambda event: event.ply):
        if isinstance(each, Choice):
            yield {
                "type": "decision",
                "ply": each.ply,
                "seat": each.seat,
                "played": each.played,
                "best": each.best,
                "line": list(each.line),
                "played_shares": _rounded(each.played_shares),
                "best_shares": _rounded(each.best_shares),
                "loss": round(each.loss, 6),
                "error": round(each.error, 6),
                "word": each.word,
                "rolled": each.rolled,
            }
        else:
            yield {
                "type": "chance",
                "ply": each.ply,
                "events": list(each.events),
                "expected": _rounded(each.expected),
                "luck": _rounded(each.shares),
                "error": round(each.error, 6),
            }
    for seat in range(record.seats):
        account = vars(review.account(seat))
        numbers = {
            name: round(value, 6) if isinstance(value, float) else value
            for name, value in account.items()
        }
        yield {"type": "seat", "seat": seat, **numbers}


def _rounded(shares: Values) -> list[float]:
    return [round(share, 6) for share in shares]
