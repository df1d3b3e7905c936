"""Sentences about a game of Leduc poker."""

from aicore.core.game import Game
from aicore.core.language import N_, fill, pgettext
from aicore.core.language import gettext as _
from aicore.core.poker_words import card_name, chips_won, dealt, shown_rank
from aicore.core.story import Ending, Names, SeenEvent

ENDS = {"fold": N_("with a fold"), "showdown": N_("with a showdown")}
"""Phrase for each ending that completes "the games end"."""


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a sentence about an event."""
    words = event.words
    if words[0] == "deal":
        who, card = names[int(words[1])], dealt(words[2])
        return names.sentence(_("{who} {who:get|gets} {card}", who=who, card=card))
    if words[0] == "public":
        card = card_name(words[1])
        return names.sentence(_("the public card is the {card}", card=card))
    seat = int(event.actor)
    before, after = event.before["chips"], event.after["chips"]
    chips = ""
    if words[0] in ("bet", "raise"):
        chips = str(after[seat] - after[1 - seat])
        text = (
            _("{who} {who:bet|bets}: {chips} to call, {pot} in the pot")
            if words[0] == "bet"
            else _("{who} {who:raise|raises}: {chips} to call, {pot} in the pot")
        )
    elif words[0] == "call":
        chips = chips_won(after[seat] - before[seat])
        text = _("{who} {who:call|calls} with {chips}: {pot} in the pot")
    elif words[0] == "fold":
        text = _("{who} {who:fold|folds}, and {rival} {rival:take|takes} the pot of {pot}")
    else:
        text = _("{who} {who:check|checks}")
    slots = {"who": names[seat], "rival": names[1 - seat], "chips": chips, "pot": sum(after)}
    return names.sentence(fill(text, **slots))


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return a sentence about the end of the game."""
    winner = ending.winners[0]
    cards, public = ending.position["cards"], ending.position["public"]
    if len(ending.winners) == game.seats:
        return _("Both show a {rank}: they split the pot.", rank=_both(cards[0]))
    who, rival = names[winner], names[1 - winner]
    chips = chips_won(round(ending.returns[winner]))
    if ending.reason == "fold":
        text = _("{rival} {rival:fold|folds}: {who} {who:win|wins} {chips}")
        return names.sentence(fill(text, rival=rival, who=who, chips=chips))
    higher, lower = (shown_rank(cards[seat]) for seat in (winner, 1 - winner))
    if cards[winner][0] == public[0]:
        higher = _pair(public)
    text = _("{who:your|*'s} {higher} beats {rival:your|*'s} {lower}: {who} {who:win|wins} {chips}")
    return names.sentence(fill(text, who=who, rival=rival, higher=higher, lower=lower, chips=chips))


def _both(card: str) -> str:
    """Return the rank of two cards of equal rank, in words."""
    ranks = {
        "J": pgettext("both show a", "jack"),
        "Q": pgettext("both show a", "queen"),
        "K": pgettext("both show a", "king"),
    }
    return ranks[card[0]]


def _pair(card: str) -> str:
    """Return the pair that a card makes with one of its rank: "pair of jacks"."""
    pairs = {
        "J": pgettext("shown at the end", "pair of jacks"),
        "Q": pgettext("shown at the end", "pair of queens"),
        "K": pgettext("shown at the end", "pair of kings"),
    }
    return pairs[card[0]]
