"""Node arena: the lists of a tree, which grow up to a limit in bytes.

The lists are nodes, edges, proven bounds, results of other trees, and the table of keys; `bytes` is
their size, which never exceeds the limit. A full list doubles while half of the limit is left. Then
it grows by its share of half of the bytes left, so the lists fill up together. A part of the limit
is only for bounds, which come late. At the limit, the search continues without new nodes.

Most nodes try few of their actions. So a node begins with two edges, and their number doubles when
it tries more. The list of edges has a block for each node: the edges made so far, then the actions
of the others, each in 4 bytes. A larger block replaces a full one, which other nodes use again.
With priors, and where trees share results, nodes have all their edges at once.
"""

from cython cimport final
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport c_assert, i64
from aicore.core.validate cimport bounded_int

cdef enum:
    MAX_NODES = 1 << 29  # low enough that no index overflows
    MAX_EDGES = 1 << 30  # low enough that no index overflows
    FIRST_NODES = 1024  # initial room for nodes
    FIRST_EDGES = 2048  # initial room for edges
    FIRST_TABLE = 4096  # initial number of places in the table of keys
    RESERVE = 16  # only bounds may use 1 / RESERVE of the limit

cdef i64 MAX_BYTES = <i64> 1 << 40


cdef bint resize(void** block, size_t size) noexcept nogil:
    """Resize a block and keep its content. Without memory, leave it unchanged and return False."""
    cdef void* larger = realloc(block[0], size)
    if larger != NULL:
        block[0] = larger
    return larger != NULL


@final
cdef class NodeArena:
    """Nodes and edges of a tree, and the table that finds nodes by key.

    Args:
        limit: maximum number of bytes.
        bounded: whether to keep proven bounds of the values of nodes and edges.
        shared: whether to record which results other trees have, too.

    Raises AicoreError, and MemoryError if the limit is too low for the first nodes.
    """

    def __cinit__(self, limit=1 << 29, bint bounded=False, bint shared=False):
        self.limit = bounded_int("limit", limit, 0, MAX_BYTES)
        self.bounded = bounded
        self.shared = shared
        self.nodes = 1
        self.edges = 1
        self.knowns = 1
        self.bounds_used = 0
        if not self.rehash(FIRST_TABLE) or not self.make_room(FIRST_NODES, FIRST_EDGES):
            raise MemoryError("the memory limit is too small for the first nodes")

    def __dealloc__(self):
        free(self.node)
        free(self.edge)
        free(self.node_bounds)
        free(self.bounds)
        free(self.node_known)
        free(self.known)
        free(self.edge_prior)
        free(self.node_last)
        free(self.table)

    cdef void clear(self) noexcept nogil:
        """Forget all nodes, but keep the memory."""
        self.nodes = 1
        self.edges = 1
        self.actions = 0
        self.knowns = 1
        self.bounds_used = 0
        memset(self.free, 0, sizeof(self.free))
        memset(self.table, 0, (<size_t> self.table_mask + 1) * sizeof(u32))

    cdef size_t node_size(self) noexcept nogil:
        """Return the size of a node in bytes, in all lists with an entry for each node."""
        return (
            sizeof(Node) + sizeof(u32) * self.bounded + sizeof(u32) * self.shared
            + sizeof(float) * self.last
        )

    cdef size_t edge_size(self) noexcept nogil:
        """Return the size of an edge in bytes, with its prior if edges have priors."""
        return sizeof(Edge) + sizeof(float) * self.weighed

    cdef size_t bytes(self, u32 nodes, u32 edges, u32 bounds, u32 knowns) noexcept nogil:
        """Return the size in bytes of lists with these numbers of entries and of the key table."""
        return (
            nodes * self.node_size() + edges * self.edge_size() + bounds * sizeof(Bounds)
            + knowns * sizeof(Known) + (<size_t> self.table_mask + 1) * sizeof(u32)
        )

    cdef size_t allocated(self) noexcept nogil:
        """Return the number of bytes that the lists take up, used or not."""
        return self.bytes(self.node_room, self.edge_room, self.bounds_room, self.known_room)

    cdef size_t used(self) noexcept nogil:
        """Return the number of bytes of the entries in use, and of the table of keys."""
        return self.bytes(
            self.nodes, self.edges, self.bounds_used, self.knowns if self.shared else 0)

    cdef size_t bytes_left(self) noexcept nogil:
        """Return the number of bytes left for nodes, edges and the table of keys."""
        cdef size_t taken = self.allocated()
        cdef size_t bounds = self.bounds_room * sizeof(Bounds)
        if self.bounded:
            taken += max(self.limit // RESERVE, bounds) - bounds
        return self.limit - taken if taken < self.limit else 0

    cdef u32 grown_length(self, u32 room, u32 needed, size_t size, size_t left) noexcept nogil:
        """Return the new length of a full list, or 0 if `needed` entries do not fit.

        Args:
            room: its current length.
            needed: its minimum length.
            size: size of an entry in bytes.
            left: number of bytes by which the list may grow.
        """
        cdef size_t own = room * size
        cdef size_t more = own
        cdef size_t all_lists = self.allocated()
        if all_lists + more > self.limit // 2:
            more = <size_t> (0.5 * left * own / all_lists)
        more = max(more, (needed - room) * size)
        return room + <u32> (more // size) if more <= left else 0

    cdef bint add_priors(self) noexcept nogil:
        """Keep a prior for each edge from now on. Return False if there is no room for priors.

        The list of edges gives up unused room if the priors need it.
        """
        cdef size_t left = self.limit - (self.allocated() - self.edge_room * self.edge_size())
        cdef u32 room = <u32> min(left // (sizeof(Edge) + sizeof(float)), self.edge_room)
        if self.weighed:
            return True
        if room < self.edges:
            return False
        if room < self.edge_room:
            if not resize(<void**> &self.edge, room * sizeof(Edge)):
                return False
            self.edge_room = room
        self.weighed = resize(<void**> &self.edge_prior, room * sizeof(float))
        return self.weighed

    cdef bint keep_last_layers(self, int width) noexcept nogil:
        """Keep a network's last layer, `width` floats, for each node from now on.

        Return False if there is no room. The list of nodes gives up unused room if the layers need
        it. Layers of a former network are lost.
        """
        cdef size_t left = self.limit - (self.allocated() - self.node_room * self.node_size())
        cdef size_t size = self.node_size() - self.last * sizeof(float) + width * sizeof(float)
        cdef u32 room = <u32> min(left // size, self.node_room)
        if width == self.last:
            return True
        if room < self.nodes or not (
            resize(<void**> &self.node_last, <size_t> room * width * sizeof(float))
            and resize(<void**> &self.node, room * sizeof(Node))
        ):
            return False
        self.node_room = room
        self.last = width
        return True

    cdef bint make_room(self, u32 nodes, u32 edges) noexcept nogil:
        """Make room for `nodes` nodes and `edges` edges in all. Return False if this is impossible.
        """
        cdef u32 room
        if nodes > self.node_room:
            room = min(
                self.grown_length(
                    self.node_room, nodes, self.node_size(), self.bytes_left()),
                <u32> MAX_NODES)
            if room < nodes or not (
                resize(<void**> &self.node, room * sizeof(Node))
                and (not self.bounded or resize(<void**> &self.node_bounds, room * sizeof(u32)))
                and (not self.shared or resize(<void**> &self.node_known, room * sizeof(u32)))
                and (not self.last or resize(
                    <void**> &self.node_last, <size_t> room * self.last * sizeof(float)))
            ):
                return False
            self.node_room = room
        if edges > self.edge_room:
            room = min(
                self.grown_length(
                    self.edge_room, edges, self.edge_size(), self.bytes_left()),
                <u32> MAX_EDGES)
            if room < edges or not (
                resize(<void**> &self.edge, room * sizeof(Edge))
                and (not self.weighed or resize(<void**> &self.edge_prior, room * sizeof(float)))
            ):
                return False
            self.edge_room = room
        c_assert(self.allocated() <= self.limit)
        return True

    cdef bint grow_list(self, void** entries, u32* room, u32 needed, size_t size) noexcept nogil:
        """Make room in the list of bounds or of results. Return False if there is no room."""
        cdef u32 length = self.grown_length(room[0], needed, size, self.limit - self.allocated())
        if length == 0 or not resize(entries, length * size):
            return False
        room[0] = length
        c_assert(self.allocated() <= self.limit)
        return True

    cdef Bounds* bound(self, u32 index) noexcept nogil:
        """Return the block of a node's bounds, a new one if needed; NULL if there is no room."""
        cdef Node* node = &self.node[index]
        cdef u32 needed = self.bounds_used + node.edges + 1
        cdef u32 i
        if node.bounded:
            return &self.bounds[self.node_bounds[index]]
        if needed > self.bounds_room and not self.grow_list(
            <void**> &self.bounds, &self.bounds_room, needed, sizeof(Bounds)
        ):
            return NULL
        for i in range(self.bounds_used, needed):
            self.bounds[i] = Bounds(0.0, 1.0)
        self.node_bounds[index] = self.bounds_used
        self.bounds_used = needed
        node.bounded = 1
        return &self.bounds[self.node_bounds[index]]

    cdef Bounds edge_bounds(self, u32 index, u32 place) noexcept nogil:
        """Return the proven bounds of an edge, given its node and its index."""
        cdef Bounds unknown = Bounds(0.0, 1.0)
        if not self.node[index].bounded:
            return unknown
        return self.bounds[self.node_bounds[index] + 1 + place]

    cdef Known* known_of(self, u32 index) noexcept nogil:
        """Return the results of a node's edges that other trees have; NULL if there is no room."""
        cdef u32 edges = self.node[index].edges
        cdef u32 old = self.node_known[index]
        cdef u32 size = self.known[old].visits if old else 0
        cdef u32 needed = self.knowns + edges + 1
        if old and size == edges:
            return &self.known[old + 1]
        if needed > self.known_room and not self.grow_list(
            <void**> &self.known, &self.known_room, needed, sizeof(Known)
        ):
            return NULL
        memset(&self.known[self.knowns], 0, (edges + 1) * sizeof(Known))
        self.known[self.knowns].visits = edges
        if size:
            memcpy(&self.known[self.knowns + 1], &self.known[old + 1], size * sizeof(Known))
        self.node_known[index] = self.knowns
        self.knowns = needed
        return &self.known[self.node_known[index] + 1]

    cdef double mean(self, u32 index) noexcept nogil:
        """Return a node's mean without simulations in progress; 0 if no simulation is finished."""
        cdef u32 done = self.node[index].visits - self.pending(index)
        return self.node[index].value / done if done else 0.0

    cdef u32 add(self, u64 key, int seat) noexcept nogil:
        """Add a node without edges. Return its index, or 0 if there is no room."""
        cdef Node* node
        if self.nodes == self.node_room and not self.make_room(self.nodes + 1, self.edges):
            return 0
        node = &self.node[self.nodes]
        node.key = key
        node.value = 0.0
        node.visits = 0
        node.first_edge = 0
        node.edges = 0
        node.tried = 0
        node.seat = seat
        node.doublings = 0
        node.narrow = 0
        node.bounded = 0
        if self.shared:
            self.node_known[self.nodes] = 0
        self.nodes += 1
        return self.nodes - 1

    cdef bint expand(self, u32 index, const u32* actions, int size) noexcept nogil:
        """Give a node its edges. Return False if there is no room."""
        cdef Node* node = &self.node[index]
        cdef u8 doublings = ALL_MADE if self.weighed else 0
        cdef u32 ready = made_of(size, doublings)
        cdef u32 block = self.take_block(block_size(size, ready))
        cdef u32* behind
        cdef u32 i
        c_assert(0 < size < 1 << 16 and node.first_edge == 0)
        if block == 0:
            return False
        for i in range(ready):
            self.edge[block + i] = Edge(0.0, 0, actions[i], 0, 0)
        behind = <u32*> &self.edge[block + ready]
        for i in range(ready, size):
            behind[i - ready] = actions[i]
        if self.weighed:
            node.tried = size
            for i in range(size):
                self.edge_prior[block + i] = <float> (1.0 / size)
        node.first_edge = block
        node.edges = size
        node.doublings = doublings
        self.actions += size
        return True

    cdef bint extend(self, u32 index, const u32* actions, int size) noexcept nogil:
        """Make all of a node's edges and append more. Return False if there is no room."""
        cdef Node* node = &self.node[index]
        cdef u32 old = node.edges
        cdef u8 old_bounded = node.bounded
        cdef u32 old_bounds = self.node_bounds[index] if old_bounded else 0
        cdef Bounds* bounds
        cdef int i
        if not self.move(index, old + size, ALL_MADE):
            return False
        for i in range(size):
            self.edge[node.first_edge + old + i] = Edge(0.0, 0, actions[i], 0, 0)
        node.edges = old + size
        self.actions += size
        if old_bounded:
            node.bounded = 0
            bounds = self.bound(index)
            if bounds != NULL:
                memcpy(bounds, &self.bounds[old_bounds], (old + 1) * sizeof(Bounds))
                node.bounded = old_bounded
        return True

    cdef bint make(self, u32 index, u32 least) noexcept nogil:
        """Make at least `least` of a node's edges, which may move. Return False without room."""
        cdef Node* node = &self.node[index]
        cdef u8 doublings = node.doublings
        while made_of(node.edges, doublings) < least:
            doublings += 1
        return doublings == node.doublings or self.move(index, node.edges, doublings)

    cdef bint move(self, u32 index, u32 room, u8 doublings) noexcept nogil:
        """Move a node's edges to a block with more of them. Return False if there is no room.

        Args:
            room: number of edges for which there must be room, made or not.
            doublings: number of doublings after which the block has room.
        """
        cdef Node* node = &self.node[index]
        cdef u32 old = node.first_edge
        cdef u32 old_made = made(node)
        cdef u32 old_size = block_size(node.edges, old_made)
        cdef u32 new_made = made_of(room, doublings)
        cdef u32 block = self.take_block(block_size(room, new_made))
        cdef u32* action
        cdef u32 i
        if block == 0:
            return False
        memcpy(&self.edge[block], &self.edge[old], old_made * sizeof(Edge))
        action = <u32*> &self.edge[old + old_made]
        new_made = min(new_made, node.edges)
        for i in range(old_made, new_made):
            self.edge[block + i] = Edge(0.0, 0, action[i - old_made], 0, 0)
        memcpy(
            &self.edge[block + new_made], action + new_made - old_made,
            (node.edges - new_made) * sizeof(u32))
        if old_size < KEPT_SIZES:
            self.edge[old].child = self.free[old_size]
            self.free[old_size] = old
        node.first_edge = block
        node.doublings = doublings
        return True

    cdef u32 next_edge(self, u32 index, u32 otherwise) noexcept nogil:
        """Count a node's first untried edge as tried, and return its place in the list of edges.

        Args:
            otherwise: index of the node's edge to take instead if there is no room.
        """
        cdef Node* node = &self.node[index]
        if node.tried < made(node) or self.make(index, node.tried + 1):
            otherwise = node.tried
            node.tried += 1
        return node.first_edge + otherwise

    cdef u32 take_block(self, u32 size) noexcept nogil:
        """Return the start of room for `size` edges in the list of edges; 0 if there is none."""
        cdef u32 block = self.free[size] if size < KEPT_SIZES else 0
        if block:
            self.free[size] = self.edge[block].child
            return block
        if self.edges + size > self.edge_room and not self.make_room(
            self.nodes, self.edges + size
        ):
            return 0
        self.edges += size
        return self.edges - size

    cdef u32 find(self, u64 key) noexcept nogil:
        """Return the node with this key, or 0 if there is none."""
        cdef u32 place = <u32> key & self.table_mask
        cdef u32 index = self.table[place]
        while index and self.node[index].key != key:
            place = (place + 1) & self.table_mask
            index = self.table[place]
        return index

    cdef void enter(self, u32 index) noexcept nogil:
        """Enter a new node into the table, so that `find` finds it."""
        cdef u32 place
        if self.nodes > self.table_mask // 2:
            self.rehash(2 * (self.table_mask + 1))
            if self.nodes >= self.table_mask:
                return  # without room for a larger table, `find` only misses new nodes
        place = <u32> self.node[index].key & self.table_mask
        while self.table[place]:
            place = (place + 1) & self.table_mask
        self.table[place] = index

    cdef bint rehash(self, u32 room) noexcept nogil:
        """Make a table of `room` places, a power of 2. Return False if there is no room."""
        cdef u32* table
        cdef u32 old_places = self.table_mask + 1 if self.table != NULL else 0
        cdef u32* old = self.table
        cdef u32 i, place
        if (room - old_places) * sizeof(u32) > self.bytes_left():
            return False
        table = <u32*> calloc(room, sizeof(u32))
        if table == NULL:
            return False
        self.table = table
        self.table_mask = room - 1
        for i in range(old_places):
            if old[i]:
                place = <u32> self.node[old[i]].key & self.table_mask
                while table[place]:
                    place = (place + 1) & self.table_mask
                table[place] = old[i]
        free(old)
        return True
