"""Components of relics as plain data: galleries, guns, platforms, artifacts, items.

Board, tiles, guns and numbers of copies are a reconstruction; the pictures they replace are lost.
Space Relics is © 2013 Peter Newland and Mind the Gap Studios; no text of its rule book is here.
"""

from __future__ import annotations

from typing import NamedTuple

Square = tuple[int, int]  # column, row; from the top left
Placement = tuple[int, int, int]  # column and row of the top left corner, quarter turns clockwise

SIZE = 31  # squares along each edge of the board
DIRECTIONS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}  # clockwise
DIAGONALS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
AIRLOCKS = {"N": (15, -1), "E": (SIZE, 15), "S": (15, SIZE), "W": (-1, 15)}

# Galleries

GALLERY_SIZE = 5
CORNERS = {  # top left squares
    "g1": (8, 4),
    "g2": (13, 4),
    "g3": (22, 8),
    "g4": (4, 13),
    "g5": (13, 13),
    "g6": (22, 13),
    "g7": (4, 18),
    "g8": (13, 22),
    "g9": (18, 22),
}
LARGE = {gallery: (x + 2, y + 2) for gallery, (x, y) in CORNERS.items()}  # large squares
CENTER = "g5"
WALLED = [gallery for gallery in CORNERS if gallery != CENTER]
SIDES = ("g2", "g4", "g6", "g8")
TILES = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")  # side of the first gun, number of guns
BENT = ("n2", "e2")  # with an off-center door
NORTH_FLOOR = {  # of a north tile, bent or not; the others are its rotations
    False: ("##.##", "##.##", ".....", "##.##", "##.##"),
    True: ("#.###", "#.###", ".....", "##.##", "##.##"),
}
NORTH_GUNS = {  # square and direction of fire; a tile with 1 has only the first
    False: [((3, 0), "n"), ((4, 3), "e")],
    True: [((2, 0), "n"), ((4, 1), "e")],
}

# Platforms

QUARTERS = ("NW", "NE", "SE", "SW")  # clockwise
QUARTER_AT = {"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)}
DRAWN_FLOORS = (  # floor of p01 to p20 before any turn
    *("NW", "NE", "SE", "SW", "NW", "SE"),
    *("NW SW", "NW SW", "NE SE", "NE SE", "NW NE", "NW NE", "SW SE", "SW SE"),
    *("NE SE SW", "NW SE SW", "NW NE SW", "NW NE SE", "NW SE SW", "NW NE SE"),
)
PLATFORMS = {f"p{n:02}": tuple(floor.split()) for n, floor in enumerate(DRAWN_FLOORS, 1)}
SQUARES_OF = {platform: len(floor) for platform, floor in PLATFORMS.items()}  # n of a #n platform
LANES = (  # places of the first sixteen platforms
    *((15, 1), (28, 15), (14, 28), (1, 14)),
    *((13, 1), (28, 13), (16, 28), (1, 16)),
    *((11, 1), (28, 11), (18, 28), (1, 18)),
    *((15, 10), (19, 15), (14, 19), (10, 14)),
)

# Cards


class Artifact(NamedTuple):
    """Points of an artifact, and the names of what stops its trap: "shield" (raised), or a ray."""

    points: int
    stopped_by: tuple[str, ...]


class Item(NamedTuple):
    """Copies of an item and the charges that it comes with."""

    copies: int
    charges: int = 0


ARTIFACTS = {
    "mercurial-salamander": Artifact(6, ()),  # its fires can be put out at any time instead
    "venusian-dragonfly": Artifact(7, ("freeze-ray",)),
    "lunar-sickle": Artifact(8, ("shield",)),
    "cererian-flower": Artifact(8, ("heat-ray", "freeze-ray")),
    "martian-spearhead": Artifact(8, ()),  # two hits, one of which a raised shield takes
    "jovian-scepter": Artifact(6, ("shield",)),
    "saturnian-hourglass": Artifact(7, ("shield",)),
    "uranium-gem": Artifact(8, ()),
    "neptunian-shell": Artifact(7, ("shield", "heat-ray")),
}
HEART_POINTS = 12

ITEMS = {
    "power-pack": Item(2),
    "tape": Item(2),
    "vitality": Item(2),
    "adrenaline": Item(2),
    "o2": Item(2),
    "keycard": Item(2),
    "security-hack": Item(2),
    "grapple-gun": Item(1, 2),
    "rocketpack": Item(1),
    "doorway": Item(1),
    "foam-gun": Item(1, 2),
    "heat-ray": Item(1, 3),
    "freeze-ray": Item(1, 3),
    "platform-hack-1": Item(1),
    "platform-hack-2": Item(1),
}
RANK = {name: rank for rank, name in enumerate([*ARTIFACTS, *ITEMS])}
RAYS = ("heat-ray", "freeze-ray")
GAINS = {"vitality": 3, "o2": 2}  # AP
PACK_GAIN = 2  # charges or AP

WEAPONS = ("blaster", "shield")
WEAPON_COPIES = 4
WEAPON_CHARGES = 2

# Figures

FIRST_AP = 12
TAKE_COST = 2
KEYCARD_COST = 3
PATCH_COST = 2
NET_COST = 5
ROCKET_COST = 1
ROCKET_REACH = 4
GRAPPLE_REACH = 3  # squares; it passes over one or two
FLOWER_PENALTY = 3
HOURGLASS_LOSS = 4
SCEPTER_MOVES = 2
SHELL_SQUARES = 4
