"""Game in which a searcher overlooks actions, so that it errs like a person.

The rules are the rules of the inner game, but the lists of actions for the search are shorter. A
hash of the decision and the action chooses the overlooked actions. So an action is missing in the
whole search, and equal seeds overlook the same actions.

The searcher often overlooks quiet actions, which hardly change the game's evaluation. It seldom
overlooks striking ones, and never the choice of the game's own policy, which is the seat's
instinct. It leaves out actions that have no effect by the game's weights, if there are others.
"""

from cython cimport final
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from aicore.core._types cimport u8, u16, u32, u64
from aicore.core.bits cimport fold, mix
from aicore.core.game cimport END, Game, Head, MAX_SEATS, MAX_STATE_WORDS, Position, View
from aicore.core.rng cimport Luck, RngState, luck_seed, rng_seed
from aicore.core.ruleset cimport raise_mistakes

cdef enum:
    WORLDS = 4  # number of determinizations in which an action must win to count as a sure win

cdef double SURE = 1.0 - 1e-9  # minimum reward that counts as a win; rewards are 0 .. 1


@final
cdef class OverlookingGame(Game):
    """Game for the search of one seat.

    Args:
        inner: the game to play.
        overlook: share of the seat's own actions that the searcher overlooks, 0 .. 1.
        replies: share of the other seats' actions that the searcher overlooks, 0 .. 1.
        instinct: whether the game has a policy, whose choice for the seat is never overlooked.

    The searcher never overlooks actions of the seat that win at once. The object serves one search
    at a time; call `look` before each search.
    """

    cdef readonly Game inner
    cdef double overlook, replies
    cdef bint instinct
    cdef bint alert  # whether the searcher sees immediate wins of others in this decision
    cdef int seat  # the seat that searches
    cdef u64 salt  # seed of the overlooked actions
    cdef int sources  # number of the game's decks and dice
    cdef int safe_actions  # number of safe root actions if all others lose at once; 0: no danger
    cdef u64[MAX_STATE_WORDS] root  # view of the searching seat
    cdef u64[MAX_STATE_WORDS] after_action  # scratch memory for a state
    cdef u64[MAX_STATE_WORDS] after_reply  # scratch memory for another state
    cdef Luck luck  # scratch memory
    cdef double* change  # scratch memory: change of the mover's value by each action
    cdef u32* safe  # the safe actions
    cdef u32* listed  # scratch memory for actions
    cdef u32* reply  # scratch memory for actions of another seat

    def __init__(
        self,
        Game inner not None,
        double overlook=0.0,
        double replies=0.0,
        bint instinct=False,
    ):
        inner.check_built()
        if self.inner is not None:
            raise TypeError("an overlooking game can be initialized only once")
        if isinstance(inner, OverlookingGame):
            raise TypeError("the inner game cannot be an overlooking game, too")
        self.inner = inner
        self.overlook, self.replies, self.instinct = overlook, replies, instinct
        self.seat = -1
        self.sources = len(inner.chance_sources)
        self.info, self.seats, self._options = inner.info, inner.seats, inner._options
        self.state_size = inner.state_size
        self.max_actions, self.max_outcomes = inner.max_actions, inner.max_outcomes
        self.low, self.high = inner.low, inner.high
        self.has_chance, self.has_hidden = inner.has_chance, inner.has_hidden
        self.constant_sum, self.chance_sources = inner.constant_sum, inner.chance_sources
        self.teams = inner.teams
        self.num_tokens, self.max_tokens = inner.num_tokens, inner.max_tokens
        self.max_length, self.fields = inner.max_length, inner.fields
        self.observation_size = inner.observation_size
        self.facts, self.facts_only, self.advises = inner.facts, inner.facts_only, inner.advises
        self.net_input_size = inner.net_input_size
        self.net_tokens, self.net_max_tokens = inner.net_tokens, inner.net_max_tokens
        self.perfect_recall = inner.perfect_recall
        self.change = <double*> malloc(self.max_actions * sizeof(double))
        self.safe = <u32*> malloc(self.max_actions * sizeof(u32))
        self.listed = <u32*> malloc(self.max_actions * sizeof(u32))
        self.reply = <u32*> malloc(self.max_actions * sizeof(u32))
        if not (self.change and self.safe and self.listed and self.reply):
            raise MemoryError

    def __reduce__(self):
        return OverlookingGame, (self.inner, self.overlook, self.replies, self.instinct)

    def __copy__(self):  # for another search
        return OverlookingGame(self.inner, self.overlook, self.replies, self.instinct)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __dealloc__(self):
        free(self.change)
        free(self.safe)
        free(self.listed)
        free(self.reply)

    def look(self, View view not None, salt, bint alert=False):
        """Prepare for the search of a decision.

        Args:
            view: view whose seat is to move.
            salt: 64 bits that determine the overlooked actions in this decision.
            alert: whether the search sees all immediate wins of others. Then, in a game for two
                with nothing hidden, it leaves out actions that allow one.

        Return the actions that win at once in all determinizations tried; none in a game for one
        seat. Raises AicoreError if the view is of another game or its seat is not to move, and
        MistakeError if the game's own Python code fails. A search of this object does not notice
        such failures, so call `inner.report_mistakes` after it.
        """
        self.inner.check_to_move(view)
        self.salt = salt
        self.alert = alert
        self.seat = view.seat
        memcpy(self.root, view.data, self.state_size)
        self.safe_actions = 0
        if self.seats == 1:
            return []
        if alert and self.seats == 2 and not self.has_hidden:
            self._find_safe()
        winning = self._winning()
        raise_mistakes(self.inner)
        return winning

    cdef list _winning(self):
        """Return the root's actions that end the game in the seat's favor."""
        cdef u64[MAX_STATE_WORDS] world
        cdef RngState rng
        cdef int size, _world, i
        found = None
        rng_seed(&rng, self.salt)
        for _world in range(WORLDS if self.has_hidden else 1):
            memcpy(world, self.root, self.state_size)
            if self.has_hidden:
                self.inner.resample(world, self.seat, &rng)
            size = self.inner.actions(world, self.listed)
            here = []
            for i in range(size):
                memcpy(self.after_action, world, self.state_size)
                self.inner.apply(self.after_action, self.listed[i])
                if self.won(self.after_action, self.seat):
                    here.append(self.listed[i])
            found = here if found is None else [one for one in found if one in here]
            if not found:
                break
        return found

    cdef void _find_safe(self) noexcept nogil:
        """List the root's safe actions, which leave the other seat no immediate win.

        If all actions are safe, list none.
        """
        cdef int size = self.inner.actions(self.root, self.listed)
        cdef int i
        for i in range(size):
            memcpy(self.after_action, self.root, self.state_size)
            self.inner.apply(self.after_action, self.listed[i])
            if not self.threatened(self.after_action):
                self.safe[self.safe_actions] = self.listed[i]
                self.safe_actions += 1
        if self.safe_actions == size:
            self.safe_actions = 0

    cdef bint threatened(self, const void* state) noexcept nogil:
        """Whether another seat is to move and can win at once."""
        cdef int turn = (<const Head*> state).turn
        cdef int size, i
        if turn < 0 or turn == self.seat:
            return False
        size = self.inner.actions(state, self.reply)
        for i in range(size):
            memcpy(self.after_reply, state, self.state_size)
            self.inner.apply(self.after_reply, self.reply[i])
            if self.won(self.after_reply, turn):
                return True
        return False

    cdef bint won(self, const void* state, int seat) noexcept nogil:
        """Whether the game is over and this seat has the highest possible reward."""
        cdef double[MAX_SEATS] reward
        if (<const Head*> state).turn != END:
            return False
        self.inner.values(state, reward)
        return reward[seat] > SURE

    cdef int drop_overlooked(
        self, const void* state, u32* out, float* weight, int size
    ) noexcept nogil:
        """Remove overlooked actions from a list, and return the number of actions left (above 0).

        Args:
            out: the `size` actions.
            weight: weights of the actions, or NULL.
        """
        cdef int turn = (<const Head*> state).turn
        cdef bint mine = turn == self.seat
        cdef double share = self.overlook if mine else self.replies
        cdef int left = 0
        cdef int best = 0
        cdef int i
        cdef RngState rng
        cdef u32 own
        cdef bint instinct = mine and self.instinct
        if mine and self.safe_actions and memcmp(state, self.root, self.state_size) == 0:
            return self.stay_safe(out, weight, size)
        if share <= 0.0 or size < 2:
            return size
        self.measure_changes(state, out, size, turn)
        for i in range(size):
            if self.change[i] > self.change[best]:
                best = i
        out[0], out[best] = out[best], out[0]
        self.change[0], self.change[best] = self.change[best], self.change[0]
        if weight:
            weight[0], weight[best] = weight[best], weight[0]
        if instinct:
            rng_seed(&rng, mix(fold(self.salt, size)))
            own = self.inner.policy(state, &rng)
        for i in range(size):
            if instinct and out[i] == own or not self.overlooks(out[i], mine, share, i, size):
                self.listed[left] = i
                left += 1
        if left == 0:  # keep at least the most striking action
            self.listed[0] = 0
            left = 1
        for i in range(left):
            out[i] = out[self.listed[i]]
            if weight:
                weight[i] = weight[self.listed[i]]
        return left

    cdef int stay_safe(self, u32* out, float* weight, int size) noexcept nogil:
        """Keep the safe actions in a list, or list all safe actions if it has none.

        Return the number of actions left.
        """
        cdef int left = 0
        cdef int i, j
        for i in range(size):
            for j in range(self.safe_actions):
                if self.safe[j] == out[i]:
                    out[left] = out[i]
                    if weight:
                        weight[left] = weight[i]
                    left += 1
                    break
        if left == 0:
            left = self.safe_actions
            for i in range(left):
                out[i] = self.safe[i]
                if weight:
                    weight[i] = 1.0
        return left

    cdef void measure_changes(
        self, const void* state, const u32* actions, int size, int turn
    ) noexcept nogil:
        """Measure how much each action changes the mover's value; 2 if the action must be seen."""
        cdef double[MAX_SEATS] before
        cdef double[MAX_SEATS] after
        cdef bint wins_seen = turn == self.seat or self.alert  # whether no win is overlooked
        cdef int i
        self.inner.values(state, before)
        for i in range(size):
            memcpy(self.after_action, state, self.state_size)
            self.inner.apply(self.after_action, actions[i])
            if wins_seen and self.seats > 1 and self.won(self.after_action, turn):
                self.change[i] = 2.0
                continue
            luck_seed(&self.luck, self.salt, self.sources)
            self.inner.settle(self.after_action, &self.luck)
            self.inner.values(self.after_action, after)
            self.change[i] = after[turn] - before[turn]
            if self.change[i] < 0.0:
                self.change[i] = -self.change[i]

    cdef bint overlooks(
        self, u32 action, bint mine, double share, int place, int size
    ) noexcept nogil:
        """Whether the searcher overlooks an action; call `measure_changes` before.

        The probability rises with the share of actions that are more striking. On average, it is
        `share`.
        """
        cdef u64 drawn = mix(fold(fold(self.salt, mine + 1), action))
        cdef double above = 0.0  # share of the actions that are more striking
        cdef double chance
        cdef int i
        if self.change[place] > 1.5:
            return False
        for i in range(size):
            if self.change[i] > self.change[place]:
                above += 1.0
            elif self.change[i] == self.change[place]:
                above += 0.5
        above /= size
        chance = 2.0 * share * above if share <= 0.5 else 1.0 - 2.0 * (1.0 - share) * (1.0 - above)
        return <double> (drawn >> 11) * (1.0 / 9007199254740992.0) < chance

    # The actions that a search considers.

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        return self.drop_overlooked(state, out, NULL, self.inner.actions(state, out))

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        cdef int size = self.inner.promising(state, out, weight)
        return self.drop_overlooked(state, out, weight, self.drop_useless(out, weight, size))

    cdef int drop_useless(self, u32* out, float* weight, int size) noexcept nogil:
        """Remove actions of weight 0, which have no effect, unless all have weight 0.

        Return the number of actions left.
        """
        cdef int left = 0
        cdef int i
        for i in range(size):
            if weight[i] > 0.0:
                out[left], weight[left] = out[i], weight[i]
                left += 1
        return left if left else size

    # Most other methods call the inner game. `leads` does not, so searches of this object ignore
    # the parameter `margin`.

    cdef int check_same_game(self, Position position) except -1:
        return self.inner.check_same_game(position)

    def text(self, event):
        """Return the notation of an action or outcome."""
        return self.inner.text(event)

    def parse(self, text):
        """Return the action or outcome that a text denotes."""
        return self.inner.parse(text)

    cdef void begin(self, void* state) noexcept nogil:
        self.inner.begin(state)

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        return self.inner.sample_action(state, rng)

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        self.inner.apply(state, event)

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        return self.inner.outcomes(state, out, chance)

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        return self.inner.sample_outcome(state, rng)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        self.inner.returns(state, out)

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        self.inner.evaluate(state, out)

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        return self.inner.policy(state, rng)

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        self.inner.conceal(state, seat)

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        self.inner.resample(state, seat, rng)

    cdef void believe(self, void* state, int seat, RngState* rng) noexcept nogil:
        self.inner.believe(state, seat, rng)

    cdef u64 key(self, const void* state, int seat) noexcept nogil:
        return self.inner.key(state, seat)

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        return self.inner.concealed(before, event, seat)

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        return self.inner.index(state, action)

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return self.inner.action(state, index)

    cdef int encode(self, const void* state, u32 action, u16* tokens) noexcept nogil:
        return self.inner.encode(state, action, tokens)

    cdef int lone_tokens(self, const void* state, u16* out) noexcept nogil:
        return self.inner.lone_tokens(state, out)

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        self.inner.observe(state, seat, out)

    cdef void tell_facts(self, const void* view, int seat, float* out) noexcept nogil:
        self.inner.tell_facts(view, seat, out)

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        return self.inner.chance_source(state, number)

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return self.inner.chance_item(outcome)

    cdef list scores(self, const void* state):
        return self.inner.scores(state)

    cdef str end_reason(self, const void* state):
        return self.inner.end_reason(state)

    cdef dict tie_break(self, const void* state):
        return self.inner.tie_break(state)

    cdef dict dump(self, const void* state, int seat):
        return self.inner.dump(state, seat)

    cdef int restore(self, dict fields, void* state) except -1:
        return self.inner.restore(fields, state)

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        return self.inner.play_out(state, luck, limit, guided)

    cdef void draw(self, void* state, Luck* luck) noexcept nogil:
        self.inner.draw(state, luck)

    cdef void settle(self, void* state, Luck* luck) noexcept nogil:
        self.inner.settle(state, luck)

    cdef void values(self, const void* state, double* out) noexcept nogil:
        self.inner.values(state, out)
