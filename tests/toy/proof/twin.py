"""Plain model of high card."""

from __future__ import annotations

from fractions import Fraction


class Twin:
    """One game of high card from the first deal to its end."""

    def __init__(self, seats: int, cards: int = 7) -> None:
        self.seats = seats
        self.deck = list(range(1, cards + 1))
        self.cards: list[int] = []
        self.choices: list[str] = []

    @property
    def turn(self) -> int | str:
        if len(self.cards) < self.seats:
            return "chance"
        return len(self.choices) if len(self.choices) < self.seats else "end"

    def legal(self) -> list[str]:
        return ["in", "out"]

    def outcomes(self) -> list[tuple[str, Fraction]]:
        left = [card for card in self.deck if card not in self.cards]
        return [(f"deal {len(self.cards)} {card}", Fraction(1, len(left))) for card in left]

    def apply(self, event: str) -> None:
        if event.startswith("deal"):
            self.cards.append(int(event.split()[2]))
        else:
            self.choices.append(event)

    def returns(self) -> list[float]:
        best = max(
            (c for c, word in zip(self.cards, self.choices, strict=True) if word == "in"), default=0
        )
        return [
            0.0 if word == "out" else 2.0 if card == best else -1.0
            for card, word in zip(self.cards, self.choices, strict=True)
        ]

    def scores(self) -> list[float]:
        """Return the returns, once there are any."""
        return self.returns() if self.turn == "end" else [0.0] * self.seats

    def to_dict(self) -> dict[str, object]:
        missing = self.seats - len(self.cards)
        return {
            "cards": self.cards + [0] * missing,
            "choices": list(self.choices),
            "turn": self.turn,
        }
