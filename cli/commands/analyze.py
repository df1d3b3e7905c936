"""`aicore analyze`: analysis for programs, in lines of JSON."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import SPEC, Whole, examples


@examples(
    """
    echo '{"id":1,"game":"connect_four","events":[[0,"d"]]}' | aicore analyze
    aicore analyze --by mcts:sims=20000 < queries.jsonl > answers.jsonl
    """
)
@click.command()
@click.option(
    "--by",
    type=SPEC,
    default="mcts",
    metavar="SPEC",
    show_default=True,
    help="Who thinks, unless a query names a player.",
)
@click.option(
    "--workers",
    type=Whole(1, 256),
    metavar="N",
    help="Positions searched at a time; default: one for each processor.",
)
@click.option("--trust", is_flag=True, help="Let queries name files and start programs.")
def analyze(**given: Any) -> None:
    """Answer queries about positions: candidates, chances, lines.

    It reads a query from each line of its input and writes an answer for each position, as soon as
    it is ready, until the input ends: docs/analysis.md.
    """
    from aicore.cli.analyze import run  # late: --help needs none of it

    run(**given)
