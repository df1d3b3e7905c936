"""Things of a game, such as actions, cards and tiles, named by the words that people type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import aicore
from aicore.core.language import SOURCE, speaking

if TYPE_CHECKING:
    from aicore.core.game import Game

WORD = re.compile(r"[^\s,;:=]+")
# Fields that do not list possessions; `net` and `sickle` say where something delays a seat.
NEVER_HELD = ("seat", "turn", "betting", "net", "sickle")
JOINING = ("at", "by", "from", "of", "tail", "to", "using", "with")  # words between two names


class Things:
    """Lookup of the things that seats use in actions, or possess.

    An action counts under its first word, and under that word with each glossary word that it
    names: "meld" and "meld venus", or "capture with venus". A possession is "venus" alone.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        with speaking(SOURCE):  # things have the same names in every language
            known = game.info.story.glossary(game)
        self.words = frozenset(word for word in known if " " not in word)
        start = game.start().to_dict()
        self._lists = _lists(game)
        self._holders = [
            name
            for name, value in start.items()
            if value is None and name in self.words and name not in NEVER_HELD
        ]
        self._named: dict[int, tuple[str, ...]] = {}

    def named(self, action: int) -> tuple[str, ...]:
        """Return the things that an action uses, without repetitions."""
        names = self._named.get(action)
        if names is None:
            first, *rest = WORD.findall(self.game.text(action))
            things, joint = [first], ""
            for word in rest:
                if word in JOINING:
                    joint = f"{word} "
                elif word in self.words:
                    things.append(f"{first} {joint}{word}")
            names = self._named[action] = tuple(dict.fromkeys(things))
        return names

    def had(self, fields: Mapping[str, Any]) -> list[set[str]]:
        """Return the things that each seat has, from the fields of a position (`State.to_dict`).

        A seat's things are in its entry of each list with one entry per seat. A field with the name
        of a thing may also hold the owner's seat.
        """
        seats = self.game.seats
        things: list[set[str]] = [set() for _ in range(seats)]
        for name in self._lists:
            for seat, entry in enumerate(fields[name]):
                things[seat] |= self.words.intersection(_texts(entry))
        for name in self._holders:
            holder = fields.get(name)
            if isinstance(holder, int) and 0 <= holder < seats:
                things[holder].add(name)
        return things

    def amounts(self, fields: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
        """Return the number of each seat's things, by the name of the field that lists them."""
        return {
            name: tuple(len(entry) for entry in fields[name])
            for name in self._lists
            if all(
                isinstance(entry, list) and self.words.issuperset(entry) for entry in fields[name]
            )
        }


def _lists(game: Game) -> list[str]:
    """Return the names of fields that list each seat's possessions.

    These are lists with one entry per seat in every position of a sample game. Other lists, such as
    the targets in reach, have that many entries only in some positions.
    """
    kept = {part.name for part in game.layout or () if part.kind.added}
    state, chance, rng = game.start(), aicore.Chance(0), aicore.Rng(0)
    names: set[str] | None = None
    while state.turn != aicore.END:
        lists = {
            name
            for name, value in state.to_dict().items()
            if isinstance(value, list)
            and len(value) == game.seats
            and name not in NEVER_HELD
            and name not in kept
        }
        names = lists if names is None else names & lists
        if state.turn < 0:
            chance.step(state)
        else:
            state.apply(state.sample(rng))
    return sorted(names or ())


def _texts(entry: object) -> Iterable[str]:
    if isinstance(entry, str):
        return (entry,)
    if isinstance(entry, list):
        return [text for text in entry if isinstance(text, str)]
    return ()
