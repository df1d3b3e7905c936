"""`aicore study`: properties of a game between strong players, for game designers."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import GAME, SPEC, KeyValue, Number, Whole, examples, rules_option


@examples(
    """
    aicore study booster
    aicore study relics --seats 2 --games 500 --html relics.html
    aicore study relics --option rounds=10 --by mcts:sims=300
    aicore study gratis3 --seats 2 --against locations=7
    aicore study relics --against data=my_board.toml --json changes.json
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.option(
    "--seats", type=Whole(), multiple=True, metavar="N", help="Numbers of seats; default: all."
)
@rules_option
@click.option(
    "--against",
    type=KeyValue(),
    multiple=True,
    metavar="KEY=VALUE",
    help="Rule options of a variant, which plays the same deals; repeatable.",
)
@click.option(
    "--by",
    type=SPEC,
    default="mcts:sims=100",
    show_default=True,
    metavar="SPEC",
    help="The player that takes all seats.",
)
@click.option(
    "--games", type=Whole(1, 100_000), default=200, show_default=True, metavar="N",
    help="Games of each number of seats.",
)  # fmt: skip
@click.option(
    "--seed", type=Whole(0, 10**9), default=1, show_default=True, metavar="N",
    help="The luck of all deals.",
)  # fmt: skip
@click.option(
    "--pace", type=Number(0.1, 3600), default=6.0, show_default=True, metavar="S",
    help="Seconds that people take for a decision.",
)  # fmt: skip
@click.option("--no-ladder", is_flag=True, help="Leave out the ladder of skill.")
@click.option(
    "--jobs", type=Whole(1), metavar="N", help="Worker processes; default: one for each core."
)
@click.option(
    "--cluster", metavar="ADDRESS", help="A dask scheduler whose workers play, as tcp://host:8786."
)
@click.option("--html", metavar="PAGE", help="Write a page with plots, self-contained.")
@click.option("--json", "json_path", metavar="PATH", help="Write all figures; - prints them.")
@click.option("--quiet", is_flag=True, help="No progress, no tables.")
def study(**given: Any) -> int:
    """Play GAME between strong players and say what it is like.

    Whether seats are even, how long a game is and how long it stays open, how many choices there
    are and how many of them matter, how much skill counts, how games end, which cards and moves are
    used and who wins with them; each with its 95 % interval. What is out of line is marked. The
    same deals give the same figures with any number of workers. docs/study.md explains them.
    """
    from aicore.cli.study import run  # late: --help needs none of it

    return run(**given)
