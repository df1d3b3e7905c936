"""Best responses in small games: the greatest mean return of a seat against the others' play.

The module lists all positions of a game. It asks a policy at each information set, which contains
the positions that a seat cannot distinguish (Kuhn 1953). Then the best response of a seat is exact
(for exploitability, see Johanson and others 2011, "Accelerating Best Response Calculation in Large
Extensive Games").

Equal positions count as one, even after different events. The module uses the Python interface of a
game, so it solves exactly the game that the searchers play.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aicore.core.errors import NoExactResponse
from aicore.core.successor import successor

if TYPE_CHECKING:
    from aicore.core.game import Game, State, View

CHANCE = -1
END = -2
MAX_SETS = 50_000  # maximum number of information sets
MAX_POSITIONS = 300_000  # maximum number of positions

Policy = Callable[["View"], Mapping[int, float]]
"""Strategy of a seat: a function that returns the probability of each action for a view."""

Play = Sequence[Sequence[float]]
"""Strategies of all seats: for each information set, the probability of each of its actions."""


@dataclass(frozen=True)
class InformationSet:
    """Positions that a seat to move cannot distinguish.

    Args:
        seat: the seat to move.
        view: the seat's view.
        actions: the legal actions.
        members: numbers of the positions.
    """

    seat: int
    view: View
    actions: tuple[int, ...]
    members: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Response:
    """Best response of a seat to the others' play.

    Args:
        seat: the seat that responds.
        value: mean return of the seat, in units of returns.
        actions: for each information set, the index of the best action; -1 for other seats' sets.
        losses: for each information set, the mean loss by the seat's own play there, over all
            games, if the seat continues optimally. The losses add up to the gain of the best
            response.
    """

    seat: int
    value: float
    actions: list[int]
    losses: list[float]


class SmallGame:
    """All positions of a game and the information sets of its seats.

    Args:
        game: the game.
        max_sets, max_positions: maximum number of information sets and of positions.
        report: function to call with the numbers of information sets and positions found so far.

    Raises NoExactResponse if there are more sets or positions, if a position can repeat, if a seat
    forgets what it knew or did, or if legal actions reveal hidden information.
    """

    def __init__(
        self,
        game: Game,
        max_sets: int = MAX_SETS,
        max_positions: int = MAX_POSITIONS,
        report: Callable[[int, int], None] | None = None,
    ) -> None:
        self.game = game
        self.sets: list[InformationSet] = []
        # By position:
        self._set_of: list[int] = []  # information set, or -1
        self._ends: list[tuple[float, ...] | None] = []  # returns if the game is over
        self._targets: list[list[int]] = []  # the position after each event
        self._chances: list[list[float]] = []  # probability of each chance event; 1 for actions
        self._origins: list[tuple[int, int]] = []  # the position and the event that first led here
        self._lay_out(max_sets, max_positions, report)
        self._order = [here for (here,) in self._ordered(lambda position: position)]
        if game.has_hidden:
            self._check_recall()

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(self._targets)

    def _lay_out(
        self, max_sets: int, max_positions: int, report: Callable[[int, int], None] | None
    ) -> None:
        """List all positions and information sets. Raises NoExactResponse."""
        numbers, sets = dict[int, int](), dict[int, int]()
        waiting: list[tuple[State, int]] = []

        def number(state: State, origin: tuple[int, int]) -> int:
            """Return the number of a position; queue the position if it is new."""
            here = numbers.setdefault(state.key(), len(numbers))
            if here == self.positions:
                waiting.append((state, here))
                self._origins.append(origin)
                self._set_of.append(-1)
                self._ends.append(None)
                self._targets.append([])
                self._chances.append([])
            return here

        number(self.game.start(), (-1, -1))
        while waiting:
            state, here = waiting.pop()
            if state.turn == END:
                self._ends[here] = tuple(state.returns())
                continue
            events = state.outcome_actions()
            if state.turn >= 0:
                events = [(action, 1.0) for action in state.legal_actions()]
                set_number = sets.setdefault(state.key(state.turn), len(sets))
                self._join(set_number, state, here)
            for event, chance in events:
                self._targets[here].append(number(successor(state, event), (here, event)))
                self._chances[here].append(chance)
            if self.positions > max_positions or len(sets) > max_sets:
                raise NoExactResponse(
                    f"{self.game.name} is too large for an exact best response: it has "
                    f"at least {len(sets):,} information sets and {self.positions:,} positions"
                )
            if report is not None:
                report(len(sets), self.positions)

    def _join(self, set_number: int, state: State, here: int) -> None:
        """Add a position to an information set. Raises OptionError."""
        actions = tuple(state.legal_actions())
        if set_number == len(self.sets):
            self.sets.append(InformationSet(state.turn, state.view(state.turn), actions))
        elif self.sets[set_number].actions != actions:
            raise NoExactResponse(
                f"{self.game.name} has no exact best response: its legal actions give away "
                "hidden information"
            )
        self.sets[set_number].members.append(here)
        self._set_of[here] = set_number

    def _ordered(self, group: Callable[[int], Hashable]) -> list[list[int]]:
        """Return the positions in groups, each group before the groups that it leads to.

        Raises OptionError if positions can repeat.
        """
        groups: dict[Hashable, list[int]] = {}
        for here in range(self.positions):
            groups.setdefault(group(here), []).append(here)
        waits = dict.fromkeys(groups, 0)  # number of unlisted events that lead to each group
        for targets in self._targets:
            for there in targets:
                waits[group(there)] += 1
        ready, ordered = [key for key, count in waits.items() if not count], []
        while ready:
            members = groups[ready.pop()]
            ordered.append(members)
            for here in members:
                for there in self._targets[here]:
                    after = group(there)
                    waits[after] -= 1
                    if not waits[after]:
                        ready.append(after)
        if len(ordered) < len(groups):
            raise NoExactResponse(
                f"{self.game.name} has no exact best response: positions can repeat"
            )
        return ordered

    def _check_recall(self) -> None:
        """Raise NoExactResponse if a seat reaches one information set by different decisions."""
        nothing, several = (-1, -1), (-2, -2)  # instead of a set and the index of an action
        seats = range(self.game.seats)
        last: list[list[tuple[int, int]] | None] = [None] * self.positions
        last[0] = [nothing] * self.game.seats
        for here in self._order:
            last_decisions, set_number = last[here], self._set_of[here]
            assert last_decisions is not None
            for number, there in enumerate(self._targets[here]):
                new = list(last_decisions)
                if set_number >= 0:
                    new[self.sets[set_number].seat] = set_number, number
                old = last[there]
                last[there] = (
                    new if old is None
                    else [new[seat] if new[seat] == old[seat] else several for seat in seats]
                )  # fmt: skip
        for info_set in self.sets:
            if len(info_set.members) > 1:
                decisions = {
                    last_decisions[info_set.seat]
                    for member in info_set.members
                    if (last_decisions := last[member])
                }
                if len(decisions) > 1 or several in decisions:
                    raise NoExactResponse(
                        f"{self.game.name} has no exact best response: seat {info_set.seat} "
                        "forgets what it knew or did; see perfect_recall in docs/plain-games.md"
                    )

    def play(self, *policies: Policy) -> list[list[float]]:
        """Return the play at each information set, if each seat follows its policy."""
        play = []
        for info_set in self.sets:
            chances = policies[info_set.seat](info_set.view)
            play.append([chances.get(action, 0.0) for action in info_set.actions])
        return play

    def values(self, play: Play) -> tuple[float, ...]:
        """Return the mean return of each seat, in units of returns."""
        total = [0.0] * self.game.seats
        for reach, ends in zip(self._reach(play), self._ends, strict=True):
            if ends is not None:
                total = [a + reach * b for a, b in zip(total, ends, strict=True)]
        return tuple(total)

    def value_against(self, seat: int, play: Play, others: Play) -> float:
        """Return the mean return of a seat that follows one play while all others follow another.

        The return is in units of returns.
        """
        mixed = [
            (play if info_set.seat == seat else others)[place]
            for place, info_set in enumerate(self.sets)
        ]
        return self.values(mixed)[seat]

    def met(self, play: Play) -> list[float]:
        """Return the probability that a game reaches each information set."""
        reach = self._reach(play)
        return [sum(reach[here] for here in info_set.members) for info_set in self.sets]

    def respond(self, seat: int, play: Play) -> Response:
        """Return a seat's best response to the others' play."""
        others = self._reach(play, seat)
        actions = [-1] * len(self.sets)
        value = [0.0 if ends is None else ends[seat] for ends in self._ends]

        def group(here: int) -> Hashable:
            """Return the seat's information set of a position, or else the position."""
            set_number = self._set_of[here]
            mine = set_number >= 0 and self.sets[set_number].seat == seat
            return (set_number,) if mine else here

        for members in reversed(self._ordered(group)):
            set_number = self._set_of[members[0]]
            if set_number >= 0 and self.sets[set_number].seat == seat:
                worth = [
                    sum(others[here] * value[self._targets[here][number]] for here in members)
                    for number in range(len(self.sets[set_number].actions))
                ]
                best = actions[set_number] = worth.index(max(worth))
                for here in members:
                    value[here] = value[self._targets[here][best]]
            elif self._ends[members[0]] is None:
                (here,) = members
                chances = play[set_number] if set_number >= 0 else self._chances[here]
                value[here] = sum(
                    chance * value[there]
                    for chance, there in zip(chances, self._targets[here], strict=True)
                )
        reach = self._reach(play)
        losses = [0.0] * len(self.sets)
        for set_number, info_set in enumerate(self.sets):
            if info_set.seat == seat:
                for here in info_set.members:
                    for chance, there in zip(play[set_number], self._targets[here], strict=True):
                        losses[set_number] += reach[here] * chance * (value[here] - value[there])
        return Response(seat, value[0], actions, losses)

    def _reach(self, play: Play, without: int = -1) -> list[float]:
        """Return the probability of each position, without the factors of the seat `without`."""
        reach = [0.0] * self.positions
        reach[0] = 1.0
        for here in self._order:
            set_number = self._set_of[here]
            chances = play[set_number] if set_number >= 0 else self._chances[here]
            mine = set_number >= 0 and self.sets[set_number].seat == without
            for number, there in enumerate(self._targets[here]):
                reach[there] += reach[here] * (1.0 if mine else chances[number])
        return reach

    def way_to(self, info_set: InformationSet) -> list[str]:
        """Return the events of one path to an information set, as its seat knows them."""
        events, here = [], info_set.members[0]
        while here:
            here, event = self._origins[here]
            events.append(event)
        state, texts = self.game.start(), []
        for event in reversed(events):
            texts.append(state.event_text(event, info_set.seat))
            state.apply(event)
        return texts


def uniform(view: View) -> dict[int, float]:
    """Return the uniform distribution over legal actions."""
    actions = view.legal_actions()
    return {action: 1.0 / len(actions) for action in actions}


def expected_returns(game: Game, *policies: Policy) -> tuple[float, ...]:
    """Return each seat's mean return if each seat plays its policy. Raises OptionError."""
    small = SmallGame(game)
    return small.values(small.play(*policies))


def best_response(game: Game, seat: int, policy: Policy) -> tuple[float, dict[int, int]]:
    """Return a seat's greatest mean return if all other seats play a policy, and its best actions.

    The actions are by the key of the seat's view. Raises OptionError.
    """
    small = SmallGame(game)
    response = small.respond(seat, small.play(*[policy] * game.seats))
    return response.value, {
        info_set.view.key(): info_set.actions[best]
        for info_set, best in zip(small.sets, response.actions, strict=True)
        if best >= 0
    }
