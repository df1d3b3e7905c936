"""Games of a network, of playouts or of a script against themselves, without Python.

With a network, the root is searched as in Danihelka and others 2022, "Policy improvement by
planning with Gumbel". The actions with the greatest sum of prior and Gumbel noise share the
simulations by sequential halving. The policy target is the prior, changed by the value of each
action. The value of an untried action is a mean of the network's value and the other actions'
values. So a few simulations improve a policy. Without a network, the target is the shares of the
visits. The target of a script is its choice.

With a mutation, networks learn policies that mix actions, by replicator dynamics. Every action of
the root gets equally many simulations, in the game's true state, and below it actions are drawn by
the network's policy. So an action's mean differs only by noise from its true value against that
policy. The target is linear in the means, so the noise cancels out in the network.

With a temperature, no tree is searched: the best sequence of the mover's own actions is played, by
the network's values at its end. The target is the softmax of the actions' values.

A game depends only on its seed and number, not on the thread that plays it.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cython cimport final
from libc.math cimport INFINITY, NAN
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport i16, i64, u8, u16, u32, u64
from aicore.core.bits cimport fold, mix
from aicore.core.validate cimport bounded_int
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS
from aicore.core.maths cimport exp, log
from aicore.core.rng cimport rng_below, rng_next, rng_seed, rng_uniform
from aicore.core.ruleset cimport Advice, raise_mistakes
from aicore.search.mcts.own_turn cimport OwnTurn
from aicore.search.mcts.nodes cimport Bounds, Node
from aicore.search.mcts.ucb cimport drawn_place

from aicore.core.errors import AicoreError
from aicore.core.policy_net import believes
from aicore.search.mcts.tree import MAX_TOTAL

NAMES = ("seen", "met", "seats", "games", "taught", "played", "actions", "roots", "luck", "rows",
         "shares", "outcomes", "scores", "ended", "lengths")  # names of the columns, in order
cdef i64 MAX_SEED = 0x7FFFFFFFFFFFFFFF
cdef double FIRST_VISITS = 50.0  # added to the greatest number of visits when values are scaled
cdef double FLAT = 0.25  # a smaller range of values changes policies less


@final
cdef class SelfPlayGames:
    """Games of one thread.

    Args:
        game: game that has arrays.
        tree: tree that searches, with a network or playouts; None plays the game's script.
        plan: settings, an `aicore.search.mcts.selfplay.Plan`.
        seed: seed of all games.

    Raises AicoreError if the game has no arrays, and MemoryError.
    """

    def __cinit__(self, Game game not None, Tree tree, plan, seed):
        game.check_built()
        if not game.num_tokens:
            raise AicoreError(f"{game.name} has no arrays, so a network cannot learn it")
        self.game, self.tree = game, tree
        self.net = None if tree is None else tree.net
        self.turn = None if self.net is None else OwnTurn(game, self.net)
        self.way = SCRIPT if tree is None else GUMBEL if tree.net is not None else VISITS
        self.sims = bounded_int("sims", plan.sims, 2, MAX_TOTAL)
        self.fast = bounded_int("fast", plan.fast, 2, MAX_TOTAL)
        self.full, self.noise, self.daring = plan.full, plan.noise, plan.daring
        self.stray, self.warm = plan.stray, plan.warm
        self.cap, self.scale = plan.cap or game.max_length, plan.scale
        self.secrets = believes(game)
        self.step, self.mutation = plan.step, plan.mutation
        self.temperature = plan.temperature
        if self.way == GUMBEL and plan.mutation > 0:
            self.way = MIXED
        elif self.way == GUMBEL and plan.temperature > 0:
            if game.has_hidden:
                raise AicoreError(f"temperature: {game.name} has hidden information")
            self.way = OWN_TURN
        elif self.way == GUMBEL and not plan.gumbel:
            self.way = VISITS
        self.seed = bounded_int("seed", seed, 0, MAX_SEED)
        self.legal = <u32*> calloc(game.max_actions, sizeof(u32))
        self.share = <float*> calloc(game.max_actions, sizeof(float))
        self.logit = <double*> calloc(game.max_actions, sizeof(double))
        self.merit = <double*> calloc(game.max_actions, sizeof(double))
        self.worth = <double*> calloc(game.max_actions, sizeof(double))
        self.after = <double*> calloc(
            <size_t> game.max_actions * game.seats, sizeof(double))
        self.left = <int*> calloc(game.max_actions, sizeof(int))
        self.tokens = <u16*> calloc(game.net_max_tokens, sizeof(u16))
        self.advised = <u32*> calloc(game.max_actions, sizeof(u32))
        self.advised_weight = <float*> calloc(game.max_actions, sizeof(float))
        self.event = <u32*> calloc(game.max_outcomes + 1, sizeof(u32))
        self.chance = <double*> calloc(game.max_outcomes + 1, sizeof(double))
        if not (self.legal and self.share and self.logit and self.merit and self.worth
                and self.after and self.left and self.tokens and self.advised
                and self.advised_weight and self.event and self.chance):
            raise MemoryError

    def __dealloc__(self):
        cdef int i
        free(self.legal)
        free(self.share)
        free(self.logit)
        free(self.merit)
        free(self.worth)
        free(self.after)
        free(self.left)
        free(self.tokens)
        free(self.advised)
        free(self.advised_weight)
        free(self.event)
        free(self.chance)
        for i in range(COLUMNS):
            free(self.column[i].data)

    def run(self, first, count):
        """Play games, and append their records to the earlier ones.

        Args:
            first: number of the first game.
            count: number of games.

        Raises MemoryError, and MistakeError for a mistake in the game's own code.
        """
        cdef i64 number = bounded_int("first", first, 0, MAX_TOTAL)
        cdef i64 _
        for _ in range(bounded_int("count", count, 0, MAX_TOTAL)):
            with nogil:
                self.play(self.game, number)
            raise_mistakes(self.game)
            if self.failed:
                raise MemoryError
            number += 1

    def take(self):
        """Return all records, as bytes by name, and forget them.

        They are the arrays of `aicore.search.mcts.selfplay.Positions`, with the same names.
        """
        cdef int i
        return {name: drain(&self.column[i]) for i, name in enumerate(NAMES)}

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

    cdef void play(self, Game game, i64 number) noexcept nogil:
        """Play a game."""
        cdef u64[MAX_STATE_WORDS] state
        cdef u64[MAX_STATE_WORDS] before
        cdef double[MAX_SEATS] result
        cdef RngState luck
        cdef int ply = 0
        cdef int seat, turn
        cdef int opening = 0  # plies with random actions
        cdef i64 game_row = self.column[<int> ENDED].size  # number of the game in the records
        cdef size_t noted = self.column[<int> LUCK].size
        cdef int mover = 0
        cdef float* shares
        cdef char* at
        cdef u32 action
        rng_seed(&luck, mix(fold(mix(self.seed), 2 * number)))
        rng_seed(&self.rng, mix(fold(mix(self.seed), 2 * number + 1)))
        if self.warm and rng_uniform(&self.rng) < self.stray:
            opening = 1 + rng_below(&self.rng, self.warm)
        memset(state, 0, game.state_size)
        if self.turn is not None:
            self.turn.forget()
        game.begin(state)
        while not self.failed and game.mistakes == game.reported:
            turn = (<Head*> state).turn
            if turn == END or ply >= self.cap:
                break
            if turn == CHANCE:
                memcpy(before, state, game.state_size)
                game.apply(state, game.sample_outcome(state, &luck))
                if self.net is not None and self.column[<int> LUCK].size > noted:
                    self.weigh_luck(game, before, state, mover)
                continue
            mover = turn
            if ply < opening:
                action = self.legal[rng_below(&self.rng, game.actions(state, self.legal))]
            else:
                action = self.decide(game, self.tree, state, turn, ply, game_row)
            game.apply(state, action)
            if ply >= opening and (<Head*> state).turn == CHANCE:
                self.note_waiting(game, state, turn, game_row)
            ply += 1
        if self.failed or game.mistakes != game.reported:
            return
        shares = <float*> self.add(OUTCOMES, game.seats * sizeof(float))
        at = self.add(ENDED, 1)
        if shares != NULL and at != NULL:
            at[0] = (<Head*> state).turn == END
            if at[0]:
                game.returns(state, result)
            for seat in range(game.seats):
                shares[seat] = (
                    <float> ((result[seat] - game.low) / (game.high - game.low)) if at[0] else 0.5)
        at = self.add(LENGTHS, 4)
        if at != NULL:
            memcpy(at, &ply, 4)
        self.note_scores(state)

    cdef int note_scores(self, const void* state) except -1 with gil:
        """Record the seats' scores; this calls Python, once per game."""
        cdef float* score = <float*> self.add(SCORES, self.game.seats * sizeof(float))
        cdef int seat
        if score != NULL:
            for seat, found in enumerate(self.game.scores(state)):
                score[seat] = found
        return 0

    cdef u32 decide(
        self, Game game, Tree tree, const void* state, int seat, int ply, i64 number
    ) noexcept nogil:
        """Return the action of a seat, and record the decision."""
        cdef RngState root
        cdef int count = game.actions(state, self.legal)
        cdef int place
        cdef bint teaches, daring
        if count == 1:
            return self.legal[0]
        memcpy(self.view, state, game.state_size)
        game.conceal(self.view, seat)
        daring = ply < self.warm or rng_uniform(&self.rng) < self.daring
        if self.way == SCRIPT:
            place = self.follow_script(game, seat, count)
            if daring and rng_uniform(&self.rng) < 0.5:
                place = rng_below(&self.rng, count)
            self.note(game, tree, state, seat, number, True, count, place)
            return self.legal[place]
        if self.way == OWN_TURN:
            place = self.choose_by_own_turn(seat, count, daring)
            self.note(game, None, state, seat, number, True, count, place)
            return self.legal[place]
        teaches = rng_uniform(&self.rng) < self.full
        rng_seed(&root, rng_next(&self.rng))
        tree.noise = self.noise if teaches and self.way == VISITS and tree.net is not None else 0.0
        if not tree.plant(game, self.view, seat, &root):
            self.failed = True
            return self.legal[0]
        if tree.arena.node[tree.root].edges < 2:
            return tree.arena.edge[tree.arena.node[tree.root].first_edge].action
        if self.way == GUMBEL:
            place = self.choose_by_gumbel(
                tree, self.sims if teaches else self.fast, teaches or daring)
        elif self.way == MIXED:
            tree.world = state
            place = self.choose_by_prior(tree, self.sims if teaches else self.fast)
            tree.world = NULL
        else:
            tree.grow(self.sims if teaches else self.fast, INFINITY, 1)
            place = self.choose_by_visits(tree, daring)
        self.decisions += 1
        self.simulations += tree.done
        self.note(game, tree, state, seat, number, teaches, count, place)
        return tree.arena.edge[tree.arena.node[tree.root].first_edge + place].action

    cdef int follow_script(self, Game game, int seat, int count) noexcept nogil:
        """Return the index of the policy's action, given the mover's information."""
        cdef u64[MAX_STATE_WORDS] drawn
        cdef u32 action
        cdef int i
        cdef int found = 0
        memcpy(drawn, self.view, game.state_size)
        if game.has_hidden:
            game.resample(drawn, seat, &self.rng)
        action = game.policy(drawn, &self.rng)
        for i in range(count):
            self.share[i] = self.legal[i] == action
            if self.legal[i] == action:
                found = i
        return found

    cdef int choose_by_visits(self, Tree tree, bint daring) noexcept nogil:
        """Return the index of the most visited action or, if `daring`, of one drawn by visits."""
        cdef int size = tree.arena.node[tree.root].edges
        cdef i64 total = 0
        cdef i64 most = -1
        cdef i64 drawn
        cdef int best = 0
        cdef int i
        for i in range(size):
            total += tree.sums.visits[i]
            if tree.sums.visits[i] > most:
                best, most = i, tree.sums.visits[i]
        for i in range(size):
            self.share[i] = <float> (<double> tree.sums.visits[i] / max(total, 1))
        if daring and total:
            drawn = rng_below(&self.rng, <u32> total)
            best = 0
            while drawn >= tree.sums.visits[best]:
                drawn -= tree.sums.visits[best]
                best += 1
        return best

    cdef int choose_by_own_turn(self, int seat, int count, bint daring) noexcept nogil:
        """Return the index of the best action, or of one drawn by its share.

        An action's logit is its value divided by the temperature.
        """
        cdef int seats = self.game.seats
        cdef double total = 0.0
        cdef int best = 0
        cdef int i
        self.decisions += 1
        self.simulations -= self.turn.judged
        self.turn.judge(self.view, seat, self.legal, count, self.after)
        self.simulations += self.turn.judged
        for i in range(count):
            if self.after[i * seats + seat] > self.after[best * seats + seat]:
                best = i
        for i in range(count):
            self.worth[i] = exp(max(-60.0, (
                self.after[i * seats + seat] - self.after[best * seats + seat]) / self.temperature))
            total += self.worth[i]
        for i in range(count):
            self.share[i] = <float> (self.worth[i] / total)
        self.best = best
        return drawn_place(self.share, count, &self.rng) if daring else best

    cdef int choose_by_gumbel(self, Tree tree, i64 sims, bint daring) noexcept nogil:
        """Search by sequential halving, and return the index of the last action left."""
        cdef Node* root = &tree.arena.node[tree.root]
        cdef float* prior = &tree.arena.edge_prior[root.first_edge]
        cdef int size = root.edges
        cdef int left = min(size, CONSIDERED)
        cdef int rounds = 1
        cdef int i
        cdef i64 each
        for i in range(size):
            self.logit[i] = log(max(<double> prior[i], 1e-12))
            self.merit[i] = self.logit[i]
            if daring:
                self.merit[i] -= log(-log(max(rng_uniform(&self.rng), 1e-300)))
            self.worth[i] = 0.0
            self.left[i] = i
        self.sort_left(size, left)
        while 1 << rounds < left:
            rounds += 1
        while True:
            tree.sums.left = 0
            for i in range(left):
                tree.sums.share(self.left[i], tree.sums.visits[self.left[i]], 0, 1)
            each = max(sims // (rounds * left), 1)
            tree.grow(min(tree.done + each * left, sims), INFINITY, 1)
            self.judge_actions(tree)
            self.sort_left(left, left)
            if left <= 2 or tree.finished() or tree.done >= sims:
                break
            left = (left + 1) // 2
        self.learn_shares()
        return self.left[0]

    cdef int choose_by_prior(self, Tree tree, i64 sims) noexcept nogil:
        """Search all actions equally. Return the index of an action drawn by the priors."""
        cdef Node* root = &tree.arena.node[tree.root]
        cdef float* prior = &tree.arena.edge_prior[root.first_edge]
        cdef int size = root.edges
        cdef double mean = 0.0
        cdef double total = 0.0
        cdef int i
        for i in range(size):
            tree.sums.share(i, 0, 0, 1)
        tree.grow(max(sims // size, 1) * size, INFINITY, 1)
        for i in range(size):
            self.worth[i] = self.mean(tree, i, tree.seat) if tree.sums.visits[i] else (
                tree.root_value())
            mean += prior[i] * self.worth[i]
        for i in range(size):
            self.worth[i] = prior[i] * (1.0 + self.step * (self.worth[i] - mean)) + (
                self.step * self.mutation * (1.0 / size - prior[i]))
            total += max(self.worth[i], 0.0)
        for i in range(size):
            self.share[i] = <float> (max(self.worth[i], 0.0) / total)
        return drawn_place(prior, size, &self.rng)

    cdef void judge_actions(self, Tree tree) noexcept nogil:
        """Set `worth`: the scaled value of each root action for the mover, to add to its logit."""
        cdef Node* root = &tree.arena.node[tree.root]
        cdef int size = root.edges
        cdef double seen = 0.0
        cdef double weighed = 0.0
        cdef double total = 0.0
        cdef double low = 1e300
        cdef double high = -1e300
        cdef double most = 0.0
        cdef double others, factor
        cdef int i
        for i in range(size):
            if tree.sums.visits[i]:
                self.worth[i] = self.mean(tree, i, tree.seat)
                seen += exp(self.logit[i])
                weighed += exp(self.logit[i]) * self.worth[i]
                total += tree.sums.visits[i]
                most = max(most, <double> tree.sums.visits[i])
        others = (tree.root_value() + total * weighed / max(seen, 1e-300)) / (1.0 + total)
        for i in range(size):
            if not tree.sums.visits[i]:
                self.worth[i] = others
            low = min(low, self.worth[i])
            high = max(high, self.worth[i])
        factor = (FIRST_VISITS + most) * self.scale / max(high - low, FLAT)
        for i in range(size):
            self.worth[i] = (self.worth[i] - low) * factor

    cdef void learn_shares(self) noexcept nogil:
        """Set the policy target: the priors, changed by the values of the actions."""
        cdef Node* root = &self.tree.arena.node[self.tree.root]
        cdef int size = root.edges
        cdef double best = -1e300
        cdef double total = 0.0
        cdef int i
        for i in range(size):
            best = max(best, self.logit[i] + self.worth[i])
        for i in range(size):
            self.share[i] = <float> exp(max(self.logit[i] + self.worth[i] - best, -60.0))
            total += self.share[i]
        for i in range(size):
            self.share[i] = <float> (self.share[i] / total)

    cdef double mean(self, Tree tree, int place, int seat) noexcept nogil:
        """Return a seat's mean reward after an action of the root, clamped to proven bounds."""
        cdef Bounds bounds = tree.arena.edge_bounds(tree.root, place)
        cdef double mean
        mean = tree.sums.value[place * self.game.seats + tree.seat] / tree.sums.visits[place]
        mean = min(max(mean, <double> bounds.low), <double> bounds.high)
        if seat == tree.seat:
            return mean
        if tree.arena.bounded:  # two seats, constant sum
            return 1.0 - mean
        return tree.sums.value[place * self.game.seats + seat] / tree.sums.visits[place]

    cdef void sort_left(self, int size, int most) noexcept nogil:
        """Move the best `most` of the first `size` actions left to the front, in order."""
        cdef int i, j, best
        for i in range(min(most, size - 1)):
            best = i
            for j in range(i + 1, size):
                if self.merit[self.left[j]] + self.worth[self.left[j]] > (
                    self.merit[self.left[best]] + self.worth[self.left[best]]
                ):
                    best = j
            self.left[i], self.left[best] = self.left[best], self.left[i]

    cdef void note(
        self, Game game, Tree tree, const void* state, int seat, i64 number, bint teaches,
        int count, int chosen,
    ) noexcept nogil:
        """Record a decision with its `share`, in the order of the tree or of a script's list.

        Args:
            number: number of the game in the records.
            teaches: whether the decision is a policy target.
            count: number of legal actions.
            chosen: index of the played action.
        """
        cdef int size = count
        cdef u32 first = 0
        cdef u32 action
        cdef int i, j, other, length
        cdef Advice advice
        cdef double weight, total
        cdef float most = 0.0
        cdef float* value
        cdef float* share = <float*> self.add(SHARES, count * sizeof(float))
        cdef i16* tokens = <i16*> self.add(ROWS, <size_t> count * game.net_max_tokens * sizeof(i16))
        if tree is not None:
            first = tree.arena.node[tree.root].first_edge
            size = tree.arena.node[tree.root].edges
        for i in range(size):
            most = max(most, self.share[i])
        value = self.note_position(
            game, state, seat, number, teaches, count,
            self.share[chosen] / most if most > 0 and self.way != MIXED else 1.0)
        if self.failed:
            return
        for other in range(game.seats):
            total = 0.0
            weight = 0.0
            for i in range(size if tree is not None else 0):
                if tree.sums.visits[i]:
                    weight += self.share[i]
                    total += self.share[i] * self.mean(tree, i, other)
            if weight > 0:
                value[other] = <float> (total / weight)
            elif self.way == OWN_TURN:
                value[other] = <float> self.after[self.best * game.seats + other]
        game.advise_net(self.view, self.advised, self.advised_weight, &advice)
        j = 0
        for i in range(count):
            if i < size:
                action = tree.arena.edge[first + i].action if tree is not None else self.legal[i]
                share[i] = self.share[i]
            else:  # an action that the search left out
                while self.is_edge(self.legal[j], first, size):
                    j += 1
                action = self.legal[j]
                j += 1
                share[i] = 0.0
            length = game.net_encode(self.view, action, &advice, self.tokens)
            for other in range(game.net_max_tokens):
                tokens[i * game.net_max_tokens + other] = (
                    self.tokens[other] if other < length else -1)

    cdef void note_waiting(
        self, Game game, const void* state, int seat, i64 number
    ) noexcept nogil:
        """Record a seat's view between its action and a chance event."""
        memcpy(self.view, state, game.state_size)
        game.conceal(self.view, seat)
        self.note_position(game, state, seat, number, False, 0, 1.0)

    cdef float* note_position(
        self, Game game, const void* state, int seat, i64 number, bint teaches, int count,
        float played,
    ) noexcept nogil:
        """Record a seat's view from `self.view`. Return the address for the values, still unknown.

        Return NULL if there is no memory.
        """
        cdef u8* seen = <u8*> self.add(SEEN, game.net_input_size)
        cdef u8* mover = <u8*> self.add(SEATS, 1)
        cdef int* place = <int*> self.add(GAMES, sizeof(int))
        cdef u8* taught = <u8*> self.add(TAUGHT, 1)
        cdef float* share = <float*> self.add(PLAYED, sizeof(float))
        cdef int* actions = <int*> self.add(ACTIONS, sizeof(int))
        cdef float* value = <float*> self.add(ROOTS, game.seats * sizeof(float))
        cdef float* luck = <float*> self.add(LUCK, game.seats * sizeof(float))
        cdef int other
        if self.failed:
            return NULL
        memset(seen, 0, game.net_input_size)
        game.net_input(self.view, seat, seen)
        mover[0] = seat
        place[0] = <int> number
        taught[0] = teaches
        share[0] = played
        actions[0] = count
        for other in range(game.seats):
            value[other] = NAN
            luck[other] = 0.0
        self.note_met(game, state, seat)
        return value

    cdef void note_met(self, Game game, const void* state, int seat) noexcept nogil:
        """Record another seat's observation, and its observation after a new random deal."""
        cdef u64[MAX_STATE_WORDS] other
        cdef int viewer
        cdef u8* met
        if not self.secrets:
            return
        met = <u8*> self.add(MET, 2 * game.net_input_size)
        if met == NULL:
            return
        memset(met, 0, 2 * game.net_input_size)
        viewer = (seat + 1 + rng_below(&self.rng, game.seats - 1)) % game.seats
        game.net_input(state, viewer, met)
        memcpy(other, self.view, game.state_size)
        game.resample(other, seat, &self.rng)
        game.net_input(other, viewer, met + game.net_input_size)

    cdef void weigh_luck(
        self, Game game, const void* before, const void* after, int mover
    ) noexcept nogil:
        """Add the luck of a chance event to the last recorded position.

        The luck is the network's value of the outcome, less the mean value of all outcomes. So the
        mean luck is 0, even if the network judges badly.
        """
        cdef u64[MAX_STATE_WORDS] other
        cdef double[MAX_SEATS] found
        cdef double[MAX_SEATS] mean
        cdef float* luck
        cdef bint listed = game.max_outcomes <= LISTED
        cdef double weight = 1.0 / DRAWN
        cdef int size = game.outcomes(before, self.event, self.chance) if listed else DRAWN
        cdef int i, seat
        if size < 2:
            return
        memset(mean, 0, sizeof(mean))
        for i in range(size):
            memcpy(other, before, game.state_size)
            if listed:
                weight = self.chance[i]
                game.apply(other, self.event[i])
            else:
                game.apply(other, game.sample_outcome(other, &self.rng))
            self.turn.foresee(other, mover, found)
            for seat in range(game.seats):
                mean[seat] += weight * found[seat]
        self.turn.foresee(after, mover, found)
        luck = <float*> (
            self.column[<int> LUCK].data + self.column[<int> LUCK].size) - game.seats
        for seat in range(game.seats):
            luck[seat] += <float> (found[seat] - mean[seat])

    cdef bint is_edge(self, u32 action, u32 first, int size) noexcept nogil:
        """Whether an action is one of the root's edges."""
        cdef int i
        for i in range(size):
            if self.tree.arena.edge[first + i].action == action:
                return True
        return False


cdef bytes drain(Column* column):
    """Return a column's content, and empty it."""
    content = PyBytes_FromStringAndSize(column.data, column.size)
    column.size = 0
    return content
