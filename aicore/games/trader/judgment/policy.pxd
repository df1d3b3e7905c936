# A quick merchant's judgment of what to do.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.trader.rules.state cimport GOODS, PLANETS, Tables, TraderState


ctypedef struct Aims:
    # Aims and margins, named as in data.toml.
    int weapons
    int engines
    int cautious  # event cards to the end of the month, from where on the payment is kept
    int capital  # what an upgrade leaves for trade earlier in the month
    int prudent  # the same, from where on goods are sold for it and upgrades wait
    int cushion  # what is to be left after it
    int least_engines  # that come before weapons
    double exit_worth
    double least_profit
    double risk  # of the police, per piece of illegals, in vectorium
    double supply_share
    double least_odds  # of a counterattack
    double patience


cdef class Policy:
    cdef double[PLANETS][GOODS] worth  # what a good brings at a planet, on average
    cdef double[GOODS] keep  # what a good aboard is worth while nobody near wants it
    cdef double[PLANETS] supply  # how good a place a planet is to buy at
    cdef Aims aims

    cdef int prepare(self, const Tables* t, object data) except -1
    cdef int advise(self, const Tables* t, const TraderState* s, RngState* rng) noexcept nogil
    cdef int buy(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int exits(self, const Tables* t, const TraderState* s, int cell, int but) noexcept nogil
    cdef int place(
        self, const Tables* t, const TraderState* s, u32 found, RngState* rng) noexcept nogil
    cdef int jump(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int sell(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int upgrade(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int fight(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int sacrifice(self, const TraderState* s, u32 found) noexcept nogil
    cdef double load(self, const TraderState* s, int planet) noexcept nogil
