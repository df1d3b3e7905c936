"""`aicore rollout`: a decision of a game, judged by many games played on after each action."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import RECORD, SPEC, Whole, examples
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore rollout games.jsonl 83
    aicore rollout games.jsonl 83 end escape --by mcts:sims=200 --games 400
    aicore rollout 3f0a now        current position of a saved game
    aicore rollout games.jsonl 12 --game 3 --json | jq .candidates
    """
)
@command()
@argument("what", type=RECORD, metavar="FILE|SAVE")
@argument("move", metavar="MOVE")
@argument("actions", nargs=-1, metavar="[ACTION]...")
@option("--game", "which", type=Whole(), default=1, metavar="N", help="Use the Nth game in FILE.")
@option(
    "--by",
    type=SPEC,
    metavar="SPEC",
    help="Player for all seats; default: the strongest that takes two minutes at most.",
)
@option(
    "--games", type=Whole(1, 1_000_000), metavar="N",
    help="Maximum number of games per action; default: 200, fewer if they take long.",
)  # fmt: skip
@option("--only", is_flag=True, help="Roll out only the ACTIONs and the move that was played.")
@option(
    "--seed", type=Whole(0, 2**63), default=0, show_default=True, metavar="N",
    help="Seed of the luck: the same number gives the same cards and dice.",
)  # fmt: skip
@option(
    "--jobs",
    type=Whole(1, 1024),
    metavar="N",
    help="Worker processes; default: one per core.",
)
@option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this dask scheduler, as in tcp://host:8786.",
)
@option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rollout(**given: Any) -> int:
    """Judge a decision by playing it out many times.

    FILE contains records; SAVE is the name of a game in `aicore saves`. MOVE is a move number from
    `aicore review` or `aicore replay`, or `now` for the current position of an unfinished game.

    Every candidate is played out on the same cards and dice. Each time, cards that the player could
    not know are dealt again. Actions that clearly fall behind are dropped. The ACTIONs that you
    name and the one that was played are always rolled out. If there are many others, only the best
    by quick playouts are. Without `--by`, the game's script is asked as well, and the verdict is
    "unclear" where it prefers the other action. See docs/rollouts.md.
    """
    from aicore.cli.rollout import run  # late: --help needs none of it

    return run(**given)
