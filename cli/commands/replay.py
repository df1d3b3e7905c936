"""`aicore replay`: a recorded game, checked against the rules and shown."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import RECORD, Whole, examples
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore replay games.jsonl
    aicore replay games.jsonl --game 3 --seat 1
    aicore replay games.jsonl --html game.html
    aicore replay games.jsonl --json | jq .legal
    aicore replay 3f0a             a game listed by `aicore saves`
    """
)
@command()
@argument("what", type=RECORD, metavar="FILE|SAVE")
@option("--game", "which", type=Whole(), default=1, metavar="N", help="Use the Nth game in FILE.")
@option("--seat", type=Whole(), metavar="K", help="Show only what this seat could see.")
@option("--scroll", is_flag=True, help="Print the positions one below another, as in a pipe.")
@option("--html", type=str, metavar="PAGE", help="Write a page to step through the game.")
@option("--json", "as_json", is_flag=True, help="Print one JSON object per ply.")
def replay(**given: Any) -> None:
    """Check a record against the rules and show it.

    FILE contains records; SAVE is the name of a game in `aicore saves`.

    On a terminal, you step through the game: the arrow keys step, n goes to the next turn, space
    plays and pauses, q quits. To jump to a move, type its number and press Enter.

    An unfinished game with one person is shown from that person's seat, without its seed.

    The page that --html writes has pictures and the story, responds to keys, and works offline.

    With --json, each line is a ply: its number, whose turn it is, the legal actions (for a
    decision) or the outcomes with their probabilities (for chance), the next event, and the full
    state.
    """
    from aicore.cli.replay import run  # late: --help needs none of it

    run(**given)
