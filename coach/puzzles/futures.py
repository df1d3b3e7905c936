"""Consequences of actions: events that recur in futures with equal luck.

In `[puzzles.futures]` of its data.toml, a game lists the actions that mark the course of play. Each
has its first word, a sentence for the player to move, and a sentence for another player:

    escape = ["you escape", "another player escapes"]

This module plays the same deals to the end after two actions. For each sentence, it counts the
futures in which the sentence comes true. It keeps differences that are notable, and significant by
the sign test for pairs with Holm's correction over all sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar

from aicore.arena.intervals import holm
from aicore.arena.rollout import RolledDeal, follow
from aicore.core.language import fill, pgettext
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.core.game import Game, View

SURE = 0.05  # maximum probability of any sentence if two actions have equal consequences
NOTABLE = 0.15  # minimum difference, as a share of the futures
MAX_SENTENCES = 2

Mark = TypeVar("Mark")
Future = frozenset[tuple[str, bool]]
"""Events in a future: the first word of the action, and whether the player to move caused it."""


@dataclass(frozen=True)
class Change:
    """Event that happens more or less often after one action than after another.

    Args:
        word: the first word of the actions that cause it.
        own: whether the player to move causes the event; else another player does.
        after_best: number of such futures after the best action.
        after_other: number of such futures after the other action.
        games: the number of futures after each action.
    """

    word: str
    own: bool
    after_best: int
    after_other: int
    games: int

    def to_list(self) -> list[Any]:
        """Return the change as a list for JSON."""
        return [self.word, self.own, self.after_best, self.after_other, self.games]

    @classmethod
    def from_list(cls, entries: Sequence[Any]) -> Change:
        """Return a change read from JSON. Raises TypeError, ValueError."""
        word, own, after_best, after_other, games = entries
        return cls(str(word), bool(own), int(after_best), int(after_other), int(games))

    def afterwards(self, game: Game) -> str:
        """Return a clause about the futures after the other action; "" if the game has none."""
        text = phrases(game).get(self.word)
        if text is None:
            return ""
        clause = (
            _("{what} in {count} of {games} games, more often than after the best move")
            if self.after_other > self.after_best
            else _("{what} in {count} of {games} games, less often than after the best move")
        )
        count = _times(self.after_other)
        return fill(clause, what=text[not self.own], count=count, games=self.games)

    def sentence(self, game: Game, best: str, other: str) -> str:
        """Return a sentence about the change; "" if the game has none."""
        text = phrases(game).get(self.word)
        if text is None:
            return ""
        return _(
            "After {best} {what} in {before} of {games} games; after {other} in {after}.",
            best=best,
            what=text[0 if self.own else 1],
            before=self.after_best,
            games=self.games,
            other=other,
            after=_times(self.after_other),
        )


def _times(count: int) -> str:
    return str(count) if count else pgettext("in", "none")


def phrases(game: Game) -> Mapping[str, tuple[str, str]]:
    """Return the game's sentences, by the first word of an action, in the language spoken here."""
    sentences = game.info.data.get("puzzles", {}).get("futures", {})
    return {word: (_(own), _(other)) for word, (own, other) in sentences.items()}


def futures(
    view: View, actions: Sequence[str], by: str, games: int, seed: int
) -> list[list[Future]]:
    """Return the events after each action, one set for each deal, in the same deals.

    Args:
        view: the view of the player to move.
        actions: texts of the actions.
        by: the spec of the player that continues the games in all seats.
        games: the number of deals.
        seed: the seed of the deals.
    """
    game, seat = view.game, view.seat
    words = phrases(game)
    numbers = tuple(game.parse(action) for action in actions)
    events: list[list[Future]] = [[] for _action in actions]
    for number in range(games):
        deal = RolledDeal(view, numbers, by, seed, number)
        for place in range(len(actions)):
            seen: set[tuple[str, bool]] = set()

            def note(actor: int, action: int, seen: set[tuple[str, bool]] = seen) -> None:
                word = game.text(action).partition(" ")[0]
                if word in words:
                    seen.add((word, actor == seat))

            follow(deal, place, note)
            events[place].append(frozenset(seen))
    return events


def significant(
    best: Sequence[Set[Mark]], other: Sequence[Set[Mark]], marks: Iterable[Mark], tested_in_all: int
) -> list[Mark]:
    """Return the marks in significantly more futures of one action, the most significant first.

    Args:
        best, other: the marks of each future after the best and the other action.
        marks: the marks to test.
        tested_in_all: the number of all marks, including marks too rare to be in `marks`.
    """
    tested = []
    for mark in marks:
        pairs = [(mark in one, mark in two) for one, two in zip(best, other, strict=True)]
        chance = sign_test(pairs.count((True, False)), pairs.count((False, True)))
        tested.append((chance, str(mark), mark))
    tested.sort()
    significant_ones = holm(
        [chance for chance, *_rest in tested], [1 / tested_in_all for _mark in tested], SURE
    )
    return [mark for (*_rest, mark), stands in zip(tested, significant_ones, strict=True) if stands]


def changes(best: Sequence[Future], other: Sequence[Future]) -> tuple[Change, ...]:
    """Return the notable and significant differences of two actions, the largest first."""
    games = len(best)
    marks = {mark for future in (*best, *other) for mark in future}
    kept = []
    for word, own in significant(best, other, marks, len(marks)):
        after_best, after_other = (
            sum((word, own) in one for one in each) for each in (best, other)
        )
        if abs(after_best - after_other) >= NOTABLE * games:
            kept.append(Change(word, own, after_best, after_other, games))
    kept.sort(key=lambda one: (-abs(one.after_best - one.after_other), one.word, not one.own))
    return tuple(kept[:MAX_SENTENCES])


def sign_test(one: int, other: int) -> float:
    """Return the two-sided p-value of two counts, if their expectations are equal."""
    total, least = one + other, min(one, other)
    tail: float = sum(comb(total, k) for k in range(least + 1)) / 2**total
    return min(1.0, 2 * tail)
