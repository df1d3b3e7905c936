"""C interface between games and searches: argument checks and default C methods."""

from cpython.number cimport PyNumber_AsSsize_t
from libc.string cimport memcpy, memset

from aicore.core.bits cimport fold_bytes, mix
from aicore.core.maths cimport log

import warnings

from aicore.core.errors import OptionError, quoted
from aicore.core.observation import Field


cdef class Ruleset:
    """C part of `Game`, the base class of every game."""

    def __cinit__(self, *given, **named):
        if not given and not named:
            raise TypeError("create games with aicore.load")

    cdef int check_built(self) except -1:
        """Check that the game is completely constructed. Raises TypeError."""
        if self.state_size % 8 or not 0 < self.state_size <= MAX_STATE_BYTES:
            raise TypeError(
                f"{type(self).__name__} has states of {self.state_size} bytes: create games with "
                f"aicore.load; states need 8 to {MAX_STATE_BYTES} bytes, a multiple of 8")
        return 0

    cdef int own_seat(self, seat) except -1:
        """Return `seat` as a valid seat number. Raises OptionError."""
        cdef Py_ssize_t number = -1
        try:
            number = PyNumber_AsSsize_t(seat, OverflowError)
        except (OverflowError, TypeError):
            pass
        if not 0 <= number < self.seats:
            raise OptionError(
                f"seat {quoted(seat)}: {self.info.name} has seats 0 to {self.seats - 1}")
        return number

    cdef int declare_observation(self, tuple fields) except -1:
        """Declare the fields of an observation, which determine its size.

        If actions have several tokens, add a last field for the tokens chosen so far. So num_tokens
        and max_tokens must be set first.
        """
        if not self.num_tokens:
            raise TypeError(f"{type(self).__name__}: set num_tokens before declaring fields")
        if self.max_tokens > 1:
            bits = (<object> self.num_tokens).bit_length()
            fields += (Field("tokens so far", (self.max_tokens - 1, bits), 1, "flag"),)
        # Named constants of a game's rules become plain ints.
        self.fields = tuple([
            field._replace(shape=tuple(map(int, field.shape)), high=int(field.high))
            for field in fields])
        self.observation_size = sum([field.size for field in fields])
        return self.declare_facts(0, False, False)

    cdef int declare_facts(self, int count, bint only, bint advises) except -1:
        """Declare what the game's networks see.

        Args:
            count: number of facts that `tell_facts` writes, at most MAX_FACTS.
            only: whether networks see these facts instead of an observation. A long observation
                lets a network recognize each game, and so learn its result by heart.
            advises: whether networks also see the game's guidance: which actions `policy` and
                `promising` advise, and the seats' chances by `evaluate`, which are further facts.
        """
        count += self.seats if advises else 0
        if count > MAX_FACTS:
            raise TypeError(f"{type(self).__name__}: at most {MAX_FACTS} facts")
        self.facts, self.facts_only, self.advises = count, only, advises
        self.net_input_size = (0 if only else self.observation_size) + FACT * count
        self.net_tokens = self.num_tokens + (ADVICE if advises else 0)
        self.net_max_tokens = self.max_tokens + (ADVICE if advises else 0)
        return 0

    @property
    def fenced(self):
        """Former name of `prunes_legal`."""
        warnings.warn("game.fenced is called prunes_legal now", DeprecationWarning, 1)
        return self.prunes_legal

    @fenced.setter
    def fenced(self, value):
        if self.observation_size:
            raise AttributeError("fenced cannot be set once the observation is declared")
        warnings.warn("game.fenced is called prunes_legal now", DeprecationWarning, 1)
        self.prunes_legal = value

    cdef int lay_out(self, tuple fields) except -1:
        """Call `declare_observation`, which had this name in earlier versions."""
        warnings.warn("lay_out is called declare_observation now", DeprecationWarning, 1)
        return self.declare_observation(fields)

    cdef int report(self) except -1:
        """Raise an error that describes the failure of the game's own Python code.

        See `raise_mistakes`. Compiled games never fail.
        """
        return 0

    cdef void begin(self, void* state) noexcept nogil:
        """Write the first position into zeroed memory of state_size bytes."""

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        """List the legal actions of the seat to move, and return their number.

        `out` has room for max_actions.
        """
        return 0

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        """Return a uniformly random legal action, perhaps without listing all legal actions."""
        return 0

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        """Apply a legal action or a possible outcome."""

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        """List the due chance event's outcomes with their probabilities, and return their number.

        `out` and `chance` have room for max_outcomes.
        """
        return 0

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        """Return an outcome of the due chance event, sampled by its probability."""
        return 0

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        """Write each seat's return at the end, from `low` to `high`."""

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Write an estimate of each seat's return; by default the middle of the range."""
        cdef int seat
        for seat in range(self.seats):
            out[seat] = 0.5 * (self.low + self.high)

    cdef bint leads(self, const void* state, double* out) noexcept nogil:
        """Write each seat's lead over the best other seat, from 0 to 1; 0.5 is level (`lead.pxd`).

        Return False, the default, if the rules count nothing like points.
        """
        return False

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """Return a quick, sensible legal action for guided playouts; by default a random one."""
        return self.sample_action(state, rng)

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        """List the legal actions that are worth a search's time, and return their number.

        The list is never empty. Searches look sooner at actions of greater weight. Weight 0 is for
        actions without effect; players that imitate people choose one only if all have weight 0.
        The list and the weights depend only on the mover's knowledge. A game sets `prunes_legal` if
        the list may omit legal actions. By default, list all actions with weight 1.
        """
        cdef int size = self.actions(state, out)
        cdef int i
        for i in range(size):
            weight[i] = 1.0
        return size

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        """Overwrite the parts hidden from `seat` with fixed values.

        The result depends only on the seat's knowledge, so it reveals nothing hidden.
        """

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        """Redraw the parts hidden from `seat`, uniformly over states that it cannot distinguish."""

    cdef void believe(self, void* state, int seat, RngState* rng) noexcept nogil:
        """Redraw the hidden parts, but favor states that sensible opponents would reach.

        The result depends only on the knowledge of `seat`, and `resample` could also draw it. By
        default, all states are equally likely.
        """
        self.resample(state, seat, rng)

    cdef u64 key(self, const void* state, int seat) noexcept nogil:
        """Return a 64-bit hash of the knowledge of `seat`; seat -1 knows everything."""
        cdef u64[MAX_STATE_WORDS] copy
        if seat < 0 or not self.has_hidden:
            return mix(fold_bytes(seat + 2, state, self.state_size))
        memcpy(copy, state, self.state_size)
        self.conceal(copy, seat)
        return mix(fold_bytes(seat + 2, copy, self.state_size))

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        """Whether `seat` sees that the event happened, but not the last word of its text."""
        return False

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        """Return the token of a legal action of the seat to move, if max_tokens is 1.

        The default is the action itself. The token may depend on this seat's knowledge: for
        example, it may leave out a move's origin if the seat knows it.
        """
        return action

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        """Return the legal action whose only token is `index`.

        If max_tokens is above 1, `index` is one of `lone_tokens`. Otherwise it may be any number
        below num_tokens. If no legal action has this token, the result may be any event.
        """
        return index

    cdef int encode(self, const void* state, u32 action, u16* tokens) noexcept nogil:
        """Write the tokens of a legal action, at most max_tokens, and return their number.

        No action's tokens may be a prefix of another action's tokens. The default is one token, the
        action's `index`.
        """
        tokens[0] = self.index(state, action)
        return 1

    cdef int lone_tokens(self, const void* state, u16* out) noexcept nogil:
        """List the legal tokens in ascending order if each token alone denotes an action.

        Return the number of tokens, or 0, the default, in all other decisions. With hundreds of
        actions, this saves time: the caller need not list and encode each action, because `action`
        gives the chosen one. `out` has room for min(max_actions, num_tokens) tokens.
        """
        return 0

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        """Write the knowledge of `seat` into observation_size zeroed bytes, in order of `fields`.

        Seats are in turn order, starting with `seat`. The result depends only on the seat's
        knowledge, and no number is above its field's `high`. The state may be any state, even one
        with a due chance event or after the end.
        """

    cdef void tell_facts(self, const void* view, int seat, float* out) noexcept nogil:
        """Write the facts that help to judge a seat's view, such as distances and totals.

        `out` has room for `facts` numbers, which are 0 before the call. They should be about 0 to
        1; networks see them clipped to -16 to 16.

        Args:
            view: a state as `seat` knows it: see `conceal`.
        """

    cdef void tell_all(
        self, const void* view, int seat, float* fact, double* chance
    ) noexcept nogil:
        """Write the facts and, if they end with the game's evaluation, each seat's estimate.

        Estimates are missing after the end. A game overrides this if both need the same survey.
        """
        self.tell_facts(view, seat, fact)
        if self.advises and (<const Head*> view).turn != END:
            self.evaluate(view, chance)

    cdef void net_input(self, const void* state, int seat, u8* out) noexcept nogil:
        """Write what a network sees of a state: the observation of `seat`, and then the facts.

        `out` has room for `net_input_size` zeroed bytes. A fact is a signed number of 16 bits, the
        lowest byte first, in units of 1 / FACT_UNIT.
        """
        cdef u64[MAX_STATE_WORDS] view
        cdef float[MAX_FACTS] fact
        cdef double[MAX_SEATS] chance
        cdef double share
        cdef int number, i
        if not self.facts_only:
            self.observe(state, seat, out)
            out += self.observation_size
        if self.facts == 0:
            return
        memcpy(view, state, self.state_size)
        self.conceal(view, seat)
        memset(fact, 0, self.facts * sizeof(float))
        self.tell_all(view, seat, fact, chance)
        if self.advises and (<const Head*> state).turn != END:
            for i in range(self.seats):
                share = (chance[(seat + i) % self.seats] - self.low) / (self.high - self.low)
                share = min(max(share, 0.0005), 0.9995)
                fact[self.facts - self.seats + i] = <float> (log(share / (1.0 - share)) / 4)
        for i in range(self.facts):
            number = <int> (min(max(fact[i], -15.999), 15.999) * FACT_UNIT)
            out[FACT * i] = number & 0xFF
            out[FACT * i + 1] = number >> 8 & 0xFF

    cdef void advise_net(
        self, const void* state, u32* actions, float* weights, Advice* out
    ) noexcept nogil:
        """Write the actions that the game's guidance advises.

        Args:
            state: a state in which a seat is to move.
            actions, weights: scratch memory for max_actions entries.
        """
        cdef RngState rng
        cdef int i, size
        cdef int best = 0
        if not self.advises:
            return
        memset(&rng, 1, sizeof(RngState))  # the same advice for the same state
        out.action = self.policy(state, &rng)
        size = self.promising(state, actions, weights)
        for i in range(size):
            if weights[i] > weights[best]:
                best = i
        out.first = actions[best] if size else 0
        out.size = min(size, <int> MAX_ADVISED)
        memcpy(out.promising, actions, out.size * sizeof(u32))

    cdef int net_encode(
        self, const void* state, u32 action, const Advice* advice, u16* tokens
    ) noexcept nogil:
        """Write the tokens of an action for a network, and return their number.

        Args:
            advice: from `advise_net`.
            tokens: room for net_max_tokens tokens.
        """
        cdef int length = self.encode(state, action, tokens)
        cdef int i
        if not self.advises:
            return length
        if action == advice.action:
            tokens[length] = self.num_tokens + ADVISED
            length += 1
        if advice.size and action == advice.first:
            tokens[length] = self.num_tokens + FIRST
            length += 1
        for i in range(advice.size):
            if action == advice.promising[i]:
                tokens[length] = self.num_tokens + PROMISING
                length += 1
                break
        return length

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        """Return the deck or die of the due chance event: an index into chance_sources.

        `number` receives the number of the pass through the deck, or -1 for dice and other
        independent events.
        """
        number[0] = -1
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        """Return the card or face that an outcome shows, without the seat that gets it."""
        return outcome

    cdef list scores(self, const void* state):
        """Return the score of each seat so far; by default its return, or 0 before the end."""
        cdef double[MAX_SEATS] result
        if (<const Head*> state).turn != END:
            return [0] * self.seats
        self.returns(state, result)
        return [result[seat] for seat in range(self.seats)]

    cdef str end_reason(self, const void* state):
        """Return the reason why the game is over, in one word; by default "end"."""
        return "end"

    cdef dict tie_break(self, const void* state):
        """Return the tie-breakers between equal scores in a game for one seat; by default none.

        The first entry decides first, and higher is better. The names are for people to read.
        """
        return {}

    cdef dict dump(self, const void* state, int seat):
        """Return the knowledge of `seat` in plain ids and numbers; seat -1 knows everything."""
        raise NotImplementedError

    cdef int restore(self, dict fields, void* state) except -1:
        """Fill zeroed memory from the entries of a complete dump. Raises StateError.

        The entries may be anything. This method need not detect inconsistent but harmless entries,
        because `from_dict` dumps the new state and compares it with the entries.
        """
        raise NotImplementedError

    cdef void draw(self, void* state, Luck* luck) noexcept nogil:
        """Draw and apply the due chance event, by the stream of its deck or die."""
        cdef int number
        cdef RngState* stream = &luck.source[self.chance_source(state, &number)]
        self.apply(state, self.sample_outcome(state, stream))

    cdef void settle(self, void* state, Luck* luck) noexcept nogil:
        """Draw and apply chance events until a seat is to move or the game is over."""
        while (<Head*> state).turn == CHANCE:
            self.draw(state, luck)

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        """Play on at random or, if `guided`, by the policy, for up to `limit` plies.

        Return the number of plies played.
        """
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
        """Write each seat's return at the end, or an estimate before, scaled to 0 .. 1."""
        cdef int seat
        cdef double scale = 1.0 / (self.high - self.low)
        if (<const Head*> state).turn == END:
            self.returns(state, out)
        else:
            self.evaluate(state, out)
        for seat in range(self.seats):
            out[seat] = (out[seat] - self.low) * scale
