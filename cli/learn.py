"""`aicore learn`: a first game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.arena.log import GameLog
from aicore.cli.manual import explain, find_section, show_rules
from aicore.cli.menu import Menu
from aicore.cli.prompt import Prompt
from aicore.cli.screen import draw, make_console, print_wrapped, spread
from aicore.cli.streams import say
from aicore.cli.typed_commands import command_named
from aicore.coach.lesson import SEAT, load_lesson
from aicore.core.errors import AicoreError
from aicore.core.language import N_, pgettext
from aicore.core.language import gettext as _
from aicore.session.inline import advance, respond
from aicore.session.lessons import progress
from aicore.session.seated_game import SeatedGame
from aicore.session.session import Session

if TYPE_CHECKING:
    from rich.console import Console

HELP = N_(
    "Type the move. hint shows it and its effect. Also: rules, rules WORD, help WORD, moves, undo, "
    "board, quit."
)
WORDS = ("board", "help", "hint", "moves", "quit", "rules", "undo")


def run(game: str) -> None:
    """Run `aicore learn`."""
    lesson = load_lesson(game)
    table = SeatedGame(GameLog(lesson.game, lesson.seed), lesson.players, lesson=lesson)
    try:
        _run(make_console(), Session(table, SEAT))
    except EOFError:
        say("")


def _run(console: Console, session: Session) -> None:
    prompt, table = Prompt(console), session.table
    step = _show(console, session, advance(table), True)
    while step["step"] < step["steps"]:
        view = table.state.view(SEAT)
        typed = prompt.read(_("learn > "), [*WORDS, *view.legal()])
        if not typed:
            continue
        word, _space, rest = typed.partition(" ")
        command = command_named(word)
        if command == "quit":
            return
        if not _look_up(console, session, command, rest):
            step = _show(console, session, *respond(session, _message(session, typed)))


def _message(session: Session, typed: str) -> dict[str, Any]:
    if typed.casefold() in ("undo", "hint"):
        return {"type": typed.casefold()}
    return {"type": "type", "line": typed, "ply": session.table.ply}


def _look_up(console: Console, session: Session, word: str, rest: str) -> bool:
    """Answer a question about the game. Return whether it was one."""
    game = session.table.game
    try:
        if word == "rules":
            show_rules(console, find_section(game.info.rules, rest) if rest else game.info.rules)
        elif word == "help":
            if rest:
                console.print(explain(game, rest, console.width))
            else:
                print_wrapped(console, _(HELP))
        elif word == "moves":
            Menu.of(session.table.state.view(SEAT)).show(console, rest.split())
        elif word == "board" and not rest:
            _draw(console, session, whole=True)
        else:
            return False
    except AicoreError as error:
        print_wrapped(console, str(error), "red")
    return True


def _show(
    console: Console, session: Session, messages: list[dict[str, Any]], changed: bool
) -> dict[str, Any]:
    """Show messages, and the board if the game has changed. Return the lesson's current step."""
    for message in messages:
        if message["type"] == "error":
            print_wrapped(console, message["message"], "yellow")
        elif message["type"] == "hint":
            print_wrapped(console, " ".join([_("Hint:"), *message["sentences"]]), "bold")
            typed = "; ".join(message["typed"])
            print_wrapped(console, _("To do so, type: {typed}", typed=typed))
    step = progress(session.table)
    assert step is not None  # this table has a lesson
    if not changed:
        return step
    _draw(console, session)
    if step["comment"]:
        print_wrapped(console, step["comment"], "green")
    over = step["step"] == step["steps"]
    done, last = step["step"] + 1, step["steps"]
    head = (
        pgettext("end of a lesson", "Done")
        if over
        else _("Step {step} of {last}", step=done, last=last)
    )
    print_wrapped(console, f"{head}: {step['do']}", "bold")
    return step


def _draw(console: Console, session: Session, whole: bool = False) -> None:
    table = session.table
    with spread(console):
        console.print(draw(table.state.view(SEAT), whole=whole, names=table.names(SEAT)))
