"""Actions in tokens, counted from the ship's place, and what the seat knows in bytes.

See Arrays in the README.
"""

from aicore.core.marks cimport mark_each
from aicore.games.trader.rules.legal cimport PLACES, step
from aicore.games.trader.rules.state cimport (
    BUY, BUY_GOOD, COUNTERATTACK, DESTROYED_END, DONE, EAST, END_PHASE, EVENTS, FIELD, FLEE,
    FLEE_TO, FOR_JUMP, GOODS, IMPROVE, JUMP_TO, KIND_SHIFT, LOSE_PART, MODULES, NORTH, PARTS,
    PAYMENTS, PLACE_AT, PLANETS, SELL, SELL_GOOD, SELL_PART, buy_price, code, sell_price,
)

from aicore.core.observation import Field

cdef enum:
    WAYS = 4  # places orthogonally next to the ship
    PHASES = END_PHASE + 1
    # Planets lie next to each other, so none is farther from the ship than there are others.
    MIDDLE = PLANETS  # stands for the ship's own column and row
    REACH = 3  # cells of the map to each side of the ship
    SIDE = 2 * REACH + 1
    MAX_PRICE = 40  # two figures of 20
    MAX_DRAWS = 70  # of event cards: 14 in each of five months
    MAX_TURNS = MAX_DRAWS // 2 + 1  # a market and an arrival each; the last may break off


# Tokens.


cdef int fill_tokens(Tokens* w) except -1:
    """Number the actions."""
    cdef int x, y, i, steps
    cdef int token = 0
    for kind, size in ((PLACE_AT, PLACES), (JUMP_TO, WAYS), (FLEE_TO, WAYS)):
        w.first[<int> kind] = token
        for i in range(size):
            w.code[token] = code(kind, 0)
            w.way[token] = <u16> step(i)
            token += 1
    for kind, size in (
        (FLEE, 1), (COUNTERATTACK, 1), (BUY_GOOD, GOODS), (SELL_GOOD, GOODS), (DONE, 1),
        (IMPROVE, MODULES), (SELL_PART, PARTS), (LOSE_PART, PARTS),
    ):
        w.first[<int> kind] = token
        for i in range(size):
            w.code[token] = code(kind, i)
            token += 1
    for steps in range(1, MAX_STEPS + 1):
        for x in range(-OFF, OFF + 1):
            for y in range(-OFF, OFF + 1):
                if max(abs(x) - 1, 0) + max(abs(y) - 1, 0) == steps:
                    w.code[token] = code(PLACE_AT, 0)
                    w.way[token] = <u16> (EAST * x + NORTH * y)
                    w.place[square(x, y)] = token
                    token += 1
    for i in range(PLACES):
        for x in range(-1, 2):
            for y in range(-1, 2):
                if EAST * x + NORTH * y == step(i):
                    w.place[square(x, y)] = i
    if token != TOKENS:
        raise ValueError(f"trader: {token} tokens, {TOKENS} declared")
    return 0


cdef inline int square(int x, int y) noexcept nogil:
    """The place in its table of a cell so far east and north of the ship."""
    return (x + OFF) * SQUARE + y + OFF


cdef inline int east(int cell) noexcept nogil:
    return cell // EAST


cdef inline int north(int cell) noexcept nogil:
    return cell % EAST


cdef int token_of(const Tokens* w, const TraderState* s, u32 action) noexcept nogil:
    """The token of a legal action."""
    cdef int kind = action >> KIND_SHIFT
    cdef int field = action & FIELD
    cdef int here, place
    if kind != PLACE_AT and kind != JUMP_TO and kind != FLEE_TO:
        return w.first[kind] + field
    here = s.cell[s.ship]
    place = w.place[square(east(field) - east(here), north(field) - north(here))]
    return place + w.first[kind]


cdef u32 action_of(const Tokens* w, const TraderState* s, int token) noexcept nogil:
    """The action that a token says where the ship is."""
    if w.way[token] == 0:
        return w.code[token]
    return w.code[token] | (s.cell[s.ship] + w.way[token] & FIELD)


cdef int most_actions(const Tables* t) except -1:
    """More actions than a game can have.

    A turn: a planet placed, goods bought for at most all the vectorium and sold again, `done` with
    each, a jump, an upgrade. An event card: damage, an answer to it, a planet placed to flee to.
    And no part of the ship goes for a fine twice.
    """
    cdef int parts = MAX_TURNS
    cdef int i
    for i in range(MODULES):
        parts += t.level[i]
    return MAX_TURNS * (2 * t.most_vectorium + 5) + 3 * MAX_DRAWS + parts


# Observations.


cdef tuple fields_of(const Tables* t):
    """What an observation holds."""
    return (
        Field("payment", (1,), 1),
        Field("reshuffle", (1,), 1),
        Field("phase", (PHASES,), 1),
        Field("drawing", (FOR_JUMP,), 1),
        Field("end", (DESTROYED_END,), 1),
        Field("month", (1,), PAYMENTS + 1),
        Field("paid", (1,), PAYMENTS),
        Field("due", (1,), 1),
        Field("vectorium", (1,), t.most_vectorium),
        Field("debt", (1,), 255),
        Field("modules", (MODULES,), 255),
        Field("hold", (GOODS,), 255),
        Field("prices", (GOODS,), MAX_PRICE),
        Field("undrawn events", (EVENTS,), 1),
        Field("last event", (EVENTS,), 1),
        Field("enemy", (EVENTS,), 1),
        Field("face up", (2, EVENTS), 1),
        Field("pile", (PLANETS,), 1),
        Field("placing", (PLANETS,), 1),
        Field("previous", (PLANETS,), 1),
        Field("target", (PLANETS,), 1),
        Field("planets", (PLANETS, 2), 2 * MIDDLE - 1),
        Field("map", (PLANETS, SIDE, SIDE), 1),
    )


cdef void observe_seat(
    const Tables* t, const TraderState* s, bint turn_end, bint reshuffle_all, u8* out
) noexcept nogil:
    """Write what the seat knows into zeroed memory."""
    cdef int i
    out[0] = turn_end
    out[1] = reshuffle_all
    out += 2
    out[s.phase] = 1
    out += PHASES
    mark_from_one(s.drawing, out)
    out += FOR_JUMP
    mark_from_one(s.end, out)
    out += DESTROYED_END
    out[0] = s.month
    out[1] = s.paid
    out[2] = s.due
    out[3] = s.vectorium
    out[4] = s.debt
    out += 5
    for i in range(MODULES):
        out[i] = s.modules[i]
    out += MODULES
    for i in range(GOODS):
        out[i] = s.hold[i]
        if s.phase == BUY:
            out[GOODS + i] = buy_price(t, s, i)
        elif s.phase == SELL:
            out[GOODS + i] = sell_price(t, s, i)
    observe_cards(s, out + 2 * GOODS)


cdef inline void observe_cards(const TraderState* s, u8* out) noexcept nogil:
    """The event cards, then the planets."""
    mark_each(s.undrawn, out)
    out += EVENTS
    mark_from_one(s.last + 1, out)
    mark_from_one(s.enemy + 1, out + EVENTS)
    mark_from_one(s.face_up[0] + 1, out + 2 * EVENTS)
    mark_from_one(s.face_up[1] + 1, out + 3 * EVENTS)
    out += 4 * EVENTS
    mark_each(s.pile, out)
    out += PLANETS
    mark_from_one(s.placing + 1, out)
    mark_from_one(s.previous + 1, out + PLANETS)
    mark_from_one(s.target + 1, out + 2 * PLANETS)
    observe_map(s, out + 3 * PLANETS, out + 5 * PLANETS)


cdef inline void observe_map(const TraderState* s, u8* off, u8* near) noexcept nogil:
    """Where the planets are, from the ship: as figures, and those near it on a map for each."""
    cdef int here = s.cell[s.ship]
    cdef int planet, x, y
    for planet in range(PLANETS):
        if s.cell[planet]:
            x = east(s.cell[planet]) - east(here)
            y = north(s.cell[planet]) - north(here)
            off[2 * planet] = MIDDLE + x
            off[2 * planet + 1] = MIDDLE + y
            if -REACH <= x <= REACH and -REACH <= y <= REACH:
                near[SIDE * SIDE * planet + SIDE * (REACH + x) + REACH + y] = 1


cdef inline void mark_from_one(int number, u8* out) noexcept nogil:
    """Mark a number; 0 stands for none."""
    if number:
        out[number - 1] = 1
