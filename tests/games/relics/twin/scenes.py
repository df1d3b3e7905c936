"""Choice of events for lockstep games of relics that cover its rules.

With uniform choices, pieces escape at once. So a kind of action is chosen first, then an action of
that kind, and escapes are rare. In two games of three, a scene begins after the airlocks: pieces
are anywhere, with items and handicaps.
"""

from __future__ import annotations

import random

from . import Twin
from .data import ITEMS, LARGE, WALLED

RARELY = {"escape": 0.05, "end": 0.3, "overload": 0.1}  # probability that a kind remains eligible


def choose(possible: list[str], dice: random.Random) -> str:
    """Return one of the possible events."""
    if possible[0].startswith("at "):  # hundreds, all of one kind
        return dice.choice(possible)
    groups: dict[str, list[str]] = {}
    for text in possible:
        words = text.split()
        kind = " ".join(words[:2]) if words[0] in ("use", "net") else words[0]
        groups.setdefault(kind, []).append(text)
    if "take" in groups and dice.random() < 0.7:
        return dice.choice(groups["take"])
    for kind, share in RARELY.items():
        if kind in groups and len(groups) > 1 and dice.random() > share:
            del groups[kind]
    return dice.choice(groups[dice.choice(sorted(groups))])


def scatter(twin: Twin, seed: int, dice: random.Random) -> bool:
    """Turn the first turn's position into a scene, in two games of three; return whether it did."""
    if twin.phase != "act" or seed % 3 == 0:
        return False
    for seat in range(twin.seats):
        for _ in range(10 // twin.seats):
            item = dice.choice(twin.undrawn_items)
            twin.undrawn_items.remove(item)
            twin.items[seat].append(item)
            if ITEMS[item].charges:
                twin.charge[seat][item] = ITEMS[item].charges
    places = dice.sample(list(LARGE.values()), twin.seats)
    if seed % 3 == 2 and dice.random() < 0.5:  # close together, so that pieces meet
        floor = sorted(twin.board.floor)
        start = dice.randrange(len(floor) - twin.seats)
        places = floor[start : start + twin.seats]
    for seat, place in enumerate(places):
        if dice.random() < 0.8:
            twin.pos[seat] = place
        if dice.random() < 0.2:
            twin.shell[seat] = dice.randint(1, 4)
            twin.scepter[seat] = dice.randint(0, 2)
        if dice.random() < 0.2:
            twin.sickle[seat] = dice.choice(WALLED)
        gallery = twin.board.tile.get(twin.pos[seat])
        if gallery in WALLED and dice.random() < 0.2:
            twin.net[seat] = gallery
    return True
