"""Positions of gratis3 for scenario tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import aicore
from aicore.core.game import State

DATA = aicore.info("gratis3").data
CARDS = [
    card
    for card, copies in zip(DATA["cards"]["ids"], DATA["cards"]["copies"], strict=True)
    for _ in range(copies)
]
SYSTEMS = ["nav", "ravs", "defense", "weapons"]
COOLING = ["missile", "short-range", "launch-move"]  # a queue from left to right
IDLE = {
    "launched": None,
    "weapon": None,
    "target": None,
    "dice": 0,
    "hits": 0,
    "again": 0,
    "choice": [],
    "done": [],
    "attacked_ravs": [],
    "attacked_carriers": [],
    "override_ravs": False,
    "last_arrival": None,
    "last_turn": False,
    "end": None,
}


def position(
    *at: int,
    queues: dict[int, list[str]] | None = None,
    down: dict[int, str] | None = None,
    shields: Iterable[int] = (2, 2, 2, 2),
    spent: Iterable[int] = (0, 0, 0, 0),
    ravs: Iterable[tuple[str, int, str, str | None]] = (),
    phase: str = "command",
    seat: int = 0,
    stockpile: int = 50,
    pending: dict[str, Any] | None = None,
    **options: Any,
) -> State:
    """Return a state in the command phase of seat 0, changed by the arguments.

    Args:
        at: the Location of each Carrier.
        queues: by seat; COOLING where none is given.
        down: by seat, the systems that are Down; their chips are the next seat's trophies.
        spent: by seat, further chips of its color that are the next seat's trophies.
        ravs: as in the state's dictionary, in any order.
        stockpile: black chips left; the others are the last seat's trophies.
    """
    seats = len(at)
    game = aicore.load("gratis3", seats=seats, **options)
    queue = [list((queues or {}).get(who, COOLING)) for who in range(seats)]
    lost = [len((down or {}).get(who, "").split()) for who in range(seats)]
    own = [16 - spent for spent in list(spent)[:seats]]
    won = [(lost[who - 1] + 16 - own[who - 1]) for who in range(seats)]
    black = [0] * (seats - 1) + [game.options["black_chips"] - stockpile]
    order = game.board.names
    board = sorted(([*rav] for rav in ravs), key=lambda rav: order.index(rav[0]))
    fields = {
        "phase": phase,
        "seat": seat,
        "actor": None if phase.endswith("roll") else seat,
        "turns": seats * 10 + seat,
        "locations": list(at),
        "systems": [[s not in (down or {}).get(who, "") for s in SYSTEMS] for who in range(seats)],
        "system_black": [[False] * 4 for _ in at],
        "shields": list(shields)[:seats],
        "shield_black": [0] * seats,
        "supply": [own[who] - 4 - list(shields)[who] for who in range(seats)],
        "stockpile": stockpile,
        "trophies": [{"colored": won[who], "black": black[who]} for who in range(seats)],
        "queue": queue,
        "evasion": [[None] * len(cards) for cards in queue],
        "hand": [list((Counter(CARDS) - Counter(cards)).elements()) for cards in queue],
        "ravs": board,
        "rav_supply": [
            {
                kind: most - sum(rav[1:3] == [who, kind] for rav in board)
                for kind, most in (("fighter", 4), ("bomber", 2))
            }
            for who in range(seats)
        ],
        "pending": IDLE | {"can_be": [[[] for _ in cards] for cards in queue]} | (pending or {}),
    }
    return game.from_dict(fields)


def play(state: State, *events: str) -> State:
    for event in events:
        state.apply(event)
    return state


def shown(state: State, key: str) -> Any:
    return state.to_dict()[key]


def attacking(ravs: list[tuple[str, int, str, str | None]], *at: int, **more: Any) -> State:
    return position(
        *at, ravs=ravs, phase="rav-attacks", queues={0: [*COOLING, "short-range"]}, **more
    )


def guns_position(hits: str | None) -> State:
    """Return a state with RAVs around seat 0's Carrier after the guns' roll.

    If hits is None, it is the state before the command.
    """
    ravs = [
        ("U3", 1, "bomber", None),
        ("S3", 1, "fighter", None),
        ("D3", 2, "fighter", None),
        ("P3", 1, "fighter", None),
        ("S2", 0, "fighter", None),
        ("U2", 1, "bomber", None),
        ("P2", 2, "fighter", None),
    ]
    state = position(3, 0, 0, ravs=ravs)
    if hits is None:
        return state
    return play(state, "play shields-guns", "guns", f"roll 8: {hits}")


def roll_due(dice: int) -> State:
    """Return a state in which this many dice, at most eight, are due in an attack on a RAV."""
    own = {"U5": "fighter", "U4": "fighter", "U3": "bomber", "D3": "bomber"}
    return position(
        5,
        5,
        ravs=[*((space, 0, kind, None) for space, kind in own.items()), ("P5", 1, "fighter", None)],
        phase="rav-roll",
        queues={0: [*COOLING, "short-range"]},
        pending={
            "target": "P5",
            "dice": dice,
            "done": sorted(own, key=["U3", "U4", "U5", "D3"].index),
            "attacked_ravs": ["P5"],
        },
    )
