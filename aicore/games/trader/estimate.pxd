# How likely the ship is paid for in the end: a small network over what a merchant would weigh.
from aicore.games.trader.state cimport EVENTS, GOODS, PLANETS, Tables, TraderState

cdef enum:
    FEATURES = 59
    HIDDEN = 32
    ADVANTAGES = 64  # of a level over an enemy, shifted by 32


cdef class Estimate:
    cdef float[FEATURES][HIDDEN] input  # weights from features to hidden units
    cdef float[HIDDEN] threshold
    cdef float[HIDDEN] output
    cdef float bias
    cdef bint at_once  # a payment is due when the month ends, not when the turn does
    # Averages over all event cards.
    cdef double[PLANETS][GOODS] sale  # what a good brings at a planet
    cdef double[PLANETS][PLANETS] trade  # the best profit of a lawful good from one to another
    cdef double[PLANETS][PLANETS] traffic  # the same of any good
    cdef double[ADVANTAGES] defeat  # chance of a counterattack by weapons above the enemy's value
    cdef double[2][ADVANTAGES] wound  # of a pirate's, an invader's attack by value above defenses

    cdef int prepare(self, const Tables* t, dict guide, bint at_once) except -1
    cdef double chance(self, const Tables* t, const TraderState* s) noexcept nogil
    cdef void features(self, const Tables* t, const TraderState* s, float* x) noexcept nogil
    cdef void of_payments(
        self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil
    cdef void of_ship(
        self, const Tables* t, const TraderState* s, int here, float* x) noexcept nogil
    cdef void of_map(
        self, const Tables* t, const TraderState* s, int here, int origin, float* x) noexcept nogil
    cdef void of_dangers(self, const Tables* t, const TraderState* s, float* x) noexcept nogil
