"""Strong, fair and fast computer opponents for tabletop games.

>>> import aicore
>>> game = aicore.load("tic_tac_toe")
>>> state = game.start()
>>> player = aicore.player("mcts:sims=2000", game, seed=1)
>>> decision = player.decide(state.view(0))
>>> state.apply(decision.action)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aicore.core.batch import Batch
    from aicore.core.chance import Chance
    from aicore.core.decision import Candidate, Decision
    from aicore.core.errors import AicoreError
    from aicore.core.features import Features, features
    from aicore.core.game import Game, State, View
    from aicore.core.record import Record, read_records
    from aicore.core.registry import GameInfo, info, names
    from aicore.core.rng import Rng
    from aicore.envs.registration import register
    from aicore.plain.loading import load
    from aicore.players import player
    from aicore.search.mcts.selfplay import selfplay

__version__ = "0.1.0"  # the only definition of the version: pyproject.toml reads it here

CHANCE = -1
"""`State.turn` when a chance event is due."""

END = -2
"""`State.turn` when the game is over."""

# Public names are imported on first use: `aicore --help` should not wait for the engine.
_MODULES = {
    "AicoreError": "aicore.core.errors",
    "Batch": "aicore.core.batch",
    "Candidate": "aicore.core.decision",
    "Chance": "aicore.core.chance",
    "Decision": "aicore.core.decision",
    "Features": "aicore.core.features",
    "Game": "aicore.core.game",
    "GameInfo": "aicore.core.registry",
    "Record": "aicore.core.record",
    "Rng": "aicore.core.rng",
    "State": "aicore.core.game",
    "View": "aicore.core.game",
    "features": "aicore.core.features",
    "info": "aicore.core.registry",
    "load": "aicore.plain.loading",
    "names": "aicore.core.registry",
    "player": "aicore.players",
    "read_records": "aicore.core.record",
    "register": "aicore.envs.registration",
    "selfplay": "aicore.search.mcts.selfplay",
}

__all__ = [
    "CHANCE",
    "END",
    "AicoreError",
    "Batch",
    "Candidate",
    "Chance",
    "Decision",
    "Features",
    "Game",
    "GameInfo",
    "Record",
    "Rng",
    "State",
    "View",
    "features",
    "info",
    "load",
    "names",
    "player",
    "read_records",
    "register",
    "selfplay",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'aicore' has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value
