"""Look-ahead over one's own turn, judged by a network.

A turn may consist of several actions, such as the moves of two dice. The look-ahead follows every
sequence of the mover's own actions, until luck, another seat or the end of the game comes. There
the network judges. An action has the value of its best sequence (afterstates; Tesauro 1995,
"Temporal difference learning and TD-Gammon"). Sequences that meet in a position count once.

A turn may have too many sequences. Then each position divides the number of positions that may
still be met evenly among its actions. Where that is too little, the network judges there.
"""

from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport u8, u32, u64
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.policy_net cimport MAX_HIDDEN, PolicyNet
from aicore.core.rng cimport Rng, RngState
from aicore.core.ruleset cimport raise_mistakes_since

from array import array

from aicore.core.decision import Candidate, Decision


@final
cdef class OwnTurn:
    """Look-ahead over one's own turn.

    Args:
        game: game that has arrays.
        net: network that judges.
        samples: number of determinizations, if something is hidden from the mover. An action's
            value is the mean over them.

    Raises AicoreError if the network was not made for the game, and MemoryError.
    """

    def __cinit__(self, Game game not None, PolicyNet net not None, int samples=1):
        game.check_built()
        net.check_made_for(game)
        self.game, self.net = game, net
        self.samples = max(samples, 1) if game.has_hidden else 1
        self.legal = <u32*> calloc(MAX_STEPS * game.max_actions, sizeof(u32))
        self.seen = <u8*> calloc(game.net_input_size, 1)
        self.key = <u64*> calloc(PLACES, sizeof(u64))
        self.known = <double*> calloc(PLACES * game.seats, sizeof(double))
        self.place = <int*> calloc(PLACES, sizeof(int))
        if not (self.legal and self.seen and self.key and self.known and self.place):
            raise MemoryError

    def __dealloc__(self):
        free(self.legal)
        free(self.seen)
        free(self.key)
        free(self.known)
        free(self.place)

    def search(self, View view not None, Rng rng not None, progress=None):
        """Look ahead from the mover's view. Return the decision.

        Args:
            view: view of the seat to move.
            rng: source of the determinizations; it does not advance.
            progress: not called, because a look-ahead is short.

        Raises AicoreError if the view is of another game or its seat is not to move. Raises
        MistakeError for a mistake in the game's own code, and MemoryError.
        """
        cdef Game game = self.game
        cdef u64[MAX_STATE_WORDS] state
        cdef int seats = game.seats
        cdef int count, i
        cdef double* out
        cdef RngState dice
        cdef int mistakes = game.mistakes
        game.check_to_move(view)
        dice = rng.state
        legal = view.legal_actions()
        count = len(legal)
        found = array("d", bytes(8 * seats * count))
        total = array("d", bytes(8 * seats * count))
        listed = array("I", legal)
        out = <double*> (<Py_ssize_t> found.buffer_info()[0])
        for _ in range(self.samples):
            memcpy(state, view.data, game.state_size)
            if game.has_hidden:
                game.resample(state, view.seat, &dice)
            self.forget()
            self.judge(
                state, view.seat, <const u32*> (<Py_ssize_t> listed.buffer_info()[0]), count, out)
            raise_mistakes_since(game, mistakes)
            for i in range(seats * count):
                total[i] += found[i] / self.samples
        candidates = [
            Candidate(game.text(action), self.samples, tuple([
                game.low + (game.high - game.low) * share
                for share in total[i * seats:(i + 1) * seats]
            ]))
            for i, action in enumerate(legal)
        ]
        candidates.sort(key=lambda one: -one.values[view.seat])
        return Decision(candidates[0].action, tuple(candidates))

    cdef void forget(self) noexcept nogil:
        """Empty the table, so that the next values do not depend on earlier decisions."""
        while self.used:
            self.used -= 1
            self.key[self.place[self.used]] = 0

    cdef void judge(
        self, const void* state, int seat, const u32* legal, int count, double* out
    ) noexcept nogil:
        """Write the shares of the returns that each action of a decision leads to.

        Args:
            state: state in which the seat moves; it may be a view.
            seat: the mover.
            legal: actions of the decision.
            count: number of the actions.
            out: memory for `count` times `seats` shares, from 0 to 1.
        """
        self.evenly, self.full, self.met = False, False, 0
        if self.used > ROOM // 2:
            self.forget()
        self.follow(state, seat, legal, count, out)
        if self.full:
            self.evenly, self.met = True, 0
            self.forget()
            self.follow(state, seat, legal, count, out)
            self.forget()

    cdef void follow(
        self, const void* state, int seat, const u32* legal, int count, double* out
    ) noexcept nogil:
        """Write the shares after each action of a decision: see `judge`."""
        cdef u64[MAX_STATE_WORDS] after
        cdef int i
        for i in range(count):
            memcpy(after, state, self.game.state_size)
            self.game.apply(after, legal[i])
            self.best(after, seat, 1, self.share(ROOM, count - i), out + i * self.game.seats)
            if self.full and not self.evenly:
                return

    cdef int share(self, int due, int actions) noexcept nogil:
        """Return how many positions may be met by the end of the next of a position's actions."""
        return self.met + (due - self.met) // actions if self.evenly else due

    cdef void best(
        self, const void* state, int seat, int step, int due, double* out
    ) noexcept nogil:
        """Write the shares after the seat's best sequence of actions from a state.

        Args:
            state: the state.
            seat: the mover of the decision.
            step: number of actions since the decision.
            due: how many positions of the decision may be met by the end of this look-ahead.
            out: memory for the shares.
        """
        cdef u64[MAX_STATE_WORDS] after
        cdef double[MAX_SEATS] found
        cdef int seats = self.game.seats
        cdef u32* legal
        cdef u64 key
        cdef int at, count, i
        if (<const Head*> state).turn == END:
            self.foresee(state, seat, out)
            return
        key = self.game.key(state, -1) | 1
        at = <int> ((key >> 1) & (PLACES - 1))
        while self.key[at]:
            if self.key[at] == key:
                memcpy(out, self.known + at * seats, seats * sizeof(double))
                return
            at = (at + 1) & (PLACES - 1)
        self.met += 1
        legal = self.legal + step * self.game.max_actions
        count = 0
        if (<const Head*> state).turn == seat and step < MAX_STEPS:
            count = self.game.actions(state, legal)
            if self.met + count > due:
                count, self.full = 0, True
        if count == 0:
            self.foresee(state, seat, out)
        for i in range(count):
            memcpy(after, state, self.game.state_size)
            self.game.apply(after, legal[i])
            self.best(after, seat, step + 1, self.share(due, count - i), found)
            if self.full and not self.evenly:
                return
            if i == 0 or found[seat] > out[seat]:
                memcpy(out, found, seats * sizeof(double))
        if self.used < ROOM:
            at = <int> ((key >> 1) & (PLACES - 1))
            while self.key[at]:
                at = (at + 1) & (PLACES - 1)
            self.key[at] = key
            memcpy(self.known + at * seats, out, seats * sizeof(double))
            self.place[self.used] = at
            self.used += 1

    cdef void foresee(self, const void* state, int mover, double* out) noexcept nogil:
        """Write each seat's share of the returns in a state, estimated by the network.

        Args:
            state: the state.
            mover: seat whose view the network sees before a chance event.
            out: memory for the shares.
        """
        cdef float[MAX_HIDDEN] last
        cdef int turn = (<const Head*> state).turn
        if turn == END:
            self.game.values(state, out)
            return
        if turn == CHANCE:
            turn = mover
        self.judged += 1
        memset(self.seen, 0, self.game.net_input_size)
        self.game.net_input(state, turn, self.seen)
        self.net.see(self.seen, last)
        self.net.values_by_seat(last, turn, self.game.seats, out)
