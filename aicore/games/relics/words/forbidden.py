"""Reasons why the rules forbid an action, each in one line for the person who tried it.

The game returns the rule as an `IllegalReason` (legal.pxd). This module puts it into words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aicore.core.game import Position, State, View
from aicore.core.language import N_, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square, read, xy
from aicore.games.relics.rules.legal import IllegalReason
from aicore.games.relics.rules.names import QUARTER_AT, SIZE
from aicore.games.relics.words.nouns import thing
from aicore.games.relics.words.wording import ap_text

CHANCE = ("gallery", "platform", "weapon", "artifact", "item", "spare")
DUE = {  # the action that is due in a phase
    "airlocks": N_("choose an airlock first"),
    "at": N_("you hold {lifting}: say where it goes, such as `at 14,10` (or `undo`)"),
    "turn": N_("you hold {lifting}: say how it lies, `turn 0` to `turn 3` (or `undo`)"),
    "guns": N_("gun{gun} is about to fire: `hit gun{gun}`, or shoot it"),
    "trap": N_("the trap of the {drawn} comes first: `suffer`, or respond"),
    "lose": N_("the acid comes first: `lose` an item"),
    "defense": N_("the Last Defense comes first: `remove` a platform"),
    "end": N_("the game is over"),
}
EARLY = {  # reasons why an action is illegal in "act"
    "airlock": N_("the airlocks are already chosen; `escape` leaves by one"),
    "at": N_("you hold no platform: `lift` one first"),
    "turn": N_("you hold no platform: `lift` one first"),
    "shoot": N_("no gun is about to fire"),
    "hit": N_("no gun is about to fire"),
    "respond": N_("no trap has gone off"),
    "suffer": N_("no trap has gone off"),
    "lose": N_("you have no item to lose now"),
    "remove": N_("only the Last Defense removes platforms"),
}
PLAIN = {  # reasons with the same words for all actions
    IllegalReason.HOLE_FIRST: N_(
        "mend the hole in your suit first: patch, use tape, use foam-gun hole (or gain AP)"
    ),
    IllegalReason.NOT_LARGE: N_("you can take artifacts only on the large square of a gallery"),
    IllegalReason.NOT_THE_HEART: N_("a keycard does not work on the Heart"),
    IllegalReason.UP_ALREADY: N_("your shield is already up"),
    IllegalReason.NO_HOLE: N_("you have no hole to mend"),
    IllegalReason.NO_NET: N_("no net holds you"),
    IllegalReason.NO_AIRLOCK: N_("you are not on an airlock"),
    IllegalReason.NO_FIRE: N_("nothing is burning on your gallery"),
    IllegalReason.ON_ALREADY: N_("adrenaline is already working this turn"),
    IllegalReason.NO_WALL_HERE: N_("there is no wall for a doorway where you stand"),
    IllegalReason.NO_SPARE: N_("there is no spare platform left"),
    IllegalReason.NO_ROOM_AT_ALL: N_("there is no room for another platform"),
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
        return _(PLAIN[reason])
    words: Callable[..., str] = getattr(_Reasons(position, event, text), reason.name.lower())
    return words(*text.split()[1:])


def _other_phase(fields: Position, word: str) -> str:
    """Return the action that is due first, or the reason why this one is illegal now."""
    if word in CHANCE:
        return _("chance decides `{word}`, not you", word=word)
    if fields["turn"] == "chance":
        return _("chance comes first")
    due = DUE.get(fields["phase"])
    if due is None:
        return _(EARLY[word])
    return _(
        due,
        lifting=fields["lifting"],
        drawn=thing(fields["drawn"]) if fields["drawn"] else "",
        gun=(fields["queue"] or [0])[0],
    )


class _Reasons:
    """Reasons in words, each a method that takes the words of the action after its first."""

    def __init__(self, position: State | View, event: int, text: str) -> None:
        game: Any = position.game
        self.chart = Chart(position)
        self.fields = self.chart.fields
        self.here = self.chart.pieces.get(self.fields["seat"], (0, 0))
        self.text = text
        self.left = ap_text(2 * self.fields["ap"] + self.fields["credit"])
        self.usual, self.price = game.price(position, event)  # in half AP

    def shared_square(self, *_words: str) -> str:
        other = self.chart.others_at(self.here)[0]
        if self.here in AIRLOCK_AT:
            return _("@{seat} is on this airlock, too: first walk on, or `escape`", seat=other)
        return _(
            "you cannot stop on a shared square, and @{seat} is here: move on first", seat=other
        )

    def too_dear(self, *_words: str) -> str:
        action = f"`{self.text}`"
        if self.text.startswith("lift"):
            action = _("{action}, a #{n},", action=action, n=self.usual // 2)
        text = (
            _("you have {left} AP left and {action} on the Sickle's gallery costs {price}")
            if self.price > self.usual
            else _("you have {left} AP left and {action} costs {price}")
        )
        return fill(text, left=self.left, action=action, price=ap_text(self.price))

    # Moves and leaps

    def no_way(self, way: str) -> str:
        ahead = self.chart.ahead(self.here, way)
        if ahead in self.chart.wall:
            return _("wall at {square} ({tile})", square=xy(ahead), tile=self.chart.tile[ahead])
        if not _on_board(ahead):
            return _("the board ends at {square}", square=xy(self.here))
        return _("empty space at {square}", square=xy(ahead))

    def too_slow(self, _way: str) -> str:
        text = (
            _("you have {left} AP left and {action} costs {price} (slowed)")
            if self.price > self.usual
            else _("you have {left} AP left and {action} costs {price}")
        )
        return fill(text, left=self.left, action=f"`{self.text}`", price=ap_text(self.price))

    def crowded(self, way: str) -> str:
        end = self.chart.step(self.here, way) or self.here
        return _(
            "@{seat} is on {square}: you cannot stop on a shared square, and you have no AP to "
            "move on",
            seat=self.chart.others_at(end)[0],
            square=xy(end),
        )

    def netted(self, *_words: str) -> str:
        net = self.fields["net"][self.fields["seat"]]
        return _("the net holds you on {net}: get out with `net pay`, or shoot it", net=net)

    def not_straight(self, item: str, square: str) -> str:
        figures, rocket = self.chart.data["figures"], item == "rocketpack"
        text = (
            _("{square} is not 1 to {most} squares straight or diagonal from {here}")
            if rocket
            else _("{square} is not 2 to {most} squares straight from {here}")
        )
        most = figures["rocket_reach" if rocket else "grapple_reach"]
        return fill(text, square=square, most=most, here=xy(self.here))

    def walled_off(self, _item: str, square: str) -> str:
        return _("a wall is in the way to {square}", square=square)

    def no_landing(self, _item: str, square: str) -> str:
        return _("there is no floor to land on at {square}", square=square)

    def taken(self, *words: str) -> str:
        """Return a text about the seat on a landing's square, or that starts from an airlock."""
        if words[0] in AIRLOCK_AT.values():
            at = next(at for at, name in AIRLOCK_AT.items() if name == words[0])
            seat = next(seat for seat, piece in self.chart.pieces.items() if piece == at)
            return _("@{seat} starts from {airlock}", seat=seat, airlock=words[0])
        other = self.chart.others_at(read(words[1]))[0]
        return _("@{seat} is on {square}", seat=other, square=words[1])

    # Platforms

    def not_laid(self, *words: str) -> str:
        platform = _platform(words)
        if platform in self.fields["removed"]:
            return _("{platform} is gone: the Last Defense took it", platform=platform)
        return _("{platform} is not on the board", platform=platform)

    def stood_on(self, *words: str) -> str:
        platform = _platform(words)
        seat = self.chart.stood_on(platform)[0]
        return _("@{seat} stands on {platform}", seat=seat, platform=platform)

    def scepter(self, _platform: str) -> str:
        return ngettext(
            "the Scepter locks #2 platforms until you move {n} other",
            "the Scepter locks #2 platforms until you move {n} others",
            self.fields["scepter"][self.fields["seat"]],
        )

    def no_room(self, square: str) -> str:
        x, y = read(square)
        lifting = self.fields["lifting"]
        squares = [(x + dx, y + dy) for dx, dy in QUARTER_AT.values()]
        blocked = next(
            at for at in squares if not _on_board(at) or self.chart.tile.get(at, lifting) != lifting
        )
        tile = self.chart.tile.get(blocked)
        text = (
            _(
                "no room for {platform} there: {tile} lies on {blocked}; {square} is its top left "
                "square"
            )
            if tile
            else _(
                "no room for {platform} there: it would leave the board; {square} is its top "
                "left square"
            )
        )
        return fill(text, platform=lifting, tile=tile, blocked=xy(blocked), square=square)

    def as_it_lay(self, *words: str) -> str:
        if len(words) > 1:
            return _("{platform} already lies that way", platform=_platform(words))
        return _(
            "{platform} lay exactly like that: place it or turn it differently",
            platform=self.fields["lifting"],
        )

    # Artifacts, items and weapons

    def nothing_there(self, *_words: str) -> str:
        return _("{gallery} has no artifact left", gallery=self.chart.tile[self.here])

    def lacking(self, *words: str) -> str:
        return pgettext("relics", "you have no {item}", item=thing(self.needed(words)))

    def empty(self, *words: str) -> str:
        used = self.needed(words if "with" in words else words[:1])
        return _("the {item} is empty", item=thing(used))

    def needed(self, words: tuple[str, ...]) -> str:
        """Return the thing that the action lacks: an item, a weapon, a ray to load, or a shield."""
        used = words[:1] if words and words[0] in self.fields["items"][self.fields["seat"]] else ()
        return (words[-1] if used or "with" in words else words[0]) if words else "shield"

    def gun_gone(self, _item: str, gun: str) -> str:
        return _("{gun} no longer works", gun=gun)

    def not_due(self, *_words: str) -> str:
        return _("gun{gun} fires first", gun=self.fields["queue"][0])

    def no_help(self, ray: str) -> str:
        artifact = thing(self.fields["drawn"])
        return _("a {ray} does not stop the {artifact}", ray=thing(ray), artifact=artifact)

    # Doorways

    def no_site(self, _item: str, start: str, _end: str) -> str:
        return _(
            "{square} is not a wall next to floor of {tile}, where you stand",
            square=start,
            tile=self.chart.tile[self.here],
        )

    def same_tile(self, *_words: str) -> str:
        return _(
            "the second doorway must not be on {tile}, where the first is",
            tile=self.chart.tile[self.here],
        )

    def no_site_there(self, _item: str, _start: str, end: str) -> str:
        return _("{square} is not a wall next to floor of its tile", square=end)


def _on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def _platform(words: tuple[str, ...]) -> str:
    """Return the platform that is named first, or after the item that turns it."""
    return words[1] if words[0] == "platform-hack-2" else words[0]
