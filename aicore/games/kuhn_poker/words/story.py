"""Sentences about a game of Kuhn poker."""

from aicore.core.game import Game
from aicore.core.story import Ending, Names, SeenEvent, counted

NAMES = {"J": "the jack", "Q": "the queen", "K": "the king"}
ENDS = {"fold": "with a fold", "showdown": "with a showdown"}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    words = event.words
    if words[0] == "deal":
        return names.sentence(names.does(int(words[1]), "get", NAMES.get(words[2], "a card")))
    seat = int(event.actor)
    text = names.does(seat, words[0])
    if words[0] == "bet":
        text += " a chip: three in the pot, one to call"
    elif words[0] == "call":
        text += ": four in the pot, and the cards are shown"
    elif words[0] == "fold":
        text += f", and {names.does(1 - seat, 'take')} the pot"
    elif event.after["turn"] == "end":
        text += ": the cards are shown"
    return names.sentence(text)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winner = ending.winners[0]
    won = names.does(winner, "win", counted(round(ending.returns[winner]), "chip"))
    if ending.reason == "fold":
        return names.sentence(f"{names.does(1 - winner, 'fold')}: {won}")
    higher, lower = (NAMES[ending.position["cards"][seat]][4:] for seat in (winner, 1 - winner))
    return names.sentence(
        f"{names.whose(winner)} {higher} beats {names.whose(1 - winner)} {lower}: {won}"
    )
