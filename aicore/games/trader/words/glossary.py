"""Meanings of Free Trader's words and cards, with the figures of this game's cards."""

from __future__ import annotations

from typing import Any

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.story import Names, listed
from aicore.games.trader.rules.state import MAX_BONUS
from aicore.games.trader.words.wording import Words

JUMPS = {"safe": "an emergency jump is safe", "misjump": "an emergency jump is a misjump"}


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of the game's words and cards."""
    words = Words(game, Names(("you",), 0))
    found = phrasebook.glossary(game, **_figures(game, words))
    for name in words.planets:
        found[name] = f"A planet. It adds to prices: {words.about(name)}."
    for name, row in words.events.items():
        found[name] = _event(words, row)
    for good in words.goods:
        found[good] = _good(words, good)
    uses = phrasebook.texts(game, "modules").values()
    for module, price, use in zip(words.modules, words.prices, uses, strict=True):
        about = f"A module, {price} V. {use}"
        found[module] = f"{found[module]} {about}" if module in found else about
    return found


def _figures(game: Game, words: Words) -> dict[str, Any]:
    """Return the values that fill the slots in the texts."""
    due = "at once, even in a fight"
    if game.options["payment"] == "turn_end":
        due = "at the end of that turn, or when the next month ends if that comes first"
    leaves = enumerate(words.leaves, 1)
    return {
        "goods": words.goods,
        "illegals": words.goods[-1],
        "modules": words.modules,
        "start": game.info.data["vectorium"]["start"],
        "most": words.most,
        "payments": listed([str(payment) for payment in words.payments]),
        "due": due,
        "events": len(words.events),
        "cards": len(words.events) - 2,
        "deck": "All cards" + " but those face up" * (game.options["reshuffle"] != "all"),
        "bonus": MAX_BONUS,
        "salvage": listed([f"{salvage} for value {value}" for value, salvage in leaves]),
    }


def _good(words: Words, good: str) -> str:
    """Return a description of a good, with its costs and selling prices."""
    i = words.goods.index(good)
    bought = [row[3][i] for row in words.events.values() if row[3][i]]
    sold = [row[4][i] for row in words.events.values()]
    cost = f"The cards ask {min(bought)} to {max(bought)} V" if bought else "No card sells it"
    text = f"Goods. {cost} and pay {min(sold)} to {max(sold)} V; the planet's number is added."
    if i == len(words.goods) - 1:
        text += " The police take them and fine you."
    return text


def _event(words: Words, row: list[Any]) -> str:
    """Return a description of everything on an event card."""
    name, _, _, buy, sell, attack, defense, fine, jump = row
    bought = _prices(words, [price or "none" for price in buy])
    return (
        f"An event card: {words.whom(name)}. To buy: {bought}. To sell: {_prices(words, sell)}. "
        f"Attack {attack}, defense {defense}, fine x{fine}; {JUMPS[jump]}."
    )


def _prices(words: Words, prices: list[Any]) -> str:
    return ", ".join(f"{good} {price}" for good, price in zip(words.goods, prices, strict=True))
