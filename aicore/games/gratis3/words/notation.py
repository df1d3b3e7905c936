"""Notation: forms of events, such as ``rav SPACE to SPACE tail SPACE``; state.pxd has the codes.

See shorthand.py for other lines that a person may type, and forbidden.py for reasons why an
action is not possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aicore.core.errors import NotationError
from aicore.core.game import Game
from aicore.core.grammar import Blank, Form, Grammar
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.games.gratis3.rules import state
from aicore.games.gratis3.rules.board import KINDS, Board, board_of
from aicore.games.gratis3.words.forbidden import why_not
from aicore.games.gratis3.words.shorthand import LINES, STAGED, expand

__all__ = ["LINES", "STAGED", "expand", "grammar", "why_not"]

FORMS = {
    state.QUEUE_TAG: "queue SEAT CARD,CARD,CARD",
    state.ROLL_TAG: "roll DICE: SINGLES,DOUBLES",
    state.SYSTEMS_TAG: "systems DIE,DIE",
    state.NO_REPAIR_TAG: "no-repair",
    state.REPAIR_TAG: "repair SYSTEM",
    state.PLAY_TAG: "play CARD",
    state.LAUNCH_TAG: "launch KIND SPACE",
    state.LAUNCHED_TAG: "launched",
    state.SHIELDS_TAG: "shields",
    state.GUNS_TAG: "guns",
    state.HIT_TAG: "hit SPACE",
    state.HITS_DONE_TAG: "hits-done",
    state.FIRE_TAG: "fire SEAT",
    state.EMP_TAG: "emp SEAT",
    state.NUKE_TAG: "nuke SEAT",
    state.OVERRIDE_REPAIR_TAG: "override repair SYSTEM",
    state.OVERRIDE_MOVE_TAG: "override move",
    state.OVERRIDE_RAVS_TAG: "override ravs",
    state.OVERRIDE_GUNS_TAG: "override guns",
    state.OVERRIDE_FIRE_TAG: "override fire SEAT",
    state.OVERRIDE_NOTHING_TAG: "override nothing",
    state.EVADE_TAG: "evade CARD",
    state.NO_EVADE_TAG: "no-evade",
    state.KNOCK_TAG: "knock SYSTEM",
    state.RAV_TAG: "rav SPACE to SPACE tail SPACE",
    state.ATTACK_RAV_TAG: "attack SPACE with SPACES",
    state.ATTACK_CARRIER_TAG: "attack SEAT with SPACES",
    state.ATTACKS_DONE_TAG: "attacks-done",
    state.RETURN_TAG: "return",
    state.RETURN_OVERRIDE_TAG: "return override",
}


class RavAttackers(Blank):
    """RAVs attacking a RAV: a set of the Spaces next to it."""

    commas = True  # pyright: ignore[reportAssignmentType]: a constant replaces the property

    def __init__(self, board: Board) -> None:
        super().__init__("SPACES", board.names, bits=8)
        self.board = board

    def word(self, code: int, before: Sequence[int]) -> str | None:
        near = self.board.near[self.values[before[0]]] if before[0] < len(self) else ()
        return _members(near, code)

    def read(self, word: str, before: Sequence[int]) -> int:
        target = self.values[before[0]]
        near = self.board.near[target]
        names = self.spaces(word)
        for name in names:
            if name not in near:
                text = _("{space} is not next to {target}; next to it are {near}")
                raise NotationError(fill(text, space=name, target=target, near=", ".join(near)))
        return sum(1 << near.index(name) for name in names)

    def spaces(self, word: str) -> list[str]:
        """Return the Spaces in a word. Raises NotationError if one is unknown or repeated."""
        names = word.split(",")
        for name in names:
            super().read(name, ())
        if len(set(names)) < len(names):
            raise NotationError(_("{typed}: a Space is named twice", typed=repr(word)))
        return names


class CarrierAttackers(RavAttackers):
    """RAVs attacking a Carrier: its Location, and a set of the Spaces beside it."""

    def word(self, code: int, before: Sequence[int]) -> str | None:
        green = self.board.green
        return _members(green[code >> 4], code & 15) if code >> 4 < len(green) else None

    def read(self, word: str, before: Sequence[int]) -> int:
        names = self.spaces(word)
        for location, near in enumerate(self.board.green):
            if set(names) <= set(near):
                return location << 4 | sum(1 << near.index(name) for name in names)
        text = _("{typed}: these are not all green Spaces beside one Location")
        raise NotationError(fill(text, typed=word))


def _members(near: Sequence[str], ranks: int) -> str | None:
    names = [name for rank, name in enumerate(near) if ranks >> rank & 1]
    return ",".join(names) if names and not ranks >> len(near) else None


def grammar(game: Game) -> Grammar[Form]:
    """Return the forms of all events on the game's board."""
    data, board = game.info.data, board_of(game)
    numbers = range(state.MAX_DICE + 1)
    blanks = [
        Blank("CARD", data["cards"]["ids"], 3), Blank("SYSTEM", data["systems"]["ids"]),
        Blank("KIND", KINDS), Blank("SPACE", board.names, 6), Blank("SEAT", range(game.seats)),
        Blank("DICE", numbers[1:], 4, numbers[1:]), Blank("DIE", range(1, 7), 4, range(1, 7)),
        Blank("SINGLES", numbers, 4), Blank("DOUBLES", numbers, 4), RavAttackers(board),
    ]  # fmt: skip
    carrier = CarrierAttackers(board)
    arranged: dict[int, Callable[[list[str]], list[str]]]
    arranged = {state.ROLL_TAG: _checked_roll, state.SYSTEMS_TAG: sorted}
    return Grammar(
        Form(
            pattern,
            tag << state.TAG_SHIFT,
            [*blanks, carrier] if tag == state.ATTACK_CARRIER_TAG else blanks,
            arrange=arranged.get(tag),
        )
        for tag, pattern in FORMS.items()
    )


def _checked_roll(words: list[str]) -> list[str]:
    """Return the words of a roll. Raises NotationError if there are more hits than dice."""
    if all(map(str.isdecimal, words)) and int(words[0]) < int(words[1]) + int(words[2]):
        text = _("{dice} dice cannot show {once} + {twice} hits")
        raise NotationError(fill(text, dice=words[0], once=words[1], twice=words[2]))
    return words
