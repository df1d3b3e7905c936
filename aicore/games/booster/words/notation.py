"""Notation: ``deal SEAT CARD``, ``draw CARD``, ``pass``, ``meld`` and ``eject`` with card ids."""

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.games.booster.rules import state
from aicore.games.booster.rules.names import TYPES, card_ids


def grammar(game: Game) -> Grammar[Form]:
    """Return the grammar of all events; it accepts cards in any order."""
    ids = card_ids(game.info)
    card = Blank("CARD", ids, bits=8)
    of_type = [
        Blank(kind.upper(), ids[state.OF_TYPE * place :][: state.OF_TYPE], bits=4)
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
        Form("pass", state.PASS_TAG << state.TAG_SHIFT),
        Form("draw CARD", state.DRAW_TAG << state.TAG_SHIFT, blanks),
        Form("deal SEAT CARD", state.DEAL_TAG << state.TAG_SHIFT, blanks),
        Form(meld, state.MELD_TAG << state.TAG_SHIFT, blanks, steps=low_first, arrange=in_order),
        # A single card is both the first and the second card.
        Form("eject CARD", state.EJECT_TAG << state.TAG_SHIFT, blanks, steps=(1 << 8 | 1,)),
        Form("eject CARD,CARD", state.EJECT_TAG << state.TAG_SHIFT, blanks, arrange=in_order),
    ])  # fmt: skip
