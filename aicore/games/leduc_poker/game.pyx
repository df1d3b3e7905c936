"""Leduc poker: six cards, two seats, two rounds of betting around one public card.

The rules are in README.md. A card is 2 * rank + suit. Events: check 0, bet 1, call 2, fold 3,
raise 4, then 5 + card for a deal to seat 0, 11 + card for seat 1, 17 + card for the public card.
"""

from libc.string cimport memcpy

from aicore.core._types cimport i8, u8, u32, u64
from aicore.core.bits cimport bit, count, fold_bytes, mix, select
from aicore.core.game cimport CHANCE, END, Game, State
from aicore.core.rng cimport RngState, rng_below

from aicore.core.errors import AicoreError, StateError
from aicore.core.observation import Field

cpdef enum:
    CHECK = 0
    BET = 1
    CALL = 2
    FOLD = 3
    RAISE = 4
    DEAL = 5  # lowest code of deals
    PUBLIC = 17  # lowest code of public cards

cdef enum:
    CARDS = 6
    ROUNDS = 2
    MAX_BETS = 2  # maximum number of bets and raises in a round
    MAX_ACTIONS = 4  # maximum number of actions in a round: check, bet, raise, call


ctypedef struct LeducState:
    i8 turn  # 0, 1, CHANCE or END
    u8[2] cards  # by seat: card + 1; 0 before the deal
    u8 public  # card + 1; 0 before it is shown
    u8[2] chips  # number put in, by seat
    u8 bets  # number of bets and raises in the current round
    u8 round  # 0 or 1
    u8[2] length  # number of actions so far, by round
    u8[ROUNDS][MAX_ACTIONS] betting  # actions; part of the state because they hint at the cards
    u8[6] padding


cdef class LeducPoker(Game):
    """Rules of Leduc poker."""

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(LeducState)
        self.max_actions = 3
        self.max_outcomes = CARDS
        self.low = -13.0  # the ante, two bets of 2, two bets of 4
        self.high = 13.0
        self.has_chance = True
        self.has_hidden = True
        self.constant_sum = True
        self.chance_sources = ("deck",)
        self.num_tokens = RAISE + 1
        self.max_length = ROUNDS * MAX_ACTIONS
        self.perfect_recall = True
        self.declare_observation((
            Field("own seat", (1,), 1, "category"),
            Field("own card", (1,), CARDS, "card", first=1),
            Field("other card", (1,), CARDS, "card", first=1),  # once it has been shown
            Field("public card", (1,), CARDS, "card", first=1),
            Field("betting", (ROUNDS, MAX_ACTIONS), RAISE + 1, "category"),  # each action plus 1
            Field("chips", (2,), 13),  # own and other
        ))

    cdef void begin(self, void* state) noexcept nogil:
        cdef LeducState* s = <LeducState*> state
        s.turn = CHANCE
        s.chips[0] = 1
        s.chips[1] = 1

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const LeducState* s = <const LeducState*> state
        if s.bets == 0:
            out[0] = CHECK
            out[1] = BET
            return 2
        out[0] = CALL
        out[1] = FOLD
        out[2] = RAISE
        return 2 + (s.bets < MAX_BETS)

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef u32[3] legal
        cdef int size = self.actions(state, legal)
        return legal[rng_below(rng, size)]

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef LeducState* s = <LeducState*> state
        cdef int seat = s.turn
        cdef int other = 1 - seat
        if event >= PUBLIC:
            s.public = event - PUBLIC + 1
            s.round = 1
            s.bets = 0
            s.turn = 0
            return
        if event >= DEAL:
            s.cards[(event - DEAL) // CARDS] = (event - DEAL) % CARDS + 1
            s.turn = 0 if s.cards[1] else CHANCE
            return
        s.betting[s.round][s.length[s.round]] = event
        s.length[s.round] += 1
        if event == FOLD:
            s.turn = END
        elif event == CALL or (event == CHECK and s.length[s.round] == 2):
            s.chips[seat] = s.chips[other]
            s.turn = END if s.round else CHANCE
        else:
            if event != CHECK:
                s.chips[seat] = s.chips[other] + (4 if s.round else 2)
                s.bets += 1
            s.turn = other

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const LeducState* s = <const LeducState*> state
        cdef u64 deck = undealt(s)
        cdef int size = count(deck)
        cdef int i
        for i in range(size):
            out[i] = drawn(s, select(deck, i))
            chance[i] = 1.0 / size
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const LeducState* s = <const LeducState*> state
        cdef u64 deck = undealt(s)
        return drawn(s, select(deck, rng_below(rng, count(deck))))

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const LeducState* s = <const LeducState*> state
        if s.chips[0] != s.chips[1]:  # a fold
            out[0] = s.chips[1] if s.chips[0] > s.chips[1] else -<double> s.chips[0]
        else:
            out[0] = s.chips[0] * duel(s, s.public - 1)
        out[1] = 0.0 - out[0]  # avoids -0

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Evaluate the matched chips by seat 0's mean result over the possible public cards."""
        cdef const LeducState* s = <const LeducState*> state
        cdef u64 deck = undealt(s)
        cdef double lead = 0.0
        cdef int card
        if s.turn == END:
            self.returns(state, out)
            return
        if s.public:
            lead = duel(s, s.public - 1)
        elif s.cards[1]:
            for card in range(CARDS):
                if deck & bit(card):
                    lead += 0.25 * duel(s, card)
        out[0] = lead * min(s.chips[0], s.chips[1])
        out[1] = -out[0]

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef const LeducState* s = <const LeducState*> state
        cdef int rank = (s.cards[s.turn] - 1) >> 1
        cdef bint pair = s.public and rank == (s.public - 1) >> 1
        if pair or rank == 2:
            return BET if s.bets == 0 else RAISE if s.bets < MAX_BETS else CALL
        if s.bets == 0:
            return CHECK
        return FOLD if rank == 0 else CALL

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        fix_hidden(<LeducState*> state, seat)

    cdef u64 key(self, const void* state, int seat) noexcept nogil:
        """Return the usual hash of the knowledge of `seat`; the constant size makes it faster."""
        cdef LeducState s = (<const LeducState*> state)[0]
        if seat >= 0:
            fix_hidden(&s, seat)
        return mix(fold_bytes(seat + 2, &s, sizeof(LeducState)))

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        cdef LeducState* s = <LeducState*> state
        cdef u64 unseen
        if hidden_from(s, seat):
            s.cards[1 - seat] = 0
            unseen = undealt(s)
            s.cards[1 - seat] = select(unseen, rng_below(rng, count(unseen))) + 1

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        cdef const LeducState* s = <const LeducState*> state
        cdef int part, i
        out[0] = seat
        out[1] = s.cards[seat]
        if not hidden_from(s, seat):
            out[2] = s.cards[1 - seat]
        out[3] = s.public
        out += 4
        for part in range(ROUNDS):
            for i in range(s.length[part]):
                out[i] = 1 + s.betting[part][i]
            out += MAX_ACTIONS
        out[0] = s.chips[seat]
        out[1] = s.chips[1 - seat]

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        return DEAL <= event < PUBLIC and <int> ((event - DEAL) // CARDS) != seat

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        number[0] = 0
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return (outcome - DEAL) % CARDS

    cdef str end_reason(self, const void* state):
        cdef const LeducState* s = <const LeducState*> state
        return "fold" if s.chips[0] != s.chips[1] else "showdown"

    cdef dict dump(self, const void* state, int seat):
        cdef const LeducState* s = <const LeducState*> state
        cards = [self.card(s.cards[0]), self.card(s.cards[1])]
        if seat >= 0 and hidden_from(s, seat):
            cards[1 - seat] = None
        return {
            "cards": cards,
            "public": self.card(s.public),
            "betting": [
                [self.text(s.betting[part][i]) for i in range(s.length[part])]
                for part in range(ROUNDS)
            ],
            "chips": [s.chips[0], s.chips[1]],
            "turn": s.turn if s.turn >= 0 else "chance" if s.turn == CHANCE else "end",
        }

    cdef str card(self, int place):
        """Return the card's name; `-` for none."""
        return self.text(PUBLIC + place - 1).partition(" ")[2] if place else "-"

    cdef int restore(self, dict fields, void* state) except -1:
        """Restore the state by replaying the game; a position that no game reaches is invalid."""
        cdef State played = self.start()
        dealt = [f"deal {seat} {card}" for seat, card in enumerate(fields["cards"]) if card != "-"]
        if len(fields["betting"]) != ROUNDS:
            raise StateError("betting: it must be two lists of moves, one for each round")
        first, second = fields["betting"]
        shown = [f"public {fields['public']}"] if fields["public"] != "-" else []
        try:
            for event in [*dealt, *first, *shown, *second]:
                played.apply(event)
        except AicoreError as error:
            raise StateError(f"cards, public, betting: {error}") from error
        memcpy(state, played.data, self.state_size)
        return 0


cdef inline u64 undealt(const LeducState* s) noexcept nogil:
    """Return the cards of the deck as a set; bit 0, which stands for no card, is shifted out."""
    return (bit(CARDS) - 1) & ~((bit(s.cards[0]) | bit(s.cards[1]) | bit(s.public)) >> 1)


cdef inline u32 drawn(const LeducState* s, int card) noexcept nogil:
    """Return the event that deals or shows `card` next."""
    if s.cards[0] == 0:
        return DEAL + card
    return (PUBLIC if s.cards[1] else DEAL + CARDS) + card


cdef inline int duel(const LeducState* s, int public) noexcept nogil:
    """Return 1 if seat 0's card beats seat 1's with this public card, -1 if it loses, 0 if tied."""
    cdef int mine = (s.cards[0] - 1) >> 1
    cdef int other = (s.cards[1] - 1) >> 1
    if mine == public >> 1:
        mine = CARDS
    if other == public >> 1:
        other = CARDS
    return (mine > other) - (mine < other)


cdef inline bint hidden_from(const LeducState* s, int seat) noexcept nogil:
    """Whether there is a card that `seat` does not see."""
    return s.cards[1 - seat] != 0 and not (s.turn == END and s.chips[0] == s.chips[1])


cdef inline void fix_hidden(LeducState* s, int seat) noexcept nogil:
    """Replace the card that `seat` does not see with the first possible one."""
    if hidden_from(s, seat):
        s.cards[1 - seat] = 0
        s.cards[1 - seat] = select(undealt(s), 0) + 1


GAME = LeducPoker
