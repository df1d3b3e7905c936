"""Backgammon in plain Python: the example, which is independent of the compiled game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aicore

EXAMPLE = Path(__file__).parents[3] / "examples" / "backgammon.py"


class Twin:
    """Game played by the example."""

    def __init__(self, seats: int) -> None:
        self.state = aicore.load(EXAMPLE, seats).start()

    @property
    def turn(self) -> int | str:
        """Seat to move, "chance" or "end"."""
        return {aicore.CHANCE: "chance", aicore.END: "end"}.get(self.state.turn, self.state.turn)

    def legal(self) -> list[str]:
        return self.state.legal()

    def outcomes(self) -> list[tuple[str, float]]:
        return self.state.outcomes()

    def apply(self, text: str) -> None:
        self.state.apply(text)

    def scores(self) -> list[float]:
        return list(self.state.scores())

    def returns(self) -> list[float]:
        return self.state.returns()

    def to_dict(self) -> dict[str, Any]:
        return {**self.state.to_dict(), "turn": self.turn}
