"""Pieces of a seat of gratis3, and the odds of its dice and of its first queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import comb

COPIES = {
    "launch-move": 1,
    "move-launch": 1,
    "shields-guns": 2,
    "short-range": 2,
    "missile": 2,
    "override": 1,
}
CARDS = [card for card, copies in COPIES.items() for _ in range(copies)]
SYSTEMS = ("nav", "ravs", "defense", "weapons")  # the dice show them as 1 to 4
QUEUE = 3  # cards cooling down between turns
MIDDLE = 1

KINDS = {"fighter": 4, "bomber": 2}  # RAVs of each kind per seat
REACH = {"fighter": 3, "bomber": 2}  # lines that one may follow in a move
FIRST_CHIPS = 10  # left in supply: 16 of a color less 4 on systems and 2 on shields
FIRST_SHIELDS = 2


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the cards in component order, copies repeated."""
    return sorted(cards, key=CARDS.index)


def types(cards: Iterable[str]) -> list[str]:
    """Return the different cards in component order."""
    return in_order(set(cards))


@dataclass
class Rav:
    """RAV on the board; its tail points at the last Space it left, or at none."""

    seat: int
    kind: str
    tail: str | None = None


@dataclass
class Side:
    """Pieces and cards of one seat.

    The lists evasion and could_be have an entry for each card in the queue: the name of the card
    lying face down on it, and the types that the other seats think it may be.
    """

    location: int = 0
    online: list[bool] = field(default_factory=lambda: [True] * len(SYSTEMS))
    black: list[bool] = field(default_factory=lambda: [False] * len(SYSTEMS))
    shields: int = FIRST_SHIELDS
    shield_black: int = 0
    supply: int = FIRST_CHIPS
    colored_trophies: int = 0
    black_trophies: int = 0
    queue: list[str] = field(default_factory=list)
    evasion: list[str | None] = field(default_factory=list)
    could_be: list[list[str]] = field(default_factory=list)
    hand: list[str] = field(default_factory=lambda: list(CARDS))
    bank: dict[str, int] = field(default_factory=lambda: dict(KINDS))

    def runs(self, system: str) -> bool:
        """Whether a system is Online."""
        return self.online[SYSTEMS.index(system)]

    def down(self) -> list[str]:
        """Return the systems that are Down."""
        return [system for system in SYSTEMS if not self.runs(system)]

    def helpless(self) -> bool:
        """Whether there is neither a shield nor an Online system to lose."""
        return self.shields == 0 and not any(self.online)

    def score(self) -> int:
        """Return the points for trophies."""
        return 2 * self.colored_trophies + self.black_trophies

    def status(self) -> int:
        """Return the tiebreaker: the chips on the status card."""
        return 2 * sum(self.online) + self.shields

    def drop_shield(self) -> int:
        """Lose a shield, a black one first; return the number of black chips for the stockpile."""
        self.shields -= 1
        if self.shield_black:
            self.shield_black -= 1
            return 1
        self.supply += 1
        return 0

    def hidden(self) -> list[str]:
        """Return the cards that others cannot identify: the hand and the face-down cards."""
        return in_order(self.hand + [card for card in self.evasion if card is not None])

    def put(self, card: str) -> None:
        """Play a card from the hand face up at the right of the queue."""
        self.hand.remove(card)
        self.queue.append(card)
        self.evasion.append(None)
        self.could_be.append([])
        if card not in self.hidden():
            self.could_be = [[one for one in some if one != card] for some in self.could_be]

    def lay(self, card: str) -> None:
        """Put a card from the hand face down on the middle of the queue."""
        self.could_be[MIDDLE] = types(self.hidden())
        self.hand.remove(card)
        self.evasion[MIDDLE] = card

    def take_back(self, position: int) -> None:
        """Return the card at a position of the queue to the hand, with what lies on it."""
        self.hand.append(self.queue.pop(position))
        laid = self.evasion.pop(position)
        self.could_be.pop(position)
        if laid is not None:
            self.hand.append(laid)

    def assignments(self) -> list[tuple[str, ...]]:
        """Return all possible face-down cards, left to right, as others see it; equally likely."""
        hidden = self.hidden()
        choices = [some for some in self.could_be if some]
        return [
            cards
            for cards in product(*choices)
            if all(cards.count(card) <= hidden.count(card) for card in cards)
        ]


def queue_odds() -> list[tuple[str, Fraction]]:
    """Return every first queue, as names joined by commas, with its probability."""
    deals = [",".join(CARDS[i] for i in three) for three in permutations(range(len(CARDS)), QUEUE)]
    return [(deal, Fraction(deals.count(deal), len(deals))) for deal in dict.fromkeys(deals)]


def roll_odds(dice: int) -> list[tuple[str, Fraction]]:
    """Return every "SINGLES,DOUBLES" of an attack roll with its probability."""
    table = []
    for singles in range(dice + 1):
        for doubles in range(dice - singles + 1):
            ways = comb(dice, singles) * comb(dice - singles, doubles)
            misses = dice - singles - doubles
            odds = ways * Fraction(1, 3) ** singles * Fraction(1, 6) ** doubles
            table.append((f"{singles},{doubles}", odds * Fraction(1, 2) ** misses))
    return table


def system_odds() -> list[tuple[str, Fraction]]:
    """Return every "A,B" of two dice, the lower first, with its probability."""
    return [
        (f"{low},{high}", Fraction(1 if low == high else 2, 36))
        for low in range(1, 7)
        for high in range(low, 7)
    ]
