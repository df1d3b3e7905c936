"""Values of actions and positions if every seat then plays by a network's policy.

Searches estimate such values by playouts. In a small game the whole rest of the game can be listed,
so the values have no error. Self-play knows its own state, so nothing is hidden here.
"""

from cython cimport final
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport u32, u64, u8
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, State
from aicore.core.maths cimport exp
from aicore.core.policy_net cimport MAX_HIDDEN, PolicyNet
from aicore.core.rng cimport MAX_SOURCES, Luck, Rng, luck_seed, rng_next, rng_uniform
from aicore.core.ruleset cimport raise_mistakes_since
from aicore.search.mcts.action_tokens cimport ActionTokens

from array import array

from aicore.core.errors import AicoreError


@final
cdef class PolicyValues:
    """Judge of actions by a network's policy.

    Args:
        game: game that has arrays.
        net: network with the policy of every seat.
        most: maximum number of decisions to look at for one judgment.

    Raises AicoreError if the network was not made for the game, and MemoryError.
    """

    def __cinit__(self, Game game not None, PolicyNet net not None, int most=1000):
        game.check_built()
        net.check_made_for(game)
        self.game, self.net, self.most = game, net, most
        self.room = max(game.max_actions, game.max_outcomes)
        self.seen = <u8*> calloc(game.net_input_size, 1)
        self.tokens = ActionTokens(game, True)
        self.event = <u32*> calloc(MAX_STEPS * self.room, sizeof(u32))
        self.chance = <double*> calloc(MAX_STEPS * self.room, sizeof(double))
        if not (self.seen and self.event and self.chance):
            raise MemoryError

    def __dealloc__(self):
        free(self.seen)
        free(self.event)
        free(self.chance)

    def values(self, State state not None):
        """Return the expected returns of all seats after each legal action of a state, as a list.

        Returns None if the rest of the game is too large. Raises AicoreError if no seat is to move.
        """
        cdef Game game = self.game
        cdef int seats = game.seats
        cdef int count
        cdef bint small
        cdef double* out
        cdef int mistakes = game.mistakes
        game.check_same_game(state)
        if state.turn < 0:
            raise AicoreError("no seat is to move")
        legal = array("I", state.legal_actions())
        count = len(legal)
        found = array("d", bytes(8 * seats * count))
        out = <double*> (<Py_ssize_t> found.buffer_info()[0])
        small = self.judge(
            state.data, <const u32*> (<Py_ssize_t> legal.buffer_info()[0]), count, out)
        raise_mistakes_since(game, mistakes)
        if not small:
            return None
        return [
            [game.low + (game.high - game.low) * share for share in found[i:i + seats]]
            for i in range(0, seats * count, seats)]

    def play_out(self, State state not None, Rng rng not None, int limit):
        """Return the returns of all seats after a playout by the policy, as a list.

        Args:
            state: position to play on from; it does not change.
            rng: draws chance events and actions.
            limit: plies after which the network judges at the next decision.
        """
        cdef u64[MAX_STATE_WORDS] copy
        cdef double[MAX_SEATS] share
        cdef Luck luck
        cdef int mistakes = self.game.mistakes
        self.game.check_same_game(state)
        luck_seed(&luck, rng_next(&rng.state), MAX_SOURCES)
        memcpy(copy, state.data, self.game.state_size)
        self.play_on(copy, &luck, limit, share)
        raise_mistakes_since(self.game, mistakes)
        return [
            self.game.low + (self.game.high - self.game.low) * share[seat]
            for seat in range(self.game.seats)]

    cdef void priors(
        self, const void* view, int seat, const u32* legal, int count, double* out, double* share,
    ) noexcept nogil:
        """Write the policy's probability of each legal action of a view.

        Afterwards `seen` and `tokens.advice` are what the network saw.

        Args:
            view: what the mover sees.
            seat: the mover.
            legal: legal actions of the mover.
            count: number of the actions.
            out: memory for `count` probabilities.
            share: memory for each seat's share of the returns by the network; NULL for none.
        """
        cdef float[MAX_HIDDEN] last
        cdef double total = 0.0
        cdef double most = -1e300
        cdef int i
        memset(self.seen, 0, self.game.net_input_size)
        self.game.net_input(view, seat, self.seen)
        self.net.see(self.seen, last)
        if share != NULL:
            self.net.values_by_seat(last, seat, self.game.seats, share)
        self.tokens.view(view)
        for i in range(count):
            out[i] = self.tokens.logit(self.net, last, view, legal[i])
            most = max(most, out[i])
        for i in range(count):
            out[i] = exp(out[i] - most)
            total += out[i]
        for i in range(count):
            out[i] /= total

    cdef bint judge(
        self, const void* state, const u32* legal, int count, double* out
    ) noexcept nogil:
        """Write the seats' expected shares of the returns after each action of a decision.

        Return False if the rest of the game is too large; `out` is undefined then.

        Args:
            state: the full position, including hidden information.
            legal: legal actions of the mover.
            count: number of the actions.
            out: memory for `count` times `seats` shares, from 0 to 1.
        """
        cdef u64[MAX_STATE_WORDS] after
        cdef int i
        self.judged = 0
        for i in range(count):
            memcpy(after, state, self.game.state_size)
            self.game.apply(after, legal[i])
            if not self.expect(after, 0, out + i * self.game.seats):
                return False
        return True

    cdef void play_on(self, void* state, Luck* luck, int limit, double* share) noexcept nogil:
        """Play on by the policy for up to `limit` plies.

        Args:
            state: the full position, which changes.
            luck: chance events, and draws from the policy.
            limit: plies after which the network judges at the next decision.
            share: memory for each seat's share of the returns, from 0 to 1.
        """
        cdef u64[MAX_STATE_WORDS] view
        cdef double left
        cdef int turn = (<Head*> state).turn
        cdef int plies = 0
        cdef int count, i
        while turn != END:
            if turn == CHANCE:
                self.game.draw(state, luck)
            else:
                count = self.game.actions(state, self.event)
                i = 0
                if count > 1 or plies >= limit:
                    memcpy(view, state, self.game.state_size)
                    self.game.conceal(view, turn)
                    self.priors(view, turn, self.event, count, self.chance, share)
                    if plies >= limit:
                        return
                    left = rng_uniform(&luck.choice)
                    while i < count - 1 and left >= self.chance[i]:
                        left -= self.chance[i]
                        i += 1
                self.game.apply(state, self.event[i])
            turn = (<Head*> state).turn
            plies += 1
        self.game.values(state, share)

    cdef bint expect(self, const void* state, int step, double* out) noexcept nogil:
        """Write the seats' expected shares of the returns. Return False if too much is left."""
        cdef u64[MAX_STATE_WORDS] next
        cdef double[MAX_SEATS] share
        cdef u32* event = self.event + step * self.room
        cdef double* chance = self.chance + step * self.room
        cdef int turn = (<const Head*> state).turn
        cdef int count, i, seat
        if turn == END:
            self.game.values(state, out)
            return True
        if step == MAX_STEPS or self.judged >= self.most:
            return False
        if turn == CHANCE:
            count = self.game.outcomes(state, event, chance)
        else:
            count = self.game.actions(state, event)
            self.judged += 1
            if count == 1:
                chance[0] = 1.0
            else:
                memcpy(next, state, self.game.state_size)
                self.game.conceal(next, turn)
                self.priors(next, turn, event, count, chance, NULL)
        for seat in range(self.game.seats):
            out[seat] = 0.0
        for i in range(count):
            memcpy(next, state, self.game.state_size)
            self.game.apply(next, event[i])
            if not self.expect(next, step + 1, share):
                return False
            for seat in range(self.game.seats):
                out[seat] += chance[i] * share[seat]
        return True
