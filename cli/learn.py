"""`aicore learn`: a first game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.cli.manual import explain, find_section, show_rules
from aicore.cli.prompt import Prompt
from aicore.cli.screen import draw, make_console, print_wrapped, spread
from aicore.cli.streams import say
from aicore.core.errors import AicoreError
from aicore.study.lesson.learning import Learning
from aicore.study.lesson.lesson import load_lesson
from aicore.study.session.jobs import JOBS

if TYPE_CHECKING:
    from rich.console import Console

HELP = "Type the move. rules, rules WORD, help WORD, moves, undo, board and quit do what they say."


def run(game: str) -> None:
    """Carry out `aicore learn`."""
    learning = Learning(load_lesson(game))
    try:
        _run(make_console(), learning)
    except EOFError:
        say("")


def _run(console: Console, learning: Learning) -> None:
    prompt = Prompt(console)
    text = _show(console, learning, learning.begin())
    while text["step"] < text["steps"]:
        view = learning.table.state.view(0)
        typed = prompt.read("learn > ", ["help", "moves", "quit", "rules", "undo", *view.legal()])
        if not typed:
            continue
        word, _, rest = typed.partition(" ")
        if word.casefold() in ("quit", "q", "exit"):
            return
        if not _looked_up(console, learning, word.casefold(), rest):
            text = _show(console, learning, learning.put(_message(learning, typed))) or text


def _message(learning: Learning, typed: str) -> dict[str, Any]:
    if typed.casefold() == "undo":
        return {"type": "undo"}
    return {"type": "type", "line": typed, "ply": learning.table.ply}


def _looked_up(console: Console, learning: Learning, word: str, rest: str) -> bool:
    """Answer a question about the game. Returns whether it was one."""
    game = learning.table.game
    try:
        if word == "rules":
            show_rules(console, find_section(game.info.rules, rest) if rest else game.info.rules)
        elif word in ("help", "?"):
            console.print(explain(game, rest, console.width) if rest else f"  {HELP}")
        elif word == "moves" and not rest:
            for action in learning.table.state.view(0).legal():
                console.print(f"  {action}")
        elif word == "board" and not rest:
            _draw(console, learning, whole=True)
        else:
            return False
    except AicoreError as error:
        print_wrapped(console, str(error), "red")
    return True


def _show(console: Console, learning: Learning, messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Show messages, and think what is asked for. Returns the last `lesson`, or {}."""
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
    if last:
        _draw(console, learning)
        if last["comment"]:
            print_wrapped(console, last["comment"], "green")
        over = last["step"] == last["steps"]
        head = "Done" if over else f"Step {last['step'] + 1} of {last['steps']}"
        print_wrapped(console, f"{head}: {last['do']}", "bold")
    return last


def _draw(console: Console, learning: Learning, whole: bool = False) -> None:
    table = learning.table
    with spread(console):
        console.print(draw(table.state.view(0), whole=whole, names=table.names(0)))
