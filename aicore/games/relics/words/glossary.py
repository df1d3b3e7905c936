"""Glossary of relics, with figures from the game's data."""

from __future__ import annotations

from typing import Any

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.story import counted, listed
from aicore.games.relics.rules.names import (
    AIRLOCKS,
    CENTER,
    GALLERY_IDS,
    GUN_IDS,
    ITEM_IDS,
    PLATFORM_IDS,
    TILE_IDS,
    WAYS,
    gallery_tile,
)
from aicore.games.relics.words.wording import bare, points

PLAIN = ("tape", "vitality", "adrenaline", "o2")
ITEM_NAMES = {name: bare(name) if name in PLAIN else f"a {bare(name)}" for name in ITEM_IDS}
LONG = {"n": "north", "e": "east", "s": "south", "w": "west"}


def artifact_name(name: str) -> str:
    """Return an artifact's name as sentences use it: "the Lunar Sickle"."""
    return f"the {name.replace('-', ' ').title()}"


def glossary(game: Game) -> dict[str, str]:
    """Return the explanations of things (by their typed names), words and places."""
    data = game.info.data
    charges = counted(data["figures"]["weapon_charges"], "charge")
    words = phrasebook.glossary(game, charges=charges, **data["figures"])
    return {**words, **_artifacts(game, data), **_items(game, data), **_places(data)}


def _artifacts(game: Game, data: dict[str, Any]) -> dict[str, str]:
    """Return descriptions of artifacts, by id and last word: points, trap, what stops it."""
    figures = data["figures"]
    moves = counted(figures["shell"], "move")
    traps = phrasebook.texts(game, "traps", moves=moves, **figures)
    found = {}
    for entry in data["artifacts"]:
        name = entry["id"]
        stops = [each.replace("-", " ") for each in entry["stopped_by"]]
        kept = f" Stopped by {listed(stops, 'or')}." if stops else ""
        found[name] = f"{points(entry['points'])}. Trap: {traps[name]}.{kept}"
        found[name.rpartition("-")[2]] = f"{artifact_name(name)[4:]}: {found[name]}"
    heart = f"{points(figures['heart_points'])}, on {CENTER}, no trap"
    found["heart-of-sol"] = (
        f"{heart}. It costs its owner 1 AP in later turns, and the Last Defense begins."
    )
    return found


def _items(game: Game, data: dict[str, Any]) -> dict[str, str]:
    """Return descriptions of items, by id: number of copies, words to type, effect."""
    uses = phrasebook.texts(game, "items", **data["figures"])
    found = {}
    for entry in data["items"]:
        name, copies = entry["id"], counted(entry["copies"], "copy", "copies")
        charges = f", {counted(entry['charges'], 'charge')}" if "charges" in entry else ""
        found[name] = f"{uses[name]}. An item ({copies}{charges})."
    return found


def _places(data: dict[str, Any]) -> dict[str, str]:
    """Return descriptions of ways and airlocks, galleries, gallery tiles, platforms, guns."""
    found = {}
    for way, airlock in zip(WAYS, AIRLOCKS, strict=True):
        found[way] = (
            f"{LONG[way].title()}: `go {way}2` is two steps. {airlock} is the airlock there."
        )
    for name, (x, y), tokens in zip(
        GALLERY_IDS, data["board"]["galleries"], data["board"]["tokens"], strict=True
    ):
        lies = "the Heart" if name == CENTER else f"an artifact and {counted(tokens, 'item')}"
        found[name] = f"The gallery around {x + 2},{y + 2}, with {lies} at first."
    for tile in TILE_IDS:
        guns, turns = gallery_tile(data, tile)[1:]
        ways = [LONG[WAYS[(WAYS.index(way) + turns) % 4]] for _, _, way in guns]
        fires = f"fires {listed(ways)}" if ways else "has no gun"
        found[tile] = f"A gallery tile; it {fires}."
    sides = {"N": "north", "S": "south", "E": "east", "W": "west"}
    for name, floor in zip(PLATFORM_IDS, data["platforms"]["floors"], strict=True):
        quarters = floor.split()
        where = listed([f"{sides[each[0]]}{sides[each[1]]}" for each in quarters])
        found[name] = f"A #{len(quarters)} platform, {len(quarters)} AP to move. Drawn with floor "
        found[name] += f"in the {where}."
    for gun in GUN_IDS:
        found[gun] = "A gun, if it is on the board: ^ > v or < with its number (a to c: 10 to 12)."
    return found
