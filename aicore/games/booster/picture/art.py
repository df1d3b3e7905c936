"""Art of Booster's cards: an outline for each card, or a globe for a destination."""

from __future__ import annotations

from aicore.core.outlines import (
    ASTRONAUT,
    BOLT,
    ENGINE,
    FLAME,
    GEAR,
    ROCKET,
    SHIELD,
    SNOWFLAKE,
    SUN,
)

ROBOT = (
    "M11 0h2v3h5v9H6V3h5zM8.5 6v3h2.5V6zM13 6v3h2.5V6zM5 13h14v8h-3v3h-3v-3h-2v3H8v-3H5z"
    "M1.5 13H4v6H1.5zM20 13h2.5v6H20z"
)
CYBORG = (
    "M12 1a8 8 0 0 1 8 8v4l2.5 2.5h-3V19h-5v4H7v-5c-2-1.5-3-5-3-9a8 8 0 0 1 8-8z"
    "M12 5v7h6V9a4 4 0 0 0-4-4z"
    "M14.5 7.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3z"
)
PEOPLE = (
    "M7 2a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM17 2a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM0 22c0-6 2.5-10.5 7-10.5"
    "c2 0 3.5.8 5 2.5c1.5-1.7 3-2.5 5-2.5c4.5 0 7 4.5 7 10.5z"
)
HALO = (
    "M12 0a7 2.5 0 1 1 0 5a7 2.5 0 1 1 0-5zM12 1.5a5 1.2 0 1 0 0 2.4a5 1.2 0 1 0 0-2.4z"
    "M12 6.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM3.5 24c0-5 3-8 8.5-8s8.5 3 8.5 8z"
)
CHIP = (
    "M7 0h2v4h2V0h2v4h2V0h2v4h3v3h4v2h-4v2h4v2h-4v2h4v2h-4v3h-3v4h-2v-4h-2v4h-2v-4H9"
    "v4H7v-4H4v-3H0v-2h4v-2H0"
    "v-2h4V9H0V7h4V4h3zM8 8v8h8V8z"
)
SCREEN = "M1 2h22v15h-9v3h4v3H6v-3h4v-3H1zM4 5v9h16V5zM7 7.5h10V9H7zM7 10.5h6V12H7z"
ATOM = (
    "M12 9.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM12 7.5"
    "c7 0 12 2 12 4.5S19 16.5 12 16.5S0 14.5 0 12"
    "S5 7.5 12 7.5zM12 9C6 9 2 10.5 2 12s4 3 10 3s10-1.5 10-3s-4-3-10-3zM15.9 9.7"
    "c3.5 6 4.3 11.4 2 12.7s-6.5-2-10-8s-4.3-11.4-2-12.7s6.5 2 10 8zM14.5 10.5"
    "c-3-5.2-6-8.2-7.5-7.5c-1.2.8 0 5 3 10.2s6 8.2 7.5 7.5c1.2-.8 0-5-3-10.2z"
)
SAIL = "M12 0l11 11l-11 11L1 11zM11 4l-6 6h6zM13 4v6h6zM5 12l6 6v-6zM13 12v6l6-6zM11 21h2v3h-2z"
ELEVATOR = "M11 0h2v7h4v8h-4v4h3l4 5H4l4-5h3v-4H7V7h4zM9.5 9.5v3h5v-3z"
SLING = (
    "M7 12a5 5 0 1 1 5 5a5 5 0 0 1-5-5zM22 1v8l-2.5-2.5A10 10 0 1 1 4 6l2 1.7"
    "A7.5 7.5 0 1 0 17.7 8.3L14.5 5.5z"
)
SCOOP = "M1 1h4c1 5 3 7 7 7s6-2 7-7h4c0 7-3 11-7 12l2 11h-3.5L12 18l-2.5 6H6l2-11C4 12 1 8 1 1z"
FREIGHTER = (
    "M12 0c3 2 4 4.5 4 7h5v9h-4v2l4 3v3l-6-2h-6l-6 2v-3l4-3v-2H3V7h5c0-2.5 1-5 4-7z"
    "M5 9.5v4h4v-4zM15 9.5v4h4v-4z"
)
LIFTER = (
    "M12 0c3 3 4 6.5 4 10h2c.5-2 1-3 2-4c1.5 1.5 2.5 4 2.5 7v6H24v3h-5v2h-3v-2H8v2H5v-2H0v-3h1.5v-6"
    "c0-3 1-5.5 2.5-7c1 1 1.5 2 2 4h2c0-3.5 1-7 4-10zM12 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"
)
STATION = (
    "M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22zM11 4.1A8 8 0 0 0 4.1 11H8.1"
    "A4 4 0 0 1 11 8.1zM13 4.1v4"
    "a4 4 0 0 1 2.9 2.9h4A8 8 0 0 0 13 4.1zM4.1 13a8 8 0 0 0 6.9 6.9v-4A4 4 0 0 1 8.1 13z"
    "M13 15.9v4a8 8 0 0 0 6.9-6.9h-4a4 4 0 0 1-2.9 2.9z"
)
SATELLITE = (
    "M0 6l6-1l2 6l-6 1.5zM16 13l6-1.5L24 17l-6 1.5zM9 8l6-2l3 9l-6 2zM10 18a6 6 0 0 0 7 3l.5 2"
    "A8 8 0 0 1 8 18.5zM8 10.5l1.5-.5l.7 2l-1.5.5zM14 13l2-.7l.6 1.8l-2 .7z"
)
DRILL = "M6 0h12v8H6zM7 9h10l-1 4H8zM8.5 14h7l-1 4h-5zM10 19h4l-2 5zM0 2h4v4H0zM20 2h4v4h-4z"
TANKS = (
    "M1 6a4 3 0 0 1 8 0v12a4 3 0 0 1-8 0zM15 6a4 3 0 0 1 8 0v12a4 3 0 0 1-8 0zM10 8"
    "h4v2h-4zM10 14h4v2h-4z"
    "M3 8h4v2H3zM17 8h4v2h-4z"
)
PANELS = (
    "M0 4h9v16H0zM15 4h9v16h-9zM10 10h4v4h-4zM2 6v3h5V6zM2 10.5v3h5v-3zM2 15v3h5v-3zM17 6v3h5V6z"
    "M17 10.5v3h5v-3zM17 15v3h5v-3z"
)
PORT = "M3 22V9l5-4v3l4-3l4 3V5l5 4v13h-6v-6H9v6zM6 11v3h3v-3zM15 11v3h3v-3zM11 0h2v3h-2z"
DOME = (
    "M12 2a11 11 0 0 1 11 11v6H1v-6A11 11 0 0 1 12 2zM11 5a8 8 0 0 0-7 8h7zM13 5v8h7a8 8 0 0 0-7-8z"
    "M0 20h24v3H0z"
)
BASE = (
    "M12 8a9 9 0 0 1 9 9v3H3v-3a9 9 0 0 1 9-9zM10 14h4v6h-4zM0 21h24v3H0zM19 0a5 5 0 1 0 4.5 7"
    "A4 4 0 0 1 19 0z"
)

ART = {
    "astronauts": ASTRONAUT,
    "cosmonauts": ASTRONAUT,
    "robots": ROBOT,
    "cyborg": CYBORG,
    "replicants": PEOPLE,
    "android": ROBOT,
    "transhuman": HALO,
    "computer-ai": CHIP,
    "virtual": SCREEN,
    "cryogenic": SNOWFLAKE,
    "chemical-rockets": FLAME,
    "plasma-drive": BOLT,
    "space-elevator": ELEVATOR,
    "fission-engine": ATOM,
    "fusion-engine": SUN,
    "solar-sails": SAIL,
    "ion-drive": ENGINE,
    "sling-shot": SLING,
    "ramscoop": SCOOP,
    "antimatter-drive": ATOM,
    "booster": ROCKET,
    "freighter": FREIGHTER,
    "heavy-lifter": LIFTER,
    "research-station": STATION,
    "comm-sat": SATELLITE,
    "manufacturing-pod": GEAR,
    "mining-extractor": DRILL,
    "gas-refinery": TANKS,
    "solar-station": PANELS,
    "spaceport-extension": PORT,
    "colony-core": DOME,
    "military-depot": SHIELD,
    "moon-base": BASE,
    "lagrange-point": STATION,
}
"""Outline of each card that is not a globe, by its name without a number."""

WORLDS = {
    "near-earth-orbit": ("world0", "band"),
    "luna": ("pale", "craters"),
    "mercury": ("world4", "craters"),
    "venus": ("world4", "band"),
    "mars": ("world1", "craters"),
    "asteroid-field": ("pale", "craters"),
    "jupiter": ("world1", "band"),
    "saturn": ("world4", "ring"),
    "outer-planet": ("world5", "ring"),
}
"""Color and look of the destinations that are drawn as globes."""
