"""Actions in tokens, and what the seat knows in bytes: see Arrays in the README."""

from aicore.core._types cimport u64
from aicore.core.bits cimport count, lowest
from aicore.core.marks cimport mark_each, write_pair
from aicore.games.ransom.rules.state cimport (
    AMMO, BOOST, CAPTURE, CARDS, CARD_BITS, DISCARD, END_PHASE, FACTIONS, HELD_SHIFT, KEEP,
    KIND_SHIFT, MERCHANT, NO_CARD, TARGET_SHIFT, ammo_code,
)

from aicore.core.observation import Field

cdef enum:
    PHASES = END_PHASE + 1
    DUTIES = 3


# Tokens.


cdef int token_of(const RansomState* s, u32 action) noexcept nogil:
    """The token of a legal action."""
    cdef int kind = action >> KIND_SHIFT
    cdef int target = action >> TARGET_SHIFT & (TARGETS - 1)
    cdef int held = action >> HELD_SHIFT & (TARGETS - 1)
    if kind == CAPTURE:
        return CAPTURE_TOKEN + SETS * target + set_of(s.hand, action)
    if kind == BOOST:
        return BOOST_TOKEN + SETS * (first_pair(target) + held) + set_of(s.hand, action)
    if kind == DISCARD:
        return DISCARD_TOKEN + set_of(s.hand, action)
    return KEEP_TOKEN if kind == KEEP else MERCHANT_TOKEN


cdef inline int set_of(u64 hand, u32 action) noexcept nogil:
    """Where in the hand the cards are that an action names: the set of places, less 1."""
    cdef int found = -1
    cdef int card, _
    for _ in range(HAND):
        card = action & NO_CARD
        if card == NO_CARD:
            break
        found += 1 << count(hand & ((<u64> 1 << card) - 1))
        action >>= CARD_BITS
    return found


cdef inline int first_pair(int target) noexcept nogil:
    """What a held target's number lacks to the number of its pair with a target.

    Alphas have twelve lower ones each, betas eight, gammas four.
    """
    cdef int kind = target // FACTIONS
    cdef int lower = TARGETS - FACTIONS * (kind + 1)
    return 2 * FACTIONS * kind * (7 - kind) + lower * (target % FACTIONS) - FACTIONS * (kind + 1)


cdef u32 action_of(const RansomState* s, int token) noexcept nogil:
    """The action that a token says; where the hand has no such cards, some event."""
    cdef int target, pair
    if token < CAPTURE_TOKEN:
        if token >= DISCARD_TOKEN:
            return <u32> DISCARD << KIND_SHIFT | ammo_at(s.hand, token - DISCARD_TOKEN)
        return <u32> (MERCHANT if token == MERCHANT_TOKEN else KEEP) << KIND_SHIFT
    if token < BOOST_TOKEN:
        token -= CAPTURE_TOKEN
        return (<u32> CAPTURE << KIND_SHIFT | <u32> (token // SETS) << TARGET_SHIFT
                | ammo_at(s.hand, token % SETS))
    token -= BOOST_TOKEN
    pair = token // SETS
    target = 0
    while pair - first_pair(target) >= TARGETS:
        target += 1
    return (<u32> BOOST << KIND_SHIFT | <u32> (pair - first_pair(target)) << HELD_SHIFT
            | <u32> target << TARGET_SHIFT | ammo_at(s.hand, token % SETS))


cdef inline u32 ammo_at(u64 hand, int places) noexcept nogil:
    """The code of the cards at a set of places, given less 1."""
    cdef u64 cards = 0
    places += 1
    while hand:
        if places & 1:
            cards |= hand & (~hand + 1)
        hand &= hand - 1
        places >>= 1
    return ammo_code(cards)


# Observations.


cdef tuple fields_of(int most_fuel, int most_points):
    """What an observation holds."""
    return (
        Field("phase", (PHASES,), 1),
        Field("duties", (DUTIES,), 1),
        Field("turns", (2,), 255),
        Field("fuel", (1,), most_fuel),
        Field("shield", (1,), 1),
        Field("boost", (1,), 1),
        Field("merchant", (1,), 1),
        Field("ammo pass", (1,), 255),
        Field("points in hand", (HAND,), most_points),
        Field("factions in hand", (HAND, FACTIONS), 1),
        Field("hand", (CARDS,), 1),
        Field("ammo deck", (CARDS,), 1),
        Field("targets", (TARGETS,), 1),
        Field("new", (TARGETS,), 1),
        Field("target deck", (TARGETS,), 1),
        Field("under deck", (TARGETS,), TARGETS),
        Field("held", (TARGETS,), 1),
    )


cdef void observe_seat(
    const RansomState* s, int duty, const int* points, u8* out
) noexcept nogil:
    """Write what the seat knows into zeroed memory."""
    cdef u64 hand = s.hand
    cdef int place, card
    out[s.phase] = 1
    out += PHASES
    out[duty] = 1
    out += DUTIES
    write_pair(s.turns, out)
    out[2] = s.fuel
    out[3] = s.shield
    out[4] = s.boost
    out[5] = s.merchant
    out[6] = s.ammo_pass
    out += 7
    for place in range(count(hand)):
        card = lowest(hand)
        hand &= hand - 1
        out[place] = points[card]
        if card < AMMO:
            out[HAND + place * FACTIONS + (card & (FACTIONS - 1))] = 1
    out += HAND + HAND * FACTIONS
    mark_each(s.hand, out)
    mark_each(s.ammo_deck, out + CARDS)
    out += 2 * CARDS
    mark_each(s.open, out)
    if s.fresh >= 0:
        out[TARGETS + s.fresh] = 1
    mark_each(s.target_deck, out + 2 * TARGETS)
    for place in range(s.below):
        out[3 * TARGETS + (s.under >> 4 * place & (TARGETS - 1))] = place + 1
    mark_each(s.held, out + 4 * TARGETS)
