"""Sentences about a game of Kuhn poker."""

from aicore.core.game import Game
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.poker_words import chips_won, dealt, shown_rank
from aicore.core.story import Ending, Names, SeenEvent

ENDS = {"fold": N_("with a fold"), "showdown": N_("with a showdown")}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    words = event.words
    if words[0] == "deal":
        who, card = names[int(words[1])], dealt(words[2])
        return names.sentence(_("{who} {who:get|gets} {card}", who=who, card=card))
    seat = int(event.actor)
    if words[0] == "bet":
        text = _("{who} {who:bet|bets} a chip: three in the pot, one to call")
    elif words[0] == "call":
        text = _("{who} {who:call|calls}: four in the pot, and the cards are shown")
    elif words[0] == "fold":
        text = _("{who} {who:fold|folds}, and {rival} {rival:take|takes} the pot")
    elif event.after["turn"] == "end":
        text = _("{who} {who:check|checks}: the cards are shown")
    else:
        text = _("{who} {who:check|checks}")
    return names.sentence(fill(text, who=names[seat], rival=names[1 - seat]))


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winner = ending.winners[0]
    who, rival = names[winner], names[1 - winner]
    chips = chips_won(round(ending.returns[winner]))
    if ending.reason == "fold":
        text = _("{rival} {rival:fold|folds}: {who} {who:win|wins} {chips}")
        return names.sentence(fill(text, rival=rival, who=who, chips=chips))
    higher, lower = (shown_rank(ending.position["cards"][seat]) for seat in (winner, 1 - winner))
    text = _("{who:your|*'s} {higher} beats {rival:your|*'s} {lower}: {who} {who:win|wins} {chips}")
    return names.sentence(fill(text, who=who, rival=rival, higher=higher, lower=lower, chips=chips))
