"""Rules of a plain game, for searches.

Each method acquires the GIL, copies the position into a Python state, calls the author's method,
and copies the position back.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.math cimport isfinite
from libc.string cimport memcmp, memcpy

from aicore.core._types cimport u32, u64
from aicore.core.game cimport CHANCE, END, Head, MAX_SEATS, MAX_STATE_WORDS
from aicore.core.rng cimport Luck, RngState
from aicore.plain.calls cimport PlainCalls
from aicore.plain.state cimport Struct

from numbers import Real

from aicore.plain.mistakes import Wrong

cdef enum:
    MAX_MEMORY = 1 << 25  # maximum bytes of kept answers
    ENTRY_BYTES = 200  # bytes of an answer, besides the bytes of two states
    ACTIONS = 0xFFFFFFFF  # in place of an event: asks for the list of actions
    OUTCOMES = 0xFFFFFFFE  # asks for the list of outcomes
    PERIOD = 256  # number of questions after which to decide whether to keep answers
    PAUSE = 1 << 18  # number of questions without keeping answers, if few were repeated
    MAX_PLAYOUT_STREAK = 10_000  # maximum number of consecutive chance events in a playout


cdef class PlainRules(PlainCalls):
    """Rules of a plain game, implemented by calls to its author's methods."""

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.caching = True
        self.answers = {}
        self.max_answers = MAX_MEMORY // (2 * <int> self.state_size + ENTRY_BYTES)

    # A search passes through the same positions again and again. `answers` keeps what the author's
    # methods returned, so that a search calls them only in new positions.

    cdef object key_of(self, const void* state, u32 event):
        """Return the key to keep an answer for a position; None while no answers are kept.

        Args:
            event: event whose effect is asked for; ACTIONS or OUTCOMES for lists.
        """
        cdef u64[MAX_STATE_WORDS + 1] found
        if not self.caching:
            return None
        if self.pause:
            self.pause -= 1
            return None
        self.asked_for += 1
        if self.asked_for == PERIOD:
            if self.answered < PERIOD // 4:  # few positions recur, as after random deals
                self.pause = PAUSE
                self.answers.clear()
            self.asked_for = self.answered = 0
        memcpy(found, state, self.state_size)
        memcpy(<char*> found + self.state_size, &event, sizeof(u32))
        return PyBytes_FromStringAndSize(<char*> found, self.state_size + sizeof(u32))

    cdef object answer(self, key):
        """Return the answer kept under a key; None without one."""
        found = None if key is None else self.answers.get(key)
        if found is not None:
            self.answered += 1
        return found

    cdef int keep(self, key, answer) except -1:
        """Keep an answer under a key, unless the key is None."""
        if key is not None:
            if len(self.answers) >= self.max_answers:
                self.answers.clear()
            self.answers[key] = answer
        return 0

    cdef list cached_outcomes(self, Struct held, const void* state):
        """Return the due chance event's outcomes; see `chance_outcomes`."""
        key = self.key_of(state, OUTCOMES)
        found = self.answer(key)
        if found is None:
            found = self.chance_outcomes(held)
            self.keep(key, found)
        return found

    cdef void begin(self, void* state) noexcept nogil:
        with gil:
            memcpy(state, PyBytes_AsString(self.first), self.state_size)
            if self.mistakes != self.reported:
                (<Head*> state).turn = END
                return
            self._begin(state)

    cdef void _begin(self, void* state) noexcept:
        cdef Struct held = None
        try:
            held = self.acquire(state)
            self.unchanged = 0
            self.author.setup(held)
            if (<Head*> held.data).turn == CHANCE and not self.has_chance:
                raise Wrong("no chance", None, None)
            self.release(held, state)
        except BaseException as error:
            self.fail(error, held, "setup", None)
            (<Head*> state).turn = END

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef int size = 0
        if self.mistakes != self.reported:
            out[0] = 0
            return 1
        with gil:
            size = self._actions(state, out)
        return size

    cdef int _actions(self, const void* state, u32* out) noexcept:
        cdef Struct held = None
        cdef list found
        cdef int i
        try:
            key = self.key_of(state, ACTIONS)
            answer = self.answer(key)
            if answer is not None:
                memcpy(out, PyBytes_AsString(answer), len(answer))
                return <int> (len(answer) // sizeof(u32))
            held = self.acquire(state)
            found = self.legal_events(held)
            for i in range(len(found)):
                out[i] = found[i]
            self.release(held, NULL)
            self.keep(key, PyBytes_FromStringAndSize(<const char*> out, len(found) * sizeof(u32)))
            return len(found)
        except BaseException as error:
            self.fail(error, held, "legal", None)
        out[0] = 0
        return 1

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32 event = 0
        if self.mistakes == self.reported:
            with gil:
                event = self._sample_action(state, rng, False)
        return event

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32 event = 0
        if self.mistakes == self.reported:
            with gil:
                event = self._sample_action(state, rng, True)
        return event

    cdef u32 _sample_action(self, const void* state, RngState* rng, bint guided) noexcept:
        cdef Struct held = None
        try:
            held = self.acquire(state)
            event = self.suggested_action(held, rng) if guided else self.random_action(held, rng)
            self.release(held, NULL)
            return event
        except BaseException as error:
            self.fail(error, held, "suggest" if guided else "legal", None)
        return 0

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        if self.mistakes != self.reported:
            (<Head*> state).turn = END
            return
        with gil:
            self._apply(state, event)

    cdef void _apply(self, void* state, u32 event) noexcept:
        cdef Struct held = None
        cdef bint chance = (<Head*> state).turn == CHANCE
        try:
            key = self.key_of(state, event)
            after = self.answer(key)
            if after is not None:
                if chance:
                    changed = memcmp(state, PyBytes_AsString(after), self.state_size) != 0
                    self.count_chance(changed, state, PyBytes_AsString(after), event)
                else:
                    self.streak = 0
                memcpy(state, PyBytes_AsString(after), self.state_size)
                return
            held = self.acquire(state)
            self.play(held, event)
            self.release(held, state)
            self.keep(
                key, PyBytes_FromStringAndSize(<const char*> state, self.state_size))
        except BaseException as error:
            self.fail(error, held, "play", event)
            (<Head*> state).turn = END

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef int size = 1
        if not self.has_chance:
            return 0
        out[0] = 0
        chance[0] = 1.0
        if self.mistakes == self.reported:
            with gil:
                size = self._outcomes(state, out, chance)
        return size

    cdef int _outcomes(self, const void* state, u32* out, double* chance) noexcept:
        cdef Struct held = None
        cdef list found
        cdef int i, size
        try:
            held = self.acquire(state)
            found = self.cached_outcomes(held, state)
            size = len(found)
            if isinstance(found[0], tuple):
                for i in range(size):
                    out[i], chance[i] = found[i]
            else:
                for i in range(size):
                    out[i] = found[i]
                    chance[i] = 1.0 / size
            if self.sources is not None:
                self.remember_form(state, found)
            self.release(held, NULL)
            return size
        except BaseException as error:
            self.fail(error, held, "chances", None)
        out[0] = 0
        chance[0] = 1.0
        return 1

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32 event = 0
        if self.mistakes == self.reported and self.has_chance:
            with gil:
                event = self._sample_outcome(state, rng)
        return event

    cdef u32 _sample_outcome(self, const void* state, RngState* rng) noexcept:
        cdef Struct held = None
        try:
            held = self.acquire(state)
            if self.pause or not self.caching:  # the whole list would not be kept
                self.pause = max(0, self.pause - 1)
                event = self.sample_chance(held, rng, False)
            else:
                event = self.sample_listed(self.cached_outcomes(held, state), rng)
            self.release(held, NULL)
            return event
        except BaseException as error:
            self.fail(error, held, "chances", None)
        return 0

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        cdef int plies = 0
        if (<Head*> state).turn != END and limit > 0:
            if self.mistakes != self.reported:
                (<Head*> state).turn = END
                return 0
            with gil:
                plies = self._play_out(state, luck, limit, guided)
        return plies

    cdef int _play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept:
        """Run a whole playout in one call, so that the position is copied only once."""
        cdef Struct held = None
        cdef int plies = 0
        cdef int streak = 0  # number of consecutive chance events
        cdef int turn
        cdef bint several = len(self.chance_sources) > 1
        cdef str doing = "legal"
        event = None
        try:
            held = self.acquire(state)
            turn = (<Head*> held.data).turn
            while turn != END and plies < limit:
                event = None
                if turn == CHANCE:
                    doing = "chances"
                    event = self.sample_chance(held, luck.source, several)
                elif guided:
                    doing = "suggest"
                    event = self.suggested_action(held, &luck.choice)
                else:
                    doing = "legal"
                    event = self.random_action(held, &luck.choice)
                doing = "play"
                self.play(held, event)
                streak = streak + 1 if turn == CHANCE else 0
                if streak > MAX_PLAYOUT_STREAK:
                    raise Wrong("chance for ever", self.grammar.form_of(event), None)
                turn = (<Head*> held.data).turn
                plies += 1
                if (
                    turn == CHANCE and self.together is not None
                    and self.history is None and not self.remembers  # both need every event
                ):
                    plies += <int> self.together.finish(held, limit - plies)
                    turn = (<Head*> held.data).turn
                if plies > self.patience:
                    event = None
                    raise Wrong("no end", None, plies)
            self.release(held, state)
        except BaseException as error:
            self.fail(error, held, doing, event)
            (<Head*> state).turn = END
        return plies

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int seat
        for seat in range(self.seats):
            out[seat] = 0.5 * (self.low + self.high)
        if self.mistakes == self.reported:
            with gil:
                self._returns(state, out)

    cdef void _returns(self, const void* state, double* out) noexcept:
        cdef Struct held = None
        cdef double[MAX_SEATS] found
        cdef double total = 0.0
        cdef int seat
        try:
            held = self.acquire(state)
            result = self.author.result(held)
            if self.team_count > 1:
                if result is None:
                    result = [self.low + (self.high - self.low) / self.team_count] * self.team_count
                elif isinstance(result, int) and not isinstance(result, bool):
                    if not 0 <= result < self.team_count:
                        raise Wrong("returns", "result", result)
                    winner = result
                    result = [self.high if side == winner else self.low
                              for side in range(self.team_count)]
            self.read_returns(result, "result", found)
            for seat in range(self.seats):
                total += found[seat]
            if self.constant_sum:
                if not isfinite(self.returns_sum):
                    self.returns_sum = total
                elif not -1e-6 < total - self.returns_sum < 1e-6:
                    raise Wrong("constant", "result", (total, self.returns_sum))
            memcpy(out, found, self.seats * sizeof(double))
            self.release(held, NULL)
        except BaseException as error:
            self.fail(error, held, "result", None)

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef int seat
        if (<const Head*> state).turn == END:
            self.returns(state, out)
            return
        for seat in range(self.seats):
            out[seat] = 0.5 * (self.low + self.high)
        if self.estimate is not None and self.mistakes == self.reported:
            with gil:
                self._evaluate(state, out)

    cdef void _evaluate(self, const void* state, double* out) noexcept:
        cdef Struct held = None
        cdef double[MAX_SEATS] found
        try:
            held = self.acquire(state)
            self.read_returns(self.estimate(held), "estimate", found)
            memcpy(out, found, self.seats * sizeof(double))
            self.release(held, NULL)
        except BaseException as error:
            self.fail(error, held, "estimate", None)

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        cdef int size = 0
        cdef int i
        if self.promise is not None and self.mistakes == self.reported:
            with gil:
                size = self._promising(state, out, weight)
        if size == 0:
            size = self.actions(state, out)
            for i in range(size):
                weight[i] = 1.0
        return size

    cdef int _promising(self, const void* state, u32* out, float* weight) noexcept:
        cdef Struct held = None
        cdef int size = 0
        try:
            held = self.acquire(state)
            found = self.promise(held)
            if found:
                legal = self.legal_events(held)
                weights = found if isinstance(found, dict) else dict.fromkeys(found, 1.0)
                for text, heavy in weights.items():
                    code = self.number_of(text, "promising")
                    if code not in legal or size == self.max_actions:
                        raise Wrong("advice", None, ("promising", text))
                    if not isinstance(heavy, (int, float, Real)) or not 0 < heavy < 1e30:
                        raise Wrong("weight of advice", None, (text, heavy))
                    out[size] = code
                    weight[size] = <float> heavy
                    size += 1
            self.release(held, NULL)
            return size
        except BaseException as error:
            self.fail(error, held, "promising", None)
        return 0
