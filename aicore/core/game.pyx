"""Games and their states: the C interface's defaults, and its face to Python."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.number cimport PyNumber_AsSsize_t, PyNumber_Index
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from aicore.core.bits cimport fold_bytes, mix
from aicore.core.face cimport whole
from aicore.core.rng cimport Luck, MAX_SOURCES, Rng, RngState, luck_seed, rng_next, rng_seed

from aicore.core.errors import AicoreError, IllegalAction, NotationError, OptionError, StateError
from aicore.core.face import said

cdef enum:
    LONGEST = 1000  # characters of a text that may denote an event
    MOST_PLIES = 0x7FFFFFFF  # of one playout
    STRETCH = 1 << 16  # plies of a playout between looks at signals

cdef object MOST_EVENT = 0xFFFFFFFF
cdef object KEY = object()  # who has it may make positions: this module alone


cdef class Game:
    """The rules of one game for a number of seats and a choice of options: immutable.

    Made by `aicore.load`. A game's module derives a class, sets the declared bounds in its
    ``__init__`` and defines the C methods that game.pxd lists.
    """

    def __cinit__(self, *given, **named):
        if not given and not named:
            raise TypeError("games are made by aicore.load")

    def __init__(self, info, seats, dict options not None):
        from aicore.core import registry
        if self.info is not None:
            raise TypeError("a game cannot be made a second time")
        if not isinstance(info, registry.GameInfo) or not any([
            kind.__module__ == f"aicore.games.{info.name}.game" for kind in type(self).__mro__
        ]):
            raise TypeError("games are made by aicore.load")
        fewest, most = registry.info(info.name).seats
        self.seats = whole("seats", seats, fewest, min(most, MAX_SEATS))
        self._options = {
            option.name: option.read(options.get(option.name, option.default), OptionError)
            for option in info.options.values()
        }
        self.info = info
        self.low = 0.0
        self.high = 1.0
        self.chance_sources = ()

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
                f"seat {said(seat)}: {self.name} has seats 0 to {self.seats - 1}")
        return number

    cdef int expect(self, Position position) except -1:
        """Check that a position is of this game. Raises AicoreError."""
        if position.game is not self and position.game != self:
            raise AicoreError(f"this plays {_told(self, position.game)}, "
                              f"not {_told(position.game, self)}")
        return 0

    cdef int admit(self, View view) except -1:
        """Check that a view is of this game, its seat to move. Raises AicoreError."""
        self.expect(view)
        if (<const Head*> view.data).turn != view.seat:
            raise AicoreError(f"seat {view.seat} is not to move")
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

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """A quick, sensible legal action for guided playouts; by default any."""
        return self.sample_action(state, rng)

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        """List the legal actions that are worth a search's time, at least one of them.

        `weight` says how soon each is looked at: positive, the greater the sooner; it and the list
        depend on the mover's knowledge alone. By default all actions, of weight 1. Returns their
        number.
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

    @property
    def name(self):
        """The name under which `aicore.load` finds the game."""
        return self.info.name

    def start(self):
        """The first position, often a chance event."""
        return _first(self)

    @property
    def options(self):
        """The value of every rule option, by name."""
        return dict(self._options)

    def check_view(self, View view not None):
        """Check that a view is of this game, and its seat to move. Raises AicoreError."""
        self.admit(view)

    def text(self, event):
        """The notation of an action or outcome. Raises NotationError if there can be none."""
        cdef u32 number = _event_number(self, event)
        try:
            return self.info.notation.to_text(self, number)
        except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
            raise NotationError(f"{number} is no event of {self.name}") from error

    def parse(self, text):
        """The action or outcome that a text denotes. Raises NotationError."""
        if not isinstance(text, str):
            raise NotationError(f"{said(text)}: an event of {self.name} is a text")
        if len(text) > LONGEST:
            raise NotationError(
                f"{said(text)}: a text of {len(text)} characters is no event of {self.name}")
        return self.info.notation.from_text(self, text)

    def item(self, outcome):
        """The card or face, as an integer, that an outcome shows, whoever gets it.

        Raises NotationError.
        """
        return self.chance_item(_event_number(self, outcome))

    def from_dict(self, dict fields not None):
        """The state that `State.to_dict` described in full. Raises StateError.

        What the fields say must be what the state says: no entry more, none inconsistent. Lists may
        come in another order where the game gives it no meaning.
        """
        cdef State state = _state(self, NULL)
        try:
            self.restore(fields, state.data)
        except StateError:
            raise
        except (
            ArithmeticError, AttributeError, LookupError, TypeError, ValueError
        ) as error:
            raise StateError(
                f"not a state of {self.name}: {type(error).__name__}: {error}") from error
        found = self.dump(state.data, -1)
        for name in [*found, *fields]:
            if name not in found or name not in fields or not _alike(found[name], fields[name]):
                raise StateError(
                    f"not a state of {self.name}: {name} is {fields.get(name)!r}; "
                    f"the rest says {found.get(name)!r}")
        return state

    def __reduce__(self):
        return _load_game, (self.info.name, self.seats, self.options)

    def __eq__(self, other):
        if type(self) is not type(other):
            return False
        return (
            self.seats == (<Game> other).seats
            and self._options == (<Game> other)._options
            and (self.info is (<Game> other).info or self.info.data == (<Game> other).info.data)
        )

    def __hash__(self):
        return hash((self.info.name, self.seats, tuple(sorted(self._options.items()))))

    def __repr__(self):
        return f"<aicore game {self.info.name}, {self.seats} seats, {self._options}>"


cdef str _told(Game game, Game other):
    """A game in words, with all that parts it from another one."""
    words = [game.name, f"{game.seats} seat" + "s" * (game.seats > 1)]
    if type(game) is type(other) and game.seats == other.seats:
        words += [
            f"{name}={value}" for name, value in game._options.items()
            if value != other._options.get(name)
        ] or ["other data"]
    return ", ".join(words)


cdef u32 _event_number(Game game, event) except? 0:
    """The event as its integer. Raises NotationError."""
    try:
        number = PyNumber_Index(event)
    except TypeError:
        number = -1
    if not 0 <= number <= MOST_EVENT:
        raise NotationError(f"{said(event)} is no event of {game.name}")
    return number


def _alike(found, given):
    """Whether two parts of a dump are equal, but for the order of lists that hold no others."""
    if found == given:
        return True
    if isinstance(found, dict) and isinstance(given, dict):
        return found.keys() == given.keys() and all(_alike(found[k], given[k]) for k in found)
    if not isinstance(found, list) or not isinstance(given, list) or len(found) != len(given):
        return False
    if any(isinstance(part, (dict, list)) for part in found):
        return all(map(_alike, found, given))
    return sorted(map(repr, found)) == sorted(map(repr, given))


def _load_game(str name, int seats, dict options):
    from aicore.core.registry import load_again
    return load_again(name, seats, options)


cdef State _first(Game game):
    cdef State state = _state(game, NULL)
    game.begin(state.data)
    return state


cdef State _state(Game game, const void* source):
    """A state that is a copy of `source`; NULL: zeroed."""
    cdef State state = State.__new__(State, KEY)
    state.own(game, source)
    return state


cdef View _view(Game game, int seat, const void* source):
    """A view of a seat that is a copy of `source`."""
    cdef View view = View.__new__(View, KEY)
    view.own(game, source)
    view.seat = seat
    return view


cdef int _check_bytes(Game game, bytes data) except -1:
    """Check what can be checked of a struct's bytes. Raises StateError."""
    cdef const char* content = data
    if len(data) != <Py_ssize_t> game.state_size:
        raise StateError(f"a state of {game.name} has {game.state_size} bytes, not {len(data)}")
    if not END <= (<const Head*> content).turn < game.seats:
        raise StateError(f"these bytes are no state of {game.name}")
    return 0


cdef list _listed(Game game, const void* state):
    """The legal actions of the seat to move, as integers."""
    cdef int size
    cdef u32* events = <u32*> malloc(game.max_actions * sizeof(u32))
    if events == NULL:
        raise MemoryError
    try:
        size = game.actions(state, events)
        return [events[i] for i in range(size)]
    finally:
        free(events)


cdef class Position:
    """What a state and a view share: a game and a struct of its state."""

    def __cinit__(self, key=None):
        self.data = NULL
        if key is not KEY:
            raise TypeError(
                "positions are made by Game.start, Game.from_dict, State.clone and State.view")

    def __dealloc__(self):
        free(self.data)

    cdef int own(self, Game game, const void* source) except -1:
        """Allocate the struct, zeroed or as a copy of `source`."""
        game.complete()
        self.data = calloc(1, game.state_size)
        if self.data == NULL:
            raise MemoryError
        self.game = game
        if source != NULL:
            memcpy(self.data, source, game.state_size)
        return 0

    @property
    def turn(self):
        """The seat to move (0, 1, ...), `aicore.CHANCE` or `aicore.END`."""
        return (<Head*> self.data).turn

    def scores(self):
        """The score of each seat so far."""
        return self.game.scores(self.data)

    @property
    def end(self):
        """Why the game is over, one word; None before."""
        if (<Head*> self.data).turn != END:
            return None
        return self.game.end_reason(self.data)

    def __bytes__(self):
        return (<char*> self.data)[:self.game.state_size]

    def __str__(self):
        from aicore.core.drawing import plain
        return plain(self)


cdef class State(Position):
    """A position with nothing hidden: for referees, not for players.

    Made by `Game.start` and changed in place by `apply`.
    """

    def legal_actions(self):
        """The legal actions as integers; empty at chance and at the end."""
        if (<Head*> self.data).turn < 0:
            return []
        return _listed(self.game, self.data)

    def legal(self):
        """The legal actions as texts; empty at chance and at the end."""
        to_text = self.game.info.notation.to_text
        return [to_text(self.game, event) for event in self.legal_actions()]

    def outcome_actions(self):
        """The due chance event's outcomes: pairs of integer and probability."""
        cdef int size
        cdef u32* events
        cdef double* chance
        if (<Head*> self.data).turn != CHANCE:
            return []
        events = <u32*> malloc(self.game.max_outcomes * sizeof(u32))
        chance = <double*> malloc(self.game.max_outcomes * sizeof(double))
        try:
            if events == NULL or chance == NULL:
                raise MemoryError
            size = self.game.outcomes(self.data, events, chance)
            return [(events[i], chance[i]) for i in range(size)]
        finally:
            free(events)
            free(chance)

    def outcomes(self):
        """The due chance event's outcomes: pairs of text and probability."""
        to_text = self.game.info.notation.to_text
        return [(to_text(self.game, event), chance) for event, chance in self.outcome_actions()]

    def chance_source(self):
        """The name of the deck or die that the due chance event uses, and the pass through it.

        The pass is None for dice and other independent events. Raises IllegalAction when no chance
        event is due.
        """
        cdef int number = -1
        cdef int source
        if (<Head*> self.data).turn != CHANCE:
            raise IllegalAction("no chance event is due")
        source = self.game.chance_source(self.data, &number)
        return self.game.chance_sources[source], number if number >= 0 else None

    cdef bint possible(self, u32 event) except -1:
        """Whether an event can happen now. No Python code runs, so it stays true until some does.
        """
        cdef int turn = (<Head*> self.data).turn
        cdef bint found = False
        cdef int size, i
        cdef u32* events
        cdef double* chance
        if turn == END:
            return False
        events = <u32*> malloc(
            (self.game.max_outcomes if turn == CHANCE else self.game.max_actions) * sizeof(u32))
        chance = <double*> malloc(self.game.max_outcomes * sizeof(double) + 1)
        if events == NULL or chance == NULL:
            free(events)
            free(chance)
            raise MemoryError
        if turn == CHANCE:
            size = self.game.outcomes(self.data, events, chance)
        else:
            size = self.game.actions(self.data, events)
        for i in range(size):
            found |= events[i] == event
        free(events)
        free(chance)
        return found

    cdef u32 _number(self, event) except? 0:
        """What an event's text or integer denotes. Raises NotationError."""
        if isinstance(event, str):
            return self.game.parse(event)
        return _event_number(self.game, event)

    cdef object _refusal(self, event, u32 number):
        """The error that tells why an event is not possible."""
        cdef int turn = (<Head*> self.data).turn
        shown = repr(event)
        if not isinstance(event, str):
            try:  # a number may stand for nothing; say its text only if it is that of the number
                text = self.game.text(number)
                shown = repr(text) if self.game.parse(text) == number else f"{number}"
            except NotationError:
                shown = f"{number}"
        if turn == END:
            return IllegalAction(f"{shown}: the game is over")
        kind = "outcome" if turn == CHANCE else "action"
        texts = [text for text, _ in self.outcomes()] if turn == CHANCE else self.legal()
        some = ", ".join(texts[:6])
        more = f", ... ({len(texts)} in all)" if len(texts) > 6 else ""
        return IllegalAction(f"{shown} is not a possible {kind} here; possible: {some}{more}")

    def apply(self, event):
        """Carry out an action or outcome, in place.

        Args:
            event: its text or its integer.

        Raises IllegalAction or NotationError and leaves the state as it was.
        """
        cdef u32 number = self._number(event)
        if not self.possible(number):
            raise self._refusal(event, number)
        self.game.apply(self.data, number)

    def event_text(self, event, seat=None):
        """The event's text as `seat` sees it before it is applied: hidden words read ``?``.

        Raises IllegalAction, NotationError, OptionError.
        """
        cdef u32 number = self._number(event)
        cdef int viewer = -1 if seat is None else self.game.own_seat(seat)
        if not self.possible(number):
            raise self._refusal(event, number)
        text = self.game.text(number)
        if viewer >= 0 and self.game.concealed(self.data, number, viewer):
            return text.rpartition(" ")[0] + " ?"
        return text

    def clone(self):
        """An independent copy."""
        return _state(self.game, self.data)

    def view(self, seat):
        """What `seat` knows: hidden parts are removed, not merely promised unread.

        Raises OptionError.
        """
        cdef View view = _view(self.game, self.game.own_seat(seat), self.data)
        self.game.conceal(view.data, view.seat)
        return view

    def returns(self):
        """What each seat gets; raises IllegalAction before the end."""
        cdef double[MAX_SEATS] result
        if (<Head*> self.data).turn != END:
            raise IllegalAction("the game is not over: it has no returns yet")
        self.game.returns(self.data, result)
        return [result[seat] for seat in range(self.game.seats)]

    def evaluate(self):
        """The heuristic estimate of each seat's return."""
        cdef double[MAX_SEATS] result
        self.game.evaluate(self.data, result)
        return [result[seat] for seat in range(self.game.seats)]

    def sample(self, Rng rng not None):
        """One legal action or outcome as an integer, drawn as playouts draw it."""
        cdef int turn = (<Head*> self.data).turn
        if turn == END:
            raise IllegalAction("the game is over")
        if turn == CHANCE:
            return self.game.sample_outcome(self.data, &rng.state)
        return self.game.sample_action(self.data, &rng.state)

    def policy(self, Rng rng not None):
        """One legal action as an integer, as guided playouts choose it."""
        if (<Head*> self.data).turn < 0:
            raise IllegalAction("no seat is to move")
        return self.game.policy(self.data, &rng.state)

    def promising(self):
        """The legal actions that searches look at, as pairs of integer and weight."""
        cdef int size
        cdef u32* events
        cdef float* weight
        if (<Head*> self.data).turn < 0:
            return []
        events = <u32*> malloc(self.game.max_actions * sizeof(u32))
        weight = <float*> malloc(self.game.max_actions * sizeof(float))
        try:
            if events == NULL or weight == NULL:
                raise MemoryError
            size = self.game.promising(self.data, events, weight)
            return [(events[i], weight[i]) for i in range(size)]
        finally:
            free(events)
            free(weight)

    def play_out(self, Rng rng not None, limit=1_000_000, bint guided=False):
        """Play on at random, or by the game's policy, in place. Returns the number of plies.

        Args:
            limit: most plies.
        """
        cdef u64[MAX_STATE_WORDS] copy  # other threads may change the state meanwhile
        cdef int left = whole("limit", limit, 0, MOST_PLIES)
        cdef int plies = 0
        cdef int played
        cdef Luck luck
        luck_seed(&luck, rng_next(&rng.state), MAX_SOURCES)
        memcpy(copy, self.data, self.game.state_size)
        while left > plies and (<Head*> copy).turn != END:
            played = min(left - plies, STRETCH)
            with nogil:
                played = self.game.play_out(copy, &luck, played, guided)
            plies += played
            PyErr_CheckSignals()
        memcpy(self.data, copy, self.game.state_size)
        return plies

    def resample(self, seat, Rng rng not None):
        """A copy in which what is hidden from `seat` is drawn anew. Raises OptionError."""
        cdef int viewer = self.game.own_seat(seat)
        cdef State copy = self.clone()
        self.game.resample(copy.data, viewer, &rng.state)
        return copy

    def key(self, seat=None):
        """A 64-bit hash of what `seat` knows; of everything when seat is None.

        Raises OptionError.
        """
        return self.game.key(self.data, -1 if seat is None else self.game.own_seat(seat))

    def to_dict(self, seat=None):
        """The state in plain ids and numbers; with `seat`, what is hidden from it reads None.

        Raises OptionError.
        """
        cdef u64[MAX_STATE_WORDS] copy  # while the dump is made other threads may change the state
        cdef int viewer = -1 if seat is None else self.game.own_seat(seat)
        memcpy(copy, self.data, self.game.state_size)
        return self.game.dump(copy, viewer)

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.game == other.game
            and memcmp(self.data, (<State> other).data, self.game.state_size) == 0
        )

    def __hash__(self):
        return hash(self.key())

    def __reduce__(self):
        return _rebuild_state, (self.game, bytes(self))


def _rebuild_state(Game game not None, bytes data not None):
    _check_bytes(game, data)
    return _state(game, <char*> data)


cdef class View(Position):
    """A position as one seat knows it. Players receive views and nothing else.

    Its struct is a function of the seat's knowledge alone: what is hidden has been overwritten
    with one canonical arrangement, so there is nothing to peek at.
    """

    def legal_actions(self):
        """The legal actions as integers when the view's seat is to move, otherwise empty."""
        cdef u64[MAX_STATE_WORDS] copy
        cdef RngState rng
        if (<Head*> self.data).turn != self.seat:
            return []
        memcpy(copy, self.data, self.game.state_size)
        if self.game.has_hidden:
            rng_seed(&rng, 0)
            self.game.resample(copy, self.seat, &rng)
        return _listed(self.game, copy)

    def legal(self):
        """The legal actions as texts when the view's seat is to move, otherwise empty."""
        return [self.game.text(action) for action in self.legal_actions()]

    def resample(self, Rng rng not None):
        """A full state, drawn uniformly from those that the seat cannot tell apart."""
        cdef State state = _state(self.game, self.data)
        self.game.resample(state.data, self.seat, &rng.state)
        return state

    def key(self):
        """A 64-bit hash of what the seat knows."""
        return self.game.key(self.data, self.seat)

    def to_dict(self):
        """What the seat knows, in plain ids and numbers; hidden entries read None."""
        return self.game.dump(self.data, self.seat)

    def __eq__(self, other):
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.game == other.game
            and self.seat == (<View> other).seat
            and memcmp(self.data, (<View> other).data, self.game.state_size) == 0
        )

    def __hash__(self):
        return hash((self.seat, self.key()))

    def __reduce__(self):
        return _rebuild_view, (self.game, self.seat, bytes(self))


def _rebuild_view(Game game not None, seat, bytes data not None):
    _check_bytes(game, data)
    return _view(game, game.own_seat(seat), <char*> data)
