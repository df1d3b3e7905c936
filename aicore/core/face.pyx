"""What the searchers ask of those who call them: numbers in range, one caller at a time."""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.number cimport PyNumber_Index
from cython cimport final

from aicore.core.bits cimport fold, mix

from aicore.core import schema
from aicore.core.errors import AicoreError

cdef object MIN_SEED = -(1 << 63)
cdef object MAX_SEED = (1 << 64) - 1


cdef i64 whole(str name, value, i64 low, i64 high) except? -1:
    """The whole number that `value` is, NumPy's too. Raises AicoreError, which says what it takes.

    As `schema.is_whole` has it, in C.
    """
    cdef int overflow = 0
    cdef i64 number
    if not isinstance(value, bool):
        try:
            number = PyLong_AsLongLongAndOverflow(PyNumber_Index(value), &overflow)
            if not overflow and low <= number <= high:
                return number
        except TypeError:
            pass
    raise schema.wrong_argument(schema.Whole(low, high), value, name)


cdef u64 seed_word(seed) except? 0:
    """The 64 bits that a whole number is as a seed. Raises TypeError for what is none.

    One of 64 bits, with a sign or without, is itself; of a greater one all bits are mixed.
    """
    cdef u64 digest = 1  # 0 would stay 0 over words that are
    number = PyNumber_Index(seed)
    if MIN_SEED <= number <= MAX_SEED:
        return number & MAX_SEED
    while number not in (0, -1):
        digest = fold(digest, number & MAX_SEED)
        number >>= 64
    return mix(fold(digest, number & MAX_SEED))


@final
cdef class Busy:
    """Lets one caller at a time into a searcher: ``with busy: ...``.

    A searcher writes to memory of its own while other threads run Python code, so a second caller,
    be it another thread or the first one's own callback, must stay out. Raises AicoreError then.

    Args:
        game: whose rules are asked meanwhile; where they are Python code and failed, that is raised
            on the way out.
    """

    def __init__(self, game=None):
        self.game = game

    def __enter__(self):
        # No Python code runs between the question and the answer: the GIL is a lock enough.
        if self.taken:
            raise AicoreError("it is thinking already: give each thread a player of its own")
        self.taken = True
        if self.game is not None:
            self.reported = self.game.reported

    def __exit__(self, *raised):
        self.taken = False
        if self.game is not None and self.game.mistakes != self.reported:
            self.game.report_mistakes()
