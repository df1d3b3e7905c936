"""Positions of Space Ransom as dictionaries, and back."""

from aicore.core._types cimport u64
from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE, END
from aicore.core.restoring cimport members, named, require, whole
from aicore.games.ransom.rules.state cimport (
    ALL_CARDS, ALL_TARGETS, AMMO, CARDS, HAND, TARGETS, RansomState,
)

from aicore.core.codes import ids_of
from aicore.games.ransom.rules.state import Ending, Phase
from aicore.games.ransom.rules.names import ammo_names, target_names

PHASES = ids_of(Phase, after="_PHASE")
ENDS = (None, *ids_of(Ending, after="_END")[1:])
FIELDS = (
    "phase", "turns", "fuel", "shield", "hand", "ammo_deck", "ammo_discard", "ammo_pass", "targets",
    "new", "target_deck", "under_deck", "held", "boost", "merchant", "end",
)


cdef dict dump_fields(const RansomState* s):
    """The position in plain ids and numbers."""
    under = [target_names()[s.under >> 4 * i & (TARGETS - 1)] for i in range(s.below)]
    return {
        "phase": PHASES[s.phase],
        "turns": s.turns,
        "fuel": s.fuel,
        "shield": bool(s.shield),
        "hand": named(s.hand, ammo_names()),
        "ammo_deck": named(s.ammo_deck, ammo_names()),
        "ammo_discard": named(<u64> ALL_CARDS & ~(s.hand | s.ammo_deck), ammo_names()),
        "ammo_pass": s.ammo_pass,
        "targets": named(s.open, target_names()),
        "new": target_names()[s.fresh] if s.fresh >= 0 else None,
        "target_deck": named(s.target_deck, target_names()),
        "under_deck": under,
        "held": named(s.held, target_names()),
        "boost": bool(s.boost),
        "merchant": bool(s.merchant),
        "end": ENDS[s.end],
    }


cdef int restore_fields(dict fields, RansomState* s, int first_fuel, int most_fuel) except -1:
    """Fill a zeroed position from a dump. Raises StateError."""
    cdef u64 discard, below
    cdef int card, size
    require(set(fields) <= set(FIELDS), f"a state has the keys {', '.join(FIELDS)}")
    for name in ("shield", "boost", "merchant"):
        require(fields[name] in (True, False), f"{name}: true or false")
    phase, end = fields["phase"], fields["end"]
    require(phase in PHASES, f"phase: one of {', '.join(PHASES)}")
    require(end in ENDS and (end is None) == (phase != "end"),
            "end: cleared or fuel at the end")
    s.phase = PHASES.index(phase)
    s.end = ENDS.index(end)
    s.turn = END if phase == "end" else 0 if phase in ("merchant", "act") else CHANCE
    s.turns = whole(fields["turns"], 0, 0xFFFF, "turns")
    s.fuel = whole(fields["fuel"], 0, most_fuel, "fuel")
    s.ammo_pass = whole(fields["ammo_pass"], 0, 0xFF, "ammo_pass")
    s.shield = fields["shield"]
    s.boost = fields["boost"]
    s.merchant = fields["merchant"]
    s.hand = members(fields["hand"], ammo_names(), "hand")
    s.ammo_deck = members(fields["ammo_deck"], ammo_names(), "ammo_deck")
    discard = members(fields["ammo_discard"], ammo_names(), "ammo_discard")
    require(
        sum([count(s.hand), count(s.ammo_deck), count(discard)]) == CARDS
        and (s.hand | s.ammo_deck | discard) == <u64> ALL_CARDS,
        "hand, ammo_deck, ammo_discard: each card of the ammo deck once")
    s.open = members(fields["targets"], target_names(), "targets")
    s.held = members(fields["held"], target_names(), "held")
    s.target_deck = members(fields["target_deck"], target_names(), "target_deck")
    below = members(fields["under_deck"], target_names(), "under_deck")
    for name in fields["under_deck"]:
        card = target_names().index(name)
        s.under |= <u64> card << 4 * s.below
        s.below += 1
    require(
        sum([count(s.open), count(s.held), count(s.target_deck), s.below]) == TARGETS
        and (s.open | s.held | s.target_deck | below) == ALL_TARGETS,
        "targets, held, target_deck, under_deck: each target once")
    s.fresh = -1
    if fields["new"] is not None:
        require(phase == "act" and fields["new"] in fields["targets"],
                "new: one of the targets in the act phase, else null")
        s.fresh = target_names().index(fields["new"])
    size = count(s.hand)
    require((s.turns == 0) == (phase == "setup"), "turns: 0 in the setup and only then")
    require(s.turns != 0 or s.fuel == first_fuel and not (
        s.held or s.shield or s.boost or s.ammo_pass), "a game begins: nothing is won or spent yet")
    require((s.fuel == 0) == (end == "fuel"),
            "fuel: 0 when the game ended for it and only then")
    require((s.held == ALL_TARGETS) == (end == "cleared"), "held: all sixteen when cleared")
    require(not s.merchant or phase in ("reveal", "act"), f"merchant: false in phase {phase}")
    if phase in ("setup", "refill"):
        require(size < HAND and s.ammo_deck != 0,
                "hand: fewer than three cards, and a deck left")
    elif end != "cleared":
        require(size + s.merchant == HAND, "hand: three cards, or two after a merchant")
    else:
        require(size < HAND, "hand: fewer than three cards when cleared")
    if phase == "merchant":
        require(s.hand >> AMMO != 0 and (s.fuel > 1 or s.shield),
                "phase merchant: one in hand, and fuel for the turn")
    if phase == "reveal":
        require(s.target_deck or s.below, "phase reveal: a target in the deck")
    return 0
