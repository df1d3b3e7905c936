"""What a seat of a plain game does not see, redrawn; and what it sees, in bytes.

All of it follows from how the fields are declared, so no Python code is asked.
"""

from libc.stdlib cimport calloc, free

from aicore.core.rng cimport rng_below
from aicore.plain.state cimport read, write

from aicore.core.observation import Field

cdef enum:
    BYTE_SPAN = 254  # greatest difference of two values that one byte tells, besides "hidden"


cdef inline bint sees(const Part* part, int seat, int owner) noexcept nogil:
    """Whether a seat sees the values of an owner; -1: of nobody's."""
    return not part.hidden or (owner >= 0 and owner == seat)


cdef inline i32 span(const Part* part) noexcept nogil:
    return part.cell.high - part.cell.low


cdef inline i32 within(const Part* part, i32 value) noexcept nogil:
    """The value; bytes from elsewhere may hold one beyond the range."""
    return min(max(value, part.cell.low), part.cell.high)


cdef class Parts:
    """The fields of a game, for C code.

    Args:
        layout: the `aicore.plain.fields.Layout`.
        seats: how many there are.
    """

    def __cinit__(self, layout, int seats):
        cdef int i = 0
        decks = {}
        self.number = len(layout.parts)
        self.seats = seats
        self.part = <Part*> calloc(self.number + 1, sizeof(Part))
        if self.part == NULL:
            raise MemoryError
        fields = [Field("own seat", (seats,), 1), Field("to move", (seats,), 1)]
        for one in layout.parts:
            kind = one.field
            part = &self.part[i]
            part.cell.width = kind.width
            part.cell.low = kind.low
            part.cell.high = kind.high
            part.offset = one.offset
            part.owners = seats if kind.seats else 0
            part.count = one.count // (seats if kind.seats else 1)
            part.start = kind.start
            part.hidden = kind.hidden
            part.cards = kind.cards
            part.deck = -1
            part.copies = kind.copies
            if kind.deck:
                part.deck = decks.setdefault((kind.deck, kind.cards), len(decks))
            wide = kind.high - kind.low > BYTE_SPAN
            shape = one.shape + ((4,) if wide else ())
            high = 255 if wide else kind.high - kind.low + bool(kind.hidden)
            fields.append(Field(one.name, shape or (1,), high))
            if kind.cards and kind.hidden:
                fields.append(Field(f"{one.name}, how many", (seats if kind.seats else 1,), 255))
            i += 1
        self.decks = len(decks)
        self.fields = tuple(fields)
        self.size = sum([field.size for field in fields])

    def __dealloc__(self):
        free(self.part)

    cdef bint hides(self) noexcept nogil:
        """Whether there are fields that not every seat sees."""
        cdef int i
        for i in range(self.number):
            if self.part[i].hidden:
                return True
        return False

    cdef void rearrange(self, char* state, int seat, RngState* rng) noexcept nogil:
        """Put other values where `seat` does not see: drawn from `rng`; NULL: always the same."""
        cdef int i, deck
        for i in range(self.number):
            if self.part[i].hidden and self.part[i].deck < 0 and not self.part[i].cards:
                self._redraw(state, seat, &self.part[i], rng)
        for deck in range(self.decks):
            self._redraw_values(state, seat, deck, rng)
            self._redraw_cards(state, seat, deck, rng)

    cdef void _redraw(self, char* state, int seat, Part* part, RngState* rng) noexcept nogil:
        """Values that have nothing to do with each other: each as likely as the next."""
        cdef int owner, _
        cdef char* place = state + part.offset
        cdef i32 value
        for owner in range(max(part.owners, 1)):
            for _ in range(part.count):
                if (
                    not sees(part, seat, owner if part.owners else -1)
                    and read(place, &part.cell) != part.start
                ):
                    value = part.cell.low
                    if rng != NULL:
                        value += <i32> rng_below(rng, span(part))
                    if value >= part.start:
                        value += 1
                    write(place, &part.cell, value)
                place += part.cell.width

    cdef void _redraw_values(
        self, char* state, int seat, int deck, RngState* rng
    ) noexcept nogil:
        """Hidden values of one deck: cards that the seat does not see, without putting back."""
        cdef i32[MAX_CARDS] pool
        cdef int size = 0
        cdef int _, round, i, owner, place_in_pool
        cdef Part* part
        cdef Part* first = NULL
        cdef char* place
        cdef i32 value
        for i in range(self.number):
            part = &self.part[i]
            if part.deck == deck and not part.cards and part.hidden:
                first = part
                break
        if first == NULL:
            return
        # The deck, ascending, the start value left out; then less what is seen.
        for value in range(first.cell.low, first.cell.high + 1):
            for _ in range(first.copies):
                if value != first.start and size < MAX_CARDS:
                    pool[size] = value
                    size += 1
        for round in range(2):
            for i in range(self.number):
                part = &self.part[i]
                if part.deck != deck or part.cards:
                    continue
                place = state + part.offset
                for owner in range(max(part.owners, 1)):
                    for _ in range(part.count):
                        value = read(place, &part.cell)
                        if value != part.start:
                            if sees(part, seat, owner if part.owners else -1):
                                if round == 0:
                                    size = without(pool, size, value)
                            elif round == 1 and size:
                                place_in_pool = <int> rng_below(rng, size) if rng != NULL else 0
                                value = pool[place_in_pool]
                                write(place, &part.cell, within(part, value))
                                size = without(pool, size, value)
                        place += part.cell.width

    cdef void _redraw_cards(self, char* state, int seat, int deck, RngState* rng) noexcept nogil:
        """Hidden counts of one deck: all cards that the seat does not see, dealt again."""
        cdef i32[MAX_CARDS] pool
        cdef int size = 0
        cdef int _, i, owner, k, held, chosen
        cdef Part* part
        cdef char* place
        cdef char* row
        cdef i32 kinds = 0
        cdef i32 kind
        for i in range(self.number):
            part = &self.part[i]
            if part.deck == deck and part.cards and part.hidden:
                kinds = max(kinds, part.count)
        # Ascending, whoever holds them.
        for kind in range(kinds):
            for i in range(self.number):
                part = &self.part[i]
                if part.deck != deck or not (part.cards and part.hidden) or kind >= part.count:
                    continue
                for owner in range(max(part.owners, 1)):
                    if sees(part, seat, owner if part.owners else -1):
                        continue
                    place = state + part.offset + (owner * part.count + kind) * part.cell.width
                    for _ in range(read(place, &part.cell)):
                        if size < MAX_CARDS:
                            pool[size] = kind
                            size += 1
        for i in range(self.number):
            part = &self.part[i]
            if part.deck != deck or not (part.cards and part.hidden):
                continue
            for owner in range(max(part.owners, 1)):
                if sees(part, seat, owner if part.owners else -1):
                    continue
                row = state + part.offset + owner * part.count * part.cell.width
                held = 0
                for k in range(part.count):
                    held += read(row + k * part.cell.width, &part.cell)
                    write(row + k * part.cell.width, &part.cell, 0)
                for _ in range(min(held, size)):
                    chosen = <int> rng_below(rng, size) if rng != NULL else 0
                    kind = pool[chosen]
                    if kind < part.count:
                        place = row + kind * part.cell.width
                        write(place, &part.cell, within(part, read(place, &part.cell) + 1))
                    size = without_place(pool, size, chosen)

    cdef void observe(self, char* state, int seat, u8* out) noexcept nogil:
        """Write what a seat knows; `state` is concealed from it. Seats come in turn from it on."""
        cdef int _, i, owner, whose, k
        cdef int turn = <int> (<i8*> state)[0]
        cdef Part* part
        cdef char* place
        cdef i32 value
        cdef i32 code
        out[seat] = 1
        if turn >= 0:
            out[self.seats + (turn - seat + self.seats) % self.seats] = 1
        out += 2 * self.seats
        for i in range(self.number):
            part = &self.part[i]
            for owner in range(max(part.owners, 1)):
                whose = (seat + owner) % part.owners if part.owners else 0
                place = state + part.offset + whose * part.count * part.cell.width
                for _ in range(part.count):
                    value = within(part, read(place, &part.cell))
                    code = value - part.cell.low
                    if part.hidden:
                        code = code + 1
                        if not sees(part, seat, whose if part.owners else -1) and (
                            part.cards or value != part.start
                        ):
                            code = 0
                    if span(part) > BYTE_SPAN:
                        out[0] = code & 255
                        out[1] = code >> 8 & 255
                        out[2] = code >> 16 & 255
                        out[3] = code >> 24 & 255
                        out += 4
                    else:
                        out[0] = <u8> code
                        out += 1
                    place += part.cell.width
            if part.hidden and part.cards:
                for owner in range(max(part.owners, 1)):
                    whose = (seat + owner) % part.owners if part.owners else 0
                    place = state + part.offset + whose * part.count * part.cell.width
                    code = 0
                    for k in range(part.count):
                        code += read(place + k * part.cell.width, &part.cell)
                    out[0] = <u8> min(max(code, 0), 255)
                    out += 1


cdef inline int without(i32* pool, int size, i32 value) noexcept nogil:
    """Take one card of a value out of a pool, which stays in order. Returns how many are left."""
    cdef int i
    for i in range(size):
        if pool[i] == value:
            return without_place(pool, size, i)
    return size


cdef inline int without_place(i32* pool, int size, int place) noexcept nogil:
    cdef int i
    for i in range(place, size - 1):
        pool[i] = pool[i + 1]
    return size - 1
