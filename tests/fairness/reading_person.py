"""Person who reads every word of the program, to find out what the opponent holds.

    python tests/fairness/reading_person.py --games 10000

The person plays at random and asks for everything there is before each move. Two games with equal
events as known to the person (own cards, everybody's actions, public cards) must read the same to
the letter. Then no reader can guess the hidden cards better than from play itself.
"""

from __future__ import annotations

import argparse
import io
import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import aicore
from aicore.arena.match import Match
from aicore.cli.screen import Screen
from aicore.cli.session import TerminalSession
from aicore.core.deal import Deal, derive
from aicore.session import jobs

SEALED = str(Path(__file__).parents[1] / "kit" / "sealed.py")
"""Plain game in which nothing is hidden except a choice at the same time."""

ASKED = ("hint", "why", "odds", "moves", "board", "help")


class Reader:
    """Stand-in for the prompt that asks for everything, then plays at random.

    Args:
        look: called before each move.
    """

    interactive = False

    def __init__(self, rng: aicore.Rng, look: Callable[[], None]) -> None:
        self.rng = rng
        self.look = look
        self.left = list(ASKED)

    def read(self, label: str, words: Sequence[str]) -> str:
        """Return the next question, or a move if all questions were asked."""
        if self.left:
            return self.left.pop(0)
        self.left = list(ASKED)
        self.look()
        moves = [word for word in words if word not in COMMANDS]
        return moves[self.rng.below(len(moves))]


def game_of(name: str, opponent: str, number: int, seat: int) -> tuple[tuple[str, ...], str, str]:
    """Play one game; return the person's knowledge, all messages, and the hidden cards at its end.

    It ends before the person's last decision, when nothing has been revealed.
    """
    game = aicore.load(name)
    secret = derive(bytes(16), "game", number)
    players = [aicore.player(opponent, game) for _ in range(game.seats)]
    players[seat] = aicore.player("human", game)
    match = Match(game, players, Deal(secret.hex()))
    screen = io.StringIO()
    session = TerminalSession(Screen(file=screen, width=80), match, seat)
    output, known, hidden = "", (), ""

    def look() -> None:
        nonlocal output, known, hidden
        output = screen.getvalue()
        known = tuple(public(match, seat))
        hidden = str(match.state.to_dict())

    session.prompt = Reader(aicore.Rng(number), look)  # type: ignore[assignment]
    session.narrator.title(game, None)
    session.run()
    return known, output, hidden


def public(match: Match, seat: int) -> list[str]:
    """Return the events so far, as the seat may know them."""
    state = match.game.start()
    lines = []
    for actor, text in match.events:
        lines.append(f"{actor} {state.event_text(text, seat)}")
        state.apply(text)
    return lines


def read(name: str, opponent: str, games: int) -> tuple[int, int, int, int]:
    """Play games; count those whose words differ from others with the same play.

    Returns four numbers: ways in which games went; those that read in more than one way; and hidden
    cards that a reader guesses right from play, and from play and messages.
    """
    words: dict[tuple[str, ...], set[str]] = defaultdict(set)
    by_play: dict[object, Counter[str]] = defaultdict(Counter)
    by_words: dict[object, Counter[str]] = defaultdict(Counter)
    for number, seat in zip(range(games), itertools.cycle(range(aicore.load(name).seats))):
        known, output, hidden = game_of(name, opponent, number, seat)
        key = (str(seat), *known)
        words[key].add(output)
        by_play[key][hidden] += 1
        by_words[key, output][hidden] += 1
    right = [
        sum(max(guesses.values()) for guesses in table.values()) for table in (by_play, by_words)
    ]
    return len(words), sum(len(output) > 1 for output in words.values()), right[0], right[1]


COMMANDS: frozenset[str] = frozenset()
OPPONENTS = ("mcts:sims=40", "expectimax:depth=1,worlds=4", "flat:sims=40", "greedy:samples=2")


def prepare() -> None:
    """Bound hints by simulations instead of time, so that equal games have equal hints."""
    global COMMANDS
    from aicore.cli.typed_commands import COMMANDS as known

    COMMANDS = frozenset(known)
    jobs.HINT = "mcts:sims=20"


def main() -> None:
    """Read games of both pokers, and of the plain game, against every kind of search."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="in all")
    each = parser.parse_args().games // (3 * len(OPPONENTS))
    prepare()
    for name in ("kuhn_poker", "leduc_poker", SEALED):
        for opponent in OPPONENTS:
            ways, apart, play, output = read(name, opponent, each)
            print(
                f"{Path(name).stem:12} {opponent:28} {each} games in {ways} ways, "
                f"{apart} read differently; "
                f"guessed right: {play} from play, {output} with all messages",
                flush=True,
            )


if __name__ == "__main__":
    main()
