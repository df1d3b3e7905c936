# Order in which to try actions: those that refuted the position's siblings (killers; Akl and
# Newborn 1977) and those that often refuted anything (history; Schaeffer 1989). An action's meaning
# does not depend on the state, so an action that was good elsewhere may be good here.
from libc.string cimport memset

from aicore.core._types cimport u32, u64
from aicore.core.bits cimport mix

cdef enum:
    SLOTS = 4096  # of the history, for each side; actions in one slot share a score


ctypedef struct Ordering:
    u32[256][2] killer  # for each ply, the latest first
    double[2][4096] history  # for each side, by the action's hash


cdef inline void ordering_forget(Ordering* ordering) noexcept nogil:
    """Forget earlier searches."""
    memset(ordering, 0, sizeof(Ordering))


cdef inline double* ordering_history(Ordering* ordering, int side, u32 action) noexcept nogil:
    """Return a pointer to the action's score: how often, and how deep, it refuted positions."""
    return &ordering.history[side][mix(action) % SLOTS]


cdef inline void ordering_credit(
    Ordering* ordering, int ply, int side, int depth, u32 action
) noexcept nogil:
    """Note that the action refuted a position at `ply`, looking `depth` decisions ahead."""
    ordering_history(ordering, side, action)[0] += depth * depth
    if ordering.killer[ply][0] != action:
        ordering.killer[ply][1] = ordering.killer[ply][0]
        ordering.killer[ply][0] = action


cdef inline double ordering_score(
    Ordering* ordering, int ply, int side, u32 action
) noexcept nogil:
    """Return the action's priority: killers 4 and 3, all others 0 .. 1 by their history."""
    cdef double fame
    if ordering.killer[ply][0] == action:
        return 4.0
    if ordering.killer[ply][1] == action:
        return 3.0
    fame = ordering_history(ordering, side, action)[0]
    return fame / (1.0 + fame)
