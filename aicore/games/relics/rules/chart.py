"""Board of a position in plain Python, for drawings and for messages to a person."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from aicore.core.game import Position, State, View
from aicore.games.relics.rules.names import CENTER, EDGE, GALLERY_IDS, SIZE, STEPS, quarters

Square = tuple[int, int]  # column, row; from the top left

AIRLOCK_AT = {(15, -1): "N", (SIZE, 15): "E", (15, SIZE): "S", (-1, 15): "W"}


def xy(square: Square) -> str:
    """Return a square as actions write it, or the name of an airlock."""
    return AIRLOCK_AT.get(square) or f"{square[0]},{square[1]}"


@lru_cache(4096)
def read(text: str) -> Square:
    """Return the square that a text such as `3,4` names."""
    x, y = text.split(",")
    return int(x), int(y)


class Chart:
    """Contents of the board, as computed by the game, which knows the rules.

    Attributes:
        fields, data: the fields of the position, and the data of the game.
        tile: id of the gallery or platform on each covered square.
        floor, wall: the covered squares by kind.
        guns: square and direction of each working gun, by its number.
        lines: squares that each working gun covers, by its number.
        large: large square of each gallery.
        doorways: squares of the doorways, none or two.
        pieces: square of each seat inside.
    """

    def __init__(self, position: State | View) -> None:
        self.position = position
        self.fields: Position = position
        self.data: dict[str, Any] = position.game.info.data
        board = position.game.board(position)  # type: ignore[attr-defined]
        self.tile: dict[Square, str] = board["tile"]
        self.floor: set[Square] = board["floor"]
        self.wall = set(self.tile) - self.floor
        self.guns: dict[int, tuple[Square, str]] = board["guns"]
        self.lines: dict[int, list[Square]] = board["lines"]
        self.large = {
            gallery: (left + EDGE // 2, top + EDGE // 2)
            for gallery, (left, top) in zip(
                GALLERY_IDS, self.data["board"]["galleries"], strict=True
            )
            if gallery == CENTER or gallery in self.fields["galleries"]
        }
        self.doorways = [(x, y) for x, y in self.fields["doorways"]]
        self.pieces = {
            seat: (square[0], square[1])
            for seat, square in enumerate(self.fields["pos"])
            if square is not None
        }

    def quarters(self, platform: str, turns: int) -> list[str]:
        """Return the quarters of a platform that are floor after some quarter turns."""
        return quarters(self.data, platform, turns)

    def number(self, platform: str) -> int:
        """Return the n of a #n platform: its number of floor squares, and the cost of moving it."""
        return len(self.quarters(platform, 0))

    def others_at(self, square: Square | None) -> list[int]:
        """Return the seats, other than the one on turn, whose pieces stand on a square."""
        turn = self.fields["seat"]
        return [seat for seat, at in self.pieces.items() if at == square and seat != turn]

    def stood_on(self, platform: str) -> list[int]:
        """Return the seats whose pieces stand on a platform."""
        return [seat for seat, at in self.pieces.items() if self.tile.get(at) == platform]

    def step(self, square: Square, way: str) -> Square | None:
        """Return the square that a move leads to, maybe through a doorway; None if none."""
        end: Square | None = self.position.game.step(  # type: ignore[attr-defined]
            self.position, square, way
        )
        return end

    def move_price(self, square: Square, before: int) -> int:
        """Return the cost, in half AP, of a move from a square, `before` moves from now."""
        price: int = self.position.game.move_price(  # type: ignore[attr-defined]
            self.position, square, before
        )
        return price

    def ahead(self, square: Square, way: str) -> Square:
        """Return the next square in a direction, whatever it contains."""
        return square[0] + STEPS[way][0], square[1] + STEPS[way][1]

    def covering(self, square: Square) -> list[int]:
        """Return the working guns that cover a square."""
        return [gun for gun, line in self.lines.items() if square in line]
