"""`aicore compliance`: a program checked against the engine protocol."""

from __future__ import annotations

from rich.text import Text

from aicore.cli.screen import make_console
from aicore.cli.streams import say
from aicore.core.language import gettext as _
from aicore.core.registry import load
from aicore.players.compliance import check
from aicore.players.external import require_program


def run(command: tuple[str, ...], games: tuple[str, ...], move_time: float) -> int:
    """Run `aicore compliance`."""
    require_program(command[0])
    console = make_console()
    failed = 0
    rules = [load(name) for name in games or ("tic_tac_toe", "leduc_poker", "booster")]
    for finding in check(list(command), rules, move_time):
        mark, style = {
            True: (_("ok  "), "green"),
            False: (_("FAIL"), "bold red"),
            None: (_("note"), "yellow"),
        }[finding.passed]
        failed += finding.passed is False
        line = Text.assemble("  ", (mark, style), f" {finding.name}: {finding.seen}")
        console.print(line, soft_wrap=True)
    summary = (
        _("{n} of its checks failed", n=failed) if failed else _("the program follows the protocol")
    )
    say(f"  {summary}")
    return 1 if failed else 0
