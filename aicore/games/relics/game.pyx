"""Relics: two to four seats build paths through a station, take artifacts, and get out in time.

README.md defines the rules.

- rules/: the position and the codes of events (state), the board, the rules that forbid an action
  (legal), the list of actions (actions), effects of events (events, turns, items), tokens and
  observations (arrays)
- judgment/: a quick policy (policy, with routes, reach, bridges and rivals), actions worth
  searching (promising), the probability that each seat wins (value)
"""

from aicore.core._types cimport u16, u32, u8
from aicore.core.game cimport END, Game, Head, Position, State
from aicore.core.lead cimport lead_shares
from aicore.core.rng cimport Luck, RngState
from aicore.games.relics.rules.arrays cimport (
    MAX_TOKENS, Tokens, encode_action, fill_tokens, most_actions, observe_rest, place_tokens,
)
from aicore.games.relics.rules.board cimport step
from aicore.games.relics.judgment.policy cimport Plan, advise
from aicore.games.relics.judgment.value cimport Value
from aicore.games.relics.rules.events cimport apply_event, begin_game, draw_outcome, list_outcomes
from aicore.games.relics.rules.fields cimport board_of, dump_rest, layout_of
from aicore.games.relics.rules.legal cimport IllegalReason, ap_for, reason_of, cost, move_halves
from aicore.games.relics.rules.actions cimport draw_action, list_actions
from aicore.games.relics.judgment.promising cimport promising_actions
from aicore.games.relics.rules.restore cimport restore_rest
from aicore.games.relics.judgment.reach cimport carried_points
from aicore.games.relics.rules.state cimport (
    AT_PHASE, AT_TAG, DETAIL, GALLERIES_PHASE, GALLERY_TAG, ITEM_PHASE, MAX_SEATS, MOVE_TAG,
    PLATFORMS, PLATFORMS_PHASE, PLATFORM_TAG, ROW, SPARE_PHASE, TAG_SHIFT, WEAPONS_PHASE,
    WEAPON_TAG, RelicsState, Tables, code,
)
from aicore.games.relics.rules.tables cimport fill_tables
from aicore.games.relics.rules.turns cimport is_out

from aicore.core.weights import read_network
from aicore.games.relics.rules.names import ENDS, WAYS

cdef enum:
    # Maximum numbers of actions listed one by one, of lifts, of rotations and of guns to hack. The
    # uses of a doorway are added later: their number depends on the data. A platform has fewer than
    # 30 x 30 places.
    MAX_BUT_DOORWAYS = 96 + 20 + 60 + 12
    MAX_PLACES = 30 * 30
    TILE_SOURCE = 0
    WEAPON_SOURCE = 1
    ARTIFACT_SOURCE = 2
    ITEM_SOURCE = 3
    LEAD = 10  # scale of a lead, in points: about two artifacts
    TILE_ITEMS = 32  # number of the first gallery tile among the items of the tile source


cdef class Relics(Game):
    """Rules of relics."""

    cdef Tables tables
    cdef Tokens tokens
    cdef Value value_net

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(RelicsState)
        self.max_outcomes = PLATFORMS
        self.has_chance = True
        self.prunes_legal = True
        self.chance_sources = ("tiles", "weapons", "artifacts", "items")
        fill_tables(&self.tables, info.data, seats, options["rounds"])
        self.value_net = Value(info.data.get("network") or read_network(info.folder))
        self.max_actions = max(MAX_BUT_DOORWAYS + self.tables.doorways, MAX_PLACES)
        fill_tokens(&self.tables, &self.tokens)
        self.num_tokens = self.tokens.size
        self.max_tokens = MAX_TOKENS
        self.max_length = most_actions(&self.tables)
        self.layout = layout_of(&self.tables)
        self.declare_observation(self.layout.fields)
        self.declare_facts((seats - 1) * self.value_net.net.inputs, True, True)

    # Rules.

    cdef void begin(self, void* state) noexcept nogil:
        begin_game(&self.tables, <RelicsState*> state)

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        return list_actions(<const RelicsState*> state, &self.tables, out)

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        return draw_action(<const RelicsState*> state, &self.tables, rng)

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        apply_event(&self.tables, <RelicsState*> state, event)

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        return list_outcomes(&self.tables, <const RelicsState*> state, out, chance)

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        return draw_outcome(&self.tables, <const RelicsState*> state, rng)

    cdef int points(self, const RelicsState* s, int seat) noexcept nogil:
        """Return the points that a seat carries."""
        return carried_points(s, &self.tables, seat)

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int best = -1
        cdef int winner = -1
        cdef int i
        for i in range(s.out):
            if self.points(s, s.escaped[i]) > best:
                winner = s.escaped[i]
                best = self.points(s, winner)
        for i in range(self.seats):
            out[i] = i == winner

    # Guidance.

    cdef bint leads(self, const void* state, double* out) noexcept nogil:
        """Estimate the lead by points; seats still inside score nothing once the game is over."""
        cdef const RelicsState* s = <const RelicsState*> state
        cdef double[MAX_SEATS] points
        cdef int seat
        for seat in range(self.seats):
            points[seat] = 0.0
            if s.turn != END or is_out(s, seat):
                points[seat] = self.points(s, seat)
        lead_shares(points, self.seats, LEAD, out)
        return True

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        self.value_net.chances(&self.tables, state, self.seats, 0, out)

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef Plan plan
        plan.round = 0
        return self.advised(state, &plan, rng)

    cdef u32 advised(self, const void* state, Plan* plan, RngState* rng) noexcept nogil:
        """Return the policy's action, which may follow its plan; a random action if it has none."""
        cdef u32 event = advise(&self.tables, <const RelicsState*> state, plan, rng)
        return event if event else self.sample_action(state, rng)

    cdef int play_out(self, void* state, Luck* luck, int limit, bint guided) noexcept nogil:
        """Play out as in `Game`, but let the policy keep its plan for the rest of a turn."""
        cdef Plan plan
        cdef int plies = 0
        cdef int turn = (<RelicsState*> state).turn
        if not guided:
            return Game.play_out(self, state, luck, limit, False)
        plan.round = 0
        while turn != END and plies < limit:
            if turn < 0:
                self.draw(state, luck)
            else:
                self.apply(state, self.advised(state, &plan, &luck.choice))
            turn = (<RelicsState*> state).turn
            plies += 1
        return plies

    cdef int promising(self, const void* state, u32* out, float* weight) noexcept nogil:
        cdef int size = promising_actions(&self.tables, <const RelicsState*> state, out, weight)
        return size if size else Game.promising(self, state, out, weight)

    # Arrays.

    cdef int encode(self, const void* state, u32 action, u16* tokens) noexcept nogil:
        return encode_action(&self.tokens, <const RelicsState*> state, action, tokens)

    cdef int lone_tokens(self, const void* state, u16* out) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        return place_tokens(&self.tokens, s, out) if s.phase == AT_PHASE else 0

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return code(AT_TAG, index)

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        self.layout.observe(state, seat, out)
        observe_rest(&self.tables, <const RelicsState*> state, seat, out)

    cdef void tell_all(
        self, const void* view, int seat, float* fact, double* chance
    ) noexcept nogil:
        if (<const Head*> view).turn != END:
            self.value_net.judge(&self.tables, view, self.seats, 0, seat, fact, chance)

    # Chance.

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        cdef const RelicsState* s = <const RelicsState*> state
        number[0] = 0
        if s.phase == GALLERIES_PHASE or s.phase == PLATFORMS_PHASE or s.phase == SPARE_PHASE:
            return TILE_SOURCE
        if s.phase == WEAPONS_PHASE:
            return WEAPON_SOURCE
        return ITEM_SOURCE if s.phase == ITEM_PHASE else ARTIFACT_SOURCE

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        cdef int tag = outcome >> TAG_SHIFT
        if tag == GALLERY_TAG:
            return TILE_ITEMS + (outcome & 15)
        if tag == PLATFORM_TAG:
            return outcome & 31
        return outcome & (15 if tag == WEAPON_TAG else DETAIL)

    # The Python interface.

    def features(self, State state not None):
        """Return the value network's inputs for each ordered pair of seats, to fit weights.

        The rows hold numbers scaled to about 1: seat 0 against 1, 2, …, then seat 1 against 0, …
        """
        self.check_same_game(state)
        return [row for _, row in self.value_net.rows(&self.tables, state.data, self.seats, 0)]

    def carried(self, Position position not None):
        """Return the points that each seat carries, inside or out."""
        self.check_same_game(position)
        return [
            self.points(<const RelicsState*> position.data, seat) for seat in range(self.seats)]

    def illegal_reason(self, Position position not None, u32 event):
        """Return the rule that forbids a well-formed event, as an IllegalReason."""
        self.check_same_game(position)
        return <IllegalReason> reason_of(<const RelicsState*> position.data, &self.tables, event)

    def price(self, Position position not None, u32 event):
        """Return an action's usual cost, and its cost now for the seat on turn, in half AP."""
        cdef const RelicsState* s = <const RelicsState*> position.data
        self.check_same_game(position)
        if event >> TAG_SHIFT == MOVE_TAG:
            return 1 if s.adrenaline else 2, move_halves(s, &self.tables, s.pos[s.seat], 0)
        return 2 * ap_for(&self.tables, event), 2 * cost(s, &self.tables, event)

    def board(self, Position position not None):
        """Return the contents of the board, for chart.Chart."""
        self.check_same_game(position)
        return board_of(&self.tables, <const RelicsState*> position.data)

    def step(self, Position position not None, square, str way not None):
        """Return the column and row that a move from [column, row] leads to; None if nowhere."""
        cdef int x, y, end
        self.check_same_game(position)
        x, y = square
        end = step(<const RelicsState*> position.data, (y + 1) * ROW + x + 1, WAYS.index(way))
        return ((end & 63) - 1, (end >> 6) - 1) if end else None

    def move_price(self, Position position not None, square, int before):
        """Return the price of a move from [column, row] in half AP, `before` moves from now."""
        cdef int x, y
        self.check_same_game(position)
        x, y = square
        return move_halves(<const RelicsState*> position.data, &self.tables,
                           (y + 1) * ROW + x + 1, before)

    cdef list scores(self, const void* state):
        cdef const RelicsState* s = <const RelicsState*> state
        cdef int i
        found = [0] * self.seats
        for i in range(s.out):
            found[s.escaped[i]] = self.points(s, s.escaped[i])
        return found

    cdef str end_reason(self, const void* state):
        return ENDS[(<const RelicsState*> state).end]

    cdef dict dump(self, const void* state, int seat):
        fields = self.layout.dump(state, seat)
        dump_rest(&self.tables, <const RelicsState*> state, fields)
        return fields

    cdef int restore(self, dict fields, void* state) except -1:
        self.layout.restore(fields, state)
        return restore_rest(&self.tables, fields, <RelicsState*> state)


GAME = Relics
