"""Games of a network, of playouts, of a script or at random, without Python.

With a network, the root is searched as in Danihelka and others 2022, "Policy improvement by
planning with Gumbel". The actions with the greatest sum of prior and Gumbel noise share the
simulations by sequential halving. The policy target is the prior, changed by the value of each
action. The value of an untried action is a mean of the network's value and the other actions'
values. So a few simulations improve a policy. Without a network, the target is the shares of the
visits. The target of a script is its choice.

With a mutation, networks learn policies that mix actions, by replicator dynamics. An action is
worth its value in the game's true state if the network's policy plays on. Where few decisions can
still come, this value is exact. Elsewhere every action of the root gets equally many simulations,
and below it actions are drawn by the policy. So an action's mean differs only by noise from its
value. The target is linear in the means, so the noise cancels out in the network.

If actions are drawn from the network's policy, no tree is searched. The network's values are
recorded, so that the results of games can change the policy.

Other players may take all seats but one, the learner's. Then only the learner's decisions are
recorded, and its network learns a best response to these players.

With a temperature, no tree is searched: the best sequence of the mover's own actions is played, by
the network's values at its end. The target is the softmax of the actions' values.

A game depends only on its seed and number, not on the thread that plays it.
"""

from cython cimport final
from libc.math cimport INFINITY
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u32, u64
from aicore.core.bits cimport fold, mix
from aicore.core.validate cimport bounded_int
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_SEATS, State
from aicore.core.maths cimport exp, log
from aicore.core.policy_net cimport PolicyNet
from aicore.core.position cimport new_state
from aicore.core.rng cimport rng_below, rng_next, rng_seed, rng_uniform
from aicore.core.ruleset cimport raise_mistakes_since
from aicore.search.mcts.own_turn cimport OwnTurn
from aicore.search.mcts.nodes cimport Bounds, Node
from aicore.search.mcts.policy_values cimport PolicyValues
from aicore.search.mcts.selfplay_records cimport DRAWN, NOTHING, TARGET, Lesson, Records
from aicore.search.mcts.ucb cimport drawn_place

from aicore.core.errors import AicoreError
from aicore.search.mcts.tree import MAX_TOTAL

cdef i64 MAX_SEED = 0x7FFFFFFFFFFFFFFF
cdef double FIRST_VISITS = 50.0  # added to the greatest number of visits when values are scaled
cdef int EXACT = 300  # maximum number of decisions to look at for one exact judgment
cdef double FLAT = 0.25  # a smaller range of values changes policies less


@final
cdef class SelfPlayGames:
    """Games of one thread.

    Args:
        game: game that has arrays.
        tree: tree that searches, with a network or playouts; None plays without a search.
        scripted: whether games without a search follow the game's script, or are random.
        plan: settings, an `aicore.search.mcts.selfplay.Plan`.
        seed: seed of all games.
        rivals: for each seat, the `aicore.players.Player` that plays there unless the seat is the
            learner's, which is the game's number modulo the number of seats. Without a tree they
            play in all seats, and their actions are policy targets. Or a network, whose policy
            draws the actions of all seats but the learner's. None for no other players.

    Raises AicoreError if the game has no arrays, and MemoryError.
    """

    def __cinit__(self, Game game not None, Tree tree, bint scripted, plan, seed, rivals=None):
        game.check_built()
        if not game.num_tokens:
            raise AicoreError(f"{game.name} has no arrays, so a network cannot learn it")
        self.game, self.tree = game, tree
        self.net = None if tree is None else tree.net
        self.turn = None if self.net is None else OwnTurn(game, self.net)
        self.way = (
            GUMBEL if self.net is not None else VISITS if tree is not None
            else SCRIPT if scripted else RANDOM)
        self.sims = bounded_int("sims", plan.sims, 2, MAX_TOTAL)
        self.fast = bounded_int("fast", plan.fast, 2, MAX_TOTAL)
        self.full, self.noise, self.daring = plan.full, plan.noise, plan.daring
        self.stray, self.warm = plan.stray, plan.warm
        self.cap, self.scale = plan.cap or game.max_length, plan.scale
        self.records = Records(game)
        self.step, self.mutation = plan.step, plan.mutation
        self.temperature = plan.temperature
        self.judges_luck = plan.luck and self.net is not None
        if self.net is not None:
            self.policy = PolicyValues(game, self.net, EXACT)
        if self.way == GUMBEL and plan.drawn:
            self.way = POLICY
        elif self.way == GUMBEL and plan.mutation > 0:
            self.way = MIXED
        elif self.way == GUMBEL and plan.temperature > 0:
            if game.has_hidden:
                raise AicoreError(f"temperature: {game.name} has hidden information")
            self.way = OWN_TURN
        elif self.way == GUMBEL and not plan.gumbel:
            self.way = VISITS
        self.seed = bounded_int("seed", seed, 0, MAX_SEED)
        if isinstance(rivals, PolicyNet):
            self.rival_policy = PolicyValues(game, rivals, EXACT)
        elif rivals is not None:
            self.rivals = tuple(rivals)
        if self.rivals is not None and len(self.rivals) != game.seats:
            raise AicoreError(f"rivals: {game.name} needs {game.seats}, not {len(self.rivals)}")
        self.legal = <u32*> calloc(game.max_actions, sizeof(u32))
        self.share = <float*> calloc(game.max_actions, sizeof(float))
        self.logit = <double*> calloc(game.max_actions, sizeof(double))
        self.merit = <double*> calloc(game.max_actions, sizeof(double))
        self.prior = <double*> calloc(game.max_actions, sizeof(double))
        self.worth = <double*> calloc(game.max_actions, sizeof(double))
        self.after = <double*> calloc(
            <size_t> game.max_actions * game.seats, sizeof(double))
        self.left = <int*> calloc(game.max_actions, sizeof(int))
        self.listed = <u32*> calloc(game.max_actions, sizeof(u32))
        self.event = <u32*> calloc(game.max_outcomes + 1, sizeof(u32))
        self.chance = <double*> calloc(game.max_outcomes + 1, sizeof(double))
        if not (self.legal and self.share and self.logit and self.merit and self.prior
                and self.worth and self.after and self.left and self.listed and self.event
                and self.chance):
            raise MemoryError

    def __dealloc__(self):
        free(self.legal)
        free(self.share)
        free(self.logit)
        free(self.merit)
        free(self.prior)
        free(self.worth)
        free(self.after)
        free(self.left)
        free(self.listed)
        free(self.event)
        free(self.chance)

    def run(self, first, count):
        """Play games, and append their records to the earlier ones.

        Args:
            first: number of the first game.
            count: number of games.

        Raises MemoryError, MistakeError for a mistake in the game's own code, and the error of a
        rival that fails.
        """
        cdef i64 number = bounded_int("first", first, 0, MAX_TOTAL)
        cdef i64 _
        cdef int mistakes = self.game.mistakes
        for _ in range(bounded_int("count", count, 0, MAX_TOTAL)):
            with nogil:
                self.play(self.game, number)
            raise_mistakes_since(self.game, mistakes)
            if self.error is not None:
                raise self.error
            if self.failed or self.records.failed:
                raise MemoryError
            number += 1

    def take(self):
        """Return all records, as bytes by name, and forget them.

        They are the arrays of `aicore.search.mcts.selfplay.Positions`, with the same names.
        """
        return self.records.take()

    cdef void play(self, Game game, i64 number) noexcept nogil:
        """Play a game."""
        cdef u64[MAX_STATE_WORDS] state
        cdef u64[MAX_STATE_WORDS] before
        cdef RngState luck
        cdef int ply = 0
        cdef int turn
        cdef int opening = 0  # plies with random actions
        cdef i64 earlier = self.records.positions()
        cdef int mover = 0
        cdef u32 action
        rng_seed(&luck, mix(fold(mix(self.seed), 2 * number)))
        rng_seed(&self.rng, mix(fold(mix(self.seed), 2 * number + 1)))
        if self.warm and rng_uniform(&self.rng) < self.stray:
            opening = 1 + rng_below(&self.rng, self.warm)
        memset(state, 0, game.state_size)
        self.wait = 0
        self.learner = -1
        if self.turn is not None:
            self.turn.forget()
        if self.tree is not None and (self.rivals is not None or self.rival_policy is not None):
            self.learner = <int> (number % game.seats)
        if self.rivals is not None:
            self.begin_rivals()
        game.begin(state)
        while not self.failed and not self.records.failed and game.mistakes == game.reported:
            turn = (<Head*> state).turn
            if turn == END or ply >= self.cap:
                break
            if turn == CHANCE:
                memcpy(before, state, game.state_size)
                game.apply(state, game.sample_outcome(state, &luck))
                if self.judges_luck and self.records.positions() > earlier:
                    self.weigh_luck(game, before, state, mover)
                continue
            mover = turn
            if ply < opening:
                action = self.legal[rng_below(&self.rng, game.actions(state, self.legal))]
            else:
                action = self.decide(game, self.tree, state, turn, ply)
            game.apply(state, action)
            if ply >= opening and (<Head*> state).turn == CHANCE and (
                self.learner < 0 or turn == self.learner
            ):
                self.note_waiting(game, state, turn)
            ply += 1
        if not self.failed and game.mistakes == game.reported:
            self.records.finish(state, ply)

    cdef u32 decide(
        self, Game game, Tree tree, const void* state, int seat, int ply
    ) noexcept nogil:
        """Return the action of a seat, and record the decision."""
        cdef RngState root
        cdef int count = game.actions(state, self.legal)
        cdef int place, i
        cdef bint teaches, daring
        if count == 1:
            return self.legal[0]
        if self.learner >= 0 and seat != self.learner and self.rivals is not None:
            return self.legal[self.ask_rival(state, seat, count)]
        memcpy(self.view, state, game.state_size)
        game.conceal(self.view, seat)
        if self.learner >= 0 and seat != self.learner:
            return self.legal[self.draw_by_policy(self.rival_policy, seat, count)]
        if self.rivals is not None and self.learner < 0:
            place = self.ask_rival(state, seat, count)
            for i in range(count):
                self.share[i] = i == place
            self.note(game, None, state, seat, TARGET, count, place)
            return self.legal[place]
        daring = ply < self.warm or rng_uniform(&self.rng) < self.daring
        if self.way == RANDOM:
            place = rng_below(&self.rng, count)
            for i in range(count):
                self.share[i] = <float> (1.0 / count)
            self.note(game, None, state, seat, NOTHING, count, place)
            return self.legal[place]
        if self.way == SCRIPT:
            place = self.follow_script(game, seat, count)
            if daring and rng_uniform(&self.rng) < 0.5:
                place = rng_below(&self.rng, count)
            self.note(game, tree, state, seat, TARGET, count, place)
            return self.legal[place]
        if self.way == OWN_TURN:
            place = self.choose_by_own_turn(seat, count, daring)
            self.note(game, None, state, seat, TARGET, count, place)
            return self.legal[place]
        if self.way == POLICY:
            place = self.draw_by_policy(self.policy, seat, count)
            self.note(game, None, state, seat, DRAWN, count, place)
            return self.legal[place]
        if self.way == MIXED and ply >= self.wait:
            if self.policy.judge(state, self.legal, count, self.after):
                self.decisions += 1
                self.simulations += self.policy.judged
                place = self.choose_by_policy_values(seat, count)
                self.note(game, None, state, seat, TARGET, count, place)
                return self.legal[place]
            self.wait = 2 * ply + 2  # so that long games waste few attempts
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
        self.note(game, tree, state, seat, TARGET if teaches else NOTHING, count, place)
        return tree.arena.edge[tree.arena.node[tree.root].first_edge + place].action

    cdef void begin_rivals(self) noexcept with gil:
        """Prepare the rivals for a new game, with new seeds."""
        try:
            for seat, rival in enumerate(self.rivals):
                rival.seed = rng_next(&self.rng) >> 1
                rival.decisions = 0
                if seat != self.learner:
                    rival.ready(seat)
        except BaseException as error:
            self.error, self.failed = error, True

    cdef int ask_rival(self, const void* state, int seat, int count) noexcept with gil:
        """Return the index of the action that a rival chooses; 0 if it fails."""
        cdef State position
        cdef u32 action
        cdef int i
        try:
            position = new_state(self.game, state)
            choice = self.rivals[seat].decide(position.view(seat)).action
            action = self.game.parse(choice)
            for i in range(count):
                if self.legal[i] == action:
                    return i
            raise AicoreError(f"a rival chose an action that is not legal: {choice}")
        except BaseException as error:
            self.error, self.failed = error, True
        return 0

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

    cdef int draw_by_policy(self, PolicyValues policy, int seat, int count) noexcept nogil:
        """Return the index of an action drawn by a network's policy."""
        cdef int i
        policy.priors(self.view, seat, self.legal, count, self.prior, self.value)
        for i in range(count):
            self.share[i] = <float> self.prior[i]
        return drawn_place(self.share, count, &self.rng)

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
        cdef int size = root.edges
        cdef int i
        for i in range(size):
            tree.sums.share(i, 0, 0, 1)
        tree.grow(max(sims // size, 1) * size, INFINITY, 1)
        for i in range(size):
            self.prior[i] = tree.arena.edge_prior[root.first_edge + i]
            self.worth[i] = self.mean(tree, i, tree.seat) if tree.sums.visits[i] else (
                tree.root_value())
        return self.move_policy(size)

    cdef int choose_by_policy_values(self, int seat, int count) noexcept nogil:
        """Return the index of an action drawn by the policy; `after` holds the exact values."""
        cdef int i
        self.policy.priors(self.view, seat, self.legal, count, self.prior, NULL)
        for i in range(count):
            self.worth[i] = self.after[i * self.game.seats + seat]
        return self.move_policy(count)

    cdef int move_policy(self, int size) noexcept nogil:
        """Set the policy target by a step of replicator dynamics with mutation.

        The step goes from `prior`, by the values in `worth`. Return the index of an action drawn
        by the prior.
        """
        cdef double mean = 0.0
        cdef double total = 0.0
        cdef int drawn, i
        for i in range(size):
            self.share[i] = <float> self.prior[i]
            mean += self.prior[i] * self.worth[i]
        drawn = drawn_place(self.share, size, &self.rng)
        for i in range(size):
            self.worth[i] = max(0.0, (
                self.prior[i] * (1.0 + self.step * (self.worth[i] - mean))
                + self.step * self.mutation * (1.0 / size - self.prior[i])))
            total += self.worth[i]
        for i in range(size):
            self.share[i] = <float> (self.worth[i] / total)
        return drawn

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
        self, Game game, Tree tree, const void* state, int seat, Lesson lesson, int count,
        int chosen,
    ) noexcept nogil:
        """Record a decision with its `share`, in the order of the tree or of a script's list.

        Args:
            lesson: what a policy can learn from the decision.
            count: number of legal actions.
            chosen: index of the played action.
        """
        cdef bint drawn = lesson == DRAWN
        cdef int size = count
        cdef u32 first = 0
        cdef int i, other
        cdef int j = 0
        cdef double weight, total
        cdef float most = 0.0
        cdef float* value
        if tree is not None:
            first = tree.arena.node[tree.root].first_edge
            size = tree.arena.node[tree.root].edges
        for i in range(count):
            if i >= size:  # an action that the search left out
                while self.is_edge(self.legal[j], first, size):
                    j += 1
                self.listed[i] = self.legal[j]
                self.share[i] = 0.0
                j += 1
            else:
                self.listed[i] = (
                    self.legal[i] if tree is None else tree.arena.edge[first + i].action)
                most = max(most, self.share[i])
        value = self.records.position(
            self.view, state, seat, lesson, count, chosen, self.share[chosen] / most
            if most > 0 and self.way != MIXED and not drawn else 1.0,
            self.policy.seen if drawn else NULL, &self.rng)
        self.records.targets(
            self.view, self.listed, self.share, count,
            &self.policy.tokens.advice if drawn else NULL)
        if value == NULL:
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
            elif drawn:
                value[other] = <float> self.value[other]
            elif self.way == MIXED:  # `after` holds the exact values
                total = 0.0
                for i in range(count):
                    total += self.prior[i] * self.after[i * game.seats + other]
                value[other] = <float> total
            elif self.way == OWN_TURN:
                value[other] = <float> self.after[self.best * game.seats + other]

    cdef void note_waiting(self, Game game, const void* state, int seat) noexcept nogil:
        """Record a seat's view between its action and a chance event."""
        memcpy(self.view, state, game.state_size)
        game.conceal(self.view, seat)
        self.records.position(self.view, state, seat, NOTHING, 0, 0, 1.0, NULL, &self.rng)

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
        cdef bint listed = game.max_outcomes <= LISTED
        cdef double weight = 1.0 / SAMPLED
        cdef int size = game.outcomes(before, self.event, self.chance) if listed else SAMPLED
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
        for seat in range(game.seats):
            found[seat] -= mean[seat]
        self.records.luck(found)

    cdef bint is_edge(self, u32 action, u32 first, int size) noexcept nogil:
        """Whether an action is one of the root's edges."""
        cdef int i
        for i in range(size):
            if self.tree.arena.edge[first + i].action == action:
                return True
        return False
