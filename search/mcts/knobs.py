"""What can be set of Monte Carlo tree search: said here, read by specs, listings and the search."""

from __future__ import annotations

from aicore.core.parameter import MOST_TOTAL, Parameter

TREE = (
    Parameter("c", 0.7, "exploration: how much little-tried actions attract"),
    Parameter("fpu", 0.0, "how far untried actions rate below the mean", low=-1, high=1),
    Parameter("cutoff", -1, "plies of a playout before evaluation; -1: to the end", low=-1),
    Parameter("playouts", "uniform", "how playouts choose", choices=("uniform", "guided")),
    Parameter("graph", 0.0, "end at positions met so many times as often as the action; 0: no"),
    Parameter("prior", 0, "simulations that a look one step ahead counts for", high=1 << 20),
    Parameter("prune", True, "look at promising actions only"),
    Parameter("widen", 0.0, "choose among the first widen * visits ** alpha actions; 0: all"),
    Parameter("alpha", 0.5, "how fast the choice widens", high=1),
    Parameter(
        "opponents",
        "informed",
        "blind: they do not plan with this seat's hand; random: they do not plan",
        choices=("informed", "blind", "random"),
    ),
)
"""Those of one tree; `aicore.search.mcts.tree` and `ucb` read them."""

KNOBS = (
    Parameter("sims", 5000, "simulations per decision", high=MOST_TOTAL, bound=True),
    Parameter("time", 0.0, "seconds per decision", bound=True),
    *TREE,
    Parameter(
        "trust",
        0.0,
        "standard errors by which others must be better than the game's most promising action",
    ),
    Parameter("root", "ucb", "how simulations are shared at the root", choices=("ucb", "halving")),
    Parameter("trees", 1, "trees that are searched and merged", low=1, high=256),
    Parameter("threads", 1, "trees searched at once; changes no decision", low=1, high=256),
    Parameter("memory", 512, "MiB for the trees", low=1, high=1 << 20),
)
"""All of them; `aicore.search.mcts.searcher` reads the others."""
