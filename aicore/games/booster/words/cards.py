"""Names of Booster's cards, and of what is printed on them, in the language spoken here."""

from __future__ import annotations

from aicore.core.language import N_, capital, pgettext
from aicore.core.language import gettext as _

NAMES = {
    "astronauts": N_("astronauts"),
    "cosmonauts": N_("cosmonauts"),
    "robots": N_("robots"),
    "cyborg": N_("cyborg"),
    "replicants": N_("replicants"),
    "android": N_("android"),
    "transhuman": N_("transhuman"),
    "computer-ai": N_("computer AI"),
    "virtual": N_("virtual"),
    "cryogenic": N_("cryogenic"),
    "chemical-rockets": N_("chemical rockets"),
    "plasma-drive": N_("plasma drive"),
    "space-elevator": N_("space elevator"),
    "fission-engine": N_("fission engine"),
    "fusion-engine": N_("fusion engine"),
    "solar-sails": N_("solar sails"),
    "ion-drive": N_("ion drive"),
    "sling-shot": N_("sling shot"),
    "ramscoop": N_("ramscoop"),
    "antimatter-drive": N_("antimatter drive"),
    "near-earth-orbit": N_("near earth orbit"),
    "luna": N_("luna"),
    "lagrange-point": N_("lagrange point"),
    "mercury": N_("mercury"),
    "venus": N_("venus"),
    "mars": N_("mars"),
    "asteroid-field": N_("asteroid field"),
    "jupiter": N_("jupiter"),
    "saturn": N_("saturn"),
    "outer-planet": N_("outer planet"),
    "booster-1": N_("booster 1"),
    "booster-2": N_("booster 2"),
    "booster-3": N_("booster 3"),
    "freighter-1": N_("freighter 1"),
    "freighter-2": N_("freighter 2"),
    "freighter-3": N_("freighter 3"),
    "freighter-4": N_("freighter 4"),
    "heavy-lifter-1": N_("heavy lifter 1"),
    "heavy-lifter-2": N_("heavy lifter 2"),
    "heavy-lifter-3": N_("heavy lifter 3"),
    "research-station": N_("research station"),
    "comm-sat": N_("comm sat"),
    "manufacturing-pod": N_("manufacturing pod"),
    "mining-extractor": N_("mining extractor"),
    "gas-refinery": N_("gas refinery"),
    "solar-station": N_("solar station"),
    "spaceport-extension": N_("spaceport extension"),
    "colony-core": N_("colony core"),
    "military-depot": N_("military depot"),
    "moon-base": N_("moon base"),
}
"""Name of each card."""

FLIGHTS = {
    "near-earth-orbit": N_("to near-Earth orbit"),
    "luna": N_("to Luna"),
    "lagrange-point": N_("to a Lagrange point"),
    "mercury": N_("to Mercury"),
    "venus": N_("to Venus"),
    "mars": N_("to Mars"),
    "asteroid-field": N_("to the asteroid field"),
    "jupiter": N_("to Jupiter"),
    "saturn": N_("to Saturn"),
    "outer-planet": N_("to the outer planet"),
}
"""Phrase for a flight to each destination."""


def name(card: str) -> str:
    """Return a card's name: "space elevator"."""
    return _(NAMES[card])


def titled(card: str) -> str:
    """Return a card's name as on the card: "Space elevator"."""
    return capital(name(card))


def flight(destination: str) -> str:
    """Return the phrase for a flight to a destination: "to Luna"."""
    return _(FLIGHTS[destination])


def type_name(kind: str) -> str:
    """Return the name of a card type, such as "crew"."""
    return {
        "crew": pgettext("booster", "crew"),
        "propulsion": pgettext("booster", "propulsion"),
        "destination": pgettext("booster", "destination"),
        "transport": pgettext("booster", "transport"),
        "payload": pgettext("booster", "payload"),
    }[kind]


def resource(name: str) -> str:
    """Return the name of a resource that destinations offer and payloads need."""
    return {
        "solar": pgettext("booster", "solar"),
        "ore": pgettext("booster", "ore"),
        "moon": pgettext("booster", "moon"),
        "atmosphere": pgettext("booster", "atmosphere"),
    }[name]


def level_name(kind: str, level: int) -> str:
    """Return the range or cargo of a card in a word, such as "near"."""
    if kind in ("transport", "payload"):
        return (
            pgettext("booster", "light"),
            pgettext("booster", "med"),
            pgettext("booster", "heavy"),
        )[level - 1]
    return (
        pgettext("booster", "near"),
        pgettext("booster", "mid"),
        pgettext("booster", "far"),
    )[level - 1]
