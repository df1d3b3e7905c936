"""Fields of Booster's positions, and checks that they fit together."""

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count
from aicore.core.game cimport CHANCE, END
from aicore.core.layout cimport Layout, member
from aicore.core.restoring cimport require
from aicore.games.booster.rules.hidden cimport hash_numbers
from aicore.games.booster.rules.state cimport (
    BY_MAX_TURNS, BY_TARGET, CARDS, DEAL, DEALT, DRAW, EJECT, END_PHASE, FULL_HAND, MAX_AGE,
    MAX_POINTS, MELD_SIZE, MISSION, BoosterState, all_cards,
)

from aicore.core.codes import ids_of
from aicore.core.kinds import Array, Choice, Enum, Int, Seat, Set
from aicore.core.layout import part
from aicore.core.observation import Field
from aicore.games.booster.rules.state import Phase

PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, "target", "max_turns")


cdef Layout layout_of(int size, int seats, int target, int last_turn, tuple ids):
    """Return the layout of the fields."""
    cdef BoosterState it
    return Layout(size, seats, [
        part("phase", member(it, it.phase), Enum(*PHASES)),
        part("seat", member(it, it.seat), Seat()),
        part("turns", member(it, it.turns), Int(0, last_turn), label=""),
        Field("turns left", (1,), last_turn),
        part("hands", member(it, it.hands[0]), Set(ids, seats=True, hidden=True), label=""),
        Field("cards held", (seats,), FULL_HAND),
        Field("hand", (FULL_HAND,), CARDS, "card", ("none", *ids), first=1),
        part("deck", member(it, it.deck), Set(ids, hidden=True), label=""),
        Field("deck size", (1,), CARDS),
        part("discard", member(it, it.discard), Set(ids)),
        part("deck_number", member(it, it.deck_number),
             Array(Int(1, last_turn + 1), CARDS, keys=ids), label=""),
        part("number", member(it, it.number), Int(0, last_turn + 1), label="deck number",
             dumped=False),
        "drawn_from",
        Field("drawn from", (seats - 1, CARDS), FULL_HAND),
        Field("age", (CARDS,), MAX_AGE),
        part("scores", member(it, it.scores[0]), Int(0, target - 1 + MAX_POINTS, seats=True)),
        Field("target", (1,), 100),
        part("end", member(it, it.end), Choice(ENDS), label=""),
    ])


cdef int dump_rest(dict fields, const BoosterState* s, int seats) except -1:
    """Add the deck numbers of the cards in each hand."""
    cdef int seat, card
    fields["drawn_from"] = [
        sorted([s.deck_number[card] for card in range(CARDS) if s.hands[seat] >> card & 1])
        for seat in range(seats)]
    return 0


cdef int restore_rest(BoosterState* s, int seats, int target, int last_turn) except -1:
    """Derive the fields that dictionaries leave out, and check all fields. Raises StateError."""
    cdef u64 found = s.deck | s.discard
    cdef int total = count(s.deck) + count(s.discard)
    cdef int card, seat
    for seat in range(seats):
        found |= s.hands[seat]
        total += count(s.hands[seat])
    require(total == CARDS and found == all_cards(),
            "hands, deck, discard: each card must be in one of them, once")
    s.turn = END if s.phase == END_PHASE else CHANCE if s.phase in (DEAL, DRAW) else s.seat
    for card in range(CARDS):
        s.number = max(s.number, s.deck_number[card])
    for card in range(CARDS):
        if s.deck_number[card] == s.number:
            s.fresh |= bit(card)
    s.numbers_hash = hash_numbers(s)
    # At least 14 cards must be drawn before the discards become a new deck. This takes at least two
    # turns, so the deck number grows more slowly than the turns.
    require(s.number <= s.turns + 1, "deck_number: it must be at most one more than turns")
    return check_phase(s, seats, target, last_turn)


cdef int check_phase(const BoosterState* s, int seats, int target, int last_turn) except -1:
    """Check the invariants of each phase. Raises StateError."""
    cdef int held = count(s.hands[s.seat])
    cdef int seat
    require(s.deck & ~s.fresh == 0, "deck: its cards must have the highest deck_number")
    require(s.deck != 0 or s.phase not in (DEAL, DRAW),
            "deck: it cannot be empty while a draw is due")
    require((s.phase == END_PHASE) == (s.end != 0),
            "end: it must be null before the end, and a reason at the end")
    for seat in range(seats):
        require((s.scores[seat] >= target) == (s.end == BY_TARGET and seat == s.seat),
                f"scores, seat {seat}: only the winner at end target must have reached it")
    if s.phase == DEAL:
        require(s.turns == 0 and s.discard == 0 and held < DEALT,
                "phase deal: there must be no turns, no discards, and fewer than 5 cards in hand")
        for seat in range(seats):
            require(s.scores[seat] == 0, "scores: they must be 0 in phase deal")
            require(seat == s.seat or count(s.hands[seat]) == (DEALT if seat < s.seat else 0),
                    "phase deal: each seat must get its 5 cards before the next seat")
        return 0
    if s.end == BY_MAX_TURNS:
        require(s.turns == last_turn and s.seat == seats - 1,
                f"end max_turns: there must be {last_turn} turns, the last one by the last seat")
    else:
        require(s.turns < last_turn and s.turns % seats == s.seat,
                "seat, turns: the seats must take turns, and seat 0 begins")
    require(
        not (s.phase == DRAW and held >= FULL_HAND or s.phase == MISSION and held != FULL_HAND
             or s.phase == EJECT and held not in (FULL_HAND, FULL_HAND - MELD_SIZE)
             or s.end == BY_TARGET and held != FULL_HAND - MELD_SIZE),
        f"hands, seat {s.seat}: it cannot have {held} cards in this phase")
    for seat in range(seats):
        held = count(s.hands[seat])
        require(held in (0, 1, 5, 6) or (seat == s.seat and s.end != BY_MAX_TURNS),
                f"hands, seat {seat}: between its turns it must have 0, 1, 5 or 6 cards")
    return 0
