"""Cost of decisions in Pig against perfect play, by simulations.

Positions with a choice come from games in which both seats hold at 20 (Neller and Presser 2004,
section 2) but play at random one time in four. The exact value of every position is known
(`aicore.search.exact.solve`). A decision's regret is the mover's loss of winning chance against the
best action. The second line gives the share of positions with regret, and the largest regret.

    python -m bench.strength.pig_regret --target 50 --positions 400
"""

from __future__ import annotations

import argparse
import math

import aicore
from aicore.core.game import Game, State
from aicore.search.exact import Solution, solve
from bench.common import interval

NOTHING = 1e-9  # winning chance up to which a decision has no regret
SIMULATIONS = (100, 1_000, 10_000, 100_000)


def positions(game: Game, number: int, seed: int = 0) -> list[State]:
    """Return positions with a choice, one from each game."""
    rng = aicore.Rng(seed)
    states: list[State] = []
    while len(states) < number:
        state, chosen = game.start(), None
        for met in range(1, 10_000):
            if state.turn == aicore.END:
                break
            if len(state.legal_actions()) > 1 and rng.below(met) == 0:
                chosen = state.clone()
            guided = state.turn != aicore.CHANCE and rng.below(4)
            state.apply(state.policy(rng) if guided else state.sample(rng))
        if chosen is not None:
            states.append(chosen)
    return states


def regret(solution: Solution, state: State, action: str) -> float:
    """Return the cost of an action to the mover, in winning chance."""
    values = {}
    for text in state.legal():
        after = state.clone()
        after.apply(text)
        values[text] = solution.value(after)[state.turn]
    return max(values.values()) - values[action]


def regrets(solution: Solution, spec: str, states: list[State], seed: int = 0) -> list[float]:
    """Return the costs of a player's decisions."""
    player = aicore.player(spec, solution.game, seed)
    return [
        regret(solution, state, player.decide(state.view(state.turn)).action) for state in states
    ]


def summary(costs: list[float]) -> tuple[str, str]:
    """Return two texts: the mean regret; the share of decisions with regret, and the largest."""
    mean, half = interval(costs)
    around = "" if math.isnan(half) else f" ± {half:.3%}"
    worse = sum(cost > NOTHING for cost in costs) / len(costs)
    return f"{mean:.3%}{around}", f"{worse:.1%}, {max(costs):.1%}"


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", type=int, default=50)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument(
        "--most", type=int, default=SIMULATIONS[-1], help="maximum number of simulations"
    )
    parser.add_argument(
        "--spec",
        action="append",
        help="player spec, with {} for the simulations; default: mcts:sims={}",
    )
    args = parser.parse_args()
    solution = solve(aicore.load("pig", target=args.target))
    states = positions(solution.game, args.positions)
    budgets = [sims for sims in SIMULATIONS if sims <= args.most]
    print(f"| player | {' | '.join(f'{sims:,}' for sims in budgets)} |")
    print("|---" + "|---:" * len(budgets) + "|")
    for spec in args.spec or ["mcts:sims={}"]:
        rows = [summary(regrets(solution, spec.format(sims), states)) for sims in budgets]
        for name, cells in zip((f"`{spec}`", "another action, the worst"), zip(*rows, strict=True),
                               strict=True):  # fmt: skip
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
