"""Booster: two to six seats draw mission parts, meld one of each type, and race to a target score.

The rules are in README.md. A hand, the deck and the discard pile are masks over the fifty cards.
"""

import tomllib

from aicore.core._types cimport u32, u64, u8
from aicore.core.bits cimport bit, count, lowest, select
from aicore.core.game cimport CHANCE, END, Game
from aicore.core.lead cimport lead_shares
from aicore.core.rng cimport RngState, rng_below
from aicore.games.booster.rules.arrays cimport TOKENS, Places, action_of, observe_rest, token_of
from aicore.games.booster.rules.fields cimport dump_rest, layout_of, restore_rest
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

from aicore.games.booster.rules.fields import ENDS
from aicore.games.booster.rules.names import card_ids

cdef enum:
    LEAD = 4  # scale of a lead, in points; a typical mission scores that much


cdef class Booster(Game):
    """Rules of Booster."""

    cdef MeldTable melds
    cdef ValueTable value_table
    cdef int target
    cdef int last_turn  # number of turns, of all seats together, after which the game ends
    cdef Places at

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        self.state_size = sizeof(BoosterState) - (MAX_SEATS - seats) * sizeof(u64)
        self.max_actions = FULL_HAND + FULL_HAND * (FULL_HAND - 1) // 2
        self.max_outcomes = CARDS
        self.has_chance = True
        self.has_hidden = True
        self.constant_sum = True  # the seats with the most points share 1, even with 0 points
        self.chance_sources = ("deck",)
        self.target = options["target"]
        self.last_turn = seats * options["max_turns"]
        self.num_tokens = TOKENS
        self.max_length = 2 * self.last_turn  # a turn has a mission and an eject
        self.layout = layout_of(
            self.state_size, seats, self.target, self.last_turn, card_ids(info))
        self.declare_observation(self.layout.fields)
        self.at.turns_left, self.at.held, self.at.hand, self.at.deck_size = [
            self.layout.at(name) for name in ("turns left", "cards held", "hand", "deck size")]
        self.at.drawn_from, self.at.age, self.at.target = [
            self.layout.at(name) for name in ("drawn from", "age", "target")]
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
            seconds = firsts  # includes the first card itself: such a pair ejects a single card
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
        # Find one of the n (n + 1) / 2 pairs, first <= second, by its rank in a triangle's rows.
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
        """Ask the active seat for a mission if its hand is full; else let it draw."""
        if count(s.hands[s.seat]) == FULL_HAND:
            s.turn = s.seat
            s.phase = MISSION
            return
        s.turn = CHANCE
        s.phase = DRAW
        if s.deck == 0:
            self.turn_over(s)

    cdef void turn_over(self, BoosterState* s) noexcept nogil:
        """Make the discard pile the new deck."""
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
        """Write the leads in points."""
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
        """Redraw hidden cards; opponents keep the better cards that they drew.

        See `choose_hands`.
        """
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
        self.layout.observe(state, seat, out)
        out[self.at.target] = self.target
        observe_rest(
            <const BoosterState*> state, self.seats, seat, self.last_turn, &self.at, out)

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        number[0] = (<const BoosterState*> state).number
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        return outcome & 63

    # Python interface.

    cdef list scores(self, const void* state):
        cdef const BoosterState* s = <const BoosterState*> state
        return [s.scores[seat] for seat in range(self.seats)]

    cdef str end_reason(self, const void* state):
        return ENDS[(<const BoosterState*> state).end]

    cdef dict dump(self, const void* state, int seat):
        fields = self.layout.dump(state, seat)
        dump_rest(fields, <const BoosterState*> state, self.seats)
        return fields

    cdef int restore(self, dict fields, void* state) except -1:
        self.layout.restore(fields, state)
        return restore_rest(<BoosterState*> state, self.seats, self.target, self.last_turn)


GAME = Booster
