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
    aicore study ./liars.py --seats 3 --option dice=3,4,5 --train 10
    aicore study gratis3 --seats 2 --against locations=7
    aicore study relics --against data=my_board.toml --json changes.json
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.option(
    "--seats",
    type=Whole(),
    multiple=True,
    metavar="N",
    help="Number of seats; repeatable; default: all.",
)
@rules_option
@click.option(
    "--against",
    type=KeyValue(),
    multiple=True,
    metavar="KEY=VALUE",
    help="Compare with a variant with this rule option, on the same deals; repeatable.",
)
@click.option(
    "--by",
    type=SPEC,
    default="mcts:sims=100",
    show_default=True,
    metavar="SPEC",
    help="Player for all seats.",
)
@click.option(
    "--games", type=Whole(1, 100_000), default=200, show_default=True, metavar="N",
    help="Games for each number of seats.",
)  # fmt: skip
@click.option(
    "--seed", type=Whole(0, 10**9), default=1, show_default=True, metavar="N",
    help="Seed of the deals.",
)  # fmt: skip
@click.option(
    "--pace", type=Number(0.1, 3600), default=6.0, show_default=True, metavar="S",
    help="Seconds a person takes per decision.",
)  # fmt: skip
@click.option("--no-ladder", is_flag=True, help="Skip the skill ladder.")
@click.option(
    "--train", type=Number(0.05, 86_400), metavar="M",
    help="First train a network for each variant without one, M minutes each.",
)  # fmt: skip
@click.option("--jobs", type=Whole(1), metavar="N", help="Worker processes; default: one per core.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this dask scheduler, as in tcp://host:8786.",
)
@click.option("--html", metavar="PAGE", help="Write a self-contained page with plots.")
@click.option(
    "--json", "json_path", metavar="PATH", help="Write all figures as JSON; - prints them."
)
@click.option("--quiet", is_flag=True, help="Show no progress and no tables.")
def study(**given: Any) -> int:
    """Measure GAME's balance, length, choices and skill.

    Strong computer players play many games. The report shows whether the seats are even, how long
    a game lasts and stays open, how many choices there are and how many matter. It also shows how
    much skill counts, how games end, and which cards and moves are used and by whom they win. Each
    figure has its 95 % interval, and unusual ones are marked. The same deals give the same figures
    with any number of workers. An option with several values, as in dice=3,4,5, compares these
    variants on the same deals. A plain game plays by its own network, if it has one for these
    options. See docs/study.md.
    """
    from aicore.cli.study import run  # late: --help needs none of it

    return run(**given)
