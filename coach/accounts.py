"""Table and sentences that account for each seat's result, for all interfaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aicore.coach.review import Review
from aicore.players.cfr import Cfr
from aicore.players.spec import split

SEVERAL = {
    "fine": "fine",
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
}


@dataclass(frozen=True)
class Accounts:
    """Account of every seat's result in a review.

    Args:
        columns: the columns of the table: the player, and the parts of a result in % of what can
            be won.
        rows: one row per seat; empty if the figures do not add up well enough.
        words: one line per seat, with the number of decisions and of each verdict on them.
        notes: sentences about the judge and the meaning of the parts.
    """

    columns: list[str]
    rows: list[list[str]]
    words: list[str]
    notes: list[str]


def accounts(found: Review, names: Sequence[str]) -> Accounts:
    """Return the accounts of all seats."""
    several = len(names) > 1
    columns = ["player", "expected", "luck", "own losses", "others'", "rest", "result"]
    if not several:
        columns.remove("others'")
    rows, words = [], []
    for seat, name in enumerate(names):
        one = found.account(seat)
        parts = [one.luck, -one.losses, *([one.gifts] if several else [])]
        rows.append(
            [
                name,
                f"{100 * one.expectation:.0f} %",
                *(f"{100 * part:+.1f}" for part in parts),
                f"{100 * one.rest:+.1f} ±{100 * one.margin:.1f}",
                f"{100 * one.result:.0f} %",
            ]
        )
        counts = [f"{n} {word if n == 1 else SEVERAL[word]}" for word, n in one.words.items() if n]
        made = f"{one.decisions} decision{'s' * (one.decisions != 1)}"
        words.append(f"{name}: {', '.join([made, *counts])}")
    return Accounts(columns, rows if found.adds_up else [], words, _notes(found))


def _notes(found: Review) -> list[str]:
    hidden = found.game.has_hidden
    judge = "an equilibrium" if split(found.judge)[0] == Cfr.NAME else found.judge
    unknown = " Luck includes hands that a player could not see." if hidden else ""
    rolled = sum(choice.rolled > 0 for choice in found.choices)
    explained = (
        "expected + luck + losses + rest = result, in % of what can be won. The figures are fitted "
        "to the result. The rest is unexplained; it stays within its ± "
        f"in 95 of 100 games.{unknown}"
    )
    unexplained = (
        "The review cannot explain the result well enough to add up luck and losses: it needs more "
        "time (--time)."
    )
    return [
        f"Judged by {judge}: {found.scale.summary()}, if the search is sure.",
        *([found.assumes] if hidden else []),
        *([f"Losses checked by rollouts: {rolled}."] if rolled else []),
        explained if found.adds_up else unexplained,
    ]
