"""Notation: ``deal SEAT CARD``, ``draw CARD``, ``pass``, ``meld`` and ``eject`` with card ids."""

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.booster.rules.names import TYPES, card_ids
from aicore.games.booster.rules.state import (
    DEAL_TAG,
    DRAW_TAG,
    EJECT_TAG,
    MELD_TAG,
    OF_TYPE,
    PASS_TAG,
    TAG_SHIFT,
)


def grammar(game: Game) -> Grammar[Form]:
    """The forms of all events; cards are read in any order."""
    ids = card_ids(game.info)
    card = Blank("CARD", ids, bits=8)
    of_type = [
        Blank(kind.upper(), ids[OF_TYPE * place :][:OF_TYPE], bits=4)
        for place, kind in enumerate(TYPES)
    ]
    blanks = [Blank("SEAT", range(game.seats)), card, *of_type]

    def in_order(words: list[str]) -> list[str]:
        if len(set(words)) < len(words):
            raise NotationError("a card is named twice")
        return sorted(words, key=lambda word: card.read(word, ()))

    meld = "meld " + ",".join(blank.name for blank in of_type)
    low_first = tuple(1 << 4 * place for place in range(len(TYPES)))
    return Grammar([
        Form("pass", PASS_TAG << TAG_SHIFT),
        Form("draw CARD", DRAW_TAG << TAG_SHIFT, blanks),
        Form("deal SEAT CARD", DEAL_TAG << TAG_SHIFT, blanks),
        Form(meld, MELD_TAG << TAG_SHIFT, blanks, steps=low_first, arrange=in_order),
        Form("eject CARD", EJECT_TAG << TAG_SHIFT, blanks, steps=(1 << 8 | 1,)),  # it is both
        Form("eject CARD,CARD", EJECT_TAG << TAG_SHIFT, blanks, arrange=in_order),
    ])  # fmt: skip
