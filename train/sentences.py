"""Sentences about a training run, for the terminal and the run's page."""

from __future__ import annotations

from typing import Any

from aicore.train.contest import Score
from aicore.train.run import Run


def gate_sentence(gate: dict[str, Any]) -> str:
    """Return a sentence about the result of a match between generations."""
    place = f"generation {gate['generation']}"
    kept = "kept" if gate["kept"] else "rejected"
    if gate["score"] is None:
        said = f"{place}: too few games finished in time for a match; kept"
    else:
        said = (
            f"{place}: {_games(gate['score'])} against the previous one, {kept}; "
            f"rating {gate['rating']:+.0f}"
        )
    if gate["teacher"] is None:
        return said
    goes_on = gate["teacher"]["score"] < gate["teacher"]["even"]
    on = "which keeps teaching" if goes_on else "which stops teaching"
    return f"{said}. {_games(gate['teacher'])} against its teacher, {on}"


def _games(score: dict[str, Any]) -> str:
    return (
        f"{score['score']:.0%} ({score['low']:.0%} to {score['high']:.0%}) of {score['games']} "
        "games"
    )


def verdict(run: Run) -> str:
    """Return a sentence about the last match, with advice on which player to use."""
    match = run.progress.match
    assert match is not None
    found = (
        f"At equal time the network scores {share(match)} in {match.games} games against the "
        f"game's default player, where {match.even:.0%} is even"
    )
    if match.low > match.even:
        return f"{found}: use the network."
    if match.high < match.even:
        return f"{found}: stay with the default player, or train longer."
    return f"{found}: neither is clearly better; train longer, or stay with the default player."


def share(score: Score) -> str:
    """Return a score with its interval as text."""
    return f"{score.score:.1%} ({score.low:.1%} to {score.high:.1%})"
