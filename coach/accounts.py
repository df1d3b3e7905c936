"""Table and sentences that account for each seat's result, for all interfaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aicore.coach.results import bare_size, change, limit, stakes, summand
from aicore.coach.review import Review
from aicore.coach.solved import EXACT
from aicore.core.language import gettext as _
from aicore.core.language import ngettext, pgettext
from aicore.players.cfr import Cfr
from aicore.players.spec import split


@dataclass(frozen=True)
class Accounts:
    """Account of every seat's result in a review.

    Args:
        columns: the columns of the table: the player, and the parts of a result in % of what can
            be won, or in the unit of a game for stakes.
        rows: one row per seat; empty if the figures do not add up well enough.
        words: one line per seat, with the number of decisions and of each verdict on them.
        notes: sentences about the judge and the meaning of the parts.
    """

    columns: list[str]
    rows: list[list[str]]
    words: list[str]
    notes: list[str]


def accounts(review: Review, names: Sequence[str]) -> Accounts:
    """Return the accounts of all seats."""
    game, several = review.game, len(names) > 1
    columns = [
        pgettext("column", "player"),
        pgettext("column", "expected"),
        pgettext("column", "luck"),
        pgettext("column", "own losses"),
        pgettext("column", "others'"),
        pgettext("column", "rest"),
        pgettext("column", "result"),
    ]
    if not several:
        del columns[4]
    rows, words = [], []
    for seat, name in enumerate(names):
        account = review.account(seat)
        parts = [account.luck, -account.losses, *([account.gifts] if several else [])]
        rows.append(
            [
                name,
                summand(game, account.expectation),
                *(change(game, part) for part in parts),
                f"{change(game, account.rest)} ±{bare_size(game, account.margin)}",
                summand(game, account.result),
            ]
        )
        counts = [_counted(word, n) for word, n in account.words.items() if n]
        made = ngettext("{n} decision", "{n} decisions", account.decisions)
        words.append(f"{name}: {', '.join([made, *counts])}")
    return Accounts(columns, rows if review.adds_up else [], words, _notes(review))


def _counted(word: str, n: int) -> str:
    """Return a number of decisions with the same verdict."""
    return {
        "fine": ngettext("{n} fine", "{n} fine", n),
        "inaccuracy": ngettext("{n} inaccuracy", "{n} inaccuracies", n),
        "mistake": ngettext("{n} mistake", "{n} mistakes", n),
        "blunder": ngettext("{n} blunder", "{n} blunders", n),
    }[word]


def _notes(review: Review) -> list[str]:
    game = review.game
    hidden, unit = game.has_hidden, stakes(game)
    judge = review.judge
    if split(judge)[0] == Cfr.NAME:
        judge = pgettext("judge", "an equilibrium")
    elif judge == EXACT:
        judge = pgettext("judge", "exact")
    words = ", ".join(
        _("{word} from {limit}", word=_(word), limit=limit(game, least))
        for word, least in review.scale.limits.items()
    )
    rolled = sum(choice.rolled > 0 for choice in review.choices)
    explained = (
        _(
            "expected + luck + losses + rest = result, in {stakes}. The figures are fitted to the "
            "result. The rest is unexplained; it stays within its ± in 95 of 100 games.",
            stakes=unit,
        )
        if unit
        else _(
            "expected + luck + losses + rest = result, in % of what can be won. The figures are "
            "fitted to the result. The rest is unexplained; it stays within its ± in 95 of 100 "
            "games."
        )
    )
    if hidden:
        explained += " " + _("Luck includes hands that a player could not see.")
    unexplained = _(
        "The review cannot explain the result well enough to add up luck and losses: it needs more "
        "time (--time)."
    )
    early = _("The game stopped early, so the result is an estimate of the last position.")
    return [
        _("Judged by {judge}: {words}, if the search is sure.", judge=judge, words=words),
        *([review.assumes] if hidden else []),
        *([_("Losses checked by rollouts: {count}.", count=rolled)] if rolled else []),
        *([] if review.over else [early]),
        explained if review.adds_up else unexplained,
    ]
