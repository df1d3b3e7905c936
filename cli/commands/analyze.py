"""`aicore analyze`: analysis for programs, in lines of JSON."""

from __future__ import annotations

import json
import sys
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
def analyze(by: str, workers: int | None, trust: bool) -> None:
    """Answer queries about positions: candidates, chances, lines.

    It reads a query from each line of its input and writes an answer for each position, as soon as
    it is ready, until the input ends: docs/analysis.md.
    """
    # late: --help needs none of it
    from aicore.core.parameter import complete
    from aicore.core.processors import processors
    from aicore.players import player_class
    from aicore.players.spec import split
    from aicore.study.analysis_pool import AnalysisPool

    name, given = split(by)
    kind = player_class(name)
    if kind.NAME == "human":
        raise click.UsageError("player human does not think by itself: name one that does")
    complete(f"player {name}", kind.PARAMETERS, given)  # a wrong key is wrong in every game
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

    def say(message: dict[str, Any]) -> None:
        sys.stdout.write(encode(message) + "\n")
        sys.stdout.flush()

    AnalysisPool(workers or processors(), by, trust, say).serve(sys.stdin.buffer)
