"""Plain model of booster, for checking the fast one move by move.

Everything is lists, dicts and text. Speed is no concern: an action or outcome is accepted if its
text is listed, and every list is computed again on each request.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

TYPES = ("crew", "propulsion", "destination", "transport", "payload")
DEALT = 5  # cards a seat starts with
FULL_HAND = 7  # cards a seat holds when it decides about a mission


@dataclass(frozen=True)
class Card:
    """Card: its type, its level from 1 to 3, and what a destination offers or a payload needs."""

    type: str
    level: int
    resources: frozenset[str] = frozenset()


# Near or light is 1, mid or medium 2, far or heavy 3.
CREW = {
    "astronauts": 1,
    "cosmonauts": 1,
    "robots": 2,
    "cyborg": 2,
    "replicants": 2,
    "android": 2,
    "transhuman": 2,
    "computer-ai": 3,
    "virtual": 3,
    "cryogenic": 3,
}
PROPULSION = {
    "chemical-rockets": 1,
    "plasma-drive": 1,
    "space-elevator": 1,
    "fission-engine": 2,
    "fusion-engine": 2,
    "solar-sails": 2,
    "ion-drive": 2,
    "sling-shot": 3,
    "ramscoop": 3,
    "antimatter-drive": 3,
}
DESTINATION = {
    "near-earth-orbit": (1, "solar"),
    "luna": (1, "solar ore moon atmosphere"),
    "lagrange-point": (1, "solar"),
    "mercury": (2, "solar"),
    "venus": (2, "solar atmosphere"),
    "mars": (2, "ore moon atmosphere"),
    "asteroid-field": (2, "ore"),
    "jupiter": (3, "ore moon atmosphere"),
    "saturn": (3, "ore moon atmosphere"),
    "outer-planet": (3, "ore moon atmosphere"),
}
TRANSPORT = {
    "booster-1": 1,
    "booster-2": 1,
    "booster-3": 1,
    "freighter-1": 2,
    "freighter-2": 2,
    "freighter-3": 2,
    "freighter-4": 2,
    "heavy-lifter-1": 3,
    "heavy-lifter-2": 3,
    "heavy-lifter-3": 3,
}
PAYLOAD = {
    "research-station": (1, ""),
    "comm-sat": (1, ""),
    "manufacturing-pod": (1, ""),
    "mining-extractor": (2, "ore"),
    "gas-refinery": (2, "atmosphere"),
    "solar-station": (2, "solar"),
    "spaceport-extension": (2, ""),
    "colony-core": (3, ""),
    "military-depot": (3, ""),
    "moon-base": (3, "moon"),
}


def _card_table() -> dict[str, Card]:
    """Return all fifty cards by id, in component order."""
    table: dict[str, Card] = {}
    table |= {name: Card("crew", level) for name, level in CREW.items()}
    table |= {name: Card("propulsion", level) for name, level in PROPULSION.items()}
    for name, (level, words) in DESTINATION.items():
        table[name] = Card("destination", level, frozenset(words.split()))
    table |= {name: Card("transport", level) for name, level in TRANSPORT.items()}
    for name, (level, words) in PAYLOAD.items():
        table[name] = Card("payload", level, frozenset(words.split()))
    return table


CARDS = _card_table()
RANK = {name: rank for rank, name in enumerate(CARDS)}


def in_order(names: Iterable[str]) -> list[str]:
    """Return the cards in component order."""
    return sorted(names, key=RANK.__getitem__)


def meld_points(crew: str, propulsion: str, destination: str, transport: str, payload: str) -> int:
    """Return the victory points of five cards flown together, 0 if they are no legal meld."""
    place, cargo = CARDS[destination], CARDS[payload]
    if CARDS[crew].level < place.level or CARDS[propulsion].level < place.level:
        return 0
    if CARDS[transport].level < cargo.level:
        return 0
    if not cargo.resources <= place.resources:
        return 0
    return place.level + cargo.level


class Twin:
    """One game of booster from the deal to its end.

    Args:
        seats: 2 to 6.
        target: points that win at once, 1 to 100.
        max_turns: turns per seat after which the game is stopped, 1 to 1000.

    Raises:
        ValueError: an argument is outside its range.
    """

    def __init__(self, seats: int = 2, target: int = 10, max_turns: int = 200) -> None:
        if not 2 <= seats <= 6:
            raise ValueError(f"seats must be 2 to 6, not {seats}")
        if not 1 <= target <= 100:
            raise ValueError(f"target must be 1 to 100, not {target}")
        if not 1 <= max_turns <= 1000:
            raise ValueError(f"max_turns must be 1 to 1000, not {max_turns}")
        self.seats = seats
        self.target = target
        self.max_turns = max_turns
        self.phase = "deal"
        self.seat = 0
        self.turns = 0
        self.points = [0] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.deck = list(CARDS)
        self.discard: list[str] = []
        self.decks_made = 1
        self.deck_number = dict.fromkeys(CARDS, 1)
        self.end: str | None = None

    @property
    def turn(self) -> int | str:
        """Seat to decide, "chance" or "end"."""
        if self.phase in ("deal", "draw"):
            return "chance"
        return "end" if self.phase == "end" else self.seat

    def legal(self) -> list[str]:
        """Return the texts of the actions open to the seat to decide."""
        hand = in_order(self.hands[self.seat])
        if self.phase == "mission":
            by_type = [[card for card in hand if CARDS[card].type == kind] for kind in TYPES]
            melds = [five for five in product(*by_type) if meld_points(*five) > 0]
            return ["pass"] + ["meld " + ",".join(five) for five in melds]
        if self.phase == "eject":
            thrown = [*combinations(hand, 1), *combinations(hand, 2)]
            return ["eject " + ",".join(cards) for cards in thrown]
        return []

    def outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the texts of the possible chance outcomes with their probabilities."""
        if self.turn != "chance":
            return []
        verb = f"deal {self.seat}" if self.phase == "deal" else "draw"
        chance = Fraction(1, len(self.deck))
        return [(f"{verb} {card}", chance) for card in in_order(self.deck)]

    def apply(self, text: str) -> None:
        """Play an action or an outcome.

        Raises:
            ValueError: the text is not among those offered now.
        """
        if text not in self.legal() + [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not possible now: {text!r}")
        *_, last = text.split()
        if self.phase == "deal":
            self._deal(last)
        elif self.phase == "draw":
            self._take(last)
            self._prepare()
        elif self.phase == "mission":
            self._fly([] if text == "pass" else last.split(","))
        else:
            self._eject(last.split(","))

    def _take(self, card: str) -> None:
        self.deck.remove(card)
        self.hands[self.seat].append(card)

    def _throw(self, cards: list[str]) -> None:
        for card in cards:
            self.hands[self.seat].remove(card)
            self.discard.append(card)

    def _deal(self, card: str) -> None:
        self._take(card)
        if len(self.hands[self.seat]) < DEALT:
            return
        if self.seat + 1 < self.seats:
            self.seat += 1
        else:
            self.seat = 0
            self._prepare()

    def _prepare(self) -> None:
        """Continue drawing, or begin the mission; turn the pile over only for a due draw."""
        if len(self.hands[self.seat]) == FULL_HAND:
            self.phase = "mission"
            return
        self.phase = "draw"
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.decks_made += 1
            for card in self.deck:
                self.deck_number[card] = self.decks_made

    def _fly(self, meld: list[str]) -> None:
        self.phase = "eject"
        if not meld:
            return
        self.points[self.seat] += meld_points(*meld)
        self._throw(meld)
        if self.points[self.seat] >= self.target:
            self.phase, self.end = "end", "target"

    def _eject(self, cards: list[str]) -> None:
        self._throw(cards)
        self.turns += 1
        if self.turns == self.max_turns * self.seats:
            self.phase, self.end = "end", "max_turns"
            return
        self.seat = (self.seat + 1) % self.seats
        self._prepare()

    def scores(self) -> list[int]:
        """Return the victory points of each seat."""
        return list(self.points)

    def returns(self) -> list[float]:
        """Return each seat's return: the leaders share 1; all are 0 until the game ends."""
        if self.phase != "end":
            return [0.0] * self.seats
        best = max(self.points)
        return [float(mine == best) / self.points.count(best) for mine in self.points]

    def to_dict(self) -> dict[str, object]:
        """Return the whole state in plain values."""
        return {
            "phase": self.phase,
            "seat": self.seat,
            "turns": self.turns,
            "hands": [in_order(hand) for hand in self.hands],
            "deck": in_order(self.deck),
            "discard": in_order(self.discard),
            "deck_number": dict(self.deck_number),
            "drawn_from": [sorted(self.deck_number[card] for card in hand) for hand in self.hands],
            "scores": self.scores(),
            "end": self.end,
        }
