"""Checks of calls from Python code: numbers in range, one caller at a time."""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.number cimport PyNumber_Index
from cython cimport final

from aicore.core.bits cimport fold, mix

from aicore.core import schema
from aicore.core.errors import AicoreError

cdef object MIN_SEED = -(1 << 63)
cdef object MAX_SEED = (1 << 64) - 1


cdef i64 bounded_int(str name, value, i64 low, i64 high) except? -1:
    """Return `value` as a whole number in a range. Raises AicoreError, which names the range.

    Unlike `schema.bounded_int`, it also accepts NumPy's integers.
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
    """Return the 64 bits of a whole number as a seed. Raises TypeError for other values.

    A number of 64 bits, signed or unsigned, is used as it is; a larger one is hashed to 64 bits.
    """
    cdef u64 digest = 1  # 0 would stay 0 after zero words
    number = PyNumber_Index(seed)
    if MIN_SEED <= number <= MAX_SEED:
        return number & MAX_SEED
    while number not in (0, -1):
        digest = fold(digest, number & MAX_SEED)
        number >>= 64
    return mix(fold(digest, number & MAX_SEED))


@final
cdef class ExclusiveUse:
    """Guard that admits one caller at a time to a searcher: ``with busy: ...``.

    A searcher writes to its own memory while other threads run Python code. So a second caller,
    such as another thread or a callback of the first caller, gets AicoreError.

    Args:
        game: game whose rules the searcher calls. If the rules are Python code and fail, their
            error is raised by `report` and on exit.
    """

    def __init__(self, game=None):
        self.game = game

    def __enter__(self):
        # No Python code runs between the test and the assignment, so the GIL is a sufficient lock.
        if self.taken:
            raise AicoreError("this player is already thinking: give each thread its own player")
        self.taken = True
        if self.game is not None:
            self.mistakes = self.game.mistakes

    def __exit__(self, *raised):
        self.taken = False
        if raised[0] is None:
            self.report()

    cdef int report(self) except -1:
        """Raise MistakeError if the game's own code failed since the caller entered."""
        if self.game is not None:
            self.game.report_mistakes(self.mistakes)
        return 0
