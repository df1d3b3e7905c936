"""`aicore review`: a review of a finished game, and its display."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from aicore.cli.narrator import Narrator, wrapped_lines
from aicore.cli.outputs import outputs_of, write_all
from aicore.cli.records import named_record
from aicore.cli.saved_games import saved_game
from aicore.cli.screen import Screen, make_console, table
from aicore.cli.streams import say, wrapped
from aicore.coach import results
from aicore.coach.accounts import accounts
from aicore.coach.effort import effort_for
from aicore.coach.fitting import Choice, LuckEvent
from aicore.coach.highlights import Highlight, as_lines, highlights
from aicore.coach.review import Advance, Review, review
from aicore.coach.summary import summary
from aicore.core.drawing import seat_color
from aicore.core.errors import OptionError
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.record import Record, replay

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.story import Names

HEIGHT = 8  # rows of the graph
SHOWN = 2  # chance events named per row of a list
WIDEST_COLUMN = 4  # maximum characters per share in the graph
BARS = " ▁▂▃▄▅▆▇█"
PERCENT = ("0 %", "50 %", "100 %")
"""Labels of the graph's scale in games without stakes."""
WHY_GAMES, WHY_SECONDS = 40, 25.0  # maximum games and seconds to play on after each move
STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red", "luck": "cyan"}


def run(
    what: str,
    which: int,
    by: str | None,
    seconds: float | None,
    rolls: bool,
    rollout_by: str | None,
    seat: int | None,
    everything: bool,
    move: int | None,
    html: str | None,
    as_json: bool,
) -> None:
    """Run `aicore review`."""
    if as_json and html:
        raise click.UsageError(_("--json and --html cannot be combined: choose one"))
    if move is not None and (as_json or html or everything):
        raise click.UsageError(
            _("--why explains one move; it cannot be combined with --all, --html or --json")
        )
    file, record = named_record(what, which)
    if seat is not None and not 0 <= seat < record.seats:
        raise OptionError(
            _("--seat {seat}: this game has seats 0 to {last}", seat=seat, last=record.seats - 1)
        )
    outputs = outputs_of({"--html": html or None}, file)
    rolls_by = None
    if rolls or rollout_by is not None:
        from aicore.arena.rollout import usual  # late: only --rollout plays on

        rolls_by = rollout_by or usual(record.load())
    reviewed = review_with_progress(record, by, seconds, rolls_by, error=as_json or bool(outputs))
    if move is not None:
        _why(record, reviewed, move)
    elif as_json:
        for line in as_lines(reviewed):
            say(json.dumps(line, separators=(",", ":"), allow_nan=False))
    elif outputs:
        from aicore.web.replay_page import render_replay  # late: only --html needs pictures

        page = render_replay(record, review=reviewed)
        write_all(outputs, {"--html": lambda target: target.write(page)})
    else:
        _print(record, reviewed, seat, everything)


def run_saved(name: str) -> None:
    """Run `aicore saves review`."""
    saved = saved_game(name)
    if not saved.record.over:
        raise click.ClickException(
            _("game {name} is unfinished. Finish it first: `aicore saves resume {name}`", name=name)
        )
    console = make_console()
    reviewed = review_with_progress(saved.record)
    narrator = Narrator(
        console, reviewed.game.info, saved.record.players, viewer=saved.seat, person=saved.seat
    )
    narrator.title(reviewed.game, None)
    show_review(console, reviewed, saved.seat, narrator.names)
    console.print()
    how = _("step by step:")
    console.print(f"  {how}  aicore replay {saved.name}", style="dim")


def review_with_progress(
    record: Record,
    by: str | None = None,
    seconds: float | None = None,
    rolls_by: str | None = None,
    error: bool = False,
) -> Review:
    """Return a review, with a progress bar on a terminal.

    Args:
        by: spec of the player that judges the decisions.
        seconds: approximate processor time for the search; None: a few seconds.
        rolls_by: player of the rollouts that confirm mistakes; None: no rollouts.
        error: whether to show the bar on the error stream.

    Raises RecordError, SpecError.
    """
    game = record.load()
    effort = effort_for(game, list(replay(record)), seconds) if seconds else None
    if rolls_by is None:
        with _progress(error) as advance:
            return review(record, effort, by, advance)

    # late: only --rollout plays on
    from aicore.arena.pool import pool
    from aicore.coach.judge import RolloutJudge
    from aicore.players import player

    player(rolls_by, game).close()  # report a wrong spec now, not after an hour
    with _progress(error) as advance, pool() as workers:
        return review(record, effort, by, advance, RolloutJudge(rolls_by, pool=workers))


@contextmanager
def _progress(error: bool, what: str = N_("reviewing the game")) -> Iterator[Advance | None]:
    console = Screen(stderr=error)
    if not console.is_terminal:
        yield None
        return
    columns = TextColumn(f"  {_(what)}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("review")

        def advance(done: int, events: int) -> None:
            progress.update(task, completed=done, total=events)

        yield advance


def _narrator(console: Console, game: Game, record: Record) -> tuple[Narrator, int | None]:
    """Return the narrator of a game, and the seat of its only person, if there is one."""
    person = record.players.index("human") if record.players.count("human") == 1 else None
    return Narrator(console, game.info, record.players, person=person), person


def _print(record: Record, reviewed: Review, seat: int | None, everything: bool) -> None:
    console = make_console()
    narrator, person = _narrator(console, reviewed.game, record)
    narrator.title(reviewed.game, record.seed)
    if everything:
        _list(console, reviewed, narrator.names)
    show_review(console, reviewed, seat if seat is not None else person or 0, narrator.names)


def _why(record: Record, reviewed: Review, move: int) -> None:
    """Print the consequences of a move, and of the better one that the review found."""
    from aicore.coach.why import why  # late: only --why plays on

    choice = next((one for one in reviewed.choices if one.ply == move - 1), None)
    if choice is None:
        worse = [str(one.ply + 1) for one in reviewed.choices if one.best != one.played]
        raise click.UsageError(
            _("move {move} is not a decision in this game; better moves were found at {others}",
              move=move, others=", ".join(worse))
            if worse
            else _("move {move} is not a decision in this game", move=move)
        )  # fmt: skip
    console = make_console()
    names = _narrator(console, reviewed.game, record)[0].names
    if choice.best == choice.played:
        none = _("Move {move}, {played}: the review found no better move.",
                 move=move, played=choice.played)  # fmt: skip
        console.print(f"  {none}")
        return
    view = next(ply.state.view(choice.seat) for ply in replay(record) if ply.number == choice.ply)
    with _progress(False, N_("playing out both moves")) as advance:

        def note(line: str, share: float) -> None:
            if advance is not None:
                advance(round(WHY_GAMES * share), WHY_GAMES)

        sentences, _drawn = why(
            note, view, choice.best, choice.played, list(names), False, WHY_GAMES, WHY_SECONDS
        )
    whose = str(names[choice.seat])
    if choice.seat != names.you:
        whose = _('{who} ("you" below)', who=whose)
    head = _("Move {move}, {who}: {played} gives away {loss}.", move=move, who=whose,
             played=choice.played, loss=results.size(reviewed.game, choice.loss))  # fmt: skip
    console.print(Text(f"  {head}", "bold"))
    better = _("Better: {move}", move=choice.best)
    for row in wrapped_lines([better, *sentences], names, console.width - 4):
        console.print(Text("  ").append_text(row))


def _list(console: Console, reviewed: Review, names: Names) -> None:
    """Print every decision with its loss, and every chance event, in order."""
    game = reviewed.game
    worth = results.stakes(game) or _("chance")
    figures = move, worth, best, loss = _("move"), worth, _("best"), _("loss")
    listing = table(
        move, _("player"), _("played"), worth, _("better"), best, loss, "", right=figures
    )
    events: list[Choice | LuckEvent] = [*reviewed.choices, *reviewed.luck_events]
    for each in sorted(events, key=lambda event: event.ply):
        number = str(each.ply + 1)
        if isinstance(each, Choice):
            better = "" if each.best == each.played else each.best
            listing.add_row(
                number,
                names[each.seat],
                each.played,
                results.figure(game, each.played_shares[each.seat]),
                better,
                results.figure(game, each.best_shares[each.seat]),
                results.bare_size(game, each.loss),
                Text(_(each.word), STYLES.get(each.word, "dim")),
            )
        else:
            shares = ", ".join(results.change(game, one) for one in each.shares)
            text = Text(_("luck {shares}", shares=shares), STYLES["luck"])
            some, more = each.events[:SHOWN], len(each.events) - SHOWN
            rest = [_("{n} more", n=more)] if more > 0 else []
            names_of_events = ", ".join([*some, *rest]) or _("seen later")
            listing.add_row(number, "", names_of_events, "", "", "", "", text)
    console.print()
    console.print(listing)


def show_review(console: Console, reviewed: Review, seat: int, names: Names) -> None:
    """Print the graph of a seat's course, the turning points, and the accounts of the results."""
    game, labels = reviewed.game, PERCENT
    shares = [point.shares[seat] for point in reviewed.course]
    unit = results.stakes(game)
    head = (
        _("{who:Your|*'s} win chance, move by move", who=names[seat])
        if results.speaks_of_chances(game)
        else _("{who:Your|*'s} expected {stakes}, move by move", who=names[seat], stakes=unit)
        if unit
        else _(
            "{who:Your|*'s} expected result, in % of the best possible, move by move",
            who=names[seat],
        )
    )
    if unit:
        low, high = results.axis(game, shares)
        labels = results.marks(game, low, high)
        shares = [(game.low + share * game.stake - low) / (high - low) for share in shares]
    console.print()
    console.print(Text(f"  {head}", "bold"))
    for line in graph(shares, console.width - 12, _bars(console), labels):
        console.print(Text(f"  {line}", seat_color(seat)))
    turns = highlights(reviewed, names)
    console.print()
    for sentence in summary(reviewed, turns, seat, names):
        console.print(Text(wrapped(sentence, console.width - 2, "  ")))
    console.print()
    head = _("Turning points") if turns else _("No turning points.")
    console.print(Text(f"  {head}", "bold"))
    for turn in turns:
        _show_turn(console, game, turn, seat, names)
    console.print()
    _show_accounts(console, reviewed, names)


def _show_turn(console: Console, game: Game, turn: Highlight, seat: int, names: Names) -> None:
    """Print an event that changed the game: the change for the seat, the story, the better line."""
    seat = seat if turn.actor is None else turn.actor
    before, after = results.figure(game, turn.before[seat]), results.result(game, turn.after[seat])
    course = _("{before} to {after}", before=before, after=after)
    if results.stakes(game):
        sure = f" ±{results.half_width(game, turn.error * game.stake)}" if turn.error else ""
    else:
        half = 100 * results.SURE * turn.error
        sure = f" ±{half:.0f}" if half >= 0.5 else ""
    whose = f"  {names[seat]}: " if len(names) > 1 else "  "
    place, word = _("move {number:<4}", number=turn.ply + 1), _(turn.word)
    head = Text.assemble(f"  {place} ", (word, STYLES[turn.word]), whose, (course, "bold"), sure)
    console.print(head)
    lines = list(turn.story[:3])
    if turn.better:
        lines.append(_("Better: {move}", move=turn.better_line()))
    for row in wrapped_lines(lines, names, console.width - 4):
        console.print(Text("  ").append_text(row))


def _show_accounts(console: Console, reviewed: Review, names: Names) -> None:
    """Print the parts of each seat's result, and verdicts on its losses."""
    shown = accounts(reviewed, names)
    first, *columns = shown.columns
    listing = table(f"  {first}", *columns, right=columns)
    for name, *figures in shown.rows:
        listing.add_row(f"  {name}", *figures)
    if shown.rows:
        console.print(listing)
    for line in shown.words:
        console.print(f"  {line}")
    for note in shown.notes:
        console.print(Text(wrapped(note, console.width - 2, "  "), "dim"))


def graph(
    shares: Sequence[float],
    width: int,
    bars: str = BARS,
    labels: tuple[str, str, str] = PERCENT,
) -> list[str]:
    """Return shares as columns of a chart, scaled to a width.

    Args:
        shares: heights of the columns, 0 to 1.
        width: characters for all columns.
        bars: characters for an empty cell, a full one, and steps between them.
        labels: labels of the scale: bottom, middle and top.
    """
    each = max(1, min(WIDEST_COLUMN, width // len(shares)))  # columns per share
    count = min(len(shares), max(1, width))
    picked = [shares[index * len(shares) // count] for index in range(count)]
    picked[-1] = shares[-1]
    columns = [share for share in picked for _column in range(each)]
    steps = len(bars) - 1
    rows = []
    for row in range(HEIGHT - 1, -1, -1):
        filled = (max(0.0, min(1.0, share * HEIGHT - row)) for share in columns)
        label = dict(zip((0, HEIGHT // 2 - 1, HEIGHT - 1), labels, strict=True)).get(row, "")
        rows.append(f"{label:>5} " + "".join(bars[round(part * steps)] for part in filled).rstrip())
    return rows


def _bars(console: Console) -> str:
    return BARS if console.encoding.startswith("utf") else " #"
