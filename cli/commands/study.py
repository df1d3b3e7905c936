"""`aicore study`: properties of a game between strong players, for game designers."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import GAME, SPEC, KeyValue, Number, Whole, examples, rules_option
from aicore.cli.spoken_help import argument, command, option


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
@command()
@argument("game", type=GAME)
@option(
    "--seats",
    type=Whole(),
    multiple=True,
    metavar="N",
    help="Number of seats; repeatable; default: all.",
)
@rules_option
@option(
    "--against",
    type=KeyValue(),
    multiple=True,
    metavar="KEY=VALUE",
    help="Compare with a variant with this rule option, on the same deals; repeatable.",
)
@option(
    "--by",
    type=SPEC,
    default="mcts:sims=100",
    show_default=True,
    metavar="SPEC",
    help="Player for all seats.",
)
@option(
    "--games", type=Whole(1, 100_000), default=200, show_default=True, metavar="N",
    help="Games for each number of seats.",
)  # fmt: skip
@option(
    "--seed", type=Whole(0, 10**9), default=1, show_default=True, metavar="N",
    help="Seed of the deals.",
)  # fmt: skip
@option(
    "--pace", type=Number(0.1, 3600), default=6.0, show_default=True, metavar="S",
    help="Seconds a person takes per decision.",
)  # fmt: skip
@option("--no-ladder", is_flag=True, help="Skip the skill ladder.")
@option(
    "--train", type=Number(0.05, 86_400), metavar="M",
    help="First train a network for each variant without one, M minutes each.",
)  # fmt: skip
@option("--jobs", type=Whole(1), metavar="N", help="Worker processes; default: one per core.")
@option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this dask scheduler, as in tcp://host:8786.",
)
@option("--html", metavar="PAGE", help="Write a self-contained page with plots.")
@option("--json", "json_path", metavar="PATH", help="Write all figures as JSON; - prints them.")
@option("--quiet", is_flag=True, help="Show no progress and no tables.")
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
