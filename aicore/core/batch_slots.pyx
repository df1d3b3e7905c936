"""Places of a batch: each holds a game, advances it by tokens, and shows the results.

This module owns all memory of a batch: the shown arrays and the private data.
"""

from cpython.bytearray cimport PyByteArray_AsString
from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i16, i64
from aicore.core.bits cimport fold, mix
from aicore.core.chance cimport Key, keyed_draw
from aicore.core.game cimport CHANCE, END, Head
from aicore.core.rng cimport MAX_SOURCES, rng_below, rng_seed
from aicore.core.ruleset cimport MAX_SEATS
from aicore.core.siphash cimport SipState, sip_end, sip_start
from aicore.core.tokens cimport keep_matching, observe_tokens

from math import prod

from aicore.core.errors import StateError


cdef int allocate_scratch(Scratch* scratch, Game game) except -1:
    """Allocate one thread's working memory. Raises MemoryError."""
    memset(scratch, 0, sizeof(Scratch))
    scratch.actions = <u32*> calloc(game.max_actions, sizeof(u32))
    scratch.tokens = <u16*> calloc(game.max_actions + game.max_tokens, sizeof(u16))
    scratch.rows = <u16*> calloc(game.max_actions * game.max_tokens, sizeof(u16))
    scratch.rank = <u16*> calloc(game.num_tokens, sizeof(u16))
    scratch.events = <u32*> calloc(game.max_outcomes + 1, sizeof(u32))
    scratch.weights = <double*> calloc(game.max_outcomes + 1, sizeof(double))
    if not (scratch.actions and scratch.tokens and scratch.rows and scratch.rank
            and scratch.events and scratch.weights):
        free_scratch(scratch)
        raise MemoryError
    return 0


cdef void free_scratch(Scratch* scratch) noexcept:
    free(scratch.actions)
    free(scratch.tokens)
    free(scratch.rows)
    free(scratch.rank)
    free(scratch.events)
    free(scratch.weights)


cdef inline i64 read_number(const char* at, int width, bint signed) noexcept nogil:
    """Return the integer of 1, 2, 4 or 8 bytes at an address; NO_TOKEN if it is too large."""
    cdef i64 eight
    cdef i32 four
    cdef u16 two
    if width == 8:
        memcpy(&eight, at, 8)
        return eight if signed or eight >= 0 else NO_TOKEN
    if width == 4:
        memcpy(&four, at, 4)
        return <i64> four if signed else <i64> <u32> four
    if width == 2:
        memcpy(&two, at, 2)
        return <i64> <i16> two if signed else <i64> two
    return <i64> (<const i8*> at)[0] if signed else <i64> (<const u8*> at)[0]


cdef inline bint ascending(const u16* tokens, int size) noexcept nogil:
    """Whether each token is greater than the one before it."""
    cdef int i
    for i in range(1, size):
        if tokens[i - 1] >= tokens[i]:
            return False
    return True


cdef inline int index_of(i64 token, const u16* tokens, int size) noexcept nogil:
    """Return the index of a token in a list, or `size` if it is missing."""
    cdef int i = 0
    while i < size and tokens[i] != token:
        i += 1
    return i


cdef inline int index_in_order(i64 token, const u16* tokens, int size) noexcept nogil:
    """Return the index of a token in an ascending list, or `size` if it is missing."""
    cdef int index = 0
    cdef int left = size
    while left > 1:
        index += left >> 1 if tokens[index + (left >> 1)] <= token else 0
        left -= left >> 1
    return index if tokens[index] == token else size


@final
cdef class BatchSlots:
    """Games of a batch: see `Batch`, whose attributes are the arrays in `shown`."""

    cdef int allocate(
            self, Game game, int size, bint mask, bint observe, bint finals) except -1:
        """Allocate all arrays."""
        self.game = game
        self.size = size
        self.shown = {}
        self.max_legal = min(game.max_actions, game.num_tokens)
        self.max_kept = self.max_legal if game.max_tokens > 1 else game.max_actions
        self.sources = len(game.chance_sources)
        self.turns = <i8*> self.allocate_shown("turns", "b", ())
        self.legal = <u16*> self.allocate_shown("legal", "H", (self.max_legal,))
        self.counts = <i32*> self.allocate_shown("counts", "i", ())
        self.rewards = <float*> self.allocate_shown("rewards", "f", (game.seats,))
        self.done = <u8*> self.allocate_shown("done", "B", ())
        self.truncated = <u8*> self.allocate_shown("truncated", "B", ())
        self.seeds = <u64*> self.allocate_shown("seeds", "Q", ())
        if observe:
            self.observations = <u8*> self.allocate_shown(
                "observations", "B", (game.observation_size,))
        if mask:
            self.mask = <u8*> self.allocate_shown("mask", "B", (game.num_tokens,))
        if finals:
            self.final_observations = <u8*> self.allocate_shown(
                "final_observations", "B", (game.seats, game.observation_size))
        self.states = self.allocate_private(game.state_size)
        self.actions = <u32*> self.allocate_private(self.max_kept * sizeof(u32))
        if game.max_tokens > 1:
            self.all_lone = <u8*> self.allocate_private(1)
            self.shared = <u8*> self.allocate_private(self.max_legal)
        self.prefix = <u16*> self.allocate_private(game.max_tokens * sizeof(u16))
        self.length = <u8*> self.allocate_private(1)
        self.plies = <i32*> self.allocate_private(sizeof(i32))
        self.chosen = <i32*> self.allocate_private(sizeof(i32))
        self.sealed = <u8*> self.allocate_private(1)
        self.keys = <u64*> self.allocate_private(2 * sizeof(u64))
        self.first = <u64*> self.allocate_private(sizeof(u64))
        self.begun = <u32*> self.allocate_private(sizeof(u32))
        self.before = <u32*> self.allocate_private(MAX_SOURCES * sizeof(u32))
        self.hashes = <Hashes*> self.allocate_private(self.sources * sizeof(Hashes) + 1)
        self.rng = <RngState*> self.allocate_private(sizeof(RngState))

    cdef char* allocate_shown(self, str name, str kind, tuple inner) except NULL:
        """Allocate a shown array: for each place a number, or an array of shape `inner`."""
        cdef bytearray data = bytearray(
            memoryview(b"").cast(kind).itemsize * self.size * prod(inner))
        self.shown[name] = memoryview(data).cast(kind, [self.size, *inner])  # owns the bytes
        return PyByteArray_AsString(data)

    cdef char* allocate_private(self, size_t bytes) except NULL:
        """Allocate private memory, `bytes` bytes for each place."""
        cdef char* memory = <char*> calloc(self.size, bytes)
        if memory == NULL:
            raise MemoryError
        return memory

    def __dealloc__(self):
        free(self.states)
        free(self.actions)
        free(self.all_lone)
        free(self.shared)
        free(self.prefix)
        free(self.length)
        free(self.plies)
        free(self.chosen)
        free(self.sealed)
        free(self.keys)
        free(self.first)
        free(self.begun)
        free(self.before)
        free(self.hashes)
        free(self.rng)

    cdef void set_seed(self, Py_ssize_t i, u64 seed) noexcept:
        """Set the seed of a place's first game, which determines the seeds of its later games."""
        self.sealed[i] = False
        self.first[i] = seed
        self.begun[i] = 0
        rng_seed(&self.rng[i], mix(seed))

    cdef void set_secret(self, Py_ssize_t i, const u64* secret) noexcept:
        """Derive all seeds of a place from a secret, so that no seed reveals another."""
        cdef SipState start = sip_start(secret, i, 0)
        self.sealed[i] = True
        self.keys[2 * i] = sip_end(start, 0)
        self.keys[2 * i + 1] = sip_end(start, 1)
        self.begun[i] = 0
        rng_seed(&self.rng[i], sip_end(start, 2))

    cdef list parts(self):
        """Return the parts that define the games: name, address, and size in bytes per place."""
        cdef Game game = self.game
        parts = [
            ("states", <size_t> self.states, game.state_size),
            ("prefix", <size_t> self.prefix, game.max_tokens * sizeof(u16)),
            ("length", <size_t> self.length, 1),
            ("plies", <size_t> self.plies, sizeof(i32)),
            ("sealed", <size_t> self.sealed, 1),
            ("keys", <size_t> self.keys, 2 * sizeof(u64)),
            ("first", <size_t> self.first, sizeof(u64)),
            ("begun", <size_t> self.begun, sizeof(u32)),
            ("before", <size_t> self.before, MAX_SOURCES * sizeof(u32)),
            ("rng", <size_t> self.rng, sizeof(RngState)),
            ("rewards", <size_t> self.rewards, game.seats * sizeof(float)),
            ("done", <size_t> self.done, 1),
            ("truncated", <size_t> self.truncated, 1),
            ("seeds", <size_t> self.seeds, sizeof(u64)),
        ]
        if self.final_observations:
            parts.append((
                "final_observations", <size_t> self.final_observations,
                game.seats * game.observation_size))
        return parts

    cdef dict saved_parts(self):
        """Return all parts that define the games, as bytes."""
        return {
            name: (<const char*> <size_t> address)[:self.size * width]
            for name, address, width in self.parts()
        }

    cdef int restore(self, dict saved) except -1:
        """Restore the parts that `saved_parts` returned. Raises StateError if they are damaged."""
        cdef bytes data
        cdef Py_ssize_t i
        cdef int source
        parts = self.parts()
        if {*saved} != {name for name, _, _ in parts}:
            raise StateError("not a batch: its parts have other names")
        for name, _, width in parts:
            if type(saved[name]) is not bytes or len(saved[name]) != self.size * width:
                raise StateError(f"{name} must have {self.size * width} bytes in this batch")
        for name, address, width in parts:
            data = saved[name]
            memcpy(<char*> <size_t> address, <const char*> data, self.size * width)
        for i in range(self.size):
            if not 0 <= (<Head*> (self.states + i * self.game.state_size)).turn < self.game.seats:
                raise StateError("not a batch: one of its states has no seat to move")
            if self.length[i] >= self.game.max_tokens:
                raise StateError("not a batch: its tokens begin no legal action")
            if not (self.rng[i].s[0] | self.rng[i].s[1] | self.rng[i].s[2] | self.rng[i].s[3]):
                raise StateError("not a batch: one of its random generators is all zeros")
            for source in range(self.sources):
                self.hashes[i * self.sources + source].number = -1
        return 0

    cdef int check_tokens(self) except -1:
        """Check that each incomplete action can continue; call it after the task `SHOW`.

        Raises StateError.
        """
        cdef Py_ssize_t i
        for i in range(self.size):
            if self.counts[i] == 0:
                raise StateError("not a batch: its tokens begin no legal action")
        return 0

    cdef void sample(self, u16* tokens) noexcept nogil:
        """Write a uniformly random legal token for each place."""
        cdef Py_ssize_t i
        for i in range(self.size):
            tokens[i] = self.legal[i * self.max_legal + rng_below(&self.rng[i], self.counts[i])]

    cdef Py_ssize_t read(
        self, const char* tokens, Py_ssize_t stride, int width, bint signed
    ) noexcept nogil:
        """Look up tokens of `width` bytes, `stride` bytes apart, among the legal tokens.

        Return the first place whose token is not legal, or -1.
        """
        cdef Py_ssize_t i
        cdef i64 token
        cdef int index
        cdef const u16* legal
        cdef const u8* all_lone = self.all_lone
        for i in range(self.size):
            token = read_number(tokens + i * stride, width, signed)
            if token == WAIT or (width == 2 and token == 0xFFFF):
                self.chosen[i] = WAIT
                continue
            legal = self.legal + i * self.max_legal
            if all_lone and all_lone[i]:
                index = index_in_order(token, legal, self.counts[i])
            else:
                index = index_of(token, legal, self.counts[i])
            if index == self.counts[i]:
                return i
            self.chosen[i] = index
        return -1

    cdef int run_task(self, Py_ssize_t low, Py_ssize_t high, int task) except -1:
        """Do a task in the places from `low` up to `high`.

        `SHOW` shows all of them. In places that wait, other tasks only clear the last results.
        """
        cdef Scratch scratch
        cdef Py_ssize_t i
        allocate_scratch(&scratch, self.game)
        with nogil:
            for i in range(low, high):
                if task == ADVANCE:
                    self.advance(i, &scratch)
                elif task == SHOW:
                    self.show(i, &scratch)
                else:
                    self.forget_ending(i)
                    if self.chosen[i] == WAIT:
                        continue
                    if task == BEGIN:
                        self.begin(i, &scratch)
                    else:
                        self.resume(i, &scratch)
                    self.show(i, &scratch)
        free_scratch(&scratch)
        return 0

    cdef inline void seed_next_game(self, Py_ssize_t i) noexcept nogil:
        """Set the seed of a place's next game, and reset its counters."""
        cdef int source
        if self.sealed[i]:
            # Even and Mansour 1997: a permutation with a secret key before and after it.
            self.seeds[i] = mix(self.keys[2 * i] ^ self.begun[i]) ^ self.keys[2 * i + 1]
        elif self.begun[i]:
            self.seeds[i] = mix(fold(self.first[i], self.begun[i]))
        else:
            self.seeds[i] = self.first[i]
        self.begun[i] += 1
        self.plies[i] = 0
        self.length[i] = 0
        for source in range(MAX_SOURCES):
            self.before[i * MAX_SOURCES + source] = 0
        for source in range(self.sources):
            self.hashes[i * self.sources + source].number = -1

    cdef void begin(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """Start a place's next game; games that are over before a seat can act do not count."""
        cdef void* state = self.states + i * self.game.state_size
        cdef int _
        for _ in range(1 if self.stuck else MAX_IDLE):  # stuck in one place, the batch is useless
            self.seed_next_game(i)
            memset(state, 0, self.game.state_size)
            self.game.begin(state)
            self.settle(i, scratch)
            if (<Head*> state).turn != END or self.game.mistakes != self.game.reported:
                return
        self.stuck = True

    cdef void resume(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """Continue from the position that was loaded into a place, with the place's own luck."""
        self.seed_next_game(i)
        self.settle(i, scratch)
        if (<Head*> (self.states + i * self.game.state_size)).turn == END:
            self.finish(i)
            self.begin(i, scratch)

    cdef void settle(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """Apply chance events until a seat is to move or the game is over."""
        cdef void* state = self.states + i * self.game.state_size
        cdef Key key
        key.sealed = False
        key.number = self.seeds[i]
        while (<Head*> state).turn == CHANCE:
            self.game.apply(state, keyed_draw(
                self.game, state, &key, self.before + i * MAX_SOURCES,
                self.hashes + i * self.sources, scratch.events, scratch.weights))

    cdef void advance(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """Take a place's next token."""
        cdef void* state = self.states + i * self.game.state_size
        cdef int chosen = self.chosen[i]
        cdef u32 action
        if self.done[i]:
            self.forget_ending(i)
        if chosen == WAIT:
            return
        if self.shared and self.all_lone[i]:
            action = self.game.action(state, self.legal[i * self.max_legal + chosen])
        elif self.shared and self.shared[i * self.max_legal + chosen]:
            self.add_token(i, self.legal[i * self.max_legal + chosen], scratch)
            return
        else:
            action = self.actions[i * self.max_kept + chosen]
        self.length[i] = 0
        self.game.apply(state, action)
        self.plies[i] += 1
        self.settle(i, scratch)
        if (<Head*> state).turn == END or self.plies[i] >= self.game.max_length:
            self.finish(i)
            self.begin(i, scratch)
        self.show(i, scratch)

    cdef void add_token(self, Py_ssize_t i, int token, Scratch* scratch) noexcept nogil:
        """Take a token that several actions share, and list the legal tokens after it."""
        cdef u16* prefix = self.prefix + i * self.game.max_tokens
        prefix[self.length[i]] = token
        self.length[i] += 1
        self.list_legal(i, scratch)
        if self.mask:
            self.write_mask(i)
        if self.observations:
            observe_tokens(
                self.game, prefix, self.length[i],
                self.observations + i * self.game.observation_size)

    cdef void finish(self, Py_ssize_t i) noexcept nogil:
        """Record the end of a place's game: its returns, or that it was cut off."""
        cdef void* state = self.states + i * self.game.state_size
        cdef double[MAX_SEATS] returns
        cdef int seat
        self.done[i] = True
        if self.final_observations:
            self.observe_ending(i)
        if (<Head*> state).turn != END:
            self.truncated[i] = True
            return
        self.game.returns(state, returns)
        for seat in range(self.game.seats):
            self.rewards[i * self.game.seats + seat] = <float> returns[seat]

    cdef void observe_ending(self, Py_ssize_t i) noexcept nogil:
        """Write each seat's knowledge at the end of a place's game."""
        cdef int seat
        cdef int size = self.game.observation_size
        cdef u8* seen = self.final_observations + i * self.game.seats * size
        memset(seen, 0, self.game.seats * size)
        for seat in range(self.game.seats):
            self.game.observe(self.states + i * self.game.state_size, seat, seen + seat * size)

    cdef void forget_ending(self, Py_ssize_t i) noexcept nogil:
        """Clear the results of a place's last game."""
        self.done[i] = False
        self.truncated[i] = False
        memset(self.rewards + i * self.game.seats, 0, self.game.seats * sizeof(float))

    cdef void show(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """Write the legal next tokens and the knowledge of the seat to move."""
        cdef void* state = self.states + i * self.game.state_size
        cdef u8* seen
        self.turns[i] = (<Head*> state).turn
        if self.turns[i] == END:  # the place is stuck, or a rule failed: an error follows
            self.counts[i] = 0
            return
        if self.shared:
            self.list_legal(i, scratch)
        else:
            self.list_indices(i)
        if self.mask:
            self.write_mask(i)
        if self.observations:
            seen = self.observations + i * self.game.observation_size
            memset(seen, 0, self.game.observation_size)
            self.game.observe(state, self.turns[i], seen)
            if self.length[i]:
                observe_tokens(
                    self.game, self.prefix + i * self.game.max_tokens, self.length[i], seen)

    cdef inline void list_indices(self, Py_ssize_t i) noexcept nogil:
        """List the legal tokens of a game in which each action has its own token."""
        cdef void* state = self.states + i * self.game.state_size
        cdef u32* actions = self.actions + i * self.max_kept
        cdef u16* legal = self.legal + i * self.max_legal
        cdef int size = self.game.actions(state, actions)
        cdef int k
        for k in range(size):
            legal[k] = self.game.index(state, actions[k])
        self.counts[i] = size

    cdef void list_legal(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """List the legal next tokens of a game in which actions may share tokens."""
        cdef void* state = self.states + i * self.game.state_size
        cdef int size = 0
        if self.length[i] == 0:
            size = self.game.lone_tokens(state, self.legal + i * self.max_legal)
        self.all_lone[i] = size > 0
        self.counts[i] = size if size else self.list_tokens(i, scratch)

    cdef int list_tokens(self, Py_ssize_t i, Scratch* scratch) noexcept nogil:
        """List each legal next token once, and return the number of tokens."""
        cdef void* state = self.states + i * self.game.state_size
        cdef u16* legal = self.legal + i * self.max_legal
        cdef u32* actions = self.actions + i * self.max_kept
        cdef u8* shared = self.shared + i * self.max_legal
        cdef int listed = 0
        cdef int k, rank
        cdef int size = keep_matching(
            self.game, state, scratch.actions, self.game.actions(state, scratch.actions),
            scratch.rows, self.prefix + i * self.game.max_tokens, self.length[i], scratch.tokens)
        if ascending(scratch.tokens, size):  # no duplicates
            memcpy(legal, scratch.tokens, size * sizeof(u16))
            memcpy(actions, scratch.actions, size * sizeof(u32))
            memset(shared, False, size)
            return size
        for k in range(size):
            rank = scratch.rank[scratch.tokens[k]]
            if rank:
                shared[rank - 1] = True
                continue
            legal[listed] = scratch.tokens[k]
            actions[listed] = scratch.actions[k]
            shared[listed] = False
            listed += 1
            scratch.rank[scratch.tokens[k]] = listed
        for k in range(listed):
            scratch.rank[legal[k]] = 0
        return listed

    cdef void write_mask(self, Py_ssize_t i) noexcept nogil:
        """Write 1 for each legal next token, and 0 for the others."""
        cdef u8* mask = self.mask + i * self.game.num_tokens
        cdef int k
        memset(mask, 0, self.game.num_tokens)
        for k in range(self.counts[i]):
            mask[self.legal[i * self.max_legal + k]] = True


cdef BatchSlots new_batch_slots(Game game, int size, bint mask, bint observe, bint finals):
    """Return places for `size` games that have not started."""
    cdef BatchSlots places = BatchSlots.__new__(BatchSlots)
    places.allocate(game, size, mask, observe, finals)
    return places
