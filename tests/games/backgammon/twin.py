"""Plain model of backgammon: the game in `examples`, and the doubling cube around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aicore

EXAMPLE = Path(__file__).parents[3] / "examples" / "backgammon.py"


class Twin:
    """Game played by the example; this class asks about doubles between its turns.

    Args:
        cube: how many times the stakes can be doubled.
    """

    def __init__(self, seats: int, cube: int = 0) -> None:
        self.state = aicore.load(EXAMPLE, seats).start()
        self.highest = 2**cube
        self.stakes, self.owner, self.offered, self.dropped = 1, -1, False, False
        self.asked = False  # whether the mover may double now

    @property
    def turn(self) -> int | str:
        """Seat to move, "chance" or "end"."""
        if self.dropped:
            return "end"
        if self.offered:
            return 1 - self.mover
        if self.asked:
            return self.mover
        return {aicore.CHANCE: "chance", aicore.END: "end"}.get(self.state.turn, self.state.turn)

    @property
    def mover(self) -> int:
        """Seat whose turn it is; -1 before the opening roll."""
        return int(self.state["mover"])

    def legal(self) -> list[str]:
        if self.offered:
            return ["take", "drop"]
        return ["throw", "double"] if self.asked else self.state.legal()

    def outcomes(self) -> list[tuple[str, float]]:
        return self.state.outcomes()

    def apply(self, text: str) -> None:
        if text == "throw":
            self.asked = False
        elif text == "double":
            self.offered, self.asked = True, False
        elif text == "take":
            self.stakes, self.owner, self.offered = 2 * self.stakes, 1 - self.mover, False
        elif text == "drop":
            self.dropped = True
        else:
            self.state.apply(text)
            self.asked = (
                self.state.turn == aicore.CHANCE
                and self.owner in (-1, self.mover)
                and self.stakes < self.highest
            )

    def scores(self) -> list[float]:
        if not self.dropped and self.state.turn != aicore.END:
            return list(self.state.scores())
        return self.returns()

    def returns(self) -> list[float]:
        if self.dropped:
            return [float(self.stakes if seat == self.mover else -self.stakes) for seat in (0, 1)]
        return [self.stakes * points for points in self.state.returns()]

    def to_dict(self) -> dict[str, Any]:
        found = {**self.state.to_dict(), "turn": self.turn}
        if self.highest > 1:
            found |= {
                "cube": self.stakes, "owner": self.owner, "offered": self.offered or self.dropped,
            }  # fmt: skip
        return found
