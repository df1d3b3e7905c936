"""Rollouts: values of actions, estimated from many games played to the end after each action.

Backgammon players trust rollouts most (GNU Backgammon; G. Tesauro and G. Galperin, "On-line policy
improvement using Monte-Carlo search", NIPS 1996). All candidates play the same deals: a deal
samples hidden information from the mover's view, and fixes every later card and throw. So
differences between candidates contain little luck. As in tournaments, the remaining luck is
measured and subtracted (`aicore.arena.luck`).

All legal actions are candidates. If there are many, playouts by the game's policy select the best
ones. Actions that the caller names are candidates in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, sqrt
from operator import index
from typing import TYPE_CHECKING, Any

import aicore
from aicore.arena.luck import luck_of
from aicore.core.chance import Chance
from aicore.core.decision import StopSearch
from aicore.core.errors import AicoreError, IllegalAction, SpecError, short
from aicore.core.language import gettext as _
from aicore.core.rng import Rng
from aicore.core.successor import successor
from aicore.players import Player, player, players_for
from aicore.players.defaults import script_of
from aicore.players.spec import split
from aicore.search.flat import Flat

if TYPE_CHECKING:
    from aicore.arena.pool import Pool
    from aicore.core.game import Game, State, View

KEPT = 8  # maximum number of candidates besides the named ones
SCREENED = 48  # mean number of playouts for each of many actions, allotted by sequential halving
MAX_SCREENED = 10_000  # maximum number of playouts in all, unless MIN_PLAYOUTS needs more
MIN_PLAYOUTS = 2  # minimum number of playouts for each action in every round of the halving
TINY = 1e-18  # squared luck of a deal below which it counts as 0
ROUND = 16  # number of deals between two checks for candidates that are behind
BEHIND = 4.0  # standard errors behind the best, beyond which a candidate is dropped
GAMES = 200  # default maximum number of games after each action

Values = tuple[float, ...]
"""Return of each seat."""

Note = Callable[[int, int], None]
"""Callback with an action that is about to be played: the seat, and the action's integer."""

Watch = Callable[["State"], None]
"""Callback with each position in which a seat is to move, and with the last position."""

Progress = Callable[[int, int, str, float], None]
"""Callback after each game; it may raise StopSearch.

Its arguments are the number of games played, their maximum, the leading action, and the mover's
mean return after it. The return is a share of the range, 0 to 1.
"""


@dataclass(frozen=True)
class RolledAction:
    """Action that was rolled out.

    Args:
        action: text of the action.
        games: number of games played after the action.
        values: luck-adjusted mean return of each seat, which may lie beyond the range of returns.
        error: standard error of the mover's value.
        behind: the mover's luck-adjusted shortfall in returns against the best action, on the same
            deals.
        behind_error: standard error of `behind`.
        dropped: whether its rollout ended early, because the action was clearly behind.
    """

    action: str
    games: int
    values: Values
    error: float
    behind: float
    behind_error: float
    dropped: bool


@dataclass(frozen=True)
class Rollout:
    """Result of a rollout.

    Args:
        seat: the seat to move.
        by: spec of the player that continued in all seats.
        legal: number of legal actions.
        candidates: the actions rolled out, the best first.
    """

    seat: int
    by: str
    legal: int
    candidates: tuple[RolledAction, ...]

    @property
    def sure(self) -> bool:
        """Whether the best action is known, because all others were dropped."""
        return all(candidate.dropped for candidate in self.candidates[1:])

    def to_dict(self, game: Game) -> dict[str, Any]:
        """Return the result as a JSON-compatible dict; values are shares of the range, 0 to 1."""
        return {
            "by": self.by,
            "legal": self.legal,
            "sure": self.sure,
            "candidates": [
                {
                    "action": one.action,
                    "games": one.games,
                    "shares": [round(share, 6) for share in game.shares(one.values)],
                    "error": round(one.error / game.stake, 6),
                    "behind": round(one.behind / game.stake, 6),
                    "behind_error": round(one.behind_error / game.stake, 6),
                    "dropped": one.dropped,
                }
                for one in self.candidates
            ],
        }

    def of(self, action: str) -> RolledAction:
        """Return the candidate with an action's text. Raises KeyError."""
        for candidate in self.candidates:
            if candidate.action == action:
                return candidate
        raise KeyError(action)


@dataclass(frozen=True)
class RolledDeal:
    """One deal for candidates: hidden information, cards and dice are the same after each.

    Args:
        view: the view of the seat to move.
        actions: integers of the candidates.
        by: spec of the player that continues in all seats.
        seed: seed of all deals.
        number: the index of the deal.
    """

    view: View
    actions: tuple[int, ...]
    by: str
    seed: int
    number: int


Played = tuple[Values, Values]
"""Return of each seat in a game, and the luck in it."""


def roll_out(
    view: View,
    by: str,
    games: int = GAMES,
    actions: Sequence[str] = (),
    *,
    only: bool = False,
    seed: int = 0,
    pool: Pool | None = None,
    report: Progress | None = None,
) -> Rollout:
    """Return the rollout of a decision, which does not depend on the pool.

    Args:
        view: the view of the seat to move, which must have a choice.
        by: spec of the player that continues in all seats. If a network plays a game without chance
            or hidden information, it samples its choices, because otherwise all games would be the
            same.
        games: maximum number of games after each candidate.
        actions: texts of actions to roll out in any case.
        only: whether to roll out no other actions.
        seed: seed of all luck.
        pool: the pool that plays the games; None for this process.
        report: called with the progress. Its exceptions end the rollout; after StopSearch, the
            results so far are returned.

    Raises AicoreError.
    """
    game = view.game
    legal = {game.text(action): action for action in view.legal_actions()}
    if games < 1:
        raise AicoreError(f"games must be 1 or more, not {games}")
    if only and not actions:
        raise AicoreError("only=True needs actions to roll out")
    if view.turn != view.seat or len(legal) < 2:
        raise AicoreError(_("there is nothing to decide in this position"))
    if split(by)[0] == "human":
        raise SpecError(_("player human cannot play on by itself: name a computer player"))
    for action in actions:
        if action not in legal:
            raise IllegalAction(_("{move} is not legal here", move=short(action)))
    named = list(dict.fromkeys(actions))
    by = _varied(by, game)
    if not only:
        named = [*named, *(each for each in _screened(view, by, seed) if each not in named)]
    race = _Race(view, named, by)
    try:
        for numbers in _rounds(games):
            deals = [
                RolledDeal(view, (legal[each],), by, seed, number)
                for number in numbers
                for each in race.left
            ]
            for (played,) in (pool.map if pool else map)(play_on, deals):
                race.add(played)
                if report is not None:
                    report(race.played, race.planned(games), *race.leader)
            race.drop_behind()
            if len(race.left) == 1:
                break
    except StopSearch:
        if not race.games[race.left[0]]:
            raise
    return race.result(len(legal))


def _rounds(games: int) -> Iterator[range]:
    for first in range(0, games, ROUND):
        yield range(first, min(first + ROUND, games))


def _screened(view: View, by: str, seed: int) -> list[str]:
    """Return the actions that are worth a rollout: all if they are few, else the best by playouts.

    The choice of the player that continues is among them.
    """
    legal = view.legal()
    if len(legal) <= KEPT:
        return legal
    least = MIN_PLAYOUTS * len(legal) * len(legal).bit_length()
    playouts = max(least, min(SCREENED * len(legal), MAX_SCREENED))
    flat = Flat(view.game, sims=playouts, time=0.0, playouts="guided", prune="off")
    kept = [one.action for one in flat.search(view, Rng(seed)).candidates[:KEPT]]
    agent = _player_of(by, view.game)
    agent.seed, agent.decisions = seed, 0
    return list(dict.fromkeys([agent.decide(view).action, *kept]))


class _Race:
    """Candidates on the same deals, which are dropped when they are clearly behind."""

    def __init__(self, view: View, actions: Sequence[str], by: str) -> None:
        self.seat = view.seat
        self.game = view.game
        self.by = by
        self.left = list(actions)
        self.games: dict[str, list[Played]] = {action: [] for action in actions}
        self._deal: list[Played] = []  # games of the deal in progress, in the order of `left`

    @property
    def played(self) -> int:
        """Number of games played."""
        return sum(map(len, self.games.values())) + len(self._deal)

    def planned(self, games: int) -> int:
        """Return the total number of games if no further candidate is dropped."""
        gone = sum(len(played) for action, played in self.games.items() if action not in self.left)
        return gone + games * len(self.left)

    @property
    def leader(self) -> tuple[str, float]:
        """Best of the remaining candidates so far, and the mover's share after it.

        Only complete deals count, unless the first deal is in progress.
        """
        games = self.games
        if not games[self.left[0]]:
            games = {each: [game] for each, game in zip(self.left, self._deal, strict=False)}
        totals = {
            each: fsum(one[0][self.seat] for one in games[each])
            for each in self.left
            if each in games
        }
        best = max(totals, key=totals.__getitem__)
        mean = totals[best] / len(games[best])
        return best, self.game.share(mean)

    def add(self, played: Played) -> None:
        """Count a game; games of a deal arrive in the order of `left`, one per candidate."""
        self._deal.append(played)
        if len(self._deal) < len(self.left):
            return
        for action, game in zip(self.left, self._deal, strict=True):
            self.games[action].append(game)
        self._deal = []

    def drop_behind(self) -> None:
        """Drop the candidates that are clearly behind the best."""
        if len(self.games[self.left[0]]) < ROUND:
            return
        adjusted = self._less_luck()
        best = self._best(adjusted)
        for action in list(self.left):
            behind, error = self._behind(adjusted, best, action)
            if action != best and behind > BEHIND * error:
                self.left.remove(action)

    def _less_luck(self) -> dict[str, list[Values]]:
        """Return the luck-adjusted returns after each candidate, deal by deal.

        The multiple of the luck to subtract minimizes the variance of the differences between
        candidates. For each deal, it is fitted to the other deals.
        """
        deals = max(map(len, self.games.values()))
        both, squares = [0.0] * deals, [0.0] * deals
        if deals >= ROUND:
            results, lucks = self._centered(0), self._centered(1)
            for number in range(deals):
                for one, luck in zip(results, lucks, strict=True):
                    if number < len(one):
                        both[number] += one[number] * luck[number]
                        squares[number] += luck[number] ** 2
        all_both, all_squares = fsum(both), fsum(squares)
        adjusted: dict[str, list[Values]] = {}
        for action, games in self.games.items():
            adjusted[action] = []
            for number, (returns, game_luck) in enumerate(games):
                rest = all_squares - squares[number]
                worth = (all_both - both[number]) / rest if rest > TINY * deals else 0.0
                less = (one - worth * luck for one, luck in zip(returns, game_luck, strict=True))
                adjusted[action].append(tuple(less))
        return adjusted

    def _centered(self, which: int) -> list[list[float]]:
        """Return the mover's returns (`which` = 0) or luck (1) after each candidate, centered.

        Subtract the mean of each deal, and then the mean of each candidate.
        """
        rows = [[one[which][self.seat] for one in games] for games in self.games.values()]
        deals = [[row[at] for row in rows if at < len(row)] for at in range(max(map(len, rows)))]
        means = [fsum(deal) / len(deal) for deal in deals]
        rows = [[one - mean for one, mean in zip(row, means, strict=False)] for row in rows]
        owns = [fsum(row) / len(row) for row in rows]
        return [[one - own for one in row] for row, own in zip(rows, owns, strict=True)]

    def _best(self, adjusted: dict[str, list[Values]]) -> str:
        return max(self.left, key=lambda each: fsum(one[self.seat] for one in adjusted[each]))

    def _behind(
        self, adjusted: dict[str, list[Values]], best: str, action: str
    ) -> tuple[float, float]:
        """Return the mover's mean loss by an action against the best, and its standard error."""
        pairs = zip(adjusted[best], adjusted[action], strict=False)
        return self._mean([one[self.seat] - other[self.seat] for one, other in pairs])

    def _mean(self, results: Sequence[float]) -> tuple[float, float]:
        """Return a mean and its standard error, at least `stake` / n.

        A result that did not occur in n deals may still have a probability of 1 / n.
        """
        deals = len(results)
        mean = fsum(results) / deals
        variance = fsum((one - mean) ** 2 for one in results) / max(1, deals - 1)
        return mean, max(sqrt(variance / deals), self.game.stake / deals)

    def result(self, legal: int) -> Rollout:
        """Return the result so far, best candidate first."""
        adjusted = self._less_luck()
        best = self._best(adjusted)
        candidates = []
        for action, games in adjusted.items():
            values = [self._mean(seat) for seat in zip(*games, strict=True)]
            candidates.append(
                RolledAction(
                    action,
                    len(games),
                    tuple(value for value, _error in values),
                    values[self.seat][1],
                    *self._behind(adjusted, best, action),
                    action not in self.left,
                )
            )
        candidates.sort(key=lambda one: (one.action != best, one.dropped, one.behind))
        return Rollout(self.seat, self.by, legal, tuple(candidates))


def play_on(deal: RolledDeal) -> list[Played]:
    """Play a deal to its end after each of its actions. Return the result after each."""
    world, agent, luck, seeds, samples = _dealt(deal)
    return [
        _play_out(successor(world, action), agent, luck, seeds, samples) for action in deal.actions
    ]


def follow(deal: RolledDeal, place: int, note: Note, watch: Watch | None = None) -> Values:
    """Play a deal to its end after one of its actions. Return the return of each seat.

    Args:
        deal: the deal.
        place: index of the action among the deal's actions.
        note: called with every later action.
        watch: called with every later position; see `Watch`.
    """
    world, agent, luck, seeds, _samples = _dealt(deal)
    return _play_out(successor(world, deal.actions[place]), agent, luck, seeds, None, note, watch)[
        0
    ]


def continued(state: State, by: str, seed: int) -> Values:
    """Play from a position to the end. Return the return of each seat.

    Args:
        state: the position; it does not change.
        by: spec of the player that continues in all seats.
        seed: seed of luck and players.
    """
    rng = Rng(seed)
    luck, seeds = rng.next(), [rng.next() for _ in range(state.game.seats)]
    agent = _player_of(_varied(by, state.game), state.game)
    return _play_out(state.clone(), agent, luck, seeds, None)[0]


def _dealt(deal: RolledDeal) -> tuple[State, Player, int, list[int], int]:
    """Return a deal's position, the player, and the seeds of luck, players and samples."""
    game = deal.view.game
    rng = Rng(index(deal.seed) ^ Rng(deal.number).next())
    world = deal.view.resample(rng)
    luck, samples = rng.next(), rng.next()
    seeds = [rng.next() for _ in range(game.seats)]
    return world, _player_of(deal.by, game), luck, seeds, samples


def _varied(by: str, game: Game) -> str:
    """Return the player's spec, with sampled choices if all games would be the same."""
    given = split(by)[1]
    if game.has_chance or game.has_hidden or "choose" in given:
        return by
    values = _player_of(by, game).values
    if "choose" not in values or values.get("net", "none") == "none":
        return by
    return f"{by}{',' if given else ':'}choose=sampled"


@lru_cache(maxsize=4)
def _player_of(by: str, game: Game) -> Player:
    """Return the player that continues; it is made once in a process."""
    agent = player(by, game)
    for seat in range(game.seats):
        agent.ready(seat)
    return agent


def _play_out(
    state: State,
    agent: Player,
    luck: int,
    seeds: Sequence[int],
    samples: int | None,
    note: Note | None = None,
    watch: Watch | None = None,
) -> Played:
    """Play a game to its end; measure luck if `samples` is a seed. Return returns and luck."""
    chance, seats = Chance(luck), state.game.seats
    decisions, lucky = [0] * seats, [0.0] * seats
    while state.turn != aicore.END:
        seat = state.turn
        if seat == aicore.CHANCE:
            before, outcomes = state.clone(), []
            while state.turn == aicore.CHANCE:
                outcomes.append(chance.step(state))
            if samples is None:
                continue
            event_luck = luck_of(before, outcomes, seed=samples)
            lucky = [total + luck for total, luck in zip(lucky, event_luck, strict=True)]
            continue
        if watch is not None:
            watch(state)
        legal = state.legal_actions()
        move: int | str = legal[0]
        if len(legal) > 1:
            agent.seed, agent.decisions = seeds[seat], decisions[seat]
            move = agent.decide(state.view(seat)).action
        if note is not None:
            note(seat, move if isinstance(move, int) else state.game.parse(move))
        state.apply(move)
        decisions[seat] += 1
    if watch is not None:
        watch(state)
    return tuple(state.returns()), tuple(lucky)


def usual(game: Game) -> str:
    """Return the default player for rollouts: an equilibrium, else a script, else a search."""
    if "cfr" in players_for(game.info):
        return "cfr"
    return "script" if script_of(game.info) else "mcts:sims=50"
