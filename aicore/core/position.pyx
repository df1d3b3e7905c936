"""Positions of a game in Python: complete, or with the knowledge of one seat."""

from cpython.bytearray cimport PyByteArray_AsString
from cpython.exc cimport PyErr_CheckSignals
from cpython.number cimport PyNumber_Index
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from aicore.core._types cimport c_assert, u8, u64
from aicore.core.validate cimport bounded_int
from aicore.core.rng cimport Luck, MAX_SOURCES, Rng, RngState, luck_seed, rng_next, rng_seed
from aicore.core.ruleset cimport (
    CHANCE, END, Head, MAX_SEATS, MAX_STATE_WORDS, raise_mistakes, raise_mistakes_since
)
from aicore.core cimport tokens

from aicore.core.errors import IllegalAction, NotationError, quoted
from aicore.core.language import fill
from aicore.core.language import gettext as _

cdef extern from *:
    """
    #ifdef NDEBUG
    #define aicore_checked 0
    #else
    #define aicore_checked 1
    #endif
    """
    bint CHECKED "aicore_checked"  # whether this is the debug build

cdef enum:
    MAX_PLIES = 0x7FFFFFFF  # maximum number of plies of a playout
    PLIES_PER_CHECK = 1 << 16  # plies of a playout between checks for signals
    EXTRA_EVENTS = 1 << 12  # room beyond a game's bound, so that an error can count the events

cdef object MAX_EVENT = 0xFFFFFFFF  # an event is a 32-bit integer
cdef object KEY = object()  # required to construct a position; private to this module


cdef u32 event_number(Ruleset game, event) except? 0:
    """Return an event as a C integer. Raises NotationError."""
    try:
        number = PyNumber_Index(event)
    except TypeError:
        number = -1
    if not 0 <= number <= MAX_EVENT:
        raise NotationError(f"{quoted(event)} is not an event of {game.name}")
    return number


cdef State new_state(Ruleset game, const void* source):
    """Return a new state: a copy of `source`, or zeroed if it is NULL."""
    cdef State state = State.__new__(State, KEY)
    state.own(game, source)
    return state


cdef View _view(Ruleset game, int seat, const void* source):
    """Return a new view of a seat: a copy of `source`."""
    cdef View view = View.__new__(View, KEY)
    view.own(game, source)
    view.seat = seat
    return view


cdef int _list_events(Ruleset game, const void* state, u32** events, double** chance) except -1:
    """List the possible next events and the probabilities of outcomes. Return the number of events.

    The caller frees both arrays. Raises MemoryError, and RuntimeError if there are more events than
    the game declares.
    """
    cdef bint is_chance = (<Head*> state).turn == CHANCE
    cdef int limit = game.max_outcomes if is_chance else game.max_actions
    cdef int size
    events[0] = <u32*> malloc((limit + EXTRA_EVENTS) * sizeof(u32))
    if is_chance:
        chance[0] = <double*> malloc((limit + EXTRA_EVENTS) * sizeof(double))
    if events[0] == NULL or is_chance and chance[0] == NULL:
        raise MemoryError
    if is_chance:
        size = game.outcomes(state, events[0], chance[0])
    else:
        size = game.actions(state, events[0])
    raise_mistakes(game)
    if size > limit:
        what = "outcomes" if is_chance else "actions"
        raise RuntimeError(f"{game.name} lists {size} {what}, but max_{what} is {limit}")
    return size


cdef list _legal_actions(Ruleset game, const void* state):
    """Return the legal actions of the seat to move, as integers."""
    cdef u32* events = NULL
    cdef double* chance = NULL
    cdef int i
    try:
        return [events[i] for i in range(_list_events(game, state, &events, &chance))]
    finally:
        free(events)


cdef bint _copy_if_to_move(Position position, void* copy) noexcept:
    """Whether a position's viewer may act; if so, `copy` receives a state that can be played."""
    cdef RngState rng
    cdef int turn = (<Head*> position.data).turn
    if turn < 0 or isinstance(position, View) and turn != (<View> position).seat:
        return False
    memcpy(copy, position.data, position.game.state_size)
    if isinstance(position, View) and position.game.has_hidden:
        rng_seed(&rng, 0)
        position.game.resample(copy, (<View> position).seat, &rng)
    return True


cdef class Position:
    """Base class of states and views: a game and a struct of its state."""

    def __cinit__(self, key=None):
        self.data = NULL
        if key is not KEY:
            raise TypeError(
                "create positions with Game.start, Game.from_dict, State.clone or State.view")

    def __dealloc__(self):
        free(self.data)

    cdef int own(self, Ruleset game, const void* source) except -1:
        """Allocate the struct, zeroed or as a copy of `source`."""
        game.check_built()
        self.data = calloc(1, game.state_size)
        if self.data == NULL:
            raise MemoryError
        self.game = game
        if source != NULL:
            memcpy(self.data, source, game.state_size)
        return 0

    @property
    def turn(self):
        """Seat to move (0, 1, ...), `aicore.CHANCE` or `aicore.END`."""
        return (<Head*> self.data).turn

    def scores(self):
        """Return the score of each seat so far."""
        found = self.game.scores(self.data)
        raise_mistakes(self.game)
        return found

    def legal_actions(self):
        """Return the legal actions as integers; empty unless a seat is to move.

        A view lists only the actions of its own seat.
        """
        cdef u64[MAX_STATE_WORDS] copy
        return _legal_actions(self.game, copy) if _copy_if_to_move(self, copy) else []

    def legal(self):
        """Return the legal actions as texts; empty unless a seat is to move."""
        to_text = self.game.grammar.to_text
        return [to_text(action) for action in self.legal_actions()]

    def legal_tokens(self, prefix=()):
        """Return the possible next tokens in ascending order.

        The list is empty if the prefix is a whole action, or if no seat is to move. In a view, it
        is also empty if another seat is to move.

        Args:
            prefix: tokens of the action that the seat has chosen so far.

        Raises IllegalAction if no legal action begins with the prefix.
        """
        cdef u64[MAX_STATE_WORDS] copy
        return tokens.legal_tokens(self.game, copy, prefix) if _copy_if_to_move(self, copy) else []

    def legal_mask(self, prefix=(), out=None):
        """Return `legal_tokens` as num_tokens bytes: 1 for each token that may come next, else 0.

        Args:
            prefix: tokens of the action that the seat has chosen so far.
            out: num_tokens writable bytes to fill and return; None for new bytes.

        Raises IllegalAction, AicoreError.
        """
        cdef u64[MAX_STATE_WORDS] copy
        cdef const void* state = NULL
        if _copy_if_to_move(self, copy):
            state = copy
        return tokens.legal_mask(self.game, state, prefix, out)

    def decode(self, prefix):
        """Return the action with these tokens; None while several actions begin with them.

        Raises IllegalAction.
        """
        cdef u64[MAX_STATE_WORDS] copy
        if not _copy_if_to_move(self, copy):
            raise IllegalAction(_("no seat is to move"))
        return tokens.decode(self.game, copy, prefix)

    def encode(self, action, full=False):
        """Return the tokens that a player must choose to play a legal action.

        The player need not choose a token that all legal actions share.

        Args:
            action: text or integer of the action.
            full: whether to return all tokens of the action.

        Raises IllegalAction.
        """
        cdef u64[MAX_STATE_WORDS] copy
        cdef u32 number
        if isinstance(action, str):
            number = self.game.parse(action)
        else:
            number = event_number(self.game, action)
        if not _copy_if_to_move(self, copy) or number not in _legal_actions(self.game, copy):
            raise IllegalAction(
                _("{action} is not a legal action here", action=quoted(action)))
        if full:
            return tokens.encode(self.game, copy, number)
        return tokens.needed_tokens(self.game, copy, number)

    @property
    def end(self):
        """Reason why the game is over, in one word; None before the end."""
        if (<Head*> self.data).turn != END:
            return None
        reason = self.game.end_reason(self.data)
        raise_mistakes(self.game)
        return reason

    def __getitem__(self, name):
        """Return an entry of `to_dict` by its name, with the knowledge of the position's viewer.

        Entries are cached: do not change them.
        """
        data = bytes(self)
        if data != self._entries_of:
            self._entries, self._entries_of = self.to_dict(), data
        return self._entries[name]

    def __iter__(self):
        raise TypeError("a position has entries by name, not by index")

    def __bytes__(self):
        return (<char*> self.data)[:self.game.state_size]

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __str__(self):
        return self.game.info.as_text(self)

    def _repr_svg_(self):
        """Return the picture for notebooks, with the knowledge of the position's viewer."""
        return self.game.info.as_svg(self)


cdef class State(Position):
    """Position with nothing hidden: for referees, not for players.

    `Game.start` creates a state, and `apply` changes it in place.
    """

    def outcome_actions(self):
        """Return the due chance event's outcomes: pairs of integer and probability.

        The list is empty if no chance event is due.
        """
        cdef u32* events = NULL
        cdef double* chance = NULL
        cdef int i
        if (<Head*> self.data).turn != CHANCE:
            return []
        try:
            return [(events[i], chance[i])
                    for i in range(_list_events(self.game, self.data, &events, &chance))]
        finally:
            free(events)
            free(chance)

    def outcomes(self):
        """Return the due chance event's outcomes: pairs of text and probability.

        The list is empty if no chance event is due.
        """
        to_text = self.game.grammar.to_text
        return [(to_text(event), chance) for event, chance in self.outcome_actions()]

    def chance_source(self):
        """Return the name of the due chance event's deck or die, and the pass through it.

        The pass is None for dice and other independent events. Raises IllegalAction if no chance
        event is due.
        """
        cdef int number = -1
        cdef int source
        if (<Head*> self.data).turn != CHANCE:
            raise IllegalAction(_("no chance event is due"))
        source = self.game.chance_source(self.data, &number)
        raise_mistakes(self.game)
        return self.game.chance_sources[source], number if number >= 0 else None

    cdef bint possible(self, u32 event) except -1:
        """Whether an event can happen now.

        The check runs no Python code of the caller, so the state cannot change meanwhile.
        """
        cdef u32* events = NULL
        cdef double* chance = NULL
        cdef bint found = False
        cdef int i
        if (<Head*> self.data).turn == END:
            return False
        try:
            for i in range(_list_events(self.game, self.data, &events, &chance)):
                found |= events[i] == event
            return found
        finally:
            free(events)
            free(chance)

    cdef u32 _number(self, event) except? 0:
        """Return the integer of an event's text or integer. Raises NotationError."""
        if isinstance(event, str):
            return self.game.parse(event)
        return event_number(self.game, event)

    cdef object _refusal(self, event, u32 number):
        """Return the error for an event that is not possible."""
        cdef int turn = (<Head*> self.data).turn
        shown = repr(event)
        if not isinstance(event, str):
            try:  # show a text only if it denotes this number; some numbers denote no event
                text = self.game.text(number)
                shown = repr(text) if self.game.parse(text) == number else f"{number}"
            except NotationError:
                shown = f"{number}"
        if turn == END:
            return IllegalAction(_("{event}: the game is over", event=shown))
        if turn == CHANCE:
            texts = [text for text, _chance in self.outcomes()]
            wrong = _("{event} is not a possible outcome here; possible: {events}")
        else:
            texts = self.legal()
            wrong = _("{event} is not a possible action here; possible: {events}")
        some = ", ".join(texts[:6])
        if len(texts) > 6:
            some = _("{events}, ... ({n} in all)", events=some, n=len(texts))
        return IllegalAction(fill(wrong, event=shown, events=some))

    def apply(self, event):
        """Apply an action or outcome, in place.

        Args:
            event: text or integer of the event.

        Raises IllegalAction or NotationError. An error leaves the state unchanged.
        """
        cdef u64[MAX_STATE_WORDS] before
        cdef u32 number = self._number(event)
        if not self.possible(number):
            raise self._refusal(event, number)
        if self.game.scripted:
            memcpy(before, self.data, self.game.state_size)
        self.game.apply(self.data, number)
        if CHECKED and self.game.layout is not None:
            c_assert(self.game.layout.holds(self.data))
        if self.game.mistakes != self.game.reported:
            memcpy(self.data, before, self.game.state_size)
            raise_mistakes(self.game)

    def event_text(self, event, seat=None):
        """Return the text of an event not yet applied, with ``?`` for a word hidden from `seat`.

        Raises IllegalAction, NotationError, OptionError.
        """
        cdef u32 number = self._number(event)
        cdef int viewer = -1 if seat is None else self.game.own_seat(seat)
        if not self.possible(number):
            raise self._refusal(event, number)
        if viewer >= 0 and self.game.concealed(self.data, number, viewer):
            return self.game.grammar.concealed_text(number)
        return self.game.text(number)

    def clone(self):
        """Return an independent copy."""
        return new_state(self.game, self.data)

    __copy__ = clone

    def view(self, seat):
        """Return the view of `seat`, in which hidden parts are overwritten.

        Raises OptionError.
        """
        cdef View view = _view(self.game, self.game.own_seat(seat), self.data)
        self.game.conceal(view.data, view.seat)
        raise_mistakes(self.game)
        return view

    def observation(self, seat, prefix=(), out=None):
        """Return a seat's knowledge in bytes, like `View.observation`.

        Raises OptionError, IllegalAction, AicoreError.
        """
        return tokens.observation(
            self.game, self.data, self.game.own_seat(seat), prefix, out)

    def returns(self):
        """Return each seat's return. Raises IllegalAction before the end."""
        cdef double[MAX_SEATS] result
        if (<Head*> self.data).turn != END:
            raise IllegalAction(_("the game is not over, so it has no returns yet"))
        self.game.returns(self.data, result)
        raise_mistakes(self.game)
        return [result[seat] for seat in range(self.game.seats)]

    def tie_break(self):
        """Return the tie-breakers between equal scores in a game for one seat, in order, by name.

        Higher is better. The result is empty if the rules have no tie-breakers.
        """
        found = self.game.tie_break(self.data)
        raise_mistakes(self.game)
        return found

    def standing(self):
        """Return a list of the parts of the score in a game for one seat, then the tie-breakers.

        Of two players of the same deal, the player with the greater list did better.
        """
        standing = []
        for score in self.scores():
            standing += score if isinstance(score, list) else [score]
        return [*standing, *self.tie_break().values()]

    def evaluate(self):
        """Return the heuristic estimate of each seat's return."""
        cdef double[MAX_SEATS] result
        self.game.evaluate(self.data, result)
        raise_mistakes(self.game)
        return [result[seat] for seat in range(self.game.seats)]

    def sample(self, Rng rng not None):
        """Return a random legal action or outcome as an integer, drawn as in playouts.

        Raises IllegalAction if the game is over.
        """
        cdef int turn = (<Head*> self.data).turn
        if turn == END:
            raise IllegalAction(_("the game is over"))
        if turn == CHANCE:
            event = self.game.sample_outcome(self.data, &rng.state)
        else:
            event = self.game.sample_action(self.data, &rng.state)
        raise_mistakes(self.game)
        return event

    def settle(self, Rng rng not None):
        """Draw chance events from `rng` until a seat is to move or the game is over, in place.

        Return the number of chance events. To deal by a seed instead, use `Chance.settle`.
        """
        cdef int events = 0
        while (<Head*> self.data).turn == CHANCE:
            self.game.apply(self.data, self.game.sample_outcome(self.data, &rng.state))
            raise_mistakes(self.game)
            events += 1
        return events

    def policy(self, Rng rng not None):
        """Return a legal action, as an integer, drawn as in guided playouts.

        Raises IllegalAction if no seat is to move.
        """
        if (<Head*> self.data).turn < 0:
            raise IllegalAction(_("no seat is to move"))
        event = self.game.policy(self.data, &rng.state)
        raise_mistakes(self.game)
        return event

    def promising(self):
        """Return the legal actions that searches consider: pairs of integer and weight.

        The list is empty if no seat is to move.
        """
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
            raise_mistakes(self.game)
            return [(events[i], weight[i]) for i in range(size)]
        finally:
            free(events)
            free(weight)

    def play_out(self, Rng rng not None, limit=1_000_000, bint guided=False):
        """Play on in place, at random or by the game's policy, and return the number of plies.

        Args:
            limit: maximum number of plies.
            guided: whether to play by the game's policy.
        """
        cdef u64[MAX_STATE_WORDS] copy  # other threads may change the state meanwhile
        cdef int left = bounded_int("limit", limit, 0, MAX_PLIES)
        cdef int plies = 0
        cdef int played
        cdef int mistakes = self.game.mistakes
        cdef Luck luck
        luck_seed(&luck, rng_next(&rng.state), MAX_SOURCES)
        memcpy(copy, self.data, self.game.state_size)
        while left > plies and (<Head*> copy).turn != END:
            played = min(left - plies, PLIES_PER_CHECK)
            with nogil:
                played = self.game.play_out(copy, &luck, played, guided)
            plies += played
            PyErr_CheckSignals()
            raise_mistakes_since(self.game, mistakes)
        memcpy(self.data, copy, self.game.state_size)
        return plies

    def resample(self, seat, Rng rng not None):
        """Return a copy whose parts hidden from `seat` are drawn again. Raises OptionError."""
        cdef int viewer = self.game.own_seat(seat)
        cdef State copy = self.clone()
        self.game.resample(copy.data, viewer, &rng.state)
        raise_mistakes(self.game)
        return copy

    def key(self, seat=None):
        """Return a 64-bit hash of the knowledge of `seat`; of everything if it is None.

        Raises OptionError.
        """
        return self.game.key(self.data, -1 if seat is None else self.game.own_seat(seat))

    def to_dict(self, seat=None):
        """Return the state as a dictionary of plain ids and numbers.

        Args:
            seat: seat whose knowledge to return; entries hidden from it are None. None returns all.

        Raises OptionError.
        """
        cdef u64[MAX_STATE_WORDS] copy  # other threads may change the state during the dump
        cdef int viewer = -1 if seat is None else self.game.own_seat(seat)
        memcpy(copy, self.data, self.game.state_size)
        found = self.game.dump(copy, viewer)
        raise_mistakes(self.game)
        return found

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
        return _rebuild_state, (self.game, self.to_dict())


def _rebuild_state(Ruleset game not None, dict fields not None):
    """Rebuild a pickled state."""
    return game.from_dict(fields)  # checks the fields: damaged bytes could point anywhere


cdef class View(Position):
    """Position with the knowledge of one seat. Players receive only views.

    The view's struct depends only on the seat's knowledge. Fixed values have overwritten the hidden
    parts, so nobody can read them.
    """

    def observation(self, prefix=(), out=None):
        """Return the seat's knowledge in bytes, in the order of the game's `fields`.

        Args:
            prefix: tokens of the action that the seat has chosen so far.
            out: observation_size writable bytes to fill and return; None for new bytes.

        Raises IllegalAction, AicoreError.
        """
        return tokens.observation(self.game, self.data, self.seat, prefix, out)

    def net_input(self):
        """Return what the game's networks see, in `game.net_input_size` bytes.

        These are the observation, the game's facts, or both: see `game.facts`.
        """
        tokens.check_arrays(self.game)
        found = bytearray(self.game.net_input_size)
        self.game.net_input(self.data, self.seat, <u8*> PyByteArray_AsString(found))
        raise_mistakes(self.game)
        return bytes(found)

    def net_tokens(self):
        """Return the tokens of each legal action for networks, in the order of `legal_actions`."""
        return tokens.net_tokens(self.game, self.data)

    def resample(self, Rng rng not None, bint likely=False):
        """Return a full state, drawn from the states that the seat cannot distinguish.

        Args:
            likely: whether to draw by the game's belief; otherwise all states are equally likely.
        """
        cdef State state = new_state(self.game, self.data)
        if likely:
            self.game.believe(state.data, self.seat, &rng.state)
        else:
            self.game.resample(state.data, self.seat, &rng.state)
        raise_mistakes(self.game)
        return state

    def key(self):
        """Return a 64-bit hash of the seat's knowledge."""
        return self.game.key(self.data, self.seat)

    def to_dict(self):
        """Return the seat's knowledge in plain ids and numbers; hidden entries are None."""
        found = self.game.dump(self.data, self.seat)
        raise_mistakes(self.game)
        return found

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

    def __copy__(self):
        return _view(self.game, self.seat, self.data)

    def __reduce__(self):
        fields = self.game.dump(self.data, -1)  # fixed values have overwritten the hidden parts
        raise_mistakes(self.game)
        return _rebuild_view, (self.game, self.seat, fields)


def _rebuild_view(Ruleset game not None, seat, dict fields not None):
    """Rebuild a pickled view."""
    return game.from_dict(fields).view(seat)
