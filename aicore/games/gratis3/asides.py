"""What is said beside the actions of gratis3 in a list of them."""

from __future__ import annotations

from typing import Any

from aicore.core.game import Game

CARDS = {
    "launch-move": "launch, then move",
    "move-launch": "move, then launch",
    "shields-guns": "shields and a move, or guns",
    "short-range": "fire at a Carrier near you",
    "missile": "EMP or nuke, at a Carrier afar",
    "override": "repair one more, or override",
}
ALONE = {
    "no-repair": "keep the chip",
    "launched": "launch no more",
    "shields": "two more, then move",
    "guns": "at the RAVs around you",
    "emp": "all shields there, then dice",
    "nuke": "dice that hit roll again",
    "hits-done": "spend no more hits",
    "no-evade": "keep your cards",
    "attacks-done": "attack no more",
}


def aside(game: Game, fields: dict[str, Any], action: str) -> str:
    """What an action costs or does, in a few words."""
    word, _, rest = action.partition(" ")
    if word == "play":
        return CARDS[rest]
    if word == "repair":
        own = fields["supply"][fields["seat"]]
        return "for one of your chips" if own else "for a black chip"
    return ALONE.get(word, "")
