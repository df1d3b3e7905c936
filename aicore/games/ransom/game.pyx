"""Space Ransom: a lone bounty hunter captures targets with three ammo cards until fuel runs out.

The rules are in README.md. rules/state.pxd has the position and the codes of events.
"""

cimport cython

from aicore.core._types cimport u16, u32, u64, u8
from aicore.core.bits cimport count, lowest, select
from aicore.core.game cimport CHANCE, END, Game, State
from aicore.core.rng cimport RngState, rng_below
from aicore.games.ransom.rules.arrays cimport (
    MAX_LENGTH, TOKENS, Places, action_of, observe_rest, token_of,
)
from aicore.games.ransom.rules.state cimport (
    ACT, ALL_CARDS, ALL_TARGETS, AMMO, BOOST, CAPTURE, CARDS, CLEARED_END, DISCARD, DRAW, END_PHASE,
    FACTIONS, FUEL_END, HAND, HELD_SHIFT, KEEP, KINDS, KIND_SHIFT, MERCHANT, MERCHANT_PHASE,
    MAX_SUM, NO_CARD, REFILL, REVEAL, SETUP, TARGETS, TARGET_SHIFT, UNVEIL, RansomState, ammo_code,
    same_faction, spent_ammo,
)
from aicore.games.ransom.rules.fields cimport dump_rest, layout_of, restore_rest
from aicore.games.ransom.judgment.value cimport FEATURES, Value

from aicore.games.ransom.rules.fields import DUTIES, ENDS
from aicore.games.ransom.rules.names import ammo_names, target_names

cdef enum:
    SUBSETS = 8  # number of subsets of a hand
    MAX_ACTIONS = 330  # found by trying all hands and all sets of open and held targets
    MAX_DUTIFUL_ACTIONS = 325  # the same if a player who can capture may not discard
    ALL_AMMO = 0xFFFFFFFFF
    ALPHAS = 0xF
    UNLOCKING_ALPHAS = 3
    ANY = 1  # option `forced`: capture any target if possible
    NEW = 2  # option `forced`: capture the target revealed this turn if possible

ctypedef struct Survey:
    # Legal actions of a position in groups. Each subset of the ammo in hand has the targets that it
    # captures and, by kind, the pairs of target and held target in a boost. Then come discards.
    u64[SUBSETS] cards  # cards of a subset
    int[SUBSETS] sums
    u16[SUBSETS] captures  # targets that a subset captures
    u16[KINDS][SUBSETS] boosted  # targets of boosts
    u16[KINDS][SUBSETS] boosters  # held targets of boosts
    int subsets  # 2 ** number of ammo cards
    bint boosting
    u64 singles  # cards that may be discarded
    int pairs
    u64[3] pair  # cards that may be discarded together


@cython.auto_pickle(False)  # a game pickles as its name and options
cdef class Ransom(Game):
    """Rules of Space Ransom."""

    cdef readonly Value value_model
    cdef Places at
    cdef int forced
    cdef double fuel_weight  # weight of a full tank in the policy's objective
    cdef double fuel_part  # weight of a full tank in the searchers' objective
    cdef int start_fuel
    cdef int most_fuel
    cdef int total  # points of all targets
    cdef int[CARDS] points  # points of a card of the ammo deck; 0 for merchants
    cdef int[KINDS] target_points  # points of a kind of target
    cdef int[KINDS] fuel  # fuel that a kind of target brings
    cdef u16[MAX_SUM + 1] reach  # by sum: targets that it pays for
    cdef u16[KINDS][MAX_SUM + 1] help  # by kind and sum: lower targets that boost the sum

    def __init__(self, info, seats, options):
        cdef int kind, other, total
        super().__init__(info, seats, options)
        self.state_size = sizeof(RansomState)
        self.max_actions = MAX_ACTIONS if options["forced"] == "none" else MAX_DUTIFUL_ACTIONS
        self.max_outcomes = CARDS
        self.has_chance = True
        self.chance_sources = ("ammo", "targets")
        self.forced = DUTIES.index(options["forced"])
        data = info.data
        if len(ammo_names()) != CARDS or len(target_names()) != TARGETS:
            raise ValueError("ransom: the data need 9 kinds of ammo, 4 of targets and 4 factions")
        self.start_fuel = data["fuel"]["start"]
        self.most_fuel = data["fuel"]["most"]
        ammo = [points for points in data["ammo"]["points"] for _ in range(FACTIONS)]
        self.points = ammo + [0] * (CARDS - AMMO)
        self.target_points = data["targets"]["points"]
        self.fuel = data["targets"]["fuel"]
        self.total = FACTIONS * sum(data["targets"]["points"])
        for total in range(MAX_SUM + 1):
            for kind in range(KINDS):
                if self.target_points[kind] <= total:
                    self.reach[total] |= ALPHAS << FACTIONS * kind
                for other in range(KINDS):
                    if total < self.target_points[kind] <= total + self.target_points[other] and (
                            self.target_points[other] < self.target_points[kind]):
                        self.help[kind][total] |= ALPHAS << FACTIONS * other
        self.num_tokens = TOKENS
        self.max_length = MAX_LENGTH
        self.layout = layout_of(
            self.most_fuel, max(data["ammo"]["points"]), tuple(data["factions"]["ids"]))
        self.declare_observation(self.layout.fields)
        self.at.points, self.at.factions, self.at.under = [
            self.layout.at(name) for name in ("points in hand", "factions in hand", "under deck")]
        self.fuel_part = 0.5 / self.total
        self.value_model = Value(data)
        self.fuel_weight = data.get("worth", {}).get("fuel_weight", 0.0)

    cdef void begin(self, void* state) noexcept nogil:
        cdef RansomState* s = <RansomState*> state
        s.fuel = self.start_fuel
        s.fresh = -1
        s.ammo_deck = <u64> ALL_CARDS
        s.target_deck = ALL_TARGETS
        refill(s)

    cdef void survey(self, const RansomState* s, Survey* v) noexcept nogil:
        """Group the legal actions of the act phase, without listing them."""
        cdef u64 ammo = s.hand & <u64> ALL_AMMO
        cdef u64 rest = ammo
        cdef u16 goals = s.open
        cdef u16 reached, open_kind
        cdef bint may_discard = True
        cdef int i, card, kind, faction
        v.subsets = 1
        v.cards[0] = 0
        v.sums[0] = 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            for i in range(v.subsets):
                v.cards[v.subsets + i] = v.cards[i] | <u64> 1 << card
                v.sums[v.subsets + i] = v.sums[i] + self.points[card]
            v.subsets *= 2
        reached = self.reach[v.sums[v.subsets - 1]]
        if self.forced == NEW and s.fresh >= 0 and reached >> s.fresh & 1:
            goals = 1 << s.fresh
            may_discard = False
        elif self.forced and goals & reached:
            may_discard = False
        v.boosting = s.held != 0 and (s.boost or s.merchant)
        for i in range(1, v.subsets):
            v.captures[i] = goals & self.reach[v.sums[i]]
        if v.subsets == SUBSETS:
            faction = same_faction(ammo)
            if faction >= 0:  # three cards of a faction capture any target of it
                v.captures[SUBSETS - 1] |= goals & (0x1111 << faction)
        if v.boosting:
            for kind in range(KINDS):
                open_kind = goals & (ALPHAS << FACTIONS * kind)
                for i in range(1, v.subsets):
                    v.boosters[kind][i] = s.held & self.help[kind][v.sums[i]] if open_kind else 0
                    v.boosted[kind][i] = open_kind
        v.singles = 0
        v.pairs = 0
        if may_discard:
            v.singles = s.hand
            for i in range(3, v.subsets):  # subsets of two cards; number 7 has all three
                if v.cards[i] & (v.cards[i] - 1) and i != 7:
                    card = lowest(v.cards[i])
                    if v.sums[i] == 2 * self.points[card]:
                        v.pair[v.pairs] = v.cards[i]
                        v.pairs += 1

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        cdef Survey v
        cdef u64 targets, boosters, rest
        cdef u32 code
        cdef int i, kind
        cdef int size = 0
        if s.phase == MERCHANT_PHASE:
            out[0] = <u32> MERCHANT << KIND_SHIFT
            out[1] = <u32> KEEP << KIND_SHIFT
            return 2
        self.survey(s, &v)
        for i in range(1, v.subsets):
            code = ammo_code(v.cards[i])
            targets = v.captures[i]
            while targets:
                out[size] = (
                    <u32> CAPTURE << KIND_SHIFT | <u32> lowest(targets) << TARGET_SHIFT | code)
                size += 1
                targets &= targets - 1
            if not v.boosting:
                continue
            for kind in range(KINDS):
                targets = v.boosted[kind][i]
                while targets:
                    boosters = v.boosters[kind][i]
                    while boosters:
                        out[size] = (
                            <u32> BOOST << KIND_SHIFT
                            | <u32> lowest(boosters) << HELD_SHIFT
                            | <u32> lowest(targets) << TARGET_SHIFT
                            | code
                        )
                        size += 1
                        boosters &= boosters - 1
                    targets &= targets - 1
        rest = v.singles
        while rest:
            out[size] = <u32> DISCARD << KIND_SHIFT | ammo_code(rest & (~rest + 1))
            size += 1
            rest &= rest - 1
        for i in range(v.pairs):
            out[size] = <u32> DISCARD << KIND_SHIFT | ammo_code(v.pair[i])
            size += 1
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        cdef Survey v
        cdef int[SUBSETS] captures  # number of actions, as in `boosts`
        cdef int[KINDS][SUBSETS] boosts
        cdef int i, kind, rank, boosters
        cdef int size = 0
        if s.phase == MERCHANT_PHASE:
            return <u32> (MERCHANT + rng_below(rng, 2)) << KIND_SHIFT
        self.survey(s, &v)
        for i in range(1, v.subsets):
            captures[i] = count(v.captures[i])
            size += captures[i]
        if v.boosting:
            for kind in range(KINDS):
                for i in range(1, v.subsets):
                    boosts[kind][i] = 0
                    if v.boosters[kind][i]:
                        boosts[kind][i] = count(v.boosted[kind][i]) * count(v.boosters[kind][i])
                        size += boosts[kind][i]
        rank = rng_below(rng, size + count(v.singles) + v.pairs)
        if rank >= size:
            rank -= size
            if rank < v.pairs:
                return <u32> DISCARD << KIND_SHIFT | ammo_code(v.pair[rank])
            return <u32> DISCARD << KIND_SHIFT | ammo_code(
                <u64> 1 << select(v.singles, rank - v.pairs))
        for i in range(1, v.subsets):
            if rank < captures[i]:
                return (<u32> CAPTURE << KIND_SHIFT
                        | <u32> select(v.captures[i], rank) << TARGET_SHIFT
                        | ammo_code(v.cards[i]))
            rank -= captures[i]
        for kind in range(KINDS):
            for i in range(1, v.subsets):
                if rank < boosts[kind][i]:
                    boosters = count(v.boosters[kind][i])
                    return (<u32> BOOST << KIND_SHIFT
                            | <u32> select(v.boosters[kind][i], rank % boosters) << HELD_SHIFT
                            | <u32> select(v.boosted[kind][i], rank // boosters) << TARGET_SHIFT
                            | ammo_code(v.cards[i]))
                rank -= boosts[kind][i]
        return 0  # unreachable: rank is less than the number of actions

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef RansomState* s = <RansomState*> state
        cdef int kind = event >> KIND_SHIFT
        cdef int card = event & NO_CARD
        if kind == DRAW:
            s.hand |= <u64> 1 << card
            s.ammo_deck &= ~(<u64> 1 << card)
            refill(s)
        elif kind == UNVEIL:
            unveil(s, card)
        elif kind == MERCHANT:
            s.hand &= ~(<u64> 1 << lowest(s.hand >> AMMO << AMMO))
            s.merchant = True
            burn(s)
        elif kind == KEEP:
            burn(s)
        else:
            s.hand &= ~spent_ammo(event)
            s.fresh = -1
            s.merchant = False
            if kind != DISCARD:
                self.claim(s, event)
            if s.held == ALL_TARGETS:
                s.phase = END_PHASE
                s.end = CLEARED_END
                s.turn = END
            else:
                refill(s)

    cdef void claim(self, RansomState* s, u32 event) noexcept nogil:
        """Move a captured target to the holding cell, and put its booster back under the deck."""
        cdef int target = event >> TARGET_SHIFT & (TARGETS - 1)
        cdef int booster = event >> HELD_SHIFT & (TARGETS - 1)
        cdef int fuel = s.fuel + self.fuel[target >> 2]
        s.open &= ~(1 << target)
        s.held |= 1 << target
        s.fuel = fuel if fuel < self.most_fuel else self.most_fuel
        s.shield = True
        if event >> KIND_SHIFT == BOOST:
            s.held &= ~(1 << booster)
            s.under |= <u64> booster << 4 * s.below
            s.below += 1

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        cdef u64 rest = s.ammo_deck
        cdef u32 kind = <u32> DRAW << KIND_SHIFT
        cdef double each
        cdef int size = 0
        if s.phase == REVEAL:
            kind = <u32> UNVEIL << KIND_SHIFT
            rest = s.target_deck
            if rest == 0:
                rest = <u64> 1 << (s.under & (TARGETS - 1))
        each = 1.0 / count(rest)
        while rest:
            out[size] = kind | lowest(rest)
            chance[size] = each
            size += 1
            rest &= rest - 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        if s.phase != REVEAL:
            return <u32> DRAW << KIND_SHIFT | select(
                s.ammo_deck, rng_below(rng, count(s.ammo_deck)))
        if s.target_deck == 0:
            return <u32> UNVEIL << KIND_SHIFT | (s.under & (TARGETS - 1))
        return <u32> UNVEIL << KIND_SHIFT | select(
            s.target_deck, rng_below(rng, count(s.target_deck)))

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        number[0] = 0 if s.phase == REVEAL else s.ammo_pass
        return s.phase == REVEAL

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return outcome & NO_CARD

    cdef int held_points(self, const RansomState* s) noexcept nogil:
        cdef int points = 0
        cdef int kind
        for kind in range(KINDS):
            points += self.target_points[kind] * count(s.held >> FACTIONS * kind & ALPHAS)
        return points

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        out[0] = <double> self.held_points(<const RansomState*> state) / self.total

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        if s.phase == ACT:
            self.best(s, 0.0, out)
        else:
            out[0] = self.value_model.share(s, 0.0)

    cdef void values(self, const void* state, double* out) noexcept nogil:
        """Compute searchers' values: the return, plus up to half a target point for fuel."""
        cdef const RansomState* s = <const RansomState*> state
        if s.phase == ACT:
            self.best(s, self.fuel_part, out)
        else:
            out[0] = self.value_model.share(s, self.fuel_part)
        out[0] /= 1.0 + self.fuel_part

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef const RansomState* s = <const RansomState*> state
        cdef double value
        if s.phase == MERCHANT_PHASE:
            return <u32> MERCHANT << KIND_SHIFT
        return self.best(s, self.fuel_weight, &value)

    cdef u32 best(self, const RansomState* s, double fuel_weight, double* value) noexcept nogil:
        """Return the action that leads to the position with the highest value; store that value."""
        cdef u32[MAX_ACTIONS] actions
        cdef RansomState after
        cdef double found
        cdef int i
        cdef int best = 0
        cdef int size = self.actions(s, actions)
        value[0] = -1.0
        for i in range(size):
            after = s[0]
            self.apply(&after, actions[i])
            found = self.value_model.share(&after, fuel_weight)
            if found > value[0]:
                value[0] = found
                best = i
        return actions[best]

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        return token_of(<const RansomState*> state, action)

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return action_of(<const RansomState*> state, index)

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        out[0] = self.forced
        self.layout.observe(state, seat, out)
        observe_rest(<const RansomState*> state, self.points, &self.at, out)

    def features(self, State state not None):
        """Return the stage and features of a position outside the act phase, to fit the model."""
        cdef double[FEATURES] x
        self.check_same_game(state)
        stage = self.value_model.features(<const RansomState*> state.data, x)
        return stage, [x[i] for i in range(FEATURES)]

    cdef list scores(self, const void* state):
        return [self.held_points(<const RansomState*> state)]

    cdef dict tie_break(self, const void* state):
        return {"fuel": (<const RansomState*> state).fuel}

    cdef str end_reason(self, const void* state):
        return ENDS[(<const RansomState*> state).end]

    cdef dict dump(self, const void* state, int seat):
        fields = self.layout.dump(state, seat)
        dump_rest(fields, <const RansomState*> state)
        return fields

    cdef int restore(self, dict fields, void* state) except -1:
        self.layout.restore(fields, state)
        return restore_rest(fields, <RansomState*> state, self.start_fuel)


cdef inline void refill(RansomState* s) noexcept nogil:
    """Request the draw of a card if the hand lacks one; else begin the next turn."""
    if count(s.hand) < HAND:
        s.phase = REFILL if s.turns else SETUP
        s.turn = CHANCE
        if s.ammo_deck == 0:
            s.ammo_deck = <u64> ALL_CARDS & ~s.hand
            s.ammo_pass += 1
        return
    s.turns += 1
    if s.hand >> AMMO and (s.fuel > 1 or s.shield):
        s.phase = MERCHANT_PHASE
        s.turn = 0
    else:
        burn(s)


cdef inline void burn(RansomState* s) noexcept nogil:
    """Pay for the turn with the shield or with fuel; then reveal a target if the deck has one."""
    if s.shield:
        s.shield = False
    else:
        s.fuel -= 1
    if s.fuel == 0:
        s.phase = END_PHASE
        s.end = FUEL_END
        s.turn = END
    elif s.target_deck or s.below:
        s.phase = REVEAL
        s.turn = CHANCE
    else:
        s.phase = ACT
        s.turn = 0


cdef inline void unveil(RansomState* s, int target) noexcept nogil:
    """Turn a target up; three alphas, or the end of the deck, unlock boosts."""
    if s.target_deck:
        s.target_deck &= ~(1 << target)
    else:
        s.under >>= 4
        s.below -= 1
    s.open |= 1 << target
    s.fresh = target
    if count(s.open & ALPHAS) >= UNLOCKING_ALPHAS or not (s.target_deck or s.below):
        s.boost = True
    s.phase = ACT
    s.turn = 0


GAME = Ransom
