"""`aicore rollout`: a decision of a game, judged by many games played on after each action."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import RECORD, SPEC, Whole, examples


@examples(
    """
    aicore rollout games.jsonl 83
    aicore rollout games.jsonl 83 end escape --by mcts:sims=200 --games 400
    aicore rollout 3f0a now        where a game of `aicore saves` stands
    aicore rollout games.jsonl 12 --game 3 --json | jq .candidates
    """
)
@click.command()
@click.argument("what", type=RECORD, metavar="FILE|SAVE")
@click.argument("move", metavar="MOVE")
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option("--game", "which", type=Whole(), default=1, metavar="N", help="The Nth game of FILE.")
@click.option(
    "--by",
    type=SPEC,
    metavar="SPEC",
    help="Who plays on, in all seats; default: the game's script.",
)
@click.option(
    "--games", type=Whole(1, 1_000_000), default=200, show_default=True, metavar="N",
    help="Games after each action, at most.",
)  # fmt: skip
@click.option("--only", is_flag=True, help="Roll out only the ACTIONs and what was played.")
@click.option(
    "--seed", type=Whole(0, 2**63), default=0, show_default=True, metavar="N",
    help="The luck: the same number gives the same cards and dice.",
)  # fmt: skip
@click.option(
    "--jobs",
    type=Whole(1, 1024),
    metavar="N",
    help="Worker processes; default: one for each core.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="A dask scheduler whose workers play, as tcp://host:8786."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def rollout(**given: Any) -> int:
    """Judge a decision by playing on from it many times.

    FILE holds records; SAVE is a game as `aicore saves` calls it. MOVE is a number as `aicore
    review` and `aicore replay` print it, or `now` for where an unfinished game stands.

    Each candidate is played on after. All of them get the same cards and dice, and what the
    player could not know is dealt again each time. Actions that surely fall behind are dropped.
    The actions that you name and the one that was played are always rolled out; of a long list,
    so are those that quick playouts find best: docs/rollouts.md.
    """
    from aicore.cli.rollout import run  # late: --help needs none of it

    return run(**given)
