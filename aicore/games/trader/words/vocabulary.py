"""Names of Free Trader's cards, goods and modules in the language spoken here.

Names in a player's own cards are in no catalog; they stay as they are.
"""

from __future__ import annotations

from functools import cache

from aicore.core.language import Word, capital, language, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import in_words, in_words_as


def planet(name: str) -> str:
    """Return the name of a planet as printed on the cards: "smugglers-moon"."""
    return _planets(language()).get(name, name)


def good(name: str) -> str:
    """Return the name of a good: "weapons"."""
    return _goods(language()).get(name, name)


def module(name: str) -> str:
    """Return the name of a kind of module: "engines"."""
    return _modules(language()).get(name, name)


def kind(name: str) -> str:
    """Return the type of an event card: "pirate"."""
    return _kinds(language())[name]


def side(name: str) -> str:
    """Return the name of a side of the ship: "north"; "" for ""."""
    return _sides(language()).get(name, "")


def cards(kind: str, number: int) -> str:
    """Return a number of event cards of a type: "3 pirates"."""
    match kind:
        case "starport":
            return ngettext("{n} starport", "{n} starports", number)
        case "police":
            return ngettext("{n} police", "{n} police", number)
        case "pirate":
            return ngettext("{n} pirate", "{n} pirates", number)
    return ngettext("{n} invader", "{n} invaders", number)


def titled(name: str) -> str:
    """Return the name of a planet for a sentence: "Smugglers Moon"."""
    return " ".join(capital(part) for part in planet(name).split("-"))


def loads(load: str, size: int, further: bool = False, dative: bool = False) -> str:
    """Return a number of loads of a good in words: "a load of weapons", "two loads of weapons".

    Args:
        further: whether another number of loads comes before: "one of weapons".
        dative: whether the words follow "with".
    """
    name = good(load)
    if further and dative:
        return in_words_as("dative", size, "one of {good}", "{n} of {good}", good=name)
    if further:
        return in_words(size, "one of {good}", "{n} of {good}", good=name)
    if dative:
        return in_words_as("dative", size, "a load of {good}", "{n} loads of {good}", good=name)
    return in_words(size, "a load of {good}", "{n} loads of {good}", good=name)


def modules(name: str, size: int) -> str:
    """Return a number of modules of a kind in words: "an engines module"."""
    match name:
        case "weapons":
            return in_words(size, "a weapons module", "{n} weapons modules")
        case "defenses":
            return in_words(size, "a defenses module", "{n} defenses modules")
        case "engines":
            return in_words(size, "an engines module", "{n} engines modules")
        case "cargo":
            return in_words(size, "a cargo module", "{n} cargo modules")
    if name[:1].lower() in "aeiou":
        return in_words(size, "an {name} module", "{n} {name} modules", name=name)
    return in_words(size, "a {name} module", "{n} {name} modules", name=name)


def holds(load: str, size: int) -> str:
    """Return a number of holds in words: "an empty hold"; with a load, "a hold with tea in it"."""
    if not load:
        return in_words(size, "an empty hold", "{n} empty holds")
    name = good(load)
    return in_words(size, "a hold with {good} in it", "{n} holds with {good} in them", good=name)


def free_holds(size: int) -> str:
    """Return a number of free holds in words: "two free holds"."""
    return in_words(size, "one free hold", "{n} free holds")


def enemy(name: str) -> Word:
    """Return the name of a type of enemy: "the pirate"."""
    return Word(_("the invader") if name == "invader" else _("the pirate"))


@cache
def _planets(language: str) -> dict[str, str]:
    return {
        "earth": pgettext("planet", "earth"),
        "verdant": pgettext("planet", "verdant"),
        "forge": pgettext("planet", "forge"),
        "foundry": pgettext("planet", "foundry"),
        "meridian": pgettext("planet", "meridian"),
        "anvil": pgettext("planet", "anvil"),
        "harvest": pgettext("planet", "harvest"),
        "pasture": pgettext("planet", "pasture"),
        "haven": pgettext("planet", "haven"),
        "smugglers-moon": pgettext("planet", "smugglers-moon"),
        "bazaar": pgettext("planet", "bazaar"),
        "ringworks": pgettext("planet", "ringworks"),
        "outpost": pgettext("planet", "outpost"),
        "citadel": pgettext("planet", "citadel"),
        "frontier": pgettext("planet", "frontier"),
        "abyss": pgettext("planet", "abyss"),
    }


@cache
def _goods(language: str) -> dict[str, str]:
    return {
        "weapons": pgettext("good", "weapons"),
        "industrials": pgettext("good", "industrials"),
        "agriculturals": pgettext("good", "agriculturals"),
        "illegals": pgettext("good", "illegals"),
    }


@cache
def _modules(language: str) -> dict[str, str]:
    return {
        "weapons": pgettext("module", "weapons"),
        "defenses": pgettext("module", "defenses"),
        "engines": pgettext("module", "engines"),
        "cargo": pgettext("module", "cargo"),
    }


@cache
def _kinds(language: str) -> dict[str, str]:
    return {
        "starport": pgettext("event card", "starport"),
        "police": pgettext("event card", "police"),
        "pirate": pgettext("event card", "pirate"),
        "invader": pgettext("event card", "invader"),
    }


@cache
def _sides(language: str) -> dict[str, str]:
    return {
        "north": pgettext("where", "north"),
        "south": pgettext("where", "south"),
        "east": pgettext("where", "east"),
        "west": pgettext("where", "west"),
        "north-east": pgettext("where", "north-east"),
        "north-west": pgettext("where", "north-west"),
        "south-east": pgettext("where", "south-east"),
        "south-west": pgettext("where", "south-west"),
    }
