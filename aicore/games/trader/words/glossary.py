"""Meanings of Free Trader's words and cards, with the figures of this game's cards."""

from __future__ import annotations

from typing import Any

from aicore.core import phrasebook
from aicore.core.game import Game
from aicore.core.language import N_, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names, listed
from aicore.games.trader.rules.state import ENGINES, MAX_BONUS
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.wording import SET_ASIDE, Words

JUMPS = {
    "safe": N_("an emergency jump is safe"),
    "misjump": N_("an emergency jump is a misjump"),
}


def glossary(game: Game) -> dict[str, str]:
    """Return the meanings of the game's words and cards.

    Planets, goods and modules are listed under their translated names and under those that
    players type.
    """
    words = Words(game, Names(("you",), 0))
    meanings = phrasebook.glossary(game, **_figures(game, words))
    for name in words.planets:
        about = _("A planet. It adds to prices: {about}.", about=words.about(name))
        meanings.update(dict.fromkeys((vocabulary.planet(name).lower(), name), about))
    for name, row in words.events.items():
        meanings[name] = _event(words, row)
    for good in words.goods:
        about = _good(words, good)
        meanings.update(dict.fromkeys((vocabulary.good(good).lower(), good), about))
    uses = phrasebook.texts(game, "modules").values()
    for module, price, use in zip(words.modules, words.prices, uses, strict=True):
        about = _("A module, {price} V. {use}", price=price, use=use)
        for name in dict.fromkeys((vocabulary.module(module).lower(), module)):
            meanings[name] = f"{meanings[name]} {about}" if name in meanings else about
    return meanings


def _figures(game: Game, words: Words) -> dict[str, Any]:
    """Return the values that fill the slots in the texts."""
    due = _("at once, even in a fight")
    if game.options["payment"] == "turn_end":
        due = _("at the end of that turn, or when the next month ends if that comes first")
    deck = _("All cards but those face up")
    if game.options["reshuffle"] == "all":
        deck = _("All cards")
    leaves = enumerate(words.salvage, 1)
    return {
        "goods": words.goods,
        "illegals": vocabulary.good(words.goods[-1]),
        "modules": words.modules,
        "engines": vocabulary.module(words.modules[ENGINES]),
        "start": game.info.data["vectorium"]["start"],
        "most": words.most,
        "payments": listed([str(payment) for payment in words.payments]),
        "due": due,
        "events": len(words.events),
        "cards": len(words.events) - SET_ASIDE,
        "deck": deck,
        "bonus": MAX_BONUS,
        "salvage": listed(
            [_("{n} for value {value}", n=salvage, value=value) for value, salvage in leaves]
        ),
    }


def _good(words: Words, good: str) -> str:
    """Return a description of a good, with its costs and selling prices."""
    i = words.goods.index(good)
    bought = [row[3][i] for row in words.events.values() if row[3][i]]
    sold = [row[4][i] for row in words.events.values()]
    figures = {"least": min(sold), "most": max(sold)}
    if bought:
        text = _(
            "Goods. The cards ask {low} to {high} V and pay {least} to {most} V; "
            "the planet's number is added.",
            low=min(bought),
            high=max(bought),
            **figures,
        )
    else:
        text = _(
            "Goods. No card sells it; the cards pay {least} to {most} V, "
            "and the planet's number is added.",
            **figures,
        )
    if i == len(words.goods) - 1:
        text += " " + _("The police take them and fine you.")
    return text


def _event(words: Words, row: list[Any]) -> str:
    """Return a description of everything on an event card."""
    name, _kind, _value, buy, sell, attack, defense, fine, jump = row
    none = pgettext("prices", "none")
    return _(
        "An event card: {whom}. To buy: {buy}. To sell: {sell}. "
        "Attack {attack}, defense {defense}, fine x{fine}; {jump}.",
        whom=words.character(name),
        buy=_prices(words, [price or none for price in buy]),
        sell=_prices(words, sell),
        attack=attack,
        defense=defense,
        fine=fine,
        jump=_(JUMPS[jump]),
    )


def _prices(words: Words, prices: list[Any]) -> str:
    pairs = zip(words.goods, prices, strict=True)
    return ", ".join(
        _("{good} {price}", good=vocabulary.good(good), price=price) for good, price in pairs
    )
