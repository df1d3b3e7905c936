"""The ids and words of relics by their numbers: codes of state.pxd, and the board."""

from __future__ import annotations

from aicore.core.codes import ids_of
from aicore.games.relics.rules.state import Artifact, Ending, Item, Phase, Tag, Weapon

SIZE = 31  # squares along each edge of the board
WAYS = ("n", "e", "s", "w")
AIRLOCKS = ("N", "E", "S", "W")
GALLERY_IDS = tuple(f"g{number}" for number in range(1, 10))
CENTER = "g5"
WALLED = tuple(name for name in GALLERY_IDS if name != CENTER)
TILE_IDS = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")
PLATFORM_IDS = tuple(f"p{number:02}" for number in range(1, 21))
GUN_IDS = tuple(f"gun{number}" for number in range(1, 13))
TURNS = ("0", "1", "2", "3")
ARTIFACT_IDS = ids_of(Artifact)
ITEM_IDS = ids_of(Item)
WEAPONS = (None, *ids_of(Weapon)[1:])
PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, *ids_of(Ending, after="_END")[1:])
WORDS = ("", *ids_of(Tag, after="_TAG"))  # of events
