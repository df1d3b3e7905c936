"""Fits of the Bradley-Terry model to weighted blocks, for ratings and their bootstrap.

One player beats another with probability 1 / (1 + exp(-d)), where d is the difference of their
strengths. The likelihood is concave, and Newton's method finds its maximum in a few steps.
"""

from libc.math cimport fabs, sqrt
from libc.string cimport memset

from aicore.core.maths cimport exp, log, power
from aicore.core.rng cimport RngState, rng_seed, rng_uniform
from aicore.core.variates cimport normal

from array import array

cdef int ROUNDS = 100  # maximum number of Newton's steps
cdef double CLOSE = 1e-9  # log odds; the iteration ends after a step this short
cdef double MAX_STEP = 2.0  # log odds; longer steps are shortened
cdef double FREE = 1e-12  # share of the total curvature; a smaller pivot means no comparisons


cdef class Fits:
    """Fits of strengths to comparisons, with blocks of equal weight or of random weights.

    Args:
        players: number of players.
        kinds: for each kind of block, the number of these blocks, and the comparisons in each; a
            comparison is (better player, other player, weight).
        seed: seed of the random weights.
    """

    cdef readonly int players
    cdef RngState rng
    cdef Py_ssize_t kinds  # number of kinds of blocks
    cdef double* counts  # number of blocks of each kind
    cdef int* ends  # end of the comparisons of each kind
    cdef int* cells  # cell of each comparison: row of the better player, column of the other
    cdef double* weights  # weight of each comparison
    cdef double* wins  # a square: number of times that the row's player was better
    cdef double* matrix  # a square; only its lower triangle is used
    cdef double* slope  # slope of the log-likelihood, and then Newton's step
    cdef double* strength
    cdef list kept  # the memory of all these arrays

    def __init__(self, int players, kinds, seed=0):
        self.players = players
        rng_seed(&self.rng, seed)
        counts, ends, cells, weights = array("d"), array("i"), array("i"), array("d")
        for count, comparisons in kinds:
            counts.append(count)
            for one, two, weight in comparisons:
                if not (0 <= one < players and 0 <= two < players):
                    raise ValueError(
                        f"cannot compare players {one} and {two}: there are {players} players")
                cells.append(one * players + two)
                weights.append(weight)
            ends.append(len(cells))
        self.kinds = len(counts)
        self.kept = [bytearray(part) for part in (counts, ends, cells, weights)]
        self.kept += [bytearray(16 * players * players), bytearray(16 * players)]
        self.counts, self.ends = <double*> _memory(self.kept[0]), <int*> _memory(self.kept[1])
        self.cells, self.weights = <int*> _memory(self.kept[2]), <double*> _memory(self.kept[3])
        self.wins, self.slope = <double*> _memory(self.kept[4]), <double*> _memory(self.kept[5])
        self.matrix = self.wins + players * players
        self.strength = self.slope + players

    def estimate(self):
        """Return the log strengths, mean zero, with every block counted once."""
        return self._fitted(False)

    def draw(self):
        """Return the log strengths, mean zero, with a random weight of mean one for every block."""
        return self._fitted(True)

    cdef list _fitted(self, bint at_random):
        cdef int player
        self._weigh(at_random)
        self._fit()
        return [self.strength[player] for player in range(self.players)]

    cdef void _weigh(self, bint at_random) noexcept nogil:
        """Sum the comparisons, each block with its weight; equal blocks share one gamma variate."""
        cdef Py_ssize_t kind, entry = 0
        cdef double times
        memset(self.wins, 0, self.players * self.players * sizeof(double))
        for kind in range(self.kinds):
            times = gamma(&self.rng, self.counts[kind]) if at_random else self.counts[kind]
            while entry < self.ends[kind]:
                self.wins[self.cells[entry]] += times * self.weights[entry]
                entry += 1

    cdef void _fit(self) noexcept nogil:
        """Run Newton's method. Players without comparisons keep strength 0."""
        cdef int _turn, i, size = self.players
        cdef double longest, scale, mean = 0.0
        memset(self.strength, 0, size * sizeof(double))
        for _turn in range(ROUNDS):
            self._linearize()
            longest = 0.0
            for i in range(size):
                longest = max(longest, fabs(self.slope[i]))
            scale = min(1.0, MAX_STEP / max(longest, CLOSE))
            for i in range(size):
                self.strength[i] += scale * self.slope[i]
            if longest < CLOSE:
                break
        for i in range(size):
            mean += self.strength[i] / size
        for i in range(size):
            self.strength[i] -= mean

    cdef void _linearize(self) noexcept nogil:
        """Write Newton's step to `slope`, by the slope and curvature of the log-likelihood."""
        cdef int i, j, size = self.players
        cdef double games, chance, pull, bend, total = 0.0
        memset(self.slope, 0, size * sizeof(double))
        memset(self.matrix, 0, size * size * sizeof(double))
        for i in range(size):
            for j in range(i):
                games = self.wins[i * size + j] + self.wins[j * size + i]
                if games == 0.0:
                    continue
                chance = 1.0 / (1.0 + exp(self.strength[j] - self.strength[i]))
                pull = self.wins[i * size + j] - games * chance  # wins above the expectation
                self.slope[i] += pull
                self.slope[j] -= pull
                bend = games * chance * (1.0 - chance)  # curvature of the log-likelihood
                self.matrix[i * size + j] -= bend
                self.matrix[i * size + i] += bend
                self.matrix[j * size + j] += bend
                total += bend
        for i in range(size):  # the data do not determine the mean, so fix it
            for j in range(i + 1):
                self.matrix[i * size + j] += total / (size * size)
        solve(self.matrix, self.slope, size, FREE * total)


cdef void solve(double* matrix, double* vector, int size, double least) noexcept nogil:
    """Solve a symmetric system in place by L D L'. Only the matrix's lower triangle is read.

    An unknown whose pivot is at most `least` is undetermined: it becomes 0.
    """
    cdef int i, j, k
    cdef double left
    for i in range(size):
        for j in range(i + 1):
            left = matrix[i * size + j]
            for k in range(j):
                left -= matrix[i * size + k] * matrix[j * size + k] * matrix[k * size + k]
            if i == j:
                matrix[i * size + i] = left if left > least else 0.0
            else:
                matrix[i * size + j] = (
                    left / matrix[j * size + j] if matrix[j * size + j] > 0.0 else 0.0
                )
    for i in range(size):
        for k in range(i):
            vector[i] -= matrix[i * size + k] * vector[k]
    for i in range(size - 1, -1, -1):
        vector[i] = vector[i] / matrix[i * size + i] if matrix[i * size + i] > 0.0 else 0.0
        for k in range(i + 1, size):
            vector[i] -= matrix[k * size + i] * vector[k]


cdef double gamma(RngState* rng, double shape) noexcept nogil:
    """Return a standard gamma variate (Marsaglia and Tsang, ACM TOMS 26, 2000)."""
    cdef double boost = 1.0, third, spread, x, v
    if shape < 1.0:
        boost = power(1.0 - rng_uniform(rng), 1.0 / shape)
        shape += 1.0
    third = shape - 1.0 / 3.0  # d and c in the paper
    spread = 1.0 / sqrt(9.0 * third)
    while True:
        x = normal(rng)
        v = 1.0 + spread * x
        v *= v * v
        if v > 0.0 and log(1.0 - rng_uniform(rng)) < 0.5 * x * x + third * (1.0 - v + log(v)):
            return boost * third * v


cdef void* _memory(bytearray part) except NULL:
    return <char*> part
