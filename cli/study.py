"""`aicore study`: properties of a game between strong players, for game designers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click
from rich.text import Text

from aicore.arena.figures import Mean
from aicore.cli.live import LiveDisplay, Rhythm
from aicore.cli.outputs import Write, outputs_of, write_all
from aicore.cli.screen import grouped, heading, make_console, table
from aicore.cli.streams import say
from aicore.cli.tournament_live import Pace, drawn_pace
from aicore.core.language import gettext as _
from aicore.core.language import ngettext, pgettext
from aicore.core.registry import info
from aicore.players.spec import split
from aicore.study.compare import differences
from aicore.study.finding import format_mean
from aicore.study.findings import findings
from aicore.study.games import Games, deals_of, workers
from aicore.study.luck import luck
from aicore.study.naming import titled
from aicore.study.page import page
from aicore.study.played_game import Design, PlayedGame, design_of
from aicore.study.report import Report, title_of, variant
from aicore.study.significance import marked
from aicore.study.skill import games_of_deal, rungs, skill

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

STEP_SHARE = 0.4  # games of a ladder step for each game of the study
MIN_STEP_DEALS = 20  # minimum number of deals per ladder step


def run(
    game: str,
    seats: tuple[int, ...],
    options: tuple[tuple[str, str], ...],
    against: tuple[tuple[str, str], ...],
    by: str,
    games: int,
    seed: int,
    pace: float,
    no_ladder: bool,
    train: float | None,
    jobs: int | None,
    cluster: str | None,
    html: str | None,
    json_path: str | None,
    quiet: bool,
) -> int:
    """Run `aicore study`."""
    if cluster is not None and jobs is not None:
        raise click.UsageError(_("--jobs cannot be used with --cluster, which has its own workers"))
    outputs = outputs_of({"--html": html, "--json": json_path})
    if train is not None:
        _require_untrained(by)
    designs, variants = _compared(game, seats, options, against, by)
    if train is not None:
        for design in dict.fromkeys(designs):
            _train(design, train, jobs, quiet)
    designs = [_with_network(design) for design in designs]
    variants = [None if design is None else _with_network(design) for design in variants]
    console = make_console()
    deals = deals_of(seed, games)
    progress = Progress(console, _games(designs, variants, games, no_ladder), quiet,
                        error=any(output.printed for output in outputs.values()))  # fmt: skip
    reports: list[Report] = []
    played: dict[Design, list[PlayedGame]] = {}
    with workers(jobs, cluster) as pool:
        for number, design in enumerate(designs):
            reports.append(
                _study(
                    progress, pool, design, variants[number], len(designs), deals,
                    [] if no_ladder else deals_of(seed, _step_deals(design, games)), pace, played,
                )
            )  # fmt: skip
            if pool.stopped and not reports[-1].games:
                reports.pop()
            elif not quiet and json_path != "-":
                show(console, reports[-1])
            if pool.stopped:
                break
    if pool.stopped:
        _say_stopped(reports, len(deals))
    if not quiet and json_path != "-":
        _sum_up(console, reports)
        _compare_side_by_side(console, reports)

    writers: dict[str, Write] = {
        "--html": lambda file: file.write(page(reports)),
        "--json": lambda file: file.write(
            json.dumps([report.to_dict() for report in reports], allow_nan=False) + "\n"
        ),
    }
    write_all(outputs, writers)
    if not quiet:
        for output in outputs.values():
            if not output.printed:
                note = _("written: {file}", file=output.given)
                say(f"  {note}")
    return 130 if pool.stopped else 0


def _designs(
    name: str, seats: Sequence[int], options: Sequence[tuple[str, str]], by: str
) -> Iterator[Design]:
    """Yield the game with each number of seats. Raises UnknownGame, OptionError, SpecError."""
    if split(by)[0] == "human":
        raise click.UsageError(
            _("--by human: name a computer player; people play in `aicore play`")
        )
    fewest, most = info(name).seats
    for number in dict.fromkeys(seats or range(fewest, most + 1)):
        yield design_of(name, number, dict(options), by)


def _require_untrained(by: str) -> None:
    """Raise click.UsageError unless the study's player can use a game's own network."""
    name, values = split(by)
    if name != "mcts" or "net" in values:
        raise click.UsageError(
            _("--train needs --by mcts without net=, so that it plays by the trained networks")
        )


def _train(design: Design, minutes: float, jobs: int | None, quiet: bool) -> None:
    """Train a network for a design that has none, and store it beside the game's file."""
    # late: NumPy is an extra, and most studies need no network
    from aicore.cli.train import train_own
    from aicore.players.networks import trained

    if not trained(design.load()):
        train_own(design.load(), minutes, jobs, quiet)


def _with_network(design: Design) -> Design:
    """Return the design with the game's own network as its judge, if there is one that fits.

    Only plain games need that. For others, the network's card says whether it helps.
    """
    from aicore.players.networks import trained  # late: it takes time

    name, values = split(design.by)
    game = design.load()
    if name != "mcts" or "net" in values or not game.scripted or not trained(game):
        return design
    return replace(design, by=f"{design.by}{',' if values else ':'}net=own")


def _compared(
    name: str, seats: Sequence[int], options: Sequence[tuple[str, str]],
    against: Sequence[tuple[str, str]], by: str,
) -> tuple[list[Design], list[Design | None]]:  # fmt: skip
    """Return the designs to study, and for each the one to compare it with.

    An option with several values, as in 4,5,6, gives a design for each; all are compared with the
    first. Raises UnknownGame, OptionError, SpecError.
    """
    several = [key for key, value in options if "," in value]
    if not several:
        designs = list(_designs(name, seats, options, by))
        if not against:
            return designs, [None] * len(designs)
        return designs, [*_designs(name, seats, (*options, *against), by)]
    if len(several) > 1 or against:
        raise click.UsageError(
            _("--option can have several values for one option only, and not with --against")
        )
    groups = [
        list(_designs(name, seats, [(k, value if k == several[0] else v) for k, v in options], by))
        for value in dict(options)[several[0]].split(",")
    ]
    pairs = [(design, first) for first, *others in zip(*groups, strict=True)
             for design in (first, *others)]  # fmt: skip
    return [design for design, _first in pairs], [
        None if design == first else first for design, first in pairs
    ]


class Progress(LiveDisplay):
    """Progress of all designs of a study: a bar on a terminal, lines elsewhere.

    Use it as a context manager for each design.

    Args:
        games: number of games of the whole study.
        error: whether lines go to standard error, because the output is for a program.
    """

    def __init__(self, console: Console, games: int, quiet: bool, error: bool = False) -> None:
        super().__init__(console, quiet)
        self.quiet, self.error = quiet, error
        self.label = ""
        """Name of the design that is played."""
        self._pace = Pace(0, games)
        self._rhythm = Rhythm()

    def advance(self, games: int) -> None:
        """Count games."""
        self._pace.count(games)
        if not self.shown and not self.quiet and self._rhythm.due():
            say(f"  {self.label}: {self._pace.words()}", error=self.error)

    def draw(self) -> RenderableType:
        return drawn_pace(self._pace, f" · {self.label}")


def _step_deals(design: Design, games: int) -> int:
    """Return the number of deals of each ladder step: fewer where a deal is more games."""
    return max(MIN_STEP_DEALS, round(STEP_SHARE * games / games_of_deal(design)))


def _games(
    designs: Sequence[Design], variants: Sequence[Design | None], games: int, no_ladder: bool
) -> int:
    """Return the number of games of a study."""
    each = len({*designs, *(variant for variant in variants if variant is not None)})
    steps = (
        _step_deals(design, games) * games_of_deal(design) * (len(rungs(design)) - 1)
        for design in designs
    )
    return each * games + (0 if no_ladder else sum(steps))


def _study(
    progress: Progress,
    pool: Games,
    design: Design,
    variant: Design | None,
    studies: int,
    deals: Sequence[str],
    step_deals: Sequence[str],
    pace: float,
    played: dict[Design, list[PlayedGame]],
) -> Report:
    """Study a design, and compare it with a variant.

    Args:
        variant: the design to compare it with, if any.
        studies: the number of designs, which sets how unusual a figure must be to be marked.
        deals: the deals of the study's games.
        step_deals: the deals of each step of the skill ladder; none for no ladder.
        played: the games of each design so far, to which this adds.
    """
    progress.label = title_of(design)
    with progress:
        games = played[design] = pool.play(design, deals, progress.advance)
        if not games:
            return Report(design, 0, (), ())
        figures = [*findings(design, games, pace), *luck(games)]
        ladder = pool.steps(design, step_deals, progress.advance) if step_deals else []
        if ladder:
            figures += skill(design, ladder)
        figures = marked(figures, studies)
        if variant is None:
            return Report(design, len(games), tuple(figures), tuple(games))
        if variant not in played:
            played[variant] = pool.play(variant, deals, progress.advance)
    if pool.stopped:  # too few deals have been played by both for a comparison
        return Report(design, len(games), tuple(figures), tuple(games))
    others = findings(variant, played[variant], pace)
    return Report(
        design, len(games), tuple(figures), tuple(games), variant,
        tuple(differences(figures, others, studies)),
    )  # fmt: skip


def _say_stopped(reports: Sequence[Report], asked: int) -> None:
    """Print how many games were played before Ctrl-C. Raises click.Abort if there are none."""
    if not reports:
        say(_("Stopped before the first game was over, so there is nothing to report."), error=True)
        raise click.Abort
    last = reports[-1]
    note = _("Stopped by Ctrl-C. The report for {title} covers {n} of {asked} games.",
             title=last.title, n=last.games, asked=asked)  # fmt: skip
    say(note, error=True)


def show(console: Console, report: Report) -> None:
    """Print a report on a terminal: sections of sentences, with marks on unusual ones."""
    note = _("{n} games by {player}", n=grouped(report.games), player=report.design.by)
    console.print(heading(report.title, note=note))
    listing = table("", "", "")
    listing.show_header = False
    for name, section in report.sections():
        for number, finding in enumerate(section):
            listing.add_row(
                Text("" if number else name, "bold cyan"),
                Text("!" if finding.mark else "", "bold yellow"),
                Text(finding.sentence, "yellow" if finding.mark else ""),
            )
    console.print(listing)
    _show_things(console, report)
    if report.against is None:
        return
    head = _("compared with {variant}", variant=variant(report))
    console.print(heading(head, note=_("on the same deals")))
    changes = report.changes()
    if not changes:
        none = _("None of the {n} figures differs by more than luck.", n=len(report.differences))
        console.print(f"  {none}")
        return
    named = titled(report.design)
    columns = (_("here"), _("there"), _("difference"))
    listing = table("", *columns, right=columns)
    for each in changes:
        one, two = (
            format_mean(Mean(value, None, None), each.unit) for value in (each.one, each.two)
        )
        listing.add_row(Text(named(each.name), "cyan"), one, two, each.figure)
    console.print(listing)


def _show_things(console: Console, report: Report) -> None:
    rows = report.things()
    if not rows:
        return
    columns = [title for _name, title in report.columns]
    listing = table(_("Things"), *columns, right=columns)
    for thing, figures, mark in rows:
        cells = [Text(figure, "yellow" if mark else "") for figure in figures]
        listing.add_row(Text(thing, "yellow" if mark else "cyan"), *cells)
    console.print(listing)
    left = len(report.used) - len(rows)
    if left:
        more = _("and {n} more; --html and --json list them all", n=left)
        console.print(f"  {more}", style="dim")


def _compare_side_by_side(console: Console, reports: Sequence[Report]) -> None:
    """Print the figures in which variants differ by more than luck, side by side."""
    others = [report for report in reports if report.against is not None]
    firsts = [report for report in reports if any(one.against == report.design for one in others)]
    for first in firsts:
        compared = [report for report in others if report.against == first.design]
        names = list(
            dict.fromkeys(each.name for one in compared for each in one.differences if each.sure)
        )
        titles = [variant_values(report.design) for report in (first, *compared)]
        head = ngettext("variants with {n} seat", "variants with {n} seats", first.design.seats)
        console.print(heading(head, note=_("on the same deals")))
        if not names:
            none = _("No figure differs by more than luck.")
            console.print(f"  {none}")
            continue
        listing, named = table("", *titles, right=titles), titled(first.design)
        for name in names:
            figures = [{each.name: each.figure for each in report.findings}.get(name, "-")
                       for report in (first, *compared)]  # fmt: skip
            listing.add_row(Text(named(name), "cyan"), *figures)
        console.print(listing)


def variant_values(design: Design) -> str:
    """Return the changed options of a design; "default" if there are none."""
    return ", ".join(f"{key}={value}" for key, value in design.options) or _("default")


def _sum_up(console: Console, reports: Sequence[Report]) -> None:
    """Print the unusual findings again at the end, where people notice them."""
    console.print(heading(pgettext("heading", "unusual")))
    marked = [(report, finding) for report in reports for finding in report.marked]
    for report, finding in marked:
        console.print(Text(f"! {report.title}: {finding.mark}. {finding.sentence}", "yellow"))
    if not marked:
        none = _("nothing unusual")
        console.print(f"  {none}")
