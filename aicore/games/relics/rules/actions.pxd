# Actions of the seat to move: listed, counted, sampled.
from aicore.core._types cimport u16, u32
from aicore.core.rng cimport RngState
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef enum:
    FEW = 96  # bound on the number of actions that are listed one by one
    MAX_SITES = 25  # maximum number of doorway sites on one tile
    FEW_ACTIONS = 24  # bound on the actions of all phases but ACT_PHASE and AT_PHASE


ctypedef struct Offers:
    # The legal actions of a turn: a few listed one by one, the numerous kinds as sets.
    int few  # number of actions in `event`
    u32[FEW] event  # actions listed one by one
    bint shared  # whether another seat is on the square
    bint stuck  # whether no move is possible
    u32 lifts  # platforms that can be lifted
    u32 spins  # platforms that can be rotated, each in three ways
    u32 hacks  # guns that can be hacked
    int own  # number of doorway sites on the seat's own tile
    int others  # number of doorway sites on all other tiles
    int tile  # the seat's own tile
    u16[MAX_SITES] own_site  # squares of the sites on the seat's own tile


cdef void offer_turn(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil
cdef void offer_hand(const RelicsState* s, const Tables* t, Offers* offers) noexcept nogil
cdef bint offered(const Offers* offers, u32 event) noexcept nogil
cdef u32 doorway_event(int start, int end) noexcept nogil
cdef u32 spin(const RelicsState* s, int platform, int rank) noexcept nogil
cdef int list_actions(const RelicsState* s, const Tables* t, u32* out) noexcept nogil
cdef u32 draw_action(const RelicsState* s, const Tables* t, RngState* rng) noexcept nogil
