"""Blunders of every game, for the tests of reviews: each record ends with one.

    PYTHONPATH=tests python -m kit.blunders GAME

looks for a blunder in random games, and writes the game to tests/games/GAME/blunder.jsonl. The
blunder loses clearly more than a review's threshold, so the judge's error does not matter.
"""

from __future__ import annotations

import sys
from pathlib import Path

import aicore
from aicore.coach.judge import Judge
from aicore.coach.verdict import scale_of
from aicore.core.record import Record, read_records
from kit.positions import steps

FOLDER = Path(__file__).parents[1] / "games"
GAMES = 200  # games searched
SIMULATIONS = 200  # per judgment
CLEARLY = 1.3  # factor by which the loss exceeds the threshold


def kept() -> list[Record]:
    """Return the blunders of all games."""
    return [
        record for file in sorted(FOLDER.glob("*/blunder.jsonl")) for record in read_records(file)
    ]


def word(judge: Judge, state: aicore.State, action: str) -> tuple[str, str]:
    """Return a review's word for an action, and the better action."""
    game, scale = judge.game, scale_of(judge.game)
    span = game.high - game.low
    weighed = judge.weigh(state.view(state.turn), action, scale.least * span)
    loss, error = weighed.loss(state.turn) / span, weighed.error / span
    return scale.word(loss / CLEARLY, error), weighed.best


def find(game: aicore.Game) -> Record:
    """Find a record that ends with a blunder. Raises LookupError if random games have none."""
    judge = Judge(game, SIMULATIONS)
    for seed in range(GAMES):
        record = Record(game.name, game.seats, dict(game.options), seed, ["random"] * game.seats)
        for state, event, _ in steps(game, seed, policy=0.5):
            actor: int | str = "chance" if state.turn < 0 else state.turn
            text = game.text(event)
            record.events.append((actor, text))
            if actor == "chance" or len(state.legal_actions()) == 1:
                continue
            verdict, best = word(judge, state, text)
            if verdict == "blunder" and best != text and word(judge, state, best)[0] == "fine":
                return record
    raise LookupError(f"no blunder in {GAMES} random games of {game.name}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = FOLDER / name / "blunder.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text(find(aicore.load(name)).to_line() + "\n", encoding="utf-8")
