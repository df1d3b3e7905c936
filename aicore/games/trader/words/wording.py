"""Wording of Free Trader's stories: names, prices and fights."""

from __future__ import annotations

from collections import Counter
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import Names, SeenEvent, listed
from aicore.games.trader.rules import state
from aicore.games.trader.rules.state import CARGO, DEFENSES, ENGINES, WEAPONS
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.vocabulary import titled

SEAT = 0
SET_ASIDE = 2  # number of event cards set aside unseen each month
FINE, JUMP = 7, 8  # indices of two columns in the row of an event card
ORDINALS = (
    N_("the first payment"),
    N_("the second payment"),
    N_("the third payment"),
    N_("the fourth payment"),
)
SIDES = {
    (0, 1): "north",
    (0, -1): "south",
    (1, 0): "east",
    (-1, 0): "west",
    (1, 1): "north-east",
    (-1, 1): "north-west",
    (1, -1): "south-east",
    (-1, -1): "south-west",
}
"""Sides of the ship, by the offset of a cell to the east and to the north."""
BESIDE = {
    "north": N_("north of the ship"),
    "south": N_("south of the ship"),
    "east": N_("east of the ship"),
    "west": N_("west of the ship"),
    "north-east": N_("north-east of the ship"),
    "north-west": N_("north-west of the ship"),
    "south-east": N_("south-east of the ship"),
    "south-west": N_("south-west of the ship"),
}


class Words:
    """Names and figures of the cards of a game."""

    def __init__(self, game: Game, names: Names) -> None:
        data = game.info.data
        self.names = names
        self.planets: dict[str, dict[str, Any]] = {
            planet["name"]: planet for planet in data["cards"]["planets"]
        }
        self.events: dict[str, list[Any]] = {event[0]: event for event in data["cards"]["events"]}
        self.goods: list[str] = data["goods"]["ids"]
        self.modules: list[str] = data["modules"]["ids"]
        self.prices: list[int] = data["modules"]["prices"]
        self.payments: list[int] = data["vectorium"]["payments"]
        self.most: int = data["vectorium"]["most"]
        self.salvage: list[int] = data["vectorium"]["salvage"]  # what pirates leave, by value

    def does(self, *predicates: str) -> str:
        """Return a clause with the trader as the subject of some predicates."""
        return _("{who} {does}", who=self.names[SEAT], does=listed(predicates))

    # Planets.

    def on(self, fields: Position, cell: str) -> str:
        """Return the name of the planet on a cell: "Forge"."""
        return titled(self.name(fields, cell))

    def name(self, fields: Position, cell: str) -> str:
        """Return the id of the planet on a cell: "smugglers-moon"."""
        return next(str(name) for name, x, y in fields["planets"] if f"{x},{y}" == cell)

    def here(self, fields: Position) -> str:
        """Return the name of the ship's planet."""
        return titled(self._here(fields)["name"])

    def law(self, fields: Position) -> int:
        """Return the law level of the ship's planet."""
        return int(self._here(fields)["law"])

    def about(self, name: str) -> str:
        """Return a planet's modifiers, distance and law."""
        planet = self.planets[name]
        figures = zip(self.goods, planet["goods"], strict=True)
        goods = ", ".join(
            _("{good} {figure:+d}", good=vocabulary.good(good), figure=figure)
            if figure
            else none_of(good)
            for good, figure in figures
        )
        return _(
            "{goods}; {engines} {distance}, law {law}",
            goods=goods,
            engines=vocabulary.module(self.modules[ENGINES]),
            distance=planet["distance"],
            law=planet["law"],
        )

    def place(self, fields: Position, cell: str) -> str:
        """Return the place of a cell: "east of the ship", "2 east and 1 north of the ship"."""
        if side := self.side(fields, cell):
            return _(BESIDE[side])
        east, north = (int(a) - b for a, b in zip(cell.split(","), fields["ship"], strict=True))
        ways = []
        if east:
            ways.append(_("{n} east", n=east) if east > 0 else _("{n} west", n=-east))
        if north:
            ways.append(_("{n} north", n=north) if north > 0 else _("{n} south", n=-north))
        return _("{ways} of the ship", ways=listed(ways))

    def side(self, fields: Position, cell: str) -> str:
        """Return the side of the ship on which a cell is, such as "north"; "" if not adjacent."""
        x, y = (int(part) for part in cell.split(","))
        east, north = fields["ship"]
        return SIDES.get((x - east, y - north), "")

    def far(self, fields: Position, name: str) -> str:
        """Return a note that a planet is beyond the reach of the engines; "" if it is not."""
        level = self.level(fields, ENGINES)
        if self.planets[name]["distance"] <= level:
            return ""
        engines = vocabulary.module(self.modules[ENGINES])
        return _("too far for {engines} {level}", engines=engines, level=level)

    def _here(self, fields: Position) -> dict[str, Any]:
        """Return the card of the ship's planet."""
        name = next(name for name, x, y in fields["planets"] if [x, y] == fields["ship"])
        return self.planets[name]

    # Goods and parts of the ship.

    def loads(self, loads: dict[str, int], dative: bool = False) -> str:
        """Return loads in words: "a load of weapons and two of illegals".

        Args:
            dative: whether the words follow "with".
        """
        return listed(
            [
                vocabulary.loads(good, size, number > 0, dative)
                for number, (good, size) in enumerate(loads.items())
            ]
        )

    def level(self, fields: Position, module: int) -> int:
        """Return the number of modules of a kind on the ship."""
        return int(fields["modules"][self.modules[module]])

    def part(self, words: list[str]) -> str:
        """Return a part of the ship in words.

        For example "an engines module", "an empty hold", "a hold with weapons in it".
        """
        return self.parts([words])

    def parts(self, parts: list[list[str]]) -> str:
        """Return parts of the ship in words; equal ones are counted.

        For example "two engines modules and an empty hold".
        """
        return listed(
            [
                vocabulary.modules(name, size)
                if name != self.modules[CARGO]
                else vocabulary.holds(load[0] if load else "", size)
                for (name, *load), size in Counter(map(tuple, parts)).items()
            ]
        )

    def level_in_words(self, fields: Position, module: str) -> str:
        """Return a kind of module with its level: "engines 4"."""
        level = fields["modules"][module]
        return _("{module} {level}", module=vocabulary.module(module), level=level)

    def refund(self, module: str) -> int:
        """Return the amount that a module brings when it is sold for a fine."""
        return state.fine_value(self.prices[self.modules.index(module)])

    # Cards.

    def market(self, fields: Position) -> str:
        """Return the buying prices of the goods here and now."""
        change, prices = self._here(fields)["goods"], self.events[fields["last_event"]][3]
        sold, barred = [], []
        for good, price, add in zip(self.goods, prices, change, strict=True):
            if cost := state.cost(price, add):
                sold.append(_("{good} {cost} V", good=vocabulary.good(good), cost=cost))
            else:
                barred.append(good)
        return "; ".join(([listed(sold)] if sold else []) + [none_of(good) for good in barred])

    def cost(self, fields: Position, good: str) -> int:
        """Return the buying price of a load of a good here and now."""
        i = self.goods.index(good)
        return state.cost(self.events[fields["last_event"]][3][i], self._here(fields)["goods"][i])

    def price(self, fields: Position, good: str) -> int:
        """Return the selling price of a load of a good here and now."""
        i = self.goods.index(good)
        return state.sale(self.events[fields["last_event"]][4][i], self._here(fields)["goods"][i])

    def kind(self, event: str) -> str:
        """Return the type of an event card."""
        return str(self.events[event][1])

    def fine_factor(self, event: str) -> int:
        """Return the factor on an event card; the fine is this factor times the law."""
        return int(self.events[event][FINE])

    def misjump(self, event: str) -> bool:
        """Whether an emergency jump with this card goes wrong."""
        return bool(self.events[event][JUMP] == "misjump")

    def character(self, event: str) -> str:
        """Return the character on an event card: "a pirate of value 2", "the police"."""
        kind, value = self.events[event][1:3]
        match kind:
            case "starport":
                return _("a starport")
            case "police":
                return _("the police")
            case "pirate":
                return _("a pirate of value {value}", value=value)
        return _("an invader of value {value}", value=value)

    def attack_sums(self, after: Position, card: str) -> tuple[int, int]:
        """Return the enemy's sum and the ship's in the enemy's attack, with the card drawn."""
        row, foe = self.events[card], self.events[after["enemy"]]
        theirs = foe[2] + bonus(after) + (2 if foe[1] == "invader" else 1) * row[5]
        return theirs, self.level(after, DEFENSES) + row[6]

    def attack(self, after: Position, card: str) -> str:
        """Return both sides' sums in the enemy's attack, in words."""
        row, foe = self.events[card], self.events[after["enemy"]]
        theirs, ours = self.attack_sums(after, card)
        sums = {
            "theirs": theirs,
            "ours": ours,
            "strength": foe[2] + bonus(after),
            "attack": row[5],
            "module": vocabulary.module(self.modules[DEFENSES]),
            "level": self.level(after, DEFENSES),
            "defense": row[6],
        }
        if foe[1] == "invader":
            return _(
                "{theirs} against {ours} (its {strength} and twice the card's {attack}; "
                "{module} {level} and the card's {defense})",
                **sums,
            )
        return _(
            "{theirs} against {ours} (its {strength} and the card's {attack}; "
            "{module} {level} and the card's {defense})",
            **sums,
        )

    def strike(self, event: SeenEvent) -> str:
        """Return both sides' sums in the ship's counterattack, in words."""
        before, after = event.before, event.after
        row, foe = self.events[event.words[1]], self.events[before["enemy"]]
        level, strength = self.level(after, WEAPONS), foe[2] + bonus(after)
        return _(
            "{ours} against {theirs} ({module} {level} and the card's {attack}; "
            "its {strength} and the card's {defense})",
            ours=level + row[5],
            theirs=strength + row[6],
            module=vocabulary.module(self.modules[WEAPONS]),
            level=level,
            attack=row[5],
            strength=strength,
            defense=row[6],
        )

    def destroying(self, fields: Position) -> tuple[int, int]:
        """Return the number of undrawn cards that destroy the enemy, and of all undrawn cards."""
        foe, ours = self.events[fields["enemy"]], self.level(fields, WEAPONS)
        rows = [self.events[card] for card in fields["undrawn_events"]]
        theirs = foe[2] + next_bonus(fields)
        return sum(ours + row[5] > theirs + row[6] for row in rows), len(rows)

    def destroys(self, event: SeenEvent) -> str:
        """Return the predicate for destroying the enemy, with the vectorium that it leaves."""
        before, after, who = event.before, event.after, self.names[SEAT]
        enemy = vocabulary.enemy(self.kind(before["enemy"]))
        got = after["vectorium"] - before["vectorium"] + sum(self.paid(before, after))
        if not got:
            return _("{who:destroy|destroys} {enemy}", who=who, enemy=enemy)
        return _(
            "{who:destroy|destroys} {enemy}, which leaves {got} V", who=who, enemy=enemy, got=got
        )

    # Payments.

    def paid(self, before: Position, after: Position) -> list[int]:
        """Return the payments made between two positions."""
        return self.payments[before["paid"] : after["paid"]]

    def month(self, event: SeenEvent) -> list[str]:
        """Return clauses for the end of the month, or of a turn with a payment due."""
        before, after = event.before, event.after
        card = event.text.startswith("event ")
        who, month = self.names[SEAT], before["month"]
        lines = []
        if made := self.paid(before, after):
            paid = {"who": who, "payment": _(ORDINALS[before["paid"]]), "n": made[0]}
            if card:
                left = _("{n} V left", n=before["vectorium"] - made[0])
                lines.append(
                    _(
                        "month {month} ends, and {who} {who:make|makes} {payment}, {n} V: {left}",
                        month=month,
                        left=left,
                        **paid,
                    )
                )
            else:
                left = vectorium(after)
                lines.append(
                    _("{who} {who:make|makes} {payment}, {n} V: {left}", left=left, **paid)
                )
        elif after["end"] == "payment":
            has = {"due": self.payments[after["paid"]], "who": who, "n": after["vectorium"]}
            if card:
                lines.append(
                    _(
                        "month {month} ends: {due} V are due, and {who} {who:have|has} {n}",
                        month=month,
                        **has,
                    )
                )
            else:
                lines.append(
                    _("the turn ends: {due} V are due, and {who} {who:have|has} {n}", **has)
                )
        if after["month"] > before["month"] and after["due"]:
            due = self.payments[after["paid"]]
            if lines:
                lines.append(_("{due} V are due when this turn ends", due=due))
            else:
                lines.append(
                    _(
                        "month {month} ends: {due} V are due when this turn ends",
                        month=month,
                        due=due,
                    )
                )
        return lines


def vectorium(fields: Position) -> str:
    """Return the vectorium left, in words."""
    return _("{n} V left", n=fields["vectorium"])


def bonus(fields: Position) -> int:
    """Return the enemies' bonus in this month."""
    return state.enemy_bonus(fields["month"])


def next_bonus(fields: Position) -> int:
    """Return the enemies' bonus for the next event card; the last of a month brings a new one."""
    ends = len(fields["undrawn_events"]) == SET_ASIDE + 1
    return state.enemy_bonus(fields["month"] + ends)


def none_of(good: str) -> str:
    """Return the phrase for a good that is not for sale: "no weapons"."""
    return _("no {good}", good=vocabulary.good(good))
