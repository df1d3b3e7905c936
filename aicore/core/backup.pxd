# What a simulation carries up the path of its descent, from the leaf to where it began.
from aicore.core._types cimport u32
from aicore.core.nodes cimport Edge, Node, NodeArena

cdef enum:
    MAX_DEPTH = 512  # decisions in one descent; deeper play is left to the playout
    RECENT = 30  # simulations over which hints are averaged


ctypedef struct Path:
    int length
    u32[MAX_DEPTH] node
    u32[MAX_DEPTH] edge  # the one that was followed from the node


cdef inline void back_up(
    NodeArena arena, const Path* path, const double* reward, int only,
) noexcept nogil:
    """Count a simulation and its rewards.

    Args:
        reward: each seat's, 0 .. 1.
        only: the one seat that learns; -1: all do.
    """
    cdef Node* node
    cdef Edge* edge
    cdef int i
    for i in range(path.length):
        node = &arena.node[path.node[i]]
        if only >= 0 and node.seat != only:
            continue
        edge = &arena.edge[path.edge[i]]
        node.visits += 1
        node.value += reward[node.seat]
        edge.visits += 1
        edge.value += reward[node.seat]


cdef inline void back_up_bounds(
    NodeArena arena, const Path* path, const double* reward,
) noexcept nogil:
    """Tighten what is proven of two seats' rewards: `reward` is true behind the last edge."""
    cdef Node* node
    cdef Edge* edge
    cdef float low, high
    cdef int i, place
    cdef int below = -1  # the mover of the node below
    for i in range(path.length - 1, -1, -1):
        node = &arena.node[path.node[i]]
        edge = &arena.edge[path.edge[i]]
        if below < 0:
            low = <float> reward[node.seat]
            high = low
        elif below != node.seat:
            low, high = 1 - high, 1 - low
        edge.low = low
        edge.high = high
        low = 0.0
        high = 0.0
        for place in range(node.edges):
            edge = &arena.edge[node.first_edge + place]
            low = max(low, edge.low)
            high = max(high, edge.high)
        if low == node.low and high == node.high:
            return
        node.low = low
        node.high = high
        below = node.seat


cdef inline void back_up_hints(
    NodeArena arena, const Path* path, const double* leaf, bint fixed,
) noexcept nogil:
    """Carry the evaluation of the leaf up as a minimax value of two seats.

    Args:
        leaf: each seat's reward as evaluated, 0 .. 1.
        fixed: whether an edge leads to one node; otherwise its hint is a mean over simulations.
    """
    cdef Node* node
    cdef Node* child
    cdef Edge* edge
    cdef Edge* below
    cdef double best
    cdef int i, place
    for i in range(path.length - 1, -1, -1):
        node = &arena.node[path.node[i]]
        edge = &arena.edge[path.edge[i]]
        if i == path.length - 1:
            best = 0.5 + (leaf[node.seat] - leaf[1 - node.seat]) / 2
        else:
            child = &arena.node[path.node[i + 1]]
            below = &arena.edge[child.first_edge]
            best = 0.0
            for place in range(child.tried):
                best = max(best, below[place].hint)
            if child.seat != node.seat:
                best = 1.0 - best
        if fixed:
            edge.hint = <float> best
        else:
            edge.hint += <float> ((best - edge.hint) / (min(edge.visits, <u32> RECENT) + 1))
