"""Backgammon, the money game, with the doubling cube as an option.

The rules are in README.md. Each seat counts its points from its own home: 1 to 24; 25 is the bar
and 0 is off the board. A seat's point p is the other seat's point 25 - p. An action is a man and a
die: 6 * (point - 1) + die - 1. Chance events are in words/notation.py.
"""

from libc.string cimport memcpy

from aicore.core._types cimport i8, u8, u32, u64
from aicore.core.bits cimport fold_bytes, mix
from aicore.core.game cimport CHANCE, END, Game
from aicore.core.layout cimport Layout, member
from aicore.core.maths cimport exp
from aicore.core.restoring cimport require
from aicore.core.rng cimport RngState, rng_below
from aicore.games.backgammon.judgment.facts cimport BACKGAMMON_FACTS, tell_sides

from aicore.core.kinds import Array, Choice, Flag, Seat
from aicore.core.layout import part
from aicore.core.observation import Field

cpdef enum:
    NOBODY = -1  # mover before the first roll; owner of the cube in the middle
    MEN = 15  # number of men of a seat
    OFF = 0
    BAR = 25
    FACES = 6
    PASS = 150  # action of a seat that cannot move a man
    OPENING = 151  # lowest code of opening rolls, which have a seat, a high and a low die
    ROLL = 223  # lowest code of all later rolls, which have a high and a low die
    # Actions at the cube.
    THROW = 259  # throw the dice without a double
    DOUBLE = 260  # offer a double
    TAKE = 261  # play on for doubled stakes
    DROP = 262  # lose the stakes as they were

cdef enum:
    POINTS = 26  # places for men: 24 points, the bar, and off the board
    HOME = 6  # number of points in a home
    TOKENS = PASS + 1  # tokens without the cube
    CUBE_TOKENS = DROP - THROW + 1
    MAX_LENGTH = 10000  # maximum number of actions; the rules themselves do not limit a game
    OPENINGS = 30
    THROWS = 36
    # Leads in the race, in percent of the leader's pips.
    TO_DOUBLE = 8  # lowest lead with which the policy doubles
    TO_REDOUBLE = 9  # the same if the mover owns the cube
    TO_DROP = 12  # highest lead of the doubler at which the policy takes


ctypedef struct BackgammonState:
    i8 turn  # a seat, CHANCE or END
    i8 mover  # the seat whose turn it is; -1 before the first roll
    i8[4] dice  # dice left to play, the highest first
    i8 cube  # number of doubles taken
    i8 owner  # seat that may double next; NOBODY if both may; 0 without a cube
    i8[2][POINTS] men
    i8 offered  # whether the mover's double waits for an answer or, at the end, was dropped
    i8[3] padding


cdef inline bint is_all_home(const i8* mine) noexcept nogil:
    cdef int point
    for point in range(HOME + 1, BAR + 1):
        if mine[point]:
            return False
    return True


cdef inline int starts(const i8* mine, const i8* theirs, int die, int* out) noexcept nogil:
    """List the points from which a die can move a man, farthest first. Return their number."""
    cdef int size = 0
    cdef int point, last
    if mine[BAR]:
        if theirs[die] < 2:
            out[0] = BAR
            return 1
        return 0
    for point in range(BAR - 1, die, -1):
        if mine[point] and theirs[BAR - point + die] < 2:
            out[size] = point
            size += 1
    if is_all_home(mine):
        last = HOME
        while last and not mine[last]:
            last -= 1
        if mine[die] or 0 < last < die:
            out[size] = min(last, die)
            size += 1
    return size


cdef inline void step(i8* mine, i8* theirs, int start, int die) noexcept nogil:
    """Move a man; it hits a single man on the point where it ends."""
    cdef int end = max(start - die, <int> OFF)
    mine[start] -= 1
    mine[end] += 1
    if end != OFF and theirs[BAR - end]:
        theirs[BAR - end] -= 1
        theirs[BAR] += 1


cdef int playable(const i8* mine, const i8* theirs, const i8* dice, int size) noexcept nogil:
    """Return the maximum number of dice that can be played."""
    cdef int[POINTS] point
    cdef i8[POINTS] own
    cdef i8[POINTS] other
    cdef i8[3] left
    cdef int best = 0
    cdef int die, found, i, k
    if size == 0:
        return 0
    for i in range(size):
        if i and dice[i] == dice[i - 1]:
            continue
        die = dice[i]
        found = starts(mine, theirs, die, point)
        if found and size == 1:
            return 1
        without(dice, size, i, left)
        for k in range(found):
            memcpy(own, mine, POINTS)
            memcpy(other, theirs, POINTS)
            step(own, other, point[k], die)
            best = max(best, 1 + playable(own, other, left, size - 1))
            if best == size:
                return best
    return best


cdef inline void without(const i8* dice, int size, int place, i8* left) noexcept nogil:
    """Copy all dice except the one at `place` to `left`."""
    cdef int i
    cdef int kept = 0
    for i in range(size):
        if i != place:
            left[kept] = dice[i]
            kept += 1


cdef inline u32 code_of(int point, int die) noexcept nogil:
    return FACES * (point - 1) + die - 1


cdef int moves(const BackgammonState* s, u32* out) noexcept nogil:
    """List the moves that let the seat play as many dice as possible. Return their number.

    If either of two different dice can be played, but not both, list only moves of the higher die.
    """
    cdef const i8* mine = s.men[s.turn]
    cdef const i8* theirs = s.men[1 - s.turn]
    cdef int[POINTS] point
    cdef int[2 * POINTS] number
    cdef i8[POINTS] own
    cdef i8[POINTS] other
    cdef i8[3] left
    cdef int size = 0
    cdef int best = 0
    cdef int kept = 0
    cdef int dice = 0
    cdef int die, found, i, k
    while dice < 4 and s.dice[dice]:
        dice += 1
    for i in range(dice):
        if i and s.dice[i] == s.dice[i - 1]:
            continue
        die = s.dice[i]
        found = starts(mine, theirs, die, point)
        without(s.dice, dice, i, left)
        for k in range(found):
            number[size] = 1
            if dice > 1:
                memcpy(own, mine, POINTS)
                memcpy(other, theirs, POINTS)
                step(own, other, point[k], die)
                number[size] += playable(own, other, left, dice - 1)
            best = max(best, number[size])
            out[size] = code_of(point[k], die)
            size += 1
    for i in range(size):
        if best == 1 and dice == 2 and out[i] % FACES != out[0] % FACES:
            break  # the moves of the lower die follow
        if number[i] == best:
            out[kept] = out[i]
            kept += 1
    return kept


cdef inline bint may_double(const BackgammonState* s, int max_doubles) noexcept nogil:
    """Whether the mover may offer a double."""
    return s.cube < max_doubles and (s.owner == NOBODY or s.owner == s.mover)


cdef inline void pass_on(BackgammonState* s, int max_doubles) noexcept nogil:
    """Pass the turn to the other seat, which is to roll or, before that, may double.

    Args:
        max_doubles: maximum number of times the stakes can be doubled.
    """
    cdef int i
    for i in range(4):
        s.dice[i] = 0
    s.mover = 1 - s.mover
    s.turn = s.mover if may_double(s, max_doubles) else CHANCE


cdef inline int worth(const BackgammonState* s) noexcept nogil:
    """Return the number of points that the winner scores at stakes of 1."""
    cdef const i8* other = s.men[1 - winner_of(s)]
    cdef int point
    if s.offered or other[OFF]:
        return 1
    for point in range(BAR - HOME, BAR + 1):
        if other[point]:
            return 3
    return 2


cdef inline int winner_of(const BackgammonState* s) noexcept nogil:
    return s.mover if s.offered else 0 if s.men[0][OFF] == MEN else 1


cdef inline int pips(const i8* mine) noexcept nogil:
    """Return the number of pips that all men of a seat together still have to go."""
    cdef int total = 0
    cdef int point
    for point in range(1, POINTS):
        total += point * mine[point]
    return total


cdef Layout layout_of(int max_doubles):
    """Return the layout of the fields.

    Args:
        max_doubles: maximum number of times the stakes can be doubled.
    """
    cdef BackgammonState it
    seats = Choice(("end", "chance", 0, 1), low=END)
    cube = [
        part("cube", member(it, it.cube), Choice(tuple([1 << i for i in range(max_doubles + 1)]))),
        part("owner", member(it, it.owner), Seat(nobody=NOBODY), label="cube belongs to"),
        part("offered", member(it, it.offered), Flag(), label="double offered"),
    ] if max_doubles else []
    return Layout(sizeof(it), 2, [
        Field("over", (1,), 1, "flag"),
        Field("your roll", (1,), 1, "flag"),
        Field("your move", (1,), 1, "flag"),
        part("men", member(it, it.men[0]), Array(Choice(range(MEN + 1)), POINTS, seats=True)),
        part("dice", member(it, it.dice), Array(Choice(range(FACES + 1)), 4)),
        *cube,
        part("mover", member(it, it.mover), Seat(nobody=NOBODY), label=""),
        part("turn", member(it, it.turn), seats, label=""),
    ])


cdef class Backgammon(Game):
    """Rules of backgammon."""

    cdef int doubles  # maximum number of times the stakes can be doubled

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(BackgammonState)
        self.doubles = options["cube"]
        self.high = 3.0 * (1 << self.doubles)
        self.low = -self.high
        self.max_actions = 2 * POINTS
        self.max_outcomes = THROWS
        self.has_chance = True
        self.constant_sum = True
        self.chance_sources = ("dice",)
        self.num_tokens = TOKENS + CUBE_TOKENS if self.doubles else TOKENS
        self.max_length = MAX_LENGTH
        self.layout = layout_of(self.doubles)
        self.declare_observation(self.layout.fields)
        self.declare_facts(BACKGAMMON_FACTS, False, False)

    cdef void begin(self, void* state) noexcept nogil:
        cdef BackgammonState* s = <BackgammonState*> state
        cdef int seat
        for seat in range(2):
            s.men[seat][24] = 2
            s.men[seat][13] = 5
            s.men[seat][8] = 3
            s.men[seat][6] = 5
        s.mover = NOBODY
        s.owner = NOBODY if self.doubles else 0
        s.turn = CHANCE

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const BackgammonState* s = <const BackgammonState*> state
        cdef int size
        if s.dice[0] == 0:
            out[0] = TAKE if s.offered else THROW
            out[1] = DROP if s.offered else DOUBLE
            return 2
        size = moves(s, out)
        if size == 0:
            out[0] = PASS
            return 1
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32[2 * POINTS] legal
        return legal[rng_below(rng, self.actions(state, legal))]

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef BackgammonState* s = <BackgammonState*> state
        cdef int die, i, place
        if event == PASS:
            pass_on(s, self.doubles)
        elif event < PASS:
            die = 1 + event % FACES
            step(s.men[s.turn], s.men[1 - s.turn], 1 + event // FACES, die)
            place = 0
            while s.dice[place] != die and place < 3:
                place += 1
            for i in range(place, 3):
                s.dice[i] = s.dice[i + 1]
            s.dice[3] = 0
            if s.men[s.turn][OFF] == MEN:
                s.turn = END
            elif s.dice[0] == 0:
                pass_on(s, self.doubles)
        elif event == DOUBLE:
            s.offered = True
            s.turn = 1 - s.mover
        elif event == DROP:
            s.turn = END
        elif event >= THROW:
            s.turn = CHANCE
            if event == TAKE:
                s.offered = False
                s.cube += 1
                s.owner = 1 - s.mover
        else:
            if event < ROLL:
                s.mover = (event - OPENING) // THROWS
                event = ROLL + (event - OPENING) % THROWS
            s.turn = s.mover
            s.dice[0] = 1 + (event - ROLL) // FACES
            s.dice[1] = 1 + (event - ROLL) % FACES
            if s.dice[0] == s.dice[1]:
                s.dice[2] = s.dice[3] = s.dice[0]

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef int size = 0
        cdef int seat, high, low
        if (<const BackgammonState*> state).mover < 0:
            for seat in range(2):
                for high in range(FACES):
                    for low in range(high):
                        out[size] = OPENING + THROWS * seat + FACES * high + low
                        chance[size] = 1.0 / OPENINGS
                        size += 1
            return size
        for high in range(FACES):
            for low in range(high + 1):
                out[size] = ROLL + FACES * high + low
                chance[size] = (1.0 + (high > low)) / THROWS
                size += 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef int one = rng_below(rng, FACES)
        cdef int other
        if (<const BackgammonState*> state).mover < 0:  # the seat with the higher die begins
            other = rng_below(rng, FACES - 1)
            if other >= one:
                other += 1
            if one > other:
                return OPENING + FACES * one + other
            return OPENING + THROWS + FACES * other + one
        other = rng_below(rng, FACES)
        return ROLL + FACES * max(one, other) + min(one, other)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const BackgammonState* s = <const BackgammonState*> state
        cdef int winner = winner_of(s)
        out[winner] = worth(s) << s.cube
        out[1 - winner] = -out[winner]

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Write values by a logistic curve of the lead in pips; the turn adds 4 pips, half a roll.

        The slope of the curve is a guess, not fitted to data. The seat that is offered a double
        drops if that loses less.
        """
        cdef const BackgammonState* s = <const BackgammonState*> state
        cdef double ahead
        cdef double stakes = 1 << s.cube
        if s.turn == END:
            self.returns(state, out)
            return
        ahead = pips(s.men[1]) - pips(s.men[0])
        if s.mover >= 0:
            ahead += 4.0 - 8.0 * s.mover
        out[0] = (2.0 / (1.0 + exp(-ahead / 25.0)) - 1.0) * stakes
        out[1] = -out[0]
        if s.offered:
            out[s.mover] = min(2.0 * out[s.mover], stakes)
            out[1 - s.mover] = -out[s.mover]

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """Double and drop by the lead in the race (the 8-9-12 rule); move at random."""
        cdef const BackgammonState* s = <const BackgammonState*> state
        cdef int own, other, lead
        if s.dice[0]:
            return self.sample_action(state, rng)
        own, other = pips(s.men[s.mover]), pips(s.men[1 - s.mover])
        if s.offered:
            return DROP if 100 * (other - own) > TO_DROP * own else TAKE
        lead = TO_DOUBLE if s.owner == NOBODY else TO_REDOUBLE
        return DOUBLE if 100 * (other - own) >= lead * own else THROW

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        return action if action <= PASS else action - THROW + TOKENS

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return index if index <= PASS else index - TOKENS + THROW

    cdef u64 key(self, const void* state, int seat) noexcept nogil:
        """Return the usual hash of the state; the constant size makes it faster."""
        return mix(fold_bytes(seat + 2, state, sizeof(BackgammonState)))

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        cdef const BackgammonState* s = <const BackgammonState*> state
        out[0] = s.turn == END
        out[1] = s.turn == CHANCE and s.mover == seat
        out[2] = s.turn == seat
        self.layout.observe(state, seat, out)

    cdef void tell_facts(self, const void* view, int seat, float* out) noexcept nogil:
        cdef const BackgammonState* s = <const BackgammonState*> view
        tell_sides(s.men[seat], s.men[1 - seat], out)

    cdef str end_reason(self, const void* state):
        cdef const BackgammonState* s = <const BackgammonState*> state
        return "dropped" if s.offered else ("off", "gammon", "backgammon")[worth(s) - 1]

    cdef dict dump(self, const void* state, int seat):
        return self.layout.dump(state, seat)

    cdef int restore(self, dict fields, void* state) except -1:
        cdef BackgammonState* s = <BackgammonState*> state
        cdef int seat, point, total
        cdef int dice = 0
        self.layout.restore(fields, state)
        for seat in range(2):
            total = 0
            for point in range(POINTS):
                total += s.men[seat][point]
            require(total == MEN, "men: each seat must have fifteen men")
            for point in range(1, BAR):
                require(s.men[seat][point] == 0 or s.men[1 - seat][BAR - point] == 0,
                        "men: both seats have men on one point")
        require(s.men[0][OFF] < MEN or s.men[1][OFF] < MEN,
                "men: both seats cannot have all their men off")
        while dice < 4 and s.dice[dice]:
            require(dice == 0 or s.dice[dice] <= s.dice[dice - 1],
                    "dice: the highest must come first")
            dice += 1
        for point in range(dice, 4):
            require(s.dice[point] == 0, "dice: the zeros must come last")
        require(dice < 3 or s.dice[0] == s.dice[dice - 1],
                "dice: only a double leaves more than two")
        require((s.owner == NOBODY) == (s.cube == 0) or not self.doubles,
                "owner: the cube belongs to somebody once it was turned")
        if s.turn == END and not s.offered:
            require(s.mover >= 0 and s.men[s.mover][OFF] == MEN, "turn: the game is not over yet")
            require(dice < 4, "dice: the last move must have used one die")
            return 0
        require(s.men[0][OFF] < MEN and s.men[1][OFF] < MEN, "turn: the game is over")
        if s.offered:
            require(s.mover >= 0 and dice == 0 and may_double(s, self.doubles),
                    "offered: the mover may not double")
            require(s.turn == END or s.turn == 1 - s.mover,
                    "turn: the seat that was offered a double must answer")
            return 0
        require(s.turn == CHANCE or s.turn == s.mover,
                "turn: it must be the mover's, chance or end")
        require(s.turn != CHANCE or dice == 0, "dice: chance must have none")
        require(s.turn == CHANCE or dice or may_double(s, self.doubles),
                "dice: a seat to move must have some")
        return 0


GAME = Backgammon
