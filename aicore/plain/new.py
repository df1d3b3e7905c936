"""Starter files for `aicore new`, with comments. Each game and player works as it is."""

from __future__ import annotations

import re
from pathlib import Path

from aicore.core.errors import AicoreError, short
from aicore.plain.loading import read_text
from aicore.plain.porting import write_port
from aicore.plain.ports import BODIES

HEAD = '''"""{title}: describe the game here in one line."""

from aicore.plain import {imports}


class {title}(Game):
    """{rules}"""

    summary = "{summary}"
    seats = 2, 4  # minimum and maximum number of players
    longest = 500  # maximum number of actions in a game

'''

DICE = '''    # The fields of the state: possible values, and whether each seat has its own.
    points = Int(0, 60, seats=True)
    total = Int(0, 60)  # points at stake this turn
    mover = Int(0, 3, shown=False)  # the seat that rolled; not in drawings

    def setup(self, s):
        s.turn = 0  # the seat to move, CHANCE or END; the fields above begin at 0

    @action("roll")
    def roll(self, s):
        """Roll the die."""
        s.mover, s.turn = s.turn, CHANCE

    @action("stop")
    def stop(self, s):
        """Keep the points of this turn."""
        s.points[s.turn] += s.total
        s.total, s.turn = 0, self.after(s.turn)

    @stop.legal  # whether `stop` is legal; an action without such a method always is
    def may_stop(self, s):
        return s.total > 0

    @event("face N", N=(1, 6))  # chance: six faces, equally likely
    def face(self, s, n):
        s.total = 0 if n == 1 else s.total + n
        s.turn = self.after(s.mover) if n == 1 else s.mover
        if s.points[s.mover] + s.total >= 50:
            s.turn = END

    def result(self, s):
        return s.mover  # the winner, None for a draw, or a list of each seat's result

    # Optional: these methods help the computer play better.

    def estimate(self, s):
        """Estimate each seat's result, from 0 to 1."""
        points = [n + s.total * (seat == s.mover) for seat, n in enumerate(s.points)]
        whole = sum(points) or 1
        return [n / whole for n in points]

    def suggest(self, s, random):
        """Choose a quick, sensible action."""
        return "stop" if s.total >= 15 else "roll"
'''

CARDS = '''    # The fields of the state: possible values, and whether each seat has its own.
    hand = Cards(12, seats=True, hidden=True)  # 12 cards, each once
    pile = Cards(12, hidden=True)  # the cards that stay undealt; they need a field, too
    played = Array(Int(-1, 11, start=-1), 4)  # each seat's card in this trick; -1: none yet
    points = Int(0, 12, seats=True)
    leader = Seat()

    def setup(self, s):
        s.pile.fill(1)
        s.turn = CHANCE  # the cards are dealt first

    # Only the player in SEAT sees the card. No card of a deck is dealt twice.
    @event("deal SEAT CARD", SEAT="seats", CARD=(0, 11), seen_by="SEAT", deck="CARD")
    def deal(self, s, seat, card):
        s.hand[seat][card], s.pile[card] = 1, 0
        if all(sum(hand) == 3 for hand in s.hand):
            s.turn = 0

    @deal.chances
    def deals(self, s):
        seat = next(seat for seat in range(self.seats) if sum(s.hand[seat]) < 3)
        return [(seat, card) for card in s.pile.held()]

    @action("play CARD", CARD=(0, 11))
    def play(self, s, card):
        """Put a card on the table; the highest one takes the trick."""
        seat = s.turn
        s.hand[seat][card] = 0
        s.played[seat] = card
        s.turn = self.after(seat)
        if s.turn == s.leader:
            s.leader = s.turn = s.played.index(max(s.played))
            s.points[s.leader] += 1
            s.played.fill(-1)
            if not any(map(sum, s.hand)):
                s.turn = END

    @play.legal  # the values of CARD that are legal
    def playable(self, s):
        return s.hand[s.turn].held()

    def result(self, s):
        best = max(s.points)
        winners = [seat for seat in range(self.seats) if s.points[seat] == best]
        return [1 / len(winners) if seat in winners else 0 for seat in range(self.seats)]
'''

GRID = '''    # The fields of the state: possible values, and whether each seat has its own.
    board = Grid(Enum("empty", "x", "o", "#", "*"), 4, 4)
    winner = Seat(nobody=-1, shown=False)  # not in drawings

    @action("put ROW COLUMN", ROW=(1, 4), COLUMN=(1, 4))
    def put(self, s, row, column):
        """Put a stone on an empty square; three of yours in a row win."""
        mine = "xo#*"[s.turn]
        s.board[row - 1][column - 1] = mine
        if self.three(s, mine):
            s.winner, s.turn = s.turn, END
        elif all(square != "empty" for line in s.board for square in line):
            s.turn = END
        else:
            s.turn = self.after(s.turn)

    @put.legal  # the legal actions: a list of pairs (ROW, COLUMN)
    def empty(self, s):
        squares = [(row, column) for row in range(4) for column in range(4)]
        return [(r + 1, c + 1) for r, c in squares if s.board[r][c] == "empty"]

    def three(self, s, mine):
        """Whether a player has three stones in a row, column or diagonal."""
        has = [[square == mine for square in line] for line in s.board]
        for row in range(4):
            for column in range(4):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(row + i * down, column + i * right) for i in range(3)]
                    if all(r < 4 and 0 <= c < 4 and has[r][c] for r, c in line):
                        return True
        return False

    def result(self, s):
        return s.winner if s.winner >= 0 else None  # None is a draw
'''

GAMES = {
    "dice": (
        DICE, "CHANCE, END, Game, Int, action, event", "Roll as long as you dare; 50 points win",
        "Roll a die as often as you like, and stop to keep your points. A 1 loses the points of\n"
        "    this turn. The first player with 50 points, counting this turn, wins.",
    ),
    "cards": (
        CARDS, "CHANCE, END, Array, Cards, Game, Int, Seat, action, event",
        "Three tricks; take the most",
        "Everyone gets three of twelve cards. The highest card takes the trick; most tricks wins.",
    ),
    "grid": (
        GRID, "END, Enum, Game, Grid, Seat, action", "Three stones in a row win",
        "Put stones on a four-by-four board. Three of yours in a row win.",
    ),
}  # fmt: skip

PLAYER = '''"""{title}: a player of your own."""


def move(view, random):
    """Describe here in one line how it plays."""
    legal = view.legal()  # all legal actions, as strings
    known = view.to_dict()  # what this seat knows; hidden values are None
    hand = known.get("hand")  # in a card game, hand[view.seat] is this seat's hand
    if hand is not None and hand[view.seat]:
        return legal[-1]  # with cards in hand: the last legal action
    return random.choice(legal)  # draw all randomness from `random` to keep games repeatable
'''

HOME = "aicore.players.files"  # a string, since this module must not import a layer above it

TEST = '''"""Test that {name}.py plays legal actions, and the same ones from the same seed."""

from pathlib import Path

import aicore
from {home} import register


def test_it_plays_to_the_end():
    spec = register(str(Path(__file__).with_name("{name}.py")))
    game = aicore.load("tic_tac_toe")  # or your own: aicore.load("./mygame.py")
    for seed in range(3):
        state, chance = game.start(), aicore.Chance(seed)
        player, again = (aicore.player(spec, game, seed=seed) for _ in range(2))
        while chance.settle(state) is not None and state.turn != aicore.END:
            view = state.view(state.turn)
            action = player.decide(view).action
            assert action == again.decide(view).action
            state.apply(action)
'''


def _title(name: str) -> str:
    """Return a name as a class name: "my_game" as "MyGame"."""
    return "".join(word.capitalize() for word in re.split("[^a-zA-Z0-9]+", name))


def _path(name: str) -> Path:
    """Return the path of a new file, with ".py". Raises AicoreError if the name is unsuitable."""
    path = Path(name if name.endswith(".py") else f"{name}.py")
    if not re.fullmatch("[a-z][a-z0-9_]{0,40}", path.stem):
        raise AicoreError(
            f"{short(repr(name))}: a name must start with a lowercase letter, followed by "
            "at most 40 lowercase letters, digits and _"
        )
    return path


def _write(path: Path, text: str) -> Path:
    """Write a new file and return its path. Raises OSError, and AicoreError if the file exists."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise AicoreError(f"{short(path)} already exists; nothing was written") from None
    return path


def game_text(stem: str, kind: str) -> str:
    """Return the text of a starter game.

    Args:
        stem: name of the file without ".py".
        kind: kind of the game, a key of GAMES.
    """
    body, imports, summary, rules = GAMES[kind]
    return HEAD.format(title=_title(stem), imports=imports, summary=summary, rules=rules) + body


def write_game(name: str, kind: str) -> tuple[list[Path], str]:
    """Write a starter game.

    Returns a list with the file, and a line with the next steps. Raises AicoreError, OSError.
    """
    path = _path(name)
    here = path if path.parent != Path() else f"./{path}"
    written = _write(path, game_text(path.stem, kind))
    return [written], f"next: aicore play {here}   and: aicore check {here}"


def write_compiled(name: str, kind: str) -> tuple[list[Path], str]:
    """Write the folder of a compiled game.

    If `name` ends in ".py", the new game is a port of the plain game in that file. Otherwise it is
    a starter game. Returns the new files and a line with the next steps. Raises AicoreError,
    OSError.
    """
    path = _path(name)
    if name.endswith(".py"):
        return write_port(path.stem, read_text(path))
    return write_port(path.stem, game_text(path.stem, kind), BODIES[kind])


def write_player(name: str) -> tuple[list[Path], str]:
    """Write a starter player and its test.

    Returns both files and a line with the next steps. Raises AicoreError, OSError.
    """
    path = _path(name)
    test = path.with_name(f"test_{path.name}")
    if test.exists():
        raise AicoreError(f"{short(test)} already exists; nothing was written")
    written = [_write(path, PLAYER.format(title=_title(path.stem)))]
    written.append(_write(test, TEST.format(name=path.stem, home=HOME)))
    here = path if path.parent != Path() else f"./{path}"
    return written, f"next: aicore play tic_tac_toe --vs {here}   and: pytest {test}"
