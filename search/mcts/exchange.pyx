"""Exchange of results between trees over one root while they grow.

Trees that are merged only at the end know less than one tree, because each must learn the same
values. So the trees sometimes exchange their new results at often visited nodes (compare Bourki
and others 2010, "Scalability and parallelization of Monte-Carlo tree search"). The number of
simulations determines the time of an exchange, and all trees stand still meanwhile. So the number
of threads changes nothing.
"""

from cython cimport final
from libc.stdlib cimport free, realloc

from aicore.core._types cimport u32
from aicore.search.mcts.nodes cimport Edge, Known, Node, NodeArena


cdef bint keep(NodeArena arena, u32 index) noexcept nogil:
    """Leave a node's results so far out of later exchanges. Return False if there is no room."""
    cdef Edge* edge = &arena.edge[arena.node[index].first_edge]
    cdef Known* known = arena.known_of(index)
    cdef u32 i
    if known == NULL:
        return False
    for i in range(arena.node[index].edges):
        known[i].value = edge[i].value
        known[i].visits = edge[i].visits
    return True


cdef inline u32 place_of(NodeArena arena, u32 index, u32 action, u32 guess) noexcept nogil:
    """Return the index of an action among a node's edges, or the number of edges if it is missing.

    Args:
        guess: index to try first.
    """
    cdef u32 edges = arena.node[index].edges
    cdef u32 i
    if guess < edges and arena.action(index, guess) == action:
        return guess
    for i in range(edges):
        if arena.action(index, i) == action:
            return i
    return edges


@final
cdef class Outbox:
    """Results of one tree for the other trees."""

    def __dealloc__(self):
        free(self.sheet)
        free(self.line)
        free(self.met)
        free(self.actions)

    cdef bint make_room(self, u32 lines) noexcept nogil:
        """Make room for one more sheet with `lines` lines; return False if there is no memory."""
        cdef void* larger
        if self.sheets == self.sheet_room:
            larger = realloc(self.sheet, (2 * self.sheet_room + 64) * sizeof(Sheet))
            if larger == NULL:
                return False
            self.sheet = <Sheet*> larger
            self.sheet_room = 2 * self.sheet_room + 64
        if self.lines + lines > self.line_room:
            larger = realloc(self.line, (2 * self.line_room + lines) * sizeof(Line))
            if larger == NULL:
                return False
            self.line = <Line*> larger
            self.line_room = 2 * self.line_room + lines
        return True

    cdef void fill(self, NodeArena arena, u32 root, bint fixed, u32 least) noexcept nogil:
        """Write a sheet for each node with at least `least` new visits.

        Args:
            fixed: whether each edge leads to one node, and each node has one edge to it.
        """
        cdef u32 index
        cdef u32 number = 0
        self.sheets = 0
        self.lines = 0
        if not fixed:
            for index in range(1, arena.nodes):
                if arena.node[index].visits >= least:
                    self.put(arena, index, 0, 0, least)
            return
        self.put(arena, root, 0, 0, least)
        while number < self.sheets:
            self.follow(arena, number, least)
            number += 1

    cdef void follow(self, NodeArena arena, u32 number, u32 least) noexcept nogil:
        """Write sheets for the nodes below a sheet's node."""
        cdef u32 index = self.sheet[number].node
        cdef Edge* edge
        cdef u32 i
        for i in range(arena.node[index].edges):  # not all have nodes if trees divide actions
            edge = &arena.edge[arena.node[index].first_edge + i]  # `put` may move edges
            if edge.child and arena.node[edge.child].visits >= least:
                self.put(arena, edge.child, number, edge.action, least)

    cdef void put(
        self, NodeArena arena, u32 index, u32 parent, u32 action, u32 least
    ) noexcept nogil:
        """Write a sheet for a node if it has at least `least` new visits.

        Args:
            parent, action: the parent's sheet, and the action that leads to the node.
        """
        cdef Node* node = &arena.node[index]
        cdef Edge* edge
        cdef Known* known
        cdef Sheet* sheet
        cdef Line* line
        cdef u32 new = node.visits
        cdef u32 i
        cdef bint whole = arena.node_known[index] == 0
        if not whole:
            known = arena.known_of(index)
            if known == NULL:
                return
            edge = &arena.edge[node.first_edge]
            new = 0
            for i in range(node.edges):
                new += edge[i].visits - known[i].visits
        if new < least or not self.make_room(node.edges) or not arena.make(index, node.edges):
            return
        known = arena.known_of(index)
        if known == NULL:
            return
        edge = &arena.edge[node.first_edge]
        sheet = &self.sheet[self.sheets]
        sheet.key = node.key
        sheet.parent = parent
        sheet.action = action
        sheet.node = index
        sheet.lines = 0
        sheet.whole = whole
        sheet.seat = node.seat
        sheet.narrow = node.narrow
        for i in range(node.edges):
            if whole or edge[i].visits != known[i].visits:
                line = &self.line[self.lines + sheet.lines]
                line.value = edge[i].value - known[i].value
                line.action = edge[i].action
                if arena.weighed:
                    line.prior = arena.edge_prior[node.first_edge + i]
                line.visits = edge[i].visits - known[i].visits
                known[i].value = edge[i].value
                known[i].visits = edge[i].visits
                sheet.lines += 1
        self.lines += sheet.lines
        self.sheets += 1

    cdef void read(self, NodeArena arena, u32 root, Outbox other) noexcept nogil:
        """Add another tree's sheets to this tree's nodes."""
        cdef Line* line = other.line
        cdef Sheet* sheet
        cdef void* larger
        cdef u32 number
        if self.met_room < other.sheets:
            larger = realloc(self.met, other.sheet_room * sizeof(u32))
            if larger == NULL:
                return
            self.met = <u32*> larger
            self.met_room = other.sheet_room
        for number in range(other.sheets):
            sheet = &other.sheet[number]
            self.met[number] = self.place(arena, sheet, line)
            if self.met[number]:
                self.add(arena, self.met[number], line, sheet.lines)
            line += sheet.lines

    cdef u32 place(self, NodeArena arena, Sheet* sheet, const Line* line) noexcept nogil:
        """Return the node of a sheet, with its edges; 0 if it is missing and cannot be added."""
        cdef u32 index = 0
        cdef u32 above = 0
        cdef u32 edge = 0
        if sheet.key:
            index = arena.find(sheet.key)
        else:
            above = self.met[sheet.parent]
            if above == 0:
                return 0
            edge = place_of(arena, above, sheet.action, 0)
            if edge == arena.node[above].edges or not arena.make(above, edge + 1):
                return 0
            edge += arena.node[above].first_edge
            index = arena.edge[edge].child
        if index and arena.node[index].first_edge:
            return index
        if not sheet.whole:
            return 0
        if index == 0:
            # A node without edges would pass for one that a network has judged.
            if not arena.make_room(arena.nodes + 1, arena.edges + sheet.lines):
                return 0
            index = arena.add(sheet.key, sheet.seat)
            if above:
                arena.edge[edge].child = index
            else:
                arena.enter(index)
        return index if self.copy(arena, index, sheet, line) else 0

    cdef bint copy(self, NodeArena arena, u32 index, Sheet* sheet, const Line* line) noexcept nogil:
        """Give a node the edges of a sheet; return False if there is no room."""
        cdef void* larger
        cdef u32 i
        if self.action_room < sheet.lines:
            larger = realloc(self.actions, sheet.lines * sizeof(u32))
            if larger == NULL:
                return False
            self.actions = <u32*> larger
            self.action_room = sheet.lines
        for i in range(sheet.lines):
            self.actions[i] = line[i].action
        arena.node[index].narrow = sheet.narrow
        if not arena.expand(index, self.actions, sheet.lines):
            return False
        if arena.weighed:
            for i in range(sheet.lines):
                arena.edge_prior[arena.node[index].first_edge + i] = line[i].prior
        return True

    cdef void add(
        self, NodeArena arena, u32 index, const Line* line, u32 lines
    ) noexcept nogil:
        """Add a sheet's lines to a node."""
        cdef Node* node = &arena.node[index]
        cdef Edge* edge
        cdef Known* known = arena.known_of(index)
        cdef u32 i
        cdef u32 place = 0
        if known == NULL or not arena.make(index, node.edges):
            return
        edge = &arena.edge[node.first_edge]
        for i in range(lines):
            place = place_of(arena, index, line[i].action, place)
            if place < node.edges:
                edge[place].value += line[i].value
                edge[place].visits += line[i].visits
                known[place].value += line[i].value
                known[place].visits += line[i].visits
                known[place].foreign += line[i].visits
                node.value += line[i].value
                node.visits += line[i].visits
            place += 1
        while node.tried < node.edges and edge[node.tried].visits:
            node.tried += 1
