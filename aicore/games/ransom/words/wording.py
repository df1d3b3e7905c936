"""Wording of Space Ransom: labels, cards and their points, single events as clauses."""

from __future__ import annotations

from collections.abc import Sequence

from aicore.core.game import Game, Position
from aicore.core.language import N_, Person, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names, SeenEvent, listed

SEAT = 0
HAND = 3
MERCHANT_NOTE = N_("a merchant may be played")
MAX_FUEL = 15
PHASES = {
    "setup": N_("dealing the first hand"),
    "merchant": N_("play a merchant?"),
    "reveal": N_("a target warps in"),
    "act": N_("capture, boost or discard"),
    "refill": N_("refilling the hand"),
}
"""Status line of each phase."""
ENDS = {"cleared": N_("all sixteen captured"), "fuel": N_("out of fuel")}
"""Status line of each ending."""


def kind_name(kind: str) -> str:
    """Return the name of a kind of target or ammo: "alpha", "neon"."""
    return {
        "alpha": pgettext("ransom", "alpha"),
        "beta": pgettext("ransom", "beta"),
        "gamma": pgettext("ransom", "gamma"),
        "delta": pgettext("ransom", "delta"),
        "he": pgettext("ransom", "helium"),
        "li": pgettext("ransom", "lithium"),
        "be": pgettext("ransom", "beryllium"),
        "b": pgettext("ransom", "boron"),
        "c": pgettext("ransom", "carbon"),
        "n": pgettext("ransom", "nitrogen"),
        "o": pgettext("ransom", "oxygen"),
        "f": pgettext("ransom", "fluorine"),
        "ne": pgettext("ransom", "neon"),
    }[kind]


def member(faction: str) -> str:
    """Return the word before the name of a faction's cards: "Siren" in "Siren neon"."""
    return {
        "sr": pgettext("ransom", "Siren"),
        "ba": pgettext("ransom", "Baron"),
        "k": pgettext("ransom", "Pirate"),
        "ca": pgettext("ransom", "Cursed"),
    }[faction]


def people(faction: str) -> str:
    """Return a faction's name in one word: "Sirens"."""
    return {
        "sr": pgettext("ransom", "Sirens"),
        "ba": pgettext("ransom", "Barons"),
        "k": pgettext("ransom", "Pirates"),
        "ca": pgettext("ransom", "Calcium"),
    }[faction]


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
        factions = zip(data["factions"]["ids"], data["factions"]["names"], strict=True)
        self.factions: dict[str, str] = {faction: _(name) for faction, name in factions}
        self.targets = len(data["targets"]["ids"]) * len(self.factions)
        self.whole = sum(data["targets"]["points"]) * len(self.factions)

    @property
    def who(self) -> Person:
        """The bounty hunter."""
        return self.names[SEAT]

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
        return self.titled(*target.split("."))

    def titled(self, kind: str, faction: str) -> str:
        """Return a card with its faction and points: "neon of the Strontium Sirens (10)"."""
        return _(
            "{kind} of the {faction} ({points})",
            kind=kind_name(kind),
            faction=self.factions[faction],
            points=self.points[kind],
        )

    def spent(self, ammo: Sequence[str]) -> str:
        """Return the ammo spent on a target: "Siren neon and Pirate fluorine (19)"."""
        if len(ammo) == 1:
            return self.card(ammo[0])
        return f"{listed([named(card) for card in ammo])} ({self.sum(ammo)})"

    # Events as clauses.

    def action(self, event: SeenEvent, newcomer: str = "") -> str:
        """Return the clause for the bounty hunter's action and its result.

        Args:
            newcomer: target that the sentence so far has named; the clause calls it "it".
        """
        verb, *rest = event.words
        if verb == "merchant":
            text = _(
                "{who} {who:play|plays} a merchant, "
                "so a captured target may help to take another this turn (a boost)"
            )
            return fill(text, who=self.who)
        if verb == "keep":
            kept = listed([named(card) for card in event.before["hand"] if not self.worth(card)])
            return _("{who} {who:keep|keeps} {cards}", who=self.who, cards=kept)
        if verb == "discard":
            cards = listed([named(card) for card in rest[0].split(",")])
            return pgettext(
                "ransom", "{who} {who:discard|discards} {cards}", who=self.who, cards=cards
            )
        ammo = rest[2].split(",")
        slots = {"who": self.who, "ammo": self.spent(ammo)}
        slots["target"] = pgettext("ransom", "it") if rest[0] == newcomer else self.known(rest[0])
        slots["result"] = self.result(event.before, event.after)
        if verb == "boost":
            text = _(
                "{who} {who:boost|boosts} {target} with {ammo}, "
                "using {held}, which goes under the deck: {result}"
            )
            return fill(text, held=self.known(rest[4]), **slots)
        if self.sum(ammo) >= self.worth(rest[0]):
            return _("{who} {who:capture|captures} {target} with {ammo}: {result}", **slots)
        text = _(
            "{who} {who:capture|captures} {target} with {ammo}, three of the {faction}: {result}"
        )
        return fill(text, faction=self.factions[rest[0].split(".")[1]], **slots)

    def known(self, target: str) -> str:
        """Return a target that the listener knows already: "the Baron delta (12)"."""
        return _("the {target} ({points})", target=named(target), points=self.worth(target))

    def result(self, before: Position, after: Position) -> str:
        """Return points, fuel and shield after a capture or boost."""
        more = after["fuel"] - before["fuel"]
        points = ngettext("{n} point", "{n} points", self.sum(after["held"]))
        text = (
            _("{points}, {fuel} fuel (+{more}), shield up")
            if more
            else _("{points}, {fuel} fuel, shield up")
        )
        return fill(text, points=points, fuel=after["fuel"], more=more)

    def fare(self, event: SeenEvent) -> str:
        """Return the cost of a turn; "" if this event pays for no turn."""
        before, after = event.before, event.after
        if after["end"] == "fuel":
            return _("the last fuel is spent")
        if before["shield"] and not after["shield"]:
            return _("the shield pays, {fuel} fuel left", fuel=after["fuel"])
        if after["fuel"] < before["fuel"]:
            return _("{fuel} fuel left", fuel=after["fuel"])
        return ""

    def unlocked(self, event: SeenEvent) -> str:
        """Return the clause for boosts becoming possible, and the reason; "" if they do not."""
        before, after = event.before, event.after
        if before["boost"] or not after["boost"]:
            return ""
        if after["target_deck"] or after["under_deck"]:
            return _("three alphas are open: boosts are possible for the rest of the game")
        return _("the targets' deck is empty: boosts are possible for the rest of the game")

    def duty(self, after: Position) -> str:
        """Return the clause for a hand that obliges the player to capture; "" if it does not."""
        if self.forced == "none":
            return ""
        points, new = self.sum(after["hand"]), after["new"]
        slots = {"who": self.who, "points": points}
        if self.forced == "new" and new and points >= self.worth(new):
            text = _(
                "{who:your|*'s} hand is worth {points}, enough for the new target ({worth}): "
                "the {target} must be taken"
            )
            return fill(text, worth=self.worth(new), target=named(new), **slots)
        open_ones = sorted(self.worth(target) for target in after["targets"])
        if open_ones and points >= open_ones[0]:
            text = _(
                "{who:your|*'s} hand is worth {points}, enough for one worth {worth}: "
                "a target must be taken"
            )
            return fill(text, worth=open_ones[0], **slots)
        return ""

    def needs(self, after: Position) -> list[str]:
        """Return clauses that the player must know before acting: a duty, the last fuel."""
        if after["phase"] != "act":
            return []
        last = _("without a capture or boost, this turn is the last")
        return [clause for clause in (self.duty(after), after["fuel"] == 1 and last) if clause]

    def effects(self, event: SeenEvent) -> list[str]:
        """Return clauses for other effects of an event: a new deck, a new turn, boosts, a duty."""
        after, turn = event.after, self.fare(event)
        if begins(event):
            turn = turn or _(MERCHANT_NOTE)
            turn = pgettext("ransom", "turn {turn}: {clause}", turn=after["turns"], clause=turn)
        clauses = (self.shuffled(event), turn, self.unlocked(event), *self.needs(after))
        return [clause for clause in clauses if clause]

    def shuffled(self, event: SeenEvent) -> str:
        """Return the clause for a new deck; "" if there is none."""
        new = event.after["ammo_pass"] > event.before["ammo_pass"]
        return _("the discard pile becomes the ammo deck") if new else ""


def named(card: str) -> str:
    """Return a card's name: "Siren neon", "Baron beta", "a merchant"."""
    kind, _point, faction = card.partition(".")
    if not faction:
        return pgettext("ransom", "a merchant")
    return pgettext("ransom", "{faction} {kind}", faction=member(faction), kind=kind_name(kind))


def begins(event: SeenEvent) -> bool:
    """Whether a turn begins with this event."""
    return bool(event.after["turns"] > event.before["turns"])
