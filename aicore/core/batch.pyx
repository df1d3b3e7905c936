"""Batches of games that one call advances together, for learning from millions of positions.

Each place of a batch holds one game. `Batch.step` takes a token for each place. If the token
completes an action, the place plays it and the chance events after it. If this ends the game, the
place starts its next game. Each step writes its results into the same arrays, without the Python
interpreter.
"""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_IsContiguous, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.bytearray cimport PyByteArray_AsString

from aicore.core._types cimport u16, u64
from aicore.core.validate cimport bounded_int, seed_word
from aicore.core.game cimport END, Game, State
from aicore.core.batch_slots cimport (
    ADVANCE, BatchSlots, BEGIN, MAX_IDLE, new_batch_slots, SHOW, RESUME, WAIT
)
from aicore.core.position cimport new_state
from aicore.core.ruleset cimport raise_mistakes_since
from libc.string cimport memcpy

from array import array
from concurrent.futures import ThreadPoolExecutor, wait
from os import getpid
from time import sleep

from aicore.core.deal import derive, secret_of
from aicore.core.errors import AicoreError, IllegalAction, StateError, quoted
from aicore.core.processors import MAX_THREADS

cdef enum:
    MAX_GAMES = 1 << 24

cdef str INTEGERS = "bBhHiIlLqQ"  # buffer format codes; lowercase ones are signed


cdef class Batch:
    """Batch of `size` games, played side by side. A place whose game ends starts its next game.

    Games that are over before a seat can act, such as by their deal, are passed over.

    The arrays are memoryviews, which NumPy and other libraries read without a copy. Each step
    overwrites them. `turns`, `legal`, `counts` and `seeds` are read-only.

    Args:
        game: game that has arrays, so its `num_tokens` is above 0.
        size: number of games.
        seed: any whole number or text. It and the place's index determine the seeds of the place's
            games. A game's seed reveals neither another game's seed nor `seed`. The first use of a
            `seed` takes 0.1 s.
        threads: number of threads that share the work of a step; it does not change results.
        mask: whether to write `mask`, which costs time if there are many tokens.
        observe: whether to write `observations`.
        final: whether to write `final_observations`.

    Attributes:
        turns: (size,) int8, the seat to move; the next four arrays are for this seat.
        observations: (size, observation_size) uint8, this seat's knowledge, including the tokens
            of its incomplete action.
        legal: (size, maximum number of legal tokens) uint16, this seat's legal next tokens: the
            first `counts[i]` entries of row i.
        counts: (size,) int32, number of legal tokens.
        mask: (size, num_tokens) uint8, the legal tokens as 0 and 1; None unless requested.
        rewards: (size, seats) float32, the returns of the game that the last step ended, or 0.
        done: (size,) uint8, whether the step ended a game. Then `seeds` and the arrays above
            `rewards` are for the place's next game.
        truncated: (size,) uint8, whether the step cut the game off at max_length actions; the
            game's rewards are then 0.
        final_observations: (size, seats, observation_size) uint8, each seat's knowledge at the end
            of the place's last game; None unless requested.
        seeds: (size,) uint64, seed of each place's current game. `aicore.Chance` with this seed
            gives the same luck, from the game's beginning or from the loaded position.

    A batch can be copied and pickled; the copy is independent.

    Raises AicoreError if an argument is invalid.
    """

    cdef readonly Game game
    cdef readonly int size
    cdef readonly int threads
    cdef readonly object turns, observations, legal, counts, mask, rewards, done, truncated, seeds
    cdef readonly object final_observations
    cdef BatchSlots places
    cdef bint busy
    cdef object pool  # thread pool
    cdef object pool_process  # id of the process that started the pool; a fork copies no threads
    cdef int call  # number of the current call of `work`; threads do nothing for other calls
    cdef int working  # number of threads at work

    def __init__(
            self, Game game not None, size, seed=0, *, threads=1, mask=False, observe=True,
            final=False):
        if self.game is not None:
            raise TypeError("a batch can be initialized only once")
        self.allocate(game, size, threads, mask, observe, final)
        self.reset(seed)

    cdef int allocate(self, Game game, size, threads, mask, observe, final) except -1:
        """Allocate memory for games that have not started. Raises AicoreError."""
        game.check_built()
        if not game.num_tokens:
            raise AicoreError(f"{game.name} has no arrays")
        self.size = bounded_int("size", size, 1, MAX_GAMES)
        self.threads = bounded_int("threads", threads, 1, MAX_THREADS)
        self.places = new_batch_slots(game, self.size, mask, observe, final)
        shown = self.places.shown
        self.turns = shown["turns"].toreadonly()
        self.observations = shown.get("observations")
        self.legal = shown["legal"].toreadonly()
        self.counts = shown["counts"].toreadonly()
        self.mask = shown.get("mask")
        self.rewards = shown["rewards"]
        self.done = shown["done"]
        self.truncated = shown["truncated"]
        self.seeds = shown["seeds"].toreadonly()
        self.final_observations = shown.get("final_observations")
        self.game = game
        return 0

    def __len__(self):
        return self.size

    def reset(self, seed=0, where=None):
        """Start a new game in each place that `where` selects.

        Args:
            seed: as in the constructor, or a list with the seed of each place's first game. Seeds
                in a list are open: they reveal the seeds of the place's later games.
            where: (size,) bool, whether to reset each place; None resets all places. The other
                places keep their games.

        Raises AicoreError.
        """
        cdef int i
        cdef u64[2] secret
        single = isinstance(seed, str) or hasattr(seed, "__index__")
        seeds = None if single else self.row("seeds", seed)
        if seeds is None:
            key = derive(secret_of(str(seed)), "batch")
            secret[0] = int.from_bytes(key[:8], "little")
            secret[1] = int.from_bytes(key[8:], "little")
        else:
            try:
                seeds = [seed_word(each) for each in seeds]
            except TypeError:
                raise AicoreError(
                    "seeds must be one number, one string, or a list of whole numbers") from None
        wanted = None if where is None else [bool(each) for each in self.row("where", where)]
        self.enter()
        try:
            for i in range(self.size):
                self.places.chosen[i] = 0 if wanted is None or wanted[i] else WAIT
                if self.places.chosen[i] == WAIT:
                    continue
                if seeds is None:
                    self.places.set_secret(i, secret)
                else:
                    self.places.set_seed(i, seeds[i])
            self.work(BEGIN)
        finally:
            self.busy = False

    cdef list row(self, str name, values):
        """Return a list with a value for each place. Raises AicoreError."""
        try:
            row = list(values)
        except TypeError:
            raise AicoreError(
                f"{name} must have one entry for each of {self.size} places") from None
        if len(row) != self.size:
            raise AicoreError(
                f"{name} must have one entry for each of {self.size} places, not {len(row)}")
        return row

    def load(self, states):
        """Continue games from given positions; each place's next seed determines its game's luck.

        To sample the continuations of one position, give it to many places. If it has hidden
        information, `State.resample` draws a determinization for each.

        Args:
            states: one State for all places, or a list with a State for each place. None in the
                list keeps the place's game.

        Raises AicoreError if a position is finished or belongs to another game.
        """
        cdef int i
        cdef State state
        given = [states] * self.size if isinstance(states, State) else self.row("states", states)
        for place, each in enumerate(given):
            if each is None:
                continue
            if not isinstance(each, State) or each.game != self.game:
                raise AicoreError(f"place {place}: expected a state of {self.game.name}")
            if each.turn == END:
                raise AicoreError(f"place {place}: the game is over; load an unfinished position")
        self.enter()
        try:
            for i in range(self.size):
                self.places.chosen[i] = WAIT if given[i] is None else 0
                if given[i] is not None:
                    state = given[i]
                    memcpy(
                        self.places.states + i * self.game.state_size, state.data,
                        self.game.state_size)
            self.work(RESUME)
        finally:
            self.busy = False

    def step(self, tokens):
        """Add a token in each place, and play each action that is then complete.

        Args:
            tokens: (size,) integers of any width, in a list or an array. Each is a legal token of
                its place, or -1 (65535 in unsigned 16 bits) to leave the place's game as it is.

        Raises IllegalAction or AicoreError; all games then stay as they were.
        """
        cdef Py_buffer buffer
        cdef Py_ssize_t wrong, stride
        cdef bint signed
        try:
            if isinstance(tokens, (list, tuple)):
                tokens = array("q", tokens)
            PyObject_GetBuffer(tokens, &buffer, PyBUF_FORMAT | PyBUF_STRIDES)
        except (BufferError, OverflowError, TypeError, ValueError):
            raise self.tokens_error(quoted(tokens)) from None
        try:
            kind = bytes(buffer.format).decode().lstrip("@=<")
            shape = tuple([buffer.shape[i] for i in range(buffer.ndim)])
            if len(kind) != 1 or kind not in INTEGERS or (
                buffer.len != self.size * buffer.itemsize
            ) or (buffer.ndim != 1 and not PyBuffer_IsContiguous(&buffer, b"C")):
                raise self.tokens_error(
                    f"an array of {buffer.itemsize}-byte {kind!r}, shape {shape}")
            signed = kind.islower()
            stride = buffer.strides[0] if buffer.ndim == 1 else buffer.itemsize
            self.enter()
            try:
                with nogil:
                    wrong = self.places.read(
                        <const char*> buffer.buf, stride, buffer.itemsize, signed)
                if wrong >= 0:
                    raise IllegalAction(
                        f"place {wrong}: its token must be one of "
                        f"{sorted(self.legal[wrong, i] for i in range(self.counts[wrong]))}")
                self.work(ADVANCE)
            finally:
                self.busy = False
        finally:
            PyBuffer_Release(&buffer)

    cdef object tokens_error(self, str given):
        """Return the error for invalid tokens, which says what tokens must be."""
        return AicoreError(
            f"tokens must be {self.size} whole numbers in a list or a contiguous array of integers "
            f"of 8 to 64 bits, not {given}")

    def sample(self):
        """Return a uniformly random legal token for each place: (size,) uint16."""
        cdef bytearray data = bytearray(self.size * sizeof(u16))
        cdef u16* tokens = <u16*> PyByteArray_AsString(data)
        self.enter()
        with nogil:
            self.places.sample(tokens)
        self.busy = False
        return memoryview(data).cast("H")

    def state(self, place):
        """Return a copy of a place's game, without the tokens of an incomplete action."""
        cdef int i = bounded_int("place", place, 0, self.size - 1)
        return new_state(self.game, self.places.states + i * self.game.state_size)

    def states(self):
        """Return a copy of each place's game, as `state` does."""
        return [self.state(i) for i in range(self.size)]

    def copy(self):
        """Return a copy whose games continue identically, given the same tokens."""
        return _from_parts(self._parts())

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        *parts, saved = self._parts()
        saved["states"] = [state.to_dict() for state in self.states()]
        return _rebuild_batch, (*parts, saved)

    def _parts(self):
        """Return the parts from which `_from_parts` makes an equal batch."""
        self.enter()
        try:
            written = [
                each is not None for each in (self.mask, self.observations, self.final_observations)
            ]
            return self.game, self.size, self.threads, *written, self.places.saved_parts()
        finally:
            self.busy = False

    cdef int enter(self) except -1:
        """Admit one caller at a time, so that no other caller sees a half-done step."""
        if self.places is None:
            raise TypeError("create a batch with aicore.Batch(game, size)")
        if self.busy:
            raise AicoreError("this batch is already in a step: give each thread its own batch")
        self.check_stuck()
        self.busy = True
        return 0

    cdef int check_stuck(self) except -1:
        """Raise AicoreError if a place has no game in which a seat can act."""
        if self.places.stuck:
            raise AicoreError(
                f"{self.game.name}: {MAX_IDLE:,} games in a row were over before a seat could act")
        return 0

    cdef int work(self, int task) except -1:
        """Do a task in all places; all threads share the work.

        If a signal handler raises an exception, no thread works any longer when it arrives.
        """
        cdef int share = (self.size + self.threads - 1) // self.threads
        cdef int mistakes = self.game.mistakes
        if self.threads == 1:
            self.places.run_task(0, self.size, task)
            raise_mistakes_since(self.game, mistakes)
            self.check_stuck()
            return 0
        if self.pool is None or self.pool_process != getpid():
            self.pool, self.pool_process = ThreadPoolExecutor(self.threads), getpid()
        parts = []
        try:
            for low in range(0, self.size, share):
                high = min(low + share, self.size)
                parts.append(self.pool.submit(self._run_task, low, high, task, self.call))
            for part in parts:
                part.result()
        except BaseException:
            self._end_call(parts)
            raise
        raise_mistakes_since(self.game, mistakes)
        self.check_stuck()
        return 0

    cdef int _end_call(self, list parts) except -1:
        """Wait until all threads have done their parts, through further interruptions.

        An interruption may have kept a part out of the list.
        """
        while True:
            try:
                wait(parts)
                self.call += 1
                while self.working:
                    sleep(0.001)
                return 0
            except BaseException:  # the first interruption is raised afterwards
                continue

    def _run_task(self, low, high, task, call):
        """Do a task in the places from `low` up to `high`, in a thread of the pool."""
        cdef int first = bounded_int("low", low, 0, self.size)
        cdef int end = bounded_int("high", high, 0, self.size)
        cdef int what = bounded_int("task", task, ADVANCE, SHOW)
        if not self.busy or call != self.call:
            raise AicoreError("call Batch.step instead of Batch._run_task")
        self.working += 1
        try:
            self.places.run_task(first, end, what)
        finally:
            self.working -= 1


cdef Batch _from_parts(tuple parts):
    """Return a batch made of the parts that `Batch._parts` returned."""
    cdef Batch batch = Batch.__new__(Batch)
    game, size, threads, mask, observe, final, saved = parts
    batch.allocate(game, size, threads, mask, observe, final)
    batch.places.restore(saved)
    batch.busy = True
    try:
        batch.work(SHOW)
        batch.places.check_tokens()
    finally:
        batch.busy = False
    return batch


def _rebuild_batch(
        Game game not None, size, threads, mask, observe, final, dict saved not None):
    """Rebuild a pickled batch. Check its states: damaged bytes could point anywhere in memory."""
    states = saved.get("states")
    if not isinstance(states, list):
        raise StateError("not a batch: its states are not a list")
    if size != len(states):  # checked before a damaged size takes gigabytes
        raise StateError(f"not a batch of {size!r} games: it has {len(states)} states")
    saved = {**saved, "states": b"".join([bytes(game.from_dict(fields)) for fields in states])}
    return _from_parts((game, size, threads, mask, observe, final, saved))
