"""Pairs of games that look the same to one seat, but differ in hidden information."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import aicore
from aicore.core.game import Game, State
from aicore.core.record import CHANCE_ACTOR, Event

MOST = 120
"""Maximum number of events in a game; hearts deals 52 cards."""
LEAST = {"kuhn_poker": 2, "leduc_poker": 4}
"""Minimum number of games compared per pair; the small games are over soon."""


def choices(state: State) -> list[str]:
    return state.legal() if state.turn >= 0 else [text for text, _ in state.outcomes()]


def twins(game: Game, seat: int, seed: int) -> tuple[list[Event], list[Event], int]:
    """Play a game twice so that both look the same to a seat, but hidden information differs.

    Returns the events of each up to the seat's last decision after a difference, and their number.
    """
    rng = aicore.Rng(seed)
    every = 1 << rng.below(6)  # in long deals, games with many differences soon look different
    one, two = game.start(), game.start()
    first: list[Event] = []
    second: list[Event] = []
    shared = 0
    while one.turn != aicore.END and len(first) < MOST:
        text = choices(one)[rng.below(len(choices(one)))]
        heard = one.event_text(text, seat)
        after = one.clone()
        after.apply(text)
        actor = one.turn if one.turn >= 0 else CHANCE_ACTOR
        found = list(_alike(two, seat, heard, after))
        if not found:
            break
        owed = Counter(word_of(event) for _actor, event in first)
        owed -= Counter(word_of(event) for _actor, event in second)
        others = [
            event for event in found if word_of(event) in owed
        ] or found  # end a swap of cards
        other = text if text in found else others[rng.below(len(others))]
        if rng.below(every) == 0:
            other = next((event for event in found if event != text), other)
        one = after
        two.apply(other)
        first.append((actor, text))
        second.append((actor, other))
        if one.turn == seat and first != second:
            shared = len(first)
    return first[:shared], second[:shared], shared


def word_of(event: str) -> str:
    """Return an event's last word, which may be a card."""
    return event.rpartition(" ")[2]


def _alike(state: State, seat: int, heard: str, wanted: State) -> Iterator[str]:
    """Yield events that the seat reads as `heard`, after which it has the same knowledge.

    Its views need not be equal within a deal: they may show which cards are dealt so far.
    """
    for text in choices(state):
        if state.event_text(text, seat) == heard:
            after = state.clone()
            after.apply(text)
            if after.turn != wanted.turn:
                continue
            if after.turn == aicore.CHANCE or bytes(after.view(seat)) == bytes(wanted.view(seat)):
                yield text
