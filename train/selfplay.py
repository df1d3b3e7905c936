"""Games that a network plays against itself, as what it can learn from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from aicore import END
from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet, outcomes_of
from aicore.core.rng import Rng
from aicore.search.mcts.tree import Tree

MEMORY = 8 << 20  # bytes of a tree


@dataclass
class Plan:
    """The way in which games are played for training.

    Args:
        sims: simulations of a decision that teaches a policy.
        fast: simulations of the others (playout caps; Wu 2019, "Accelerating self-play learning in
            Go").
        full: share of decisions that teach a policy.
        puct, fpu: as of `mcts`.
        noise: share of random priors at the root.
        warm: plies whose actions are drawn by their visits.
        daring: share of later ones that are.
        mix: share of the root's value in what is learned of a position; the rest is the outcome.
    """

    sims: int = 48
    fast: int = 12
    full: float = 0.35
    puct: float = 0.8
    fpu: float = 0.2
    noise: float = 0.25
    warm: int = 12
    daring: float = 0.03
    mix: float = 0.5


@dataclass
class Positions:
    """Positions to learn from; all four lists have an entry for each.

    Args:
        seen: what its mover observed.
        tokens: (actions, most tokens), the tokens of each action that it had, -1 where there are
            no more.
        shares: (actions,), how often a search took each; empty where no policy is taught.
        values: (1,) or (seats,), from 0 to 1, the mover's first.
    """

    seen: list[bytes] = field(default_factory=list)
    tokens: list[NDArray[np.int32]] = field(default_factory=list)
    shares: list[NDArray[np.float32]] = field(default_factory=list)
    values: list[NDArray[np.float32]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.seen)

    def forget(self, most: int) -> None:
        """Keep the last ones, so many."""
        for part in (self.seen, self.tokens, self.shares, self.values):
            del part[: max(0, len(part) - most)]


class SelfPlay:
    """Games of a network against itself, one after the other.

    Args:
        game: whose games.
        plan: how they are played.
        seed: of the luck, the searches and the choices.

    Attributes:
        decisions, simulations: how many there were.

    Raises AicoreError for a game without arrays.
    """

    def __init__(self, game: Game, plan: Plan, seed: int) -> None:
        self.game, self.plan = game, plan
        self.rng = Rng(seed)
        self._full, self._fast = (
            Tree(game, MEMORY, puct=plan.puct, fpu=plan.fpu, prune="off") for _ in range(2)
        )
        self.decisions = self.simulations = 0

    def judge_by(self, net: PolicyNet) -> None:
        """Go on with another network."""
        self._full.judge_by(net, self.plan.noise)
        self._fast.judge_by(net)

    def play(self, positions: Positions) -> int:
        """Play a game; what came of it goes into `positions`. Returns the number of decisions."""
        game, plan, rng = self.game, self.plan, self.rng
        state = game.start()
        state.settle(rng)
        span = game.high - game.low
        kept: list[tuple[int, NDArray[np.float32]]] = []
        first = len(positions.seen)
        ply = 0
        while state.turn != END and ply < game.max_length:
            seat = state.turn
            view = state.view(seat)
            teaches = rng.uniform() < plan.full
            tree = self._full if teaches else self._fast
            width = tree.set_root(view, rng)
            rng.jump()  # the game's luck is none that the search has drawn from
            if width > 1:
                tree.run(plan.sims if teaches else plan.fast, float("inf"))
                roots = tree.root_stats()
                visits = np.array([root[2] for root in roots], np.float32)
                share = visits / visits.sum()
                total = np.array([root[3] for root in roots], np.float32).sum(0) / visits.sum()
                if ply < plan.warm or rng.uniform() < plan.daring:
                    chosen = int(np.searchsorted(np.cumsum(share), rng.uniform() * share.sum()))
                else:
                    chosen = int(visits.argmax())
                action = roots[min(chosen, len(roots) - 1)][0]
                tokens = [view.encode(root[0]) for root in roots]
                most = max(map(len, tokens))
                positions.seen.append(bytes(view.observation()))
                positions.tokens.append(
                    np.array([[*each, *[-1] * (most - len(each))] for each in tokens], np.int32)
                )
                positions.shares.append(share if teaches else share[:0])
                kept.append((seat, total))
                self.decisions += 1
                self.simulations += tree.done
            else:
                action = state.legal_actions()[0]
            state.apply(action)
            state.settle(rng)
            ply += 1
        outcome = None
        if state.turn == END:
            outcome = (np.array(state.returns(), np.float32) - game.low) / span
        one = outcomes_of(game) == 1
        for seat, total in kept:
            value = total if outcome is None else plan.mix * total + (1 - plan.mix) * outcome
            value = np.roll(value, -seat).astype(np.float32)
            positions.values.append(value[:1] if one else value)
        return len(positions.seen) - first
