"""Names of things; their translations may have several forms, such as grammatical cases."""

from __future__ import annotations

from functools import cache

from aicore.core.language import language, pgettext
from aicore.core.story import capital
from aicore.games.relics.rules.names import ARTIFACT_IDS, ITEM_IDS, WEAPONS

THINGS = frozenset((*ARTIFACT_IDS, *ITEM_IDS, *filter(None, WEAPONS), "heart-of-sol"))
"""Names of things as people type them."""


class Word(str):
    """Word or phrase for the slot of a text; its translation may have several forms.

    "der Schild|acc=den Schild" is "der Schild" in a slot {what}, and "den Schild" in a slot
    {what:acc}. The first form stands in for those that are missing.
    """

    forms: dict[str, str]

    def __new__(cls, text: str) -> Word:
        """Return a word."""
        first, *others = text.split("|")
        self = super().__new__(cls, first)
        self.forms = dict(other.split("=", 1) for other in others)
        return self

    def __format__(self, form: str) -> str:
        """Return one of the forms."""
        return self.forms.get(form, str(self))


class Clause(str):
    """Clause for the slot of a text: {result:cap} begins with a capital letter."""

    def __format__(self, form: str) -> str:
        """Return the clause as it is, or with a capital letter."""
        return capital(self) if form == "cap" else str(self)


def thing(name: str) -> Word:
    """Return an artifact, an item or a weapon as a label: "lunar-sickle"."""
    return _labels(language())[name]


def explained(name: str) -> str:
    """Return the translation of a name that people type; "" if it is the same."""
    label = thing(name)
    return "" if label.lower() == name else label


def some(item: str) -> Word:
    """Return an item with its indefinite article: "a keycard", "tape"."""
    return _indefinite(language())[item]


def the(item: str) -> Word:
    """Return an item or a weapon with its definite article: "the keycard", "the Blaster"."""
    return _definite(language())[item]


def bare(item: str) -> Word:
    """Return an item or a weapon without its article: "heat ray"."""
    return _bare(language())[item]


def artifact_name(name: str) -> Word:
    """Return an artifact's name as sentences use it: "the Lunar Sickle"."""
    return _artifacts(language())[name]


def artifact_title(name: str) -> Word:
    """Return an artifact's name without its article: "Lunar Sickle"."""
    return _titles(language())[name]


def called(gallery: str) -> Word:
    """Return a gallery in words: "the north gallery"."""
    return _galleries(language())[gallery]


def direction(name: str) -> Word:
    """Return a direction, such as "north" or "northwest"."""
    return _directions(language())[name]


def _words(texts: dict[str, str]) -> dict[str, Word]:
    return {name: Word(text) for name, text in texts.items()}


@cache
def _labels(_language: str) -> dict[str, Word]:
    return _words({
        "mercurial-salamander": pgettext("relics", "mercurial-salamander"),
        "venusian-dragonfly": pgettext("relics", "venusian-dragonfly"),
        "lunar-sickle": pgettext("relics", "lunar-sickle"),
        "cererian-flower": pgettext("relics", "cererian-flower"),
        "martian-spearhead": pgettext("relics", "martian-spearhead"),
        "jovian-scepter": pgettext("relics", "jovian-scepter"),
        "saturnian-hourglass": pgettext("relics", "saturnian-hourglass"),
        "uranium-gem": pgettext("relics", "uranium-gem"),
        "neptunian-shell": pgettext("relics", "neptunian-shell"),
        "heart-of-sol": pgettext("relics", "heart-of-sol"),
        "power-pack": pgettext("relics", "power-pack"),
        "tape": pgettext("relics", "tape"),
        "vitality": pgettext("relics", "vitality"),
        "adrenaline": pgettext("relics", "adrenaline"),
        "o2": pgettext("relics", "o2"),
        "keycard": pgettext("relics", "keycard"),
        "security-hack": pgettext("relics", "security-hack"),
        "grapple-gun": pgettext("relics", "grapple-gun"),
        "rocketpack": pgettext("relics", "rocketpack"),
        "doorway": pgettext("relics", "doorway"),
        "foam-gun": pgettext("relics", "foam-gun"),
        "heat-ray": pgettext("relics", "heat-ray"),
        "freeze-ray": pgettext("relics", "freeze-ray"),
        "platform-hack-1": pgettext("relics", "platform-hack-1"),
        "platform-hack-2": pgettext("relics", "platform-hack-2"),
        "blaster": pgettext("relics", "blaster"),
        "shield": pgettext("relics", "shield"),
    })  # fmt: skip


@cache
def _indefinite(_language: str) -> dict[str, Word]:
    return _words({
        "power-pack": pgettext("relics", "a power pack"),
        "tape": pgettext("relics", "tape"),
        "vitality": pgettext("relics", "vitality"),
        "adrenaline": pgettext("relics", "adrenaline"),
        "o2": pgettext("relics", "O2"),
        "keycard": pgettext("relics", "a keycard"),
        "security-hack": pgettext("relics", "a security hack"),
        "grapple-gun": pgettext("relics", "a grapple gun"),
        "rocketpack": pgettext("relics", "a rocketpack"),
        "doorway": pgettext("relics", "a doorway"),
        "foam-gun": pgettext("relics", "a foam gun"),
        "heat-ray": pgettext("relics", "a heat ray"),
        "freeze-ray": pgettext("relics", "a freeze ray"),
        "platform-hack-1": pgettext("relics", "a platform hack 1"),
        "platform-hack-2": pgettext("relics", "a platform hack 2"),
    })  # fmt: skip


@cache
def _definite(_language: str) -> dict[str, Word]:
    return _words({
        "power-pack": pgettext("relics", "the power pack"),
        "tape": pgettext("relics", "the tape"),
        "vitality": pgettext("relics", "the vitality"),
        "adrenaline": pgettext("relics", "the adrenaline"),
        "o2": pgettext("relics", "the O2"),
        "keycard": pgettext("relics", "the keycard"),
        "security-hack": pgettext("relics", "the security hack"),
        "grapple-gun": pgettext("relics", "the grapple gun"),
        "rocketpack": pgettext("relics", "the rocketpack"),
        "doorway": pgettext("relics", "the doorway"),
        "foam-gun": pgettext("relics", "the foam gun"),
        "heat-ray": pgettext("relics", "the heat ray"),
        "freeze-ray": pgettext("relics", "the freeze ray"),
        "platform-hack-1": pgettext("relics", "the platform hack 1"),
        "platform-hack-2": pgettext("relics", "the platform hack 2"),
        "blaster": pgettext("relics", "the Blaster"),
        "shield": pgettext("relics", "the shield"),
    })  # fmt: skip


@cache
def _bare(_language: str) -> dict[str, Word]:
    return _words({
        "power-pack": pgettext("relics", "power pack"),
        "tape": pgettext("relics", "tape"),
        "vitality": pgettext("relics", "vitality"),
        "adrenaline": pgettext("relics", "adrenaline"),
        "o2": pgettext("relics", "O2"),
        "keycard": pgettext("relics", "keycard"),
        "security-hack": pgettext("relics", "security hack"),
        "grapple-gun": pgettext("relics", "grapple gun"),
        "rocketpack": pgettext("relics", "rocketpack"),
        "doorway": pgettext("relics", "doorway"),
        "foam-gun": pgettext("relics", "foam gun"),
        "heat-ray": pgettext("relics", "heat ray"),
        "freeze-ray": pgettext("relics", "freeze ray"),
        "platform-hack-1": pgettext("relics", "platform hack 1"),
        "platform-hack-2": pgettext("relics", "platform hack 2"),
        "blaster": pgettext("relics", "Blaster"),
        "shield": pgettext("relics", "shield"),
    })  # fmt: skip


@cache
def _artifacts(_language: str) -> dict[str, Word]:
    return _words({
        "mercurial-salamander": pgettext("relics", "the Mercurial Salamander"),
        "venusian-dragonfly": pgettext("relics", "the Venusian Dragonfly"),
        "lunar-sickle": pgettext("relics", "the Lunar Sickle"),
        "cererian-flower": pgettext("relics", "the Cererian Flower"),
        "martian-spearhead": pgettext("relics", "the Martian Spearhead"),
        "jovian-scepter": pgettext("relics", "the Jovian Scepter"),
        "saturnian-hourglass": pgettext("relics", "the Saturnian Hourglass"),
        "uranium-gem": pgettext("relics", "the Uranium Gem"),
        "neptunian-shell": pgettext("relics", "the Neptunian Shell"),
        "heart-of-sol": pgettext("relics", "the Heart of Sol"),
    })  # fmt: skip


@cache
def _titles(_language: str) -> dict[str, Word]:
    return _words({
        "mercurial-salamander": pgettext("relics", "Mercurial Salamander"),
        "venusian-dragonfly": pgettext("relics", "Venusian Dragonfly"),
        "lunar-sickle": pgettext("relics", "Lunar Sickle"),
        "cererian-flower": pgettext("relics", "Cererian Flower"),
        "martian-spearhead": pgettext("relics", "Martian Spearhead"),
        "jovian-scepter": pgettext("relics", "Jovian Scepter"),
        "saturnian-hourglass": pgettext("relics", "Saturnian Hourglass"),
        "uranium-gem": pgettext("relics", "Uranium Gem"),
        "neptunian-shell": pgettext("relics", "Neptunian Shell"),
        "heart-of-sol": pgettext("relics", "Heart of Sol"),
    })  # fmt: skip


@cache
def _galleries(_language: str) -> dict[str, Word]:
    return _words({
        "g1": pgettext("relics", "the northwest gallery"),
        "g2": pgettext("relics", "the north gallery"),
        "g3": pgettext("relics", "the northeast gallery"),
        "g4": pgettext("relics", "the west gallery"),
        "g5": pgettext("relics", "the center gallery"),
        "g6": pgettext("relics", "the east gallery"),
        "g7": pgettext("relics", "the southwest gallery"),
        "g8": pgettext("relics", "the south gallery"),
        "g9": pgettext("relics", "the southeast gallery"),
    })  # fmt: skip


@cache
def _directions(_language: str) -> dict[str, Word]:
    return _words({
        "north": pgettext("relics", "north"),
        "northeast": pgettext("relics", "northeast"),
        "east": pgettext("relics", "east"),
        "southeast": pgettext("relics", "southeast"),
        "south": pgettext("relics", "south"),
        "southwest": pgettext("relics", "southwest"),
        "west": pgettext("relics", "west"),
        "northwest": pgettext("relics", "northwest"),
    })  # fmt: skip
