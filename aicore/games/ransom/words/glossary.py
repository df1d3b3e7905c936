"""Meanings of Space Ransom's words and cards, with their figures."""

from __future__ import annotations

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.language import capital
from aicore.core.language import gettext as _
from aicore.core.story import Names, listed
from aicore.games.ransom.words.wording import HAND, SEAT, Words, kind_name, member


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of the game's words and cards."""
    words, data = Words(game, Names(("you",), SEAT)), game.info.data
    meanings = phrasebook.glossary(
        game,
        hand=HAND,
        targets=words.targets,
        duty=phrasebook.texts(game, "duty")[words.forced],
        factions=listed([f"{faction} {name}" for faction, name in words.factions.items()]),
        merchants=listed(data["merchants"]["ids"]),
        **data["fuel"],
    )
    return meanings | _cards(game, words)


def _cards(game: Game, words: Words) -> dict[str, str]:
    """Return descriptions of all kinds, factions and cards, by id."""
    data = game.info.data
    meanings = {}
    rewards = dict(zip(data["targets"]["ids"], data["targets"]["fuel"], strict=True))
    for faction, name in words.factions.items():
        meanings[faction] = _(
            "The {name}, one of the four factions: the end of the name of a {member} card.",
            name=name,
            member=member(faction),
        )
    for kind, fuel in rewards.items():
        points = words.points[kind]
        about = (
            _("worth {points} points and {fuel} fuel", points=points, fuel=fuel)
            if fuel
            else _("worth {points} points", points=points)
        )
        meanings[kind] = _("A target {about}; one in each faction.", about=about)
        for faction, name in words.factions.items():
            meanings[f"{kind}.{faction}"] = _(
                "A target of the {name}, {about}.", name=name, about=about
            )
    for kind in data["ammo"]["ids"]:
        points, element = words.points[kind], kind_name(kind)
        meanings[kind] = _(
            "{element}, ammo worth {points}; one in each faction.",
            element=capital(element),
            points=points,
        )
        meanings[element.lower()] = meanings[kind]
        for faction, name in words.factions.items():
            text = _("Ammo of the {name}, worth {points}.", name=name, points=points)
            meanings[f"{kind}.{faction}"] = text
    for merchant in data["merchants"]["ids"]:
        meanings[merchant] = _(
            "A card of the ammo deck without points. Play it at the start of a turn to allow "
            "boosts for that turn."
        )
    return meanings
