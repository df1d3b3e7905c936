"""Fields of Space Ransom's positions, and checks that they fit together."""

from aicore.core._types cimport u64
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE, END
from aicore.core.layout cimport Layout, member
from aicore.core.restoring cimport members, named, require
from aicore.games.ransom.rules.state cimport (
    ACT, ALL_CARDS, ALL_TARGETS, AMMO, CARDS, CLEARED_END, END_PHASE, FACTIONS, FUEL_END, HAND,
    MERCHANT_PHASE, REFILL, REVEAL, SETUP, TARGETS, RansomState,
)

from aicore.core.codes import ids_of
from aicore.core.kinds import Choice, Enum, Flag, Int, Set
from aicore.core.layout import part
from aicore.core.observation import Field
from aicore.games.ransom.rules.state import Ending, Phase
from aicore.games.ransom.rules.names import ammo_names, target_names

PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, *ids_of(Ending, after="_END")[1:])
DUTIES = ("none", "any", "new")


cdef Layout layout_of(int most_fuel, int most_points, tuple factions):
    """Return the layout of the fields."""
    cdef RansomState it
    targets, ammo = Set(target_names()), Set(ammo_names())
    return Layout(sizeof(it), 1, [
        Field("duties", (1,), len(DUTIES) - 1, "category", DUTIES),
        part("phase", member(it, it.phase), Enum(*PHASES)),
        part("turns", member(it, it.turns), Int(0, 0xFFFF)),
        part("fuel", member(it, it.fuel), Int(0, most_fuel)),
        part("shield", member(it, it.shield), Flag()),
        Field("points in hand", (HAND,), most_points),
        Field("factions in hand", (HAND,), FACTIONS, "category", ("none", *factions)),
        part("hand", member(it, it.hand), ammo),
        part("ammo_deck", member(it, it.ammo_deck), ammo),
        "ammo_discard",
        part("ammo_pass", member(it, it.ammo_pass), Int(0, 0xFF)),
        part("targets", member(it, it.open), targets),
        part("new", member(it, it.fresh),
             Choice((None, *target_names()), low=-1, meaning="card")),
        part("target_deck", member(it, it.target_deck), targets),
        "under_deck",
        Field("under deck", (TARGETS,), TARGETS),
        part("held", member(it, it.held), targets),
        part("boost", member(it, it.boost), Flag()),
        part("merchant", member(it, it.merchant), Flag()),
        part("end", member(it, it.end), Choice(ENDS), label=""),
    ])


cdef int dump_rest(dict fields, const RansomState* s) except -1:
    """Add the ammo that is neither in hand nor in the deck, and the targets under the deck."""
    fields["ammo_discard"] = named(<u64> ALL_CARDS & ~(s.hand | s.ammo_deck), ammo_names())
    fields["under_deck"] = [
        target_names()[s.under >> 4 * i & (TARGETS - 1)] for i in range(s.below)]
    return 0


cdef int restore_rest(dict fields, RansomState* s, int first_fuel) except -1:
    """Read the fields that `dump_rest` adds, and check all fields. Raises StateError."""
    cdef u64 discard = members(fields["ammo_discard"], ammo_names(), "ammo_discard")
    cdef u64 below = members(fields["under_deck"], target_names(), "under_deck")
    for name in fields["under_deck"]:
        s.under |= <u64> target_names().index(name) << 4 * s.below
        s.below += 1
    require(
        count(s.hand) + count(s.ammo_deck) + count(discard) == CARDS
        and (s.hand | s.ammo_deck | discard) == <u64> ALL_CARDS,
        "hand, ammo_deck, ammo_discard: each ammo card must be in one of them, once")
    require(
        count(s.open) + count(s.held) + count(s.target_deck) + s.below == TARGETS
        and (s.open | s.held | s.target_deck | below) == ALL_TARGETS,
        "targets, held, target_deck, under_deck: each target must be in one of them, once")
    s.turn = END if s.phase == END_PHASE else 0 if s.phase in (MERCHANT_PHASE, ACT) else CHANCE
    return check_phase(s, first_fuel)


cdef int check_phase(const RansomState* s, int first_fuel) except -1:
    """Check the invariants of each phase. Raises StateError."""
    cdef int size = count(s.hand)
    require((s.end != 0) == (s.phase == END_PHASE),
            "end: it must be cleared or fuel at the end, else null")
    require(s.fresh < 0 or (s.phase == ACT and s.open >> s.fresh & 1),
            "new: it must be one of the targets in the act phase, else null")
    require((s.turns == 0) == (s.phase == SETUP),
            "turns: they must be 0 in the setup and only then")
    require(s.turns != 0 or s.fuel == first_fuel and not (
        s.held or s.shield or s.boost or s.ammo_pass), "turns: at 0, nothing may be won or spent")
    require((s.fuel == 0) == (s.end == FUEL_END),
            "fuel: it must be 0 when the game ended for lack of it and only then")
    require((s.held == ALL_TARGETS) == (s.end == CLEARED_END),
            "held: it must have all sixteen when the end is cleared")
    require(not s.merchant or s.phase in (REVEAL, ACT),
            f"merchant: it must be false in phase {PHASES[s.phase]}")
    if s.phase in (SETUP, REFILL):
        require(size < HAND and s.ammo_deck != 0,
                "hand: it must have fewer than three cards, and a deck must be left")
    elif s.end != CLEARED_END:
        require(size + s.merchant == HAND,
                "hand: it must have three cards, or two after a merchant")
    else:
        require(size < HAND, "hand: it must have fewer than three cards when the end is cleared")
    if s.phase == MERCHANT_PHASE:
        require(s.hand >> AMMO != 0 and (s.fuel > 1 or s.shield),
                "phase merchant: the hand needs a merchant, and the turn needs fuel")
    if s.phase == REVEAL:
        require(s.target_deck or s.below, "phase reveal: the deck must have a target")
    return 0
