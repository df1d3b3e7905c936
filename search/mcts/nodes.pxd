# Node arena: all nodes and edges of one search tree, addressed by 32-bit index.
from cython cimport final

from aicore.core._types cimport i8, u8, u16, u32, u64

cdef enum:
    PROVEN = 2  # of a node's `bounded`: its own reward is proven
    FIRST_MADE = 2  # number of edges with which a node begins
    PACKED = 6  # number of actions in the place of one edge
    ALL_MADE = 15  # doublings after which any node has all its edges
    KEPT_SIZES = 64  # free blocks smaller than this are used again


ctypedef struct Node:
    u64 key  # hash of the mover's information; 0 if the node is found by its edge
    double value  # sum of the mover's utilities, each 0 .. 1
    u32 visits  # number of simulations through this node, including those in progress
    u32 first_edge  # index of the first edge; 0: not expanded
    u16 edges  # number of edges, of which some may not be made yet; see `made`
    u16 tried  # number of edges with visits, which come first
    i8 seat  # the mover
    u8 doublings  # how often the number of edges made has doubled
    u8 narrow  # 1: legal actions may be missing among the edges, so no upper bound is proven
    u8 bounded  # 1: something about the rewards of its edges is proven, see `Bounds`; or PROVEN


ctypedef struct Edge:
    double value  # sum of the mover's utilities, each 0 .. 1
    u32 visits  # number of simulations that took this action, including those in progress
    u32 action
    u32 child  # index of the node to which the edge last led; 0: none yet
    u32 pending  # number of a batch's simulations in progress that took this action


cdef inline u32 made_of(u32 edges, u8 doublings) noexcept nogil:
    """Return how many of a node's edges are made after a number of doublings."""
    cdef u32 made = <u32> FIRST_MADE << doublings
    if made >= edges:
        return edges
    return made + ((edges - made) % PACKED == 1)  # an edge fits where a single action would be


cdef inline u32 made(const Node* node) noexcept nogil:
    """Return how many of a node's edges are made, which come first."""
    return made_of(node.edges, node.doublings)


cdef inline u32 block_size(u32 edges, u32 made) noexcept nogil:
    """Return the size of a node's block, in edges."""
    return made + (edges - made + PACKED - 1) // PACKED


ctypedef struct Known:  # the part of an edge's results that other trees have, too
    double value
    u32 visits
    u32 foreign  # number of visits from other trees


# Proven bounds of the mover's reward. A bounded node has a block: its own bounds, then the bounds
# of its edges.
ctypedef struct Bounds:
    float low, high


@final
cdef class NodeArena:
    cdef Node* node  # node[0] is never used
    cdef Edge* edge  # edge[0] is never used
    cdef u32* node_bounds  # start of a bounded node's block in `bounds`; NULL unless `bounded`
    cdef Bounds* bounds
    cdef u32* node_known  # start of a node's block in `known`; 0: none; NULL unless `shared`
    cdef Known* known  # blocks: the number of edges as visits, then one for each edge
    cdef float* edge_prior  # a judge's prior for each edge, if `weighed`
    cdef float* node_last  # a network's last layer for each node, from which its priors follow
    cdef int last  # width of that layer; 0: there is none
    cdef u32* table  # open addressing: key -> node index
    cdef u32 nodes, node_room
    cdef u32 edges, edge_room  # room in use in the list of edges, and all room
    cdef u32 actions  # number of edges of all nodes, made or not
    cdef u32[KEPT_SIZES] free  # first free block of each size; its `child` is the next one
    cdef u32 table_mask
    cdef u32 knowns, known_room
    cdef u32 bounds_used, bounds_room
    cdef size_t limit  # maximum number of bytes
    cdef bint bounded  # whether bounds can be proven
    cdef bint shared  # whether other trees get the results of this tree
    cdef bint weighed  # whether edges have priors; all edges then count as tried

    cdef u32 add(self, u64 key, int seat) noexcept nogil
    cdef bint add_priors(self) noexcept nogil
    cdef bint keep_last_layers(self, int width) noexcept nogil
    cdef bint expand(self, u32 index, const u32* actions, int size) noexcept nogil
    cdef bint extend(self, u32 index, const u32* actions, int size) noexcept nogil
    cdef bint make(self, u32 index, u32 least) noexcept nogil
    cdef bint move(self, u32 index, u32 room, u8 doublings) noexcept nogil
    cdef u32 next_edge(self, u32 index, u32 otherwise) noexcept nogil
    cdef u32 take_block(self, u32 size) noexcept nogil
    cdef u32 find(self, u64 key) noexcept nogil
    cdef void enter(self, u32 index) noexcept nogil
    cdef size_t node_size(self) noexcept nogil
    cdef size_t edge_size(self) noexcept nogil
    cdef size_t bytes(self, u32 nodes, u32 edges, u32 bounds, u32 knowns) noexcept nogil
    cdef size_t allocated(self) noexcept nogil
    cdef size_t used(self) noexcept nogil
    cdef size_t bytes_left(self) noexcept nogil
    cdef u32 grown_length(self, u32 room, u32 needed, size_t size, size_t left) noexcept nogil
    cdef bint make_room(self, u32 nodes, u32 edges) noexcept nogil
    cdef bint grow_list(self, void** entries, u32* room, u32 needed, size_t size) noexcept nogil
    cdef bint rehash(self, u32 room) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef Bounds* bound(self, u32 index) noexcept nogil
    cdef Bounds edge_bounds(self, u32 index, u32 place) noexcept nogil
    cdef Known* known_of(self, u32 index) noexcept nogil
    cdef double mean(self, u32 index) noexcept nogil

    cdef inline float* last_layer(self, u32 index) noexcept nogil:
        """Return the network's last layer for a node: `last` floats."""
        return self.node_last + <size_t> index * self.last

    cdef inline u32 action(self, u32 index, u32 place) noexcept nogil:
        """Return the action of an edge, made or not, given its node and its index."""
        cdef Node* node = &self.node[index]
        cdef u32 ready = made(node)
        if place < ready:
            return self.edge[node.first_edge + place].action
        return (<u32*> &self.edge[node.first_edge + ready])[place - ready]

    cdef inline u32 pending(self, u32 index) noexcept nogil:
        """Return the number of a batch's simulations in progress that went through a node."""
        cdef Node* node = &self.node[index]
        cdef u32 under_way = 0
        cdef u32 i
        for i in range(node.tried):
            under_way += self.edge[node.first_edge + i].pending
        return under_way

    cdef inline u32 foreign(self, u32 index, u32 place) noexcept nogil:
        """Return the number of visits from other trees of an edge, given its node and its index."""
        cdef u32 block = self.node_known[index] if self.shared else 0
        if block == 0 or place >= self.known[block].visits:
            return 0
        return self.known[block + 1 + place].foreign

    cdef inline bint proven(self, u32 index) noexcept nogil:
        """Whether a node's value is proven."""
        return self.node[index].bounded == PROVEN


cdef inline bint hopeless(const Bounds* bounds, u32 place) noexcept nogil:
    """Whether an edge is proven to bring nothing, or less than another edge of its node.

    Args:
        bounds: block of the node; NULL if nothing is proven.
        place: index of the edge among the node's.
    """
    if bounds == NULL:
        return False
    cdef float low = bounds[0].low
    cdef float high = bounds[1 + place].high
    return high <= 0 or high <= low and bounds[1 + place].low < low
