"""Functions that play one game for a study and return its data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, Any

from aicore.arena.log import Step
from aicore.arena.luck import Meter
from aicore.arena.match import Match
from aicore.arena.results import points
from aicore.core.deal import Deal
from aicore.core.registry import load, load_with
from aicore.players import player
from aicore.study.things import Things

if TYPE_CHECKING:
    from aicore.core.decision import Decision
    from aicore.core.game import Game, State
    from aicore.core.record import Actor
    from aicore.players import Player

# Leads are shares of the range of returns.
KNOWN = 0.5  # minimum lead of the winner in a settled game
LEAD = 0.05  # minimum lead of a new leader
COUNTED = ("round", "month")  # fields in which a game may count its rounds
MATTERS = 0.02  # minimum lead of the best action over the mean of the others
MIN_VISITS = 5  # minimum visits for an action's value to be meaningful


@dataclass(frozen=True)
class Design:
    """Game with its options, and the player that takes all seats.

    Args:
        game: name of the game.
        seats: number of seats.
        options: options that differ from their defaults, sorted by name.
        by: spec of the player.
    """

    game: str
    seats: int
    options: tuple[tuple[str, int | str], ...]
    by: str

    def load(self) -> Game:
        """Return the game. Raises OptionError."""
        return load(self.game, seats=self.seats, **dict(self.options))


def design_of(name: str, seats: int | None, options: Mapping[str, object], by: str) -> Design:
    """Return a design that can be played. Raises UnknownGame, OptionError, SpecError."""
    game = load_with(name, seats, options)
    player(by, game).close()
    usual = game.info.options
    changed = [(key, value) for key, value in game.options.items() if value != usual[key].default]
    return Design(name, game.seats, tuple(sorted(changed)), by.strip())


@dataclass(frozen=True)
class PlayedGame:
    """Data of one game.

    Args:
        points: points of each seat; the seats in first place share one point.
        scores: score of each seat.
        end: reason of the end.
        rounds: number of rounds if the game counts them, else number of turns per seat.
        choices: number of decisions between two actions or more.
        legal: mean number of legal actions in these decisions.
        promising: mean number of promising actions in these decisions, by `State.promising`.
        mattered: share of these decisions in which the best action was clearly better than the
            others; None without any search.
        settled: share of all decisions made before the winner's lead became decisive.
        leads: number of lead changes.
        used: for each seat, the number of its actions that used each thing; a thing that the seat
            had at any time counts 1. `Things` says what a thing is.
        offered: the things that legal actions could have used.
        held: number of things that each seat has at the end, by the name of the field that lists
            them.
        returns: return of each seat.
        luck: part of each seat's return that is due to chance; () in a game without chance.
        done: the things that actions used, including forced actions.
    """

    points: tuple[float, ...]
    scores: tuple[float, ...]
    end: str
    rounds: float
    choices: int
    legal: float
    promising: float
    mattered: float | None
    settled: float
    leads: int
    used: tuple[Mapping[str, int], ...]
    offered: frozenset[str]
    held: Mapping[str, tuple[int, ...]]
    returns: tuple[float, ...]
    luck: tuple[float, ...]
    done: frozenset[str] = frozenset()


@lru_cache(maxsize=4)
def _prepared(design: Design) -> tuple[Game, Player, Things, Meter]:
    """Return the objects for a design's games; making them can take longer than a game."""
    game = design.load()
    return game, player(design.by, game), Things(game), Meter(game)


def play(design: Design, deal: int | str) -> PlayedGame:
    """Return the data of the game on a deal, which depend only on the arguments.

    Args:
        design: the game and its player.
        deal: the seed of the deal, as for `Deal`.

    Raises SpecError, OptionError.
    """
    game, seated, things, meter = _prepared(design)
    watcher = GameWatcher(game, things)
    match = Match(game, [seated] * game.seats, Deal(deal))
    match.finish(watcher.see)
    luck = meter.of_game([text for _, text in match.events]) if game.has_chance else ()
    return watcher.played_game(match.state, luck)


class GameWatcher:
    """Observer of a game, event by event."""

    def __init__(self, game: Game, things: Things) -> None:
        self.game = game
        self.things = things
        self.used: list[Counter[str]] = [Counter() for _ in range(game.seats)]
        self.have: list[set[str]] = [set() for _ in range(game.seats)]
        self.offered: set[str] = set()
        self.legal: list[int] = []
        self.promising: list[int] = []
        self.mattered: list[bool] = []
        self.standings: list[tuple[float, ...]] = []
        self.turns = 0
        self._mover: Actor | None = None

    def see(self, step: Step) -> None:
        """Record a decision just before it takes effect; ignore chance events."""
        state, actor, decision = step.before, step.actor, step.decision
        if decision is None or not isinstance(actor, int):
            return
        self.turns += actor != self._mover
        self._mover = actor
        self.standings.append(self._standing(state, decision))
        self.used[actor].update(self.things.named(step.number))
        self._note_had(state)
        legal = state.legal_actions()
        if len(legal) == 1:
            return
        self.legal.append(len(legal))
        self.promising.append(len(state.promising()))
        mattered = self._matters(decision, actor)
        if mattered is not None:
            self.mattered.append(mattered)
        for action in legal:
            self.offered.update(self.things.named(action))

    def _note_had(self, state: State) -> None:
        """Record the things that each seat has."""
        for kept, had in zip(self.have, self.things.had(state.to_dict()), strict=True):
            kept |= had

    def _standing(self, state: State, decision: Decision) -> tuple[float, ...]:
        """Return each seat's expected share of the range, given the mover's knowledge.

        It comes from the mover's search, or from `evaluate` if the mover did not search.
        """
        chosen = [
            candidate.values
            for candidate in decision.candidates
            if candidate.action == decision.action
        ]
        return self.game.shares(chosen[0] if chosen else state.evaluate())

    def _matters(self, decision: Decision, seat: int) -> bool | None:
        """Whether the best action is clearly better than the mean of the others; None if unknown.

        It is unknown if some values are only bounds, or if all lack visits and are not exact.
        """
        candidates = decision.candidates
        seen = [
            candidate
            for candidate in candidates
            if candidate.exact or candidate.visits >= MIN_VISITS
        ]
        if any(candidate.bound for candidate in candidates) or not any(
            candidate.exact or candidate.visits for candidate in candidates
        ):
            return None
        if len(seen) < 2:
            return False
        best = max(seen, key=lambda candidate: candidate.values[seat])
        others = [candidate for candidate in seen if candidate is not best]
        gap = best.values[seat] - fmean(candidate.values[seat] for candidate in others)
        noise = math.hypot(best.error, *(candidate.error / len(others) for candidate in others))
        return gap > max(MATTERS * (self.game.high - self.game.low), 2 * noise)

    def _by_team(self, values: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
        """Return each list of values by seat as one value per team: the value of its first seat."""
        teams = self.game.teams
        first = [teams.index(k) for k in range(self.game.sides)]
        return [tuple(by_seat[seat] for seat in first) for by_seat in values]

    def played_game(self, end: State, luck: tuple[float, ...]) -> PlayedGame:
        """Return the data of the game, given its end and the seats' luck."""
        self._note_had(end)
        returns = end.returns()
        shared = points(returns, None, len(returns))
        return PlayedGame(
            points=tuple(shared),
            scores=tuple(map(float, end.scores())),
            end=str(end.end),
            rounds=rounds(end.to_dict(), self.turns, len(returns)),
            choices=len(self.legal),
            legal=fmean(self.legal or [0]),
            promising=fmean(self.promising or [0]),
            mattered=fmean(self.mattered) if self.mattered else None,
            settled=settled(self._by_team(self.standings), self._by_team([shared])[0]),
            leads=leads(self._by_team(self.standings)),
            used=tuple(
                {**used, **dict.fromkeys(have, 1)}
                for used, have in zip(self.used, self.have, strict=True)
            ),
            offered=frozenset(self.offered),
            held=self.things.amounts(end.to_dict()),
            returns=tuple(returns),
            luck=luck,
            done=frozenset(thing for used in self.used for thing in used),
        )


def rounds(fields: Mapping[str, Any], turns: int, seats: int) -> float:
    """Return the number of rounds in a game's final fields, else the number of turns per seat."""
    for name in COUNTED:
        if isinstance(fields.get(name), int):
            return float(fields[name])
    return float(fields.get("turns", turns)) / seats


def settled(standings: Sequence[Sequence[float]], shared: Sequence[float]) -> float:
    """Return the share of decisions before the winner took a decisive lead for good.

    It is 1 if there is no sole winner.
    """
    winner = max(range(len(shared)), key=lambda seat: shared[seat])
    if shared[winner] < 1 or len(shared) < 2:
        return 1.0
    undecided = [
        number
        for number, each in enumerate(standings, 1)
        if each[winner] - max(each[seat] for seat in range(len(each)) if seat != winner) < KNOWN
    ]
    return undecided[-1] / len(standings) if undecided else 0.0


def leads(standings: Sequence[Sequence[float]]) -> int:
    """Return the number of times that another seat took the lead."""
    changes, leader = 0, -1
    for each in standings:
        first, second = [*sorted(each, reverse=True), 0.0][:2]
        if first - second >= LEAD:
            ahead = each.index(first)
            changes += leader not in (-1, ahead)
            leader = ahead
    return changes
