"""Notes that stand beside the actions of gratis3 in a list."""

from __future__ import annotations

from aicore.core.game import Game, Position
from aicore.core.language import N_, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import listed
from aicore.games.gratis3.rules import state
from aicore.games.gratis3.words.odds import in_range
from aicore.games.gratis3.words.phrases import WEAPONS, titled

CARDS = {  # short, because two actions share a row
    "launch-move": N_("launch, move"),
    "move-launch": N_("move, launch"),
    "shields-guns": N_("shields or guns"),
    "short-range": N_("a Carrier nearby"),
    "missile": N_("EMP or nuke, elsewhere"),
    "override": N_("repair, or override"),
}
ALONE = {
    "no-repair": N_("only Online systems are targets"),
    "launched": N_("stop launching"),
    "shields": N_("two more, then move"),
    "guns": N_("{dice} dice at the craft around you"),
    "emp": N_("all shields there, then {dice} dice"),
    "nuke": N_("{dice} dice, hits roll again"),
    "hits-done": N_("spend no more hits"),
    "no-evade": N_("keep your cards"),
    "attacks-done": N_("stop attacking"),
}
DICE = {"guns": state.MAX_DICE, "emp": state.EMP_DICE, "nuke": state.NUKE_DICE}


def idle(fields: Position, card: str) -> str:
    """Return the reason why a card would do nothing; "" if there is none."""
    if card == "override" and all(fields["systems"][fields["seat"]]):
        return _("nothing is Down")
    if card not in ("short-range", "missile"):
        return ""
    if not fields["systems"][fields["seat"]][WEAPONS]:
        return _("your weapons are Down")
    return "" if in_range(fields, card == "short-range") else _("nobody in range")


def note(game: Game, fields: Position, action: str) -> str:
    """Return a few words about what an action costs or does."""
    word, _space, rest = action.partition(" ")
    if word == "play":
        return idle(fields, rest) or _(CARDS[rest])
    if word == "repair":
        own = fields["supply"][fields["seat"]]
        return _("for one of your spare chips, no points") if own else _("for a black chip")
    if word == "evade":
        return _("{dice} fewer dice", dice=state.EVADED_DICE)
    if word == "rav":
        return _("next flight not to {space}", space=rest.split()[-1])
    if word == "return":
        return _returned(fields, rest)
    return _(ALONE[word], dice=DICE.get(word)) if word in ALONE else ""


def _returned(fields: Position, card: str) -> str:
    """Return a note about the cards that return to the hand and those that stay in the queue."""
    seat = fields["seat"]
    first, below = fields["queue"][seat][0], fields["evasion"][seat][0]
    both = [titled(first), titled(below)] if below else [titled(first)]
    cards, n = listed(both), len(both)
    if card:
        return ngettext("back in hand, {cards} stays", "back in hand, {cards} stay", n, cards=cards)
    return _("{cards} back in hand, Override stays", cards=cards)
