"""Parts of sentences about gratis3's events, and names of the things in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aicore.core.game import Game, Position
from aicore.core.story import Names, SeenEvent, counted, listed, third_person
from aicore.games.gratis3.rules.board import SYSTEMS, Board, board_of

ENDS = {"planet": "all have landed", "chips": "the last black chip is gone", "turns": "time is up"}
"""Reasons why a game ended, as in the headings of the table."""

NAMES = {"nav": "engine", "ravs": "hangar", "defense": "defense", "weapons": "weapons"}
"""Names of the systems on the screen; the notation and the records have their ids."""

NAV, RAVS, DEFENSE, WEAPONS = range(4)
FULL = 4  # number of shields of a Carrier without damage
RAV = re.compile("(.*)(Fighter|Bomber) (on|onto|from) (.*)")
SYSTEM = re.compile(f"(.*) ({'|'.join(NAMES.values())}) system")


def titled(card: str) -> str:
    """Return a card's name as on the card: "Launch & move"."""
    first, _, second = card.partition("-")
    joint = " " if first == "short" else " & "
    return f"{first.title()}{joint}{second}" if second else first.title()


def turn_number(fields: Position) -> int:
    """Return the number, from 1, of the current round of turns, or of the last one at the end."""
    past = fields["pending"]["end"] in ("planet", "turns")  # the last turn is over
    return int(fields["turns"] - past) // len(fields["locations"]) + 1


@dataclass(frozen=True)
class Phrase:
    """Part of a sentence about an event: a seat's act, or a fact.

    Args:
        group: a name; consecutive phrases of the same group form one sentence.
        seat: the seat that acts; if None, `rest` is a whole clause.
        verb: the verb in its basic form; without a seat, the beginning of the clause.
        more: words to add if the phrase stands alone.
        brief: the words that replace `rest` after another phrase of the group.
        gains: for each seat that wins points: the seat, the points, its total points.
        follows: whether it is a consequence of the phrase before.
        small: whether the story of a whole turn leaves it out.
        waits: whether the next event is a seat's answer to it.
        later: whether it belongs to the next turn.
        again: whether the next roll is a reroll.
    """

    group: str
    seat: int | None
    verb: str
    rest: str
    more: str = ""
    brief: str = ""
    gains: tuple[tuple[int, int, int], ...] = ()
    follows: bool = False
    small: bool = False
    waits: bool = False
    later: bool = False
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
        self.over = self.after["phase"] == "end"
        # Seat that draws a black chip at the planet as the next turn begins.
        follower: int = self.after["seat"]
        landed = self.after["locations"][follower] == self.board.locations
        self.drawing = follower if landed and follower != self.seat else None

    def _act(self, verb: str, rest: str) -> Phrase:
        return Phrase("command", self.seat, verb, rest)

    def _strike(self, dice: int) -> str:
        """Return the name of the group of all phrases about one roll at a Carrier."""
        return f"strike {self.before['pending']['target']} {dice}"

    def _changed(self, seat: int, online: bool) -> list[str]:
        """Return the systems of a seat that came Online (`online`) or went Down."""
        old, new = self.before["systems"][seat], self.after["systems"][seat]
        return [
            NAMES[system]
            for system, was, now in zip(SYSTEMS, old, new, strict=True)
            if was != now == online
        ]

    def _in_range(self) -> bool:
        """Whether a Carrier is in range of the guns."""
        here, *_ = places = [self.before["locations"][self.seat]]
        places = [p for seat, p in enumerate(self.before["locations"]) if seat != self.seat]
        return here > 0 and any(place and abs(place - here) <= 1 for place in places)

    def _kind(self, fields: Position, space: str) -> str:
        return str(next(kind for name, _, kind, _ in fields["ravs"] if name == space)).title()

    def _rav(self, fields: Position, space: str, whose: bool = False) -> str:
        """Return the RAV on a Space in words."""
        owner = next(seat for name, seat, _, _ in fields["ravs"] if name == space)
        article = self.names.whose(owner) if whose else "the"
        return f"{article} {self._kind(fields, space)} on {space}"


def way(kind: str, start: str, to: str) -> str:
    """Return a flight in words."""
    return f"a {kind} from {start} {'around ' if start == to else ''}to {to}"


def together(things: Sequence[str]) -> str:
    """Join things into a list that names RAVs of the same kind and owner together.

    "the Fighter on U5", "the Fighter on D5" become "the Fighters on U5 and D5". Systems of one seat
    are joined likewise: "your engine and hangar systems".
    """
    systems = [found for thing in things if (found := SYSTEM.fullmatch(thing))]
    owners = {str(found[1]) for found in systems}
    if 1 < len(things) == len(systems) and len(owners) == 1:
        return f"{owners.pop()} {listed([found[2] for found in systems])} systems"
    sorts: dict[tuple[str, ...], list[str]] = {}
    for thing in things:
        match = RAV.match(thing)
        sorts.setdefault(match.groups()[:-1] if match else (thing,), []).append(
            match[4] if match else ""
        )
    lines = []
    for sort, places in sorts.items():
        if len(sort) == 1:
            lines += list(sort) * len(places)
            continue
        whose, kind, how = sort
        if len(places) > 1:
            whose, kind = "" if whose == "a " else whose, f"{kind}s"
        lines.append(f"{whose}{kind} {how} {listed(places)}")
    return listed(lines)


def result(dice: int, hits: int) -> str:
    """Return the result of a roll in words: "miss", "hits twice", "hit 4 times"."""
    verb = "hit" if hits else "miss"
    if dice == 1:
        verb = third_person(verb)
    times = ("", " once", " twice")
    return verb + (times[hits] if hits < len(times) else f" {counted(hits, 'time')}")
