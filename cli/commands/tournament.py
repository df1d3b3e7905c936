"""`aicore tournament`: many games between players, and conclusions about their strength."""

from __future__ import annotations

from typing import Any

import click

from aicore.cli.options import (
    DEFAULT_GAMES,
    DEFAULT_MOVE_TIME,
    GAME,
    PATH,
    SPEC,
    Number,
    Whole,
    examples,
    levels_option,
    rules_option,
    seats_option,
    trust_option,
)


class EloPair(click.ParamType):  # type: ignore[type-arg]
    """Pair of Elo differences, the hypotheses of a test."""

    name = "elo0,elo1"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return the two numbers."""
        if isinstance(value, tuple):
            return value
        try:
            low, high = (float(part) for part in value.split(","))
        except ValueError:
            self.fail(f"{value!r}: write two Elo, as in --sprt 0,10", param, ctx)
        return low, high


@examples(
    """
    aicore tournament report booster.tournament
    aicore tournament report booster.tournament --html booster.html
    aicore tournament report booster.tournament --csv - --quiet
    aicore tournament report booster.tournament --records games.jsonl
    """
)
@click.command()
@click.argument("file", type=PATH)
@click.option("--html", type=str, metavar="PAGE", help="Write a page with plots, self-contained.")
@click.option("--csv", "csv_path", type=str, metavar="PATH", help="Write the ladder; - prints it.")
@click.option("--json", "json_path", type=str, metavar="PATH", help="Write all figures; - prints.")
@click.option("--records", type=str, metavar="PATH", help="Write every game's record; - prints.")
@click.option("--quiet", is_flag=True, help="No tables.")
def report(**given: Any) -> None:
    """Show the figures of a tournament's FILE, finished or not.

    Elo, or stakes, with 95 % intervals, points, ranks, who beats whom, seats, lengths, forfeits,
    speed.
    docs/tournaments.md says what each of them means. An earlier page or table is replaced, a file
    that holds a tournament or records never.
    """
    from aicore.cli.tournament_report import run  # late: --help needs none of it

    run(**given)


class Tournament(click.Command):
    """The command `tournament`, which delegates to another one when its first word is `report`."""

    @property
    def parts(self) -> dict[str, click.Command]:
        """Commands to delegate to, by their first word."""
        return {"report": report}

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Return the context of `tournament`, or of `tournament report`."""
        if args and args[0] in self.parts:
            part = self.parts[args[0]]
            return part.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@examples(
    """
    aicore tournament booster mcts greedy random --games 100
    aicore tournament ransom mcts:sims=100 greedy --games 200 --jobs 2
    aicore tournament gratis3 mcts greedy random --seats 3 --format gauntlet
    aicore tournament pig greedy random --sprt 0,20
    aicore tournament --resume booster.tournament
    aicore tournament report booster.tournament --html booster.html
    """
)
@click.command(cls=Tournament)
@click.argument("game", type=GAME, required=False)
@click.argument("specs", type=SPEC, nargs=-1, metavar="[SPEC...]")
@levels_option
@click.option(
    "--games",
    type=Whole(1),
    metavar="N",
    help="Games in all, rounded up so that each player has each seat equally often; default "
    f"{DEFAULT_GAMES}, for --sprt no limit.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["round-robin", "gauntlet"]),
    help="Everyone against everyone (default), or the first against the rest.",
)
@click.option(
    "--sprt",
    type=EloPair(),
    metavar="ELO0,ELO1",
    help="Stop as soon as it is clear whether the first of two players leads by ELO1 or by ELO0; "
    "in games for stakes, by so many chips a game.",
)
@click.option(
    "--elo",
    type=click.Choice(["logistic", "normalized"]),
    help="The Elo of --sprt: as in the ladder (default), or by the spread of results.",
)
@seats_option
@click.option("--seed", metavar="SEED", help="The luck, any number or word; drawn if not given.")
@rules_option
@click.option(
    "--move-time",
    type=Number(0),
    metavar="S",
    help="Seconds for a decision; a player that takes three times as long loses. 0: no limit; "
    f"default {DEFAULT_MOVE_TIME:g}.",
)
@click.option(
    "--luck/--no-luck",
    default=None,
    help="Measure each game's luck, for sharper figures; on by default, where there is any.",
)
@click.option(
    "--file", type=PATH, metavar="FILE", help="Where to keep it; default GAME.tournament."
)
@click.option("--resume", type=PATH, metavar="FILE", help="Continue the tournament in this file.")
@click.option(
    "--jobs", type=Whole(1), metavar="N", help="Worker processes; default: one for each core."
)
@click.option(
    "--cluster", metavar="ADDRESS", help="A dask scheduler whose workers play, as tcp://host:8786."
)
@trust_option
@click.option("--quiet", is_flag=True, help="No progress, no report: only the file.")
def tournament(**given: Any) -> int:
    """Play a tournament of GAME between the players named.

    Every deal is played with every seating, so that luck cancels; in games for one seat everyone
    plays the same deals. Everything is saved in one file: `aicore tournament --resume FILE` goes on
    with it after any interruption, and `aicore tournament report FILE` shows its figures again, or
    writes them as a page, a table or records.
    """
    from aicore.cli.tournament import run  # late: --help needs none of it

    return run(**given)
