"""`aicore bench`: speed of games and searchers on this machine."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import GAME, Number, Whole, examples
from aicore.cli.spoken_help import argument, command, option
from aicore.cli.streams import say


@examples(
    """
    aicore bench
    aicore bench booster --seconds 5
    aicore bench booster --sims 20000 --threads 4 --json
    aicore bench ./liars.py --profile
    aicore bench --signature
    """
)
@command()
@argument("game", type=GAME, required=False)
@option("--json", "as_json", is_flag=True, help="Print one JSON object per game.")
@option(
    "--sims",
    type=Whole(1),
    metavar="N",
    help="Simulations for mcts; default: as many as fit into --seconds.",
)
@option(
    "--threads",
    type=Whole(1),
    default=1,
    metavar="N",
    show_default=True,
    help="Threads for mcts.",
)
@option(
    "--seconds",
    type=Number(0, min_open=True),
    default=1.0,
    metavar="S",
    show_default=True,
    help="Time for each measurement.",
)
@option(
    "--profile",
    "profiled",
    is_flag=True,
    help="Instead, show the lines of a game in plain Python that a search waits for.",
)
@option(
    "--signature",
    "signed",
    is_flag=True,
    help="Instead, print a hash of each player's decisions in fixed positions.",
)
def bench(game: str | None, signed: bool, profiled: bool, **given: Any) -> None:
    """Measure the speed of a game's rules and searches.

    Shows the moves and random games per second, the time to copy a state, the mcts simulations and
    expectimax nodes per second, and the bytes per node. Without GAME, it measures all games in
    turn.
    """
    if signed:
        # late: --help needs neither, and a hash needs no tables
        from aicore.arena.signature import signatures
        from aicore.core.registry import names

        for name in [game] if game else names():
            for spec, digits in signatures(name).items():
                say(f"{name} {spec} {digits}")
    elif profiled:
        from aicore.cli.bench import profile  # late: --help needs none of it

        profile(game, given["seconds"])
    else:
        from aicore.cli.bench import run  # late: --help needs none of it

        run(game, **given)
