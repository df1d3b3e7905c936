"""`aicore replay`: a recorded game, checked against the rules and shown."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import RECORD, Whole, examples


@examples(
    """
    aicore replay games.jsonl
    aicore replay games.jsonl --game 3 --seat 1
    aicore replay games.jsonl --html game.html
    aicore replay games.jsonl --json | jq .legal
    aicore replay 3f0a             a game of `aicore saves`
    """
)
@click.command()
@click.argument("what", type=RECORD, metavar="FILE|SAVE")
@click.option("--game", "which", type=Whole(), default=1, metavar="N", help="The Nth game of FILE.")
@click.option("--seat", type=Whole(), metavar="K", help="Show only what this seat saw.")
@click.option("--scroll", is_flag=True, help="Print one position below the other, as in a pipe.")
@click.option("--html", type=str, metavar="PAGE", help="Write a page that steps through it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each ply.")
def replay(**given: Any) -> None:
    """Check a record against the rules and show it.

    FILE holds records; SAVE is a game as `aicore saves` calls it.

    On a terminal the game is drawn in place: the arrows step, n goes to the next turn, a number and
    the Enter key to that move, space plays and stops, q leaves.

    An unfinished game with one person is shown from that person's seat, without its seed.

    The page that --html writes has the pictures and the story, answers to keys, needs no network.

    With --json each line is a ply: its number, whose turn it is, the legal actions (at a decision)
    or the outcomes with their probabilities (at chance), the event that follows and the full state.
    """
    from aicore.cli.replay import run  # late: --help needs none of it

    run(**given)
