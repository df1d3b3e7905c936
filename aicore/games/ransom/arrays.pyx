"""Actions in words, and what the seat knows in bytes: see Arrays in the README."""

from aicore.core._types cimport u64
from aicore.core.bits cimport count, lowest
from aicore.core.marks cimport mark_each, write_pair
from aicore.games.ransom.cards cimport (
    AMMO, BOOST, CAPTURE, CARD_BITS, DISCARD, END_PHASE, FACTIONS, HELD_SHIFT, KEEP, KIND_SHIFT,
    NO_CARD, TARGET_SHIFT,
)

from aicore.core.observation import Field

cdef enum:
    PHASES = END_PHASE + 1
    DUTIES = 3


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


cdef int spell_action(const RansomState* s, u32 action, u16* words) noexcept nogil:
    """Write the words of a legal action. Returns their number."""
    cdef int kind = action >> KIND_SHIFT
    cdef int target = action >> TARGET_SHIFT & (TARGETS - 1)
    if kind == DISCARD:
        words[0] = DISCARD_WORD + places(s.hand, action)
        return 1
    if kind == CAPTURE:
        words[0] = CAPTURE_WORD + target
        words[1] = WITH_WORD + places(s.hand, action)
        return 2
    if kind == BOOST:
        words[0] = BOOST_WORD + target
        words[1] = USING_WORD + (action >> HELD_SHIFT & (TARGETS - 1))
        words[2] = WITH_WORD + places(s.hand, action)
        return 3
    words[0] = KEEP_WORD if kind == KEEP else MERCHANT_WORD
    return 1


cdef inline int places(u64 hand, u32 action) noexcept nogil:
    """Where in the hand the cards are that an action names: a set of places."""
    cdef int found = 0
    cdef int card, _
    for _ in range(HAND):
        card = action & NO_CARD
        if card == NO_CARD:
            break
        found |= 1 << count(hand & ((<u64> 1 << card) - 1))
        action >>= CARD_BITS
    return found


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
