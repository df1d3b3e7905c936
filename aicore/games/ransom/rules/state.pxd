# Position, cards and event codes of Space Ransom.
#
# Ids: target 4 * kind + faction, 0 .. 15; ammo 4 * kind + faction, 0 .. 35; merchants 36 and 37.
# The discard pile has the ammo that is neither in hand nor in the deck.
from aicore.core._types cimport i8, u8, u16, u32, u64
from aicore.core.bits cimport lowest

cdef enum:
    FACTIONS = 4
    KINDS = 4  # number of kinds of target
    TARGETS = 16
    CARDS = 38  # number of cards in the ammo deck, including merchants
    HAND = 3
    MAX_SUM = 30  # maximum points of the ammo in a hand
    ALL_TARGETS = 0xFFFF
    ALL_CARDS = 0x3FFFFFFFFF  # set of all cards of the ammo deck

cpdef enum:
    AMMO = 36

cpdef enum Phase:
    """Phase of the game: the pending decision or draw. Names of members are their ids."""
    SETUP
    MERCHANT_PHASE  # a merchant may be played
    REVEAL
    ACT
    REFILL
    END_PHASE

cpdef enum Ending:
    """Reason why the game is over."""
    NO_END
    CLEARED_END
    FUEL_END

cpdef enum:  # kinds of event, bits 28 .. 30 of the code
    MERCHANT
    KEEP
    CAPTURE
    BOOST
    DISCARD
    DRAW
    UNVEIL

cpdef enum:
    # Fields of an event's code: three ammo cards of six bits, ascending, absent ones at the end.
    # Then a target and the held target that boosts it. A drawn or revealed card is the first field.
    CARD_BITS = 6
    NO_CARD = 63
    TARGET_SHIFT = 20
    HELD_SHIFT = 24
    KIND_SHIFT = 28


ctypedef struct RansomState:
    i8 turn  # 0, CHANCE or END
    u8 phase
    u8 fuel  # number of tokens on the ship
    u8 shield  # whether the shield is up, so that the next turn costs no fuel
    u16 turns  # number of turns begun
    i8 fresh  # target revealed this turn; -1 before that and after the act
    u8 boost  # whether boosts are unlocked; once unlocked, they stay so
    u8 merchant  # whether one was played this turn
    u8 end  # Ending
    u8 ammo_pass  # number of times that the ammo deck was reshuffled
    u8 below  # number of targets put back under the deck
    u16 open  # targets face up and unclaimed
    u16 held
    u64 under  # targets put back under the deck, four bits each; lowest bits: the next to come
    u64 hand
    u64 ammo_deck
    u16 target_deck  # targets in the deck, without those put back
    u16[3] padding


cdef inline int same_faction(u64 cards) noexcept nogil:
    """Return the faction of all ammo cards, or -1 if they have none in common."""
    cdef int faction = lowest(cards) & (FACTIONS - 1)
    if cards & ~(<u64> 0x111111111 << faction):
        return -1
    return faction


cdef inline u64 spent_ammo(u32 event) noexcept nogil:
    """Return the ammo cards that a capture, boost or discard names."""
    cdef u64 cards = 0
    cdef int card, _
    for _ in range(HAND):
        card = event & NO_CARD
        if card != NO_CARD:
            cards |= <u64> 1 << card
        event >>= CARD_BITS
    return cards


cdef inline u32 ammo_code(u64 cards) noexcept nogil:
    """Return the code of one to three ammo cards."""
    cdef u32 code = 0
    cdef int i
    for i in range(HAND):
        if cards:
            code |= <u32> lowest(cards) << (CARD_BITS * i)
            cards &= cards - 1
        else:
            code |= <u32> NO_CARD << (CARD_BITS * i)
    return code
