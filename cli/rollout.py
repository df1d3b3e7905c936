"""`aicore rollout`: a decision of a game, judged by many games played on after each action."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import NormalDist
from typing import TYPE_CHECKING

import click
from rich import progress as bars
from rich.markup import escape
from rich.text import Text

from aicore.arena.pool import pool
from aicore.arena.rollout import GAMES, Progress, RolledAction, Rollout, roll_out
from aicore.arena.rollout_judges import SecondOpinion, choose_judge, second_opinion
from aicore.cli.prompt import whole_number
from aicore.cli.records import named_record
from aicore.cli.screen import Screen, grouped, heading, make_console, table
from aicore.cli.streams import say, wrapped
from aicore.cli.thinking import hurried
from aicore.coach.results import figure, half_width, result, sized, stakes
from aicore.core.decision import StopSearch
from aicore.core.errors import one_line
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.processors import processors
from aicore.core.record import Ply, Record, replay
from aicore.session.seat_labels import seat_names

if TYPE_CHECKING:
    from aicore.core.game import Game

LINE_INTERVAL = 10.0  # minimum seconds between progress lines where no bar is shown
NOW = "now"
"""Name of the current position of an unfinished game."""


def run(
    what: str,
    move: str,
    actions: tuple[str, ...],
    which: int,
    by: str | None,
    games: int | None,
    only: bool,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Run `aicore rollout`."""
    if cluster is not None and jobs is not None:
        raise click.UsageError(_("--jobs cannot be used with --cluster, which has its own workers"))
    if only and not actions:
        raise click.UsageError(_("--only needs ACTIONs: name them after the move number"))
    _file, record = named_record(what, which)
    ply = _decision(record, move)
    game, view = ply.state.game, ply.state.view(ply.state.turn)
    played = None if ply.event is None else ply.state.event_text(ply.event)
    named = [ply.state.event_text(action) for action in actions]
    kept = [*named, *([played] if played is not None else [])]
    judge, limit = by, games or GAMES
    if judge is None:
        candidates = len(set(kept)) if only else len(view.legal_actions())
        judge, limit = choose_judge(view, candidates, games, jobs or processors())
    second: SecondOpinion | None = None
    begin = time.monotonic()
    try:
        with hurried() as hurry, pool(jobs, cluster) as workers:
            with _progress(hurry, game) as report:
                rolled = roll_out(
                    view, judge, limit, kept, only=only, seed=seed, pool=workers, report=report
                )
            if by is None and not hurry.is_set():
                second = second_opinion(view, rolled, played, seed, workers)
    except StopSearch:
        say(_("Stopped before each action had a game, so there is nothing to report."), error=True)
        raise click.Abort from None
    seconds = time.monotonic() - begin
    if as_json:
        about = {"type": "rollout", "game": game.name, "ply": ply.number, "seat": view.seat}
        message = {**about, "played": played, **rolled.to_dict(game), "seconds": round(seconds, 3)}
        if second is not None:
            message["second"] = {
                "by": second.by,
                "behind": round(second.behind / game.stake, 6),
                "behind_error": round(second.error / game.stake, 6),
                "contradicts": second.contradicts,
            }
        say(json.dumps(message, separators=(",", ":"), allow_nan=False))
    else:
        _print(record, game, ply.number, rolled, played, seconds, second)
    return 130 if hurry.is_set() else 0


def _decision(record: Record, move: str) -> Ply:
    """Return the decision with a move's number. Raises click.UsageError, RecordError."""
    plies = list(replay(record, unfinished=True))
    last = len(record.events)
    if move == NOW:
        ply = plies[-1]
        if ply.turn == "end":
            raise click.UsageError(
                _("{now}: the game is over. Name a move from 1 to {last}", now=NOW, last=last)
            )
    elif (number := whole_number(move, 1, last)) is not None:
        ply = plies[number - 1]
    else:
        raise click.UsageError(
            _("there is no move {move!r}: the game has moves 1 to {last}",
              move=one_line(move, 40), last=last)
        )  # fmt: skip
    if ply.state.turn < 0:
        wrong = _("move {move} is a chance event, not a decision", move=move)
        raise click.UsageError(wrong + _nearest(plies, ply))
    if len(ply.state.legal_actions()) < 2:
        wrong = _("move {move} was the only legal move", move=move)
        raise click.UsageError(wrong + _nearest(plies, ply))
    hidden = ply.state.game.has_hidden and not record.over
    if hidden and record.players[ply.state.turn] != "human":
        raise click.UsageError(
            _("move {move} is an opponent's, and its legal moves would reveal its hand. "
              "Wait until the game is over", move=move)
        )  # fmt: skip
    return ply


def _nearest(plies: list[Ply], ply: Ply) -> str:
    """Return a text that names the next decision; "" without one."""
    for later in plies[ply.number + 1 :]:
        if later.state.turn >= 0 and len(later.state.legal_actions()) > 1:
            return _("; the next decision is move {move}", move=later.number + 1)
    return ""


@contextmanager
def _progress(hurry: threading.Event, game: Game) -> Iterator[Progress]:
    """Show a bar with the time left on a terminal; elsewhere print progress lines now and then.

    Ctrl-C ends the rollout with the results so far.
    """
    console = Screen(stderr=True)
    columns = (
        bars.TextColumn("  {task.description}"), bars.BarColumn(10),
        bars.TextColumn("{task.fields[news]}"),
        bars.TextColumn(_("Ctrl-C: stop here"), "dim"),
    )  # fmt: skip
    begin = time.monotonic()
    due = begin + LINE_INTERVAL
    with bars.Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:  # fmt: skip
        task = bar.add_task(_("first game"), total=None, news="")

        def report(done: int, most: int, leader: str, share: float) -> None:
            nonlocal due
            if hurry.is_set():
                raise StopSearch
            now = time.monotonic()
            left = _("at most {time} left", time=_time((now - begin) * (most - done) / done))
            bar.update(
                task, completed=done, total=most,
                description=f"{done}/{most}",
                news=escape(f"{left}  {leader[:14]} {result(game, share)}"),
            )  # fmt: skip
            if now >= due and not console.is_terminal:
                due = now + max(LINE_INTERVAL, (now - begin) / 10)
                line = _(
                    "{done} of {most} games in {time}, {left}; {leader} leads with {share}",
                    done=done, most=most, time=_time(now - begin), left=left,
                    leader=leader[:20], share=result(game, share),
                )  # fmt: skip
                say(line, error=True)

        yield report


def _time(seconds: float) -> str:
    """Return a duration in words, such as "40 s", "12 min" or "3 h"."""
    for size, text in ((3600, N_("{n:.0f} h")), (60, N_("{n:.0f} min"))):
        if seconds >= 2 * size:
            return _(text, n=seconds / size)
    return _("{n:.0f} s", n=seconds)


def _print(
    record: Record,
    game: Game,
    number: int,
    rolled: Rollout,
    played: str | None,
    seconds: float,
    second: SecondOpinion | None,
) -> None:
    """Print the candidates, best first, and a sentence on their meaning."""
    console = make_console()
    name = seat_names(record.players, game.info)[rolled.seat]
    count = len(rolled.candidates)
    console.print()
    head = _("{game}, move {number}", game=game.info.title, number=number + 1)
    console.print(heading(head, note=_("{who} to move", who=name)))
    unit = stakes(game)
    worth = _("expected {stakes}", stakes=unit) if unit else _("chance")
    figures, action = (_("games"), worth, _("behind the best")), _("action")
    listing = table(f"  {action}", *figures, "", right=figures)
    for place, candidate in enumerate(rolled.candidates):
        marks = [_("played")] if candidate.action == played else []
        marks += [_("dropped")] * candidate.dropped
        share = figure(game, game.share(candidate.values[rolled.seat]), 1)
        expected = f"{share} ±{half_width(game, candidate.error)}"
        behind = sized(game, candidate.behind, candidate.behind_error, bare=True) if place else ""
        style = "bold" if not place else "dim" if candidate.dropped else ""
        listing.add_row(
            Text(f"  {candidate.action}", style),
            str(candidate.games),
            expected,
            behind,
            ", ".join(marks),
        )
    console.print(listing)
    console.print()
    verdict = _verdict(game, rolled, played)
    if second is not None and second.contradicts:
        verdict = _unclear(game, rolled, played, second)
    if count < rolled.legal:
        what = _("{n} of {legal} legal moves", n=count, legal=rolled.legal)
    else:
        what = _("Both moves") if count == 2 else _("All {n} moves", n=count)
    note = _(
        "{what}, {total} games by {player} in {seconds:.0f} s, on the same cards and dice. "
        "The ± holds in 95 of 100 rollouts.",
        what=what,
        total=grouped(sum(candidate.games for candidate in rolled.candidates)),
        player=rolled.by,
        seconds=seconds,
    )
    console.print(Text(wrapped(verdict, console.width - 2, "  ")))
    console.print(Text(wrapped(note, console.width - 2, "  "), "dim"))


def _verdict(game: Game, rolled: Rollout, played: str | None) -> str:
    """Return the verdict of the rollout in a sentence."""
    best = rolled.candidates[0]
    of_played = None if played is None else rolled.of(played)
    if of_played is None or of_played is best:
        second = rolled.candidates[1] if len(rolled.candidates) > 1 else None
        if second is None:
            return _("Only {best} was rolled out.", best=best.action)
        two = {"best": best.action, "other": second.action, "lead": _difference(game, second)}
        if not _sure(rolled, second):
            return _("{best} did best; {other} may be as good ({lead} behind).", **two)
        return _("{best} is best; {other} is {lead} behind.", **two)
    two = {"best": best.action, "played": str(played), "lead": _difference(game, of_played)}
    if not _sure(rolled, of_played):
        return _(
            "{best} did best; the move played, {played}, may be as good ({lead} behind).", **two
        )
    return _("{best} is better than the move played: {played} loses {lead}.", **two)


def _unclear(game: Game, rolled: Rollout, played: str | None, second: SecondOpinion) -> str:
    """Return a verdict on two judges that prefer different actions."""
    best, *others = rolled.candidates
    other = next((one for one in others if one.action == played), others[0])
    ahead = sized(game, -second.behind, second.error)
    return _(
        "Unclear. By {player}, {best} is {lead} better than {other}; by {second}, it is {ahead} "
        "worse.",
        player=rolled.by,
        best=best.action,
        lead=_difference(game, other),
        other=other.action,
        second=second.by,
        ahead=ahead,
    )


def _sure(rolled: Rollout, candidate: RolledAction) -> bool:
    """Whether a candidate is significantly worse than the best, given the number of candidates."""
    rivals = len(rolled.candidates) - 1
    return candidate.behind > NormalDist().inv_cdf(1 - 0.025 / rivals) * candidate.behind_error


def _difference(game: Game, candidate: RolledAction) -> str:
    return sized(game, candidate.behind, candidate.behind_error)
