"""`aicore puzzle`: positions with one best action, to solve; `aicore puzzles`: to make more."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aicore.cli.options import GAME, SPEC, Whole, examples

if TYPE_CHECKING:
    from rich.console import Console

    from aicore.cli.prompt import Prompt
    from aicore.study.puzzles.puzzle import Puzzle
    from aicore.study.puzzles.solving import PuzzleAnswer, Solving

HELP = (
    "Type your move. theme says what it is about, solution gives it away, next goes on; moves, "
    "board, rules, rules WORD, help WORD and quit do what they say."
)
WORDS = ("board", "help", "moves", "next", "quit", "rules", "solution", "theme")
FIRST_SEED = 1 << 20  # of games that puzzles are made from, unless one is named


@examples(
    """
    aicore puzzle relics
    aicore puzzle relics 12
    aicore puzzle connect_four --file mine.jsonl
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.argument("number", type=Whole(1), required=False)
@click.option("--file", "file", type=click.Path(path_type=Path), help="Puzzles of your own.")
def puzzle(game: str, number: int | None, file: Path | None) -> None:
    """Solve puzzles of GAME: find the one action that is best.

    They come from games of computer players. Each was played on hundreds of times after every
    candidate; the best is ahead of the second by at least 15 % of what can be won. NUMBER picks a
    puzzle; without it you begin with the first that you have not solved.
    """
    from aicore.cli.prompt import Prompt
    from aicore.cli.screen import make_console
    from aicore.study.puzzles.puzzle import load_puzzles, read_puzzles

    found = load_puzzles(game) if file is None else read_puzzles(file)
    if number is not None and number > len(found):
        raise click.UsageError(f"{game} has puzzles 1 to {len(found)}: there is no {number}")
    solved = _Solved(game if file is None else None)
    place = number - 1 if number is not None else solved.next(len(found), 0)
    console = make_console()
    prompt = Prompt(console)
    try:
        while _solve(console, prompt, found[place], f"{place + 1} of {len(found)}"):
            solved.add(place)
            place = solved.next(len(found), place + 1)
    except (EOFError, KeyboardInterrupt):
        click.echo()


class _Solved:
    """Which puzzles of a game were solved here: kept beside the games that were played."""

    def __init__(self, game: str | None) -> None:
        from aicore.cli.saves import saves_folder

        self.file = None if game is None else saves_folder() / f"puzzles-{game}.txt"
        self.numbers: set[int] = set()
        if self.file is not None:
            with suppress(OSError, ValueError):
                self.numbers = {int(line) for line in self.file.read_text("ascii").split()}

    def add(self, place: int) -> None:
        """Keep that one is solved, or was looked up; what cannot be kept is not."""
        self.numbers.add(place + 1)
        if self.file is not None:
            with suppress(OSError):
                self.file.parent.mkdir(parents=True, exist_ok=True)
                self.file.write_text("\n".join(map(str, sorted(self.numbers))), "ascii")

    def next(self, count: int, first: int) -> int:
        """The first that is not solved, from one on; when all are, the one that follows."""
        order = [(first + step) % count for step in range(count)]
        return next((place for place in order if place + 1 not in self.numbers), order[0])


def _solve(console: Console, prompt: Prompt, puzzle: Puzzle, name: str) -> bool:
    """One puzzle. Returns whether to go on with another."""
    from aicore.study.puzzles.solving import Solving

    solving = Solving(puzzle)
    _show(console, solving, name)
    done = False
    while True:
        label = "Enter for the next > " if done else "your move > "
        typed = prompt.read(label, [*WORDS, *solving.view.legal()])
        word = typed.casefold()
        if word in ("quit", "q", "exit"):
            return False
        if word == "next" or (done and not typed):
            return True
        if typed and not _look_up(console, solving, word, typed):
            done = _answer(console, solving, typed) or done


def _show(console: Console, solving: Solving, name: str) -> None:
    from aicore.cli.screen import draw, heading, spread

    console.print()
    console.print(heading(f"{solving.game.info.title}, puzzle {name}"))
    for sentence in solving.story():
        _say(console, sentence, "dim")
    with spread(console):
        console.print(draw(solving.view, names=solving.table.names(solving.seat)))
    _say(console, solving.question, "bold")
    _say(console, HELP, "dim")


def _answer(console: Console, solving: Solving, typed: str) -> bool:
    """Judge a move. Returns whether the puzzle is solved."""
    from aicore.core.errors import AicoreError

    given_away = typed.casefold() == "solution"
    try:
        answer = solving.solution() if given_away else solving.typed(typed)
    except AicoreError as error:
        _say(console, str(error), "red")
        return False
    head = "Solution:" if given_away else "Right." if answer.right else "There is better."
    _tell(console, answer, head)
    return answer.right


def _tell(console: Console, answer: PuzzleAnswer, head: str) -> None:
    for place, sentence in enumerate([f"{head} {answer.sentences[0]}", *answer.sentences[1:]]):
        style = ("green" if answer.right else "yellow") if place == 0 else ""
        _say(console, sentence, style)


def _look_up(console: Console, solving: Solving, word: str, typed: str) -> bool:
    """Answer a question about the puzzle or the game. Returns whether it was one."""
    from aicore.cli.manual import explain, find_section, show_rules
    from aicore.cli.screen import draw, spread
    from aicore.core.errors import AicoreError

    rules, rest = solving.game.info.rules, typed.partition(" ")[2]
    try:
        if word == "theme":
            _say(console, f"It is about: {solving.puzzle.theme}.", "cyan")
        elif word.startswith("rules"):
            show_rules(console, find_section(rules, rest) if rest else rules)
        elif word.startswith("help"):
            console.print(explain(solving.game, rest, console.width) if rest else f"  {HELP}")
        elif word == "moves":
            for action in solving.view.legal():
                console.print(f"  {action}")
        elif word == "board":
            with spread(console):
                names = solving.table.names(solving.seat)
                console.print(draw(solving.view, whole=True, names=names))
        else:
            return False
    except AicoreError as error:
        _say(console, str(error), "red")
    return True


def _say(console: Console, text: str, style: str) -> None:
    from rich.text import Text

    from aicore.cli.streams import wrapped

    console.print(Text(wrapped(text, console.width, "  "), style), soft_wrap=True)


@examples(
    """
    aicore puzzles booster --games 200 --out booster.jsonl
    aicore puzzles relics --judge script --out relics.jsonl --jobs 4
    aicore puzzle booster --file booster.jsonl
    """
)
@click.command()
@click.argument("game", type=GAME)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where to add them.")
@click.option("--games", type=Whole(1, 1_000_000), default=50, show_default=True,
              metavar="N", help="Games to search through.")  # fmt: skip
@click.option("--seats", type=Whole(1, 6), metavar="N", help="Default: the game's.")
@click.option("--by", type=SPEC, default="mcts:sims=200", show_default=True, metavar="SPEC",
              help="Who plays the games.")  # fmt: skip
@click.option("--judge", type=SPEC, metavar="SPEC",
              help="Who plays on in rollouts; default: as `aicore rollout`.")  # fmt: skip
@click.option("--rollouts", type=Whole(48, 1_000_000), default=200, show_default=True,
              metavar="N", help="Games after each action.")  # fmt: skip
@click.option("--seed", type=Whole(0, 2**40), default=FIRST_SEED, show_default=True,
              metavar="N", help="The luck of the first game.")  # fmt: skip
@click.option("--jobs", type=Whole(1, 1024), metavar="N",
              help="Worker processes; default: one for each core.")  # fmt: skip
def puzzles(
    game: str,
    out: Path,
    games: int,
    seats: int | None,
    by: str,
    judge: str | None,
    rollouts: int,
    seed: int,
    jobs: int | None,
) -> None:
    """Make puzzles of GAME from games of a player against itself.

    A decision is a puzzle when one action is ahead of all others by four standard errors and 15 %
    of what can be won, on cards and dice that did not help to choose it. Each find is added to
    --out at once, so Ctrl-C loses nothing.
    """
    import aicore
    from aicore.arena.pool import pool
    from aicore.arena.rollout import usual
    from aicore.cli.screen import make_console
    from aicore.study.puzzles.making import MakingPlan, make_from

    rules = aicore.load(game, seats=seats)
    judge = judge or usual(rules)
    for spec in (by, judge):
        aicore.player(spec, rules)  # raises
    plan = MakingPlan(game, seats, by, judge, rollouts)
    console, begin, found = make_console(), time.monotonic(), 0
    work: list[Any] = [(plan, number) for number in range(seed, seed + games)]
    try:
        with pool(jobs, None) as hands, out.open("a", encoding="utf-8") as stream:
            for done, made in enumerate(hands.map(make_from, work), 1):
                for one in made:
                    found += 1
                    stream.write(one.to_line() + "\n")
                    stream.flush()
                    _say(console, f"game {done}: {one.best} ({one.theme})", "")
    except KeyboardInterrupt:
        click.echo()
    seconds = time.monotonic() - begin
    _say(console, f"{found} puzzles from {games} games in {seconds:.0f} s: {out}", "bold")
