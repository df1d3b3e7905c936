"""`aicore review`: a review of a finished game, and its display."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import RECORD, SPEC, Number, Whole, examples


@examples(
    """
    aicore review games.jsonl
    aicore review 3f0a --time 60
    aicore review 3f0a --why 31
    aicore review games.jsonl --game 3 --by mcts:sims=5000 --html review.html
    aicore review games.jsonl --json | jq 'select(.word=="blunder")'
    """
)
@click.command()
@click.argument("what", type=RECORD, metavar="FILE|SAVE")
@click.option("--game", "which", type=Whole(), default=1, metavar="N", help="The Nth game of FILE.")
@click.option(
    "--by", type=SPEC, metavar="SPEC", help="Who judges the decisions; exact solves the game."
)
@click.option(
    "--time",
    "seconds",
    type=Number(0, min_open=True),
    metavar="S",
    help="About how many seconds of processor time to use; default 5.",
)
@click.option(
    "--rollout", "rolls", is_flag=True,
    help="Before a loss gets a word, play on from it: takes minutes.",
)  # fmt: skip
@click.option("--rollout-by", type=SPEC, metavar="SPEC", help="Who plays on; default: the script.")
@click.option("--seat", type=Whole(), metavar="K", help="Whose chances the graph shows.")
@click.option("--all", "everything", is_flag=True, help="List every decision, and all luck.")
@click.option(
    "--why", "move", type=Whole(1), metavar="MOVE",
    help="Play this move and the better one on, and say what comes of them.",
)  # fmt: skip
@click.option("--html", type=str, metavar="PAGE", help="Write a page that steps through it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each event.")
def review(**given: Any) -> None:
    """Look over a finished game: mistakes, and what luck did.

    FILE holds records; SAVE is a game as `aicore saves` calls it. Every decision is judged by
    what its seat knew then, luck by all that is known now: docs/review.md.
    """
    from aicore.cli.review import run  # late: --help needs none of it

    run(**given)
