"""`aicore engine` and `aicore compliance`: players as programs, and a check of such programs."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import GAME, SPEC, Number, examples
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore engine mcts:sims=500
    aicore tournament booster "engine:aicore engine greedy" greedy --games 20
    """
)
@command()
@argument("spec", type=SPEC)
def engine(**given: Any) -> None:
    """Run SPEC as an engine.

    Reads one message per line of input and answers each with a line of output, until it reads
    `quit` or the input ends. See docs/engine-protocol.md.
    """
    from aicore.cli.engine import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore compliance --game booster ./my-engine
    aicore compliance python3 docs/engines/first.py
    aicore compliance aicore engine greedy
    """
)
@command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@argument("command", nargs=-1, required=True, metavar="PATH [ARGS...]", type=click.UNPROCESSED)
@option(
    "--game",
    "games",
    type=GAME,
    multiple=True,
    metavar="GAME",
    help="Check it in this game; repeatable; default: tic_tac_toe, leduc_poker, booster.",
)
@option(
    "--move-time",
    type=Number(0, min_open=True),
    default=1.0,
    metavar="S",
    show_default=True,
    help="Seconds per decision; it fails if it takes three times as long.",
)
def compliance(**given: Any) -> int:
    """Check that a program follows the engine protocol.

    PATH ARGS is the command that starts the program. Put the options below before PATH. The exit
    code is 0 if every check passes, else 1.
    """
    from aicore.cli.compliance import run  # late: --help needs none of it

    return run(**given)
