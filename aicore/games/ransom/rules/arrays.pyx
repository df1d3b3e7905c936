"""Actions as tokens, and the seat's observation in bytes: see "Arrays" in the README."""

from aicore.core._types cimport u64
from aicore.core.bits cimport count, lowest
from aicore.games.ransom.rules.state cimport (
    AMMO, BOOST, CAPTURE, CARD_BITS, DISCARD, FACTIONS, HELD_SHIFT, KEEP, KIND_SHIFT, MERCHANT,
    NO_CARD, TARGET_SHIFT, ammo_code,
)

# Tokens.


cdef int token_of(const RansomState* s, u32 action) noexcept nogil:
    """Return the token of a legal action."""
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
    """Return the set of places in hand of an action's cards, minus 1."""
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
    """Return an offset: adding a held target's number gives the number of its pair with `target`.

    Alphas have twelve lower targets each, betas eight, gammas four.
    """
    cdef int kind = target // FACTIONS
    cdef int lower = TARGETS - FACTIONS * (kind + 1)
    return 2 * FACTIONS * kind * (7 - kind) + lower * (target % FACTIONS) - FACTIONS * (kind + 1)


cdef u32 action_of(const RansomState* s, int token) noexcept nogil:
    """Return the action of a token; an arbitrary event if the hand lacks its cards."""
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
    """Return the code of the cards at a set of places; `places` is the set minus 1."""
    cdef u64 cards = 0
    places += 1
    while hand:
        if places & 1:
            cards |= hand & (~hand + 1)
        hand &= hand - 1
        places >>= 1
    return ammo_code(cards)


# Observations.


cdef void observe_rest(
    const RansomState* s, const int* points, const Places* at, u8* out
) noexcept nogil:
    """Write the fields that the layout leaves out: the hand, and targets under the deck."""
    cdef u64 hand = s.hand
    cdef int place, card
    for place in range(count(hand)):
        card = lowest(hand)
        hand &= hand - 1
        out[at.points + place] = points[card]
        if card < AMMO:
            out[at.factions + place] = 1 + (card & (FACTIONS - 1))
    for place in range(s.below):
        out[at.under + (s.under >> 4 * place & (TARGETS - 1))] = place + 1
