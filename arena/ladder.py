"""Schedule of a ladder, which chooses the games that say most about the players' strengths.

A block between two players says more if its result is open, and if little is known about the
distance between them. A game has the information p (1 - p), where p is the expected share of the
points. This information reduces the covariance of the strengths (Sherman and Morrison's formula).
The next block is the one that reduces the sum of the variances most (a sequential design for the
criterion of A-optimality; A. Atkinson, A. Donev and R. Tobias, "Optimum experimental designs, with
SAS", 2007, sections 10 and 17).

A ladder depends only on its sessions. Each session names its players and the number of games at its
end. A session consists of steps of a few blocks, and the results of all earlier steps decide the
next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from aicore.arena.fits import Fits
from aicore.core.maths import exp

PRIOR = 1.0  # virtual games of each player, divided among the others
FEWEST = 8  # minimum number of blocks in a step

Session = tuple[tuple[int, ...], int]
"""Players of a session, and the total number of games at its end."""

Matrix = list[list[float]]


class Knowledge:
    """Results so far, and the information in them about the distances between players.

    Args:
        size: number of players, some of whom may not have played yet.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.wins = [[0.0] * size for _ in range(size)]

    def add(self, points: Mapping[int, float]) -> None:
        """Add the points of a block, each as a win over all others at the table."""
        for one, two in combinations(sorted(points), 2):
            self.wins[one][two] += points[one]
            self.wins[two][one] += points[two]

    def choose(
        self, groups: Mapping[int, tuple[int, ...]], active: Sequence[int], blocks: int, games: int
    ) -> Counter[int]:
        """Choose the line-ups of the next blocks. Return the number of blocks of each.

        Args:
            groups: the players of each line-up that may play.
            active: players of the session.
            blocks: number of blocks to choose.
            games: number of games in a block.
        """
        index = {player: k for k, player in enumerate(active)}
        per_game, covariance = self._known(active)
        pairs = {
            line_up: [
                (index[one], index[two], games * per_game[index[one]][index[two]])
                for one, two in combinations(group, 2)
            ]
            for line_up, group in groups.items()
        }
        counts = Counter[int]()
        for _ in range(blocks):
            gains = {line_up: _gain(covariance, each) for line_up, each in pairs.items()}
            best = max(gains, key=lambda line_up: (gains[line_up], -line_up))
            counts[best] += 1
            for one, two, information in pairs[best]:
                _learn(covariance, one, two, information)
        return counts

    def _known(self, active: Sequence[int]) -> tuple[Matrix, Matrix]:
        """Return the information in one game of each pair, and the covariance of the strengths."""
        size = len(active)
        virtual = PRIOR / max(size - 1, 1) / 2
        wins = [
            [self.wins[one][two] + virtual if one != two else 0.0 for two in active]
            for one in active
        ]
        pairs = [(one, two, wins[one][two]) for one in range(size) for two in range(size)
                 if one != two]  # fmt: skip
        strength = Fits(size, [(1, pairs)]).estimate()
        per_game = [[0.0] * size for _ in range(size)]
        precision = [[1.0 / size] * size for _ in range(size)]
        for one, two in combinations(range(size), 2):
            share = 1.0 / (1.0 + exp(strength[two] - strength[one]))
            per_game[one][two] = per_game[two][one] = share * (1.0 - share)
            gained = (wins[one][two] + wins[two][one]) * per_game[one][two]
            precision[one][two] -= gained
            precision[two][one] -= gained
            precision[one][one] += gained
            precision[two][two] += gained
        covariance = inverse(precision)
        for row in covariance:
            for k in range(size):
                row[k] -= 1.0 / size
        return per_game, covariance


def _gain(covariance: Matrix, pairs: Sequence[tuple[int, int, float]]) -> float:
    """Return the amount by which a block reduces the sum of the variances."""
    total = 0.0
    for one, two, information in pairs:
        off = [a - b for a, b in zip(covariance[one], covariance[two], strict=True)]
        squares = sum(value * value for value in off)
        total += information * squares / (1.0 + information * (off[one] - off[two]))
    return total


def _learn(covariance: Matrix, one: int, two: int, information: float) -> None:
    """Update the covariance with the information about a pair (Sherman and Morrison, 1950)."""
    off = [a - b for a, b in zip(covariance[one], covariance[two], strict=True)]
    scale = information / (1.0 + information * (off[one] - off[two]))
    for k, row in enumerate(covariance):
        factor = scale * off[k]
        for j, value in enumerate(off):
            row[j] -= factor * value


def inverse(matrix: Sequence[Sequence[float]]) -> Matrix:
    """Return the inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    left = [[*row, *(float(k == j) for j in range(size))] for k, row in enumerate(matrix)]
    for k in range(size):
        pivot = left[k][k]
        left[k] = [value / pivot for value in left[k]]
        for j in range(size):
            if j != k and (factor := left[j][k]):
                left[j] = [a - factor * b for a, b in zip(left[j], left[k], strict=True)]
    return [row[size:] for row in left]


def steps(
    sessions: Sequence[Session],
    line_ups: Sequence[tuple[int, ...]],
    games: int,
    scores: Mapping[int, Mapping[int, float]],
    spacing: int,
) -> Iterator[list[int]]:
    """Yield the numbers of each step's blocks; all must have scores before the next step.

    Args:
        sessions: the ladder's sessions.
        line_ups: the players of each line-up.
        games: number of games in a block.
        scores: points of each player in a block, by the number of the block.
        spacing: distance between the numbers of the first blocks of consecutive line-ups.
    """
    known = Knowledge(1 + max((max(active) for active, _ in sessions), default=0))
    played = Counter[int]()
    total = 0
    for active, until in sessions:
        playing = set(active)
        groups = {k: group for k, group in enumerate(line_ups) if playing.issuperset(group)}
        while total < until:
            size = min(max(FEWEST, len(active)), -(-(until - total) // games))
            chosen = known.choose(groups, active, size, games)
            numbers = [
                line_up * spacing + played[line_up] + k
                for line_up, count in sorted(chosen.items())
                for k in range(count)
            ]
            yield numbers
            for number in numbers:
                known.add(scores[number])
            played.update(chosen)
            total += games * len(numbers)
