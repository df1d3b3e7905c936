"""What the words and cards of Space Ransom mean, with their figures."""

from __future__ import annotations

from aicore.core.game import Game
from aicore.core.story import Names, listed
from aicore.games.ransom.words.wording import HAND, SEAT, Words

UNLOCKED = "three alphas lie open at once, or the targets' deck has run out"


def glossary(game: Game) -> dict[str, str]:
    """What the words of the game and its cards mean."""
    words = Words(game, Names(("you",), SEAT))
    return _actions(game) | _terms(game, words) | _cards(game, words)


def _actions(game: Game) -> dict[str, str]:
    """What is typed, and what is drawn."""
    return {
        "capture": "Take an open target with one to three ammo cards that are worth it together, "
        "or with three of its faction, whatever they are worth: "
        "`capture beta.sr with ne.sr,ne.k`. It brings its points and fuel and raises the shield.",
        "boost": "Take an open target with ammo worth less than it and a target that you hold, of "
        "less points, that makes up the rest: `boost alpha.sr with he.ba,li.k using beta.k`. The "
        f"held one goes under the targets' deck. Possible when {UNLOCKED}, or with a merchant.",
        "discard": "Throw away one card, or two ammo cards of the same points: `discard he.ba`, "
        "`discard he.ba,he.k`. A merchant goes alone.",
        "merchant": "Throw away a merchant at the start of a turn: boosts are allowed this turn. "
        "You act with two cards then.",
        "keep": "Do not play the merchant in hand this turn.",
        "draw": f"Cards are drawn until the hand has {HAND} again.",
        "reveal": "A target comes up from the deck at the start of a turn, as long as there are "
        "any.",
        "with": "Before the ammo, with commas: `capture delta.k with he.k,ne.k`.",
        "using": "Before the held target that a boost gives up.",
    }


def _terms(game: Game, words: Words) -> dict[str, str]:
    """Fuel, duties, decks."""
    fuel = game.info.data["fuel"]
    duty = {
        "new": "When all ammo in hand together is worth the new target, that target must be taken. "
        "Otherwise, when it is worth another open one, you may not discard.",
        "any": "When all ammo in hand together is worth an open target, you may not discard.",
        "none": "There is none here: you may always discard.",
    }[words.forced]
    factions = [f"{faction} {name}" for faction, name in words.factions.items()]
    merchants = listed(game.info.data["merchants"]["ids"])
    return {
        "fuel": f"{fuel['start']} at the start, {fuel['most']} at most. A turn takes 1, unless the "
        "shield pays. The last one spent ends the game, so 1 fuel without a shield is too little.",
        "shield": "Up after a capture or boost. It comes down at the start of the next turn, which "
        "then takes no fuel.",
        "boosts": "See boost: a target that you hold helps to take one of more points. Possible "
        f"for the rest of the game when {UNLOCKED}; before that in a turn with a merchant.",
        "duty": duty,
        "new": "The target that warped in this turn.",
        "faction": f"Four of them: {listed(factions)}. Three ammo cards of one faction capture any "
        "target of it.",
        "target": f"One of {words.targets} to capture: four kinds in four factions.",
        "targets": "Those open: they stay until you take them.",
        "ammo": "The cards that capture: nine kinds in four factions, worth 2 to 10.",
        "points": "Of a target: what it scores, and what it takes to capture it. Of ammo: what it "
        "gives towards that.",
        "hand": f"{HAND} cards, of the ammo deck.",
        "held": "The targets that you captured. They are your score.",
        "decks": "How many targets and how much ammo are still to come, and what was discarded. An "
        "empty ammo deck is made of the discard pile.",
        "under": "Targets given up in boosts come again at the end of the targets' deck, in turn.",
        "warp": "To come up from the targets' deck.",
        "merchants": f"Two cards of the ammo deck, {merchants}, without points.",
    }


def _cards(game: Game, words: Words) -> dict[str, str]:
    """All kinds, factions and cards, by their ids."""
    data = game.info.data
    found = {}
    rewards = dict(zip(data["targets"]["ids"], data["targets"]["fuel"], strict=True))
    for faction, name in words.factions.items():
        found[faction] = f"The {name}, one of the four factions: the end of a card's name."
    for kind, more in rewards.items():
        fuel = f" and {more} fuel" if more else ""
        about = f"worth {words.points[kind]} points{fuel}"
        found[kind] = f"A target {about}; one in each faction."
        for faction, name in words.factions.items():
            found[f"{kind}.{faction}"] = f"A target of the {name}, {about}."
    for kind in data["ammo"]["ids"]:
        about = f"worth {words.points[kind]}"
        found[kind] = f"Ammo {about}; one in each faction."
        for faction, name in words.factions.items():
            found[f"{kind}.{faction}"] = f"Ammo of the {name}, {about}."
    for merchant in data["merchants"]["ids"]:
        found[merchant] = (
            "A card of the ammo deck without points: played at the start of a turn it allows "
            "boosts for that turn."
        )
    return found
