"""Booster. Two to six seats draw mission parts, fly melds of five types, race to a target.

Rules: README.md. A hand, the deck and the discard pile are masks over the fifty cards.
"""

import tomllib

from aicore.core._types cimport u32, u64, u8
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.game cimport CHANCE, END, Game
from aicore.core.lead cimport lead_shares
from aicore.core.restoring cimport whole
from aicore.core.rng cimport RngState, rng_below
from aicore.games.booster.rules.arrays cimport TOKENS, action_of, fields_of, observe_seat, token_of
from aicore.games.booster.judgment.belief cimport choose_hands
from aicore.games.booster.judgment.value cimport (
    ValueTable, best_eject, best_mission, fill_table, win_chances,
)
from aicore.games.booster.rules.hidden cimport hash_numbers, knowledge, rearrange
from aicore.games.booster.rules.melds cimport MeldTable, fill_melds, list_melds, meld_points
from aicore.games.booster.rules.state cimport (
    BY_MAX_TURNS, BY_TARGET, CARDS, DEAL, DEALT, DEAL_TAG, DRAW, DRAW_TAG, EJECT, EJECT_TAG,
    END_PHASE, FULL_HAND, MELD_TAG, MISSION, MAX_SEATS, PASS_TAG, TAG_SHIFT, BoosterState,
    all_cards, deal_event, draw_event, eject_cards, eject_event, meld_cards, tag_of,
)

from aicore.core.codes import ids_of
from aicore.core.errors import StateError
from aicore.games.booster.rules.state import Phase
from aicore.games.booster.rules.names import card_ids

PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, "target", "max_turns")

cdef enum:
    LEAD = 4  # points: a usual mission


cdef class Booster(Game):
    """The rules of booster."""

    cdef MeldTable melds
    cdef ValueTable value_table
    cdef int target
    cdef int last_turn  # completed turns of all seats that end the game
    cdef tuple ids  # of the cards, in component order

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(BoosterState) - (MAX_SEATS - seats) * sizeof(u64)
        self.max_actions = FULL_HAND + FULL_HAND * (FULL_HAND - 1) // 2
        self.max_outcomes = CARDS
        self.has_chance = True
        self.has_hidden = True
        self.constant_sum = True  # whoever scored most shares 1, with 0 points each as well
        self.chance_sources = ("deck",)
        self.target = options["target"]
        self.last_turn = seats * options["max_turns"]
        self.num_tokens = TOKENS
        self.max_length = 2 * self.last_turn  # a mission, then an eject
        self.lay_out(fields_of(seats, self.target))
        self.ids = card_ids(info)
        cards = info.data["cards"]
        fill_melds(&self.melds, cards)
        with (info.folder / "judgment" / "value.toml").open("rb") as file:
            fill_table(&self.value_table, cards, tomllib.load(file), info.data["race"])

    # The rules.

    cdef void begin(self, void* state) noexcept nogil:
        cdef BoosterState* s = <BoosterState*> state
        cdef int card
        s.turn = CHANCE
        s.deck = all_cards()
        s.fresh = all_cards()
        s.number = 1
        for card in range(CARDS):
            s.deck_number[card] = 1
        s.numbers_hash = hash_numbers(s)

    cdef int actions(self, const void* state, u32* out) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        cdef u64 hand = s.hands[s.seat]
        cdef u64 firsts = hand
        cdef u64 seconds
        cdef int first
        cdef int size = 0
        if s.phase == MISSION:
            out[0] = PASS_TAG << TAG_SHIFT
            return 1 + list_melds(&self.melds, hand, out + 1)
        while firsts:
            first = lowest(firsts)
            seconds = firsts  # from the card itself on: paired with itself it goes alone
            while seconds:
                out[size] = eject_event(first, lowest(seconds))
                size += 1
                seconds &= seconds - 1
            firsts &= firsts - 1
        return size

    cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        cdef u64 hand = s.hands[s.seat]
        cdef u32[5] melds  # pass and at most four melds
        cdef int size, first, second
        if s.phase == MISSION:
            melds[0] = PASS_TAG << TAG_SHIFT
            size = list_melds(&self.melds, hand, melds + 1)
            return melds[rng_below(rng, size + 1)] if size else melds[0]
        # One of the n (n + 1) / 2 pairs first <= second, by its rank in the triangle's rows.
        size = count(hand)
        first = rng_below(rng, size * (size + 1) // 2)
        second = 0
        while first > second:
            second += 1
            first -= second
        return eject_event(select(hand, first), select(hand, second))

    cdef void apply(self, void* state, u32 event) noexcept nogil:
        cdef BoosterState* s = <BoosterState*> state
        cdef int tag = tag_of(event)
        cdef u64 cards
        if tag == DRAW_TAG:
            cards = bit(event & 63)
            s.deck ^= cards
            s.hands[s.seat] |= cards
            self.prepare(s)
        elif tag == EJECT_TAG:
            cards = eject_cards(event)
            s.hands[s.seat] ^= cards
            s.discard |= cards
            s.turns += 1
            if s.turns == self.last_turn:
                s.turn = END
                s.phase = END_PHASE
                s.end = BY_MAX_TURNS
                return
            s.seat = s.seat + 1 if s.seat + 1 < self.seats else 0
            self.prepare(s)
        elif tag == MELD_TAG:
            cards = meld_cards(event)
            s.hands[s.seat] ^= cards
            s.discard |= cards
            s.scores[s.seat] += meld_points(&self.melds, event)
            s.phase = EJECT
            if s.scores[s.seat] >= self.target:
                s.turn = END
                s.phase = END_PHASE
                s.end = BY_TARGET
        elif tag == PASS_TAG:
            s.phase = EJECT
        else:  # DEAL_TAG
            cards = bit(event & 63)
            s.deck ^= cards
            s.hands[s.seat] |= cards
            if count(s.hands[s.seat]) == DEALT:
                s.seat += 1
                if s.seat == self.seats:
                    s.seat = 0
                    s.phase = DRAW

    cdef void prepare(self, BoosterState* s) noexcept nogil:
        """Let the active seat draw, from a new deck where the old one is used up, or decide."""
        if count(s.hands[s.seat]) == FULL_HAND:
            s.turn = s.seat
            s.phase = MISSION
            return
        s.turn = CHANCE
        s.phase = DRAW
        if s.deck == 0:
            self.turn_over(s)

    cdef void turn_over(self, BoosterState* s) noexcept nogil:
        cdef u64 cards = s.discard
        s.deck = cards
        s.fresh = cards
        s.discard = 0
        s.number += 1
        while cards:
            s.deck_number[lowest(cards)] = s.number
            cards &= cards - 1
        s.numbers_hash = hash_numbers(s)

    cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        cdef u64 deck = s.deck
        cdef u32 base = deal_event(s.seat, 0) if s.phase == DEAL else draw_event(0)
        cdef int size = count(deck)
        cdef int i
        for i in range(size):
            out[i] = base | lowest(deck)
            chance[i] = 1.0 / size
            deck &= deck - 1
        return size

    cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        cdef u32 base = deal_event(s.seat, 0) if s.phase == DEAL else draw_event(0)
        return base | select(s.deck, rng_below(rng, count(s.deck)))

    cdef void returns(self, const void* state, double* out) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        cdef int seat
        cdef int best = 0
        cdef int winners = 0
        for seat in range(self.seats):
            if s.scores[seat] > best:
                best = s.scores[seat]
                winners = 0
            winners += s.scores[seat] == best
        for seat in range(self.seats):
            out[seat] = 1.0 / winners if s.scores[seat] == best else 0.0

    # Guidance.

    cdef void evaluate(self, const void* state, double* out) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        if s.phase == END_PHASE:
            self.returns(state, out)
        else:
            win_chances(
                &self.value_table, &self.melds, s, self.seats, self.target, self.last_turn, out)

    cdef bint leads(self, const void* state, double* out) noexcept nogil:
        """By points."""
        cdef const BoosterState* s = <const BoosterState*> state
        cdef double[MAX_SEATS] points
        cdef int seat
        for seat in range(self.seats):
            points[seat] = s.scores[seat]
        lead_shares(points, self.seats, LEAD, out)
        return True

    cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:
        cdef const BoosterState* s = <const BoosterState*> state
        cdef u64 hand = s.hands[s.seat]
        cdef int need = self.target - s.scores[s.seat]
        cdef u32 choice
        if s.phase == EJECT:
            return best_eject(&self.value_table, hand, need)
        best_mission(&self.value_table, &self.melds, hand, need, &choice)
        return choice

    # Information.

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        rearrange(<BoosterState*> state, self.seats, seat, NULL)

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        rearrange(<BoosterState*> state, self.seats, seat, rng)

    cdef void believe(self, void* state, int seat, RngState* rng) noexcept nogil:
        """Opponents kept the better cards of those that they drew: `choose_hands`."""
        rearrange(<BoosterState*> state, self.seats, seat, rng)
        choose_hands(<BoosterState*> state, &self.value_table, self.seats, seat, self.target, rng)

    cdef u64 key(self, const void* state, int seat) noexcept nogil:
        return knowledge(<const BoosterState*> state, self.seats, seat)

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        cdef int tag = tag_of(event)
        return tag in (DRAW_TAG, DEAL_TAG) and (<const BoosterState*> before).seat != seat

    cdef int index(self, const void* state, u32 action) noexcept nogil:
        return token_of(<const BoosterState*> state, action)

    cdef u32 action(self, const void* state, int index) noexcept nogil:
        return action_of(<const BoosterState*> state, index)

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        observe_seat(
            <const BoosterState*> state, self.seats, seat, self.target, self.last_turn, out)

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        number[0] = (<const BoosterState*> state).number
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return outcome & 63

    # The face to Python.

    cdef list scores(self, const void* state):
        cdef const BoosterState* s = <const BoosterState*> state
        return [s.scores[seat] for seat in range(self.seats)]

    cdef str end_reason(self, const void* state):
        return ENDS[(<const BoosterState*> state).end]

    cdef list names(self, u64 cards):
        return [self.ids[card] for card in range(CARDS) if cards >> card & 1]

    cdef dict dump(self, const void* state, int seat):
        cdef const BoosterState* s = <const BoosterState*> state
        cdef int other
        hands, drawn_from = [], []
        for other in range(self.seats):
            hand = self.names(s.hands[other])
            hands.append(hand if seat in (-1, other) else [None] * len(hand))
            drawn_from.append(sorted(
                s.deck_number[card] for card in range(CARDS) if s.hands[other] >> card & 1))
        return {
            "phase": PHASES[s.phase],
            "seat": s.seat,
            "turns": s.turns,
            "hands": hands,
            "deck": self.names(s.deck) if seat == -1 else [None] * count(s.deck),
            "discard": self.names(s.discard),
            "deck_number": {name: s.deck_number[card] for card, name in enumerate(self.ids)},
            "drawn_from": drawn_from,
            "scores": self.scores(state),
            "end": ENDS[s.end],
        }

    cdef int restore(self, dict fields, void* state) except -1:
        cdef BoosterState* s = <BoosterState*> state
        cdef u64 held = 0
        cdef int card, seat
        s.phase = one_of(fields, "phase", PHASES)
        s.end = one_of(fields, "end", ENDS)
        s.seat = whole(fields["seat"], 0, self.seats - 1, "seat")
        s.turns = whole(fields["turns"], 0, self.last_turn, "turns")
        s.turn = END if s.phase == END_PHASE else CHANCE if s.phase in (DEAL, DRAW) else s.seat
        hands, scores = as_list(fields["hands"], "hands"), as_list(fields["scores"], "scores")
        if len(hands) != self.seats or len(scores) != self.seats:
            raise StateError(f"hands and scores: one for each of {self.seats} seats")
        s.deck = self.cards(fields["deck"], "deck", &held)
        s.discard = self.cards(fields["discard"], "discard", &held)
        for seat in range(self.seats):
            s.hands[seat] = self.cards(hands[seat], f"hands, seat {seat}", &held)
            won = s.end == BY_TARGET and seat == s.seat
            s.scores[seat] = whole(
                scores[seat], self.target if won else 0,
                self.target + 5 if won else self.target - 1, f"scores, seat {seat}")
        if held != all_cards():
            raise StateError(f"hands, deck, discard: missing {', '.join(self.names(~held))}")
        numbers = fields["deck_number"]
        if set(numbers) != set(self.ids):
            raise StateError(f"deck_number: a number for each of the {CARDS} cards")
        for card in range(CARDS):
            # A turn-over needs a deck of 14 cards and more to be drawn: two turns at least.
            s.deck_number[card] = whole(
                numbers[self.ids[card]], 1, s.turns + 1, f"deck_number, {self.ids[card]}")
            s.number = max(s.number, s.deck_number[card])
        for card in range(CARDS):
            if s.deck_number[card] == s.number:
                s.fresh |= bit(card)
        s.numbers_hash = hash_numbers(s)
        self.check(s)
        return 0

    cdef u64 cards(self, listed, str what, u64* held) except? 0:
        """The mask of a list of ids, none of which is already held."""
        cdef u64 cards = 0
        cdef int card
        for name in as_list(listed, what):
            if name not in self.ids:
                raise StateError(f"{what}: no card {name!r}")
            card = self.ids.index(name)
            if held[0] >> card & 1:
                raise StateError(f"{what}: {name} is in two places")
            held[0] |= bit(card)
            cards |= bit(card)
        return cards

    cdef int check(self, BoosterState* s) except -1:
        """Whether the parts of a restored state go together."""
        cdef int seat
        cdef int held = count(s.hands[s.seat])
        if s.deck & ~s.fresh:
            raise StateError("deck: its cards have the highest deck_number")
        if s.phase in (DEAL, DRAW) and s.deck == 0:
            raise StateError("deck: a draw is due, so it is not empty")
        if (s.phase == END_PHASE) != (s.end != 0):
            raise StateError("end: null before the end, a reason at the end")
        if s.phase == DEAL:
            if s.turns or s.discard or held >= DEALT or any(self.scores(s)):
                raise StateError("deal: no turns, scores or discards, fewer than 5 cards in hand")
            for seat in range(self.seats):
                if seat != s.seat and count(s.hands[seat]) != (DEALT if seat < s.seat else 0):
                    raise StateError("deal: 5 cards to each seat, seat by seat")
            return 0
        if s.end == BY_MAX_TURNS:
            if s.turns != self.last_turn or s.seat != self.seats - 1:
                raise StateError(f"max_turns: {self.last_turn} turns, the last seat moved last")
        elif s.turns == self.last_turn or s.turns % self.seats != s.seat:
            raise StateError("seat, turns: the seats take turns, seat 0 begins")
        if (
            s.phase == DRAW and held >= FULL_HAND or s.phase == MISSION and held != FULL_HAND
            or s.phase == EJECT and held not in (FULL_HAND, FULL_HAND - 5)
            or s.end == BY_TARGET and held != FULL_HAND - 5
        ):
            raise StateError(f"hands, seat {s.seat}: {held} cards do not fit the phase")
        for seat in range(self.seats):
            held = count(s.hands[seat])
            if held not in (0, 1, 5, 6) and (seat != s.seat or s.end == BY_MAX_TURNS):
                raise StateError(f"hands, seat {seat}: between turns 0, 1, 5 or 6 cards")
        return 0


cdef int one_of(dict fields, str name, tuple words) except -1:
    """The place of a field's value among the words it can be."""
    if fields[name] not in words:
        raise StateError(f"{name}: one of {', '.join(map(str, words))}, not {fields[name]!r}")
    return words.index(fields[name])


cdef list as_list(value, str what):
    if not isinstance(value, list):
        raise StateError(f"{what}: a list, not {value!r}")
    return value


GAME = Booster
