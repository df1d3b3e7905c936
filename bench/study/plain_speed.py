"""Search speed of games in plain Python, of compiled games, and of OpenSpiel's games.

    python -m bench.study.plain_speed [--seconds 2]

The figures are simulations per second of a tree search on one thread, with uniform playouts to the
end, from the first choice. With OpenSpiel installed (extra `openspiel`), its MCTS in Python and our
search take turns on the same games, and the table has the ratio of medians. In this table, all our
games are in Python. In OpenSpiel, only tic-tac-toe is in Python, and the other games are in C++.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import median

import aicore

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
TWINS = {"pig": "pig", "connect_four": "connect_four", "plain_tic_tac_toe": "tic_tac_toe"}
SPEC = "mcts:time={},cutoff=-1,playouts=uniform,graph=0,prior=0,prune=off,net=none"
ROUNDS = 5
THEIRS: dict[str, tuple[str, dict[str, int]]] = {
    "plain_tic_tac_toe": ("python_tic_tac_toe", {}),
    "backgammon": ("backgammon(scoring_type=full_scoring)", {}),
    "connect_four": ("connect_four", {}),
    "hearts": ("hearts(pass_cards=false)", {}),
    "liars_dice": ("liars_dice(numdice=1)", {"dice": 1}),
    "nim": ("nim(pile_sizes=3;4;5,is_misere=false)", {}),
    "pig": ("pig(horizon=20000)", {}),
}
"""OpenSpiel's name of the same game, and our options that make it the same, by file."""


def ours(game: aicore.Game, seconds: float) -> float:
    """Return our simulations per second, from the first choice."""
    state, chance = game.start(), aicore.Chance(1)
    while chance.settle(state) is not None and len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
    decision = aicore.player(SPEC.format(seconds), game, seed=1).decide(state.view(state.turn))
    return decision.simulations / decision.seconds


def theirs(name: str, seconds: float) -> float:
    """Return OpenSpiel's simulations per second in Python, from the first choice."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  registers itself

    game = pyspiel.load_game(name)
    random = np.random.RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(int(random.choice(state.legal_actions())))
    sims, done, began = 10, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        sims = min(2 * sims, 1000)
        bot = mcts.MCTSBot(
            game,
            0.7,
            sims,
            mcts.RandomRolloutEvaluator(1, random),
            random_state=random,
            solve=False,
        )
        bot.mcts_search(state)
        done += sims
    return done / (time.perf_counter() - began)


def main() -> None:
    """Run the command line above."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds per measurement")
    seconds = parser.parse_args().seconds
    print(f"{'game':18} {'plain':>12} {'compiled':>12} {'ratio':>8}")
    for path in [*sorted(EXAMPLES.glob("*.py")), HERE / "plain_tic_tac_toe.py"]:
        rate = ours(aicore.load(path), seconds)
        row = f"{path.stem:18} {rate:12,.0f}"
        if path.stem in TWINS:
            compiled = ours(aicore.load(TWINS[path.stem]), seconds)
            row += f" {compiled:12,.0f} {compiled / rate:8.0f}"
        print(row, flush=True)
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed: pip install 'aicore-tabletop[openspiel]'")
        return
    print(f"\n{'OpenSpiel':42} {'here':>12} {'there':>12} {'ratio':>8}   medians of {ROUNDS}")
    for stem, (name, options) in THEIRS.items():
        game = aicore.load(
            (HERE if stem.startswith("plain_") else EXAMPLES) / f"{stem}.py", **options
        )
        pairs = [(ours(game, seconds / 2), theirs(name, seconds / 2)) for _ in range(ROUNDS)]
        mine, other = (median(column) for column in zip(*pairs, strict=True))
        print(f"{name:42} {mine:12,.0f} {other:12,.0f} {mine / other:8.1f}", flush=True)


if __name__ == "__main__":
    main()
