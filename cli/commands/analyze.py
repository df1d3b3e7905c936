"""`aicore analyze`: analysis for programs, in lines of JSON."""

from __future__ import annotations

from typing import Any

from aicore.cli.options import SPEC, Whole, examples
from aicore.cli.spoken_help import command, option


@examples(
    """
    echo '{"id":1,"game":"connect_four","events":[[0,"d"]]}' | aicore analyze
    aicore analyze --by mcts:sims=20000 < queries.jsonl > answers.jsonl
    """
)
@command()
@option(
    "--by",
    type=SPEC,
    default="mcts",
    metavar="SPEC",
    show_default=True,
    help="Player that analyzes, unless the query names one.",
)
@option(
    "--workers",
    type=Whole(1, 256),
    metavar="N",
    help="Positions to search at a time; default: one per processor.",
)
@option("--trust", is_flag=True, help="Allow queries to read files and start programs.")
def analyze(**given: Any) -> None:
    """Answer queries about positions: candidates, chances, lines.

    Reads one query per line of input, and writes an answer for each position as soon as it is
    ready. Stops when the input ends. See docs/analysis.md.
    """
    from aicore.cli.analyze import run  # late: --help needs none of it

    run(**given)
