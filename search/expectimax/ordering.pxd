# Order in which to try actions. First come actions that refuted other positions at this ply
# (killers; Akl and Newborn 1977), then actions that often refuted any positions (history; Schaeffer
# 1989). An action's meaning does not depend on the state, so a good action may be good elsewhere.
from libc.string cimport memset

from aicore.core._types cimport u32
from aicore.core.bits cimport mix

cdef enum:
    SLOTS = 4096  # number of slots in each side's history; actions in one slot share a score


ctypedef struct Ordering:
    u32[256][2] killer  # for each ply, two actions, the latest first
    double[2][4096] history  # for each side, by the action's hash


cdef inline void ordering_forget(Ordering* ordering) noexcept nogil:
    """Forget the killers and the history."""
    memset(ordering, 0, sizeof(Ordering))


cdef inline double* ordering_history(Ordering* ordering, int side, u32 action) noexcept nogil:
    """Return a pointer to the action's score, a weighted count of the positions that it refuted."""
    return &ordering.history[side][mix(action) % SLOTS]


cdef inline void ordering_credit(
    Ordering* ordering, int ply, int side, int depth, u32 action
) noexcept nogil:
    """Record that the action refuted a position at `ply`, in a look-ahead of `depth` decisions."""
    ordering_history(ordering, side, action)[0] += depth * depth
    if ordering.killer[ply][0] != action:
        ordering.killer[ply][1] = ordering.killer[ply][0]
        ordering.killer[ply][0] = action


cdef inline double ordering_score(
    Ordering* ordering, int ply, int side, u32 action
) noexcept nogil:
    """Return an action's priority: 4 or 3 for a killer; for others, 0 to 1 by their history."""
    cdef double score
    if ordering.killer[ply][0] == action:
        return 4.0
    if ordering.killer[ply][1] == action:
        return 3.0
    score = ordering_history(ordering, side, action)[0]
    return score / (1.0 + score)
