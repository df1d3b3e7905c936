"""Exact values of tiny games: oracles for the searchers, not players.

- `solve` is for two seats with nothing hidden; chance and cycles are allowed. It uses value
  iteration over all positions (Bellman 1957; for Pig: Neller and Presser 2004).
- `minimax` is for games with nothing hidden and no cycles. It uses backward induction: it averages
  over chance events, and each seat maximizes its own return (von Neumann and Morgenstern 1944;
  Luckhardt and Irani 1986).

Both use the Python interface of a game, so they solve exactly the game that the searchers play.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aicore.core.errors import OptionError
from aicore.core.successor import successor

if TYPE_CHECKING:
    from aicore.core.game import Game, State

CHANCE = -1
END = -2
BLOCKS = 128  # number of parts of the position table, updated one after another


@dataclass(frozen=True)
class Solution:
    """Values of all reachable positions.

    Args:
        game: the game that was solved.
        sweeps: number of passes over all positions until the values converged.
        positions: number of positions.
    """

    game: Game
    sweeps: int
    positions: int
    _numbers: dict[int, int] = field(repr=False)  # number of each position, by its key
    _values: Any = field(repr=False)  # seat 0's return, by number

    def value(self, state: State) -> tuple[float, float]:
        """Return each seat's return under optimal play.

        Raises KeyError if the position is unreachable.
        """
        first = float(self._values[self._numbers[state.key()]])
        return first, self.game.low + self.game.high - first

    def best(self, state: State) -> int:
        """Return an optimal action for the mover."""
        return max(
            state.legal_actions(),
            key=lambda action: self.value(successor(state, action))[state.turn],
        )


def solve(game: Game, tolerance: float = 1e-12, most: int | None = None) -> Solution:
    """Return the values of all positions, found by value iteration.

    Positions are numbered breadth first. A sweep updates them block by block, from the last to the
    first, each block with the newest values (Gauss-Seidel). Most events lead to later positions, so
    one sweep carries changes far.

    Args:
        game: game with two seats, nothing hidden, and returns that add up to low + high.
        tolerance: the sweeps end when no value changes by more than this.
        most: maximum number of positions; None for no limit.

    Raises OptionError if the game does not meet these conditions or has more positions.
    """
    import numpy as np  # needs the extra `exact`

    if game.seats != 2 or game.has_hidden or not game.constant_sum:
        raise OptionError("solve needs a game with two seats, a constant sum and nothing hidden")
    numbers, turns, ends, starts, targets, weights = _positions(game, most)
    values = np.array(ends)
    turn, first = np.array(turns), np.array(starts)
    target, weight = np.array(targets), np.array(weights)
    inner = np.flatnonzero(turn != END)
    blocks = []
    for part in reversed(np.array_split(inner, min(BLOCKS, max(1, len(inner))))):
        for kind in (CHANCE, 0, 1):
            rows = part[turn[part] == kind]
            if len(rows):
                sizes = first[rows + 1] - first[rows]
                heads = np.concatenate(([0], np.cumsum(sizes)[:-1]))
                edges = np.arange(sizes.sum()) + np.repeat(first[rows] - heads, sizes)
                blocks.append((kind, rows, heads, target[edges], weight[edges]))
    change, sweeps = np.inf, 0
    while change > tolerance:
        change, sweeps = 0.0, sweeps + 1
        for kind, rows, heads, after, chance in blocks:
            if kind == CHANCE:
                updated = np.add.reduceat(values[after] * chance, heads)
            else:
                updated = (np.maximum if kind == 0 else np.minimum).reduceat(values[after], heads)
            change = max(change, float(np.abs(updated - values[rows]).max()))
            values[rows] = updated
    return Solution(game, sweeps, len(numbers), numbers, values)


def _positions(game: Game, most: int | None) -> tuple[Any, ...]:
    """Number all positions breadth first, and return six tables.

    The first table gives the number of each key. The next three give, by number, the turn, seat 0's
    return, and the index of the first event. The last two give the target and the probability of
    each event. Raises OptionError if there are more than `most` positions.
    """
    start = game.start()
    numbers, turns, ends = {start.key(): 0}, array("b"), array("d")
    starts, targets, weights = array("q"), array("q"), array("d")
    frontier = [start]
    while frontier:
        newer = []
        for state in frontier:
            turn = state.turn
            turns.append(turn)
            starts.append(len(targets))
            ends.append(state.returns()[0] if turn == END else 0.5 * (game.low + game.high))
            events = state.outcome_actions() or [(event, 1.0) for event in state.legal_actions()]
            for event, weight in events:
                after = successor(state, event)
                key = after.key()
                if key not in numbers:
                    numbers[key] = len(numbers)
                    newer.append(after)
                targets.append(numbers[key])
                weights.append(weight)
        frontier = newer
        if most is not None and len(numbers) > most:
            raise OptionError(f"{game.name} has more than {most:,} positions")
    starts.append(len(targets))
    return numbers, turns, ends, starts, targets, weights


def minimax(
    state: State, table: dict[int, tuple[float, ...]] | None = None, most: int | None = None
) -> tuple[float, ...]:
    """Return each seat's return if all seats play optimally from a state on.

    Args:
        state: state of a game without cycles and with nothing hidden. Chance events count with
            their mean. Each seat maximizes its own return; the first best action breaks ties.
        table: values found so far, by key; pass the same table again to reuse them.
        most: maximum number of positions to visit; None for no limit.

    Raises OptionError if there are more positions.
    """
    known = {} if table is None else table
    game = state.game
    visited = 0

    def value_of(state: State) -> tuple[float, ...]:
        nonlocal visited
        key = state.key()
        if key in known:
            return known[key]
        visited += 1
        if most is not None and visited > most:
            raise OptionError(f"there are more than {most} positions")
        if state.turn == END:
            value = tuple(state.returns())
        elif state.turn == CHANCE:
            parts = [
                (chance, value_of(successor(state, event)))
                for event, chance in state.outcome_actions()
            ]
            value = tuple(
                sum(chance * part[seat] for chance, part in parts) for seat in range(game.seats)
            )
        else:
            value = max(
                (value_of(successor(state, action)) for action in state.legal_actions()),
                key=lambda part: part[state.turn],
            )
        known[key] = value
        return value

    return value_of(state)
