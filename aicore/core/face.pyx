"""What the searchers ask of those who call them: numbers in range, one caller at a time."""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.number cimport PyNumber_Index
from cython cimport final
from libc.math cimport isfinite

from aicore.core.errors import AicoreError

cdef int SHORT = 60  # characters of a value that is not understood


def quoted(value):
    """A value from outside in a few words, whatever it is."""
    if isinstance(value, int) and not -(1 << 64) < value < 1 << 64:
        return "a number beyond all bounds"
    if isinstance(value, str):
        return repr(value if len(value) <= SHORT else f"{value[:SHORT]}...")
    if value is None or isinstance(value, (int, float)):
        return repr(value)
    return f"an object of type {type(value).__name__[:SHORT]}"


cdef i64 whole(str name, value, i64 low, i64 high) except? -1:
    """The whole number that `value` is. Raises AicoreError, which says what `name` takes."""
    cdef int overflow = 0
    cdef i64 number = 0
    try:
        number = PyLong_AsLongLongAndOverflow(PyNumber_Index(value), &overflow)
    except TypeError:
        overflow = 1
    if overflow or not low <= number <= high:
        raise AicoreError(f"{name}={quoted(value)}: it takes a whole number from {low} to {high}")
    return number


cdef double real(str name, value, double low, double high) except? -1.0:
    """The finite number that `value` is. Raises AicoreError, which says what `name` takes."""
    cdef double number
    try:
        number = float(low - 1.0 if isinstance(value, (str, bytes)) else value)
    except (OverflowError, TypeError, ValueError):
        number = low - 1.0
    if not isfinite(number) or not low <= number <= high:
        raise AicoreError(f"{name}={quoted(value)}: it takes a number from {low:g} to {high:g}")
    return number


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
