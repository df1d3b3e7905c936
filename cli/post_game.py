"""Steps after a person's game: the result, the record, the rival of a duel, the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from aicore.cli.duel import duel
from aicore.cli.review import review_with_progress, show_review
from aicore.cli.saves import is_saved_game
from aicore.cli.streams import shell_word
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.cli.seating import SeatPlan
    from aicore.cli.session import TerminalSession


def leave(console: Console, plan: SeatPlan, session: TerminalSession) -> None:
    """Save the game and print how to continue it."""
    file = session.autosave.rescue()
    command = session.autosave.resume_command()
    if session.prompt.interactive and not plan.record and is_saved_game(file):
        name = file.stem.rpartition("-")[2]
        command = f"{session.autosave.program} saves resume {name}"  # short enough for a row
    if plan.record:
        command += f" --record {shell_word(plan.record)}"
    where, how = _("The game is saved in {file}", file=file), _("To continue:")
    console.print(f"  {where}", soft_wrap=True)
    console.print(f"  {how}  {command}", soft_wrap=True)


def end_of_input(console: Console, plan: SeatPlan, session: TerminalSession) -> None:
    """Print where the unfinished game is saved, or that it is not."""
    if plan.record is None:
        console.print(
            _("End of input: the unfinished game was not saved. (--record FILE saves it.)")
        )
        return
    file = session.autosave.rescue(plan.record)
    console.print(
        _("End of input: the unfinished game is saved in {file}", file=file), soft_wrap=True
    )


def finish(console: Console, plan: SeatPlan, session: TerminalSession) -> None:
    """Show the result, keep the record, and let the rival of a duel play."""
    match = session.match
    if session.table.closed_by is None:
        session.narrator.result(match.state)
    else:
        session.narrator.resigned(match.game, session.table.closed_by)
    if session.prompt.interactive:  # the game saved at each decision gets its end, too
        saved = session.autosave.rescue()
        if not plan.record:
            where = (
                _("recorded in {file}", file=saved)
                if plan.resume
                else _("saved in {file}", file=saved)
            )
            console.print(f"  {where}", style="dim", soft_wrap=True)
    file = plan.record or (None if session.prompt.interactive else plan.resume)
    if file is not None:
        where = _("recorded in {file}", file=session.autosave.rescue(file))
        console.print(f"  {where}", style="dim", soft_wrap=True)
    if plan.seed is None and isinstance(match.deal.seed, str):
        how = _("to play the same deal again: --seed {seed}", seed=match.deal.seed)
        console.print(f"  {how}", style="dim")
    if plan.rival is not None:
        duel(console, match, plan.rival)


def what_next(console: Console, plan: SeatPlan, session: TerminalSession) -> SeatPlan | None:
    """Ask a person what to do after a game. Return the next plan, or None to leave."""
    choices = {  # words that begin a game must be typed in full
        "undo": _("take back your last decision"),
        "again": _("rematch: same table, new deal"),
        "swap": _("rematch, with everyone moved up one seat"),
        "review": _("see your mistakes and your luck"),
        "quit": _("leave"),
    }
    if plan.rules.seats == 1:
        del choices["swap"]
    hidden = plan.rules.has_hidden  # revealed information cannot be unseen
    decided = session.table.decided(plan.seat)
    if plan.rival is not None or hidden or session.table.closed or not decided:
        del choices["undo"]
    console.print()
    for name, about in choices.items():
        console.print(Text.assemble("  ", (f"{name:8}", "bold"), about))
    while True:
        try:
            typed = session.prompt.read(_("what next > "), list(choices)).casefold()
        except EOFError:
            console.print()
            return None
        begun = [name for name in choices if typed and name.startswith(typed)]
        chosen = [name for name in begun if name == typed or name not in ("again", "swap")]
        if chosen == ["review"]:
            try:
                reviewed = review_with_progress(session.table.record())
            except KeyboardInterrupt:
                continue  # the person did not wait for the review
            show_review(console, reviewed, plan.seat, session.narrator.names)
        elif chosen == ["undo"]:
            return plan
        elif chosen in (["again"], ["swap"]):
            return plan.another(swap=chosen == ["swap"])
        elif chosen == ["quit"] or typed in ("q", "exit"):
            return None
        elif begun in (["again"], ["swap"]):
            wrong = _("`{word}` starts a new game: type the whole word", word=begun[0])
            console.print(f"  {wrong}", style="red")
        else:
            wrong = _("Type one of: {words}", words=", ".join(choices))
            console.print(f"  {wrong}", style="red")
