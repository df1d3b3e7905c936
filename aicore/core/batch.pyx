"""Many games at once, stepped by arrays: for those who learn from millions of positions.

Each place of a batch holds one game. `Batch.step` takes a word for each place, and where an action
has been said, plays it, lets chance happen, and begins the next game where this one is over. All
that comes of it is written into the same arrays each time, without the interpreter.
"""

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.bytearray cimport PyByteArray_AsString
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i8, i32, i64, u8, u16, u32, u64
from aicore.core.bits cimport fold, mix
from aicore.core.chance cimport Hashes, Key, keyed_draw
from aicore.core.face cimport whole
from aicore.core.game cimport CHANCE, END, Game, Head
from aicore.core.position cimport new_state
from aicore.core.rng cimport MAX_SOURCES, RngState, rng_below, rng_seed
from aicore.core.ruleset cimport MAX_SEATS
from aicore.core.spelling cimport narrow, observe_words

from array import array
from concurrent.futures import ThreadPoolExecutor

from aicore.core.errors import AicoreError, IllegalAction

cdef enum:
    MOST_GAMES = 1 << 24
    MOST_THREADS = 256
    WAIT = -1  # the word of a place that is to stay as it is


# What one thread needs while it looks after its places, one after the other.
ctypedef struct Desk:
    u32* actions
    u16* words
    u16* rows  # the words of each action
    u16* met  # by word: 0, or 1 + its place among the legal ones
    u32* events
    double* weights


cdef int lay(Desk* desk, Game game) except -1:
    memset(desk, 0, sizeof(Desk))
    desk.actions = <u32*> calloc(game.max_actions, sizeof(u32))
    desk.words = <u16*> calloc(game.max_actions + game.max_words, sizeof(u16))
    desk.rows = <u16*> calloc(game.max_actions * game.max_words, sizeof(u16))
    desk.met = <u16*> calloc(game.num_actions, sizeof(u16))
    desk.events = <u32*> calloc(game.max_outcomes + 1, sizeof(u32))
    desk.weights = <double*> calloc(game.max_outcomes + 1, sizeof(double))
    if not (desk.actions and desk.words and desk.rows and desk.met
            and desk.events and desk.weights):
        clear(desk)
        raise MemoryError
    return 0


cdef void clear(Desk* desk) noexcept:
    free(desk.actions)
    free(desk.words)
    free(desk.rows)
    free(desk.met)
    free(desk.events)
    free(desk.weights)


cdef inline bint ascending(const u16* words, int size) noexcept nogil:
    cdef int i
    for i in range(1, size):
        if words[i - 1] >= words[i]:
            return False
    return True


cdef class Batch:
    """`size` games of one kind, played side by side; each place begins its next game by itself.

    The arrays are memoryviews, which NumPy and others take without a copy; each step writes them
    anew. `turns`, `legal`, `counts` and `seeds` are to be read alone.

    Args:
        game: a game that has arrays.
        size: how many games.
        seed: from it and from its place follow the seeds of a place's games.
        threads: how many work at a step; what comes of it does not depend on them.
        mask: whether to write `mask`, which costs time where there are many words.
        observe: whether to write `observations`.

    Attributes:
        turns: (size,) int8, the seat to move, for whom the following three are.
        observations: (size, observation_size) uint8, what it knows and has said.
        legal: (size, most) uint16, the words that may come next, the first `counts` of each row.
        counts: (size,) int32, their number.
        mask: (size, num_actions) uint8, the same as 0 and 1; None unless asked for.
        rewards: (size, seats) float32, the returns of the game that the last step ended, or 0.
        done: (size,) uint8, whether it ended one: all else is of the next game.
        truncated: (size,) uint8, whether that was cut off at max_length actions, its rewards 0.
        seeds: (size,) uint64: each place's game is the one that `aicore.Chance` of this seed deals.

    Raises AicoreError.
    """

    cdef readonly Game game
    cdef readonly int size
    cdef readonly int threads
    cdef readonly object turns, observations, legal, counts, mask, rewards, done, truncated, seeds
    cdef bint busy
    cdef object pool  # of threads
    cdef dict kept  # the bytes behind the arrays, by name

    # Shown in the arrays of these names.
    cdef i8* _turns
    cdef u8* _observations  # NULL: not asked for
    cdef u16* _legal
    cdef i32* _counts
    cdef u8* _mask  # NULL: not asked for
    cdef float* _rewards
    cdef u8* _done
    cdef u8* _truncated
    cdef u64* _seeds

    cdef int most  # legal words at most
    cdef int row  # actions that are kept of a place at most
    cdef char* states
    cdef u32* actions  # what each legal word stands for
    cdef u8* several  # whether several actions have it; NULL: an action has one word in this game
    cdef u16* said  # words of the action under way
    cdef u8* length  # their number
    cdef i32* plies  # actions of the game under way
    cdef i32* chosen  # the place among the legal words of the one that comes next, or WAIT
    cdef u64* first  # the seed from which a place's seeds follow
    cdef u32* begun  # games
    cdef u32* before  # independent chance events, by source
    cdef Hashes* hashes  # of decks, by source
    cdef RngState* rng  # for `sample`
    cdef int sources

    def __init__(self, Game game not None, size, seed=0, *, threads=1, mask=False, observe=True):
        if self.game is not None:
            raise TypeError("a batch cannot be made a second time")
        game.complete()
        if not game.num_actions:
            raise AicoreError(f"{game.name} has no arrays")
        self.size = whole("size", size, 1, MOST_GAMES)
        self.threads = whole("threads", threads, 1, MOST_THREADS)
        self.game = game
        self.kept = {}
        self.most = min(game.max_actions, game.num_actions)
        self.sources = len(game.chance_sources)
        self._turns = <i8*> self.room("turns", "b", 0)
        self._legal = <u16*> self.room("legal", "H", self.most)
        self._counts = <i32*> self.room("counts", "i", 0)
        self._rewards = <float*> self.room("rewards", "f", game.seats)
        self._done = <u8*> self.room("done", "B", 0)
        self._truncated = <u8*> self.room("truncated", "B", 0)
        self._seeds = <u64*> self.room("seeds", "Q", 0)
        if observe:
            self._observations = <u8*> self.room("observations", "B", game.observation_size)
        if mask:
            self._mask = <u8*> self.room("mask", "B", game.num_actions)
        for name in ("turns", "legal", "counts", "seeds"):
            self.kept[name] = self.kept[name].toreadonly()
        self.turns = self.kept["turns"]
        self.observations = self.kept.get("observations")
        self.legal = self.kept["legal"]
        self.counts = self.kept["counts"]
        self.mask = self.kept.get("mask")
        self.rewards = self.kept["rewards"]
        self.done = self.kept["done"]
        self.truncated = self.kept["truncated"]
        self.seeds = self.kept["seeds"]
        self.states = <char*> self.own(game.state_size)
        self.row = self.most if game.max_words > 1 else game.max_actions
        self.actions = <u32*> self.own(self.row * sizeof(u32))
        if game.max_words > 1:
            self.several = <u8*> self.own(self.most)
        self.said = <u16*> self.own(game.max_words * sizeof(u16))
        self.length = <u8*> self.own(1)
        self.plies = <i32*> self.own(sizeof(i32))
        self.chosen = <i32*> self.own(sizeof(i32))
        self.first = <u64*> self.own(sizeof(u64))
        self.begun = <u32*> self.own(sizeof(u32))
        self.before = <u32*> self.own(MAX_SOURCES * sizeof(u32))
        self.hashes = <Hashes*> self.own(self.sources * sizeof(Hashes) + 1)
        self.rng = <RngState*> self.own(sizeof(RngState))
        self.reset(seed)

    cdef char* room(self, str name, str kind, int width) except NULL:
        """Memory that an array shows: a number for each place, or a row of `width`."""
        cdef bytearray data = bytearray(
            memoryview(b"").cast(kind).itemsize * (width or 1) * self.size)
        shape = [self.size, width] if width else [self.size]
        self.kept[name] = memoryview(data).cast(kind, shape)  # holds the bytes, and fast
        return PyByteArray_AsString(data)

    cdef char* own(self, size_t bytes) except NULL:
        """Memory that nobody else sees, so many bytes for each place."""
        cdef char* memory = <char*> calloc(self.size, bytes)
        if memory == NULL:
            raise MemoryError
        return memory

    def __dealloc__(self):
        free(self.states)
        free(self.actions)
        free(self.several)
        free(self.said)
        free(self.length)
        free(self.plies)
        free(self.chosen)
        free(self.first)
        free(self.begun)
        free(self.before)
        free(self.hashes)
        free(self.rng)

    def __len__(self):
        return self.size

    def reset(self, seed=0):
        """Begin all games anew.

        Args:
            seed: as when the batch was made; or a list of the seeds of each place's first game.
        """
        cdef int i
        seeds = None if isinstance(seed, int) else list(seed)
        if seeds is not None and len(seeds) != self.size:
            raise AicoreError(f"seeds: one for each of {self.size} places, not {len(seeds)}")
        self.enter()
        try:
            for i in range(self.size):
                if seeds is None:
                    self.first[i] = fold(mix(<u64> (seed & 0xFFFFFFFFFFFFFFFF)), i)
                else:
                    self.first[i] = <u64> (seeds[i] & 0xFFFFFFFFFFFFFFFF)
                self.begun[i] = seeds is None
                self._done[i] = False
                self._truncated[i] = False
                rng_seed(&self.rng[i], mix(self.first[i]))
            memset(self._rewards, 0, self.size * self.game.seats * sizeof(float))
            self.work(True)
        finally:
            self.busy = False

    def step(self, words):
        """Say one more word in every game; where that makes an action, play on.

        Args:
            words: (size,) integers of any width, each one of its row of `legal`, or WAIT, -1 (in
                16 bits without a sign 65535), which leaves the place's game as it is.

        Raises IllegalAction and leaves all games as they were.
        """
        cdef Py_buffer buffer
        cdef Py_ssize_t wrong
        try:
            if isinstance(words, (list, tuple)):
                words = array("q", words)
            PyObject_GetBuffer(words, &buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
        except (BufferError, OverflowError, TypeError, ValueError):
            raise AicoreError(f"words: {self.size} integers in a row") from None
        try:
            kind = bytes(buffer.format).decode().lstrip("@=<")
            if len(kind) != 1 or kind not in "BhHiIlLqQ" or (
                buffer.len != self.size * buffer.itemsize
            ):
                raise AicoreError(f"words: {self.size} integers in a row")
            self.enter()
            try:
                with nogil:
                    wrong = self.read(&buffer, buffer.itemsize)
                if wrong >= 0:
                    raise IllegalAction(
                        f"place {wrong}: its word must be one of "
                        f"{sorted(self.legal[wrong, i] for i in range(self.counts[wrong]))}")
                self.work(False)
            finally:
                self.busy = False
        finally:
            PyBuffer_Release(&buffer)

    def sample(self):
        """One legal word for each place, each equally likely: (size,) uint16."""
        cdef bytearray data = bytearray(self.size * sizeof(u16))
        cdef u16* words = <u16*> PyByteArray_AsString(data)
        cdef Py_ssize_t i
        self.enter()
        with nogil:
            for i in range(self.size):
                words[i] = self._legal[i * self.most + rng_below(&self.rng[i], self._counts[i])]
        self.busy = False
        return memoryview(data).cast("H")

    def state(self, place):
        """A copy of a place's game; what has been said of an action is not in it."""
        cdef int i = whole("place", place, 0, self.size - 1)
        return new_state(self.game, self.states + i * self.game.state_size)

    cdef int enter(self) except -1:
        """Let one caller in at a time: others must not see half a step."""
        if self.busy:
            raise AicoreError("this batch is in a step already: give each thread its own")
        self.busy = True
        return 0

    cdef Py_ssize_t read(self, Py_buffer* buffer, int width) noexcept nogil:
        """Look the words up among the legal ones. Returns the first place that has none, or -1."""
        cdef Py_ssize_t i
        cdef i64 word
        cdef int k
        cdef const u16* legal
        for i in range(self.size):
            if width == 8:
                word = (<i64*> buffer.buf)[i]
            elif width == 4:
                word = (<i32*> buffer.buf)[i]
            elif width == 2:
                word = (<u16*> buffer.buf)[i]
            else:
                word = (<u8*> buffer.buf)[i]
            legal = self._legal + i * self.most
            if word == WAIT or (width == 2 and word == 0xFFFF):
                self.chosen[i] = WAIT
                continue
            k = 0
            while k < self._counts[i] and legal[k] != word:
                k += 1
            if k == self._counts[i]:
                return i
            self.chosen[i] = k
        return -1

    cdef int work(self, bint anew) except -1:
        """Begin all games or take all their next words, in as many threads as there are."""
        cdef int share = (self.size + self.threads - 1) // self.threads
        if self.threads == 1:
            self.look_after(0, self.size, anew)
            return 0
        if self.pool is None:
            self.pool = ThreadPoolExecutor(self.threads)
        parts = [
            self.pool.submit(self._look_after, low, min(low + share, self.size), anew)
            for low in range(0, self.size, share)
        ]
        for part in parts:
            part.result()
        return 0

    def _look_after(self, low, high, anew):
        if not self.busy:
            raise AicoreError("use step")
        self.look_after(whole("low", low, 0, self.size), whole("high", high, 0, self.size), anew)

    cdef int look_after(self, Py_ssize_t low, Py_ssize_t high, bint anew) except -1:
        cdef Desk desk
        cdef Py_ssize_t i
        lay(&desk, self.game)
        with nogil:
            for i in range(low, high):
                if anew:
                    self.begin(i, &desk)
                    self.show(i, &desk)
                else:
                    self.advance(i, &desk)
        clear(&desk)
        return 0

    cdef void begin(self, Py_ssize_t i, Desk* desk) noexcept nogil:
        """Begin a place's next game."""
        cdef void* state = self.states + i * self.game.state_size
        cdef int source
        # a list of seeds gives the first game's; the others follow from their number
        self._seeds[i] = mix(fold(self.first[i], self.begun[i])) if self.begun[i] else self.first[i]
        self.begun[i] += 1
        self.plies[i] = 0
        self.length[i] = 0
        for source in range(MAX_SOURCES):
            self.before[i * MAX_SOURCES + source] = 0
        for source in range(self.sources):
            self.hashes[i * self.sources + source].number = -1
        memset(state, 0, self.game.state_size)
        self.game.begin(state)
        self.settle(i, desk)

    cdef void settle(self, Py_ssize_t i, Desk* desk) noexcept nogil:
        """Let chance happen until a seat is to move or the game is over."""
        cdef void* state = self.states + i * self.game.state_size
        cdef Key key
        key.sealed = False
        key.number = self._seeds[i]
        while (<Head*> state).turn == CHANCE:
            self.game.apply(state, keyed_draw(
                self.game, state, &key, self.before + i * MAX_SOURCES,
                self.hashes + i * self.sources, desk.events, desk.weights))

    cdef void advance(self, Py_ssize_t i, Desk* desk) noexcept nogil:
        """Take a place's next word."""
        cdef void* state = self.states + i * self.game.state_size
        cdef int chosen = self.chosen[i]
        if self._done[i]:
            self._done[i] = False
            self._truncated[i] = False
            memset(self._rewards + i * self.game.seats, 0, self.game.seats * sizeof(float))
        if chosen == WAIT:
            return
        if self.several and self.several[i * self.most + chosen]:
            self.say(i, self._legal[i * self.most + chosen], desk)
            return
        self.length[i] = 0
        self.game.apply(state, self.actions[i * self.row + chosen])
        self.plies[i] += 1
        self.settle(i, desk)
        if (<Head*> state).turn == END or self.plies[i] >= self.game.max_length:
            self.finish(i)
            self.begin(i, desk)
        self.show(i, desk)

    cdef void say(self, Py_ssize_t i, int word, Desk* desk) noexcept nogil:
        """Take a word with which several actions go on, and ask for the next one."""
        cdef void* state = self.states + i * self.game.state_size
        cdef u16* said = self.said + i * self.game.max_words
        cdef int size
        said[self.length[i]] = word
        self.length[i] += 1
        size = narrow(
            self.game, state, desk.actions, self.game.actions(state, desk.actions), desk.rows,
            said, self.length[i], desk.words)
        self.list_words(i, size, desk)
        if self._observations:
            observe_words(
                self.game, said, self.length[i],
                self._observations + i * self.game.observation_size)

    cdef void finish(self, Py_ssize_t i) noexcept nogil:
        """Say how a place's game ended."""
        cdef void* state = self.states + i * self.game.state_size
        cdef double[MAX_SEATS] returns
        cdef int seat
        self._done[i] = True
        if (<Head*> state).turn != END:
            self._truncated[i] = True
            return
        self.game.returns(state, returns)
        for seat in range(self.game.seats):
            self._rewards[i * self.game.seats + seat] = <float> returns[seat]

    cdef void show(self, Py_ssize_t i, Desk* desk) noexcept nogil:
        """Write what the seat to move is asked and what it knows."""
        cdef void* state = self.states + i * self.game.state_size
        cdef u8* seen
        cdef int size, k
        cdef u32* actions
        cdef u16* legal
        self._turns[i] = (<Head*> state).turn
        if not self.several:
            actions = self.actions + i * self.row
            legal = self._legal + i * self.most
            size = self.game.actions(state, actions)
            for k in range(size):
                legal[k] = self.game.index(state, actions[k])
            self._counts[i] = size
            if self._mask:
                self.write_mask(i)
        else:
            size = narrow(
                self.game, state, desk.actions, self.game.actions(state, desk.actions), desk.rows,
                NULL, 0, desk.words)
            self.list_words(i, size, desk)
        if self._observations:
            seen = self._observations + i * self.game.observation_size
            memset(seen, 0, self.game.observation_size)
            self.game.observe(state, self._turns[i], seen)

    cdef void list_words(self, Py_ssize_t i, int size, Desk* desk) noexcept nogil:
        """List each of the words that actions go on with once."""
        cdef u16* legal = self._legal + i * self.most
        cdef u32* actions = self.actions + i * self.row
        cdef u8* several = self.several + i * self.most
        cdef int listed = 0
        cdef int k, place
        if ascending(desk.words, size):  # each is there once
            memcpy(legal, desk.words, size * sizeof(u16))
            memcpy(actions, desk.actions, size * sizeof(u32))
            memset(several, False, size)
            listed = size
        else:
            for k in range(size):
                place = desk.met[desk.words[k]]
                if place:
                    several[place - 1] = True
                    continue
                legal[listed] = desk.words[k]
                actions[listed] = desk.actions[k]
                several[listed] = False
                listed += 1
                desk.met[desk.words[k]] = listed
            for k in range(listed):
                desk.met[legal[k]] = 0
        self._counts[i] = listed
        if self._mask:
            self.write_mask(i)

    cdef void write_mask(self, Py_ssize_t i) noexcept nogil:
        cdef u8* mask = self._mask + i * self.game.num_actions
        cdef int k
        memset(mask, 0, self.game.num_actions)
        for k in range(self._counts[i]):
            mask[self._legal[i * self.most + k]] = True
