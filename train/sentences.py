"""Sentences about a training run, for the terminal and the run's page."""

from __future__ import annotations

from typing import Any

from aicore.core.language import gettext as _
from aicore.train.contest import Score
from aicore.train.run import Run


def gate_sentence(gate: dict[str, Any]) -> str:
    """Return a sentence about the result of a match between generations."""
    number = gate["generation"]
    if gate["score"] is None:
        said = _("generation {n}: too few games finished in time for a match; kept", n=number)
    else:
        facts = {"n": number, "games": _games(gate["score"]), "rating": float(gate["rating"])}
        said = (
            _("generation {n}: {games} against the previous one, kept; rating {rating:+.0f}",
              **facts)
            if gate["kept"]
            else _("generation {n}: {games} against the previous one, rejected; "
                   "rating {rating:+.0f}", **facts)
        )  # fmt: skip
    if gate["teacher"] is None:
        return said
    games = _games(gate["teacher"])
    taught = (
        _("{games} against its teacher, which keeps teaching", games=games)
        if Score(**gate["teacher"]).is_worse
        else _("{games} against its teacher, which stops teaching", games=games)
    )
    return f"{said}. {taught}"


def _games(score: dict[str, Any]) -> str:
    share, low, high = (100.0 * score[key] for key in ("score", "low", "high"))
    return _("{share:.0f}% ({low:.0f}% to {high:.0f}%) of {n} games",
             share=share, low=low, high=high, n=score["games"])  # fmt: skip


def verdict(run: Run) -> str:
    """Return a sentence about the last match, with advice on which player to use."""
    match = run.progress.match
    assert match is not None
    result = _(
        "At equal time the network scores {share} in {n} games against the game's default player, "
        "where {even:.0f}% is even",
        share=share(match),
        n=match.games,
        even=100.0 * match.even,
    )
    if match.is_better:
        advice = _("use the network.")
    elif match.is_worse:
        advice = _("stay with the default player, or train longer.")
    else:
        advice = _("neither is clearly better; train longer, or stay with the default player.")
    return f"{result}: {advice}"


def share(score: Score) -> str:
    """Return a score with its interval as text."""
    mean, low, high = (100.0 * share for share in (score.score, score.low, score.high))
    return _("{share:.1f}% ({low:.1f}% to {high:.1f}%)", share=mean, low=low, high=high)
