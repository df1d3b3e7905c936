"""Fields of Free Trader's positions, and checks that they fit together."""

from aicore.core.bits cimport count
from aicore.core.game cimport CHANCE, END
from aicore.core.layout cimport Layout, member
from aicore.core.restoring cimport bounded_int, members, require
from aicore.games.trader.rules.legal cimport neighbors, parts
from aicore.games.trader.rules.state cimport (
    ALL_PLANETS, CARGO, END_PHASE, EVENT, EVENTS, EXPLORE, FOR_ATTACK, FOR_BUY, FOR_COUNTERATTACK,
    FOR_FINE, FOR_JUMP, FOR_NOTHING, GOODS, ILLEGALS, INVADER, MODULES, NONE, PAYMENTS, PIRATE,
    PLANETS, REMOVED, Tables, TraderState, cargo,
)

from aicore.core.codes import ids_of
from aicore.core.kinds import Array, Choice, Enum, Flag, Int, Set
from aicore.core.layout import part
from aicore.core.observation import Field
from aicore.games.trader.rules.arrays import MAP
from aicore.games.trader.rules.state import Drawing, Ending, Phase
from aicore.games.trader.rules.names import cell_at, coordinates

cdef enum:
    MAX_LEVEL = 99
    MAX_PRICE = 40  # sum of two figures of at most 20

PHASES = ids_of(Phase, after="_PHASE")
DRAWINGS = (None, *ids_of(Drawing, before="FOR_")[1:])
ENDS = (None, *ids_of(Ending, after="_END")[1:])
# Greatest coordinate in a restored position. From there, the game reaches cells at most 50 farther
# out. Each jump takes two of at most 70 event cards, and a planet is at most 15 away. So all
# coordinates fit into a signed byte.
FARTHEST = 60


cdef Layout layout_of(const Tables* t, dict names):
    """Return the layout of the fields."""
    cdef TraderState it
    event = Choice((None, *names["events"]), low=NONE, meaning="card")
    planet = Choice((None, *names["planets"]), low=NONE, meaning="card")
    return Layout(sizeof(it), 1, [
        Field("payment", (1,), 1, "flag"),
        Field("reshuffle", (1,), 1, "flag"),
        part("phase", member(it, it.phase), Enum(*PHASES)),
        part("month", member(it, it.month), Int(0, PAYMENTS + 1)),
        part("vectorium", member(it, it.vectorium), Int(0, t.most_vectorium)),
        part("modules", member(it, it.modules),
             Array(Int(0, MAX_LEVEL), MODULES, keys=names["modules"])),
        part("hold", member(it, it.hold), Array(Int(0, MAX_LEVEL), GOODS, keys=names["goods"])),
        Field("prices", (GOODS,), MAX_PRICE),
        *MAP, "planets", "ship",
        part("previous", member(it, it.previous), planet, dumped=False), "previous",
        part("pile", member(it, it.pile), Set(names["planets"])),
        part("undrawn_events", member(it, it.undrawn), Set(names["events"])),
        part("face_up", member(it, it.face_up), Array(event, 2), dumped=False), "face_up",
        part("last_event", member(it, it.last), event),
        part("enemy", member(it, it.enemy), event),
        part("placing", member(it, it.placing), planet),
        part("target", member(it, it.target), planet, dumped=False), "target",
        part("debt", member(it, it.debt), Int(0, 255)),
        part("paid", member(it, it.paid), Int(0, PAYMENTS)),
        part("due", member(it, it.due), Flag()),
        part("drawing", member(it, it.drawing), Choice(DRAWINGS)),
        part("end", member(it, it.end), Choice(ENDS)),
    ])


cdef int dump_rest(dict fields, const TraderState* s, dict names) except -1:
    """Add the coordinates of the planets and the ship, and the face-up cards."""
    planets, events = names["planets"], names["events"]
    fields["planets"] = [
        [name, *place(s, i)] for i, name in enumerate(planets) if s.cell[i] != 0]
    fields["ship"] = place(s, s.ship)
    fields["previous"] = place(s, s.previous)
    fields["target"] = place(s, s.target)
    fields["face_up"] = [events[s.face_up[i]] for i in range(2) if s.face_up[i] >= 0]
    return 0


cdef place(const TraderState* s, int planet):
    """Return the coordinates of a planet; None for NONE."""
    if planet < 0:
        return None
    return list(coordinates(s.cell[planet]))


cdef int restore_rest(
        dict fields, TraderState* s, const Tables* t, dict names, bint at_once, bint reshuffle_all
) except -1:
    """Read the fields that `dump_rest` adds, and check all fields. Raises StateError.

    Args:
        at_once: whether payments are due at once (payment=immediate), not at the end of a turn.
        reshuffle_all: whether face-up event cards are reshuffled, too (reshuffle=all).
    """
    phase, end = PHASES[s.phase], fields["end"]
    require((end is None) == (phase != "end"), "end: it must be a reason in phase end, else null")
    s.turn = END if s.phase == END_PHASE else CHANCE if s.phase in (EXPLORE, EVENT) else 0
    require(cargo(s) <= s.modules[CARGO], "hold: it cannot have more loads than modules.cargo")
    restore_map(fields, s, names)
    restore_events(fields, s, t, names, reshuffle_all)
    check_payments(s, at_once, end == "paid")
    if s.phase != END_PHASE:
        check_phase(s, t, phase)
    return 0


cdef int restore_map(dict fields, TraderState* s, dict names) except -1:
    """Restore the planets and the ship's place among them."""
    cdef int planet
    cdef int found = s.pile | (1 << s.placing if s.placing >= 0 else 0)
    listed = names["planets"]
    cells = {}
    for each in fields["planets"]:
        require(isinstance(each, (list, tuple)) and len(each) == 3,
                "planets: each must be [name, x, y]")
        name, x, y = each
        require(name in listed, f"planets: {name!r} is not a planet")
        for part in (x, y):
            bounded_int(part, -FARTHEST, FARTHEST, "planets, coordinates")
        require((x, y) not in cells, f"planets: there are two at {x},{y}")
        cells[x, y] = planet = listed.index(name)
        s.cell[planet] = cell_at(x, y)
        found |= 1 << planet
    require(found == ALL_PLANETS and len(cells) + count(s.pile) + (s.placing >= 0) == PLANETS,
            "planets, pile, placing: each planet must be in one of them, once")
    s.ship = planet_in(fields, "ship", cells)
    s.previous = planet_in(fields, "previous", cells)
    s.target = planet_in(fields, "target", cells)
    require(s.ship >= 0, "ship: it must be the coordinates of a planet")
    near = neighbors(s)
    for planet, key in ((s.previous, "previous"), (s.target, "target")):
        require(planet < 0 or near >> planet & 1, f"{key}: it must be null or next to the ship")
    reached = {next(iter(cells))}
    border = list(reached)
    while border:
        x, y = border.pop()
        fresh = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(cells) - reached
        reached |= fresh
        border += fresh
    require(len(reached) == len(cells), "planets: each must be next to another")
    return 0


cdef int restore_events(
        dict fields, TraderState* s, const Tables* t, dict names, bint reshuffle_all) except -1:
    """Restore and check the event cards."""
    cdef int i, size
    listed = names["events"]
    require(s.enemy < 0 or t.kind[s.enemy] in (PIRATE, INVADER),
            "enemy: it must be a pirate or an invader")
    require(s.last >= 0 or count(s.undrawn) == EVENTS,
            "last_event: it may be null only at the start")
    shown = fields["face_up"]
    s.face_up[0] = s.face_up[1] = NONE
    require(not members(shown, listed, "face_up") & s.undrawn and len(shown) <= 2,
            "face_up, undrawn_events: no card may be in both, and at most two may be face up")
    for i in range(len(shown)):
        s.face_up[i] = listed.index(shown[i])
    if s.phase == END_PHASE:
        require(count(s.undrawn) >= REMOVED, "undrawn_events: there must be two at least")
        return 0
    require(count(s.undrawn) > REMOVED, "undrawn_events: there must be three at least")
    size = face_up_cards(PHASES[s.phase], DRAWINGS[s.drawing])
    require(len(shown) == size or (reshuffle_all and len(shown) < size),
            f"face_up: it must have {size} in phase {PHASES[s.phase]}")
    return 0


def face_up_cards(phase, drawing):
    """Return the number of event cards face up in a phase.

    In phase buy this is the market's card. In other phases, the card of the enemy or the police is
    face up, and then the card drawn to decide the attack or the fine.
    """
    if phase == "event":
        return 1 if drawing in ("fine", "attack", "counterattack") else 0
    return {"buy": 1, "combat": 1, "fine": 2, "damage": 2}.get(phase, 0)


cdef int check_payments(const TraderState* s, bint at_once, bint won) except -1:
    """Check the month and the payments.

    Args:
        at_once: whether payments are due at once (payment=immediate), not at the end of a turn.
    """
    require(not (s.due and (at_once or won)),
            "due: it may be true only before a payment, with the option payment=turn_end")
    require((s.paid == PAYMENTS) == won, "paid: it must be 4 when the game is won and only then")
    if won:
        require(s.month == PAYMENTS or (s.month == PAYMENTS + 1 and not at_once),
                "month: it must be 4 when the game is won, or 5 with the option payment=turn_end")
    else:
        require(s.month == s.paid + 1 + s.due,
                "month: it must be one more than paid, or two when due")
    return 0


cdef int check_phase(const TraderState* s, const Tables* t, str phase) except -1:
    """Check the invariants of each phase."""
    cdef int drawing = s.drawing
    cdef bint alone = count(s.pile) + (s.placing >= 0) == PLANETS - 1
    require((s.placing >= 0) == (phase == "place"),
            "placing: it must be a planet in phase place, else null")
    if phase == "event":
        require(drawing != FOR_NOTHING, "drawing: phase event needs a purpose")
    elif drawing == FOR_JUMP:
        require(phase in ("explore", "place") and alone and s.previous < 0,
                "drawing: it may be jump only in phase event, or with a single planet")
    else:
        require(drawing == FOR_NOTHING, f"drawing: it must be null in phase {phase}")
    require((s.target >= 0) == (phase == "event" and drawing == FOR_JUMP),
            "target: it must be null unless an emergency jump is under way")
    require((s.enemy >= 0) == (phase in ("damage", "combat")
                               or drawing in (FOR_ATTACK, FOR_COUNTERATTACK)),
            "enemy: it must be an event card in combat, else null")
    require((s.debt > 0) == (phase == "fine"), "debt: it must be above 0 in phase fine, else 0")
    if phase == "explore":
        require(s.pile != 0, "pile: it cannot be empty in phase explore")
    elif phase in ("buy", "jump") or drawing == FOR_BUY:
        require(not alone, f"planets: there must be several in phase {phase}")
        require(phase != "jump" or s.vectorium > 0, "vectorium: it cannot be 0 in phase jump")
    elif phase == "fine":
        require(s.vectorium == 0 and s.hold[ILLEGALS] == 0,
                "phase fine: vectorium must be 0, and no illegals may be aboard")
    elif drawing == FOR_FINE:
        require(s.hold[ILLEGALS] > 0, "drawing: a fine needs illegals aboard")
    if phase in ("fine", "damage"):
        require(parts(s) != 0, f"modules: one must be above 0 in phase {phase}")
    require(s.last >= 0 or (s.drawing in (FOR_NOTHING, FOR_BUY)
                            and phase in ("explore", "place", "event")),
            "last_event: it may be null only at the start")
    if phase == "buy" and s.face_up[0] >= 0:
        require(s.face_up[0] == s.last, "face_up: it must be the last event in phase buy")
    return 0


cdef int planet_in(dict fields, str name, dict cells) except? -2:
    """Return the planet at a field's coordinates; NONE if the field is null. Raises StateError."""
    value = fields[name]
    require(value is None or value in [list(cell) for cell in cells]
            and all([type(part) is int for part in value]),
            f"{name}: it must be null or the coordinates of a planet")
    return NONE if value is None else cells[tuple(value)]
