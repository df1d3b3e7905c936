"""Notes that stand beside the actions of gratis3 in a list."""

from __future__ import annotations

from aicore.core.game import Game, Position
from aicore.games.gratis3.rules import state
from aicore.games.gratis3.words.odds import in_range
from aicore.games.gratis3.words.phrases import WEAPONS, titled

CARDS = {  # short, because two actions share a row
    "launch-move": "launch, move",
    "move-launch": "move, launch",
    "shields-guns": "shields or guns",
    "short-range": "a Carrier nearby",
    "missile": "EMP or nuke, far away",
    "override": "repair, or override",
}
ALONE = {
    "no-repair": "keep the spare chip",
    "launched": "stop launching",
    "shields": "two more, then move",
    "guns": f"{state.MAX_DICE} dice at the craft around you",
    "emp": f"all shields there, then {state.EMP_DICE} dice",
    "nuke": f"{state.NUKE_DICE} dice, hits roll again",
    "hits-done": "spend no more hits",
    "no-evade": "keep your cards",
    "attacks-done": "stop attacking",
}


def idle(fields: Position, card: str) -> str:
    """Return the reason why a card would do nothing; "" if there is none."""
    if card == "override" and all(fields["systems"][fields["seat"]]):
        return "nothing is Down"
    if card not in ("short-range", "missile"):
        return ""
    if not fields["systems"][fields["seat"]][WEAPONS]:
        return "weapons is Down"
    return "" if in_range(fields, card == "short-range") else "nobody in range"


def note(game: Game, fields: Position, action: str) -> str:
    """Return a few words about what an action costs or does."""
    word, _, rest = action.partition(" ")
    if word == "play":
        return idle(fields, rest) or CARDS[rest]
    if word == "repair":
        own = fields["supply"][fields["seat"]]
        return "for one of your spare chips, no points" if own else "for a black chip"
    if word == "evade":
        return f"{state.EVADED_DICE} fewer dice"
    if word == "return":
        return _returned(fields, rest)
    return ALONE.get(word, "")


def _returned(fields: Position, card: str) -> str:
    """Return a note about the cards that return to the hand and those that stay in the queue."""
    seat = fields["seat"]
    first, below = fields["queue"][seat][0], fields["evasion"][seat][0]
    both = f"{titled(first)} and {titled(below)}" if below else titled(first)
    stay = "stay" if below else "stays"
    return f"back in hand, {both} {stay}" if card else f"{both} back in hand, Override stays"
