"""What a game offers to searchers, at C speed: its bounds, and the defaults of its C methods."""

from cpython.number cimport PyNumber_AsSsize_t
from libc.string cimport memcpy

from aicore.core.bits cimport fold_bytes, mix

from aicore.core.errors import OptionError, quoted
from aicore.core.observation import Field


cdef class Ruleset:
    """The C side of `Game`, which every game derives from."""

    def __cinit__(self, *given, **named):
        if not given and not named:
            raise TypeError("games are made by aicore.load")

    cdef int complete(self) except -1:
        """Check that the game was made to the end. Raises TypeError."""
        if self.state_size % 8 or not 0 < self.state_size <= MAX_STATE_BYTES:
            raise TypeError(
                f"{type(self).__name__} has states of {self.state_size} bytes: games are made by "
                f"aicore.load, their states of 8 to {MAX_STATE_BYTES} bytes, a multiple of 8")
        return 0

    cdef int own_seat(self, seat) except -1:
        """The seat that `seat` is. Raises OptionError."""
        cdef Py_ssize_t number = -1
        try:
            number = PyNumber_AsSsize_t(seat, OverflowError)
        except (OverflowError, TypeError):
            pass
        if not 0 <= number < self.seats:
            raise OptionError(
                f"seat {quoted(seat)}: {self.info.name} has seats 0 to {self.seats - 1}")
        return number

    cdef int lay_out(self, tuple fields) except -1:
        """Declare what an observation holds: its fields, from which its size follows.

        Where actions have several tokens, those already quoted are added as the last field. So
        num_tokens and max_tokens come first.
        """
        if not self.num_tokens:
            raise TypeError(f"{type(self).__name__}: num_tokens comes before the fields")
        if self.max_tokens > 1:
            bits = (<object> self.num_tokens).bit_length()
            fields += (Field("tokens so far", (self.max_tokens - 1, bits), 1, "flag"),)
        # numbers that have names in a game's rules are plain ones here
        self.fields = tuple([
            field._replace(shape=tuple(map(int, field.shape)), high=int(field.high))
            for field in fields])
        self.observation_size = sum([field.size for field in fields])
        return 0

    cdef int report(self) except -1:
        """Raise what went wrong in the game's own code; see `answer`. Compiled games have none."""
        return 0

    cdef void begin(self, void* state) noexcept nogil:
        """Write the first position into zeroed memory of state_size bytes."""

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        """List the legal actions of the seat to move; at most max_actions. Returns their number."""
        return 0

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        """One legal action, each equally likely, without building the list."""
        return 0

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        """Carry out a legal action or a possible outcome."""

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        """List the due chance event's outcomes with their probabilities. Returns their number."""
        return 0

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        """One outcome of the due chance event, by its probability."""
        return 0

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        """At END: what each seat gets, within low .. high."""

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Estimate what each seat will get, in units of returns; by default the middle."""
        cdef int seat
        for seat in range(self.seats):
            out[seat] = 0.5 * (self.low + self.high)

    cdef bint leads(self, const void* state, double* out) noexcept nogil:
        """How far each seat is ahead of the best other one, 0 .. 1; 0.5: level (`lead.pxd`).

        Returns False where the game counts nothing that could be more or less. By default so.
        """
        return False

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """A quick, sensible legal action for guided playouts; by default any."""
        return self.sample_action(state, rng)

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        """List the legal actions that are worth a search's time, at least one of them.

        `weight` says how soon each is looked at: positive, the greater the sooner; it and the list
        depend on the mover's knowledge alone. A game that leaves any out says so (`fenced`). By
        default all actions, of weight 1. Returns their number.
        """
        cdef int size = self.actions(state, out)
        cdef int i
        for i in range(size):
            weight[i] = 1.0
        return size

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        """Rearrange what is hidden from `seat` into one canonical arrangement.

        The result depends on the seat's knowledge alone, so it carries nothing that is hidden.
        """

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        """Redraw what is hidden from `seat`, uniformly over what it cannot tell apart."""

    cdef void believe(self, void* state, int seat, RngState* rng) noexcept nogil:
        """As `resample`, but more often what sensible opponents would hold. By default uniformly.

        It depends on the knowledge of `seat` alone, and draws only what `resample` could draw.
        """
        self.resample(state, seat, rng)

    cdef u64 key(self, const void* state, int seat) noexcept nogil:
        """A 64-bit hash of all that `seat` knows; seat -1 knows everything."""
        cdef u64[MAX_STATE_WORDS] copy
        if seat < 0 or not self.has_hidden:
            return mix(fold_bytes(seat + 2, state, self.state_size))
        memcpy(copy, state, self.state_size)
        self.conceal(copy, seat)
        return mix(fold_bytes(seat + 2, copy, self.state_size))

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        """Whether `seat` sees that the event happened, but not its last word."""
        return False

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        """The token of a legal action of the seat to move, where max_tokens is 1.

        By default the action itself. It may depend on what this seat knows, as from where it moves.
        """
        return action

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        """The legal action that `index` is the token of, where it has one alone (max_tokens is 1).

        Where tokens are several, only one of `lone_tokens` comes. Else any number below num_tokens
        may; for one that stands for no legal action the result is any event at all.
        """
        return index

    cdef int encode(self, const void* state, u32 action, u16* tokens) noexcept nogil:
        """Write the tokens of a legal action, at most max_tokens. Returns their number.

        No action's tokens begin another's. By default one token, its index.
        """
        tokens[0] = self.index(state, action)
        return 1

    cdef int lone_tokens(self, const void* state, u16* out) noexcept nogil:
        """List the legal tokens at once, ascending, where each alone says an action.

        For games of several tokens, in decisions between hundreds of actions: these are neither
        listed nor encoded, `action` gives the one that is chosen. Returns the number of tokens; by
        default 0, in no decision. `out` has room for min(max_actions, num_tokens) tokens.
        """
        return 0

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        """Write what `seat` knows into observation_size zeroed bytes, in the order of `fields`.

        Seats come in turn from `seat` on. The result depends on the seat's knowledge alone; no byte
        is above its field's high. Any state may come, also where chance is due and at the end.
        """

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        """Which deck or die the due chance event uses: an index into chance_sources.

        `number` receives the pass through the deck, or -1 for dice and other independent events.
        """
        number[0] = -1
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        """The card or face that an outcome shows, whoever gets it."""
        return outcome

    cdef list scores(self, const void* state):
        """The score of each seat so far; by default its return, 0 before the end."""
        cdef double[MAX_SEATS] result
        if (<const Head*> state).turn != END:
            return [0] * self.seats
        self.returns(state, result)
        return [result[seat] for seat in range(self.seats)]

    cdef str end_reason(self, const void* state):
        """Why the game is over, one word; by default "end"."""
        return "end"

    cdef dict tie_break(self, const void* state):
        """In a game for one seat: what decides between equal scores, by default nothing.

        The first entry decides first, the higher the better; the names are for people to read.
        """
        return {}

    cdef dict dump(self, const void* state, int seat):
        """The state in plain ids and numbers as `seat` knows it; -1: everything."""
        raise NotImplementedError

    cdef int restore(self, dict fields, void* state) except -1:
        """Fill zeroed memory from a complete dump. Raises StateError.

        The dump may be anything. What is inconsistent but harmless need not be found here:
        `from_dict` dumps the state again and compares.
        """
        raise NotImplementedError

    cdef void draw(self, void* state, Luck* luck) noexcept nogil:
        """Let the one chance event that is due happen, by the stream of its deck or die."""
        cdef int number
        cdef RngState* stream = &luck.source[self.chance_source(state, &number)]
        self.apply(state, self.sample_outcome(state, stream))

    cdef void settle(self, void* state, Luck* luck) noexcept nogil:
        """Draw chance events until a seat is to move or the game is over."""
        while (<Head*> state).turn == CHANCE:
            self.draw(state, luck)

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        """Play on, uniformly or by the policy, for `limit` plies or to the end. Returns plies."""
        cdef int plies = 0
        cdef int turn = (<Head*> state).turn
        while turn != END and plies < limit:
            if turn < 0:
                self.draw(state, luck)
            elif guided:
                self.apply(state, self.policy(state, &luck.choice))
            else:
                self.apply(state, self.sample_action(state, &luck.choice))
            turn = (<Head*> state).turn
            plies += 1
        return plies

    cdef void values(self, const void* state, double* out) noexcept nogil:
        """Each seat's return at the end, its estimate before, scaled to 0 .. 1."""
        cdef int seat
        cdef double scale = 1.0 / (self.high - self.low)
        if (<const Head*> state).turn == END:
            self.returns(state, out)
        else:
            self.evaluate(state, out)
        for seat in range(self.seats):
            out[seat] = (out[seat] - self.low) * scale
