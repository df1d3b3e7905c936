"""What can be set of expectimax: said here, read by specs, listings and the search."""

from __future__ import annotations

from aicore.core.parameter import MOST_TOTAL, Parameter

DEEPEST = 64
"""The most decisions that a search looks ahead."""

KNOBS = (
    Parameter("depth", 2, "decisions to look ahead", high=DEEPEST, bound=True),
    Parameter("time", 0.0, "seconds per decision", bound=True),
    Parameter("nodes", 0, "positions visited per decision", high=MOST_TOTAL, bound=True),
    Parameter("branch", 8, "chance events with more outcomes than this are sampled", low=1),
    Parameter("samples", 4, "samples of such an event", low=1, high=1024),
    Parameter("worlds", 16, "determinizations where something is hidden; lucks of playouts", low=1),
    Parameter("star", 2, "0: no bounds; 1: alpha-beta and Star1; 2: Star2 too", high=2),
    Parameter("table", True, "remember positions that are met again"),
    Parameter("killers", True, "try early what refuted other positions"),
    Parameter("order", False, "try actions in the order of their evaluation"),
    Parameter("prune", True, "look at promising actions only"),
    Parameter("playout", 0, "plies of the game's policy before evaluation", high=1 << 20),
    Parameter(
        "rivals",
        "maxn",
        "what the others do: each for itself, all against this seat, or anything",
        choices=("maxn", "paranoid", "random"),
    ),
    Parameter("memory", 16, "MiB for the transposition table", low=1, high=1 << 20),
)
