# Policy of a quick merchant.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.trader.rules.state cimport GOODS, PLANETS, Tables, TraderState


ctypedef struct Aims:
    # Aims and margins, named as in data.toml.
    int weapons
    int engines
    int cautious  # event cards left in the month at which buying begins to save for the payment
    int capital  # vectorium that an upgrade leaves for trade, earlier in the month
    int prudent  # cards left at which goods are sold for the payment, and upgrades wait
    int cushion  # vectorium to keep beyond the payment
    int least_engines  # level of engines to reach before buying weapons
    double exit_worth  # worth of each planet within reach of a destination, up to two
    double least_profit  # lowest profit, in vectorium, for which to buy a good
    double risk  # expected loss to the police per load of illegals, in vectorium
    double supply_share  # share of a planet's supply that counts for a jump there
    double least_odds  # lowest probability of success at which a counterattack is worth trying
    double patience  # vectorium by which a later price must be higher to keep a good


cdef class Policy:
    cdef double[PLANETS][GOODS] worth  # mean selling price of a good at a planet
    cdef double[GOODS] keep  # worth of a good aboard while no planet nearby wants it
    cdef double[PLANETS] supply  # best mean profit from buying at a planet, in vectorium
    cdef Aims aims

    cdef int prepare(self, const Tables* t, object data) except -1
    cdef int advise(self, const Tables* t, const TraderState* s, RngState* rng) noexcept nogil
    cdef int buy(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int exits(
        self, const Tables* t, const TraderState* s, int cell, int excluded) noexcept nogil
    cdef int place(
        self, const Tables* t, const TraderState* s, u32 found, RngState* rng) noexcept nogil
    cdef int jump(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int sell(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int upgrade(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int fight(self, const Tables* t, const TraderState* s, u32 found) noexcept nogil
    cdef int sacrifice(self, const TraderState* s, u32 found) noexcept nogil
    cdef double load(self, const TraderState* s, int planet) noexcept nogil
