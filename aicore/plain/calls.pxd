# Calls to the methods of a plain game's author: see calls.pyx.
from aicore.core._types cimport u16, u32, u64
from aicore.core.game cimport Game, MAX_STATE_WORDS
from aicore.core.rng cimport RngState
from aicore.plain.state cimport Struct


cdef enum:
    UNKNOWN = 0xFFFFFFFF  # a card that was not looked up yet


# Tokens of a form of actions.
ctypedef struct TokenForm:
    u32 first, last  # numbers of the form's first and last action
    u16 token  # token of the first action if there are no blanks; otherwise the form's own token
    int blank  # index of its first blank
    int blanks  # number of blanks, each with a token


# Tokens of a blank.
ctypedef struct TokenBlank:
    u16 token  # token of the first value
    u32 step  # step of the value in the number of an action
    u32 span  # number of values


cdef class PlainCalls(Game):
    cdef readonly object author  # the aicore.plain.game.Game whose methods are called
    cdef readonly str file  # the author's file, as tracebacks name it
    cdef object kind  # class of the game's states
    cdef tuple slots  # descriptors of the state's fields
    cdef tuple mirrors  # names of symmetries
    cdef object history  # aicore.plain.packing.History, or None
    cdef dict history_entries  # history entries, by event
    cdef bytes first  # a state in which all cells hold their start values
    cdef list free_states  # pool of unused states
    cdef tuple listers  # forms of actions, as `ListedForm`
    cdef tuple otherwise  # the same for actions that are legal only if no other action is
    cdef tuple chances  # the same for chance events
    cdef dict played_events  # `PlayedEvent` objects, by event
    cdef dict number_by_text  # number of an action, by text
    cdef dict sources  # by form's name: (source, blank for a card, field that counts the passes)
    cdef bytearray items  # by chance event from first_item on, 32 bits each: its card, or UNKNOWN
    cdef u32* item  # the memory of `items`
    cdef u32 first_item, item_count
    cdef bytearray token_memory, blank_memory
    cdef TokenForm* token_form  # in the order of the forms of actions
    cdef TokenBlank* token_blank
    cdef bytearray listed_state  # position whose outcomes were listed last
    cdef object listed_form  # form of these outcomes; None before the first listing
    cdef object suggest, estimate, promise, redraw  # optional methods of the author, or None
    cdef object plausible  # the author's `plausible`, or None
    cdef object together  # aicore.plain.together.Together, or None
    cdef int phase_at  # offset of the field `phase`; -1 if no form names a phase
    cdef bint remembers  # whether seats remember hidden content
    cdef int team_count  # number of teams
    cdef object failure  # first failure since the last report
    cdef int unchanged  # number of consecutive chance events that changed nothing
    cdef int streak  # number of chance events that followed each other
    cdef u64[MAX_STATE_WORDS] chance_left  # position after the last chance event
    cdef int patience  # maximum number of plies in a playout
    cdef double returns_sum  # constant sum of all seats' returns; NaN before the first game's end

    cdef object make(self, info)
    cdef int lay_tokens(self, tuple forms) except -1
    cdef Struct acquire(self, const void* state)
    cdef void release(self, Struct state, void* target) noexcept
    cdef void fail(self, error, Struct state, str doing, event) noexcept
    cdef u64 phase_bit(self, Struct state) noexcept
    cdef list legal_events(self, Struct state)
    cdef int collect(self, Struct state, tuple listers, list found) except -1
    cdef object random_action(self, Struct state, RngState* rng)
    cdef list chance_outcomes(self, Struct state)
    cdef list outcome_lists(self, Struct state)
    cdef list with_probabilities(self, list given)
    cdef object sample_chance(self, Struct state, RngState* rngs, bint several)
    cdef int remember_form(self, const void* state, list outcomes) except -1
    cdef object chance_forms(self)
    cdef int play(self, Struct state, event) except -1
    cdef int count_chance(
        self, bint changed, const void* before, const void* after, event) except -1
    cdef int record_history(self, Struct state, int actor, event) except -1
    cdef object sample_listed(self, list outcomes, RngState* rng)
    cdef object suggested_action(self, Struct state, RngState* rng)
    cdef int number_of(self, text, str method) except -1
    cdef int redraw_plausible(self, Struct state, int seat, RngState* rng) except -1
    cdef int redraw_once(self, Struct state, int seat, RngState* rng) except -1
    cdef object by_seat(self, found, str method)
    cdef int read_returns(self, found, str method, double* out) except -1
