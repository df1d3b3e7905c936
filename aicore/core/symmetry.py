"""Symmetries: changes of a position that keep its value, such as mirroring a board.

A network that sees each position and its images learns from several times as many positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from aicore.core.errors import AicoreError
from aicore.core.rng import Rng

if TYPE_CHECKING:
    from aicore.core.game import Game, State
    from aicore.core.observation import Field

END = -2
MIRRORS = {
    "rows": (True, False, False),
    "columns": (False, True, False),
    "diagonal": (False, False, True),
}
"""Turn of each mirror, by the mirror's name."""


@dataclass(frozen=True)
class Symmetry:
    """Symmetry of a game.

    Args:
        name: name of the turn, such as "columns".
        observation: (observation_size,), for each byte of the image, the index of the byte that
            moves there.
        tokens: (num_tokens,), the image of each token.
    """

    name: str
    observation: tuple[int, ...]
    tokens: tuple[int, ...]

    def image(self, observation: bytes) -> bytes:
        """Return the observation of a position's image, given the position's observation."""
        return bytes(observation[place] for place in self.observation)


Turn = tuple[bool, bool, bool]
"""Whether to reverse the rows, to reverse the columns, and then to swap rows and columns."""


def turns(mirrors: Iterable[str]) -> list[Turn]:
    """Return all turns that combine some of these mirrors, except the turn that changes nothing."""
    reached = {(False, False, False)}
    while True:
        more = {_then(one, MIRRORS[name]) for one in reached for name in mirrors} | reached
        if more == reached:
            return sorted(reached - {(False, False, False)})
        reached = more


def name_of(turn: Turn) -> str:
    """Return the name of a turn."""
    return "+".join(name for name, has in zip(MIRRORS, turn, strict=True) if has)


def source(turn: Turn, rows: int, columns: int) -> list[int]:
    """Return, for each square of a board, row by row, the square that moves there."""
    down, across, swap = turn
    sources = []
    for row, column in product(range(rows), range(columns)):
        r, c = (column, row) if swap else (row, column)
        sources.append((rows - 1 - r if down else r) * columns + (columns - 1 - c if across else c))
    return sources


def symmetry(
    game: Game,
    turn: Turn,
    tokens: Sequence[int],
    lines: dict[str, str] | None = None,
) -> Symmetry:
    """Return a symmetry of a game with boards.

    Args:
        game: game whose fields with `axes` are turned.
        turn: turn to apply.
        tokens: image of each token.
        lines: for other fields, whether their last axis runs along "rows" or "columns".
    """
    observation: list[int] = []
    place = 0
    for field in game.fields:
        order = _entries(field, turn, (lines or {}).get(field.name, ""))
        observation += [
            place + entry * field.width + i for entry in order for i in range(field.width)
        ]
        place += field.size
    return Symmetry(name_of(turn), tuple(observation), tuple(tokens))


def square_tokens(turn: Turn, rows: int, columns: int) -> list[int]:
    """Return the image of each token, if the tokens are the squares, row by row."""
    tokens = [0] * (rows * columns)
    for square, origin in enumerate(source(turn, rows, columns)):
        tokens[origin] = square
    return tokens


def broken(game: Game, games: int = 10, seed: int = 1) -> str:
    """Return a sentence about a mistake in a game's symmetries; "" if none was found.

    Play random games side by side with their images.

    Args:
        games: number of random games for each symmetry.
    """
    rng = Rng(seed)
    for one in game.symmetries:
        if sorted(one.observation) != list(range(game.observation_size)):
            return f"symmetry {one.name} loses part of the observation"
        if sorted(one.tokens) != list(range(game.num_tokens)):
            return f"symmetry {one.name} maps two actions to one"
        for _ in range(games):
            if found := _difference(game, one, rng):
                return f"symmetry {one.name}: {found}"
    return ""


def _difference(game: Game, one: Symmetry, rng: Rng) -> str:
    """Play a random game beside its image. Return their first difference, or "" if none."""
    state, image = game.start(), game.start()
    events: list[str] = []
    while True:
        after = f"after {'; '.join(events) or 'no moves'},"
        if state.turn != image.turn:
            return f"{after} a different seat is to move in the image"
        if state.turn == END:
            return "" if state.returns() == image.returns() else f"{after} the results differ"
        if state.turn < 0:
            event = state.sample(rng)
            events.append(game.text(event))
            state.apply(event)
            image.apply(event)
            continue
        if one.image(state.observation(state.turn)) != bytes(image.observation(image.turn)):
            return f"{after} the image has a different observation"
        tokens = state.legal_tokens()
        if sorted(one.tokens[token] for token in tokens) != image.legal_tokens():
            return f"{after} the image has different legal actions"
        token = tokens[rng.below(len(tokens))]
        events.append(_play(state, token))
        _play(image, one.tokens[token])


def _play(state: State, token: int) -> str:
    """Play the action of one token, and return the action's text."""
    action = state.decode([token])
    assert action is not None
    text = state.game.text(action)
    state.apply(action)
    return text


def _entries(field: Field, turn: Turn, along: str) -> list[int]:
    """Return, for each number of a field, the index of the number that moves there."""
    if field.axes and field.shape[-2:] == field.axes:
        order = source(turn, *field.axes)
    elif along:
        length = field.shape[-1]
        reverse = turn[0] if along == "rows" else turn[1]
        if turn[2]:
            raise AicoreError(f"{field.name}: a diagonal symmetry cannot mirror a single row")
        order = list(range(length))[:: -1 if reverse else 1]
    else:
        order = [0]
    return [start + each for start in range(0, field.entries, len(order)) for each in order]


def _then(first: Turn, second: Turn) -> Turn:
    """Return one turn followed by another."""
    down, across, swap = first
    if swap:
        second = (second[1], second[0], second[2])
    return (down != second[0], across != second[1], swap != second[2])
