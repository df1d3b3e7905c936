"""Sentences about a game of Leduc poker."""

from aicore.core.game import Game
from aicore.core.story import Ending, Names, SeenEvent, counted

RANKS = {"J": "jack", "Q": "queen", "K": "king"}
SUITS = {"h": "hearts", "s": "spades"}
ENDS = {"fold": "with a fold", "showdown": "with a showdown"}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    words = event.words
    if words[0] == "deal":
        return names.sentence(names.does(int(words[1]), "get", _card(words[2])))
    if words[0] == "public":
        return names.sentence(f"the shared card is {_card(words[1])}")
    seat = int(event.actor)
    before, after = event.before["chips"], event.after["chips"]
    text = names.does(seat, words[0])
    if words[0] in ("bet", "raise"):
        text += f": {after[seat] - after[1 - seat]} to call, {sum(after)} in the pot"
    elif words[0] == "call":
        text += f" with {counted(after[seat] - before[seat], 'chip')}: {sum(after)} in the pot"
    elif words[0] == "fold":
        text += f", and {names.does(1 - seat, 'take')} the pot of {sum(after)}"
    return names.sentence(text)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winner = ending.winners[0]
    cards, public = ending.position["cards"], ending.position["public"]
    if len(ending.winners) == game.seats:
        return f"Both show a {RANKS[cards[0][0]]}: they split the pot."
    won = names.does(winner, "win", counted(round(ending.returns[winner]), "chip"))
    if ending.reason == "fold":
        return names.sentence(f"{names.does(1 - winner, 'fold')}: {won}")
    higher, lower = (RANKS[cards[seat][0]] for seat in (winner, 1 - winner))
    shown = f"pair of {higher}s" if cards[winner][0] == public[0] else higher
    return names.sentence(
        f"{names.whose(winner)} {shown} beats {names.whose(1 - winner)} {lower}: {won}"
    )


def _card(card: str) -> str:
    """Return a card in words; "a card" for an unknown one."""
    return f"the {RANKS[card[0]]} of {SUITS[card[1]]}" if card[0] in RANKS else "a card"
