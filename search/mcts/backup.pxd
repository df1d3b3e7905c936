# Backup of a simulation's results along its descent, from the leaf to the root.
from libc.string cimport memcpy

from aicore.core._types cimport u32, u64
from aicore.core.game cimport MAX_SEATS, MAX_STATE_WORDS
from aicore.core.rng cimport Luck
from aicore.search.mcts.nodes cimport PROVEN, Bounds, Edge, Node, NodeArena

cdef enum:
    MAX_LINE = 512  # maximum number of decisions in a descent; the playout continues from there


ctypedef struct Path:
    int length
    u32 judged  # the node below the last edge, if the tree knows its value; else 0
    bint proven  # whether the reward behind the last edge is exact, not a sample
    u32[MAX_LINE] node
    u32[MAX_LINE] place  # index of the followed edge among the node's edges, which may move


ctypedef struct Leaf:  # a simulation of a batch, from its descent to its backup
    bint alone  # whether only the root's seat learns
    bint counts  # whether it is one of the search's simulations, not only for training
    bint asked  # whether an outside judge must evaluate it
    bint above  # whether its last action is still to be applied
    u32 first  # index of its first action among the root's actions
    u32 last  # its last action
    double[MAX_SEATS] reward, utility
    Luck luck
    u64[MAX_STATE_WORDS] state  # at the end of the descent
    Path path


cdef inline void copy_path(Path* to, const Path* path) noexcept nogil:
    """Copy the used part of a path."""
    to.length = path.length
    to.judged = path.judged
    to.proven = path.proven
    memcpy(to.node, path.node, path.length * sizeof(u32))
    memcpy(to.place, path.place, path.length * sizeof(u32))


cdef inline void wait_for(NodeArena arena, const Path* path, int only) noexcept nogil:
    """Count a simulation in progress as a visit, without a reward yet."""
    cdef Node* node
    cdef Edge* edge
    cdef int i
    for i in range(path.length):
        node = &arena.node[path.node[i]]
        if only >= 0 and node.seat != only:
            continue
        edge = &arena.edge[node.first_edge + path.place[i]]
        node.visits += 1
        edge.visits += 1
        edge.pending += 1


cdef inline void back_up(
    NodeArena arena, const Path* path, const double* utility, int only, bint waited,
) noexcept nogil:
    """Count a simulation and add its utilities.

    Args:
        utility: utility of each seat, 0 .. 1.
        only: the only seat that learns; -1: all seats learn.
        waited: whether `wait_for` counted it as a visit.
    """
    cdef Node* node
    cdef Edge* edge
    cdef int i
    for i in range(path.length):
        node = &arena.node[path.node[i]]
        if only >= 0 and node.seat != only:
            continue
        edge = &arena.edge[node.first_edge + path.place[i]]
        node.value += utility[node.seat]
        edge.value += utility[node.seat]
        if waited:
            edge.pending -= 1
        else:
            node.visits += 1
            edge.visits += 1


cdef inline void back_up_bounds(
    NodeArena arena, const Path* path, const double* reward,
) noexcept nogil:
    """Tighten the proven bounds along a path in a game for two seats.

    Args:
        reward: exact reward of each seat behind the last edge.
    """
    cdef Node* node
    cdef Bounds* bounds  # of the node, and then of its edges
    cdef float low, high
    cdef int i, place
    cdef int below = -1  # mover of the node below
    for i in range(path.length - 1, -1, -1):
        node = &arena.node[path.node[i]]
        if below < 0:
            low = <float> reward[node.seat]
            high = low
        elif below != node.seat:
            low, high = 1 - high, 1 - low
        bounds = arena.bound(path.node[i])
        if bounds == NULL:
            return
        bounds[1 + path.place[i]] = Bounds(low, high)
        low = 0.0
        high = 1.0 if node.narrow else 0.0
        for place in range(1, node.edges + 1):
            low = max(low, bounds[place].low)
            high = max(high, bounds[place].high)
        if low == bounds[0].low and high == bounds[0].high:
            return
        bounds[0] = Bounds(low, high)
        node.bounded = PROVEN if low == high else 1
        below = node.seat
