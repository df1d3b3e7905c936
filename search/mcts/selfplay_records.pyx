"""Records of self-play games, column by column, as a network's training reads them."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cython cimport final
from libc.math cimport NAN
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport i16, i64, u8, u32, u64
from aicore.core.game cimport END, Game, Head, MAX_SEATS, MAX_STATE_WORDS
from aicore.core.rng cimport RngState, rng_below
from aicore.core.ruleset cimport Advice
from aicore.search.mcts.action_tokens cimport ActionTokens

from aicore.core.policy_net import believes

# Names of the columns, in order.
NAMES = ("seen", "met", "seats", "games", "taught", "played", "chosen", "actions", "roots", "luck",
         "rows", "shares", "outcomes", "scores", "ended", "lengths")


@final
cdef class Records:
    """Records of one thread's games. Raises MemoryError."""

    def __cinit__(self, Game game not None):
        self.game = game
        self.secrets = believes(game)
        self.tokens = ActionTokens(game, True)

    def __dealloc__(self):
        cdef int i
        for i in range(COLUMNS):
            free(self.column[i].data)

    cdef dict take(self):
        """Return all records, as bytes by name, and forget them."""
        cdef int i
        return {name: drain(&self.column[i]) for i, name in enumerate(NAMES)}

    cdef i64 games(self) noexcept nogil:
        """Return the number of finished games."""
        return self.column[<int> ENDED].size

    cdef i64 positions(self) noexcept nogil:
        """Return the number of positions."""
        return self.column[<int> SEATS].size

    cdef float* position(
        self, const void* view, const void* state, int seat, Lesson lesson, int count, int chosen,
        float played, const u8* seen, RngState* rng,
    ) noexcept nogil:
        """Record a position of the game in progress.

        Return the address of the seats' values, which the caller may fill in; NULL without memory.

        Args:
            view: the state as the seat knows it.
            state: the position.
            seat: the mover.
            lesson: whether a policy learns from the decision, and how.
            count: number of legal actions; 0 if luck is due.
            chosen: index of the played action.
            played: share of the played action in the target, divided by the greatest share.
            seen: the network's input, if it is known; else NULL.
            rng: random numbers for another seat's possible view.
        """
        cdef i64 number = self.games()
        cdef u8* row = <u8*> self.add(SEEN, self.game.net_input_size)
        cdef u8* mover = <u8*> self.add(SEATS, 1)
        cdef int* place = <int*> self.add(GAMES, sizeof(int))
        cdef u8* taught = <u8*> self.add(TAUGHT, 1)
        cdef float* share = <float*> self.add(PLAYED, sizeof(float))
        cdef int* index = <int*> self.add(CHOSEN, sizeof(int))
        cdef int* actions = <int*> self.add(ACTIONS, sizeof(int))
        cdef float* value = <float*> self.add(ROOTS, self.game.seats * sizeof(float))
        cdef float* luck = <float*> self.add(LUCK, self.game.seats * sizeof(float))
        cdef int other
        if self.failed:
            return NULL
        if seen != NULL:
            memcpy(row, seen, self.game.net_input_size)
        else:
            memset(row, 0, self.game.net_input_size)
            self.game.net_input(view, seat, row)
        mover[0] = seat
        place[0] = <int> number
        taught[0] = lesson
        share[0] = played
        index[0] = chosen
        actions[0] = count
        for other in range(self.game.seats):
            value[other] = NAN
            luck[other] = 0.0
        if self.secrets:
            self.record_other_seat(view, state, seat, rng)
        return value

    cdef void record_other_seat(
        self, const void* view, const void* state, int seat, RngState* rng
    ) noexcept nogil:
        """Record another seat's observation, and its observation after a new random deal."""
        cdef u64[MAX_STATE_WORDS] other
        cdef int viewer
        cdef u8* met = <u8*> self.add(MET, 2 * self.game.net_input_size)
        if met == NULL:
            return
        memset(met, 0, 2 * self.game.net_input_size)
        viewer = (seat + 1 + rng_below(rng, self.game.seats - 1)) % self.game.seats
        self.game.net_input(state, viewer, met)
        memcpy(other, view, self.game.state_size)
        self.game.resample(other, seat, rng)
        self.game.net_input(other, viewer, met + self.game.net_input_size)

    cdef void targets(
        self, const void* view, const u32* action, const float* share, int count,
        const Advice* advice,
    ) noexcept nogil:
        """Record the actions of the last position, and their shares in the policy target.

        Args:
            view: the state as the mover knows it.
            action: all legal actions.
            share: share of each action.
            count: number of the actions.
            advice: advice of the game's guidance; NULL to ask for it.
        """
        cdef float* target = <float*> self.add(SHARES, count * sizeof(float))
        cdef int width = self.game.net_max_tokens
        cdef i16* row = <i16*> self.add(ROWS, <size_t> count * width * sizeof(i16))
        cdef int i, j, length
        if self.failed:
            return
        if advice == NULL:
            self.tokens.view(view)
            advice = &self.tokens.advice
        for i in range(count):
            target[i] = share[i]
            length = self.tokens.encode(view, action[i], advice)
            for j in range(width):
                row[i * width + j] = self.tokens.token[j] if j < length else -1

    cdef void luck(self, const double* share) noexcept nogil:
        """Add to the luck that followed the last position.

        Args:
            share: each seat's gain, as a share of the range of returns.
        """
        cdef float* luck = <float*> (
            self.column[<int> LUCK].data + self.column[<int> LUCK].size) - self.game.seats
        cdef int seat
        for seat in range(self.game.seats):
            luck[seat] += <float> share[seat]

    cdef void finish(self, const void* state, int plies) noexcept nogil:
        """Record the end of the game in progress. A game that is not over counts as half won."""
        cdef double[MAX_SEATS] result
        cdef double span = self.game.high - self.game.low
        cdef int seat
        cdef float* shares = <float*> self.add(OUTCOMES, self.game.seats * sizeof(float))
        cdef int* length = <int*> self.add(LENGTHS, sizeof(int))
        cdef char* ended = self.add(ENDED, 1)
        if self.failed:
            return
        length[0] = plies
        ended[0] = (<const Head*> state).turn == END
        if ended[0]:
            self.game.returns(state, result)
        for seat in range(self.game.seats):
            shares[seat] = <float> ((result[seat] - self.game.low) / span) if ended[0] else 0.5
        self.note_scores(state)

    cdef int note_scores(self, const void* state) except -1 with gil:
        """Record the seats' scores; this calls Python, once per game."""
        cdef float* score = <float*> self.add(SCORES, self.game.seats * sizeof(float))
        cdef int seat
        if score != NULL:
            for seat, found in enumerate(self.game.scores(state)):
                score[seat] = found
        return 0

    cdef char* add(self, Name name, size_t bytes) noexcept nogil:
        """Return the address of `bytes` new bytes at the end of a column; NULL without memory."""
        cdef Column* column = &self.column[<int> name]
        cdef size_t room = column.room
        cdef char* data
        if column.size + bytes > room:
            room = 2 * room + bytes + 4096
            data = <char*> realloc(column.data, room)
            if data == NULL:
                self.failed = True
                return NULL
            column.data = data
            column.room = room
        column.size += bytes
        return column.data + column.size - bytes


cdef bytes drain(Column* column):
    """Return a column's content, and empty it."""
    content = PyBytes_FromStringAndSize(column.data, column.size)
    column.size = 0
    return content
