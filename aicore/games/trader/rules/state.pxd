# Position, card tables and event codes of Free Trader.
#
# Ids: planets and events by their rows in data.toml, 0 .. 15. Goods: weapons, industrials,
# agriculturals, illegals, 0 .. 3. Modules: weapons, defenses, engines, cargo, 0 .. 3.
from aicore.core._types cimport i8, u8, u16, u32

cdef enum:
    PLANETS = 16
    EVENTS = 16
    GOODS = 4
    MODULES = 4
    PARTS = 8  # number of parts of the ship: three modules, a free hold, a hold with each good
    ALL_PLANETS = 0xFFFF
    ALL_EVENTS = 0xFFFF
    NONE = -1  # stands for no planet or no event card
    PAYMENTS = 4
    REMOVED = 2  # number of event cards set aside unseen; the month ends if only these are left
    ILLEGALS = 3
    FREE_HOLD = 3  # number of this part
    LOADED_HOLD = 4  # number of this part, plus the good

cpdef enum:
    MAX_BONUS = 3  # bonus of enemies in later months

cpdef enum:  # modules
    WEAPONS
    DEFENSES
    ENGINES
    CARGO

cpdef enum Phase:
    """Phase of the game: the pending decision or draw. Names of members are their ids."""
    EXPLORE  # a planet is drawn
    PLACE
    EVENT  # an event card is drawn
    BUY
    JUMP
    FINE  # modules are sold to pay a fine
    DAMAGE
    COMBAT
    SELL
    UPGRADE
    END_PHASE

cpdef enum Drawing:
    """Purpose of the event card to be drawn, now or after drawing a planet."""
    FOR_NOTHING
    FOR_BUY
    FOR_ARRIVE
    FOR_FINE
    FOR_ATTACK
    FOR_COUNTERATTACK
    FOR_JUMP

cpdef enum Ending:
    """Reason why the game is over."""
    NO_END
    PAID_END
    PAYMENT_END
    FUEL_END
    FINE_END
    DESTROYED_END

cdef enum EventKind:
    STARPORT
    POLICE
    PIRATE
    INVADER

cpdef enum:  # kinds of event, bits 24 .. 31 of the code; the lower bits hold the field named here
    PLANET_CARD  # planet
    EVENT_CARD  # event
    PLACE_AT  # cell
    JUMP_TO  # cell
    FLEE_TO  # cell
    FLEE  # to a planet still to be found
    BUY_GOOD  # good
    SELL_GOOD  # good
    DONE
    SELL_PART  # part
    LOSE_PART  # part
    COUNTERATTACK
    IMPROVE  # module

cpdef enum:
    KIND_SHIFT = 24
    FIELD = 0xFFFF
    # A cell of the map is EAST * (x + CENTER) + NORTH * (y + CENTER): never 0.
    CENTER = 128
    NORTH = 1
    EAST = 256

cdef enum:
    ORIGIN = CENTER * (NORTH + EAST)


ctypedef struct TraderState:
    i8 turn  # 0, CHANCE or END
    u8 phase
    u8 drawing
    u8 end
    u8 month  # number, from 1
    u8 paid  # number of payments made
    u8 due  # whether a payment is due at the end of the turn
    u8 vectorium
    u8[MODULES] modules  # levels; for cargo, the number of holds
    u8[GOODS] hold
    u8 debt  # unpaid part of a fine, in vectorium
    i8 ship  # planet where the ship is
    i8 previous  # planet just left, or NONE
    i8 placing  # planet drawn and not yet placed, or NONE
    i8 target  # planet of an emergency jump under way, or NONE
    i8 last  # event card drawn last, or NONE
    i8 enemy  # event card of the enemy in combat, or NONE
    i8[2] face_up  # event cards in play in the order drawn, padded with NONE
    u8 spare  # always 0
    u16 pile  # planets that are not drawn yet
    u16 undrawn  # undrawn event cards, including those set aside unseen
    u16[PLANETS] cell  # cells of planets on the table; 0 for others
    u16 padding  # always 0


ctypedef struct Tables:
    int[PLANETS][GOODS] modifier
    int[PLANETS] distance
    int[PLANETS] law
    int[EVENTS] kind
    int[EVENTS] value
    int[EVENTS][GOODS] buy
    int[EVENTS][GOODS] sell
    int[EVENTS] attack
    int[EVENTS] defense
    int[EVENTS] fine
    int[EVENTS] misjump
    int[MODULES] level  # levels at the start
    int[MODULES] price
    int vectorium  # amount at the start
    int most_vectorium
    int[PAYMENTS] payment
    int[4] salvage  # salvage by the value of a pirate


cdef inline u32 code(int kind, int field) noexcept nogil:
    return <u32> kind << KIND_SHIFT | <u32> field


cdef inline int cargo(const TraderState* s) noexcept nogil:
    """Return the number of goods aboard."""
    return s.hold[0] + s.hold[1] + s.hold[2] + s.hold[3]


cdef inline int cost_by(int card, int planet) noexcept nogil:
    """Return a good's buying price by the figures of a card and a planet; 0 if not for sale."""
    return sale_by(card, planet) if card and planet else 0


cdef inline int sale_by(int card, int planet) noexcept nogil:
    """Return a good's selling price by the figures of a card and a planet."""
    return card + planet if card + planet > 1 else 1


cdef inline int resale_value(int price) noexcept nogil:
    """Return the amount that a module of this price brings when it is sold for a fine."""
    return price // 2


cdef inline int bonus_in(int month) noexcept nogil:
    """Return the bonus to enemies' attack and defense in a month."""
    return month - 1 if month - 1 < MAX_BONUS else MAX_BONUS


cdef inline int buy_price(const Tables* t, const TraderState* s, int good) noexcept nogil:
    """Return a good's buying price here by the last card; 0 if it is not for sale."""
    return cost_by(t.buy[s.last][good], t.modifier[s.ship][good])


cdef inline int sell_price(const Tables* t, const TraderState* s, int good) noexcept nogil:
    """Return a good's selling price here by the last card."""
    return sale_by(t.sell[s.last][good], t.modifier[s.ship][good])


cdef inline int refund(const Tables* t, int part) noexcept nogil:
    """Return the amount that a part of the ship brings when it is sold for a fine."""
    return resale_value(t.price[part if part < CARGO else CARGO])


cdef inline int bonus(const TraderState* s) noexcept nogil:
    """Return the bonus to enemies' attack and defense."""
    return bonus_in(s.month)


cdef inline int attack_of(const Tables* t, const TraderState* s, int card) noexcept nogil:
    """Return the enemy's attack with this card."""
    cdef int modifier = t.attack[card]
    if t.kind[s.enemy] == INVADER:
        modifier *= 2
    return t.value[s.enemy] + modifier + bonus(s)


cdef inline bint hit_by(const Tables* t, const TraderState* s, int card) noexcept nogil:
    """Whether the enemy's attack with this card damages the ship."""
    return attack_of(t, s, card) > s.modules[DEFENSES] + t.defense[card]


cdef inline bint destroyed_by(const Tables* t, const TraderState* s, int card) noexcept nogil:
    """Whether the ship's counterattack with this card destroys the enemy."""
    return (
        s.modules[WEAPONS] + t.attack[card] > t.value[s.enemy] + t.defense[card] + bonus(s))
