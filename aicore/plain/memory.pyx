"""Memory of the seats: the content of hidden fields that they saw come or leave."""

from libc.string cimport memcmp

from aicore.core.cells cimport read, write
from aicore.core.game cimport Head
from aicore.core.layout cimport Layout
from aicore.core.layout_place cimport Place
from aicore.plain.state cimport Struct


cdef int notice(
    Layout layout, int seats, const char* before, Struct state, tuple facts
) except -1:
    """Update what seats remember of hidden fields after an event.

    Args:
        seats: number of seats.
        before: the state before the event.
        facts: the event's form, and its arguments.
    """
    cdef const Place* place
    cdef const Place* known
    cdef const char* then
    cdef const char* now
    cdef char* where
    cdef int i, owner, k, entry, seat, saw, unseen
    cdef long long old, new, kept
    cdef int actor = (<const Head*> before).turn
    for i in range(layout.number):
        place = &layout.place[i]
        if place.known < 0:
            continue
        known = &layout.place[place.known]
        kind = layout.parts[i].kind
        for owner in range(max(place.owners, 1)):
            then = before + place.offset + owner * place.step
            now = state.data + place.offset + owner * place.step
            if memcmp(then, now, place.count * place.cell.width) == 0:
                continue
            # A seat that does not see which card leaves can no longer rely on the cards it knew.
            unseen = 0
            for k in range(place.count if place.cards else 0):
                if read(now + k * place.cell.width, &place.cell) < read(
                        then + k * place.cell.width, &place.cell):
                    word = k if kind.keys is None else kind.keys[k]
                    unseen |= ~witnesses(
                        layout, seats, before, state.data, i, owner, word, actor, facts, True)
            for k in range(place.count):
                for seat in range(seats):
                    if unseen >> seat & 1 and not (place.owners and seat == owner):
                        write(
                            state.data + known.offset + seat * known.step + (
                                owner * place.count + k) * known.cell.width, &known.cell, 0)
            for k in range(place.count):
                old = read(then + k * place.cell.width, &place.cell)
                new = read(now + k * place.cell.width, &place.cell)
                if old == new:
                    continue
                entry = owner * place.count + k
                saw = 0
                if new > old if place.cards else new != place.start:
                    word = (
                        k if kind.keys is None else kind.keys[k]) if place.cards else (
                        new if kind.names is None else kind.names[new - place.cell.low])
                    saw = witnesses(
                        layout, seats, before, state.data, i, owner, word, actor, facts, False)
                for seat in range(seats):
                    if place.owners and seat == owner:  # an owner sees its own
                        continue
                    where = state.data + known.offset + seat * known.step + (
                        entry * known.cell.width)
                    kept = read(where, &known.cell)
                    if place.cards:
                        if new < old:
                            kept = max(0, kept - (old - new))
                        elif saw >> seat & 1:
                            kept += new - old
                    else:
                        kept = saw >> seat & 1
                    write(where, &known.cell, kept)
    return 0


cdef int witnesses(
    Layout layout, int seats, const char* before, const char* after, int field, int owner, word,
    int actor, tuple facts, bint leaves
) except? -1:
    """Return the seats, as bits, that saw which card or value came to, or left, a hidden place.

    These seats read its name in the event, or see the other place of the same deck: the place
    that it left or came to.
    """
    cdef const Place* place = &layout.place[field]
    cdef const Place* other
    cdef int everybody = (1 << seats) - 1
    cdef int found = 0
    cdef int i, whose, k
    cdef long long old, new
    cdef const char* where
    form, args = facts
    # Numbers among the arguments may be seats, so only the last argument can be a value.
    if word in (args if isinstance(word, str) else args[len(args) - 1:]):
        if form.seen_by == "nobody":
            pass
        elif form.seen_by:
            for blank, value in zip(form.blanks, args):
                if blank.name == form.seen_by:
                    found |= 1 << <int> value
        elif form.secret:
            found |= 1 << actor
        else:
            return everybody
    for i in range(layout.number):
        other = &layout.place[i]
        if other.deck != place.deck or place.deck < 0:
            continue
        for whose in range(max(other.owners, 1)):
            if other.hidden and not other.owners or i == field and whose == owner:
                continue
            for k in range(other.count):
                where = before + other.offset + whose * other.step + k * other.cell.width
                old = read(where, &other.cell)
                new = read(after + (where - before), &other.cell)
                if old == new or other.cards and (new < old if leaves else new > old):
                    continue
                kind = layout.parts[i].kind
                if not leaves:
                    new = old
                name = (k if kind.keys is None else kind.keys[k]) if other.cards else (
                    new if kind.names is None else kind.names[new - other.cell.low])
                if name == word:
                    found |= 1 << whose if other.hidden else everybody
    return found
