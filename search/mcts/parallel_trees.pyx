"""Trees over one root that grow together, and may exchange results or divide actions.

To exchange, all trees grow to the same number of simulations, then stand still. Each tree writes
its results and reads the results of all others. Then they grow again, by a fraction of their size.
The number of threads changes nothing.
"""

from contextlib import ExitStack

from cpython.exc cimport PyErr_CheckSignals
from cython cimport final
from libc.stdlib cimport calloc, free

from aicore.core._types cimport i64, u32, u64
from aicore.core.clock cimport now
from aicore.core.validate cimport bounded_int, ExclusiveUse
from aicore.core.rng cimport Rng, RngState, rng_next
from aicore.core.team cimport Team, Work
from aicore.search.mcts.tree cimport MAX_SIMS, Tree

from aicore.core.errors import AicoreError
from aicore.core.parameter import MAX_TOTAL
from aicore.core.processors import MAX_THREADS

cdef enum:
    MAX_TREES = 256
    # number of simulations of each tree before the first exchange; later the minimum between two
    MIN_BETWEEN_EXCHANGES = 8
    # A sheet has the new results of one node (exchange.pxd). It needs this many new visits, and at
    # least 1 / MIN_SHARE of its tree's simulations.
    MIN_NEW_VISITS = 3
    MIN_SHARE = 1024

cdef double SLICE = 0.05  # seconds between checks for signals
cdef double STEP = 0.05  # relative growth in simulations from one exchange to the next


ctypedef void (*Grow)(void* tree, i64 sims, double until, int helpers) noexcept nogil
ctypedef void (*Write)(void* tree, u32 least) noexcept nogil
ctypedef void (*Read)(void* tree, void* other) noexcept nogil
ctypedef i64 (*MissingSims)(void* tree, i64 sims) noexcept nogil


cdef void grow(Tree tree, i64 sims, double until, int helpers) noexcept nogil:
    """Run simulations of one tree, in one thread."""
    tree.grow(sims, until, helpers)


cdef void write(Tree tree, u32 least) noexcept nogil:
    """Write a sheet of results for each node with at least `least` new visits."""
    tree.outbox.fill(tree.arena, tree.root, tree.sim.fixed, least)


cdef void read(Tree tree, Tree other) noexcept nogil:
    """Add the results of another tree."""
    tree.outbox.read(tree.arena, tree.root, other.outbox)


cdef i64 missing_sims(Tree tree, i64 sims) noexcept nogil:
    """Return the number of simulations that a tree still needs to reach `sims`.

    Return -1 if the tree is finished.
    """
    return -1 if tree.finished() else max(sims - tree.done, <i64> 0)


cdef void work(ParallelTrees self, int place) noexcept nogil:
    """Do the current part of one tree's work."""
    cdef int other
    cdef void* tree = self.tree[place]
    if self.part == GROW:
        (<Grow> grow)(tree, min(self.quota[place], self.next_exchange), self.until, self.helpers)
    elif self.part == WRITE:
        (<Write> write)(tree, self.min_new_visits)
    else:
        for other in range(self.size):
            if other != place:
                (<Read> read)(tree, self.tree[other])


@final
cdef class ParallelTrees:
    """Trees over one root, either all `shared` or none.

    Args:
        trees: the trees.
        threads: number of trees that grow at once; it changes only the time needed.
        helpers: number of threads per tree that judge the leaves of a batch.

    Raises AicoreError, MemoryError.
    """

    def __cinit__(self, list trees not None, threads=1, helpers=1):
        cdef int i
        cdef Tree tree, first
        self.size = bounded_int("trees", len(trees), 1, MAX_TREES)
        self.threads = bounded_int("threads", threads, 1, MAX_THREADS)
        self.helpers = bounded_int("helpers", helpers, 1, MAX_THREADS)
        self.tree = <void**> calloc(self.size, sizeof(void*))
        self.quota = <i64*> calloc(self.size, sizeof(i64))
        if self.tree == NULL or self.quota == NULL:
            raise MemoryError
        self.trees = tuple(trees)
        first = self.trees[0]
        for i in range(self.size):
            tree = self.trees[i]
            self.tree[i] = <void*> tree
            if tree.game is not first.game or tree.arena.shared != first.arena.shared:
                raise AicoreError("parallel trees need the same game, and all share or none")
        self.team = Team(min(self.threads, self.size), self.size)
        self.busy = ExclusiveUse(first.game)
        self.shares = first.arena.shared
        self.next_exchange = MIN_BETWEEN_EXCHANGES if self.shares else MAX_SIMS

    def __dealloc__(self):
        free(self.tree)
        free(self.quota)

    def begin(self, Rng rng not None):
        """Prepare all trees for a new root.

        Args:
            rng: source of the order of actions, which is the same in all trees; it does not
                advance.
        """
        cdef Tree tree
        cdef RngState state = rng.state
        cdef u64 order = rng_next(&state)
        self.next_exchange = MIN_BETWEEN_EXCHANGES if self.shares else MAX_SIMS
        for tree in self.trees:
            tree.sim.order = order

    def restrict(self, list actions not None):
        """Divide the following simulations equally among these actions of the root.

        Each tree gets its own actions, and searches as deep there as a single tree would. If the
        numbers do not divide evenly, trees share an action, and each runs some of its numbered
        simulations. The n-th simulation has the same luck in every tree. Raises AicoreError.
        """
        cdef Tree tree
        cdef u32 action
        cdef i64 most_visits, place, visits
        cdef int i, number, owner
        cdef int size = self.size
        owned = []
        with ExitStack() as stack:
            stack.enter_context(self.busy)
            for tree in self.trees:
                stack.enter_context(tree.busy)
                tree.check_root()
                tree.sums.left = 0
                tree.sums.trees = size
                tree.world_seed = tree.sim.order
            for i, event in enumerate(dict.fromkeys(actions)):
                action = bounded_int("action", event, 0, 0xFFFFFFFF)
                before = 0
                most_visits = 0
                owner = i % size
                for number, tree in enumerate(self.trees):
                    place = tree.place_of(action)
                    if place < 0:
                        raise AicoreError(f"{action} is not an action of the root")
                    visits = tree.sums.visits[place]
                    before += visits
                    if visits > most_visits:
                        most_visits = visits
                        owner = number
                owned.append((owner, i, action, before))
            for i, (_, _, action, before) in enumerate(sorted(owned)):
                for number, tree in enumerate(self.trees):
                    first = max(number * len(owned), i * size)
                    units = min((number + 1) * len(owned), (i + 1) * size) - first
                    if units > 0:
                        tree.sums.share(tree.place_of(action), before, first - i * size, units)

    def run(self, quotas, until):
        """Grow the trees up to their quotas, without the GIL. Return whether time ran out first.

        Growth stops early once the root is proven, or when the monotonic clock reads `until`.

        Args:
            quotas: total number of simulations for each tree.
            until: time limit by the monotonic clock.

        Raises AicoreError if the trees have different roots, or if an argument is invalid.
        """
        cdef double end = until
        cdef double stop
        cdef bint over
        cdef Tree tree
        cdef Tree first = self.trees[0]
        if len(quotas) != self.size:
            raise AicoreError(f"give {self.size} quotas, one per tree, not {len(quotas)}")
        with ExitStack() as stack:
            stack.enter_context(self.busy)
            for i, tree in enumerate(self.trees):
                stack.enter_context(tree.busy)
                tree.check_root()
                tree.check_applied()
                if tree.arena.node[tree.root].key != first.arena.node[first.root].key:
                    raise AicoreError("the trees of a forest must have the same root")
                self.quota[i] = min(bounded_int("sims", quotas[i], 0, MAX_TOTAL), MAX_SIMS)
            while True:
                stop = now() + SLICE
                self.until = end if end < stop else stop
                with nogil:
                    over = self.grow()
                PyErr_CheckSignals()
                self.busy.report()
                if over:
                    return False
                if not now() < end:
                    return True

    cdef bint grow(self) noexcept nogil:
        """Grow the trees until all are done, or until time is up. Return whether all are done."""
        cdef bint over = False
        self.team.reset()
        self.team.gather(self.threads, <Work> work, <void*> self)
        while True:
            self.run_part(GROW)
            over = self.finished()
            if over or self.out_of_time():
                break
            self.min_new_visits = max(<i64> MIN_NEW_VISITS, self.next_exchange // MIN_SHARE)
            self.run_part(WRITE)
            self.run_part(READ)
            self.next_exchange += max(
                <i64> (self.next_exchange * STEP), <i64> MIN_BETWEEN_EXCHANGES)
        self.team.dismiss()
        return over

    cdef void run_part(self, Part part) noexcept nogil:
        """Do one part of the work in all trees."""
        cdef int i
        self.part = part
        for i in range(self.size):
            self.team.offer(i)
        for i in range(self.size):
            self.team.finish(i)

    cdef bint finished(self) noexcept nogil:
        """Whether a tree has proven the root, or all have reached their quotas."""
        cdef i64 missing = 0
        cdef i64 own_missing
        cdef int i
        for i in range(self.size):
            own_missing = (<MissingSims> missing_sims)(self.tree[i], self.quota[i])
            if own_missing < 0:
                return True
            missing += own_missing
        return missing == 0

    cdef bint out_of_time(self) noexcept nogil:
        """Whether time was up before all trees reached the next exchange."""
        cdef i64 quota
        cdef int i
        for i in range(self.size):
            quota = min(self.quota[i], self.next_exchange)
            if (<MissingSims> missing_sims)(self.tree[i], quota) > 0:
                return True
        return False
