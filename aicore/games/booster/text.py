"""Notation: ``deal SEAT CARD``, ``draw CARD``, ``pass``, ``meld`` and ``eject`` with card ids."""

from functools import cache

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.registry import GameInfo
from aicore.games.booster.state import (
    DEAL_TAG,
    DRAW_TAG,
    EJECT_TAG,
    MELD_TAG,
    OF_TYPE,
    PASS_TAG,
    TAG_SHIFT,
)

TYPES = ("crew", "propulsion", "destination", "transport", "payload")
FORMS = "pass, meld CARD,CARD,CARD,CARD,CARD, eject CARD[,CARD], draw CARD, deal SEAT CARD"


@cache
def card_ids(info: GameInfo) -> tuple[str, ...]:
    """The ids of the fifty cards in component order."""
    cards = info.data["cards"]
    return tuple(entry["id"] for kind in TYPES for entry in cards[kind])


@cache
def card_numbers(info: GameInfo) -> dict[str, int]:
    """The place of each card in component order, by its id."""
    return {card: place for place, card in enumerate(card_ids(info))}


def to_text(game: Game, event: int) -> str:
    """The text of an action or outcome."""
    ids = card_ids(game.info)
    tag = event >> TAG_SHIFT
    if tag == PASS_TAG:
        return "pass"
    if tag == DRAW_TAG:
        return f"draw {ids[event & 63]}"
    if tag == DEAL_TAG:
        return f"deal {event >> 8 & 7} {ids[event & 63]}"
    if tag == MELD_TAG:
        return "meld " + ",".join(ids[OF_TYPE * k + (event >> 4 * k & 15)] for k in range(5))
    first, second = event >> 8 & 63, event & 63
    return f"eject {ids[first]}" + (f",{ids[second]}" if second != first else "")


def from_text(game: Game, text: str) -> int:
    """The action or outcome that a text denotes; cards in any order. Raises NotationError."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word == "pass" and not rest:
        return PASS_TAG << TAG_SHIFT
    if word == "draw" and rest:
        return DRAW_TAG << TAG_SHIFT | _card(game, rest)
    if word == "deal":
        seat, _, card = rest.partition(" ")
        if len(seat) == 1 and "0" <= seat < str(game.seats):
            return DEAL_TAG << TAG_SHIFT | int(seat) << 8 | _card(game, card.strip())
        raise NotationError(f"{text!r}: deal SEAT CARD, with a seat from 0 to {game.seats - 1}")
    if word == "meld":
        cards = _cards(game, rest)
        if [card // OF_TYPE for card in cards] != list(range(len(TYPES))):
            raise NotationError(f"{text!r}: a meld is one card of each type: {', '.join(TYPES)}")
        places = (card % OF_TYPE << 4 * kind for kind, card in enumerate(cards))
        return MELD_TAG << TAG_SHIFT | sum(places)
    if word == "eject":
        cards = _cards(game, rest)
        if len(cards) not in (1, 2):
            raise NotationError(f"{text!r}: eject one card or two different ones")
        return EJECT_TAG << TAG_SHIFT | cards[0] << 8 | cards[-1]
    raise NotationError(f"{text!r} is not an event of booster; the forms are: {FORMS}")


def _cards(game: Game, text: str) -> list[int]:
    """Different cards, separated by commas, in component order."""
    cards = sorted(_card(game, part.strip()) for part in text.split(","))
    if len(set(cards)) < len(cards):
        raise NotationError(f"{text!r}: a card is named twice")
    return cards


def _card(game: Game, text: str) -> int:
    numbers = card_numbers(game.info)
    if text in numbers:
        return numbers[text]
    import difflib

    close = difflib.get_close_matches(text, numbers, n=1)
    hint = f"did you mean {close[0]}?" if close else "ids look like luna or heavy-lifter-2"
    raise NotationError(f"no card {text!r}; {hint}")
