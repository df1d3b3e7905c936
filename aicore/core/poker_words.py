"""Words of the small poker games: cards, actions and chips, in the language spoken here."""

from __future__ import annotations

from collections.abc import Iterable

from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.story import in_words


def rank(card: str) -> str:
    """Return the rank of a card: "jack"."""
    return {"J": _("jack"), "Q": _("queen"), "K": _("king")}[card[0]]


def card_name(card: str) -> str:
    """Return a card, or a rank alone: "jack of hearts", "jack"."""
    names = {
        "Jh": _("jack of hearts"),
        "Qh": _("queen of hearts"),
        "Kh": _("king of hearts"),
        "Js": _("jack of spades"),
        "Qs": _("queen of spades"),
        "Ks": _("king of spades"),
    }
    return names[card] if len(card) > 1 else rank(card)


def dealt(card: str) -> str:
    """Return a card that somebody gets: "the jack of hearts"; "a card" for an unknown one."""
    names = {
        "J": pgettext("accusative", "the jack"),
        "Q": pgettext("accusative", "the queen"),
        "K": pgettext("accusative", "the king"),
        "Jh": pgettext("accusative", "the jack of hearts"),
        "Qh": pgettext("accusative", "the queen of hearts"),
        "Kh": pgettext("accusative", "the king of hearts"),
        "Js": pgettext("accusative", "the jack of spades"),
        "Qs": pgettext("accusative", "the queen of spades"),
        "Ks": pgettext("accusative", "the king of spades"),
    }
    return names.get(card) or pgettext("accusative", "a card")


def shown_rank(card: str) -> str:
    """Return the rank of a card that somebody shows at the end: "jack"."""
    names = {
        "J": pgettext("shown at the end", "jack"),
        "Q": pgettext("shown at the end", "queen"),
        "K": pgettext("shown at the end", "king"),
    }
    return names[card[0]]


def chips_won(number: int) -> str:
    """Return a number of chips that somebody wins or pays, in words: "one chip"."""
    return in_words(number, "one chip", "{n} chips")


def actions_text(actions: Iterable[str]) -> str:
    """Return the actions of a seat in a round, as a list: "check, bet"."""
    words = {
        "check": pgettext("poker action", "check"),
        "bet": pgettext("poker action", "bet"),
        "call": pgettext("poker action", "call"),
        "fold": pgettext("poker action", "fold"),
        "raise": pgettext("poker action", "raise"),
    }
    return ", ".join(words[action] for action in actions)


def button_text(action: str) -> str:
    """Return an action as a button says it: "Check"."""
    words = {
        "check": pgettext("poker button", "Check"),
        "bet": pgettext("poker button", "Bet"),
        "call": pgettext("poker button", "Call"),
        "fold": pgettext("poker button", "Fold"),
        "raise": pgettext("poker button", "Raise"),
    }
    return words[action]
