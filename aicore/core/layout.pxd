# The fields of a state, declared once: see layout.pyx.
from aicore.core._types cimport i64, u16, u64, u8
from aicore.core.cells cimport Cell
from aicore.core.rng cimport RngState

cdef extern from *:
    """
    #define aicore_member(of, member) ((unsigned long long) ((char *) &(member) - (char *) &(of)) \
        << 32 | sizeof(member))
    """
    # Where a member of a struct is: its offset above 32 bits of its size.
    u64 member "aicore_member"(...) noexcept

cpdef enum:
    MAX_CARDS = 2048  # that rows of counts may hold in all

cdef enum Route:  # from the state to an observation
    UNSEEN
    COPY  # bytes as they are
    NUMBER
    SEAT
    MARKS  # a byte for each member of a set
    LOOKUP  # by `codes`


# A field: rows of numbers, by owner.
ctypedef struct Place:
    Cell cell
    Route route
    int offset  # of the first byte in the state
    int owners  # seats that have one of their own; 0: it is nobody's
    int count  # numbers of each owner, or in all
    int step  # bytes from an owner's numbers to the next one's
    int bits  # members that a set can have
    i64 start  # hidden values other than this one are not seen
    bint hidden
    bint cards  # numbers are counts of cards
    int deck  # whose hidden values are redrawn together; -1: each by itself
    int copies  # of each value in that deck
    int shift  # what is added to a number in observations
    int width  # bytes of a number there
    int at  # its first byte there
    int held  # where the number of hidden cards is; -1: nowhere
    u16* codes  # of numbers from `cell.low` on


# What an observer gets from where: numbers of one byte, sets, and all else.
ctypedef struct Move:
    u16 source
    u16 target
    u16 size  # bytes, to each of which `add` is added
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
    bint held  # how many cards there are, instead of them


ctypedef struct Program:
    Move* move  # of single bytes
    Move* block  # of rows of them as they are
    Marks* mark
    Other* other
    int moves, blocks, marks, others


cdef class Words:
    cdef str name
    cdef tuple names  # of values; None: they are numbers
    cdef dict numbers  # of the names
    cdef tuple keys  # of the entries
    cdef tuple shape  # of an owner's entries
    cdef bint dumped


cdef class Layout:
    cdef Place* place
    cdef Program* program  # by observer
    cdef readonly int number  # of fields
    cdef readonly int seats
    cdef readonly int size  # bytes of a state
    cdef readonly int decks
    cdef readonly tuple parts  # of aicore.core.kinds.Part
    cdef readonly tuple fields  # of aicore.core.observation.Field
    cdef readonly tuple names  # of the entries of a dictionary
    cdef dict _at  # by name of a field: its first byte in an observation
    cdef frozenset _keys  # the same
    cdef list _words  # of each part
    cdef list _memory  # keeps alive what `codes` point to

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
    cdef int _describe(self, Place* place, one, dict decks) except -1
