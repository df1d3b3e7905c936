"""Kuhn poker: three cards, two seats, one chip to ante and one to bet.

The rules are in README.md. Events: check 0, bet 1, call 2, fold 3, and 4 + 3 * seat + card for a
deal, where card is 0 (jack) to 2 (king).
"""

from libc.string cimport memcpy

from aicore.core._types cimport i8, u8, u32
from aicore.core.game cimport CHANCE, END, Game, State
from aicore.core.rng cimport RngState, rng_below

from aicore.core.errors import AicoreError, StateError
from aicore.core.observation import Field

cpdef enum:
    CHECK = 0
    BET = 1
    CALL = 2
    FOLD = 3
    DEAL = 4  # lowest code of deals

cdef enum:
    CARDS = 3
    MAX_ACTIONS = 3  # maximum number of actions in a game


ctypedef struct KuhnState:
    i8 turn  # 0, 1, CHANCE or END
    u8[2] cards  # by seat: 1 jack, 2 queen, 3 king; 0 before the deal
    u8 length  # number of actions so far
    u8[MAX_ACTIONS] betting  # actions in order; part of the state because they hint at the cards
    u8 padding


cdef class KuhnPoker(Game):
    """Rules of Kuhn poker."""

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(KuhnState)
        self.max_actions = 2
        self.max_outcomes = CARDS
        self.low = -2.0
        self.high = 2.0
        self.has_chance = True
        self.has_hidden = True
        self.constant_sum = True
        self.chance_sources = ("deck",)
        self.num_tokens = 4
        self.max_length = MAX_ACTIONS
        self.perfect_recall = True
        self.declare_observation((
            Field("own seat", (1,), 1, "category"),
            Field("own card", (1,), CARDS, "card", first=1),
            Field("other card", (1,), CARDS, "card", first=1),  # once it has been shown
            Field("betting", (MAX_ACTIONS,), 4, "category"),  # check, bet, call, fold, each plus 1
        ))

    cdef void begin(self, void* state) noexcept nogil:
        (<KuhnState*> state).turn = CHANCE

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef bint facing = faces_bet(<const KuhnState*> state)
        out[0] = CALL if facing else CHECK
        out[1] = FOLD if facing else BET
        return 2

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        return (CALL if faces_bet(<const KuhnState*> state) else CHECK) + rng_below(rng, 2)

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef KuhnState* s = <KuhnState*> state
        if event >= DEAL:
            s.cards[(event - DEAL) // CARDS] = (event - DEAL) % CARDS + 1
            s.turn = 0 if s.cards[1] else CHANCE
            return
        s.betting[s.length] = event
        s.length += 1
        if event >= CALL or (event == CHECK and s.length == 2):
            s.turn = END
        else:
            s.turn = 1 - s.turn

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*> state
        cdef int seat = s.cards[0] != 0
        cdef int size = 0
        cdef int card
        for card in range(CARDS):
            if s.cards[0] != card + 1:
                out[size] = DEAL + CARDS * seat + card
                chance[size] = 1.0 / (CARDS - seat)
                size += 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*> state
        if s.cards[0] == 0:
            return DEAL + rng_below(rng, CARDS)
        return DEAL + CARDS + unseen(s.cards[0], rng_below(rng, CARDS - 1)) - 1

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*> state
        cdef int last = s.betting[s.length - 1]
        if last == FOLD:  # check, bet, fold: seat 0 folds; bet, fold: seat 1 does
            out[0] = -1.0 if s.length == 3 else 1.0
        else:
            out[0] = (2.0 if last == CALL else 1.0) * (1.0 if s.cards[0] > s.cards[1] else -1.0)
        out[1] = -out[0]

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        """Evaluate as if the higher card won the chips that both seats have put in."""
        cdef const KuhnState* s = <const KuhnState*> state
        if s.turn == END:
            self.returns(state, out)
            return
        out[0] = 0.0
        if s.cards[1]:
            out[0] = 1.0 if s.cards[0] > s.cards[1] else -1.0
        out[1] = -out[0]

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        """Play Kuhn's equilibrium with alpha = 1/3."""
        cdef const KuhnState* s = <const KuhnState*> state
        cdef int card = s.cards[s.turn]
        cdef int thirds  # probability of a bet or call, in thirds
        if faces_bet(s):
            thirds = 0 if card == 1 else 3 if card == 3 else 2 if s.turn == 0 else 1
            return CALL if <int> rng_below(rng, 3) < thirds else FOLD
        thirds = 1 if card == 1 else 3 if card == 3 else 0
        return BET if <int> rng_below(rng, 3) < thirds else CHECK

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        cdef KuhnState* s = <KuhnState*> state
        if hidden_from(s, seat):
            s.cards[1 - seat] = unseen(s.cards[seat], 0)

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        cdef KuhnState* s = <KuhnState*> state
        if hidden_from(s, seat):
            s.cards[1 - seat] = unseen(
                s.cards[seat], rng_below(rng, CARDS - (s.cards[seat] != 0)))

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        cdef const KuhnState* s = <const KuhnState*> state
        cdef int i
        out[0] = seat
        out[1] = s.cards[seat]
        if not hidden_from(s, seat):
            out[2] = s.cards[1 - seat]
        for i in range(s.length):
            out[3 + i] = 1 + s.betting[i]

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        return event >= DEAL and <int> ((event - DEAL) // CARDS) != seat

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        number[0] = 0
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return (outcome - DEAL) % CARDS

    cdef str end_reason(self, const void* state):
        cdef const KuhnState* s = <const KuhnState*> state
        return "fold" if s.betting[s.length - 1] == FOLD else "showdown"

    cdef dict dump(self, const void* state, int seat):
        cdef const KuhnState* s = <const KuhnState*> state
        cards = ["-JQK"[s.cards[0]], "-JQK"[s.cards[1]]]
        if seat >= 0 and hidden_from(s, seat):
            cards[1 - seat] = None
        return {
            "cards": cards,
            "betting": [self.text(s.betting[i]) for i in range(s.length)],
            "turn": s.turn if s.turn >= 0 else "chance" if s.turn == CHANCE else "end",
        }

    cdef int restore(self, dict fields, void* state) except -1:
        """Restore the state by replaying the game; a position that no game reaches is invalid."""
        cdef State played = self.start()
        try:
            for seat, card in enumerate(fields["cards"]):
                if card != "-":
                    played.apply(f"deal {seat} {card}")
            for action in fields["betting"]:
                played.apply(action)
        except AicoreError as error:
            raise StateError(f"cards, betting: {error}") from error
        memcpy(state, played.data, self.state_size)
        return 0


cdef inline bint faces_bet(const KuhnState* s) noexcept nogil:
    return s.length > 0 and s.betting[s.length - 1] == BET


cdef inline bint hidden_from(const KuhnState* s, int seat) noexcept nogil:
    """Whether there is a card that `seat` does not see."""
    return s.cards[1 - seat] != 0 and not (s.turn == END and s.betting[s.length - 1] != FOLD)


cdef inline int unseen(int seen, int rank) noexcept nogil:
    """Return the unseen card with this rank among unseen cards; `seen` is 0 if none is seen."""
    return rank + 1 + (seen != 0 and rank + 1 >= seen)


GAME = KuhnPoker
