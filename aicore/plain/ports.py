"""Templates of the files that `aicore new game --cython` writes; `porting` fills them in."""

GAME = '''"""{title}, compiled.

plain.py declares the fields, the forms and what is hidden. Methods that are missing here run from
plain.py, in Python. Once you have ported all methods in the comments below, searches no longer run
Python. After each change, build; then pytest plays both games in lock step.
"""

from cython cimport final
from libc.string cimport memset

from aicore.core._types cimport i8, i16, i32, u8, u16, u32
from aicore.core.game cimport CHANCE, END
from aicore.core.rng cimport Luck, RngState, rng_below
from aicore.plain.ported cimport PortedGame

cdef enum:
    SEATS = {seats}  # maximum; self.seats play
{codes}


# The bytes of plain.py's fields: keep both the same.
ctypedef packed struct {kind}State:
    i8 turn  # a seat, CHANCE or END
{struct}


@final
cdef class {kind}(PortedGame):
    """The rules of {title}."""

{late}    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
{found}
{bodies}

    # The same in every game; repeated here so that the compiler can inline the calls.
{draw}
    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        cdef {kind}State* s = <{kind}State*> state
        cdef int plies = 0
        limit = min(limit, self.patience)
        while s.turn != END and plies < limit:
            if s.turn == CHANCE:
                self.draw(state, luck)
            elif guided:
                self.apply(state, self.policy(state, &luck.choice))
            else:
                self.apply(state, self.sample_action(state, &luck.choice))
            plies += 1
        return plies


GAME = {kind}
'''

DRAW = """
    cdef void draw(self, void* state, Luck* luck) noexcept nogil:
{find}        self.apply(state, self.sample_outcome(state, &luck.source[{source}]))
"""

FIND_SOURCE = """        cdef int number
        cdef int source = self.chance_source(state, &number)
"""

BUILD = '''"""Build the game in this folder: ``python setup.py -q build_ext --inplace``.

With the stable ABI, one build works on every Python from 3.11.
"""

import sysconfig
from pathlib import Path

import aicore
from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

GAMES = [path.parent.name for path in Path().glob("*/data.toml")]
FLAGS = ["-fno-strict-aliasing", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
if sysconfig.get_platform().endswith(("x86_64", "amd64")):
    FLAGS += ["-msse4.2", "-mpopcnt"]  # every x86 since 2009

if __name__ == "__main__":
    setup(
        name="my-games",
        packages=[f"aicore.games.{package}" for package in find_packages()],
        package_dir={"aicore.games": "."},
        package_data={"": ["*.toml", "*.md"]},
        ext_modules=cythonize(
            [
                Extension(
                    f"aicore.games.{name}.game",
                    [f"{name}/game.pyx"],
                    define_macros=[("Py_LIMITED_API", "0x030b0000")],
                    py_limited_api=True,
                    extra_compile_args=FLAGS,
                )
                for name in GAMES
            ],
            include_path=[str(Path(aicore.__file__).parents[1])],
            compiler_directives={"language_level": 3, "wraparound": False, "cdivision": True},
        ),
    )
'''

PROOF = '''"""The compiled game plays exactly like its plain Python twin."""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
os.environ["AICORE_GAMES"] = str(HERE)  # before aicore is imported

from aicore.plain.twins import lock_step  # noqa: E402


@pytest.mark.parametrize("seats", range({low}, {high}))
def test_lock_step(seats):
    assert lock_step("{name}", HERE / "{name}" / "plain.py", games=8, seats=seats) > 8
'''

READ_ME = """{law}

plain.py declares the state, the notation and what is hidden; game.pyx has the compiled rules.
test_*.py plays both in lock step.

Source: plain.py.
"""

MODULES = {
    "__init__.py": '"""{title}."""\n',
    "words/__init__.py": '"""The game in words."""\n',
    "words/notation.py": '"""Notation: the forms of plain.py."""\n\n'
    'from aicore.plain.info import grammar\n\n__all__ = ["grammar"]\n',
    "picture/__init__.py": '"""The game in pictures."""\n',
    "picture/terminal.py": '"""Terminal drawing, generated from the fields."""\n\n'
    "from aicore.plain.views import draw\n\n"
    '__all__ = ["draw"]\n',
}

DICE = """
    cdef void begin(self, void* state) noexcept nogil:
        self.blank(state)

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        out[0] = ROLL
        if (<const {state}*> state).total == 0:
            return 1
        out[1] = STOP
        return 2

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        return rng_below(rng, 2) if (<const {state}*> state).total else ROLL

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef {state}* s = <{state}*> state
        cdef int n, mover
        if event == ROLL:
            s.mover = <u8> s.turn
            s.turn = CHANCE
        elif event == STOP:
            s.points[s.turn] += s.total
            s.total = 0
            s.turn = <i8> self.next_seat(s.turn)
        else:
            n = <int> event - FACE + 1
            mover = s.mover
            s.total = <u8> (0 if n == 1 else s.total + n)
            s.turn = <i8> (self.next_seat(mover) if n == 1 else mover)
            if s.points[mover] + s.total >= 50:
                s.turn = END

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef int n
        for n in range(6):
            out[n] = FACE + n
            chance[n] = 1.0 / 6
        return 6

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        return FACE + rng_below(rng, 6)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int seat
        for seat in range(self.seats):
            out[seat] = seat == (<const {state}*> state).mover

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef const {state}* s = <const {state}*> state
        cdef int everybody = 0
        cdef int seat
        if s.turn == END:
            self.returns(state, out)
            return
        for seat in range(self.seats):
            everybody += s.points[seat]
        for seat in range(self.seats):
            out[seat] = s.points[seat] / <double> max(1, everybody)

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        return STOP if (<const {state}*> state).total >= 15 else ROLL
"""

CARDS = '''
    cdef void begin(self, void* state) noexcept nogil:
        self.blank(state)
        memset((<{state}*> state).pile, 1, 12)
        (<{state}*> state).turn = CHANCE

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const {state}* s = <const {state}*> state
        cdef int size = 0
        cdef int card
        for card in range(12):
            if s.hand[s.turn][card]:
                out[size] = PLAY + card
                size += 1
        return size

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef {state}* s = <{state}*> state
        cdef int seat, card, best
        if event >= DEAL:
            card = (event - DEAL) % 12
            s.hand[(event - DEAL) // 12][card] = 1
            s.pile[card] = 0
            if self.waiting(s) < 0:
                s.turn = 0
            return
        seat, card = s.turn, event - PLAY
        s.hand[seat][card] = 0
        s.played[seat] = <i8> card
        s.turn = <i8> self.next_seat(seat)
        if s.turn != s.leader:
            return
        best = 0
        for seat in range(self.seats):
            if s.played[seat] > s.played[best]:
                best = seat
        s.points[best] += 1
        s.leader = <u8> best
        memset(s.played, -1, sizeof(s.played))
        s.turn = <i8> (best if self.held(s, best) else END)

    cdef int held(self, const {state}* s, int seat) noexcept nogil:
        """Return the number of cards in a seat's hand."""
        cdef int found = 0
        cdef int card
        for card in range(12):
            found += s.hand[seat][card]
        return found

    cdef int waiting(self, const {state}* s) noexcept nogil:
        """Return the seat that gets the next card; -1 if none does."""
        cdef int seat
        for seat in range(self.seats):
            if self.held(s, seat) < 3:
                return seat
        return -1

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const {state}* s = <const {state}*> state
        cdef int to = self.waiting(s)
        cdef int size = 0
        cdef int card
        for card in range(12):
            if s.pile[card]:
                out[size] = DEAL + 12 * to + card
                size += 1
        for card in range(size):
            chance[card] = 1.0 / size
        return size

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const {state}* s = <const {state}*> state
        cdef int best = 0
        cdef int winners = 0
        cdef int seat
        for seat in range(self.seats):
            best = max(best, s.points[seat])
        for seat in range(self.seats):
            winners += s.points[seat] == best
        for seat in range(self.seats):
            out[seat] = 1.0 / winners if s.points[seat] == best else 0.0
'''

GRID = '''
    cdef void begin(self, void* state) noexcept nogil:
        self.blank(state)

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const {state}* s = <const {state}*> state
        cdef int size = 0
        cdef int square
        for square in range(16):
            if s.board[square // 4][square % 4] == 0:
                out[size] = PUT + square
                size += 1
        return size

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef {state}* s = <{state}*> state
        cdef int square = event - PUT
        s.board[square // 4][square % 4] = <u8> (s.turn + 1)
        if self.three(s):
            s.winner = s.turn
            s.turn = END
            return
        for square in range(16):
            if s.board[square // 4][square % 4] == 0:
                s.turn = <i8> self.next_seat(s.turn)
                return
        s.turn = END

    cdef bint three(self, const {state}* s) noexcept nogil:
        """Whether there are three in a row."""
        cdef int[4] down = [0, 1, 1, 1]
        cdef int[4] right = [1, 0, 1, -1]
        cdef int r, c, way, i
        for r in range(4):
            for c in range(4):
                if s.board[r][c] == 0:
                    continue
                for way in range(4):
                    i = 1
                    while (
                        i < 3 and r + i * down[way] < 4 and 0 <= c + i * right[way] < 4
                        and s.board[r + i * down[way]][c + i * right[way]] == s.board[r][c]
                    ):
                        i += 1
                    if i == 3:
                        return True
        return False

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef int winner = (<const {state}*> state).winner
        cdef int seat
        for seat in range(self.seats):
            out[seat] = (seat == winner) if winner >= 0 else 1.0 / self.seats
'''

BODIES = {"dice": DICE, "cards": CARDS, "grid": GRID}
