"""Signatures: hashes of the players' decisions in fixed positions with a fixed budget.

A signature changes if and only if a decision of the player in the game changes. It does not depend
on the machine, the Python version or the number of threads. So a change that only makes the search
faster leaves all signatures the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from aicore import END
from aicore.core.chance import Chance
from aicore.core.decision import Decision
from aicore.core.game import Game, State
from aicore.core.registry import load
from aicore.core.rng import Rng
from aicore.players import player

SPECS = (
    "mcts:sims=120",
    "mcts:sims=120,trees=2,root=halving,opponents=blind",
    "expectimax:depth=1,worlds=2,samples=2",
    "flat:sims=60",
    "greedy:samples=2",
    "script",
    "random",
)
DEALS = 2
CHOICES = 4
"""Number of positions of a deal in which every player is asked."""
STRIDE = 5
"""Number of decisions, made by the script, from one of these positions to the next."""


def signatures(name: str) -> dict[str, str]:
    """Return a signature of 16 hex digits for each player, in a game with default options."""
    game = load(name)
    digests = {spec: hashlib.sha256() for spec in SPECS}
    for deal in range(DEALS):
        for state in _positions(game, deal):
            for spec, digest in digests.items():
                decision = player(spec, game, seed=deal).decide(state.view(state.turn))
                digest.update(f"{name} {spec} {_summary(decision)}\n".encode())
    return {spec: digest.hexdigest()[:16] for spec, digest in digests.items()}


def _positions(game: Game, deal: int) -> Iterator[State]:
    chance = Chance(deal)
    rng = Rng(deal)
    state = game.start()
    chance.settle(state)
    decisions = 0
    while state.turn != END and decisions < CHOICES * STRIDE:
        if decisions % STRIDE == 0:
            yield state
        state.apply(state.policy(rng))
        chance.settle(state)
        decisions += 1


def _summary(decision: Decision) -> str:
    """Return the parts of a decision that do not depend on the clock; values are exact."""
    candidates = [
        (c.action, c.visits, [float(value).hex() for value in c.values], c.error.hex(), c.bound)
        for c in decision.candidates
    ]
    return f"{decision.action} {candidates} {decision.simulations} {decision.continuation}"
