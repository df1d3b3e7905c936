# Game ABI for searchers, at C speed and without the GIL.
#
# A state is a plain C struct without pointers. Its first field is `i8 turn`; its size is a multiple
# of 8 and at most MAX_STATE_BYTES; its padding is zero. To copy a state, copy state_size bytes.
# Equal positions have equal bytes.
from aicore.core._types cimport i8, u8, u16, u32, u64
from aicore.core.layout cimport Layout
from aicore.core.rng cimport Luck, RngState

cdef enum:
    CHANCE = -1  # `turn` if a chance event is due
    END = -2  # `turn` if the game is over
    MAX_SEATS = 8  # maximum number of seats
    MAX_STATE_WORDS = 512  # words of 8 bytes
    MAX_STATE_BYTES = 4096
    MAX_FACTS = 1024  # maximum number of facts that networks see
    MAX_ADVISED = 64  # maximum number of promising actions in an `Advice`
    FACT = 2  # size of a fact in a network's input, in bytes
    FACT_UNIT = 2048  # facts are stored in units of 1 / FACT_UNIT


ctypedef struct Head:
    i8 turn  # seat to move, CHANCE or END; first field of every state


# Actions that the game's guidance advises in a position.
ctypedef struct Advice:
    u32 action  # the policy's action
    u32 first  # the most promising action
    int size  # number of promising actions
    u32[MAX_ADVISED] promising  # these actions


cdef inline int turn_of(const void* state) noexcept nogil:
    """Return the seat to move, CHANCE or END."""
    return (<const Head*> state).turn


cdef enum:  # tokens for networks, after the game's own ones
    ADVISED  # the policy's action
    FIRST  # the most promising action
    PROMISING  # any promising action
    ADVICE  # number of these tokens


cdef class Ruleset:
    cdef readonly object info  # GameInfo: name, title, options, players' defaults, data
    cdef readonly int seats
    cdef dict _options  # value of every option, by name
    cdef readonly size_t state_size  # size of a state in bytes
    cdef readonly int max_actions  # maximum number of legal actions in any state
    cdef readonly int max_outcomes  # maximum number of outcomes of any chance event
    cdef readonly double low  # least return of a seat
    cdef readonly double high  # greatest return of a seat
    cdef readonly bint has_chance  # whether the game has chance events
    cdef readonly bint has_hidden  # whether some seat does not see everything
    cdef readonly bint constant_sum  # whether the returns of all seats add up to a constant
    cdef readonly tuple teams  # number of each seat's team; by default, each seat has its own team
    cdef readonly bint prunes_legal  # whether `promising` leaves out legal actions
    cdef readonly tuple chance_sources  # names of the decks and dice

    # Arrays, for networks: an action is one token or a sequence of a few. A token is a number below
    # num_tokens.
    cdef readonly int num_tokens  # number of tokens; 0: the game has no arrays
    cdef readonly int max_tokens  # maximum number of tokens of an action
    cdef readonly int max_length  # maximum number of actions of a game; batches cut off the rest
    cdef readonly tuple fields  # of Field: an observation's parts, in order
    cdef readonly int observation_size  # size of an observation in bytes
    # Networks of the game.
    cdef readonly int facts  # number of facts that networks see
    cdef readonly bint facts_only  # whether networks see the facts instead of an observation
    cdef readonly bint advises  # whether networks see the game's guidance
    cdef readonly int net_input_size  # size of a network's input in bytes
    cdef readonly int net_tokens  # number of tokens for networks
    cdef readonly int net_max_tokens  # maximum number of these tokens of an action
    cdef readonly Layout layout  # table of the state's fields, or None
    cdef readonly bint perfect_recall  # whether an observation holds all that its seat ever learned

    cdef readonly bint scripted  # whether the rules are Python code
    cdef readonly int mistakes  # number of failures of the Python code
    cdef readonly int reported  # number of failures already reported

    # Checks of arguments from Python.
    cdef int check_built(self) except -1
    cdef int own_seat(self, seat) except -1
    cdef int declare_observation(self, tuple fields) except -1
    cdef int declare_facts(self, int count, bint only, bint advises) except -1
    cdef int lay_out(self, tuple fields) except -1  # former name of declare_observation
    cdef int report(self) except -1

    # The rules.
    cdef void begin(self, void* state) noexcept nogil
    cdef int actions(self, const void* state, u32* out) noexcept nogil
    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil
    cdef void apply(self, void* state, u32 event) noexcept nogil
    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil
    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil
    cdef void returns(self, const void* state, double* out) noexcept nogil

    # Guidance: heuristics, never rules.
    cdef void evaluate(self, const void* state, double* out) noexcept nogil
    cdef bint leads(self, const void* state, double* out) noexcept nogil
    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil
    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil

    # Information.
    cdef void conceal(self, void* state, int seat) noexcept nogil
    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil
    cdef void believe(self, void* state, int seat, RngState* rng) noexcept nogil
    cdef u64 key(self, const void* state, int seat) noexcept nogil
    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil

    # Arrays.
    cdef int index(self, const void* state, u32 action) noexcept nogil
    cdef u32 action(self, const void* state, int index) noexcept nogil
    cdef int encode(self, const void* state, u32 action, u16* tokens) noexcept nogil
    cdef int lone_tokens(self, const void* state, u16* out) noexcept nogil
    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil
    cdef void tell_facts(self, const void* view, int seat, float* out) noexcept nogil
    cdef void tell_all(
        self, const void* view, int seat, float* fact, double* chance) noexcept nogil

    # Chance that gives all players of one seed the same deal.
    cdef int chance_source(self, const void* state, int* number) noexcept nogil
    cdef u32 chance_item(self, u32 outcome) noexcept nogil

    # Python API.
    cdef list scores(self, const void* state)
    cdef str end_reason(self, const void* state)
    cdef dict tie_break(self, const void* state)
    cdef dict dump(self, const void* state, int seat)
    cdef int restore(self, dict fields, void* state) except -1

    # Methods that this class defines for all games.
    cdef void net_input(self, const void* state, int seat, u8* out) noexcept nogil
    cdef void advise_net(
        self, const void* state, u32* actions, float* weights, Advice* out) noexcept nogil
    cdef int net_encode(
        self, const void* state, u32 action, const Advice* advice, u16* tokens) noexcept nogil
    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil
    cdef void draw(self, void* state, Luck* luck) noexcept nogil
    cdef void settle(self, void* state, Luck* luck) noexcept nogil
    cdef void values(self, const void* state, double* out) noexcept nogil


cdef inline int raise_mistakes(Ruleset game) except -1:
    """Raise MistakeError if the game's own Python code made a mistake that was not reported.

    Functions for Python must call this after they call a game's methods, before they use the
    results. Compiled games never fail, so the check costs them only a comparison.
    """
    if game.mistakes != game.reported:
        return game.report()
    return 0


cdef inline int raise_mistakes_since(Ruleset game, int before) except -1:
    """Raise MistakeError if the game's Python code made mistakes besides the first `before`.

    Functions that call a game's methods more than once use it, because another thread may report
    the mistake in the meantime. The mistake spoils the results of both threads.
    """
    if game.mistakes != before:
        return game.report()
    return 0
