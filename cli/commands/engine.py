"""`aicore engine` and `aicore compliance`: our players as programs, and programs as our players."""

from __future__ import annotations

import sys

import click

from aicore.cli.options import GAME, SPEC, Number, examples
from aicore.cli.streams import say


@examples(
    """
    aicore engine mcts:sims=500
    aicore tournament booster "engine:aicore engine greedy" greedy --games 20
    """
)
@click.command()
@click.argument("spec", type=SPEC)
def engine(spec: str) -> None:
    """Be a program that plays as SPEC does, by the engine protocol.

    It reads a message from each line of its input and answers with a line of its output, until it
    reads `quit` or the input ends: docs/engine-protocol.md.
    """
    # late: --help needs none of it
    from aicore.core.parameter import complete
    from aicore.players import player_class
    from aicore.players.serve import serve
    from aicore.players.spec import split

    name, given = split(spec)
    kind = player_class(name)
    if kind.NAME in ("human", "engine"):
        raise click.UsageError(f"player {kind.NAME} is no engine: name one that thinks by itself")
    complete(f"player {name}", kind.PARAMETERS, given)  # a wrong key is wrong in every game
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        serve(spec, sys.stdin.buffer, sys.stdout)
    except KeyboardInterrupt:
        return


@examples(
    """
    aicore compliance --game booster ./my-engine
    aicore compliance python3 docs/engines/first.py
    aicore compliance aicore engine greedy
    """
)
@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument(
    "command", nargs=-1, required=True, metavar="PATH [ARGS...]", type=click.UNPROCESSED
)
@click.option(
    "--game",
    "games",
    type=GAME,
    multiple=True,
    metavar="GAME",
    help="A game that it plays; repeatable; default: tic_tac_toe, leduc_poker, booster.",
)
@click.option(
    "--move-time",
    type=Number(0, min_open=True),
    default=1.0,
    metavar="S",
    show_default=True,
    help="Seconds for a decision; three times as long fails.",
)
def compliance(command: tuple[str, ...], games: tuple[str, ...], move_time: float) -> int:
    """Check that a program follows the engine protocol.

    PATH ARGS is how it is started; our options come before PATH. The exit code is 0 when every
    check passes, 1 otherwise.
    """
    # late: --help needs none of it
    from rich.text import Text

    from aicore.cli.screen import make_console
    from aicore.core.registry import load
    from aicore.players.compliance import check
    from aicore.players.external import require_program

    require_program(command[0])
    console = make_console()
    failed = 0
    rules = [load(name) for name in games or ("tic_tac_toe", "leduc_poker", "booster")]
    for finding in check(list(command), rules, move_time):
        mark, style = {
            True: ("ok  ", "green"),
            False: ("FAIL", "bold red"),
            None: ("note", "yellow"),
        }[finding.passed]
        failed += finding.passed is False
        line = Text.assemble("  ", (mark, style), f" {finding.name}: {finding.seen}")
        console.print(line, soft_wrap=True)
    say("  it follows the protocol" if not failed else f"  {failed} of its checks failed")
    return 1 if failed else 0
