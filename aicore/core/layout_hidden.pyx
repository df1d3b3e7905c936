"""New draws of the information that a layout hides from one seat.

Everything that the seat sees or remembers stays. Other values are drawn uniformly. The other cards
of each deck are collected and dealt again.
"""

from libc.string cimport memset

from aicore.core._types cimport i64, u32
from aicore.core.cells cimport read, write
from aicore.core.layout_place cimport Place, sees, within
from aicore.core.rng cimport RngState, rng_below

cdef enum:
    MAX_DEALS = 200  # maximum number of attempts to deal so that nobody holds a barred card


ctypedef struct Holder:  # a hand or pile that a seat does not see
    const Place* place
    char* row  # the owner's numbers in the state
    int owner
    int held  # number of cards to deal to the holder
    int room  # number of these cards that the current attempt has not dealt yet


cdef void redraw_hidden(
    const Place* places, int number, int decks, void* state, int seat, RngState* rng
) noexcept nogil:
    """Replace the values hidden from a seat by random ones, or by fixed ones if `rng` is NULL.

    Private fields of other seats become zero.

    Args:
        places: the `number` fields of the layout.
        decks: number of decks.
        state: the state, which is changed.
        seat: the seat, whose own values stay.
    """
    cdef int i, deck, owner
    cdef const Place* place
    for i in range(number):
        place = &places[i]
        for owner in range(place.owners if place.private else 0):
            if owner != seat:
                memset(
                    <char*> state + place.offset + owner * place.step, 0,
                    place.count * place.cell.width)
    for i in range(number):
        if places[i].hidden and places[i].deck < 0 and not places[i].cards:
            redraw(places, <char*> state, seat, &places[i], rng)
    for deck in range(decks):
        redraw_values(places, number, <char*> state, seat, deck, rng)
        redraw_cards(places, number, <char*> state, seat, deck, rng)


cdef inline void redraw(
    const Place* places, char* state, int seat, const Place* place, RngState* rng
) noexcept nogil:
    """Redraw hidden values that belong to no deck, each uniformly.

    A value equal to the start value is visible and stays, as does a remembered value. No other
    value becomes equal to the start value.
    """
    cdef int owner, k
    cdef char* where
    cdef i64 value
    for owner in range(max(place.owners, 1)):
        where = state + place.offset + owner * place.step
        for k in range(place.count):
            if (
                not sees(place, seat, owner if place.owners else -1)
                and read(where, &place.cell) != place.start
                and not recalled(places, state, place, seat, owner * place.count + k)
            ):
                value = place.cell.low
                if rng != NULL:
                    value += rng_below(rng, <u32> (place.cell.high - place.cell.low))
                if value >= place.start:
                    value += 1
                write(where, &place.cell, value)
            where += place.cell.width


cdef inline void redraw_values(
    const Place* places, int number, char* state, int seat, int deck, RngState* rng
) noexcept nogil:
    """Redraw the hidden values of one deck from the cards that the seat does not see."""
    cdef i64[MAX_CARDS] pool
    cdef int size = 0
    cdef int _, round, i, k, owner, index
    cdef const Place* place
    cdef const Place* first = NULL
    cdef char* where
    cdef i64 value
    for i in range(number):
        place = &places[i]
        if place.deck == deck and not place.cards and place.hidden:
            first = place
            break
    if first == NULL:
        return
    # The pool is the deck without the start value, in ascending order. The first round takes
    # out the cards that the seat sees; the second round deals the others.
    for value in range(first.cell.low, first.cell.high + 1):
        for _ in range(first.amounts[value - first.cell.low]):
            if value != first.start and size < MAX_CARDS:
                pool[size] = value
                size += 1
    for round in range(2):
        for i in range(number):
            place = &places[i]
            if place.deck != deck or place.cards:
                continue
            for owner in range(max(place.owners, 1)):
                where = state + place.offset + owner * place.step
                for k in range(place.count):
                    value = read(where, &place.cell)
                    if value != place.start:
                        if sees(place, seat, owner if place.owners else -1) or (
                                recalled(places, state, place, seat, owner * place.count + k)):
                            if round == 0:
                                size = remove_value(pool, size, value)
                        elif round == 1 and size:
                            index = <int> rng_below(rng, size) if rng != NULL else 0
                            value = pool[index]
                            write(where, &place.cell, within(place, value))
                            size = remove_value(pool, size, value)
                    where += place.cell.width


cdef bint collected(const Place* place, int deck) noexcept nogil:
    """Whether a field's hidden cards are dealt again with those of a deck."""
    return place.deck == deck and place.cards and place.hidden


cdef int unseen(
    const Place* places, int number, const char* state, int seat, int deck, int kind
) noexcept nogil:
    """Return how many cards of a kind are hidden from a seat and not remembered.

    The number does not depend on their holders, so the seat may know it.
    """
    cdef int found = 0
    cdef int i, owner
    cdef const Place* place
    cdef const char* where
    cdef i64 kept
    for i in range(number):
        place = &places[i]
        if not collected(place, deck) or kind >= place.count:
            continue
        for owner in range(max(place.owners, 1)):
            if not sees(place, seat, owner if place.owners else -1):
                where = state + place.offset + owner * place.step + kind * place.cell.width
                kept = recalled(places, state, place, seat, owner * place.count + kind)
                found += <int> max(0, read(where, &place.cell) - kept)
    return found


cdef inline void redraw_cards(
    const Place* places, int number, char* state, int seat, int deck, RngState* rng
) noexcept nogil:
    """Collect the cards of one deck that the seat does not see, and deal them again."""
    cdef i64[MAX_CARDS] pool
    cdef int size = 0
    cdef int _, i, kind
    cdef int kinds = 0
    for i in range(number):
        if collected(&places[i], deck):
            kinds = max(kinds, places[i].count)
    # The pool is in ascending order, so it does not depend on the seats that hold the cards.
    for kind in range(kinds):
        for _ in range(unseen(places, number, state, seat, deck, kind)):
            if size < MAX_CARDS:
                pool[size] = kind
                size += 1
    deal(places, number, state, seat, deck, pool, size, rng)


cdef inline i64 recalled(
    const Place* places, const char* state, const Place* place, int seat, int entry
) noexcept nogil:
    """Return the number of cards that a seat remembers at a hidden entry; for a value, 1 or 0.

    The index `entry` counts the numbers of all owners, one owner after the other.
    """
    cdef const Place* known
    cdef const char* where
    if place.known < 0 or seat < 0:
        return 0
    known = &places[place.known]
    where = state + known.offset + seat * known.step + entry * known.cell.width
    return read(where, &known.cell)


cdef inline bint bars(
    const Place* places, const char* state, const Place* place, int owner, i64 kind
) noexcept nogil:
    """Whether an owner cannot hold cards of a kind.

    The field `barred` may have one entry for several adjacent kinds, such as one for each suit.
    """
    cdef const Place* barred
    cdef i64 entry
    if place.barred < 0:
        return False
    barred = &places[place.barred]
    entry = kind * barred.count // place.count
    return read(
        state + barred.offset + owner * barred.step + entry * barred.cell.width, &barred.cell
    ) != barred.start


cdef void deal(
    const Place* places, int number, char* state, int seat, int deck, i64* pool, int size,
    RngState* rng,
) noexcept nogil:
    """Deal a pool of cards to all hands and piles of a deck that a seat does not see.

    First deal the cards that only a few holders can take. A holder's chance to get a card is in
    proportion to its room. If no holder with room can take a card, begin the deal again. After
    MAX_DEALS attempts, or if `rng` is NULL, ignore what owners cannot hold.
    """
    cdef Holder[MAX_HOLDERS] holder
    cdef int[MAX_CARDS] takers  # for each card, the number of holders that can take it
    cdef int[MAX_CARDS] owners  # for each card, the index of the holder that gets it
    cdef int holders = 0
    cdef int i, k, n, owner, attempt, room, left, other
    cdef bint barred = False
    cdef const Place* place
    cdef char* row
    cdef i64 held, kept
    for i in range(number):
        place = &places[i]
        if not collected(place, deck):
            continue
        for owner in range(max(place.owners, 1)):
            if holders == MAX_HOLDERS or sees(place, seat, owner if place.owners else -1):
                continue
            row = state + place.offset + owner * place.step
            held = 0
            for k in range(place.count):
                kept = recalled(places, state, place, seat, owner * place.count + k)
                held += read(row + k * place.cell.width, &place.cell) - kept
                write(row + k * place.cell.width, &place.cell, kept)
            holder[holders] = Holder(place, row, owner, <int> held, <int> held)
            barred = barred or place.barred >= 0
            holders += 1
    if not barred or rng == NULL:
        for n in range(holders):
            for _ in range(min(holder[n].held, size)):
                i = <int> rng_below(rng, size) if rng != NULL else 0
                give(&holder[n], pool[i])
                size = remove_at(pool, size, i)
        return
    for i in range(size - 1, 0, -1):
        other = <int> rng_below(rng, i + 1)
        pool[i], pool[other] = pool[other], pool[i]
    for i in range(size):
        takers[i] = 0
        for n in range(holders):
            takers[i] += not bars(places, state, holder[n].place, holder[n].owner, pool[i])
    for attempt in range(MAX_DEALS):
        for n in range(holders):
            holder[n].room = holder[n].held
        if attempt:
            for i in range(size - 1, 0, -1):
                other = <int> rng_below(rng, i + 1)
                pool[i], pool[other] = pool[other], pool[i]
                takers[i], takers[other] = takers[other], takers[i]
        # Cards with k possible holders; the last round includes cards that nobody can hold.
        for k in range(1, holders + 1):
            for i in range(size):
                if takers[i] != k and (k < holders or takers[i]):
                    continue
                room = 0
                for n in range(holders):
                    if takers[i] == 0 or not bars(
                            places, state, holder[n].place, holder[n].owner, pool[i]):
                        room += holder[n].room
                if room == 0:
                    break
                left = <int> rng_below(rng, room)
                for n in range(holders):
                    if takers[i] == 0 or not bars(
                            places, state, holder[n].place, holder[n].owner, pool[i]):
                        if left < holder[n].room:
                            holder[n].room -= 1
                            owners[i] = n
                            break
                        left -= holder[n].room
            else:
                continue
            break
        else:
            for i in range(size):
                give(&holder[owners[i]], pool[i])
            return
    for n in range(holders):
        for _ in range(min(holder[n].held, size)):
            size -= 1
            give(&holder[n], pool[size])


cdef inline void give(const Holder* holder, i64 kind) noexcept nogil:
    """Add a card to a hand or pile."""
    cdef const Place* place = holder.place
    cdef char* where = holder.row + kind * place.cell.width
    if kind < place.count:
        write(where, &place.cell, within(place, read(where, &place.cell) + 1))


cdef inline int remove_value(i64* pool, int size, i64 value) noexcept nogil:
    """Remove one card of a value from a pool and keep its order. Return the new size."""
    cdef int i
    for i in range(size):
        if pool[i] == value:
            return remove_at(pool, size, i)
    return size


cdef inline int remove_at(i64* pool, int size, int index) noexcept nogil:
    """Remove the card at an index from a pool and keep its order. Return the new size."""
    cdef int i
    for i in range(index, size - 1):
        pool[i] = pool[i + 1]
    return size - 1
