"""Self-play games, as arrays for training."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Protocol

from aicore.core.errors import AicoreError
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.selfplay_games import SelfPlayGames
from aicore.search.mcts.simulation import TREE
from aicore.search.mcts.tree import Tree

try:
    import numpy as np
except ModuleNotFoundError:
    raise AicoreError("self-play needs NumPy: pip install 'aicore-tabletop[rl]'") from None

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from aicore.core.decision import Decision
    from aicore.core.game import Game, View

MEMORY = 8 << 20  # size of a tree in bytes


class Rival(Protocol):
    """Player that decides by itself, such as an `aicore.players.Player`."""

    seed: int
    decisions: int

    def ready(self, seat: int) -> None:
        """Prepare a new game at this seat."""

    def decide(self, view: View) -> Decision:
        """Return the decision for a view."""


@dataclass(frozen=True)
class Plan:
    """Settings of games for training.

    Args:
        sims: number of simulations of a decision that is a policy target.
        fast: number of simulations of other decisions (playout caps; Wu 2019, "Accelerating
            self-play learning in Go").
        full: share of decisions that are policy targets.
        gumbel: whether to search roots by Gumbel noise and sequential halving, with improved
            policies as targets. Otherwise visits choose actions and are the targets.
        scale: weight of the actions' values when a policy changes, with `gumbel`.
        mutation: strength with which policies are pulled toward the uniform one, as a share of the
            range of returns. Above 0, it replaces `gumbel`: actions are drawn from the policy,
            which changes by replicator dynamics with mutation. It ends near an equilibrium (Abe,
            Sakamoto and Iwasaki 2022, "Mutation-driven follow the regularized leader for
            last-iterate convergence in zero-sum games").
        step: factor on these changes, with `mutation`. At 1, an action that is better than the mean
            by a tenth of the range of returns gains a tenth of its share.
        temperature: above 0, no tree is searched. A look-ahead over the mover's own turn, with the
            network's values at its end, chooses the best action. The policy target is the softmax
            of the actions' values, as shares of the range of returns, divided by the temperature.
            Only for games without hidden information.
        drawn: whether a network's actions are drawn from its policy without a search. Such games
            cost little, and the policy learns from their results (policy gradients).
        puct, fpu, mix: as in `mcts`; with `mix`, playouts use the game's own `mcts` settings.
        noise: share of random priors at the root, without `gumbel`.
        warm: number of first plies of a game in which actions are drawn.
        stray: share of games that begin with 1 to `warm` random plies, which are not recorded. So
            networks see positions that they would not reach otherwise.
        daring: share of later plies in which actions are drawn.
        cap: number of plies after which a game ends without a result; 0 for the game's max_length.
        luck: whether the network estimates the luck of chance events.
    """

    sims: int = 32
    fast: int = 8
    full: float = 0.35
    gumbel: bool = True
    scale: float = 0.1
    mutation: float = 0.0
    step: float = 6.0
    temperature: float = 0.0
    drawn: bool = False
    puct: float = 0.8
    fpu: float = 0.2
    mix: float = 0.0
    noise: float = 0.25
    warm: int = 12
    stray: float = 0.5
    daring: float = 0.03
    cap: int = 0
    luck: bool = True

    @property
    def searches(self) -> bool:
        """Whether trees are searched."""
        return not (self.drawn or self.temperature > 0)

    def times(self, factor: int) -> Plan:
        """Return the same plan with `factor` times the simulations."""
        return replace(self, sims=self.sims * factor, fast=self.fast * factor)


@dataclass
class Positions:
    """Decisions of games, positions before chance events, and results of games, as arrays.

    Args:
        seen: (n, net_input_size) uint8, what networks see as the movers: their observations, facts,
            or both (`View.net_input`).
        met: (n, 2, net_input_size) uint8, what they see as another seat, and what they would see if
            everything hidden from the mover were dealt again; (0, 2, net_input_size) in games
            without hidden information.
        seats: (n,) uint8, the movers.
        games: (n,) int32, each position's game: its index in `outcomes` to `lengths`.
        taught: (n,) uint8, `Lesson.TARGET` if `shares` has a policy target for the position;
            `Lesson.DRAWN` if it has the policy that the action was drawn from; otherwise 0.
        played: (n,) float32, the played action's share divided by the greatest share. The lower it
            is, the less the rest of the game says about the position's value.
        chosen: (n,) int32, the played action's index among the position's actions.
        actions: (n,) int32, number of actions; 0 for positions between the mover's action and a
            chance event. These are only value targets, for searches that judge before the luck.
        roots: (n, seats) float32, each seat's share of the returns, from 0 to 1, in the search's
            estimate, or in the network's if the action was drawn; otherwise nan.
        luck: (n, seats) float32, the gain of each seat's share by luck before the next position, in
            the network's estimate; 0 without one. An outcome minus this luck has the same
            mean and varies less (White and Bowling 2009, "Learning a value analysis tool for agent
            evaluation").
        rows: (m, net_max_tokens) int16, tokens of the actions of all decisions, one action after
            the other; -1 after an action's last token.
        shares: (m,) float32, the policy targets, or the policies that actions were drawn from; the
            shares of a decision add up to 1.
        outcomes: (games, seats) float32, each seat's share of the returns, from 0 to 1.
        scores: (games, seats) float32, each seat's score.
        ended: (games,) uint8, whether the game reached its end.
        lengths: (games,) int32, number of plies of the game.
        decisions, simulations: total number of searched decisions, and of simulations.
    """

    seen: NDArray[np.uint8]
    met: NDArray[np.uint8]
    seats: NDArray[np.uint8]
    games: NDArray[np.int32]
    taught: NDArray[np.uint8]
    played: NDArray[np.float32]
    chosen: NDArray[np.int32]
    actions: NDArray[np.int32]
    roots: NDArray[np.float32]
    luck: NDArray[np.float32]
    rows: NDArray[np.int16]
    shares: NDArray[np.float32]
    outcomes: NDArray[np.float32]
    scores: NDArray[np.float32]
    ended: NDArray[np.uint8]
    lengths: NDArray[np.int32]
    decisions: int = 0
    simulations: int = 0

    def __len__(self) -> int:
        return len(self.seen)

    def to_dict(self) -> dict[str, Any]:
        """Return all arrays and numbers by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Positions:
        """Return the positions from a dictionary, in which numbers may be arrays with one entry."""
        numbers = {name: int(given[name]) for name in ("decisions", "simulations")}
        return cls(**{**given, **numbers})

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Return all positions of several parts, one part after the other."""
        before = np.cumsum([0, *(len(part.ended) for part in parts)])
        arrays = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(cls)
            if field.name not in ("games", "decisions", "simulations")
        }
        return cls(
            games=np.concatenate(
                [part.games + start for part, start in zip(parts, before, strict=False)]
            ).astype(np.int32),
            decisions=sum(part.decisions for part in parts),
            simulations=sum(part.simulations for part in parts),
            **arrays,
        )


def selfplay(
    game: Game,
    player: PolicyNet | str = "playouts",
    games: int = 1,
    *,
    plan: Plan | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int = 1,
    rivals: Sequence[Rival] | PolicyNet | None = None,
) -> Positions:
    """Return games of a player against itself, played in C if the game is compiled.

    With `rivals`, the player takes one seat in each game, game k in seat k modulo the number of
    seats, and the rivals take the others. Only the player's decisions are recorded. So a network
    can learn a best response.

    Args:
        game: game that has arrays.
        player: network that judges positions of searches; or "playouts", for searches that judge by
            playouts; or without a search "script", for the game's own policy, and "random", for
            random actions, which are no policy targets. "rivals" lets the rivals play in all
            seats; their actions are the policy targets.
        games: number of games.
        plan: settings of the games.
        seed: seed of all luck and choices.
        first: number of the first game; a game depends only on the seed and its number.
        threads: number of threads that play games at once; 1 with players as rivals.
        rivals: for each seat, the player that sits there unless the learning player does; or a
            network, whose policy draws the actions of all other seats.

    Raises AicoreError, and the error of a rival that fails.
    """
    if player not in ("playouts", "script", "random", "rivals") and not isinstance(
        player, PolicyNet
    ):
        raise AicoreError(
            'self-play: the player must be a network, "playouts", "script", "random" or "rivals"'
        )
    asks = rivals is not None and not isinstance(rivals, PolicyNet)
    if player == "rivals" and not asks:
        raise AicoreError('self-play: the player "rivals" needs players as rivals')
    if rivals is not None and player in ("script", "random"):
        raise AicoreError(f"self-play: {player} learns nothing, so it needs no rivals")
    if asks and threads > 1:
        raise AicoreError("self-play: each thread needs its own rivals, so threads must be 1")
    plan = plan or Plan()
    threads = max(1, min(threads, games))
    each = -(-games // threads)

    def play(number: int) -> Positions:
        begin = first + number * each
        count = max(0, min(each, first + games - begin))
        return _play(game, player, plan, seed, begin, count, rivals)

    if threads == 1:
        return play(0)
    with ThreadPoolExecutor(threads) as pool:
        return Positions.joined(list(pool.map(play, range(threads))))


def _play(
    game: Game,
    player: PolicyNet | str,
    plan: Plan,
    seed: int,
    first: int,
    games: int,
    rivals: Sequence[Rival] | PolicyNet | None,
) -> Positions:
    """Return the games of one thread."""
    tree = _tree(game, player, plan)
    table = SelfPlayGames(game, tree, player == "script", plan, seed, rivals)
    table.run(first, games)
    columns = table.take()
    seats = game.seats
    return Positions(
        seen=np.frombuffer(columns["seen"], np.uint8).reshape(-1, game.net_input_size),
        met=np.frombuffer(columns["met"], np.uint8).reshape(-1, 2, game.net_input_size),
        seats=np.frombuffer(columns["seats"], np.uint8),
        games=np.frombuffer(columns["games"], np.int32),
        taught=np.frombuffer(columns["taught"], np.uint8),
        played=np.frombuffer(columns["played"], np.float32),
        chosen=np.frombuffer(columns["chosen"], np.int32),
        actions=np.frombuffer(columns["actions"], np.int32),
        roots=np.frombuffer(columns["roots"], np.float32).reshape(-1, seats),
        luck=np.frombuffer(columns["luck"], np.float32).reshape(-1, seats),
        rows=np.frombuffer(columns["rows"], np.int16).reshape(-1, game.net_max_tokens),
        shares=np.frombuffer(columns["shares"], np.float32),
        outcomes=np.frombuffer(columns["outcomes"], np.float32).reshape(-1, seats),
        scores=np.frombuffer(columns["scores"], np.float32).reshape(-1, seats),
        ended=np.frombuffer(columns["ended"], np.uint8),
        lengths=np.frombuffer(columns["lengths"], np.int32),
        decisions=table.decisions,
        simulations=table.simulations,
    )


def _tree(game: Game, player: PolicyNet | str, plan: Plan) -> Tree | None:
    """Return the tree that searches for a player; None if it does not search."""
    if player in ("script", "random", "rivals"):
        return None
    own = game.info.data.get("players", {}).get("mcts", {})
    known = {parameter.name for parameter in TREE}
    if player == "playouts":
        return Tree(game, MEMORY, **{name: own[name] for name in known & set(own)})
    assert isinstance(player, PolicyNet)
    playouts = {name: own[name] for name in ("playouts", "cutoff") if name in own}
    mixed = plan.mutation > 0
    tree = Tree(
        game,
        MEMORY,
        puct=plan.puct,
        fpu=plan.fpu,
        mix=plan.mix,
        prune="off",
        hands="uniform" if mixed else "likely",  # mixed policies search the true hands
        **playouts,
    )
    tree.judge_by(player, drawn=mixed)
    return tree
