"""Expectimax by iterative deepening, for any number of seats, with chance and hidden information.

If the root seat's reward is enough to judge a position, the search uses bounds. It is enough in
games for one seat, and in games for two seats whose rewards add up to one. It is also enough in
`paranoid` search, where all others play against the root seat (Sturtevant and Korf 2000). Otherwise
each seat maximizes its own reward (max^n; Luckhardt and Irani 1986).

The bounds are alpha-beta at decisions, Star1 and Star2 at chance events (Ballard 1983; Hauk, Buro
and Schaeffer 2004). Star1 leaves a chance event as soon as the searched outcomes decide it. Star2
first searches one action of each outcome, which often decides the event sooner.

The search samples a chance event with many outcomes, with the same random numbers in all positions
that look equally far ahead. So it compares actions on equal luck, and a value depends only on the
position and the depth. A game's promising actions come first. If time or nodes bound the search,
the root then adds its other actions, the best rated first: 4 after depth 1, then 16, 64 and so on.
Positions far from the leaves then list all legal actions, too.

If hands are hidden, the search averages values over determinizations, each with open cards
(Ginsberg 2001). Depth counts decisions, not chance events. Values are rewards from 0 to 1.
"""

from cython cimport final
from libc.string cimport memcpy

from aicore.core._types cimport u32, u64
from aicore.core.clock cimport now
from aicore.core.validate cimport ExclusiveUse
from aicore.core.game cimport Game, MAX_STATE_WORDS, View
from aicore.core.unpromising cimport list_unpromising
from aicore.core.rng cimport Luck, Rng, RngState, luck_seed, rng_next, rng_seed
from aicore.search.expectimax.look_ahead cimport LookAhead
from aicore.search.expectimax.plies cimport plies_follow, plies_list, plies_state, plies_turn
from aicore.search.expectimax.sums cimport Sums
from aicore.search.expectimax.table cimport Entry, table_find

from functools import partial

from aicore.core.decision import Decision, StopSearch
from aicore.core.parameter import fill_defaults
from aicore.search.expectimax.look_ahead import DEEPEST, PARAMETERS


@final
cdef class Expectimax:
    """Searcher for one game.

    Args:
        game: the game.
        parameters: values of parameters in `look_ahead.PARAMETERS`, by name; other parameters have
            their defaults. Setting one of depth, time and nodes removes the other two bounds.

    Raises AicoreError if a value is invalid or there is not enough memory.
    """

    cdef readonly Game game
    cdef dict given  # parameters
    cdef ExclusiveUse busy
    cdef LookAhead look
    cdef Sums sums
    cdef int depth, worlds
    cdef bint exact  # whether nothing is drawn at random
    cdef double time  # seconds for a search; 0 for no limit
    cdef bint scalar  # whether the root seat's reward is enough to judge a position
    cdef int rest  # number of the root's actions not yet included, listed after the others
    cdef int seat  # seat to move at the root
    cdef u64 luck  # seed of this search's determinizations and samples
    cdef u64[MAX_STATE_WORDS] view  # the root, hidden parts removed

    def __cinit__(self, Game game not None, **parameters):
        cdef dict v = fill_defaults("expectimax", PARAMETERS, parameters)
        game.check_built()
        self.game = game
        self.given = parameters
        self.busy = ExclusiveUse(game)
        self.depth = v["depth"] or DEEPEST
        self.time = v["time"]
        self.worlds = v["worlds"]
        self.exact = not game.has_hidden and not (v["playout"] and game.has_chance)
        if self.exact:
            self.worlds = 1
        self.scalar = (
            v["rivals"] != "maxn" or game.seats == 1 or (game.seats == 2 and game.constant_sum)
        )
        self.sums = Sums(game)
        self.look = LookAhead(game, v)
        self.exact &= not self.look.sampling

    def __reduce__(self):
        return partial(Expectimax, **self.given), (self.game,)

    def search(self, View view not None, Rng rng not None, progress=None):
        """Search the position of a view, and return the decision.

        Args:
            view: view of the seat to move.
            rng: source of all randomness; it does not advance.
            progress: function to call with the current choice and its value after each depth.

        The values of the candidates are from the deepest finished search. If alpha-beta showed only
        that an action is no better than the best one, the action's value is a bound.
        Raises AicoreError if the view is of another game, if its seat is not to move, or during
        another search.
        """
        with self.busy:
            self.game.check_to_move(view)
            return self._search(view, rng, progress)

    cdef object _search(self, View view, Rng rng, progress):
        """Return the decision of `search`, while no other search is in progress."""
        cdef double start = now()
        cdef int depth = 0
        cdef int worlds = 0
        cdef list rows = []
        self._prepare(view, rng)
        self.look.begin(view.seat, start + self.time if self.time else 0.0)
        while self.sums.size > 1 and depth < self.depth:
            self._widen(depth)
            self.look.patient = depth == 0
            with nogil:
                self._deepen(self.game, self.sums, depth + 1)
            if self.look.interruption is not None:
                raise self.look.interruption
            if self.look.stopped and depth > 0:
                break
            depth += 1
            worlds = self.sums.worlds
            rows = self.sums.rank()
            if progress is not None:
                try:
                    progress(self.game.text(self.sums.actions[0]), -rows[0][0])
                except StopSearch:
                    break
            if self.look.stopped or self._decided(rows):
                break
            if not self.look.guessed and not self.rest:
                break
        return Decision(
            action=self.game.text(self.sums.actions[0]),
            candidates=self.sums.candidates(rows, worlds, self.exact),
            simulations=worlds,
            nodes=self.look.visited,
            depth=depth,
            seconds=now() - start,
            continuation=tuple(self._continuation(depth)),
        )

    cdef int _prepare(self, View view, Rng rng) except -1:
        """Put the view at the root, and list its actions."""
        cdef RngState stream = rng.state
        self.seat = view.seat
        self.luck = rng_next(&stream)
        memcpy(self.view, view.data, self.game.state_size)
        self._draw_world(0)
        self.sums.seat = view.seat
        self.sums.size = plies_list(&self.look.plies, self.game, 0, self.look.prune)
        memcpy(self.sums.actions, self.look.plies.events, self.sums.size * sizeof(u32))
        self.rest = 0
        if self.look.soft and self.depth > 1:
            self._list_rest()
            if self.sums.size < 2:  # one promising action needs no search, so add other actions
                self._widen(1)
        return 0

    cdef void _list_rest(self) noexcept nogil:
        """List the root's other legal actions after the promising ones, the best rated first."""
        cdef u64[MAX_STATE_WORDS] ahead
        cdef Luck luck
        cdef int size = self.sums.size
        luck_seed(&luck, self.luck, self.look.plies.sources)
        self.rest = list_unpromising(
            self.game, plies_state(&self.look.plies, 0), self.sums.actions,
            self.look.plies.promise, size, &luck, ahead,
            self.look.plies.events + self.look.plies.room,  # room of the next ply
        ) - size

    cdef void _widen(self, int depth) noexcept nogil:
        """Include more of the root's other actions, after a search to this depth."""
        cdef int more = self.rest
        if depth < 15:
            more = min(more, 1 << 2 * depth) if depth else 0
        self.sums.size += more
        self.rest -= more

    cdef void _draw_world(self, int world) noexcept nogil:
        """Put the root at ply 0, with hidden parts drawn for determinization `world`."""
        cdef void* root = plies_state(&self.look.plies, 0)
        cdef RngState stream
        rng_seed(&stream, self.luck + world)
        self.look.plies.luck = rng_next(&stream)
        self.look.salt = self.look.plies.luck if self.look.sampling else 0
        memcpy(root, self.view, self.game.state_size)
        if self.game.has_hidden:
            self.game.resample(root, self.seat, &stream)

    cdef void _deepen(self, Game game, Sums sums, int depth) noexcept nogil:
        """Search all worlds to one depth; the sums count only finished worlds."""
        # Means over worlds need exact values. In a single world, most actions need only a bound.
        cdef bint bounded = self.look.star and self.worlds == 1
        cdef double* reward
        cdef double alpha, value
        cdef int world, i, seat
        self.look.guessed = False
        sums.clear()
        for world in range(self.worlds):
            self._draw_world(world)
            alpha = -1.0
            for i in range(sums.size):
                reward = sums.latest + i * game.seats
                plies_follow(&self.look.plies, game, 0, sums.actions[i])
                sums.above[i] = False
                if self.scalar:
                    value = self.look.scalar(game, 1, depth - 1, alpha, 2.0)
                    sums.above[i] = value <= alpha
                    if bounded:
                        alpha = max(alpha, value)
                    for seat in range(game.seats):  # the others share the rest
                        reward[seat] = (1.0 - value) / max(game.seats - 1, 1)
                    reward[self.seat] = value
                else:
                    self.look.vector(game, 1, depth - 1, reward)
                if self.look.stopped:
                    return
            sums.add()
            self.look.patient = False
            self.look.stopped |= self.look.out_of_time
            if self.look.stopped:
                return

    cdef bint _decided(self, list rows):
        """Whether deeper search is useless: the first action surely wins, or all surely lose."""
        cdef double best = -rows[0][0]
        return self.scalar and self.worlds == 1 and (
            best == 1.0 or best == 0.0 and not self.rest)

    cdef list _continuation(self, int depth):
        """Return the table's best line of play, up to the first chance event or hidden hand.

        A decision of a seat that plays at random ends the line, too.
        """
        cdef Game game = self.game
        cdef void* state = plies_state(&self.look.plies, 0)
        cdef Entry* entry
        cdef int turn
        line = [game.text(self.sums.actions[0])]
        self._draw_world(0)
        game.apply(state, self.sums.actions[0])
        while not game.has_hidden and len(line) < depth:
            turn = plies_turn(&self.look.plies, 0)
            if turn < 0 or (self.look.random and turn != self.seat):
                break
            entry = table_find(&self.look.table, game.key(state, -1) ^ self.look.salt)
            if entry == NULL:
                break
            line.append(game.text(entry.best))
            game.apply(state, entry.best)
        return line
