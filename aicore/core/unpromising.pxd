# Legal actions that a game does not list as promising, the best rated first.
from libc.string cimport memcpy

from aicore.core._types cimport u32
from aicore.core.game cimport Game, Head, MAX_SEATS
from aicore.core.rng cimport Luck


cdef inline float rate_action(
    Game game, const void* state, u32 action, const Luck* luck, void* ahead
) noexcept nogil:
    """Return the value of an action for the mover, estimated from the position after it.

    Args:
        luck: luck of the chance events after the action; the same for all actions.
        ahead: room for a state.
    """
    cdef double[MAX_SEATS] reward
    cdef Luck own = luck[0]
    memcpy(ahead, state, game.state_size)
    game.apply(ahead, action)
    game.settle(ahead, &own)
    game.values(ahead, reward)
    return <float> reward[(<const Head*> state).turn]


cdef inline void sort_rated(u32* action, float* rating, int size) noexcept nogil:
    """Sort actions by their ratings, the greatest first; equal ratings stay in order."""
    cdef u32 moved
    cdef float high
    cdef int i, j
    for i in range(1, size):
        moved = action[i]
        high = rating[i]
        j = i
        while j > 0 and rating[j - 1] < high:
            action[j] = action[j - 1]
            rating[j] = rating[j - 1]
            j -= 1
        action[j] = moved
        rating[j] = high


cdef inline int list_unpromising(
    Game game, const void* state, u32* action, float* rating, int size, const Luck* luck,
    void* ahead, u32* scratch,
) noexcept nogil:
    """Append all other legal actions, the best rated first, and return the total number.

    Args:
        action: the first `size` actions, with room for max_actions.
        rating: their ratings, with room for max_actions.
        luck, ahead: as in `rate_action`.
        scratch: room for max_actions.
    """
    cdef int legal = game.actions(state, scratch)
    cdef int known = size
    cdef int i, j
    for i in range(legal):
        for j in range(known):
            if action[j] == scratch[i]:
                break
        else:
            action[size] = scratch[i]
            rating[size] = rate_action(game, state, scratch[i], luck, ahead)
            size += 1
    sort_rated(action + known, rating + known, size - known)
    return size
