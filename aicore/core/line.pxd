# One line of play under search: a position for each ply, and the events that can follow it.
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memmove, memset

from aicore.core._types cimport u32, u64
from aicore.core.game cimport CHANCE, Game, Head
from aicore.core.rng cimport Luck, luck_seed

cdef enum:
    MAX_PLIES = 192  # decisions and listed chance events


ctypedef struct Line:
    size_t state_size  # bytes
    int room  # events for each ply
    int fan  # outcomes, samples or actions that may be averaged
    int branch  # chance events with more outcomes than this are sampled
    int samples  # of such an event
    int sources  # decks and dice of the game
    u64 luck  # draws the samples
    char* states
    u32* events
    float* promise  # what a game says of its promising actions
    double* weights  # of the events: probabilities, or the order in which to try actions
    double* bounds  # `fan` low and `fan` high ones for each ply: of what the outcomes are worth
    bint[192] sampled  # for each ply, whether its chance event is


cdef inline bint line_open(Line* line, Game game, int branch, int samples) noexcept:
    """Make room for a line of play. Returns False when there is no memory."""
    line.state_size = game.state_size
    line.branch = branch
    line.samples = samples
    line.room = max(game.max_actions, game.max_outcomes, samples)
    line.sources = len(game.chance_sources)
    line.fan = max(min(branch, game.max_outcomes), samples, game.max_actions)
    line.states = <char*> calloc(MAX_PLIES + 1, game.state_size)
    line.events = <u32*> malloc(MAX_PLIES * line.room * sizeof(u32))
    line.weights = <double*> malloc(MAX_PLIES * line.room * sizeof(double))
    line.promise = <float*> malloc(game.max_actions * sizeof(float))
    line.bounds = <double*> malloc(MAX_PLIES * 2 * line.fan * sizeof(double))
    return (
        line.states != NULL and line.events != NULL and line.weights != NULL
        and line.promise != NULL and line.bounds != NULL
    )


cdef inline void line_close(Line* line) noexcept nogil:
    free(line.states)
    free(line.events)
    free(line.weights)
    free(line.promise)
    free(line.bounds)


cdef inline void* line_state(Line* line, int ply) noexcept nogil:
    """The position at `ply`."""
    return line.states + ply * line.state_size


cdef inline int line_turn(Line* line, int ply) noexcept nogil:
    """Whose turn it is at `ply`: a seat, CHANCE or END."""
    return (<Head*> line_state(line, ply)).turn


cdef inline void line_follow(Line* line, Game game, int ply, u32 event) noexcept nogil:
    """Let the event happen at `ply`; what comes of it stands on the next ply."""
    memcpy(line_state(line, ply + 1), line_state(line, ply), line.state_size)
    game.apply(line_state(line, ply + 1), event)


cdef inline int line_list(Line* line, Game game, int ply, bint prune) noexcept nogil:
    """List the actions at `ply`, or the promising ones; returns their number.

    Their weights say how soon to try each: the game's own, the heaviest 1, or all 0.
    """
    cdef u32* actions = line.events + ply * line.room
    cdef double* weight = line.weights + ply * line.room
    cdef float heaviest = 0.0
    cdef int size, i
    if prune:
        size = game.promising(line_state(line, ply), actions, line.promise)
        for i in range(size):
            heaviest = max(heaviest, line.promise[i])
        for i in range(size):
            weight[i] = line.promise[i] / heaviest
    else:
        size = game.actions(line_state(line, ply), actions)
        memset(weight, 0, size * sizeof(double))
    return size


cdef inline int line_spread(Line* line, Game game, int ply) noexcept nogil:
    """List the outcomes at `ply`, or prepare to sample them. Returns their number.

    Where a seat is to move, its actions are the outcomes, equally likely.
    """
    cdef double* chances = line.weights + ply * line.room
    cdef u32* events = line.events + ply * line.room
    cdef int size, i
    if line_turn(line, ply) != CHANCE:
        size = game.actions(line_state(line, ply), events)
        for i in range(size):
            chances[i] = 1.0 / size
        line.sampled[ply] = False
        return size
    size = game.outcomes(line_state(line, ply), events, chances)
    line.sampled[ply] = size > line.branch
    if line.sampled[ply]:
        size = line.samples
        for i in range(size):
            chances[i] = 1.0 / size
    return size


cdef inline void line_outcome(
    Line* line, Game game, int ply, int depth, int number
) noexcept nogil:
    """Put an outcome of `ply`, or a sample, on the next ply.

    A sample draws all chance events up to the next decision. Its luck depends on `depth`, the
    decisions yet to be looked ahead, and not on the way to the position.
    """
    cdef Luck luck
    if line.sampled[ply]:
        luck_seed(&luck, line.luck + (<u64> depth << 32) + number, line.sources)
        memcpy(line_state(line, ply + 1), line_state(line, ply), line.state_size)
        game.settle(line_state(line, ply + 1), &luck)
    else:
        line_follow(line, game, ply, line.events[ply * line.room + number])


cdef inline void line_settle(Line* line, Game game, int ply) noexcept nogil:
    """Draw what chance events are due at `ply`, in place."""
    cdef Luck luck
    if line_turn(line, ply) == CHANCE:
        luck_seed(&luck, line.luck, line.sources)
        game.settle(line_state(line, ply), &luck)


cdef inline u32 line_pick(Line* line, int ply, int place, int size) noexcept nogil:
    """Move the heaviest event from `place` on to that place; equals keep the order of the list."""
    cdef u32* event = line.events + ply * line.room + place
    cdef double* weight = line.weights + ply * line.room + place
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
