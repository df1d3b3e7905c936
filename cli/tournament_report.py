"""`aicore tournament report`: the figures of a tournament's file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from aicore.cli.options import PATH, examples
from aicore.cli.screen import heading, table
from aicore.cli.streams import say

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.arena.figures import Mean, PlayerFigures, Summary


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
def report(
    file: Path,
    html: str | None,
    csv_path: str | None,
    json_path: str | None,
    records: str | None,
    quiet: bool,
) -> None:
    """Show the figures of a tournament's FILE, finished or not.

    Elo with 95 % intervals, points, ranks, who beats whom, seats, lengths, forfeits, speed.
    docs/tournaments.md says what each of them means. An earlier page or table is replaced, a file
    that holds a tournament or records never.
    """
    from aicore.arena.store import Store
    from aicore.arena.summary import summarize
    from aicore.cli.outputs import Output, distinct, write_all
    from aicore.cli.screen import make_console

    if not file.exists():
        raise click.FileError(str(file), "No such file or directory")
    with Store.open(file, read_only=True) as store:
        given = {"--html": html, "--csv": csv_path, "--json": json_path, "--records": records}
        outputs = {
            option: Output(option, path, file) for option, path in given.items() if path is not None
        }
        distinct(list(outputs.values()))
        figures = summarize(store)

        def write_page(target: IO[str]) -> None:
            from aicore.arena.page import page

            target.write(page(figures))

        def write_records(target: IO[str]) -> None:
            for line in store.records():
                target.write(line + "\n")

        writers = {
            "--html": write_page,
            "--csv": lambda target: target.write(ladder_csv(figures)),
            "--json": lambda target: target.write(
                json.dumps(figures.to_dict(), allow_nan=False) + "\n"
            ),
            "--records": write_records,
        }
        write_all([(output, writers[option]) for option, output in outputs.items()])
    if not quiet and not any(output.printed for output in outputs.values()):
        show(make_console(), figures)
        for output in outputs.values():
            say(f"  written: {output.given}")


MAX_FULL_COLUMNS = 4  # of the table of who beats whom, in 80 columns
MAX_COLUMNS = 10

COLUMNS = (
    "player", "games", "wins", "points", "share", "mean_rank", "mean_score", "elo", "elo_low",
    "elo_high", "less_luck", "less_luck_low", "less_luck_high", "luck_factor", "forfeits",
    "timeouts", "decisions", "decisions_per_s", "spec",
)  # fmt: skip


def ladder_csv(figures: Summary) -> str:
    """The ladder as comma-separated values, best first."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for k in figures.ladder():
        one, speed = figures.players[k], figures.speed[k]
        text = figures.luck[k] if figures.luck else None
        luck: list[float | None] = [None] * 4
        if text is not None:
            luck = [text.left.value, text.left.low, text.left.high, text.factor]
        values = [
            one.name, one.games, one.wins, one.points, one.share, one.rank, one.score.mean, one.elo,
            one.low, one.high, *luck, one.forfeits, one.timeouts, one.decisions, speed.per_second,
            one.spec,
        ]  # fmt: skip
        writer.writerow(
            ["" if v is None else f"{v:.6g}" if isinstance(v, float) else v for v in values]
        )
    return file.getvalue()


def show(console: Console, figures: Summary) -> None:
    """All tables on a terminal."""
    if figures.games == 0:
        console.print("  no games yet")
        return
    if not figures.finished:
        planned = f" of {figures.planned:,}" if figures.planned else ""
        console.print(f"\n  unfinished: {figures.games:,} games{planned}", style="bold yellow")
    _show_test(console, figures)
    _show_ladder(console, figures)
    if len(figures.players) > 1:
        _show_cross(console, figures)
    if figures.differences is not None:
        _show_solo(console, figures)
    _show_luck(console, figures)
    _show_facts(console, figures)
    _show_forfeits(console, figures)


def _show_ladder(console: Console, figures: Summary) -> None:
    from rich.text import Text

    console.print()
    console.print(heading("Ladder"))
    names = ["Elo", "95 %", "games", "wins", "points", "rank", "score"]
    listing = table("", "player", *names, right=["", *names])
    for place, k in enumerate(figures.ladder(), 1):
        one = figures.players[k]
        elo = interval = ""
        if one.elo is not None and one.low is not None and one.high is not None:
            elo, interval = f"{one.elo:+z.0f}", f"{one.low:+z.0f} to {one.high:+z.0f}"
        listing.add_row(
            f"  {place}", Text(one.name, "bold"), elo, interval, f"{one.games:,}", f"{one.wins:,}",
            percent(one.share), _number(one.rank, 2), _score(one),
        )  # fmt: skip
    console.print(listing)


def _score(one: PlayerFigures) -> str:
    return "-" if one.score.mean is None else f"{one.score.mean:z.4g}"


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def percent(share: float | None) -> str:
    """A share in words."""
    return "-" if share is None else f"{100 * share:.1f} %"


def _show_cross(console: Console, figures: Summary) -> None:
    from rich.text import Text

    order = figures.ladder()
    console.print()
    if len(order) > MAX_COLUMNS:
        console.print(heading("Who beats whom"))
        console.print("  too many players for a table here: see the page that --html writes")
        return
    full = len(order) <= MAX_FULL_COLUMNS
    title = "share, and likelihood of being the stronger" if full else "share in %"
    console.print(heading(f"Who beats whom: {title}"))
    labels = [str(place) for place in range(1, len(order) + 1)]
    listing = table("", "player", *labels, right=["", *labels])
    for place, one in enumerate(order, 1):
        cells = []
        for two in order:
            share = figures.cross[one][two][1]
            if one == two or share is None:
                cells.append("." if one == two else "-")
            elif full:
                cells.append(f"{100 * share:.0f} % {100 * figures.superior[one][two]:.0f} %")
            else:
                cells.append(f"{100 * share:.0f}")
        listing.add_row(f"  {place}", Text(figures.players[one].name), *cells)
    console.print(listing)


def _show_solo(console: Console, figures: Summary) -> None:
    from rich.text import Text

    console.print()
    console.print(heading("Scores"))
    names = ["mean", "5 %", "25 %", "50 %", "75 %", "95 %"]
    listing = table("player", *names, right=names)
    for k in figures.ladder():
        one = figures.players[k]
        if one.score.mean is None:
            continue
        half = "" if one.score.half is None else f" ±{one.score.half:.3g}"
        middle = [f"{value:z.4g}" for value in one.score.quantiles[1:-1]]
        listing.add_row(Text(f"  {one.name}", "bold"), f"{one.score.mean:z.4g}{half}", *middle)
    console.print(listing)
    if len(figures.players) < 2 or figures.differences is None:
        return
    console.print()
    console.print(heading("Paired differences of scores, on the same deals"))
    order = figures.ladder()
    for place, better in enumerate(order):
        for other in order[place + 1 :]:
            if figures.differences[better][other].value is None:
                continue
            pair = f"{figures.players[better].name} over {figures.players[other].name}"
            console.print(f"  {pair}: {_mean(figures.differences[better][other], '+z.4g')}")


def _show_luck(console: Console, figures: Summary) -> None:
    from rich.text import Text

    rows = list(figures.less_luck())
    if not rows:
        return
    solo = len(figures.seats) == 0
    console.print()
    console.print(heading(f"{'Scores' if solo else 'Points'} as they are, and less their luck"))
    listing = table("", "as they are", "less luck", "worth", right=["as they are", "less luck",
                                                                   "worth"])  # fmt: skip
    for name, one in rows:
        worth = "-" if one.factor is None else f"{one.factor:.1f}x the games"
        form = _mean if solo else _share
        listing.add_row(Text(f"  {name}"), form(one.raw), form(one.left), worth)
    console.print(listing)


def _share(mean: Mean) -> str:
    """A share with its interval, which is wider towards the middle: "97.5 % (88.1 to 99.5)"."""
    if mean.value is None or mean.low is None or mean.high is None:
        return percent(mean.value)
    return f"{percent(mean.value)} ({100 * mean.low:.1f} to {100 * mean.high:.1f})"


def _mean(mean: Mean, form: str = "z.4g") -> str:
    if mean.value is None:
        return "-"
    if mean.low is None or mean.high is None:
        return f"{mean.value:{form}}"
    return f"{mean.value:{form}} ({mean.low:{form}} to {mean.high:{form}})"


def _show_facts(console: Console, figures: Summary) -> None:
    console.print()
    console.print(heading("Games"))
    for line in facts(figures):
        console.print(f"  {line}")


def facts(figures: Summary) -> Iterator[str]:
    """Seats, lengths, ends and speed, a line each."""
    for seat, mean in enumerate(figures.seats):
        if mean.value is not None:
            yield f"seat {seat}: {_share(mean)} of the points"
    length = figures.length
    if length.mean is not None:
        q = length.quantiles
        yield f"length: {length.mean:.0f} events, half of the games {q[2]:.0f} to {q[4]:.0f}"
    yield "ends: " + ", ".join(f"{end} {count:,}" for end, count in figures.ends.items())
    for one, speed in zip(figures.players, figures.speed, strict=True):
        if speed.per_second is not None:
            pace = f"{speed.per_second:,.0f} decisions a second"
            yield f"{one.name}: {pace}, {one.decisions:,} in all"


def _show_forfeits(console: Console, figures: Summary) -> None:
    if not figures.reasons and not figures.notes:
        return
    console.print()
    console.print(heading("Forfeits and troubles"))
    for name, kind, reason, count in figures.reasons[:20]:
        console.print(f"  {count}x {name} ({kind}): {reason}")
    for note in figures.notes[:20]:
        console.print(f"  {note}", style="dim")


def _show_test(console: Console, figures: Summary) -> None:
    test = figures.test
    if test is None:
        return
    one, two = (player.name for player in figures.players)
    console.print()
    console.print(heading("Test"))
    word = {"elo0": "decided for ", "elo1": "decided for ", "": "undecided between "}[test.decided]
    value = {"elo0": f"{test.elo0:g} Elo", "elo1": f"{test.elo1:g} Elo"}.get(
        test.decided, f"{test.elo0:g} and {test.elo1:g} Elo"
    )
    console.print(f"  {one} over {two}: {word}{value} ({test.model}) after {test.blocks:,} blocks")
    console.print(
        f"  log-likelihood ratio {test.llr:+.2f}, bounds {test.lower:.2f} and {test.upper:.2f}"
    )
    if test.raw is not None:
        console.print(f"  of block scores less their luck; as they are it would be {test.raw:+.2f}")
    if test.factor is not None:
        console.print(f"  without luck each game is worth {test.factor:.1f}")
    if test.pairs is not None:
        console.print(f"  pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, test.pairs))}")
