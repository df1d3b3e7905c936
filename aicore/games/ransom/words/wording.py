"""Wording of Space Ransom: labels, cards and their points, single events as clauses."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core.game import Game, Position
from aicore.core.story import Names, SeenEvent, listed, numbered

SEAT = 0
HAND = 3
TRADE = "a merchant may be played"
MEMBERS = {"sr": "Siren", "ba": "Baron", "k": "Pirate", "ca": "Cursed"}
"""Adjective for the cards of each faction."""

ELEMENTS = {
    "he": "helium",
    "li": "lithium",
    "be": "beryllium",
    "b": "boron",
    "c": "carbon",
    "n": "nitrogen",
    "o": "oxygen",
    "f": "fluorine",
    "ne": "neon",
}
"""Name of each kind of ammo."""


class Words:
    """Names and points of the cards of the game."""

    def __init__(self, game: Game, names: Names) -> None:
        data = game.info.data
        self.names = names
        self.forced = str(game.options["forced"])
        self.points: dict[str, int] = {
            kind: points
            for part in ("targets", "ammo")
            for kind, points in zip(data[part]["ids"], data[part]["points"], strict=True)
        }
        self.factions: dict[str, str] = dict(
            zip(data["factions"]["ids"], data["factions"]["names"], strict=True)
        )
        self.targets = len(data["targets"]["ids"]) * len(self.factions)
        self.whole = sum(data["targets"]["points"]) * len(self.factions)

    def you(self, verb: str, rest: str = "") -> str:
        """Return a clause about the bounty hunter."""
        return self.names.does(SEAT, verb, rest)

    # Cards.

    def worth(self, card: str) -> int:
        """Return the points of a card; a merchant has none."""
        return self.points.get(card.partition(".")[0], 0)

    def sum(self, cards: Sequence[str]) -> int:
        """Return the points of several cards together."""
        return sum(self.worth(card) for card in cards)

    def card(self, card: str) -> str:
        """Return a card of the ammo deck with its points: "Siren neon (10)"."""
        points = self.worth(card)
        return f"{named(card)} ({points})" if points else named(card)

    def about(self, target: str) -> str:
        """Return a target with its faction and points."""
        faction = self.factions[target.split(".")[1]]
        return f"{target.split('.')[0]} of the {faction} ({self.worth(target)})"

    def spent(self, ammo: Sequence[str]) -> str:
        """Return the ammo spent on a target: "Siren neon and Pirate fluorine (19)"."""
        if len(ammo) == 1:
            return self.card(ammo[0])
        return f"{listed([named(card) for card in ammo])} ({self.sum(ammo)})"

    # Events as clauses.

    def action(self, event: SeenEvent, newcomer: str = "") -> str:
        """Return the clause for the bounty hunter's action and its result.

        Args:
            newcomer: the target that the sentence before names; it is called "it" here.
        """
        before, after = event.before, event.after
        verb, *rest = event.words
        if verb == "merchant":
            helps = "a captured target may help to take another this turn"
            return self.you("play", f"a merchant, so {helps} (a boost)")
        if verb == "keep":
            kept = [named(card) for card in before["hand"] if not self.worth(card)]
            return self.you("keep", listed(kept))
        if verb == "discard":
            return self.you("discard", listed([named(card) for card in rest[0].split(",")]))
        target, ammo = rest[0], rest[2].split(",")
        name = "it" if target == newcomer else f"the {named(target)} ({self.worth(target)})"
        done = f"{name} with {self.spent(ammo)}"
        if verb == "boost":
            done += (
                f", using the {named(rest[4])} ({self.worth(rest[4])}), which goes under the deck"
            )
        elif self.sum(ammo) < self.worth(target):
            done += f", three of the {self.factions[target.split('.')[1]]}"
        return f"{self.you(verb, done)}: {self.result(before, after)}"

    def result(self, before: Position, after: Position) -> str:
        """Return points, fuel and shield after a capture or boost."""
        more = after["fuel"] - before["fuel"]
        fuel = f"{after['fuel']} fuel" + (f" (+{more})" if more else "")
        return f"{numbered(self.sum(after['held']), 'point')}, {fuel}, shield up"

    def fare(self, event: SeenEvent) -> str:
        """Return the cost of a turn; "" if this event pays for no turn."""
        before, after = event.before, event.after
        if after["end"] == "fuel":
            return "the last fuel is spent"
        if before["shield"] and not after["shield"]:
            return f"the shield pays, {after['fuel']} fuel left"
        return f"{after['fuel']} fuel left" if after["fuel"] < before["fuel"] else ""

    def unlocked(self, event: SeenEvent) -> str:
        """Return a clause that says that boosts become possible, and why; "" if they do not."""
        before, after = event.before, event.after
        if before["boost"] or not after["boost"]:
            return ""
        last = not (after["target_deck"] or after["under_deck"])
        why = "the targets' deck is empty" if last else "three alphas are open"
        return f"{why}: boosts are possible for the rest of the game"

    def duty(self, after: Position) -> str:
        """Return the points of a hand that obliges the player to capture; "" if it does not."""
        if self.forced == "none":
            return ""
        points, new = self.sum(after["hand"]), after["new"]
        hand = f"{self.names.whose(SEAT)} hand is worth {points}"
        if self.forced == "new" and new and points >= self.worth(new):
            enough = f"{hand}, enough for the new target ({self.worth(new)})"
            return f"{enough}: the {named(new)} must be taken"
        open_ones = sorted(self.worth(target) for target in after["targets"])
        if open_ones and points >= open_ones[0]:
            return f"{hand}, enough for one worth {open_ones[0]}: a target must be taken"
        return ""

    def needs(self, after: Position) -> list[str]:
        """Return clauses that the player must know before acting: a duty, the last fuel."""
        if after["phase"] != "act":
            return []
        last = after["fuel"] == 1 and "without a capture or boost, this turn is the last"
        return [clause for clause in (self.duty(after), last) if clause]

    def brings(self, event: SeenEvent) -> list[str]:
        """Return an event's other effects: a deck reshuffled, a turn begun, boosts, a duty."""
        after, turn = event.after, self.fare(event)
        if begins(event):
            turn = f"turn {after['turns']}: {turn or TRADE}"
        found = (self.shuffled(event), turn, self.unlocked(event), *self.needs(after))
        return [clause for clause in found if clause]

    def shuffled(self, event: SeenEvent) -> str:
        """Return the clause for a new deck; "" if there is none."""
        new = event.after["ammo_pass"] > event.before["ammo_pass"]
        return "the discard pile becomes the ammo deck" if new else ""


def named(card: str) -> str:
    """Return a card's name: "Siren neon", "Baron beta", "a merchant"."""
    kind, _, faction = card.partition(".")
    return f"{MEMBERS[faction]} {ELEMENTS.get(kind, kind)}" if faction else "a merchant"


def begins(event: SeenEvent) -> bool:
    """Whether a turn begins with this event."""
    return bool(event.after["turns"] > event.before["turns"])


MAX_FUEL = 15
PHASES = {
    "setup": "dealing the first hand",
    "merchant": "play a merchant?",
    "reveal": "a target warps in",
    "act": "capture, boost or discard",
    "refill": "refilling the hand",
}
ENDS = {"cleared": "all sixteen captured", "fuel": "out of fuel"}
