"""Notation: ``capture alpha.sr with n.k,ne.sr,ne.ba``, ``draw he.ca``, ``merchant`` and others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.ransom.rules import state
from aicore.games.ransom.rules.names import ammo_names, target_names

MAX_AMMO = 3  # maximum number of cards in one event


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of the game's events; ammo is read in any order."""
    return Grammar(_forms())


def _forms() -> Iterator[Form]:
    ammo = Blank("AMMO", ammo_names()[: state.AMMO], state.CARD_BITS)
    blanks = [
        Blank("TARGET", target_names(), 4),
        ammo,
        Blank("HELD", target_names(), 4),
        Blank("CARD", ammo_names(), state.CARD_BITS),
    ]

    def in_order(start: int, size: int) -> Callable[[list[str]], list[str]]:
        def arranged(words: list[str]) -> list[str]:
            cards = words[start : start + size]
            if len(set(cards)) < len(cards):
                raise NotationError("the cards must be different")
            rising = sorted(cards, key=lambda word: ammo.read(word, ()))
            return [*words[:start], *rising, *words[start + size :]]

        return arranged

    yield Form("merchant", state.MERCHANT << state.KIND_SHIFT)
    yield Form("keep", state.KEEP << state.KIND_SHIFT)
    yield Form("draw CARD", state.DRAW << state.KIND_SHIFT, blanks)
    yield Form("reveal TARGET", state.UNVEIL << state.KIND_SHIFT, blanks)
    for size in range(1, MAX_AMMO + 1):
        cards = ",".join(["AMMO"] * size)
        low_first = tuple(1 << state.CARD_BITS * place for place in range(size))
        none = sum(state.NO_CARD << state.CARD_BITS * place for place in range(size, MAX_AMMO))
        claim = (1 << state.TARGET_SHIFT, *low_first)
        yield Form(f"capture TARGET with {cards}", state.CAPTURE << state.KIND_SHIFT | none,
                   blanks, steps=claim, arrange=in_order(1, size))  # fmt: skip
        yield Form(f"boost TARGET with {cards} using HELD", state.BOOST << state.KIND_SHIFT | none,
                   blanks, steps=(*claim, 1 << state.HELD_SHIFT), arrange=in_order(1, size)
                   )  # fmt: skip
        if size == 1:  # a merchant is discarded alone
            yield Form("discard CARD", state.DISCARD << state.KIND_SHIFT | none, blanks)
        elif size == 2:
            yield Form(f"discard {cards}", state.DISCARD << state.KIND_SHIFT | none, blanks,
                       steps=low_first, arrange=in_order(0, size))  # fmt: skip
