"""Phrases for the effects of gratis3's events: their parts, and names for things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aicore.core.game import Game, Position
from aicore.core.story import Names, SeenEvent, counted, listed, third_person
from aicore.games.gratis3.rules.board import SYSTEMS, Board, board_of

ENDS = {"planet": "all have landed", "chips": "the last black chip is gone", "turns": "time is up"}
"""Reasons why a game ended, as worded in the table's headings."""

NAV, RAVS, DEFENSE, WEAPONS = range(4)
FULL = 4  # shields
RAV = re.compile("(.*)(Fighter|Bomber) (on|onto|from) (.*)")
SYSTEM = re.compile(f"(.*) ({'|'.join(SYSTEMS)}) system")


def turn_number(fields: Position) -> int:
    """Return the number of the round of turns under way, or in which the game ended, from 1."""
    past = fields["pending"]["end"] in ("planet", "turns")  # the last turn is over
    return int(fields["turns"] - past) // len(fields["locations"]) + 1


@dataclass(frozen=True)
class Phrase:
    """Part of a sentence about an event: a seat's act, or a fact.

    Args:
        group: consecutive phrases of one group form one sentence.
        seat: the seat that acts; None: `rest` is a whole clause.
        verb: in its basic form; without a seat, the beginning of the clause.
        more: words added if the phrase stands alone.
        brief: the words instead of `rest` after another phrase of the group.
        gains: seat, points, total points.
        follows: it is the consequence of the phrase before.
        small: left out of the account of a whole turn.
        waits: the next event is a seat's answer to it.
        later: it belongs to the next turn.
        again: the next roll is a reroll.
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
    """An event, and what the positions around it show about it."""

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
        """Return the group of all phrases about one roll at a Carrier."""
        return f"strike {self.before['pending']['target']} {dice}"

    def _changed(self, seat: int, online: bool) -> list[str]:
        """Return the systems of a seat that came Online, or went Down."""
        old, new = self.before["systems"][seat], self.after["systems"][seat]
        return [
            system
            for system, was, now in zip(SYSTEMS, old, new, strict=True)
            if was != now == online
        ]

    def _in_range(self) -> bool:
        """Whether the guns reach a Carrier."""
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
    """Join things to a list that names RAVs of one kind and seat only once.

    "the Fighter on U5", "the Fighter on D5" become "the Fighters on U5 and D5". Systems of one seat
    are joined likewise: "your nav and ravs systems".
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
