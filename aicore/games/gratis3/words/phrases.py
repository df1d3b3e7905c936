"""What events of gratis3 bring about, as phrases: their parts, and how things are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aicore.core.game import Game, Position
from aicore.core.story import Names, SeenEvent, counted, listed, third_person
from aicore.games.gratis3.rules.board import SYSTEMS, Board, board_of

ENDS = {"planet": "all have landed", "chips": "the last black chip is gone", "turns": "time is up"}
"""Reasons why a game ended, as the table's headings say them."""

NAV, RAVS, DEFENSE, WEAPONS = range(4)
FULL = 4  # shields
RAV = re.compile("(.*)(Fighter|Bomber) (on|onto|from) (.*)")
SYSTEM = re.compile(f"(.*) ({'|'.join(SYSTEMS)}) system")


def turn_number(fields: Position) -> int:
    """Return the turn of each seat that is under way, or in which the game ended, from 1."""
    past = fields["pending"]["end"] in ("planet", "turns")  # the last turn is over
    return int(fields["turns"] - past) // len(fields["locations"]) + 1


@dataclass(frozen=True)
class Phrase:
    """A part of what happens: somebody does something, or something is the case.

    Args:
        group: those of one group that follow each other make one sentence.
        seat: who does it; None: `rest` is a whole clause.
        verb: in its basic form; where nobody does it, how the clause begins.
        more: what is added if the phrase stands alone.
        brief: the words instead of `rest` after another phrase of the group.
        gains: seat, points, points in all.
        follows: it is the consequence of the one before.
        small: left out of a whole turn.
        waits: what comes next is somebody's answer to it.
        later: it belongs to the next turn.
        again: the next roll is one of dice that were rolled before.
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
    """A seat's points."""
    won = fields["trophies"][seat]
    return int(2 * won["colored"] + won["black"])


class Event:
    """An event, and what can be read of it in the positions around it."""

    def __init__(self, game: Game, event: SeenEvent, names: Names) -> None:
        self.names = names
        self.board: Board = board_of(game)
        self.words = event.words
        self.before, self.after = event.before, event.after
        self.seat: int = self.before["seat"]  # whose turn it is
        self.over = self.after["phase"] == "end"
        # Who draws a black chip at the planet, as the next turn begins.
        follower: int = self.after["seat"]
        landed = self.after["locations"][follower] == self.board.locations
        self.drawing = follower if landed and follower != self.seat else None

    def _act(self, verb: str, rest: str) -> Phrase:
        return Phrase("command", self.seat, verb, rest)

    def _strike(self, dice: int) -> str:
        """The group of what belongs to one roll at a Carrier."""
        return f"strike {self.before['pending']['target']} {dice}"

    def _changed(self, seat: int, online: bool) -> list[str]:
        """The systems of a seat that came Online, or went Down."""
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
        """The RAV on a Space in words."""
        owner = next(seat for name, seat, _, _ in fields["ravs"] if name == space)
        article = self.names.whose(owner) if whose else "the"
        return f"{article} {self._kind(fields, space)} on {space}"


def way(kind: str, start: str, to: str) -> str:
    """A flight in words."""
    return f"a {kind} from {start} {'around ' if start == to else ''}to {to}"


def together(things: Sequence[str]) -> str:
    """A list of things in which RAVs of one kind and seat are named once.

    "the Fighter on U5", "the Fighter on D5": "the Fighters on U5 and D5". So are systems of one
    seat: "your nav and ravs systems".
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
    """What dice do: "miss", "hits twice", "hit 4 times"."""
    verb = "hit" if hits else "miss"
    if dice == 1:
        verb = third_person(verb)
    times = ("", " once", " twice")
    return verb + (times[hits] if hits < len(times) else f" {counted(hits, 'time')}")
