"""Glossary of relics, with figures from the game's data."""

from __future__ import annotations

from typing import Any

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.language import fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import OR, in_words, in_words_as, listed
from aicore.games.relics.rules.names import (
    AIRLOCKS,
    CENTER,
    DIRECTIONS,
    GALLERY_IDS,
    GUN_IDS,
    PLATFORM_IDS,
    TILE_IDS,
    WAYS,
    gallery_tile,
)
from aicore.games.relics.words.nouns import artifact_title, bare, direction, explained, thing
from aicore.games.relics.words.wording import points


def glossary(game: Game) -> dict[str, str]:
    """Return the explanations of things (by their typed names), words and places."""
    data = game.info.data
    charges = in_words_as("dative", data["figures"]["weapon_charges"], "one charge", "{n} charges")
    words = phrasebook.glossary(game, charges=charges, **data["figures"])
    return {**words, **_artifacts(game, data), **_items(game, data), **_places(data)}


def _artifacts(game: Game, data: dict[str, Any]) -> dict[str, str]:
    """Return descriptions of artifacts, by id and last word: points, trap, what stops it."""
    figures = data["figures"]
    moves = in_words(figures["shell"], "one move", "{n} moves")
    traps = phrasebook.texts(game, "traps", moves=moves, **figures)
    meanings: dict[str, str] = {}
    for entry in data["artifacts"]:
        name, worth = entry["id"], points(entry["points"])
        text = _("{points}. Trap: {trap}.", points=worth, trap=traps[name])
        if stops := [bare(each) for each in entry["stopped_by"]]:
            text += " " + _("Stopped by {things}.", things=listed(stops, OR))
        _explain(meanings, name, text)
        meanings[name.rpartition("-")[2]] = f"{artifact_title(name)}: {text}"
    text = _(
        "{points}, on {gallery}, no trap. It costs its owner 1 AP in later turns, and the Last "
        "Defense begins.",
        points=points(figures["heart_points"]),
        gallery=CENTER,
    )
    _explain(meanings, "heart-of-sol", text)
    return meanings


def _explain(meanings: dict[str, str], name: str, text: str) -> None:
    """Add an explanation of a thing under its typed name and its name in the language."""
    label = thing(name)
    meanings[name] = meanings[label.lower()] = f"{label}: {text}" if explained(name) else text


def _items(game: Game, data: dict[str, Any]) -> dict[str, str]:
    """Return descriptions of items, by id: number of copies, words to type, effect."""
    uses = phrasebook.texts(game, "items", **data["figures"])
    meanings: dict[str, str] = {}
    for entry in data["items"]:
        name, copies = entry["id"], in_words(entry["copies"], "one copy", "{n} copies")
        if "charges" in entry:
            copies += ", " + in_words(entry["charges"], "one charge", "{n} charges")
        text = _("{use}. An item ({copies}).", use=uses[name], copies=copies)
        _explain(meanings, name, text)
    return meanings


def _places(data: dict[str, Any]) -> dict[str, str]:
    """Return descriptions of directions, airlocks, galleries, tiles, platforms and guns."""
    meanings = {}
    for way, airlock in zip(WAYS, AIRLOCKS, strict=True):
        text = _("{side}: `go {way}2` is two steps. {airlock} is the airlock there.")
        side = direction(DIRECTIONS[way.upper()]).title()
        meanings[way] = fill(text, side=side, way=way, airlock=airlock)
    for name, (x, y), tokens in zip(
        GALLERY_IDS, data["board"]["galleries"], data["board"]["tokens"], strict=True
    ):
        slots = {"square": f"{x + 2},{y + 2}", "items": in_words(tokens, "one item", "{n} items")}
        text = (
            _("The gallery around {square}, with the Heart at first.")
            if name == CENTER
            else _("The gallery around {square}, with an artifact and {items} at first.")
        )
        meanings[name] = fill(text, **slots)
    for tile in TILE_IDS:
        guns, turns = gallery_tile(data, tile)[1:]
        ways = [DIRECTIONS[AIRLOCKS[(WAYS.index(way) + turns) % 4]] for _square, _row, way in guns]
        sides = listed([pgettext("way", "{side}", side=direction(way)) for way in ways])
        meanings[tile] = (
            _("A gallery tile; it fires {sides}.", sides=sides)
            if ways
            else _("A gallery tile; it has no gun.")
        )
    for name, floor in zip(PLATFORM_IDS, data["platforms"]["floors"], strict=True):
        quarters = floor.split()
        where = listed([direction(DIRECTIONS[each]) for each in quarters])
        meanings[name] = _(
            "A #{n} platform, {n} AP to move. Drawn with floor in the {quarters}.",
            n=len(quarters),
            quarters=where,
        )
    for gun in GUN_IDS:
        meanings[gun] = _(
            "A gun, if it is on the board: ^ > v or < with its number (a to c: 10 to 12)."
        )
    return meanings
