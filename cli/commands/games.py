"""Commands that list games, their rules, and players."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import GAME, examples
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore games
    aicore play booster --option target=15
    """
)
@command()
@option("--json", "as_json", is_flag=True, help="Print one JSON object per game.")
def games(**given: Any) -> None:
    """List the games, with their seats and rule options."""
    from aicore.cli.games import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore rules ransom
    aicore rules ransom boost          the section on a word
    aicore rules ransom --law          complete, with notation, state and source
    aicore rules ransom --arrays       input and output of networks
    aicore rules ransom | less
    """
)
@command()
@argument("game", type=GAME)
@argument("word", nargs=-1)
@option("--law", is_flag=True, help="Show the complete rules, for programmers and researchers.")
@option(
    "--arrays", is_flag=True, help="Show the action words and the observation fields for networks."
)
def rules(**given: Any) -> None:
    """Show the rules of GAME, or their section on WORD."""
    from aicore.cli.rules import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore players
    aicore players --game booster
    aicore play booster --vs mcts:sims=5000
    """
)
@command()
@option("--game", type=GAME, metavar="GAME", help="Show the defaults for this game.")
@option("--json", "as_json", is_flag=True, help="Print one JSON object per player.")
def players(**given: Any) -> None:
    """List the players, with their parameters.

    A spec is a name, or a name and parameters: mcts, mcts:sims=2000,c=0.7
    """
    from aicore.cli.players import run  # late: --help needs none of it

    run(**given)
