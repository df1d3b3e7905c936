"""`aicore learn`: a first game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.cli.manual import explain, find_section, show_rules
from aicore.cli.menu import Menu
from aicore.cli.prompt import Prompt
from aicore.cli.screen import draw, make_console, print_wrapped, spread
from aicore.cli.streams import say
from aicore.cli.typed_commands import command_named
from aicore.coach.lesson import load_lesson
from aicore.core.errors import AicoreError
from aicore.session.jobs import JOBS
from aicore.session.lesson_session import LessonSession

if TYPE_CHECKING:
    from rich.console import Console

HELP = (
    "Type the move. hint shows it and its effect. Also: rules, rules WORD, help WORD, moves, undo, "
    "board, quit."
)
WORDS = ("board", "help", "hint", "moves", "quit", "rules", "undo")


def run(game: str) -> None:
    """Run `aicore learn`."""
    learning = LessonSession(load_lesson(game))
    try:
        _run(make_console(), learning)
    except EOFError:
        say("")


def _run(console: Console, learning: LessonSession) -> None:
    prompt = Prompt(console)
    text = _show(console, learning, learning.begin())
    while text["step"] < text["steps"]:
        view = learning.table.state.view(0)
        typed = prompt.read("learn > ", [*WORDS, *view.legal()])
        if not typed:
            continue
        word, _, rest = typed.partition(" ")
        command = command_named(word)
        if command == "quit":
            return
        if not _looked_up(console, learning, command, rest):
            text = _show(console, learning, learning.put(_message(learning, typed))) or text


def _message(learning: LessonSession, typed: str) -> dict[str, Any]:
    if typed.casefold() in ("undo", "hint"):
        return {"type": typed.casefold()}
    return {"type": "type", "line": typed, "ply": learning.table.ply}


def _looked_up(console: Console, learning: LessonSession, word: str, rest: str) -> bool:
    """Answer a question about the game. Return whether it was one."""
    game = learning.table.game
    try:
        if word == "rules":
            show_rules(console, find_section(game.info.rules, rest) if rest else game.info.rules)
        elif word == "help":
            if rest:
                console.print(explain(game, rest, console.width))
            else:
                print_wrapped(console, HELP)
        elif word == "moves":
            Menu.of(learning.table.state.view(0)).show(console, rest.split())
        elif word == "board" and not rest:
            _draw(console, learning, whole=True)
        else:
            return False
    except AicoreError as error:
        print_wrapped(console, str(error), "red")
    return True


def _show(
    console: Console, learning: LessonSession, messages: list[dict[str, Any]]
) -> dict[str, Any]:
    """Show messages, and run the jobs that they ask for. Return the last `lesson`, or {}."""
    last: dict[str, Any] = {}
    waiting = list(messages)
    while waiting:
        message = waiting.pop(0)
        if message["type"] == "think":
            result = JOBS[message["job"]](None, *message["arguments"])
            waiting += learning.put({"type": "thought", "id": message["id"], "result": result})
        elif message["type"] == "lesson":
            last = message
        elif message["type"] == "error":
            print_wrapped(console, message["message"], "yellow")
        elif message["type"] == "hint":
            print_wrapped(console, " ".join(["Hint:", *message["typed"]]), "bold")
            print_wrapped(console, " ".join(["If played:", *message["sentences"]]))
    if last:
        _draw(console, learning)
        if last["comment"]:
            print_wrapped(console, last["comment"], "green")
        over = last["step"] == last["steps"]
        head = "Done" if over else f"Step {last['step'] + 1} of {last['steps']}"
        print_wrapped(console, f"{head}: {last['do']}", "bold")
    return last


def _draw(console: Console, learning: LessonSession, whole: bool = False) -> None:
    table = learning.table
    with spread(console):
        console.print(draw(table.state.view(0), whole=whole, names=table.names(0)))
