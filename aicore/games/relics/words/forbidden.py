"""Reasons why the rules forbid an action, each in one line for the person who tried it.

The game returns the rule as an `IllegalReason` (legal.pxd). This module puts it into words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aicore.core.game import Position, State, View
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square, read, xy
from aicore.games.relics.rules.legal import IllegalReason
from aicore.games.relics.rules.names import QUARTER_AT, SIZE

CHANCE = ("gallery", "platform", "weapon", "artifact", "item", "spare")
DUE = {  # the action that is due in a phase
    "airlocks": "choose an airlock first",
    "at": "you hold {lifting}: say where it goes, such as `at 14,10` (or `undo`)",
    "turn": "you hold {lifting}: say how it lies, `turn 0` to `turn 3` (or `undo`)",
    "guns": "gun{gun} is about to fire: `hit gun{gun}`, or shoot it",
    "trap": "the trap of the {drawn} comes first: `suffer`, or respond",
    "lose": "the acid comes first: `lose` an item",
    "defense": "the Last Defense comes first: `remove` a platform",
    "end": "the game is over",
}
EARLY = {  # reasons why an action is illegal in "act"
    "airlock": "the airlocks are already chosen; `escape` leaves by one",
    "at": "you hold no platform: `lift` one first",
    "turn": "you hold no platform: `lift` one first",
    "shoot": "no gun is about to fire",
    "hit": "no gun is about to fire",
    "respond": "no trap has gone off",
    "suffer": "no trap has gone off",
    "lose": "you have no item to lose now",
    "remove": "only the Last Defense removes platforms",
}
PLAIN = {  # reasons with the same words for all actions
    IllegalReason.HOLE_FIRST: "mend the hole in your suit first: "
    "patch, use tape, use foam-gun hole (or gain AP)",
    IllegalReason.NOT_LARGE: "you can take artifacts only on the large square of a gallery",
    IllegalReason.NOT_THE_HEART: "a keycard does not work on the Heart",
    IllegalReason.UP_ALREADY: "your shield is already up",
    IllegalReason.NO_HOLE: "you have no hole to mend",
    IllegalReason.NO_NET: "no net holds you",
    IllegalReason.NO_AIRLOCK: "you are not on an airlock",
    IllegalReason.NO_FIRE: "nothing is burning on your gallery",
    IllegalReason.ON_ALREADY: "adrenaline is already working this turn",
    IllegalReason.NO_WALL_HERE: "there is no wall for a doorway where you stand",
    IllegalReason.NO_SPARE: "there is no spare platform left",
    IllegalReason.NO_ROOM_AT_ALL: "there is no room for another platform",
}


def why_illegal(position: State | View, text: str) -> str | None:
    """Return the rule that forbids a well-formed event, in words; None if none does."""
    game: Any = position.game
    event = game.parse(text)
    reason = game.illegal_reason(position, event)
    if reason == IllegalReason.ALLOWED:
        return None
    if reason == IllegalReason.OTHER_PHASE:
        return _other_phase(position, text.split()[0])
    if reason in PLAIN:
        return PLAIN[reason]
    words: Callable[..., str] = getattr(_Reasons(position, event, text), reason.name.lower())
    return words(*text.split()[1:])


def _other_phase(fields: Position, word: str) -> str:
    """Return the action that is due first, or the reason why this one is illegal now."""
    if word in CHANCE:
        return f"chance decides `{word}`, not you"
    if fields["turn"] == "chance":
        return "chance comes first"
    due = DUE.get(fields["phase"])
    return (
        EARLY[word]
        if due is None
        else due.format(
            lifting=fields["lifting"], drawn=fields["drawn"], gun=(fields["queue"] or [0])[0]
        )
    )


class _Reasons:
    """Reasons in words, each a method that takes the words of the action after its first."""

    def __init__(self, position: State | View, event: int, text: str) -> None:
        game: Any = position.game
        self.chart = Chart(position)
        self.fields = self.chart.fields
        self.here = self.chart.pieces.get(self.fields["seat"], (0, 0))
        self.text = text
        self.left = f"you have {_ap(2 * self.fields['ap'] + self.fields['credit'])} AP left"
        self.usual, self.price = game.price(position, event)  # in half AP

    def shared_square(self, *_: str) -> str:
        other = self.chart.others_at(self.here)[0]
        return f"you cannot stop on a shared square, and @{other} is here: move on first"

    def too_dear(self, *_: str) -> str:
        where = " on the Sickle's gallery" if self.price > self.usual else ""
        kind = f", a #{self.usual // 2}," if self.text.startswith("lift") else ""
        return f"{self.left} and `{self.text}`{kind}{where} costs {_ap(self.price)}"

    # Moves and leaps

    def no_way(self, way: str) -> str:
        ahead = self.chart.ahead(self.here, way)
        if ahead in self.chart.wall:
            return f"wall at {xy(ahead)} ({self.chart.tile[ahead]})"
        if not _on_board(ahead):
            return f"the board ends at {xy(self.here)}"
        return f"empty space at {xy(ahead)}"

    def too_slow(self, _: str) -> str:
        slow = " (slowed)" if self.price > self.usual else ""
        return f"{self.left} and `{self.text}` costs {_ap(self.price)}{slow}"

    def crowded(self, way: str) -> str:
        end = self.chart.step(self.here, way) or self.here
        return (
            f"@{self.chart.others_at(end)[0]} is on {xy(end)}: you cannot stop on a shared "
            "square, and you have no AP to move on"
        )

    def netted(self, *_: str) -> str:
        net = self.fields["net"][self.fields["seat"]]
        return f"the net holds you on {net}: get out with `net pay`, or shoot it"

    def not_straight(self, item: str, square: str) -> str:
        figures, rocket = self.chart.data["figures"], item == "rocketpack"
        least, ways = (1, "straight or diagonal") if rocket else (2, "straight")
        most = figures["rocket_reach" if rocket else "grapple_reach"]
        return f"{square} is not {least} to {most} squares {ways} from {xy(self.here)}"

    def walled_off(self, _: str, square: str) -> str:
        return f"a wall is in the way to {square}"

    def no_landing(self, _: str, square: str) -> str:
        return f"there is no floor to land on at {square}"

    def taken(self, *words: str) -> str:
        """Return the seat on the square of a landing, or the one that starts from an airlock."""
        if words[0] in AIRLOCK_AT.values():
            at = next(at for at, name in AIRLOCK_AT.items() if name == words[0])
            seat = next(seat for seat, piece in self.chart.pieces.items() if piece == at)
            return f"@{seat} starts from {words[0]}"
        return f"@{self.chart.others_at(read(words[1]))[0]} is on {words[1]}"

    # Platforms

    def not_laid(self, *words: str) -> str:
        platform = _platform(words)
        if platform in self.fields["removed"]:
            return f"{platform} is gone: the Last Defense took it"
        return f"{platform} is not on the board"

    def stood_on(self, *words: str) -> str:
        platform = _platform(words)
        return f"@{self.chart.stood_on(platform)[0]} stands on {platform}"

    def scepter(self, _: str) -> str:
        left = self.fields["scepter"][self.fields["seat"]]
        return (
            f"the Scepter locks #2 platforms until you move {left} other{'s' if left > 1 else ''}"
        )

    def no_room(self, square: str) -> str:
        x, y = read(square)
        lifting = self.fields["lifting"]
        squares = [(x + dx, y + dy) for dx, dy in QUARTER_AT.values()]
        blocked = next(
            at for at in squares if not _on_board(at) or self.chart.tile.get(at, lifting) != lifting
        )
        tile = self.chart.tile.get(blocked)
        taken = f"{tile} lies on {xy(blocked)}" if tile else "it would leave the board"
        return f"no room for {lifting} there: {taken}; {square} is its top left square"

    def as_it_lay(self, *words: str) -> str:
        if len(words) > 1:
            return f"{_platform(words)} already lies that way"
        return f"{self.fields['lifting']} lay exactly like that: place it or turn it differently"

    # Artifacts, items and weapons

    def nothing_there(self, *_: str) -> str:
        return f"{self.chart.tile[self.here]} has no artifact left"

    def lacking(self, *words: str) -> str:
        return f"you have no {self.needed(words)}"

    def empty(self, *words: str) -> str:
        return f"the {self.needed(words if 'with' in words else words[:1])} is empty"

    def needed(self, words: tuple[str, ...]) -> str:
        """Return the missing thing: to shoot with, to use or to use on; a shield for `raise`."""
        used = words[:1] if words and words[0] in self.fields["items"][self.fields["seat"]] else ()
        return (words[-1] if used or "with" in words else words[0]) if words else "shield"

    def gun_gone(self, _: str, gun: str) -> str:
        return f"{gun} no longer works"

    def not_due(self, *_: str) -> str:
        return f"gun{self.fields['queue'][0]} fires first"

    def no_help(self, ray: str) -> str:
        return f"a {ray} does not stop the {self.fields['drawn']}"

    # Doorways

    def no_site(self, _: str, start: str, __: str) -> str:
        return (
            f"{start} is not a wall next to floor of {self.chart.tile[self.here]}, where you stand"
        )

    def same_tile(self, *_: str) -> str:
        return f"the second doorway must not be on {self.chart.tile[self.here]}, where the first is"

    def no_site_there(self, _: str, __: str, end: str) -> str:
        return f"{end} is not a wall next to floor of its tile"


def _on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def _platform(words: tuple[str, ...]) -> str:
    """Return the platform that is named first, or after the item that turns it."""
    return words[1] if words[0] == "platform-hack-2" else words[0]


def _ap(halves: int) -> str:
    """Return half AP as AP in words."""
    return f"{halves // 2 or ''}{' ' if halves > 1 else ''}1/2" if halves % 2 else str(halves // 2)
