"""What comes of an action: futures played on with equal luck, and what recurs in them.

A game says in `[puzzles.futures]` of its data.toml which actions tell how it went, by their first
word, each with a sentence for the player to move and one for another player:

    escape = ["you escape", "another player escapes"]

Two actions are played on in the same deals. For each sentence the futures in which it comes true
are counted after both; only what differs surely is kept (the sign test for pairs, with Holm's
correction over all sentences), and only what differs notably.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar

from aicore.arena.intervals import holm
from aicore.arena.rollout import RolledDeal, follow

if TYPE_CHECKING:
    from aicore.core.game import Game, View

SURE = 0.05  # chance of a sentence about two actions that lead to the same
NOTABLE = 0.15  # of the futures, by which they must differ
MAX_SENTENCES = 2  # sentences

Mark = TypeVar("Mark")
Future = frozenset[tuple[str, bool]]
"""The words that came true, each with whether by the player to move."""


@dataclass(frozen=True)
class Change:
    """Something that comes true more often after one action than after another.

    Args:
        word: the first word of the actions that make it true.
        own: whether the player to move does it; else another one.
        before: futures of the best action in which it does.
        after: futures of the other action in which it does.
        games: futures of each.
    """

    word: str
    own: bool
    before: int
    after: int
    games: int

    def to_list(self) -> list[Any]:
        """For JSON."""
        return [self.word, self.own, self.before, self.after, self.games]

    @classmethod
    def from_list(cls, found: Sequence[Any]) -> Change:
        """From JSON. Raises TypeError, ValueError."""
        word, own, before, after, games = found
        return cls(str(word), bool(own), int(before), int(after), int(games))

    def sentence(self, game: Game, best: str, other: str) -> str:
        """In the game's words."""
        text = phrases(game).get(self.word)
        if text is None:
            return ""
        what = text[0 if self.own else 1]
        return (
            f"After {best} {what} in {self.before} of {self.games} games; "
            f"after {other} in {self.after or 'none'}."
        )


def phrases(game: Game) -> Mapping[str, tuple[str, str]]:
    """The game's sentences, by the first word of an action."""
    found: Mapping[str, tuple[str, str]] = game.info.data.get("puzzles", {}).get("futures", {})
    return found


def futures(
    view: View, actions: Sequence[str], by: str, games: int, seed: int
) -> list[list[Future]]:
    """What comes true after each action, deal by deal, in the same deals.

    Args:
        view: what the player to move knows.
        by: the spec of who plays on, in all seats.
    """
    game, seat = view.game, view.seat
    words = phrases(game)
    numbers = tuple(game.parse(action) for action in actions)
    found: list[list[Future]] = [[] for _ in actions]
    for number in range(games):
        deal = RolledDeal(view, numbers, by, seed, number)
        for place in range(len(actions)):
            seen: set[tuple[str, bool]] = set()

            def note(actor: int, action: int, seen: set[tuple[str, bool]] = seen) -> None:
                word = game.text(action).partition(" ")[0]
                if word in words:
                    seen.add((word, actor == seat))

            follow(deal, place, note)
            found[place].append(frozenset(seen))
    return found


def surely(
    best: Sequence[Set[Mark]], other: Sequence[Set[Mark]], marks: Iterable[Mark], asked: int
) -> list[Mark]:
    """Those marks that are surely in more futures of one action than of another, the surest first.

    Args:
        asked: of so many marks these are those that may stand at all.
    """
    tested = []
    for mark in marks:
        pairs = [(mark in one, mark in two) for one, two in zip(best, other, strict=True)]
        chance = sign_test(pairs.count((True, False)), pairs.count((False, True)))
        tested.append((chance, str(mark), mark))
    tested.sort()
    stand = holm([chance for chance, *_ in tested], [1 / asked for _ in tested], SURE)
    return [mark for (*_, mark), stands in zip(tested, stand, strict=True) if stands]


def changes(best: Sequence[Future], other: Sequence[Future]) -> tuple[Change, ...]:
    """What differs surely and notably between two actions, the greatest difference first."""
    games = len(best)
    marks = {mark for future in (*best, *other) for mark in future}
    kept = []
    for word, own in surely(best, other, marks, len(marks)):
        before, after = (sum((word, own) in one for one in each) for each in (best, other))
        if abs(before - after) >= NOTABLE * games:
            kept.append(Change(word, own, before, after, games))
    kept.sort(key=lambda one: (-abs(one.before - one.after), one.word, not one.own))
    return tuple(kept[:MAX_SENTENCES])


def sign_test(one: int, other: int) -> float:
    """How likely two counts that should be alike differ at least so much, to either side."""
    total, least = one + other, min(one, other)
    tail: float = sum(comb(total, k) for k in range(least + 1)) / 2**total
    return min(1.0, 2 * tail)
