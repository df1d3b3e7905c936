"""Free Trader: a lone merchant trades between planets to pay for a ship in four installments.

README.md defines the rules. rules/ has the position and the codes of events (state) and
the legal actions (legal). judgment/ has a quick merchant (policy) and the probability that the
ship will be paid for (value).
"""

cimport cython
from libc.string cimport memcpy, memset

from aicore.core._types cimport u16, u32, u8
from aicore.core.bits cimport count, lowest, select
from aicore.core.game cimport CHANCE, END, Game, State
from aicore.core.rng cimport RngState, rng_below, rng_seed
from aicore.games.trader.rules.arrays cimport (
    TOKENS, Tokens, action_of, Places, fill_tokens, most_actions, observe_rest, token_of,
)
from aicore.games.trader.judgment.value cimport FEATURES, Value
from aicore.games.trader.rules.fields cimport dump_rest, layout_of, restore_rest
from aicore.games.trader.judgment.policy cimport Policy
from aicore.games.trader.rules.legal cimport (
    MAX_FRONTIER, frontier, legal_options, option_code, parts,
)
from aicore.games.trader.rules.state cimport (
    ALL_EVENTS, ALL_PLANETS, BUY, BUY_GOOD, COMBAT, COUNTERATTACK, DAMAGE, DESTROYED_END, DONE,
    END_PHASE, EVENT, EVENTS, EVENT_CARD, EXPLORE, FIELD, FINE, FINE_END, FLEE, FLEE_TO, FOR_ARRIVE,
    FOR_ATTACK, FOR_BUY, FOR_COUNTERATTACK, FOR_FINE, FOR_JUMP, FOR_NOTHING, FREE_HOLD, FUEL_END,
    ILLEGALS, IMPROVE, JUMP, JUMP_TO, KIND_SHIFT, LOADED_HOLD, MODULES, NONE, ORIGIN, PAID_END,
    PAYMENTS, PAYMENT_END, PIRATE, PLACE, PLACE_AT, PLANETS, PLANET_CARD, POLICE, REMOVED, SELL,
    SELL_GOOD, SELL_PART, STARPORT, UPGRADE, Ending, Tables, TraderState, buy_price, code,
    destroyed_by, hit_by, refund, sell_price,
)
from aicore.games.trader.rules.tables cimport fill_tables

from aicore.games.trader.rules.fields import ENDS
from aicore.core.weights import read_network
from aicore.games.trader.rules.names import names_of


@cython.auto_pickle(False)  # a game pickles as its name and options
cdef class Trader(Game):
    """Rules of Free Trader."""

    cdef Tables tables
    cdef Tokens tokens
    cdef Places at
    cdef readonly dict names  # ids by kind
    cdef Policy quick
    cdef Value value_net
    cdef bint at_once  # whether payments can be due in the middle of a turn
    cdef bint reshuffle_all  # whether even face-up event cards are reshuffled

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(TraderState)
        self.max_actions = MAX_FRONTIER
        self.max_outcomes = EVENTS
        self.has_chance = True
        self.chance_sources = ("events", "planets")
        self.at_once = options["payment"] == "immediate"
        self.reshuffle_all = options["reshuffle"] == "all"
        fill_tables(&self.tables, info.data)
        fill_tokens(&self.tokens)
        self.num_tokens = TOKENS
        self.max_length = most_actions(&self.tables)
        self.names = names_of(info.data)
        self.layout = layout_of(&self.tables, self.names)
        self.declare_observation(self.layout.fields)
        self.at.prices, self.at.planets, self.at.map = [
            self.layout.at(name) for name in ("prices", "planets", "map")]
        self.quick = Policy()
        self.quick.prepare(&self.tables, info.data["merchant"])
        self.value_net = Value()
        network = info.data.get("network") or read_network(info.folder)
        self.value_net.prepare(&self.tables, network, self.at_once)

    cdef void begin(self, void* state) noexcept nogil:
        cdef TraderState* s = <TraderState*> state
        cdef int module
        s.turn = CHANCE
        s.phase = EXPLORE
        s.month = 1
        s.vectorium = self.tables.vectorium
        for module in range(MODULES):
            s.modules[module] = self.tables.level[module]
        s.previous = s.placing = s.target = s.last = s.enemy = NONE
        s.face_up[0] = s.face_up[1] = NONE
        s.pile = ALL_PLANETS & ~1
        s.undrawn = ALL_EVENTS
        s.cell[0] = ORIGIN

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const TraderState* s = <const TraderState*> state
        cdef u16[MAX_FRONTIER] cells
        cdef u32 found = legal_options(&self.tables, s)
        cdef int size = 0
        cdef int i
        if found == 0:
            size = frontier(s, cells)
            for i in range(size):
                out[i] = code(PLACE_AT, cells[i])
            return size
        while found:
            out[size] = option_code(s, lowest(found))
            size += 1
            found &= found - 1
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef const TraderState* s = <const TraderState*> state
        cdef u16[MAX_FRONTIER] cells
        cdef u32 found = legal_options(&self.tables, s)
        if found == 0:
            return code(PLACE_AT, cells[rng_below(rng, frontier(s, cells))])
        if found & (found - 1) == 0:
            return option_code(s, lowest(found))
        return option_code(s, select(found, rng_below(rng, count(found))))

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef TraderState* s = <TraderState*> state
        cdef int kind = event >> KIND_SHIFT
        cdef int field = event & FIELD
        if kind == EVENT_CARD:
            self.show(s, field)
        elif kind == DONE:
            if s.phase == BUY:
                leave_market(s)
            elif s.phase == SELL:
                decide(s, UPGRADE)
            else:
                self.end_turn(s)
        elif kind == BUY_GOOD:
            s.vectorium -= buy_price(&self.tables, s, field)
            s.hold[field] += 1
        elif kind == SELL_GOOD:
            self.gain(s, sell_price(&self.tables, s, field))
            s.hold[field] -= 1
        elif kind == JUMP_TO:
            s.vectorium -= 1
            s.previous = s.ship
            s.ship = planet_at(s, field)
            draw_for(s, FOR_ARRIVE)
        elif kind == PLANET_CARD:
            s.placing = field
            s.pile &= ~(1 << field)
            decide(s, PLACE)
        elif kind == PLACE_AT:
            s.cell[s.placing] = field
            if s.drawing == FOR_JUMP:
                s.target = s.placing
                draw_for(s, FOR_JUMP)
            else:
                draw_for(s, FOR_BUY)
            s.placing = NONE
        elif kind == IMPROVE:
            s.vectorium -= self.tables.price[field]
            s.modules[field] += 1
            self.end_turn(s)
        elif kind == COUNTERATTACK:
            draw_for(s, FOR_COUNTERATTACK)
        elif kind == FLEE_TO or kind == FLEE:
            s.vectorium -= 1
            s.enemy = NONE
            discard_all(s)
            draw_for(s, FOR_JUMP)
            if kind == FLEE_TO:
                s.target = planet_at(s, field)
            else:
                s.phase = EXPLORE
        elif kind == SELL_PART:
            lose_part(s, field)
            self.pay_fine(s, refund(&self.tables, field))
        else:
            lose_part(s, field)
            discard_last(s)
            decide(s, COMBAT)

    cdef void gain(self, TraderState* s, int vectorium) noexcept nogil:
        vectorium += s.vectorium
        s.vectorium = (
            vectorium if vectorium < self.tables.most_vectorium else self.tables.most_vectorium)

    # Effects of a drawn event card.

    cdef void show(self, TraderState* s, int card) noexcept nogil:
        """Turn an event card up; the month's last one ends the month before it takes effect."""
        cdef int purpose = s.drawing
        s.drawing = FOR_NOTHING
        s.undrawn &= ~(1 << card)
        s.last = card
        s.face_up[s.face_up[0] >= 0] = card
        if count(s.undrawn) == REMOVED:
            self.end_month(s)
            if s.turn == END:
                return
        if purpose == FOR_BUY:
            decide(s, BUY)
        elif purpose == FOR_ARRIVE:
            self.arrive(s, card)
        elif purpose == FOR_FINE:
            s.hold[ILLEGALS] = 0
            s.debt = self.tables.law[s.ship] * self.tables.fine[card]
            if s.vectorium >= s.debt:
                s.vectorium -= s.debt
                s.debt = 0
                open_market(s)
            else:
                s.debt -= s.vectorium
                s.vectorium = 0
                self.pay_fine(s, 0)
        elif purpose == FOR_ATTACK:
            if not hit_by(&self.tables, s, card):
                discard_last(s)
                decide(s, COMBAT)
            elif parts(s):
                decide(s, DAMAGE)
            else:
                finish(s, DESTROYED_END)
        elif purpose == FOR_COUNTERATTACK:
            if destroyed_by(&self.tables, s, card):
                if self.tables.kind[s.enemy] == PIRATE:
                    self.gain(s, self.tables.salvage[self.tables.value[s.enemy]])
                s.enemy = NONE
                open_market(s)
            else:
                discard_last(s)
                draw_for(s, FOR_ATTACK)
        else:
            self.warp(s, card)

    cdef void arrive(self, TraderState* s, int card) noexcept nogil:
        """Resolve the event waiting at the planet."""
        cdef int kind = self.tables.kind[card]
        if kind == STARPORT or (kind == POLICE and s.hold[ILLEGALS] == 0):
            open_market(s)
        elif kind == POLICE:
            draw_for(s, FOR_FINE)
        else:
            s.enemy = card
            draw_for(s, FOR_ATTACK)

    cdef void warp(self, TraderState* s, int card) noexcept nogil:
        """End an emergency jump; a misjump removes all other planets from the table."""
        cdef u16 here
        s.previous = s.ship
        s.ship = s.target
        s.target = NONE
        discard_all(s)
        if self.tables.misjump[card]:
            here = s.cell[s.ship]
            memset(s.cell, 0, sizeof(s.cell))
            s.cell[s.ship] = here
            s.pile = ALL_PLANETS & ~(1 << s.ship)
            s.previous = NONE
        draw_for(s, FOR_ARRIVE)

    cdef void pay_fine(self, TraderState* s, int vectorium) noexcept nogil:
        """Pay with a sold module. If that is too little, ask for another; lose if none is left."""
        if vectorium >= s.debt:
            self.gain(s, vectorium - s.debt)
            s.debt = 0
            open_market(s)
        else:
            s.debt -= vectorium
            if parts(s):
                decide(s, FINE)
            else:
                finish(s, FINE_END)

    # Payments.

    cdef void end_month(self, TraderState* s) noexcept nogil:
        """Pay now, or owe the payment until the turn ends; then make a new deck."""
        cdef int i
        if self.at_once or s.due:
            self.pay(s)
            if s.turn == END:
                return
        s.due = not self.at_once
        s.month += 1
        s.undrawn = ALL_EVENTS
        if self.reshuffle_all:
            discard_all(s)
            return
        for i in range(2):
            if s.face_up[i] >= 0:
                s.undrawn &= ~(1 << s.face_up[i])

    cdef void pay(self, TraderState* s) noexcept nogil:
        """Make the next payment, or lose; the last one wins."""
        cdef int amount = self.tables.payment[s.paid]
        if s.vectorium < amount:
            finish(s, PAYMENT_END)
            return
        s.vectorium -= amount
        s.paid += 1
        s.due = False
        if s.paid == PAYMENTS:
            finish(s, PAID_END)

    cdef void end_turn(self, TraderState* s) noexcept nogil:
        """Make a payment that is due; then explore if there are planets to find."""
        if s.due:
            self.pay(s)
            if s.turn == END:
                return
        if s.pile:
            s.turn = CHANCE
            s.phase = EXPLORE
        else:
            draw_for(s, FOR_BUY)

    # Chance.

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const TraderState* s = <const TraderState*> state
        cdef bint exploring = s.phase == EXPLORE
        cdef u32 rest = s.pile if exploring else s.undrawn
        cdef double each = 1.0 / count(rest)
        cdef int size = 0
        while rest:
            out[size] = code(PLANET_CARD if exploring else EVENT_CARD, lowest(rest))
            chance[size] = each
            size += 1
            rest &= rest - 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const TraderState* s = <const TraderState*> state
        if s.phase == EXPLORE:
            return code(PLANET_CARD, select(s.pile, rng_below(rng, count(s.pile))))
        return code(EVENT_CARD, select(s.undrawn, rng_below(rng, count(s.undrawn))))

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        """Number the passes through the event deck by month.

        Planets return to their pile, so each planet card is a new draw.
        """
        cdef const TraderState* s = <const TraderState*> state
        if s.phase == EXPLORE:
            number[0] = -1
            return 1
        number[0] = s.month - 1
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return outcome & FIELD

    # Results and guidance.

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        out[0] = (<const TraderState*> state).end == PAID_END

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Evaluate the position at the next chance event.

        The quick policy makes the decisions on the way to it.
        """
        cdef TraderState after
        cdef RngState rng
        memcpy(&after, state, sizeof(TraderState))
        if after.turn >= 0:
            rng_seed(&rng, 0)
            while after.turn >= 0:
                self.apply(&after, self.policy(&after, &rng))
        out[0] = self.value_net.chance(&self.tables, &after)

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef int option = self.quick.advise(&self.tables, <const TraderState*> state, rng)
        if option < 0:
            return self.sample_action(state, rng)
        return option_code(<const TraderState*> state, option)

    # Arrays.

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        return token_of(&self.tokens, <const TraderState*> state, action)

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return action_of(&self.tokens, <const TraderState*> state, index)

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        out[0] = not self.at_once
        out[1] = self.reshuffle_all
        self.layout.observe(state, seat, out)
        observe_rest(&self.tables, <const TraderState*> state, &self.at, out)

    # Python interface.

    def features(self, State state not None):
        """Return the network's inputs where a chance event is due, to fit its weights."""
        cdef float[FEATURES] x
        self.check_same_game(state)
        self.value_net.features(&self.tables, <const TraderState*> state.data, x)
        return [x[i] for i in range(FEATURES)]

    cdef list scores(self, const void* state):
        """Return payments made, then vectorium: the first decides a duel, the second a tie."""
        cdef const TraderState* s = <const TraderState*> state
        return [s.paid, s.vectorium]

    cdef str end_reason(self, const void* state):
        return ENDS[(<const TraderState*> state).end]

    cdef dict dump(self, const void* state, int seat):
        fields = self.layout.dump(state, seat)
        dump_rest(fields, <const TraderState*> state, self.names)
        return fields

    cdef int restore(self, dict fields, void* state) except -1:
        self.layout.restore(fields, state)
        return restore_rest(
            fields, <TraderState*> state, &self.tables, self.names, self.at_once,
            self.reshuffle_all)


cdef inline void decide(TraderState* s, int phase) noexcept nogil:
    s.turn = 0
    s.phase = phase


cdef inline void draw_for(TraderState* s, int purpose) noexcept nogil:
    """Request the draw of an event card."""
    s.turn = CHANCE
    s.phase = EVENT
    s.drawing = purpose


cdef inline void finish(TraderState* s, Ending end) noexcept nogil:
    s.turn = END
    s.phase = END_PHASE
    s.end = end


cdef inline void discard_last(TraderState* s) noexcept nogil:
    """Discard the card drawn last; the enemy's card, drawn before it, stays if still there."""
    s.face_up[s.face_up[1] >= 0] = NONE


cdef inline void discard_all(TraderState* s) noexcept nogil:
    s.face_up[0] = s.face_up[1] = NONE


cdef inline void open_market(TraderState* s) noexcept nogil:
    """Open the market once the arrival is resolved."""
    discard_all(s)
    decide(s, SELL)


cdef inline void leave_market(TraderState* s) noexcept nogil:
    """End buying; without fuel, end the game too."""
    discard_all(s)
    if s.vectorium == 0:
        finish(s, FUEL_END)
    else:
        decide(s, JUMP)


cdef inline int planet_at(const TraderState* s, int cell) noexcept nogil:
    cdef int planet
    for planet in range(PLANETS):
        if s.cell[planet] == cell:
            return planet
    return NONE  # unreachable: only planets are destinations


cdef inline void lose_part(TraderState* s, int part) noexcept nogil:
    if part >= LOADED_HOLD:
        s.hold[part - LOADED_HOLD] -= 1
        part = FREE_HOLD
    s.modules[part] -= 1


GAME = Trader
