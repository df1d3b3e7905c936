"""`aicore tournament`: many games between players, and conclusions about their strength."""

from __future__ import annotations

import math
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
from aicore.cli.spoken_help import Command, argument, command, option
from aicore.core.language import gettext as _


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
            wrong = _(
                "{value!r} is not a pair of Elo differences. Write two numbers, as in --sprt 0,10",
                value=value,
            )
            self.fail(wrong, param, ctx)
        return low, high


class AnchorElo(click.ParamType):  # type: ignore[type-arg]
    """Name and Elo of a player."""

    name = "anchor"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        """Return the name and the Elo."""
        if isinstance(value, tuple):
            return value
        name, equals, number = value.rpartition("=")
        try:
            elo = float(number)
        except ValueError:
            elo = math.nan
        if not (equals and name and abs(elo) <= 1e6):
            wrong = _(
                "{value!r} is not a player with its Elo. Write --anchor NAME=1500", value=value
            )
            self.fail(wrong, param, ctx)
        return name, elo


anchor_option = option(
    "--anchor",
    type=AnchorElo(),
    metavar="NAME=ELO",
    help="Rate all players from this one, whose Elo is given; by default the mean of all is 0.",
)


class ClockTime(click.ParamType):  # type: ignore[type-arg]
    """Seconds for a game, and an increment."""

    name = "clock"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return both numbers of seconds."""
        if isinstance(value, tuple):
            return value
        game, _plus, more = value.partition("+")
        try:
            seconds, increment = float(game), float(more or 0)
        except ValueError:
            seconds, increment = 0.0, 0.0
        if not (1e-3 <= seconds <= 1e9 and 0 <= increment <= 1e9):
            wrong = _(
                "{value!r} is not a clock. Write seconds, as in --clock 60 or --clock 60+0.5",
                value=value,
            )
            self.fail(wrong, param, ctx)
        return seconds, increment


@examples(
    """
    aicore tournament report booster.tournament
    aicore tournament report booster.tournament --html booster.html
    aicore tournament report booster.tournament --csv - --quiet
    aicore tournament report booster.tournament --anchor greedy=1500
    aicore tournament report booster.tournament --records games.jsonl
    """
)
@command()
@argument("file", type=PATH)
@option("--html", type=str, metavar="PAGE", help="Write a self-contained page with plots.")
@option("--csv", "csv_path", type=str, metavar="PATH", help="Write the ladder as CSV; - prints it.")
@option(
    "--json",
    "json_path",
    type=str,
    metavar="PATH",
    help="Write all figures as JSON; - prints them.",
)
@option(
    "--records", type=str, metavar="PATH", help="Write the records of all games; - prints them."
)
@option(
    "--notation",
    type=str,
    metavar="PATH",
    help="Write all games in the notation that other programs read, where the game has one; "
    "- prints them.",
)
@option(
    "--cross-csv",
    "cross_path",
    type=str,
    metavar="PATH",
    help="Write the results of all pairs as CSV; - prints them.",
)
@anchor_option
@option("--quiet", is_flag=True, help="Show no tables.")
def report(**given: Any) -> None:
    """Show the figures of a tournament's FILE, finished or not.

    Shows Elo or stakes with 95 % intervals, points, ranks, results between players, seats, lengths,
    forfeits and speed. docs/tournaments.md explains each of them. The options replace an earlier
    page or table, but never a file that contains a tournament or records.
    """
    from aicore.cli.tournament_report import run  # late: --help needs none of it

    run(**given)


@examples(
    """
    aicore tournament merge mine.tournament yours.tournament --file all.tournament
    aicore tournament merge monday.tournament tuesday.tournament
    """
)
@command()
@argument("files", type=PATH, nargs=-1, required=True, metavar="FILE FILE...")
@option(
    "--file",
    type=PATH,
    metavar="FILE",
    help="File to save the merged tournament in; default merged.tournament.",
)
@option("--quiet", is_flag=True, help="Show no report; only write the file.")
def merge(**given: Any) -> None:
    """Merge the tournaments in several FILEs into a new one.

    They need the same rules and the same players, down to the digests of data, networks and
    programs. If they have different seeds, all of their games count. If they have the same seed,
    they hold parts of one tournament, and each game counts once. Games that are still missing are
    played with `aicore tournament --resume`.
    """
    from aicore.cli.tournament_merge import run  # late: --help needs none of it

    run(**given)


class Tournament(Command):
    """Command `tournament`, which delegates to `report` or `merge` by its first word."""

    @property
    def parts(self) -> dict[str, click.Command]:
        """Commands to delegate to, by their first word."""
        return {"report": report, "merge": merge}

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Return the context of `tournament`, or of the command that the first word names."""
        word = args[0].removeprefix("--") if args and args[0] in ("--merge", *self.parts) else ""
        if word:
            return self.parts[word].make_context(f"{info_name} {word}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@examples(
    """
    aicore tournament booster mcts greedy random --games 100
    aicore tournament ransom mcts:sims=100 greedy --games 200 --jobs 2
    aicore tournament gratis3 mcts greedy random --seats 3 --format gauntlet
    aicore tournament pig greedy random --sprt 0,20
    aicore tournament pig mcts flat greedy random --format swiss
    aicore tournament --resume booster.tournament
    aicore tournament --resume booster.tournament --add flat --games 300
    aicore tournament report booster.tournament --html booster.html
    """
)
@command(cls=Tournament)
@argument("game", type=GAME, required=False)
@argument("specs", type=SPEC, nargs=-1, metavar="[SPEC...]")
@levels_option
@option(
    "--games",
    type=Whole(1),
    metavar="N",
    help="Total games, rounded up so that each player gets each seat equally often; default "
    "{games}; with --sprt as many as it takes.",
    slots={"games": DEFAULT_GAMES},
)
@option(
    "--format",
    "style",
    type=click.Choice(["round-robin", "gauntlet", "swiss", "knockout"]),
    help="round-robin: everyone plays everyone (default); gauntlet: the first plays all others; "
    "swiss: players with equally many points meet; knockout: winners go on, seeded as listed.",
)
@option(
    "--rounds",
    type=Whole(1),
    metavar="N",
    help="Rounds of a Swiss tournament; the default depends on the number of players.",
)
@option(
    "--team",
    type=Whole(1, 8),
    metavar="N",
    help="Each N players in the list are a team: partners sit at one table, opposite each other.",
)
@option(
    "--openings",
    type=PATH,
    metavar="FILE",
    help="Begin games with the moves in this file, an opening per line, each from all sides.",
)
@option(
    "--opening-plies",
    type=Whole(1, 1000),
    metavar="N",
    help="Begin games with N random moves, drawn once for everybody, each from all sides.",
)
@option(
    "--adjudicate",
    type=click.Choice(["proven", "agree"]),
    multiple=True,
    help="End a game when a search has proven its result, or when all players agree who wins; "
    "repeatable.",
)
@option(
    "--clock",
    type=ClockTime(),
    metavar="S[+S]",
    help="Seconds per player and game, and seconds added for each decision, as in 60+0.5; "
    "a player whose time is up loses.",
)
@option(
    "--sprt",
    type=EloPair(),
    metavar="ELO0,ELO1",
    help="Stop once it is clear whether the first of two players leads by ELO1 or by ELO0; "
    "in games for stakes, by that many chips per game.",
)
@option(
    "--elo",
    type=click.Choice(["logistic", "normalized"]),
    help="Elo scale for --sprt: as in the ladder (default), or relative to the spread of results.",
)
@anchor_option
@seats_option
@option("--seed", metavar="SEED", help="Seed of the luck, any number or word; random by default.")
@rules_option
@option(
    "--move-time",
    type=Number(0),
    metavar="S",
    help="Seconds per decision; a player that takes three times as long loses. 0: no limit; "
    "default {seconds:g}.",
    slots={"seconds": DEFAULT_MOVE_TIME},
)
@option(
    "--luck/--no-luck",
    default=None,
    help="Measure the luck in each game, for sharper figures; on by default in games with luck.",
)
@option(
    "--file",
    type=PATH,
    metavar="FILE",
    help="File to save the tournament in; default GAME.tournament.",
)
@option(
    "--resume",
    type=PATH,
    metavar="FILE",
    help="Continue the tournament in this file; with --games N or --add SPEC, extend it.",
)
@option(
    "--add",
    "added",
    type=SPEC,
    multiple=True,
    metavar="SPEC",
    help="With --resume, let another player join, who plays what the others have played; "
    "repeatable.",
)
@option("--jobs", type=Whole(1), metavar="N", help="Worker processes; default: one per core.")
@option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this dask scheduler, as in tcp://host:8786.",
)
@trust_option
@option(
    "--dry-run",
    is_flag=True,
    help="List the pairings, their deals and an estimate of the time; play and save nothing.",
)
@option(
    "--html",
    type=str,
    metavar="PAGE",
    help="Keep the report as a page while games are played; a browser loads it again by itself.",
)
@option(
    "--json-lines",
    is_flag=True,
    help="Print a line of JSON for the start, each game, progress and the end, in place of tables.",
)
@option("--quiet", is_flag=True, help="Show no progress and no report; only write the file.")
def tournament(**given: Any) -> int:
    """Run a tournament of GAME between players.

    Every deal is played with every seating, so that luck cancels out. In games for one seat,
    everyone plays the same deals. Everything is saved in one file. `aicore tournament --resume
    FILE` continues it after any interruption, or extends it. `aicore tournament report FILE` shows
    its figures again, or writes them as a page, a table or records. `aicore tournament merge FILE
    FILE` joins the games of several files.

    \b
    Exit codes:
      0    played; with --sprt: accepted, ELO1 holds
      1    with --sprt: rejected, ELO0 holds
      2    an error, such as wrong input
      3    with --sprt: undecided in the end
      130  interrupted; --resume FILE continues
    """
    from aicore.cli.tournament import run  # late: --help needs none of it

    return run(**given)
