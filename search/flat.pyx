"""Flat Monte Carlo: comparison of the root's actions by playouts, without a tree.

Sequential halving spends the budget (Karnin, Koren and Somekh 2013). In each round, all remaining
actions get equally many playouts; then the search drops the worse half. A trip is one playout for
each remaining action. Its playouts share a determinization and random numbers, so the search
compares actions on equal luck.

The search adds the results of trips in the order in which they began, so the number of threads does
not change the decision.
"""

from cython cimport final
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from aicore.core._types cimport i64, u32, u64
from aicore.core.clock cimport now
from aicore.core.validate cimport bounded_int, ExclusiveUse
from aicore.core.game cimport Game, MAX_SEATS, MAX_STATE_WORDS, View
from aicore.core.rng cimport Luck, Rng, RngState, luck_seed, rng_next
from aicore.core.unpromising cimport list_unpromising
from aicore.core.team cimport MAX_SLOTS, Team, Work

from functools import partial

from aicore.core.decision import Candidate, Decision, StopSearch
from aicore.core.parameter import MAX_COUNT, MAX_TOTAL, Parameter, fill_defaults
from aicore.core.processors import MAX_THREADS, threads_for

PARAMETERS = (
    Parameter("sims", 5000, "playouts per decision", high=MAX_TOTAL, bound=True),
    Parameter("time", 0.0, "seconds per decision", bound=True),
    Parameter("cutoff", -1, "plies of a playout before evaluation; -1: to the end", low=-1),
    Parameter("playouts", "uniform", "how playouts choose actions", choices=("uniform", "guided")),
    Parameter(
        "prune",
        "soft",
        "when to try unpromising actions: soft: with many playouts; hard: never; off: always",
        choices=("soft", "hard", "off"),
    ),
    Parameter(
        "threads",
        1,
        "parallel playouts; auto: one per processor; does not change decisions",
        low=1,
        high=MAX_THREADS,
        words=("auto",),
    ),
)

cdef enum:
    TO_THE_END = 1 << 30  # plies of a playout without a cutoff
    AMPLE = 100  # first-round playouts per action from which on unpromising actions are tried
    AHEAD = 4  # maximum number of trips in progress per thread

cdef double SLICE = 0.05  # seconds between checks for signals and progress reports


# Action of the root, with the results of its playouts.
ctypedef struct Arm:
    u32 action
    i64 visits  # number of playouts that began with the action
    double[MAX_SEATS] total  # each seat's sum of rewards, each 0 .. 1
    double square  # sum of the mover's squared rewards


# One playout for each remaining action.
ctypedef struct Trip:
    u64 seed  # seed of the trip's random numbers
    int size  # number of finished playouts
    u64[MAX_STATE_WORDS] world  # the root with hidden parts drawn
    u64[MAX_STATE_WORDS] state  # current state of the playout
    double[MAX_SEATS]* reward  # rewards of each playout


cdef inline i64 rounds_of(int arms) noexcept nogil:
    """Return the number of halvings until one arm is left; 1 if there is only one."""
    cdef i64 rounds = 1
    while arms > 2:
        arms = (arms + 1) // 2
        rounds += 1
    return rounds


cdef void run_trip_at(Flat self, int place) noexcept nogil:
    """Run the trip at `place`."""
    run_trip(self.game, self, &self.trips[place])


cdef void run_trip(Game game, Flat search, Trip* trip) noexcept nogil:
    """Run a playout for each arm. Stop when time is up."""
    cdef Luck luck
    trip.size = 0
    while trip.size < search.left:
        luck_seed(&luck, trip.seed, search.sources)
        memcpy(trip.state, trip.world, game.state_size)
        game.apply(trip.state, search.arms[trip.size].action)
        game.settle(trip.state, &luck)
        if game.play_out(trip.state, &luck, search.cutoff, search.guided) >= search.cutoff:
            game.settle(trip.state, &luck)
        game.values(trip.state, trip.reward[trip.size])
        trip.size += 1
        if search.time > 0 and now() >= search.end:
            break


@final
cdef class Flat:
    """Searcher for one game.

    Args:
        game: the game.
        each: number of playouts for each action, without halving; 0 for halving.
        parameters: values of parameters in `PARAMETERS`, by name; other parameters have their
            defaults.

    Raises AicoreError if a value is invalid.
    """

    cdef readonly Game game
    cdef dict given  # parameters as given, for copies and pickles
    cdef ExclusiveUse busy
    cdef i64 sims
    cdef double time
    cdef int cutoff
    cdef bint guided
    cdef i64 each  # number of playouts for each action, without halving; 0 for halving
    cdef bint prune, soft
    cdef RngState rng
    cdef int sources  # number of the game's decks and dice
    cdef int seat  # seat to move at the root
    cdef int size  # number of considered actions
    cdef i64 done  # number of finished playouts
    cdef int left  # number of arms in this round
    cdef double end  # end of this round, if time bounds it
    cdef u64[MAX_STATE_WORDS] view  # the root without hidden parts
    cdef Arm* arms  # sorted after each round, the best first
    cdef Team team
    cdef int threads
    cdef int room  # maximum number of trips in progress
    cdef Trip* trips
    cdef double[MAX_SEATS]* rewards  # rewards of all trips
    cdef u32* actions  # scratch memory for legal actions
    cdef float* weight  # scratch memory for their weights
    cdef u32* scratch  # scratch memory for `list_unpromising`

    def __cinit__(self, Game game not None, *, each=0, **parameters):
        cdef dict v = fill_defaults("flat", PARAMETERS, parameters)
        game.check_built()
        self.game = game
        self.given = {"each": each, **parameters}
        self.busy = ExclusiveUse(game)
        self.sims = v["sims"]
        self.time = v["time"]
        self.cutoff = v["cutoff"] if v["cutoff"] >= 0 else TO_THE_END
        self.guided = v["playouts"] == "guided"
        self.each = bounded_int("each", each, 0, MAX_COUNT)
        self.prune = v["prune"] != "off"
        self.soft = v["prune"] == "soft" and game.prunes_legal and not self.each
        self.sources = len(game.chance_sources)
        self.threads = threads_for(game, v["threads"])
        self.room = min(AHEAD * self.threads, MAX_SLOTS) if self.threads > 1 else 1
        self.team = Team(self.threads, self.room)
        self.trips = <Trip*> calloc(self.room, sizeof(Trip))
        self.rewards = <double[MAX_SEATS]*> calloc(
            self.room * game.max_actions, MAX_SEATS * sizeof(double))
        self.arms = <Arm*> calloc(game.max_actions, sizeof(Arm))
        self.actions = <u32*> calloc(game.max_actions, sizeof(u32))
        self.weight = <float*> calloc(game.max_actions, sizeof(float))
        self.scratch = <u32*> calloc(game.max_actions, sizeof(u32))
        if (
            self.arms == NULL or self.actions == NULL or self.weight == NULL
            or self.scratch == NULL or self.trips == NULL or self.rewards == NULL
        ):
            raise MemoryError
        for place in range(self.room):
            self.trips[place].reward = &self.rewards[place * game.max_actions]

    def __dealloc__(self):
        free(self.trips)
        free(self.rewards)
        free(self.arms)
        free(self.actions)
        free(self.weight)
        free(self.scratch)

    def __reduce__(self):
        return partial(Flat, **self.given), (self.game,)

    def search(self, View view not None, Rng rng not None, progress=None):
        """Search the position of a view, and return the decision.

        Args:
            view: view of the seat to move.
            rng: source of all randomness; it does not advance.
            progress: function to call with the current choice and its value, several times a
                second.

        Raises AicoreError if the view is of another game, if its seat is not to move, or during
        another search.
        """
        with self.busy:
            self.game.check_to_move(view)
            return self._search(view, rng, progress)

    cdef object _search(self, View view, Rng rng, progress):
        """Return the decision of `search`, while no other search is in progress."""
        cdef double start = now()
        cdef int rounds, round, left
        cdef i64 quota
        cdef double end, stop
        self._prepare(view, rng)
        left = self.size
        rounds = 1 if self.each else rounds_of(left)
        for round in range(rounds if left > 1 else 0):
            quota = -1  # bounded only by time
            if self.each:
                quota = self.each
            elif self.sims:
                quota = max(1, self.sims // rounds // left)
            end = start + self.time * (round + 1) / rounds
            while quota and (self.time == 0 or now() < end):
                stop = now() + SLICE
                if self.time:
                    stop = min(stop, end)
                with nogil:
                    quota = self._run(left, quota, stop, end)
                PyErr_CheckSignals()
                self.busy.report()
                if progress is not None:
                    self._sort(left)
                    try:
                        progress(self.game.text(self.arms[0].action), self._mean(0))
                    except StopSearch:
                        return self._decision(now() - start)
            self._sort(left)
            left = (left + 1) // 2
        return self._decision(now() - start)

    cdef int _prepare(self, View view, Rng rng) except -1:
        """List the arms of a view."""
        cdef Game game = self.game
        cdef Trip* trip = &self.trips[0]
        cdef int i, seat
        self.rng = rng.state
        self.seat = view.seat
        self.done = 0
        memcpy(self.view, view.data, game.state_size)
        self._draw_world(trip)
        if self.prune:
            self.size = game.promising(trip.world, self.actions, self.weight)
        else:
            self.size = game.actions(trip.world, self.actions)
        if self.soft:
            self._unprune(trip)
        for i in range(self.size):
            self.arms[i].action = self.actions[i]
            self.arms[i].visits = 0
            self.arms[i].square = 0.0
            for seat in range(MAX_SEATS):
                self.arms[i].total[seat] = 0.0
        return 0

    cdef void _unprune(self, Trip* trip) noexcept nogil:
        """Add other legal actions, the best rated first, while each action gets AMPLE playouts.

        If time is the only bound, add at most as many actions as there are promising actions.
        """
        cdef Luck luck
        cdef RngState stream = self.rng  # a copy, so that other actions do not change later draws
        cdef int promising = self.size
        cdef int everything
        luck_seed(&luck, rng_next(&stream), self.sources)
        everything = list_unpromising(
            self.game, trip.world, self.actions, self.weight, self.size, &luck, trip.state,
            self.scratch)
        while self.size < everything and (
            self.sims >= AMPLE * (self.size + 1) * rounds_of(self.size + 1) if self.sims
            else self.size < 2 * promising
        ):
            self.size += 1

    cdef void _draw_world(self, Trip* trip) noexcept nogil:
        """Draw the hidden parts of a trip's world."""
        memcpy(trip.world, self.view, self.game.state_size)
        if self.game.has_hidden:
            self.game.resample(trip.world, self.seat, &self.rng)

    cdef i64 _run(self, int left, i64 quota, double stop, double end) noexcept nogil:
        """Run up to `quota` trips over the first `left` arms, and return the rest of the quota.

        Start no trip after `stop`, and no playout after `end` if time bounds the round.
        """
        cdef i64 begun = 0
        cdef i64 added = 0
        cdef Trip* trip
        self.left = left
        self.end = end
        self.team.reset()
        self.team.gather(self.threads, <Work> run_trip_at, <void*> self)
        while quota:
            if begun - added == self.room:
                self._add(added % self.room)
                added += 1
            trip = &self.trips[begun % self.room]
            self._draw_world(trip)
            trip.seed = rng_next(&self.rng)
            self.team.offer(begun % self.room)
            begun += 1
            quota -= 1
            if now() >= stop:
                break
        while added < begun:
            self._add(added % self.room)
            added += 1
        self.team.dismiss()
        return quota

    cdef void _add(self, int place) noexcept nogil:
        """Wait for a trip and add its results."""
        cdef Trip* trip = &self.trips[place]
        cdef Arm* arm
        cdef int i, seat
        self.team.finish(place)
        for i in range(trip.size):
            arm = &self.arms[i]
            arm.visits += 1
            for seat in range(self.game.seats):
                arm.total[seat] += trip.reward[i][seat]
            arm.square += trip.reward[i][self.seat] * trip.reward[i][self.seat]
        self.done += trip.size

    cdef double _mean(self, int place) noexcept nogil:
        """Return the mover's mean reward of an arm."""
        cdef Arm* arm = &self.arms[place]
        return arm.total[self.seat] / arm.visits if arm.visits else 0.0

    cdef void _sort(self, int left) noexcept nogil:
        """Sort the first `left` arms, the best first; equal arms keep their order."""
        cdef int i, j
        cdef Arm moved
        cdef double mean
        for i in range(1, left):
            moved = self.arms[i]
            mean = self._mean(i)
            j = i
            while j > 0 and self._mean(j - 1) < mean:
                self.arms[j] = self.arms[j - 1]
                j -= 1
            self.arms[j] = moved

    cdef object _decision(self, double seconds):
        """Return the decision for the best arm."""
        cdef Game game = self.game
        cdef double span = game.high - game.low
        cdef double variance
        cdef Arm* arm
        cdef int i, seat
        candidates = []
        for i in range(self.size if self.done else 0):
            arm = &self.arms[i]
            if not arm.visits:
                continue  # time was up before this arm's turn
            variance = arm.square / arm.visits - self._mean(i) * self._mean(i)
            candidates.append(Candidate(
                action=game.text(arm.action),
                visits=arm.visits,
                values=tuple([
                    game.low + span * arm.total[seat] / arm.visits for seat in range(game.seats)
                ]),
                error=span * sqrt(max(variance, 0.0) / arm.visits),
            ))
        action = game.text(self.arms[0].action)
        return Decision(
            action=action,
            candidates=tuple(candidates),
            simulations=self.done,
            nodes=self.size,
            depth=1,
            seconds=seconds,
            continuation=(action,),
        )
