"""The things of a game: actions, cards, tiles and items by the words that people type for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aicore.core.game import Game

WORD = re.compile(r"[^\s,;:=]+")
NEVER_HELD = ("seat", "turn", "betting")  # fields that say nothing of what a seat has
JOINING = ("at", "by", "from", "of", "tail", "to", "using", "with")  # words that name nothing


class Things:
    """Tells which things seats use: what their actions name, and what they have.

    An action is counted by its first word, and by this with each word of the glossary that it
    names, as "meld" and "meld venus"; what a seat has is "venus" alone.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = frozenset(word for word in game.info.story.glossary(game) if " " not in word)
        start = game.start().to_dict()
        self._holders = [
            name
            for name, value in start.items()
            if value is None and name in self.words and name not in NEVER_HELD
        ]
        self._named: dict[int, tuple[str, ...]] = {}

    def named(self, action: int) -> tuple[str, ...]:
        """What an action uses, each once."""
        found = self._named.get(action)
        if found is None:
            first, *rest = WORD.findall(self.game.text(action))
            named = (word for word in rest if word in self.words and word not in JOINING)
            things = [f"{first} {word}" for word in named]
            found = self._named[action] = tuple(dict.fromkeys([first, *things]))
        return found

    def had(self, fields: Mapping[str, Any]) -> list[set[str]]:
        """What each seat has, by a whole state's fields (`State.to_dict`).

        A list with an entry for each seat tells it, and a field that is named like a thing and
        holds the number of a seat, none at the start.
        """
        seats = self.game.seats
        found: list[set[str]] = [set() for _ in range(seats)]
        for value in fields.values():
            if isinstance(value, list) and len(value) == seats:
                for seat, entry in enumerate(value):
                    found[seat] |= self.words.intersection(_texts(entry))
        for name in self._holders:
            holder = fields.get(name)
            if isinstance(holder, int) and 0 <= holder < seats:
                found[holder].add(name)
        return found

    def amounts(self, fields: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
        """How many things each seat has, by the field that lists them."""
        return {
            name: tuple(len(entry) for entry in value)
            for name, value in fields.items()
            if isinstance(value, list)
            and name not in NEVER_HELD
            and len(value) == self.game.seats
            and all(isinstance(entry, list) and self.words.issuperset(entry) for entry in value)
        }


def _texts(entry: object) -> Iterable[str]:
    if isinstance(entry, str):
        return (entry,)
    if isinstance(entry, list):
        return [text for text in entry if isinstance(text, str)]
    return ()
