"""Planet and event cards of trader, as the rules page prints them, for its plain model."""

from __future__ import annotations

from dataclasses import dataclass

GOODS = ("weapons", "industrials", "agriculturals", "illegals")

# The modifiers of the four goods, distance, law.
PLANET_TABLE = """
earth 1 -2 2 2 1 3
verdant -2 1 2 0 1 2
forge -3 2 0 1 2 2
foundry 2 -3 1 0 1 3
meridian 3 -2 1 2 2 2
anvil 0 -2 3 2 1 3
harvest 2 1 -2 1 1 1
pasture 3 0 -2 0 2 1
haven 2 3 -1 -2 2 1
smugglers-moon 2 1 -2 -3 3 0
bazaar -2 2 2 -2 3 0
ringworks 0 -3 3 1 2 2
outpost 3 3 0 -2 4 1
citadel -3 -2 3 3 3 4
frontier 2 3 -2 3 4 3
abyss 3 2 3 -3 5 0
"""

# Type, four figures for buying, four for selling, attack, defense, fine, kind of jump.
EVENT_TABLE = """
e01 starport 5 4 2 3 5 4 3 8 3 2 1 safe
e02 starport 4 3 3 4 6 5 2 9 2 3 2 safe
e03 starport 5 4 3 0 4 3 4 7 3 1 1 misjump
e04 starport 6 0 3 2 5 4 3 10 3 3 3 safe
e05 starport 4 3 4 3 5 3 3 8 3 1 2 safe
e06 pirate-2 0 5 2 4 4 4 4 7 2 1 1 misjump
e07 invader-1 5 4 3 3 5 4 2 9 4 4 2 safe
e08 police 5 5 0 3 5 4 2 8 3 4 1 misjump
e09 pirate-1 4 3 4 0 6 5 3 8 2 2 3 safe
e10 pirate-1 5 3 4 4 4 4 3 10 3 3 3 safe
e11 pirate-2 6 3 2 3 4 4 4 8 3 4 2 misjump
e12 pirate-3 4 4 3 2 5 3 3 9 3 2 2 safe
e13 invader-1 4 4 3 5 6 3 3 7 4 2 2 safe
e14 invader-2 6 3 3 0 5 4 4 8 3 4 1 misjump
e15 police 5 4 3 2 5 3 3 9 4 3 1 safe
e16 police 5 4 2 3 4 5 2 7 3 1 2 safe
"""


@dataclass(frozen=True)
class Planet:
    """Planet card, with one modifier for each good."""

    modifiers: dict[str, int]
    distance: int
    law: int


@dataclass(frozen=True)
class Event:
    """Event card; `value` is the number in its type, 0 without one."""

    kind: str
    value: int
    buying: dict[str, int]
    selling: dict[str, int]
    attack: int
    defense: int
    fine: int
    safe: bool


def rows(table: str) -> list[list[str]]:
    """Return the words of each line of a table."""
    return [line.split() for line in table.strip().split("\n")]


def read_planet(words: list[str]) -> Planet:
    """Read a line of the planet table."""
    *modifiers, distance, law = map(int, words)
    return Planet(dict(zip(GOODS, modifiers, strict=True)), distance, law)


def read_event(kind: str, words: list[str]) -> Event:
    """Read a line of the event table."""
    figures = [int(word) for word in words[:-1]]
    value = int(kind[-1]) if "-" in kind else 0
    buying = dict(zip(GOODS, figures[:4], strict=True))
    selling = dict(zip(GOODS, figures[4:8], strict=True))
    attack, defense, fine = figures[8:]
    return Event(kind, value, buying, selling, attack, defense, fine, words[-1] == "safe")


PLANETS = {name: read_planet(rest) for name, *rest in rows(PLANET_TABLE)}
EVENTS = {name: read_event(kind, rest) for name, kind, *rest in rows(EVENT_TABLE)}
