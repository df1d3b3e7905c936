"""High card. One hidden card each; in turn each seat is in or out; the highest card in wins.

Rules: README.md. Events: in 0, out 1, then 2 + 9 * seat + card - 1 for a deal.
"""

from libc.string cimport memset

from aicore.core._types cimport i8, u8, u32
from aicore.core.game cimport CHANCE, END, Game
from aicore.core.rng cimport RngState, rng_below

from aicore.core.errors import StateError

cdef enum:
    IN = 0
    OUT = 1
    DEAL = 2  # the first deal's event
    MAX_CARDS = 9
    MAX_SEATS = 3


ctypedef struct HighCardState:
    i8 turn  # a seat, CHANCE or END
    u8[MAX_SEATS] cards  # by seat; 0 before the deal
    u8[MAX_SEATS] choices  # by seat: 1 + its action; 0 before it
    u8 padding


cdef class HighCard(Game):
    """Rules of high card."""

    cdef int deck  # number of cards

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.deck = options["cards"]
        self.state_size = sizeof(HighCardState)
        self.max_actions = 2
        self.max_outcomes = self.deck
        self.low = -1.0
        self.high = 2.0
        self.has_chance = True
        self.has_hidden = True
        self.chance_sources = ("deck",)

    cdef void begin(self, void* state) noexcept nogil:
        (<HighCardState*> state).turn = CHANCE

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        out[0] = IN
        out[1] = OUT
        return 2

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        return rng_below(rng, 2)

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef HighCardState* s = <HighCardState*> state
        if event >= DEAL:
            s.cards[(event - DEAL) // MAX_CARDS] = (event - DEAL) % MAX_CARDS + 1
            s.turn = 0 if s.cards[self.seats - 1] else CHANCE
        else:
            s.choices[s.turn] = event + 1
            s.turn = END if s.turn == self.seats - 1 else s.turn + 1

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const HighCardState* s = <const HighCardState*> state
        cdef int seat = dealt(s)
        cdef int size = 0
        cdef int card
        for card in range(1, self.deck + 1):
            if not held(s, card):
                out[size] = DEAL + MAX_CARDS * seat + card - 1
                chance[size] = 1.0 / (self.deck - seat)
                size += 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const HighCardState* s = <const HighCardState*> state
        cdef int seat = dealt(s)
        cdef int rank = rng_below(rng, self.deck - seat)
        return DEAL + MAX_CARDS * seat + unheld(s, rank) - 1

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const HighCardState* s = <const HighCardState*> state
        cdef int best = 0
        cdef int seat
        for seat in range(self.seats):
            if s.choices[seat] == 1 + IN and s.cards[seat] > best:
                best = s.cards[seat]
        for seat in range(self.seats):
            if s.choices[seat] == 1 + OUT:
                out[seat] = 0.0
            else:
                out[seat] = 2.0 if s.cards[seat] == best else -1.0

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Evaluate as if all seats without a choice were in."""
        cdef HighCardState s = (<const HighCardState*> state)[0]
        cdef int seat
        for seat in range(self.seats):
            s.choices[seat] = s.choices[seat] or 1 + IN
        self.returns(&s, out)

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef const HighCardState* s = <const HighCardState*> state
        return IN if 3 * s.cards[s.turn] > 2 * self.deck else OUT

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        cdef HighCardState* s = <HighCardState*> state
        cdef int other
        cdef int hidden = self.take(s, seat)
        for other in range(self.seats):
            if hidden >> other & 1:
                s.cards[other] = unheld(s, 0)

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        cdef HighCardState* s = <HighCardState*> state
        cdef int other
        cdef int left = self.deck
        cdef int hidden = self.take(s, seat)
        for other in range(self.seats):
            left -= s.cards[other] != 0
        for other in range(self.seats):
            if hidden >> other & 1:
                s.cards[other] = unheld(s, rng_below(rng, left))
                left -= 1

    cdef int take(self, HighCardState* s, int seat) noexcept nogil:
        """Remove the cards that the seat does not see; return their seats as a bit set."""
        cdef int other
        cdef int hidden = 0
        for other in range(self.seats):
            if hidden_from(s, other, seat):
                hidden |= 1 << other
        for other in range(self.seats):
            if hidden >> other & 1:
                s.cards[other] = 0
        return hidden

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        return event >= DEAL and <int> ((event - DEAL) // MAX_CARDS) != seat

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        number[0] = 0
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return (outcome - DEAL) % MAX_CARDS

    cdef str end_reason(self, const void* state):
        return "showdown"

    cdef dict dump(self, const void* state, int seat):
        cdef const HighCardState* s = <const HighCardState*> state
        return {
            "cards": [
                None if seat >= 0 and hidden_from(s, other, seat) else s.cards[other]
                for other in range(self.seats)
            ],
            "choices": [
                self.text(s.choices[other] - 1) for other in range(self.seats) if s.choices[other]
            ],
            "turn": s.turn if s.turn >= 0 else "chance" if s.turn == CHANCE else "end",
        }

    cdef int restore(self, dict fields, void* state) except -1:
        """Restore by replaying the game: a dump that cannot be played is refused."""
        cdef HighCardState* s = <HighCardState*> state
        cards = fields["cards"]
        given = [card for card in cards if card]
        if len(cards) != self.seats or len(set(given)) != len(given):
            raise StateError(f"cards: one for each of {self.seats} seats, no two alike")
        if cards[: len(given)] != given or any(not 1 <= card <= self.deck for card in given):
            raise StateError(f"cards: 1 to {self.deck}, dealt to the first seats first")
        memset(state, 0, sizeof(HighCardState))
        self.begin(state)
        for seat, card in enumerate(given):
            self.apply(state, DEAL + MAX_CARDS * seat + card - 1)
        for text in fields["choices"]:
            event = self.parse(text)
            if s.turn < 0 or event >= DEAL:
                raise StateError(f"choices: {text} is not possible there")
            self.apply(state, event)
        return 0


cdef inline int dealt(const HighCardState* s) noexcept nogil:
    """Return the number of cards dealt, which is also the next seat to be dealt to."""
    return (s.cards[0] != 0) + (s.cards[1] != 0) + (s.cards[2] != 0)


cdef inline bint held(const HighCardState* s, int card) noexcept nogil:
    return s.cards[0] == card or s.cards[1] == card or s.cards[2] == card


cdef inline int unheld(const HighCardState* s, int rank) noexcept nogil:
    """Return the card with `rank` lower cards among those that nobody holds."""
    cdef int card = 1
    while held(s, card) or rank > 0:
        rank -= not held(s, card)
        card += 1
    return card


cdef inline bint hidden_from(const HighCardState* s, int other, int seat) noexcept nogil:
    """Whether `other` has a card that `seat` does not see."""
    if other == seat or s.cards[other] == 0:
        return False
    return s.turn != END or s.choices[other] != 1 + IN


GAME = HighCard
