"""Parts of sentences about gratis3's events, and names of the things in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aicore.core.game import Game, Position
from aicore.core.language import N_, Person, Word, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names, SeenEvent, in_words, in_words_as, listed, number_word
from aicore.games.gratis3.rules.board import SYSTEMS, Board, board_of

ENDS = {
    "planet": N_("all have landed"),
    "chips": N_("the last black chip is gone"),
    "turns": N_("time is up"),
}
"""Reasons why a game ended, as in the headings of the table."""

NAMES = {
    "nav": N_("engine"),
    "ravs": N_("hangar"),
    "defense": N_("defense"),
    "weapons": N_("weapons"),
}
"""Names of the systems on the screen; notation and records use their ids."""

CARDS = {
    "launch-move": N_("Launch & move"),
    "move-launch": N_("Move & launch"),
    "shields-guns": N_("Shields & guns"),
    "short-range": N_("Short range"),
    "missile": N_("Missile"),
    "override": N_("Override"),
}
"""Names as printed on the cards; notation and records use their ids."""

NAV, RAVS, DEFENSE, WEAPONS = range(4)
MAX_SHIELDS = 4  # maximum number of shields of a Carrier


def titled(card: str) -> str:
    """Return a card's name as on the card: "Launch & move"."""
    return _(CARDS[card])


def typed(card: str) -> str:
    """Return a card's typed name; in other languages, with its name on the card as well."""
    return {
        "launch-move": pgettext("typed", "launch-move"),
        "move-launch": pgettext("typed", "move-launch"),
        "shields-guns": pgettext("typed", "shields-guns"),
        "short-range": pgettext("typed", "short-range"),
        "missile": pgettext("typed", "missile"),
        "override": pgettext("typed", "override"),
    }[card]


def named(system: str) -> str:
    """Return a system's name: "engine"."""
    return _(NAMES[system])


def the_system(system: str) -> Word:
    """Return a system with its article: "the engine system"."""
    return Word(
        {
            "nav": _("the engine system"),
            "ravs": _("the hangar system"),
            "defense": _("the defense system"),
            "weapons": _("the weapons system"),
        }[system]
    )


def down(system: int) -> str:
    """Return a clause about a system that is Down, by its number."""
    return _("{system} is Down", system=the_system(SYSTEMS[system]))


def in_dice(number: int) -> str:
    """Return a number of dice in words: "one die", "three dice"."""
    return in_words_as("nominative", number, "one die", "{n} dice")


ACTIONS = frozenset(
    {
        N_("play launch-move"),
        N_("play move-launch"),
        N_("play shields-guns"),
        N_("play short-range"),
        N_("play missile"),
        N_("play override"),
        N_("evade launch-move"),
        N_("evade move-launch"),
        N_("evade shields-guns"),
        N_("evade short-range"),
        N_("evade missile"),
        N_("evade override"),
        N_("repair nav"),
        N_("repair ravs"),
        N_("repair defense"),
        N_("repair weapons"),
        N_("knock nav"),
        N_("knock ravs"),
        N_("knock defense"),
        N_("knock weapons"),
        N_("override repair nav"),
        N_("override repair ravs"),
        N_("override repair defense"),
        N_("override repair weapons"),
    }
)
"""Actions on a card or a system; translations use the names on the screen."""


def read_out(action: str) -> str:
    """Return an action as a screen reader says it; in English, that is the typed action."""
    match action.split():
        case ["rav", start, "to", end, "tail", tail]:
            return _("rav {start} to {end} tail {tail}", start=start, end=end, tail=tail)
        case ["launch", "fighter", space]:
            return _("launch fighter {space}", space=space)
        case ["launch", "bomber", space]:
            return _("launch bomber {space}", space=space)
    return _(action) if action in ACTIONS else action


def turn_number(fields: Position) -> int:
    """Return the number, from 1, of the current round of turns, or of the last one at the end."""
    past = fields["pending"]["end"] in ("planet", "turns")  # the last turn is over
    return int(fields["turns"] - past) // len(fields["locations"]) + 1


@dataclass(frozen=True)
class Craft:
    """Fighter or Bomber in a sentence, always as a grammatical object.

    Args:
        role: what the sentence does with it: "fly", "launch", "use" or "hit".
        kind: "fighter" or "bomber".
        place: its Space, or its way.
        owner: its owner's name, if the sentence has it.
        full: the place in a phrase that stands alone, if it is another text.
    """

    role: str
    kind: str
    place: str
    owner: Person | None = None
    full: str = ""


@dataclass(frozen=True)
class System:
    """System of a Carrier in a sentence, as a grammatical object.

    Args:
        owner: name of the Carrier's owner.
        system: its id.
    """

    owner: Person
    system: str


@dataclass(frozen=True)
class Phrase:
    """Part of a sentence about an event: a seat's act, or a fact.

    Args:
        group: a name; consecutive phrases of the same group form one sentence.
        seat: the seat that acts; if None, `act` is a whole clause.
        act: the act, a verb with its objects: "plays Missile". If the phrase has a thing, this has
            the slots `{who}` and `{what}`; otherwise it has none.
        what: a thing; phrases with the same act, one after the other, join their things.
        full: the act in a phrase that stands alone, if it is another text.
        brief: the text that replaces `act` after another phrase of the group.
        gains: for each seat that wins points: the seat, the points, its total points.
        named: whether the act names the points that it wins.
        follows: whether it is a consequence of the phrase before.
        small: whether the story of a whole turn leaves it out.
        waits: whether the next event is a seat's answer to it.
        later: whether it belongs to the next turn.
        rolls: whether it describes a roll at a Carrier.
        again: whether the next roll is a reroll.
    """

    group: str
    seat: int | None
    act: str
    what: Craft | System | None = None
    full: str = ""
    brief: str = ""
    gains: tuple[tuple[int, int, int], ...] = ()
    named: bool = False
    follows: bool = False
    small: bool = False
    waits: bool = False
    later: bool = False
    rolls: bool = False
    again: bool = False


def score(fields: Position, seat: int) -> int:
    """Return a seat's points."""
    won = fields["trophies"][seat]
    return int(2 * won["colored"] + won["black"])


class Event:
    """An event, and what the positions before and after show about it."""

    def __init__(self, game: Game, event: SeenEvent, names: Names) -> None:
        self.names = names
        self.board: Board = board_of(game)
        self.words = event.words
        self.before, self.after = event.before, event.after
        self.seat: int = self.before["seat"]  # seat whose turn it is
        self.who = names[self.seat]
        self.over = self.after["phase"] == "end"
        # Seat that draws a black chip at the planet as the next turn begins.
        follower: int = self.after["seat"]
        landed = self.after["locations"][follower] == self.board.locations
        self.drawing = follower if landed and follower != self.seat else None

    def _act(self, act: str, what: Craft | System | None = None) -> Phrase:
        return Phrase("command", self.seat, act, what)

    def _strike(self, dice: int) -> str:
        """Return the name of the group of all phrases about one roll at a Carrier."""
        return f"strike {self.before['pending']['target']} {dice}"

    def _changed(self, seat: int, online: bool) -> list[str]:
        """Return the systems of a seat that came Online (`online`) or went Down."""
        old, new = self.before["systems"][seat], self.after["systems"][seat]
        return [
            system
            for system, was, now in zip(SYSTEMS, old, new, strict=True)
            if was != now == online
        ]

    def _kind(self, fields: Position, space: str) -> str:
        return str(next(kind for name, _seat, kind, _tail in fields["ravs"] if name == space))

    def _craft(self, space: str, role: str) -> Craft:
        """Return the craft on a Space before the event."""
        owner = next(seat for name, seat, *_rest in self.before["ravs"] if name == space)
        return Craft(role, self._kind(self.before, space), space, self.names[owner])


def way(kind: str, start: str, to: str, tail: str = "") -> Craft:
    """Return a flight; if it bends, `tail` is the Space that it passes last."""
    places = (
        _("{start} around to {end}", start=start, end=to)
        if start == to
        else _("{start} to {end}", start=start, end=to)
    )
    bend = _("{flight} by way of {tail}", flight=places, tail=tail) if tail else ""
    return Craft("fly", kind, places, full=bend)


def together(things: Sequence[Craft | System]) -> str:
    """Join things into a list that names craft of the same kind and owner together.

    "the Fighter on U5", "the Fighter on D5" become "the Fighters on U5 and D5". Systems of one seat
    are joined likewise: "your engine and hangar systems".
    """
    sorts: dict[Craft | System, list[str]] = {}
    for part in things:
        if isinstance(part, Craft):
            sort = Craft(part.role, part.kind, "", part.owner)
            sorts.setdefault(sort, []).append(part.place)
        else:
            sorts.setdefault(System(part.owner, ""), []).append(part.system)
    return listed(
        [
            _craft(sort, len(places), listed(places))
            if isinstance(sort, Craft)
            else _systems(sort.owner, places)
            for sort, places in sorts.items()
        ]
    )


def _craft(sort: Craft, n: int, places: str) -> str:
    """Return craft of one sort on, or from, some places."""
    fighter, slots = sort.kind == "fighter", {"places": places, "whose": sort.owner}
    if sort.role == "fly":
        if fighter:
            return ngettext("a Fighter from {places}", "Fighters from {places}", n, **slots)
        return ngettext("a Bomber from {places}", "Bombers from {places}", n, **slots)
    if sort.role == "launch":
        if fighter:
            return ngettext("a Fighter onto {places}", "Fighters onto {places}", n, **slots)
        return ngettext("a Bomber onto {places}", "Bombers onto {places}", n, **slots)
    if sort.role == "use":
        if fighter:
            return ngettext("the Fighter on {places}", "the Fighters on {places}", n, **slots)
        return ngettext("the Bomber on {places}", "the Bombers on {places}", n, **slots)
    if fighter:
        return ngettext(
            "{whose:your|*'s} Fighter on {places}",
            "{whose:your|*'s} Fighters on {places}",
            n,
            **slots,
        )
    return ngettext(
        "{whose:your|*'s} Bomber on {places}", "{whose:your|*'s} Bombers on {places}", n, **slots
    )


def _systems(whose: Person, systems: Sequence[str]) -> str:
    """Return systems of one seat."""
    if len(systems) > 1:
        names = listed([named(system) for system in systems])
        return _("{whose:your|*'s} {systems} systems", whose=whose, systems=names)
    return fill(
        {
            "nav": _("{whose:your|*'s} engine system"),
            "ravs": _("{whose:your|*'s} hangar system"),
            "defense": _("{whose:your|*'s} defense system"),
            "weapons": _("{whose:your|*'s} weapons system"),
        }[systems[0]],
        whose=whose,
    )


def result(dice: int, hits: int) -> str:
    """Return the result of a roll in words: "one die hits twice", "six dice hit four times"."""
    if hits == 0:
        return in_words(dice, "one die misses", "{n} dice miss")
    if hits == 1:
        return in_words(dice, "one die hits once", "{n} dice hit once")
    if hits == 2:
        return in_words(dice, "one die hits twice", "{n} dice hit twice")
    times = number_word(hits)
    return in_words(dice, "one die hits {times} times", "{n} dice hit {times} times", times=times)
