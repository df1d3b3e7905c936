# What a position of Space Ransom is worth, by a fitted model.
from aicore.games.ransom.cards cimport KINDS, RansomState, TARGETS

cdef enum:
    FEATURES = 40
    STAGES = 6  # models: for 1, 2, 3, 4, 5 and more turns left
    DRAWS = 4  # 0 .. 3 cards are drawn to refill the hand
    NEEDS = 33  # what they must be worth: 0 .. 32, of which more than 30 is out of reach


cdef class Worth:
    cdef double[STAGES][FEATURES] weights  # logit of the share won of missing points
    cdef double[STAGES][FEATURES] fuel_weights  # fuel left at a clear, of a full ship
    cdef double[DRAWS][NEEDS] reach  # chance that cards drawn from the full deck suffice
    cdef double mean  # points of a card of the full ammo deck, merchants 0
    cdef int[KINDS] values  # points of a kind of target
    cdef int total  # points of all targets

    cdef int features(self, const RansomState* s, double* x) noexcept nogil
    cdef double paid(self, int need, int draws, double drift) noexcept nogil
    cdef double share(self, const RansomState* s, double fuel_weight) noexcept nogil
