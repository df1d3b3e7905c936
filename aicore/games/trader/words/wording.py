"""Wording of Free Trader's stories: names, prices and fights, as far as a listener knows them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.story import Names, SeenEvent, counted, listed
from aicore.games.trader.rules import state
from aicore.games.trader.rules.state import CARGO, DEFENSES, ENGINES, WEAPONS

SEAT = 0
FINE, JUMP = 7, 8  # indices of two columns in the row of an event card
ORDINALS = ("first", "second", "third", "fourth")
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

WAITING = {"starport": "a starport", "police": "the police"}


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
        self.leaves: list[int] = data["vectorium"]["salvage"]  # what pirates leave, by value

    def you(self, verb: str, rest: str = "") -> str:
        """Return a clause about the trader."""
        return self.names.does(SEAT, verb, rest)

    # Planets.

    def on(self, fields: Position, cell: str) -> str:
        """Return the planet on a cell: "Forge"."""
        return titled(self.name(fields, cell))

    def name(self, fields: Position, cell: str) -> str:
        """Return the planet on a cell as printed on the cards: "smugglers-moon"."""
        return next(str(name) for name, x, y in fields["planets"] if f"{x},{y}" == cell)

    def here(self, fields: Position) -> str:
        """Return the planet at the ship's place."""
        return titled(self._here(fields)["name"])

    def law(self, fields: Position) -> int:
        """Return the law of the planet at the ship's place."""
        return int(self._here(fields)["law"])

    def about(self, name: str) -> str:
        """Return a planet's modifiers, distance and law."""
        planet = self.planets[name]
        figures = zip(self.goods, planet["goods"], strict=True)
        goods = ", ".join(
            f"{good} {figure:+d}" if figure else f"no {good}" for good, figure in figures
        )
        return f"{goods}; {self.modules[ENGINES]} {planet['distance']}, law {planet['law']}"

    def place(self, fields: Position, cell: str) -> str:
        """Return the place of a cell: "east of the ship", "2 east and 1 north of the ship"."""
        side = self.side(fields, cell)
        if not side:
            east, north = (int(a) - b for a, b in zip(cell.split(","), fields["ship"], strict=True))
            ways = ((east, "east", "west"), (north, "north", "south"))
            side = listed([f"{abs(by)} {on if by > 0 else back}" for by, on, back in ways if by])
        return f"{side} of the ship"

    def side(self, fields: Position, cell: str) -> str:
        """Return the side of the ship on which a cell is, such as "north"; "" if not adjacent."""
        x, y = (int(part) for part in cell.split(","))
        east, north = fields["ship"]
        return SIDES.get((x - east, y - north), "")

    def far(self, fields: Position, name: str) -> str:
        """Return a note that a planet is beyond the reach of the engines; "" if it is not."""
        engines = self.level(fields, ENGINES)
        far = self.planets[name]["distance"] > engines
        return f", too far for {self.modules[ENGINES]} {engines}" if far else ""

    def _here(self, fields: Position) -> dict[str, Any]:
        """Return the card of the planet at the ship's place."""
        name = next(name for name, x, y in fields["planets"] if [x, y] == fields["ship"])
        return self.planets[name]

    # Goods and parts of the ship.

    def loads(self, loads: dict[str, int]) -> str:
        """Return loads in words: "a load of weapons and two of illegals"."""
        parts: list[str] = []
        for good, size in loads.items():
            if parts:
                shown = counted(size, "").removesuffix("s").strip()
            else:
                shown = "a load" if size == 1 else counted(size, "load")
            parts.append(f"{shown} of {good}")
        return listed(parts)

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
        lines = []
        for (name, *load), size in Counter(map(tuple, parts)).items():
            if name != self.modules[CARGO]:
                lines.append(
                    article(f"{name} module") if size == 1 else counted(size, f"{name} module")
                )
            elif load:
                hold = "a hold" if size == 1 else counted(size, "hold")
                lines.append(f"{hold} with {load[0]} in {'it' if size == 1 else 'them'}")
            else:
                lines.append("an empty hold" if size == 1 else counted(size, "empty hold"))
        return listed(lines)

    def kept(self, fields: Position, module: str) -> str:
        """Return the present number of modules of a kind: "engines 4"."""
        return f"{module} {fields['modules'][module]}"

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
                sold.append(f"{good} {cost} V")
            else:
                barred.append(good)
        return "; ".join(([listed(sold)] if sold else []) + [f"no {good}" for good in barred])

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

    def whom(self, event: str) -> str:
        """Return the character on an event card: "a pirate of value 2", "the police"."""
        kind, value = self.events[event][1:3]
        return f"{article(kind)} of value {value}" if value else WAITING[kind]

    def attack_sums(self, after: Position, card: str) -> tuple[int, int]:
        """Return the enemy's sum and the ship's in the enemy's attack, with the card drawn."""
        row, foe = self.events[card], self.events[after["enemy"]]
        theirs = foe[2] + bonus(after) + (2 if foe[1] == "invader" else 1) * row[5]
        return theirs, self.level(after, DEFENSES) + row[6]

    def attack(self, after: Position, card: str) -> str:
        """Return the sums of both sides in the enemy's attack, in words."""
        row, foe = self.events[card], self.events[after["enemy"]]
        sums = self.attack_sums(after, card)
        ours = self.level(after, DEFENSES)
        theirs = foe[2] + bonus(after)
        twice = "twice " if foe[1] == "invader" else ""
        return (
            f"{sums[0]} against {sums[1]} (its {theirs} and {twice}the "
            f"card's {row[5]}; {self.modules[DEFENSES]} {ours} and the card's {row[6]})"
        )

    def strike(self, event: SeenEvent) -> str:
        """Return the sums of both sides in the ship's counterattack, with the card drawn."""
        before, after = event.before, event.after
        row, foe = self.events[event.words[1]], self.events[before["enemy"]]
        ours, theirs = self.level(after, WEAPONS), foe[2] + bonus(after)
        return (
            f"{ours + row[5]} against {theirs + row[6]} ({self.modules[WEAPONS]} {ours} and the "
            f"card's {row[5]}; its {theirs} and the card's {row[6]})"
        )

    def destroying(self, fields: Position) -> tuple[int, int]:
        """Count the undrawn cards that let the ship's answer succeed, and all undrawn cards."""
        foe, ours = self.events[fields["enemy"]], self.level(fields, WEAPONS)
        rows = [self.events[card] for card in fields["undrawn_events"]]
        theirs = foe[2] + bonus(fields)
        return sum(ours + row[5] > theirs + row[6] for row in rows), len(rows)

    def salvage(self, event: SeenEvent) -> str:
        """Return the salvage of a destroyed enemy; "" if there is none."""
        before, after = event.before, event.after
        got = after["vectorium"] - before["vectorium"] + sum(self.paid(before, after))
        return f", which leaves {got} V" if got else ""

    # Payments.

    def paid(self, before: Position, after: Position) -> list[int]:
        """Return the payments made between two positions."""
        return self.payments[before["paid"] : after["paid"]]

    def month(self, event: SeenEvent) -> list[str]:
        """Return clauses for the end of the month, or of a turn with a payment due."""
        before, after = event.before, event.after
        card = event.text.startswith("event ")
        month = f"month {before['month']} ends"
        lines = []
        if made := self.paid(before, after):
            payment = f"the {ORDINALS[before['paid']]} payment, {made[0]} V"
            left = f"{before['vectorium'] - made[0]} V left" if card else vectorium(after)
            lines.append(
                f"{month}, and {self.you('make')} {payment}: {left}"
                if card
                else f"{self.you('make')} {payment}: {left}"
            )
        elif after["end"] == "payment":
            due = f"{self.payments[after['paid']]} V are due, and {self.you('have')} "
            lines.append(f"{month if card else 'the turn ends'}: {due}{after['vectorium']}")
        if after["month"] > before["month"] and after["due"]:
            due = f"{self.payments[after['paid']]} V are due when this turn ends"
            lines.append(due if lines else f"{month}: {due}")
        return lines


def vectorium(fields: Position) -> str:
    """Return the vectorium left, in words."""
    return f"{fields['vectorium']} V left"


def bonus(fields: Position) -> int:
    """Return the enemies' bonus in this month."""
    return state.enemy_bonus(fields["month"])


def titled(name: str) -> str:
    """Return a planet's name for a sentence: "Smugglers Moon"."""
    return " ".join(part[:1].upper() + part[1:] for part in name.split("-"))


def article(noun: str) -> str:
    """Return the noun with "a" or "an"."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
