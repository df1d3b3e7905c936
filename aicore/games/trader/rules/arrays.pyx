"""Actions as tokens, counted from the ship's place, and the seat's observation in bytes.

See Arrays in the README.
"""

from aicore.games.trader.rules.legal cimport PLACES, step
from aicore.games.trader.rules.state cimport (
    BUY, BUY_GOOD, COUNTERATTACK, DONE, EAST, FIELD, FLEE,
    FLEE_TO, GOODS, IMPROVE, JUMP_TO, KIND_SHIFT, LOSE_PART, MODULES, NORTH, PARTS,
    PLACE_AT, PLANETS, SELL, SELL_GOOD, SELL_PART, buy_price, code, sell_price,
)

from aicore.core.observation import Field

cdef enum:
    WAYS = 4  # number of places orthogonally next to the ship
    # Planets are placed next to each other, so no distance exceeds the number of other planets.
    MIDDLE = PLANETS  # stands for the ship's own column and row
    REACH = 3  # number of cells of the map on each side of the ship
    SIDE = 2 * REACH + 1
    MAX_DRAWS = 70  # maximum number of event cards drawn: 14 in each of five months
    MAX_TURNS = MAX_DRAWS // 2 + 1  # each has a market and an arrival; the last may break off


# Tokens.


cdef int fill_tokens(Tokens* w) except -1:
    """Fill in the tokens of all actions."""
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
        raise ValueError(f"trader: there are {token} tokens, but TOKENS is {TOKENS}")
    return 0


cdef inline int square(int x, int y) noexcept nogil:
    """Return the table index of a cell x east and y north of the ship."""
    return (x + OFF) * SQUARE + y + OFF


cdef inline int east(int cell) noexcept nogil:
    return cell // EAST


cdef inline int north(int cell) noexcept nogil:
    return cell % EAST


cdef int token_of(const Tokens* w, const TraderState* s, u32 action) noexcept nogil:
    """Return the token of a legal action."""
    cdef int kind = action >> KIND_SHIFT
    cdef int field = action & FIELD
    cdef int here, place
    if kind != PLACE_AT and kind != JUMP_TO and kind != FLEE_TO:
        return w.first[kind] + field
    here = s.cell[s.ship]
    place = w.place[square(east(field) - east(here), north(field) - north(here))]
    return place + w.first[kind]


cdef u32 action_of(const Tokens* w, const TraderState* s, int token) noexcept nogil:
    """Return the action of a token, given the ship's position."""
    if w.way[token] == 0:
        return w.code[token]
    return w.code[token] | (s.cell[s.ship] + w.way[token] & FIELD)


cdef int most_actions(const Tables* t) except -1:
    """Return an upper bound on the actions in a game.

    Each turn has at most a placed planet, goods bought for all the vectorium and sold again, `done`
    after both, a jump and an upgrade. Each event card has at most damage, an answer to it, and a
    planet placed to flee to. No part of the ship is sold twice.
    """
    cdef int parts = MAX_TURNS
    cdef int i
    for i in range(MODULES):
        parts += t.level[i]
    return MAX_TURNS * (2 * t.most_vectorium + 5) + 3 * MAX_DRAWS + parts


# Observations.


MAP = (
    Field("planets", (PLANETS, 2), 2 * MIDDLE - 1),
    Field("map", (PLANETS, SIDE, SIDE), 1, "flag", axes=(SIDE, SIDE)),
)


cdef void observe_rest(
    const Tables* t, const TraderState* s, const Places* at, u8* out
) noexcept nogil:
    """Write the fields that the layout leaves out: prices, and the map around the ship."""
    cdef int i
    for i in range(GOODS):
        if s.phase == BUY:
            out[at.prices + i] = buy_price(t, s, i)
        elif s.phase == SELL:
            out[at.prices + i] = sell_price(t, s, i)
    observe_map(s, out + at.planets, out + at.map)


cdef inline void observe_map(const TraderState* s, u8* off, u8* near) noexcept nogil:
    """Write each planet's offset from the ship, and a map of the cells near the ship."""
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
