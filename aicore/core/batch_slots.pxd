# Places of a batch, each of which holds one game: see batch_slots.pyx.
from cython cimport final

from aicore.core._types cimport i8, i32, u8, u16, u32, u64
from aicore.core.chance cimport Hashes
from aicore.core.game cimport Game
from aicore.core.rng cimport RngState

cdef enum:
    WAIT = -1  # token of a place that stays as it is
    NO_TOKEN = -2  # stands for a number that is too large for a token
    MAX_IDLE = 1000  # maximum number of games in a row that are over before a seat can act

cdef enum:  # tasks for the places that do not wait
    ADVANCE  # take the next token
    BEGIN  # begin a game
    RESUME  # continue from the loaded position
    SHOW  # write the position into the shown arrays


# Working memory of one thread for its places, one after the other.
ctypedef struct Scratch:
    u32* actions  # legal actions
    u16* tokens  # next token of each legal action
    u16* rows  # all tokens of each legal action, max_tokens for each
    u16* rank  # for each token: 0, or 1 + its index among the tokens listed so far
    u32* events  # outcomes of a chance event
    double* weights  # weight of each outcome


@final
cdef class BatchSlots:
    cdef Game game
    cdef int size
    cdef dict shown  # arrays by name; they hold the memory of the next ten pointers

    # The shown arrays; `Batch` documents their shapes.
    cdef i8* turns
    cdef u8* observations  # NULL if not requested
    cdef u16* legal
    cdef i32* counts
    cdef u8* mask  # NULL if not requested
    cdef float* rewards
    cdef u8* done
    cdef u8* truncated
    cdef u64* seeds
    cdef u8* final_observations  # NULL if not requested

    cdef int max_legal  # maximum number of legal tokens
    cdef int max_kept  # maximum number of entries in `actions` for a place
    # Private memory, in which each array has an entry or a row for each place.
    cdef char* states  # state of the place's game
    cdef u32* actions  # for each legal token, an action that begins with it
    cdef u8* all_lone  # whether each legal token alone is an action; then `actions` is not filled
    cdef u8* shared  # for each legal token, whether several actions share it; NULL: none is shared
    cdef u16* prefix  # tokens of the incomplete action
    cdef u8* length  # number of tokens in the prefix
    cdef i32* plies  # number of actions played in the current game
    cdef i32* chosen  # index of the next token among the legal ones, or WAIT
    cdef u8* sealed  # whether a place's seeds come from its key; otherwise from its first seed
    cdef u64* keys  # two secret keys
    cdef u64* first  # seed of the first game, from which later seeds are derived
    cdef u32* begun  # number of games started
    cdef u32* before  # number of independent chance events so far, by source
    cdef Hashes* hashes  # cached hashes of decks, by source
    cdef RngState* rng  # for `sample`
    cdef int sources  # number of the game's chance sources
    cdef bint stuck  # whether a place had MAX_IDLE games in a row without an action

    cdef int allocate(
        self, Game game, int size, bint mask, bint observe, bint finals) except -1
    cdef char* allocate_shown(self, str name, str kind, tuple inner) except NULL
    cdef char* allocate_private(self, size_t bytes) except NULL
    cdef void set_seed(self, Py_ssize_t i, u64 seed) noexcept
    cdef void set_secret(self, Py_ssize_t i, const u64* secret) noexcept
    cdef dict saved_parts(self)
    cdef list parts(self)
    cdef int restore(self, dict saved) except -1
    cdef int check_tokens(self) except -1
    cdef void sample(self, u16* tokens) noexcept nogil
    cdef Py_ssize_t read(
        self, const char* tokens, Py_ssize_t stride, int width, bint signed) noexcept nogil
    cdef int run_task(self, Py_ssize_t low, Py_ssize_t high, int task) except -1

    cdef inline void seed_next_game(self, Py_ssize_t i) noexcept nogil
    cdef void begin(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef void resume(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef void settle(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef void advance(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef void add_token(self, Py_ssize_t i, int token, Scratch* scratch) noexcept nogil
    cdef void finish(self, Py_ssize_t i) noexcept nogil
    cdef void observe_ending(self, Py_ssize_t i) noexcept nogil
    cdef void forget_ending(self, Py_ssize_t i) noexcept nogil
    cdef void show(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef inline void list_indices(self, Py_ssize_t i) noexcept nogil
    cdef void list_legal(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef int list_tokens(self, Py_ssize_t i, Scratch* scratch) noexcept nogil
    cdef void write_mask(self, Py_ssize_t i) noexcept nogil


cdef BatchSlots new_batch_slots(Game game, int size, bint mask, bint observe, bint finals)
