# Fields of a state, declared once: see layout.pyx.
from aicore.core._types cimport i64, u16, u64, u8
from aicore.core.cells cimport Cell
from aicore.core.rng cimport RngState

cdef extern from *:
    """
    #define aicore_member(of, member) ((unsigned long long) ((char *) &(member) - (char *) &(of)) \
        << 32 | sizeof(member))
    """
    # Place of a struct's member: offset in the upper 32 bits, size in the lower 32 bits.
    u64 member "aicore_member"(...) noexcept

cpdef enum:
    MAX_CARDS = 2048  # maximum number of cards in all rows of counts

cdef enum Route:  # from the state to an observation
    UNSEEN
    COPY  # unchanged bytes
    NUMBER
    SEAT
    MARKS  # a byte for each member of a set
    LOOKUP  # by `codes`


# A field: rows of numbers, by owner.
ctypedef struct Place:
    Cell cell
    Route route
    int offset  # of the first byte in the state
    int owners  # number of seats that each own a row; 0 if the field has no owner
    int count  # numbers per owner, or in total
    int step  # bytes from an owner's numbers to the next one's
    int bits  # possible members of a set
    i64 start  # a hidden value equal to this one is visible
    bint hidden
    bint cards  # whether the numbers are counts of cards
    int deck  # hidden values of one deck are redrawn together; -1: independently
    u16* amounts  # cards of each value in that deck, from `cell.low` on
    int known  # index of the field of what seats remember of this one; -1: none
    int barred  # index of the field of the cards that owners cannot hold; -1: none
    bint private  # whether other seats do not even see that something is there
    int shift  # added to a number in observations
    int width  # size in bytes of a number in observations
    int at  # index of its first byte in observations
    int held  # index of the number of cards in observations; -1: none
    u16* codes  # index of the name of each number from `cell.low` on


# Copies from a state to an observation: `Move` copies bytes, `Marks` sets, `Other` all else.
ctypedef struct Move:
    u16 source
    u16 target
    u16 size  # number of bytes; `add` is added to each
    u8 add


ctypedef struct Marks:
    u16 source
    u16 target
    u8 width
    u8 bits


ctypedef struct Other:
    const Place* place
    int source
    int target
    bint seen
    bint held  # whether to write the number of cards instead of the cards


ctypedef struct Program:
    Move* move  # of single bytes
    Move* block  # of longer runs of bytes, unchanged
    Marks* mark
    Other* other
    int moves, blocks, marks, others


cdef class Words:
    cdef str name
    cdef tuple names  # of the values; None if they are numbers
    cdef dict numbers  # number of each name
    cdef tuple keys  # of the entries
    cdef tuple shape  # of an owner's entries
    cdef bint dumped


cdef class Layout:
    cdef Place* place
    cdef Program* program  # by observer
    cdef readonly int number  # of fields
    cdef readonly int seats
    cdef readonly int size  # size of a state in bytes
    cdef readonly int decks
    cdef readonly tuple parts  # of aicore.core.kinds.Part
    cdef readonly tuple fields  # of aicore.core.observation.Field
    cdef readonly tuple names  # of the entries of a dictionary
    cdef dict _at  # by name of a field: index of its first byte in an observation
    cdef frozenset _keys  # `names` as a set
    cdef list _words  # the `Words` of each part
    cdef list _memory  # keeps alive the memory of `program` and `codes`

    cdef int at(self, str name) except -1
    cdef bint hides(self) noexcept nogil
    cdef bint holds(self, const void* state) noexcept nogil
    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil
    cdef void rearrange(self, void* state, int seat, RngState* rng) noexcept nogil
    cdef dict dump(self, const void* state, int seat)
    cdef int restore(self, dict fields, void* state) except -1
    cdef void _redraw(self, char* state, int seat, Place* place, RngState* rng) noexcept nogil
    cdef void _redraw_values(self, char* state, int seat, int deck, RngState* rng) noexcept nogil
    cdef void _redraw_cards(self, char* state, int seat, int deck, RngState* rng) noexcept nogil
    cdef int _compile(self, Program* program, int seat) except -1
    cdef char* _room(self, size_t size) except NULL
    cdef void _deal(
        self, char* state, int seat, int deck, i64* pool, int size, RngState* rng
    ) noexcept nogil
    cdef i64 recalled(
        self, const char* state, const Place* place, int seat, int entry
    ) noexcept nogil
    cdef bint bars(self, const char* state, const Place* place, int owner, i64 kind) noexcept nogil
    cdef int _link(self) except -1
    cdef int _describe(self, Place* place, one, dict decks) except -1
