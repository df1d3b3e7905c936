"""Openings: first moves that all games of a block share, from a file or at random.

A block plays its opening with every seating. A deal has the same opening in all line-ups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from aicore.core.errors import AicoreError, OptionError, RecordError, short
from aicore.core.game import Game
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.record import Record
from aicore.core.rng import Rng

Opening = tuple[str, ...]
"""Moves in the game's notation."""

MAX_OPENINGS = 10_000
MAX_PLIES = 1000
MAX_BYTES = 1 << 20
TRIES = 100  # attempts to draw an opening that does not end the game


def read_openings(path: Path, game: Game) -> tuple[Opening, ...]:
    """Return the openings in a file. Each must be legal and not end the game.

    A line holds moves separated by `;`, or a record as JSON. Empty lines and lines that begin with
    `#` are skipped.

    Raises OptionError with the line's number, or OSError.
    """
    require_no_luck(game)
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        text = _("{path} is too long: openings may take {most} MiB")
        raise OptionError(fill(text, path=path, most=MAX_BYTES >> 20))
    openings: list[Opening] = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        line = line.strip().removeprefix("\ufeff")
        if not line or line.startswith("#"):
            continue
        try:
            moves = _moves(line)
            play(game, moves)
        except AicoreError as error:
            text = _("{path}, line {number}: {why}")
            raise OptionError(fill(text, path=path, number=number, why=error)) from error
        openings.append(moves)
    if not openings:
        raise OptionError(_("{path} has no openings", path=path))
    if len(openings) > MAX_OPENINGS:
        text = _("{path} has more than {most} openings")
        raise OptionError(fill(text, path=path, most=MAX_OPENINGS))
    return tuple(openings)


def _moves(line: str) -> Opening:
    if line.startswith("{"):
        record = Record.from_line(line)
        if any(not isinstance(actor, int) for actor, _text in record.events):
            raise RecordError(_("an opening must not contain chance events"))
        return tuple(text for _actor, text in record.events)
    return tuple(part.strip() for part in line.split(";") if part.strip())


def play(game: Game, moves: Sequence[str]) -> list[int]:
    """Return an opening's moves as the game's integers. Raises AicoreError if one is illegal."""
    state = game.start()
    numbers: list[int] = []
    for text in moves:
        number = game.parse(text)
        if number not in state.legal_actions():
            why = _("{move} is not legal after {count} moves")
            raise OptionError(fill(why, move=short(text), count=len(numbers)))
        state.apply(number)
        numbers.append(number)
        if state.end is not None:
            raise OptionError(_("it ends the game"))
    return numbers


def draw(game: Game, plies: int, seed: int) -> list[int]:
    """Return `plies` random legal moves that do not end the game; fewer if many attempts fail."""
    rng = Rng(seed)
    moves: list[int] = []
    for attempt in range(TRIES):
        wanted = max(plies - max(0, attempt - TRIES // 2), 0)
        moves = list(_drawn(game, wanted, rng))
        if len(moves) == wanted:
            return moves
    return moves[: len(moves) // 2]  # games are much shorter: half of one


def _drawn(game: Game, plies: int, rng: Rng) -> Iterator[int]:
    """Yield random moves, fewer than wanted if they end the game."""
    state = game.start()
    for _ply in range(plies):
        if state.end is not None:  # at the start
            return
        legal = state.legal_actions()
        chosen = legal[rng.below(len(legal))]
        state.apply(chosen)
        if state.end is not None:
            return
        yield chosen


def require_no_luck(game: Game) -> None:
    """Raise OptionError for a game with luck or secrets, whose deals already vary."""
    if game.has_chance or game.has_hidden or game.seats < 2:
        text = _(
            "openings are for games of two or more without luck and secrets; in {game} the deals "
            "vary"
        )
        raise OptionError(fill(text, game=game.name))
