"""Plain model of ransom, for checking the fast one move by move.

Everything is lists and text. Speed is no concern: an action or outcome is accepted if its text is
listed, and every list is computed again on each request.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

FACTIONS = ("sr", "ba", "k", "ca")
TARGET_VALUES = {"alpha": 25, "beta": 20, "gamma": 15, "delta": 12}
AMMO_VALUES = {"he": 2, "li": 3, "be": 4, "b": 5, "c": 6, "n": 7, "o": 8, "f": 9, "ne": 10}
REWARDS = {"alpha": 2, "beta": 1, "gamma": 0, "delta": 0}  # fuel for a captured target
TARGETS = [f"{kind}.{faction}" for kind in TARGET_VALUES for faction in FACTIONS]
AMMO = [f"{kind}.{faction}" for kind in AMMO_VALUES for faction in FACTIONS]
MERCHANTS = ["merchant-1", "merchant-2"]
RANK = {name: rank for rank, name in enumerate(TARGETS + AMMO + MERCHANTS)}

FIRST_FUEL = 4
MAX_FUEL = 15
FULL_HAND = 3
ALPHAS_FOR_BOOST = 3
FORCED = ("new", "any", "none")


def in_order(names: Iterable[str]) -> list[str]:
    """Return the cards in component order, then faction order."""
    return sorted(names, key=RANK.__getitem__)


def kind_of(name: str) -> str:
    """Return the part of an id before the dot."""
    return name.split(".")[0]


def faction_of(name: str) -> str:
    """Return the part of an id after the dot."""
    return name.split(".")[1]


def worth(ammo: Iterable[str]) -> int:
    """Return the total value of some ammo."""
    return sum(AMMO_VALUES[kind_of(card)] for card in ammo)


def value(target: str) -> int:
    """Return the points of a target."""
    return TARGET_VALUES[kind_of(target)]


def captures(target: str, ammo: tuple[str, ...]) -> bool:
    """Whether spending exactly this ammo captures the target."""
    family = [card for card in ammo if faction_of(card) == faction_of(target)]
    return worth(ammo) >= value(target) or len(family) == FULL_HAND


def boosts(target: str, ammo: tuple[str, ...], prisoner: str) -> bool:
    """Whether this ammo falls short of the target, and a prisoner of less value closes the gap."""
    short = worth(ammo) < value(target) <= worth(ammo) + value(prisoner)
    return short and value(prisoner) < value(target)


class Twin:
    """One solo game of ransom from the first draw to its end.

    Args:
        seats: 1.
        forced: targets with a duty to claim: "new", "any" or "none".

    Raises:
        ValueError: an argument is not one of these.
    """

    def __init__(self, seats: int = 1, forced: str = "new") -> None:
        if seats != 1:
            raise ValueError(f"seats must be 1, not {seats}")
        if forced not in FORCED:
            raise ValueError(f"forced must be one of {', '.join(FORCED)}, not {forced!r}")
        self.forced = forced
        self.phase = "setup"
        self.turns = 0
        self.fuel = FIRST_FUEL
        self.shield = False
        self.hand: list[str] = []
        self.ammo_deck = AMMO + MERCHANTS
        self.ammo_discard: list[str] = []
        self.targets: list[str] = []
        self.new: str | None = None
        self.target_deck = list(TARGETS)
        self.under_deck: list[str] = []
        self.held: list[str] = []
        self.boost = False
        self.merchant = False
        self.end: str | None = None

    @property
    def turn(self) -> int | str:
        """Seat 0 if it is to decide, or "chance", or "end"."""
        if self.phase in ("setup", "reveal", "refill"):
            return "chance"
        return "end" if self.phase == "end" else 0

    def legal(self) -> list[str]:
        """Return the texts of the actions open now."""
        if self.phase == "merchant":
            return ["merchant", "keep"]
        if self.phase != "act":
            return []
        everything = worth(self._ammo())
        if self.forced == "new" and self.new is not None and everything >= value(self.new):
            return self._claims(self.new)
        claims = [text for target in in_order(self.targets) for text in self._claims(target)]
        strong = any(everything >= value(target) for target in self.targets)
        if strong and self.forced != "none":
            return claims
        return claims + self._discards()

    def _ammo(self) -> list[str]:
        """Return the hand without merchants."""
        return in_order(card for card in self.hand if card not in MERCHANTS)

    def _claims(self, target: str) -> list[str]:
        """Return every capture and boost of one target."""
        ammo = self._ammo()
        texts = []
        for size in range(1, len(ammo) + 1):
            for spent in combinations(ammo, size):
                how = f"{target} with {','.join(spent)}"
                if captures(target, spent):
                    texts.append(f"capture {how}")
                if self.boost or self.merchant:
                    for prisoner in in_order(self.held):
                        if boosts(target, spent, prisoner):
                            texts.append(f"boost {how} using {prisoner}")
        return texts

    def _discards(self) -> list[str]:
        """Return a discard of every card in hand, and of every pair of ammo of equal value."""
        pairs = [
            f"discard {one},{two}"
            for one, two in combinations(self._ammo(), 2)
            if kind_of(one) == kind_of(two)
        ]
        return [f"discard {card}" for card in in_order(self.hand)] + pairs

    def outcomes(self) -> list[tuple[str, Fraction]]:
        """Return the texts of the possible chance outcomes with their probabilities."""
        if self.turn != "chance":
            return []
        if self.phase != "reveal":
            verb, cards = "draw", in_order(self.ammo_deck)
        elif self.target_deck:
            verb, cards = "reveal", in_order(self.target_deck)
        else:
            verb, cards = "reveal", self.under_deck[:1]
        return [(f"{verb} {card}", Fraction(1, len(cards))) for card in cards]

    def apply(self, text: str) -> None:
        """Play an action or an outcome.

        Raises:
            ValueError: the text is not among those offered now.
        """
        if text not in self.legal() + [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not possible now: {text!r}")
        words = text.split()
        if self.phase in ("setup", "refill"):
            self.ammo_deck.remove(words[1])
            self.hand.append(words[1])
            self._refill()
        elif self.phase == "merchant":
            if text == "merchant":
                self.merchant = True
                self._spend([card for card in MERCHANTS if card in self.hand][:1])
            self._burn_fuel()
        elif self.phase == "reveal":
            self._reveal(words[1])
        elif words[0] == "discard":
            self._spend(words[1].split(","))
            self._end_action()
        else:
            self._claim(words[1], words[3].split(","), words[5] if words[0] == "boost" else None)
            self._end_action()

    def _spend(self, cards: list[str]) -> None:
        for card in cards:
            self.hand.remove(card)
            self.ammo_discard.append(card)

    def _begin_turn(self) -> None:
        """Offer a merchant, unless there is none or the fuel is about to run out."""
        self.turns += 1
        if any(card in self.hand for card in MERCHANTS) and (self.shield or self.fuel > 1):
            self.phase = "merchant"
        else:
            self._burn_fuel()

    def _burn_fuel(self) -> None:
        """Use up the shield or one fuel; then reveal a target, if there is one left."""
        if self.shield:
            self.shield = False
        else:
            self.fuel -= 1
        if self.fuel == 0:
            self.phase, self.end = "end", "fuel"
        else:
            self.phase = "reveal" if self.target_deck or self.under_deck else "act"

    def _reveal(self, target: str) -> None:
        (self.target_deck or self.under_deck).remove(target)
        self.targets.append(target)
        self.new = target
        alphas = sum(kind_of(one) == "alpha" for one in self.targets)
        if alphas >= ALPHAS_FOR_BOOST or not (self.target_deck or self.under_deck):
            self.boost = True
        self.phase = "act"

    def _claim(self, target: str, ammo: list[str], prisoner: str | None) -> None:
        """Take a target, by boost if a prisoner is given, with its reward and the shield."""
        self._spend(ammo)
        self.targets.remove(target)
        self.held.append(target)
        if prisoner is not None:
            self.held.remove(prisoner)
            self.under_deck.append(prisoner)
        self.fuel = min(MAX_FUEL, self.fuel + REWARDS[kind_of(target)])
        self.shield = True

    def _end_action(self) -> None:
        self.new = None
        self.merchant = False
        if len(self.held) == len(TARGETS):
            self.phase, self.end = "end", "cleared"
        else:
            self.phase = "refill"
            self._refill()

    def _refill(self) -> None:
        """Begin a turn with a full hand; otherwise make sure that there is a card to draw."""
        if len(self.hand) == FULL_HAND:
            self._begin_turn()
        elif not self.ammo_deck:
            self.ammo_deck, self.ammo_discard = self.ammo_discard, []

    def scores(self) -> list[int]:
        """Return the points held."""
        return [sum(value(target) for target in self.held)]

    def returns(self) -> list[float]:
        """Return the points held as a share of all points."""
        return [self.scores()[0] / sum(value(target) for target in TARGETS)]

    def to_dict(self) -> dict[str, object]:
        """Return the whole state in plain values."""
        return {
            "phase": self.phase,
            "turns": self.turns,
            "fuel": self.fuel,
            "shield": self.shield,
            "hand": in_order(self.hand),
            "ammo_deck": in_order(self.ammo_deck),
            "ammo_discard": in_order(self.ammo_discard),
            "targets": in_order(self.targets),
            "new": self.new,
            "target_deck": in_order(self.target_deck),
            "under_deck": list(self.under_deck),
            "held": in_order(self.held),
            "boost": self.boost,
            "merchant": self.merchant,
            "end": self.end,
        }
