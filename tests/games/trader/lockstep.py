"""Lockstep settings for trader and its model."""

from games.trader.twin import Twin
from kit.lockstep import Case, Lockstep

LOCKSTEP = Lockstep(
    "trader",
    Twin,
    [
        Case(1, 60, options, slow=25_000)
        for options in (
            {},
            {"payment": "turn_end"},
            {"reshuffle": "all"},
            {"payment": "turn_end", "reshuffle": "all"},
        )
    ],
    guided=0.7,
)
