"""Sentences about a training run: in the terminal and on its page."""

from __future__ import annotations

from typing import Any

from aicore.train.contest import Score
from aicore.train.run import Run


def gate_sentence(gate: dict[str, Any]) -> str:
    """Say what a match between generations came to."""
    place = f"generation {gate['generation']}"
    if gate["score"] is None:
        return f"{place}: too few games ended in time for a match; kept"
    score = gate["score"]
    kept = "kept" if gate["kept"] else "the older one stays"
    return (
        f"{place}: {score['score']:.0%} ({score['low']:.0%} to {score['high']:.0%}) of "
        f"{score['games']} games against the one before, {kept}; rating {gate['rating']:+.0f}"
    )


def verdict(run: Run) -> str:
    """Say what came of the last match, and which player to use."""
    match = run.progress.match
    assert match is not None
    found = (
        f"At equal time the network has {share(match)} of {match.games} games against the game's "
        f"default player, where {match.even:.0%} is even"
    )
    if match.low > match.even:
        return f"{found}: use the network."
    if match.high < match.even:
        return f"{found}: stay with the default player, or train longer."
    return f"{found}: neither is clearly better; train longer, or stay with the default player."


def share(score: Score) -> str:
    """Return a score with its interval as text."""
    return f"{score.score:.1%} ({score.low:.1%} to {score.high:.1%})"
