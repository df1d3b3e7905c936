"""Positions of relics for tests."""

from __future__ import annotations

import aicore


def wander(seats: int, seed: int, random_every: int):
    """Yield the decisions of a game by policy; each `random_every`-th action is random."""
    game = aicore.load("relics", seats=seats)
    rng = aicore.Rng(seed)
    state = game.start()
    decisions = 0
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            state.apply(state.sample(rng))
            continue
        yield state
        decisions += 1
        state.apply(state.policy(rng) if decisions % random_every else state.sample(rng))


def texts(state) -> list[str]:
    """Return the texts of the promising actions."""
    return [state.game.text(event) for event, _ in state.promising()]


def first_turn(seed: int = 1, seats: int = 2, **options):
    """Return the position at the first turn, with airlocks chosen by the policy."""
    game = aicore.load("relics", seats=seats, **options)
    rng = aicore.Rng(seed)
    state = game.start()
    while state.to_dict()["phase"] != "act":
        state.apply(state.sample(rng) if state.turn == aicore.CHANCE else state.policy(rng))
    return state


def bridged(fields: dict) -> dict:
    """Return the fields of a position with p07 and p09 bridging the lane to airlock N.

    The other platforms take the free places.
    """
    board = {"p07": [15, 0, 0], "p09": [15, 2, 2]}
    free = [place for place in fields["platforms"].values() if place[:2] != [15, 1]]
    names = [f"p{n:02}" for n in range(1, 21) if n not in (7, 9)]
    board.update(zip(names, free, strict=False))
    board = dict(list(board.items())[:16])
    spare = [name for name in names if name not in board]
    return {**fields, "platforms": board, "spare": spare}
