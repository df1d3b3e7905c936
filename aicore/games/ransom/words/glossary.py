"""Meanings of Space Ransom's words and cards, with their figures."""

from __future__ import annotations

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.story import Names, listed
from aicore.games.ransom.words.wording import ELEMENTS, HAND, MEMBERS, SEAT, Words


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of the game's words and cards."""
    words, data = Words(game, Names(("you",), SEAT)), game.info.data
    found = phrasebook.glossary(
        game,
        hand=HAND,
        targets=words.targets,
        duty=phrasebook.texts(game, "duty")[words.forced],
        factions=listed([f"{faction} {name}" for faction, name in words.factions.items()]),
        merchants=listed(data["merchants"]["ids"]),
        **data["fuel"],
    )
    return found | _cards(game, words)


def _cards(game: Game, words: Words) -> dict[str, str]:
    """Return descriptions of all kinds, factions and cards, by id."""
    data = game.info.data
    found = {}
    rewards = dict(zip(data["targets"]["ids"], data["targets"]["fuel"], strict=True))
    for faction, name in words.factions.items():
        ends = f"the end of the name of a {MEMBERS[faction]} card"
        found[faction] = f"The {name}, one of the four factions: {ends}."
    for kind, more in rewards.items():
        fuel = f" and {more} fuel" if more else ""
        about = f"worth {words.points[kind]} points{fuel}"
        found[kind] = f"A target {about}; one in each faction."
        for faction, name in words.factions.items():
            found[f"{kind}.{faction}"] = f"A target of the {name}, {about}."
    for kind in data["ammo"]["ids"]:
        about = f"worth {words.points[kind]}"
        found[kind] = f"{ELEMENTS[kind].capitalize()}, ammo {about}; one in each faction."
        found[ELEMENTS[kind]] = found[kind]
        for faction, name in words.factions.items():
            found[f"{kind}.{faction}"] = f"Ammo of the {name}, {about}."
    for merchant in data["merchants"]["ids"]:
        found[merchant] = (
            "A card of the ammo deck without points. Play it at the start of a turn to allow "
            "boosts for that turn."
        )
    return found
