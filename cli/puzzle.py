"""`aicore puzzle`: positions with one best action, to solve."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aicore.cli.manual import explain, find_section, show_rules
from aicore.cli.menu import Menu
from aicore.cli.prompt import Prompt
from aicore.cli.saves import saves_folder
from aicore.cli.screen import draw, heading, make_console, print_wrapped, spread
from aicore.cli.streams import say
from aicore.cli.typed_commands import command_named
from aicore.coach.puzzles.puzzle import Puzzle, has_puzzles, load_puzzles, read_puzzles
from aicore.core.errors import AicoreError
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.sources import called
from aicore.session.inline import respond
from aicore.session.puzzle_attempt import PuzzleAttempt
from aicore.session.session import Session

if TYPE_CHECKING:
    from rich.console import Console

HELP = N_(
    "Type your move. `hint` shows the theme, `solution` the answer, `next` the next puzzle. "
    "Also: moves, board, rules, rules WORD, help WORD, quit."
)
WORDS = ("board", "help", "hint", "moves", "next", "quit", "rules", "solution")


def run(game: str, number: int | None, file: Path | None) -> None:
    """Run `aicore puzzle`."""
    if file is None and not has_puzzles(game) and made_file(game).is_file():
        file = made_file(game)
    puzzles = load_puzzles(game) if file is None else read_puzzles(file)
    if number is not None and number > len(puzzles):
        raise click.UsageError(
            _("{game} has no puzzle {number}: choose one from 1 to {last}",
              game=game, number=number, last=len(puzzles))
        )  # fmt: skip
    solved = _Solved(game if file is None else None)
    index = number - 1 if number is not None else solved.next(len(puzzles), 0)
    console = make_console()
    prompt = Prompt(console)
    try:
        while _solve(console, prompt, puzzles[index], (index + 1, len(puzzles)), solved):
            index = solved.next(len(puzzles), index + 1)
    except EOFError:
        say("")


def made_file(game: str) -> Path:
    """Return the file to which `aicore puzzles` adds by default."""
    return Path(f"{called(game)}.puzzles.jsonl")


class _Solved:
    """Solved puzzles of a game, stored beside the saved games.

    Args:
        game: the game's name; None stores nothing.
    """

    def __init__(self, game: str | None) -> None:
        self.file = None if game is None else saves_folder() / f"puzzles-{game}.txt"
        self.numbers: set[int] = set()
        if self.file is not None:
            with suppress(OSError, ValueError):
                self.numbers = {int(line) for line in self.file.read_text("ascii").split()}

    def add(self, index: int) -> None:
        """Record that a puzzle, by its index, was solved or looked up; ignore write errors."""
        self.numbers.add(index + 1)
        if self.file is not None:
            with suppress(OSError):
                self.file.parent.mkdir(parents=True, exist_ok=True)
                self.file.write_text("\n".join(map(str, sorted(self.numbers))), "ascii")

    def next(self, count: int, first: int) -> int:
        """Return the index of the next unsolved puzzle from `first` on, or `first` without one.

        After the last puzzle comes the first.

        Args:
            count: the number of puzzles.
        """
        order = [(first + step) % count for step in range(count)]
        return next((index for index in order if index + 1 not in self.numbers), order[0])


def _solve(
    console: Console, prompt: Prompt, puzzle: Puzzle, number: tuple[int, int], solved: _Solved
) -> bool:
    """Run one puzzle. Return whether another one follows.

    Args:
        number: the puzzle's number, and the number of puzzles.
        solved: the solved puzzles, to which this adds the puzzle once its solution is known.
    """
    attempt = PuzzleAttempt(puzzle)
    _show(console, attempt, number)
    done = False
    while True:
        label = _("press Enter for the next > ") if done else _("your move > ")
        typed = prompt.read(label, [*WORDS, *attempt.view.legal()])
        word, _space, rest = typed.partition(" ")
        command = command_named(word)
        if command == "quit":
            return False
        if typed.casefold() == "next" or (done and not typed):
            return True
        if not typed or _look_up(console, attempt, command, rest):
            continue
        if _answer(console, attempt, typed):
            solved.add(number[0] - 1)
            done = True


def _show(console: Console, attempt: PuzzleAttempt, number: tuple[int, int]) -> None:
    console.print()
    place, last = number
    title = attempt.game.info.title
    head = _("{game}, puzzle {number} of {last}", game=title, number=place, last=last)
    console.print(heading(head))
    for sentence in attempt.story():
        print_wrapped(console, sentence, "dim")
    with spread(console):
        console.print(draw(attempt.view, names=attempt.table.names(attempt.seat)))
    print_wrapped(console, attempt.question, "bold")
    print_wrapped(console, _(HELP), "dim")


def _answer(console: Console, attempt: PuzzleAttempt, typed: str) -> bool:
    """Judge a move, or show the solution. Return whether the person now knows the solution."""
    session, given_away = Session(attempt.table, attempt.seat), typed.casefold() == "solution"
    asked: dict[str, Any] = {"type": "solution"}
    if not given_away:
        asked = {"type": "type", "line": typed, "ply": attempt.table.ply}
    (answer,), _changed = respond(session, asked)
    if answer["type"] == "error":
        print_wrapped(console, answer["message"], "red")
        return False
    right, (first, *more) = answer["right"], answer["sentences"]
    head = (
        _("Solution:")
        if given_away
        else _("Right.") if right else _("There is a better move.")
    )  # fmt: skip
    print_wrapped(console, f"{head} {first}", "green" if right else "yellow")
    for sentence in more:
        print_wrapped(console, sentence, "")
    return bool(right)


def _look_up(console: Console, attempt: PuzzleAttempt, word: str, rest: str) -> bool:
    """Answer a question about the puzzle or the game. Return whether it was one."""
    rules = attempt.game.info.rules
    try:
        if word in ("hint", "theme") and not rest:
            print_wrapped(console, _("Theme: {theme}.", theme=_(attempt.puzzle.theme)), "cyan")
        elif word == "rules":
            show_rules(console, find_section(rules, rest) if rest else rules)
        elif word == "help":
            if rest:
                console.print(explain(attempt.game, rest, console.width))
            else:
                print_wrapped(console, _(HELP))
        elif word == "moves":
            Menu.of(attempt.view).show(console, rest.split())
        elif word == "board" and not rest:
            with spread(console):
                names = attempt.table.names(attempt.seat)
                console.print(draw(attempt.view, whole=True, names=names))
        else:
            return False
    except AicoreError as error:
        print_wrapped(console, str(error), "red")
    return True
