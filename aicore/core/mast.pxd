# The move-average sampling technique (MAST; Finnsson and Bjornsson, "Simulation-based approach to
# general game playing", AAAI 2008): playouts prefer the actions that did well in all simulations so
# far, wherever they were played. A playout draws two actions and takes the better (tournament
# selection; compare Powley, Whitehouse and Cowling 2013), so no list is made.
from aicore.core._types cimport u16, u32
from aicore.core.game cimport END, Game, Head, MAX_SEATS
from aicore.core.rng cimport Luck

cdef enum:
    SLOTS = 1 << 12  # of a seat; actions that share a slot share their mean
    MAX_TRACE = 2048  # actions of one simulation that are learnt from


ctypedef struct Mast:
    double[MAX_SEATS * SLOTS] value  # sums of rewards, by seat and action
    u32[MAX_SEATS * SLOTS] count
    u16[MAX_TRACE] trace  # slots of the simulation under way
    int length


cdef inline u16 mast_slot(int seat, u32 action) noexcept nogil:
    """Where an action's mean is kept."""
    return <u16> (seat * SLOTS + ((action * <u32> 2654435769) >> 20))


cdef inline void mast_note(Mast* mast, u16 slot) noexcept nogil:
    """The simulation under way took this action."""
    if mast.length < MAX_TRACE:
        mast.trace[mast.length] = slot
        mast.length += 1


cdef inline void mast_learn(Mast* mast, const double* reward) noexcept nogil:
    """The simulation ended with these rewards, one a seat."""
    cdef int i
    cdef u16 slot
    for i in range(mast.length):
        slot = mast.trace[i]
        mast.value[slot] += reward[slot // SLOTS]
        mast.count[slot] += 1
    mast.length = 0


cdef inline int mast_play_out(
    Mast* mast, Game game, void* state, Luck* luck, int limit,
) noexcept nogil:
    """As `Game.play_out`, with the better of two random actions. Returns plies."""
    cdef int plies = 0
    cdef int turn = (<Head*> state).turn
    cdef u32 action, other
    cdef u16 slot, rival
    while turn != END and plies < limit:
        if turn < 0:
            game.draw(state, luck)
        else:
            action = game.sample_action(state, &luck.choice)
            other = game.sample_action(state, &luck.choice)
            slot = mast_slot(turn, action)
            rival = mast_slot(turn, other)
            # an action that was never played comes first
            if mast.count[slot] and (
                mast.count[rival] == 0
                or mast.value[rival] * mast.count[slot] > mast.value[slot] * mast.count[rival]
            ):
                action = other
                slot = rival
            mast_note(mast, slot)
            game.apply(state, action)
        turn = (<Head*> state).turn
        plies += 1
    return plies
