# An estimate of who will win, from features of the seats.
from aicore.games.gratis3.state cimport GratisState
from aicore.games.gratis3.survey cimport Rules

cdef enum:
    POINTS
    TIE  # what breaks it
    WAY  # Locations behind the Carrier
    LANDED
    NAV_RUNS
    RAVS_RUN
    DEFENSE_RUNS
    WEAPONS_RUN
    SHIELDS
    FIGHTERS  # on the board
    BOMBERS
    CLOSE  # dice of the RAVs at most one Location from a Carrier of an enemy that may be hit
    THREATS  # enemy RAVs beside the Carrier
    MOVES  # cards in hand that move
    SHOTS  # cards in hand that fire
    EVASION  # room for one
    TO_PLAY  # the seat's turn, its command not played yet
    FEATURES


ctypedef struct Estimate:
    double[FEATURES] late  # weights when all have landed
    double[FEATURES] early  # what the weights have more when a Carrier is at the Gate


cdef int fill_estimate(Estimate* e, object weights) except -1
cdef double way_left(const Rules* r, const GratisState* s) noexcept nogil
cdef void fill_features(const Rules* r, const GratisState* s, int seat, double* out) noexcept nogil
cdef void win_chances(
    const Rules* r, const Estimate* e, const GratisState* s, double* out) noexcept nogil
