# Selection of a node's edge by upper confidence bounds (Kocsis and Szepesvari 2006).
from libc.math cimport sqrt

from aicore.core._types cimport u32
from aicore.core.maths cimport power
from aicore.core.rng cimport RngState, rng_uniform
from aicore.search.mcts.logs cimport natural_log
from aicore.search.mcts.nodes cimport Bounds, Edge, Node, NodeArena, hopeless

cdef enum:
    TABLE_SIZE = 1 << 10  # number of visits below which functions of visits come from tables
    UNTRIED_EVERY = 16  # one in this many visits follows an untried edge, because judges err


ctypedef struct Ucb:
    double c  # exploration constant, for rewards in 0 .. 1
    double fpu  # amount by which an untried action rates below its node's mean reward
    u32 reach  # visits of a node from which `UNTRIED_EVERY` applies
    double widen, alpha  # a node visited n times chooses among its first widen * n ** alpha edges
    bint drawn  # whether edges are drawn by a judge's priors
    RngState dice  # random numbers for these draws; set with each root
    double[TABLE_SIZE] sqrt_log  # sqrt(log(n)); entry 0 is not used
    double[TABLE_SIZE] inverse  # 1 / n
    double[TABLE_SIZE] sqrt_inverse  # sqrt(1 / n)
    double[TABLE_SIZE] widths  # widen * n ** alpha; 0 until needed


cdef inline int ucb_set(Ucb* rule, dict parameters) except -1:
    """Set all fields from the values of the parameters in `TREE`."""
    cdef int n
    rule.c = parameters["c"]
    rule.fpu = parameters["fpu"]
    rule.reach = parameters["reach"]
    rule.widen = parameters["widen"]
    rule.alpha = parameters["alpha"]
    rule.drawn = False
    for n in range(1, TABLE_SIZE):
        rule.sqrt_log[n] = sqrt(natural_log(n))
        rule.inverse[n] = 1.0 / n
        rule.sqrt_inverse[n] = sqrt(1.0 / n)
        rule.widths[n] = 0.0
    return 0


cdef inline double width(Ucb* rule, u32 visits) noexcept nogil:
    """Return the number of edges from which a node with `visits` visits chooses."""
    if visits >= TABLE_SIZE:
        return rule.widen * power(<double> visits, rule.alpha)
    if rule.widths[visits] == 0:
        rule.widths[visits] = rule.widen * power(<double> visits, rule.alpha)
    return rule.widths[visits]


cdef inline u32 drawn_place(const float* share, u32 count, RngState* rng) noexcept nogil:
    """Return an index drawn by shares; the shares add up to 1, except for rounding."""
    cdef double rest = rng_uniform(rng)
    cdef u32 i
    for i in range(count):
        rest -= share[i]
        if rest < 0:
            return i
    return 0


cdef inline const Bounds* bounds_of(NodeArena arena, u32 index) noexcept nogil:
    """Return the block of a node's bounds; NULL if nothing is proven about it."""
    return &arena.bounds[arena.node_bounds[index]] if arena.node[index].bounded else NULL


cdef inline u32 puct_select(Ucb* rule, NodeArena arena, u32 index) noexcept nogil:
    """Return the edge with the highest sum of its mean and a bonus from its prior.

    See Silver and others 2017, "Mastering the game of Go without human knowledge". Edges are in
    order of priors. After `reach` visits, one visit in `UNTRIED_EVERY` follows the likeliest
    untried edge, unless its prior is 0, because judges can be wrong. Simulations in progress count
    as visits, but not in means.
    """
    cdef Node* node = &arena.node[index]
    cdef Edge* edge = &arena.edge[node.first_edge]
    cdef float* prior = &arena.edge_prior[node.first_edge]
    cdef const Bounds* bounds = bounds_of(arena, index)
    cdef u32 pending = arena.pending(index)
    cdef u32 candidates = node.tried  # all; in a node from before the priors, those with visits
    cdef u32 best = 0
    cdef u32 i
    cdef double best_score = -1e300
    cdef double mean = 0.0
    cdef double room, score
    cdef double scale = rule.c * sqrt(<double> node.visits)
    if rule.drawn:
        return node.first_edge + drawn_place(prior, candidates, &rule.dice)
    if pending < node.visits:
        mean = node.value / (node.visits - pending)
    if rule.widen > 0 and node.visits:
        room = width(rule, node.visits)
        if room < candidates:
            candidates = max(<u32> room, 1)
    if node.visits >= rule.reach and node.visits % UNTRIED_EVERY == 0:
        for i in range(candidates):
            if edge[i].visits == 0 and prior[i] > 0:
                return node.first_edge + i
    for i in range(candidates):
        if hopeless(bounds, i):
            continue
        if edge[i].visits > edge[i].pending:
            score = edge[i].value / (edge[i].visits - edge[i].pending)
        else:
            score = mean - rule.fpu
        score += scale * prior[i] / (1.0 + edge[i].visits)
        if score > best_score:
            best = i
            best_score = score
    return node.first_edge + best


cdef inline double inverse(const Ucb* rule, u32 visits) noexcept nogil:
    """Return 1 / visits, from a table for few visits."""
    return rule.inverse[visits] if visits < TABLE_SIZE else 1.0 / visits


cdef inline double bonus(const Ucb* rule, double scale, u32 visits) noexcept nogil:
    """Return the bonus of an edge with few visits; `scale` depends on the node."""
    return scale * (rule.sqrt_inverse[visits] if visits < TABLE_SIZE else sqrt(1.0 / visits))


cdef inline u32 ucb_select(
    Ucb* rule, NodeArena arena, u32 index, bint batched
) noexcept nogil:
    """Return the edge with the highest upper confidence bound; untried edges come in order.

    Args:
        batched: whether simulations may be in progress. They count as visits, but not in means (Liu
            and others 2020, "Watch the Unobserved"). An edge without other simulations rates like
            an untried edge.
    """
    cdef Node* node = &arena.node[index]
    cdef Edge* edge = &arena.edge[node.first_edge]
    cdef const Bounds* bounds
    cdef u32 visits = node.visits
    cdef u32 tried = node.tried
    cdef u32 best = 0
    cdef double best_score = -1e300
    cdef double score, scale
    cdef u32 i
    if arena.weighed:
        return puct_select(rule, arena, index)
    if visits == 0:
        node.tried = 1
        return node.first_edge
    scale = rule.c * (rule.sqrt_log[visits] if visits < TABLE_SIZE else sqrt(natural_log(visits)))
    if batched or node.bounded:
        bounds = bounds_of(arena, index)
        for i in range(tried):
            if hopeless(bounds, i):
                continue
            visits = edge[i].visits
            if edge[i].pending == 0:
                score = edge[i].value * inverse(rule, visits)
            elif edge[i].pending < visits:
                score = edge[i].value / (visits - edge[i].pending)
            else:
                score = arena.mean(index) - rule.fpu
            score += bonus(rule, scale, visits)
            best = i if score > best_score else best
            best_score = max(score, best_score)
    else:
        for i in range(tried):
            score = edge[i].value * inverse(rule, edge[i].visits)
            score += bonus(rule, scale, edge[i].visits)
            best = i if score > best_score else best
            best_score = max(score, best_score)
    if tried < node.edges and (rule.widen == 0 or tried < width(rule, node.visits)):
        score = (arena.mean(index) if batched else node.value / node.visits) - rule.fpu + scale
        if score >= best_score:
            return arena.next_edge(index, best)
    return node.first_edge + best
