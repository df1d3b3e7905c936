# State and event codes of Booster. Sets of cards are masks over the component order.
from aicore.core._types cimport i8, u8, u16, u32, u64
from aicore.core.bits cimport bit

cpdef enum:
    CARDS = 50
    OF_TYPE = 10  # number of cards of each type; card // OF_TYPE is the card's type

cdef enum:
    DEALT = 5  # number of cards that a seat starts with
    FULL_HAND = 7  # number of cards that a seat holds when it decides about a mission
    MAX_SEATS = 6
    MELD_SIZE = 5
    MAX_POINTS = 6  # maximum number of points for a meld
    MAX_AGE = 255  # maximum age of a card in decks; older cards have this age, too

cdef enum:  # types, in component order
    CREW = 0
    PROPULSION = 1
    DESTINATION = 2
    TRANSPORT = 3
    PAYLOAD = 4

cpdef enum Phase:
    """Phase of the game: the decision or draw that is due. Member names give the ids."""
    DEAL = 0
    DRAW = 1
    MISSION = 2
    EJECT = 3
    END_PHASE = 4

cdef enum:  # reasons the game is over
    BY_TARGET = 1
    BY_MAX_TURNS = 2

cpdef enum:  # tags of events; the 24 bits below a tag hold details
    TAG_SHIFT = 24
    PASS_TAG = 0
    DRAW_TAG = 1  # card
    DEAL_TAG = 2  # seat << 8 | card
    MELD_TAG = 3  # per type, from bit 4 * type: place of the card within its type
    EJECT_TAG = 4  # first << 8 | second; both are the same to eject a single card


ctypedef struct BoosterState:
    i8 turn  # seat, CHANCE or END
    u8 phase
    u8 seat  # the active seat; in the deal, the seat that gets cards; at the end, the last to move
    u8 end  # 0, BY_TARGET or BY_MAX_TURNS
    u16 turns  # completed turns of all seats
    u16 number  # number of the current deck, from 1
    u8[8] scores
    u64 deck
    u64 discard
    u64 fresh  # cards whose deck_number is `number`
    u64 numbers_hash  # hash of deck_number, which changes only when a new deck begins
    u16[52] deck_number  # number of each card's last deck; the last two entries are padding
    u64[MAX_SEATS] hands  # the state has only the hands of the game's seats


cdef inline u64 all_cards() noexcept nogil:
    return (<u64> 1 << CARDS) - 1


cdef inline u64 of_type(int kind) noexcept nogil:
    """Return the ten cards of a type."""
    return <u64> 0x3FF << OF_TYPE * kind


cdef inline int tag_of(u32 event) noexcept nogil:
    return event >> TAG_SHIFT


cdef inline u32 draw_event(int card) noexcept nogil:
    return DRAW_TAG << TAG_SHIFT | card


cdef inline u32 deal_event(int seat, int card) noexcept nogil:
    return DEAL_TAG << TAG_SHIFT | seat << 8 | card


cdef inline u32 eject_event(int first, int second) noexcept nogil:
    return EJECT_TAG << TAG_SHIFT | first << 8 | second


cdef inline u32 meld_event(int crew, int propulsion, int destination, int transport,
                           int payload) noexcept nogil:
    return (MELD_TAG << TAG_SHIFT | crew | (propulsion - OF_TYPE) << 4
            | (destination - 2 * OF_TYPE) << 8 | (transport - 3 * OF_TYPE) << 12
            | (payload - 4 * OF_TYPE) << 16)


cdef inline u64 meld_cards(u32 event) noexcept nogil:
    """Return the five cards of a meld."""
    return (bit(event & 15) | bit(OF_TYPE + (event >> 4 & 15))
            | bit(2 * OF_TYPE + (event >> 8 & 15)) | bit(3 * OF_TYPE + (event >> 12 & 15))
            | bit(4 * OF_TYPE + (event >> 16 & 15)))


cdef inline u64 eject_cards(u32 event) noexcept nogil:
    """Return the one or two cards of an eject."""
    return bit(event >> 8 & 63) | bit(event & 63)
