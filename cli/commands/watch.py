"""`aicore watch`: games between computer players."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import (
    GAME,
    SPEC,
    Number,
    examples,
    levels_option,
    record_option,
    rules_option,
    seats_option,
    seed_option,
)
from aicore.cli.spoken_help import argument, command, option


@examples(
    """
    aicore watch tic_tac_toe mcts random
    aicore watch booster mcts greedy random --delay 1
    aicore watch booster mcts mcts --option target=15 --record games.jsonl
    aicore watch connect_four level:3 level:5
    aicore watch ransom mcts:sims=500 --seed 7 --json
    """
)
@command()
@argument("game", type=GAME)
@argument("specs", type=SPEC, nargs=-1, metavar="[SPEC...]")
@levels_option
@seats_option
@seed_option
@rules_option
@record_option
@option("--delay", type=Number(0, 60), default=0.0, metavar="S", help="Seconds between moves.")
@option("--scroll", is_flag=True, help="Print the positions one below another, as in a pipe.")
@option("--json", "as_json", is_flag=True, help="Print only the record of the game.")
def watch(**given: Any) -> None:
    """Watch computer players play GAME, all cards face up.

    Name a SPEC for each seat, or one for all seats. On a terminal, you can step through the game:
    space plays and pauses, the arrow keys step, n goes to the next turn, q quits.
    """
    from aicore.cli.watch import run  # late: --help needs none of it

    run(**given)
