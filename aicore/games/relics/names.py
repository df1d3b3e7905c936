"""The ids and words of relics by their numbers: codes of state.pxd, and the board."""

from __future__ import annotations

from aicore.games.relics.state import Artifact, Ending, Item, Phase, Tag, Weapon


def _ids(codes: type, ending: str = "") -> tuple[str, ...]:
    """The names of an enum's codes as they are written: ``HEAT_RAY`` is `heat-ray`."""
    members: dict[str, int] = codes.__members__  # type: ignore[attr-defined]
    return tuple(name.removesuffix(ending).lower().replace("_", "-") for name in members)


SIZE = 31  # squares along each edge of the board
WAYS = ("n", "e", "s", "w")
AIRLOCKS = ("N", "E", "S", "W")
GALLERY_IDS = tuple(f"g{number}" for number in range(1, 10))
CENTRE = "g5"
WALLED = tuple(name for name in GALLERY_IDS if name != CENTRE)
TILE_IDS = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")
PLATFORM_IDS = tuple(f"p{number:02}" for number in range(1, 21))
GUN_IDS = tuple(f"gun{number}" for number in range(1, 13))
TURNS = ("0", "1", "2", "3")
ARTIFACT_IDS = _ids(Artifact)
ITEM_IDS = _ids(Item)
WEAPONS = (None, *_ids(Weapon)[1:])
PHASES = _ids(Phase, "_PHASE")
ENDS = (None, *_ids(Ending, "_END")[1:])
WORDS = ("", *_ids(Tag, "_TAG"))  # of events
