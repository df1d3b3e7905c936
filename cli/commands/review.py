"""`aicore review`: a review of a finished game, and its display."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import RECORD, SPEC, Number, Whole, examples
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore review games.jsonl
    aicore review 3f0a --time 60
    aicore review 3f0a --why 31
    aicore review games.jsonl --game 3 --by mcts:sims=5000 --html review.html
    aicore review games.jsonl --json | jq 'select(.word=="blunder")'
    """
)
@command()
@argument("what", type=RECORD, metavar="FILE|SAVE")
@option("--game", "which", type=Whole(), default=1, metavar="N", help="Use the Nth game in FILE.")
@option(
    "--by",
    type=SPEC,
    metavar="SPEC",
    help="Player that judges the decisions; exact: solve the game.",
)
@option(
    "--time",
    "seconds",
    type=Number(0, min_open=True),
    metavar="S",
    help="Approximate processor time in seconds; default 10.",
)
@option(
    "--rollout", "rolls", is_flag=True,
    help="Confirm each mistake by rollouts; this may take minutes.",
)  # fmt: skip
@option("--rollout-by", type=SPEC, metavar="SPEC", help="Player for the rollouts; default: script.")
@option("--seat", type=Whole(), metavar="K", help="Graph this seat's chances.")
@option("--all", "everything", is_flag=True, help="List every decision and every chance event.")
@option(
    "--why", "move", type=Whole(1), metavar="MOVE",
    help="Play out this move and the better one, and explain the difference.",
)  # fmt: skip
@option("--html", type=str, metavar="PAGE", help="Write a page to step through the review.")
@option("--json", "as_json", is_flag=True, help="Print one JSON object per event.")
def review(**given: Any) -> None:
    """Review a finished game: mistakes and luck.

    FILE contains records; SAVE is the name of a game in `aicore saves`. Each decision is judged by
    what its player knew then, luck by everything known now. See docs/review.md.
    """
    from aicore.cli.review import run  # late: --help needs none of it

    run(**given)
