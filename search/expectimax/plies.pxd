# Plies of the line that is being searched, each with its position and its next events.
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memmove, memset

from aicore.core._types cimport u32, u64
from aicore.core.game cimport CHANCE, Game, Head
from aicore.core.rng cimport Luck, luck_seed

cdef enum:
    MAX_PLIES = 192  # maximum number of decisions and listed chance events in a line


ctypedef struct Plies:
    size_t state_size  # size of a state in bytes
    int room  # maximum number of events of a ply
    int fan  # maximum number of outcomes, samples or actions to average
    int branch  # chance events with more outcomes than this are sampled
    int samples  # number of samples of a sampled chance event
    int sources  # number of the game's decks and dice
    u64 luck  # seed of the samples
    char* states  # the position of each ply
    u32* events  # for each ply, `room` events
    float* promise  # weights of a position's promising actions
    double* weights  # probabilities of outcomes, or priorities of actions
    double* bounds  # for each ply, `fan` lower and `fan` upper bounds of the outcomes' rewards
    bint[192] sampled  # for each ply, whether its chance event is sampled


cdef inline bint plies_open(Plies* plies, Game game, int branch, int samples) noexcept:
    """Allocate the arrays. Return False if there is no memory."""
    plies.state_size = game.state_size
    plies.branch = branch
    plies.samples = samples
    plies.room = max(game.max_actions, game.max_outcomes, samples)
    plies.sources = len(game.chance_sources)
    plies.fan = max(min(branch, game.max_outcomes), samples, game.max_actions)
    plies.states = <char*> calloc(MAX_PLIES + 1, game.state_size)
    plies.events = <u32*> malloc(MAX_PLIES * plies.room * sizeof(u32))
    plies.weights = <double*> malloc(MAX_PLIES * plies.room * sizeof(double))
    plies.promise = <float*> malloc(game.max_actions * sizeof(float))
    plies.bounds = <double*> malloc(MAX_PLIES * 2 * plies.fan * sizeof(double))
    return (
        plies.states != NULL and plies.events != NULL and plies.weights != NULL
        and plies.promise != NULL and plies.bounds != NULL
    )


cdef inline void plies_close(Plies* plies) noexcept nogil:
    """Free the arrays."""
    free(plies.states)
    free(plies.events)
    free(plies.weights)
    free(plies.promise)
    free(plies.bounds)


cdef inline void* plies_state(Plies* plies, int ply) noexcept nogil:
    """Return the position at `ply`."""
    return plies.states + ply * plies.state_size


cdef inline int plies_turn(Plies* plies, int ply) noexcept nogil:
    """Return the turn at `ply`: a seat, CHANCE or END."""
    return (<Head*> plies_state(plies, ply)).turn


cdef inline void plies_follow(Plies* plies, Game game, int ply, u32 event) noexcept nogil:
    """Apply the event at `ply`, and put the result on the next ply."""
    memcpy(plies_state(plies, ply + 1), plies_state(plies, ply), plies.state_size)
    game.apply(plies_state(plies, ply + 1), event)


cdef inline int plies_list(Plies* plies, Game game, int ply, bint prune) noexcept nogil:
    """List the actions at `ply`, or with `prune` the promising ones, and return their number.

    With `prune`, the priorities are the game's weights, scaled so that the heaviest is 1. Without
    `prune`, or if all weights are 0, they are 0.
    """
    cdef u32* actions = plies.events + ply * plies.room
    cdef double* weight = plies.weights + ply * plies.room
    cdef float heaviest = 0.0
    cdef int size, i
    if prune:
        size = game.promising(plies_state(plies, ply), actions, plies.promise)
        for i in range(size):
            heaviest = max(heaviest, plies.promise[i])
        for i in range(size):
            weight[i] = plies.promise[i] / heaviest if heaviest > 0.0 else 0.0
    else:
        size = game.actions(plies_state(plies, ply), actions)
        memset(weight, 0, size * sizeof(double))
    return size


cdef inline int plies_spread(Plies* plies, Game game, int ply) noexcept nogil:
    """List the outcomes at `ply`, or prepare to sample them, and return their number.

    If a seat is to move, its actions are the outcomes, equally likely.
    """
    cdef double* chances = plies.weights + ply * plies.room
    cdef u32* events = plies.events + ply * plies.room
    cdef int size, i
    if plies_turn(plies, ply) != CHANCE:
        size = game.actions(plies_state(plies, ply), events)
        for i in range(size):
            chances[i] = 1.0 / size
        plies.sampled[ply] = False
        return size
    size = game.outcomes(plies_state(plies, ply), events, chances)
    plies.sampled[ply] = size > plies.branch
    if plies.sampled[ply]:
        size = plies.samples
        for i in range(size):
            chances[i] = 1.0 / size
    return size


cdef inline void plies_outcome(
    Plies* plies, Game game, int ply, int depth, int number
) noexcept nogil:
    """Put an outcome of `ply`, or a sample, on the next ply.

    A sample draws all chance events up to the next decision. Its random numbers depend on `depth`,
    the number of decisions left to look ahead, and not on the path to the position.
    """
    cdef Luck luck
    if plies.sampled[ply]:
        luck_seed(&luck, plies.luck + (<u64> depth << 32) + number, plies.sources)
        memcpy(plies_state(plies, ply + 1), plies_state(plies, ply), plies.state_size)
        game.settle(plies_state(plies, ply + 1), &luck)
    else:
        plies_follow(plies, game, ply, plies.events[ply * plies.room + number])


cdef inline void plies_settle(Plies* plies, Game game, int ply) noexcept nogil:
    """Draw the chance events that are due at `ply`, in place."""
    cdef Luck luck
    if plies_turn(plies, ply) == CHANCE:
        luck_seed(&luck, plies.luck, plies.sources)
        game.settle(plies_state(plies, ply), &luck)


cdef inline u32 plies_pick(Plies* plies, int ply, int place, int size) noexcept nogil:
    """Find the heaviest event from `place` on, move it to `place`, and return it.

    The other events keep their order.
    """
    cdef u32* event = plies.events + ply * plies.room + place
    cdef double* weight = plies.weights + ply * plies.room + place
    cdef double heaviest = weight[0]
    cdef int best = 0
    cdef u32 picked
    cdef int i
    for i in range(1, size - place):
        if weight[i] > heaviest:
            heaviest = weight[i]
            best = i
    picked = event[best]
    if best:
        memmove(event + 1, event, best * sizeof(u32))
        memmove(weight + 1, weight, best * sizeof(double))
        event[0] = picked
        weight[0] = heaviest
    return picked
