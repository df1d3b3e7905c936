"""Picture of a game of Booster: the race, the viewer's hand, the deck, and recent moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aicore.core.picture import ENDED, Scene, fit, identify, mark, width_of
from aicore.core.story import counted, listed, numbered
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    GAP,
    MARGIN,
    TableDrawing,
    buttons,
    fan,
    gauge,
    headline,
    icon,
    in_rows,
    named,
    pile,
    settle,
)
from aicore.games.booster.picture.deduced import deduced
from aicore.games.booster.picture.faces import (
    CHIP,
    ICONS,
    STYLES,
    Card,
    cards,
    chip,
    chip_width,
    face,
)
from aicore.games.booster.rules.names import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

BROAD = 300  # width from which the cards in a plate have their names
PILES = 128  # width of the deck and the discard pile
ASKED = {"mission": "Fly a mission: choose its cards", "eject": "Eject (discard) one or two cards"}
DOING = {
    "deal": ("be", "dealt a card"),
    "draw": ("draw", "a card"),
    "mission": ("decide", "on a mission"),
    "eject": ("eject", "one or two cards"),
}


def draw(scene: Scene) -> Element:
    """Return the seats and their progress, the deck, the hand with its actions, and all cards."""
    return _Table(scene).draw()


@dataclass
class _Move:
    """Actions of a seat since the viewer's last picture."""

    flown: tuple[str, ...] = ()
    ejected: tuple[str, ...] = ()
    passed: bool = False


class _Table(TableDrawing):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, "Booster")
        self.cards = cards(scene.position.game.info)
        self.target = int(scene.position.game.options["target"])
        turn = scene.turn
        self.owner = turn if scene.seat is None and scene.legal else scene.seat

    def draw(self) -> Element:
        """Draw everything from top to bottom, and return the picture."""
        y = self._head()
        y = self._seats(y)
        if self.owner is not None:
            y = self._hand(self.owner, y)
        y = self._actions(y)
        y = self._to_come(y)
        return settle(self.picture, y + MARGIN - GAP)

    def _head(self) -> float:
        """Draw the headline: the current task, and the number of the turn."""
        scene, fields, called = self.scene, self.fields, self.scene.called
        seat = fields["seat"]
        if fields["end"] == "target":
            text = called.does(seat, "win")
        elif fields["end"]:
            text = f"the turns are over: {max(fields['scores'])} points win"
        elif scene.over:
            text = ENDED
        elif scene.legal == ("pass",):
            text = self._why_none()
        elif scene.legal:
            text = ASKED[fields["phase"]]
        else:
            text = called.does(seat, *DOING[fields["phase"]])
        past = fields["end"] == "max_turns"  # the last turn is over
        turn = (fields["turns"] - past) // len(fields["hands"]) + 1
        note = f"Turn {turn}, to {self.target} points"
        if scene.narrow:
            number = max(fields["deck_number"].values())
            deck = f"deck {number}: " if number > 1 else "deck "
            note += f"; {deck}{len(fields['deck'])}, discarded {len(fields['discard'])}"
        return headline(self.picture, scene, text, note)

    def _why_none(self) -> str:
        """Return why the viewer's hand has no mission, in words."""
        hand = [self.cards[name] for name in self.fields["hands"][self.fields["seat"]]]
        missing = [kind for kind in TYPES if all(one.kind != kind for one in hand)]
        if len(missing) > 2:
            return f"No mission: {counted(len(missing), 'type')} are missing"
        if missing:
            return f"No mission: you hold no {listed(missing, 'or')}"
        best = {kind: max(one.level for one in hand if one.kind == kind) for kind in TYPES}
        least = {kind: min(one.level for one in hand if one.kind == kind) for kind in TYPES}
        for kind in ("crew", "propulsion"):
            if best[kind] < least["destination"]:
                return f"No mission: no {kind} of yours reaches that far"
        if best["transport"] < least["payload"]:
            return "No mission: no transport of yours carries that much"
        return "No mission: these cards do not go together"

    def _seats(self, y: float) -> float:
        """Draw a plate for each seat, in two columns if there are many, and the piles."""
        seats = range(len(self.fields["hands"]))
        if self.narrow:
            for seat in seats:
                y = self._seat(seat, MARGIN, y, self.width)
            return y
        room = self.width - PILES - 2 * GAP
        self._piles(MARGIN + room + 2 * GAP, y)
        least = y + 116
        columns = 1 if len(seats) < 3 else 2 if len(seats) < 5 else 3
        width = (room - GAP * (columns - 1)) / columns
        for first in range(0, len(seats), columns):
            row = seats[first : first + columns]
            y = max(
                self._seat(seat, MARGIN + place * (width + GAP), y, width)
                for place, seat in enumerate(row)
            )
        return max(y, least)

    def _seat(self, seat: int, x: float, y: float, width: float) -> float:
        """Draw a seat's name, progress, cards and latest actions. Return the y below them."""
        fields, scene = self.fields, self.scene
        group = add(self.picture, "g")
        plate = add(group, "rect", "paper edge", x=x, y=y, width=width, rx=8)
        moves = scene.turn == seat
        mark(group, seat, x + 24, y + 22, 18)
        room = 132 if width > 500 else width - 140
        write(group, x + 42, y + 27, fit(scene.name(seat), room, 16), "bold", font_size=15)
        score = fields["scores"][seat]
        style = f"seat{seat}"
        write(group, x + width - 12, y + 28, f"{score} / {self.target}", "bold end", font_size=17)
        row = y + 36
        if width > 500:
            gauge(group, (x + 180, y + 15, width - 270, 14), score, self.target, style)
        else:
            gauge(group, (x + 12, row, width - 24, 12), score, self.target, style)
            row += 20
        row = self._cards_of(group, seat, x + 12, row, width - 24)
        row = self._move_of(group, seat, x + 12, row, width - 24)
        plate.set("height", f"{row - y:.4g}")
        if moves:
            add(group, "rect", "accent", x=x, y=y + 8, width=4, height=row - y - 16, rx=2)
        return row + GAP

    def _cards_of(self, group: Element, seat: int, x: float, y: float, width: float) -> float:
        """Draw the hand of a seat: backs if it is hidden, and the cards that all can deduce."""
        fields = self.fields
        hand = fields["hands"][seat]
        newest = max(fields["deck_number"].values())
        old = sum(number < newest for number in fields["drawn_from"][seat])
        end = fan(group, (x, y, 16, 22), len(hand))
        note = numbered(len(hand), "card")
        if old and width >= BROAD:
            note += f", {old} of an older deck"
        move = self._move(seat)
        if move.passed:
            note += ", passed"
        write(group, end + 10, y + 16, note, "muted", font_size=13)
        y += 30
        if seat == self.owner:
            return y
        known, label = (deduced(fields)[seat], "must hold") if None in hand else (hand, "holds")
        return self._chips(group, label, known, x, y, width)

    def _move_of(self, group: Element, seat: int, x: float, y: float, width: float) -> float:
        """Draw the latest actions of a seat."""
        move = self._move(seat)
        y = self._chips(group, "flew", move.flown, x, y, width)
        return self._chips(group, "ejected", move.ejected, x, y, width)

    def _move(self, seat: int) -> _Move:
        found = _Move()
        for actor, text in self.scene.last:
            if actor == seat:
                word, _, rest = text.partition(" ")
                if word == "pass":
                    found.passed = True
                elif word == "meld":
                    found.flown = tuple(rest.split(","))
                else:
                    found.ejected = tuple(rest.split(","))
        return found

    def _chips(
        self, group: Element, label: str, ids: Iterable[str], x: float, y: float, width: float
    ) -> float:
        """Draw cards in lines after a label. Return the y of the space below."""
        found = [self.cards[one] for one in ids]
        if not found:
            return y
        write(group, x, y + 16, label, "muted", font_size=13)
        left = x + 12 + width_of(label, 13)
        brief = width < BROAD
        for one in found:
            room = chip_width(one, brief)
            if left > x and left + room > x + width:
                left, y = x, y + CHIP + 4
            chip(group, one, left, y, brief)
            left += room + 5
        return y + CHIP + 8

    def _piles(self, x: float, y: float) -> None:
        """Draw the deck and the discard pile."""
        fields = self.fields
        number = max(fields["deck_number"].values())
        deck = f"deck {number}:" if number > 1 else "deck"
        pile(self.picture, (x + 2, y + 8, 56, 78), len(fields["deck"]), deck)
        pile(self.picture, (x + 76, y + 8, 56, 78), len(fields["discard"]), "discard")

    def _hand(self, owner: int, y: float) -> float:
        """Draw the viewer's cards, each with its actions."""
        hand, new = self.fields["hands"][owner], self.news("draw")
        across, height = (3, 176) if self.narrow else (7, 204)
        boxes, below = in_rows(len(hand), across, MARGIN, y + GAP, self.width, height)
        for name, box in zip(hand, boxes, strict=True):
            self._card(self.cards[name], box, name in new)
        return below

    def _card(self, one: Card, box: Box, new: bool) -> None:
        element = identify(face(self.picture, one, box, new), one.id, row=True)
        self.offer(
            element, box, lambda text: one.id in text.partition(" ")[2].split(","), one.printed
        )

    def _actions(self, y: float) -> float:
        """Draw buttons for the missions of each worth, and for flying none."""
        places: dict[int, list[int]] = {}
        for place, text in enumerate(self.scene.legal):
            if text.startswith("meld "):
                *_, destination, _, payload = text.partition(" ")[2].split(",")
                points = self.cards[destination].level + self.cards[payload].level
                places.setdefault(points, []).append(place)
        wanted = [(f"Fly for {points} points", places[points]) for points in sorted(places)[::-1]]
        wanted.append(("Fly no mission", self.scene.places("pass".__eq__)))
        return buttons(self.picture, self.scene, MARGIN, y, self.width, wanted)

    def _unseen(self) -> set[str]:
        """Return the cards that the viewer cannot see: in the deck, or in a hidden hand."""
        fields = self.fields
        seen = {card for hand in (fields["discard"], *fields["hands"]) for card in hand}
        return set(self.cards) - seen

    def _to_come(self, y: float) -> float:
        """Draw the number of cards of each type and level that may still come.

        A tooltip names them, and those that were discarded.
        """
        unseen, thrown = self._unseen(), set(self.fields["discard"])
        title = "Still to come, or in other hands"
        if not self.narrow:
            title += ": cards of each type, and of each number of dots"
        write(self.picture, MARGIN, y + 16, title, "muted", font_size=13)
        boxes, below = in_rows(len(TYPES), len(TYPES), MARGIN, y + 24, self.width, 30)
        for kind, (x, top, _, _) in zip(TYPES, boxes, strict=True):
            of_kind = [one for one in self.cards.values() if one.kind == kind]
            come = [one for one in of_kind if one.id in unseen]
            gone = [one.name for one in of_kind if one.id in thrown]
            about = f"{kind} to come: {listed([one.name for one in come]) or 'none'}"
            if gone:
                about += f"; discarded, back in the next deck: {listed(gone)}"
            group = named(self.picture, about)
            icon(group, ICONS[kind], (x, top + 4, 18, 18), STYLES[kind])
            write(group, x + 24, top + 18, str(len(come)), "bold", font_size=14)
            left = x + 52
            for level in () if self.narrow else (1, 2, 3):
                same = sum(one.level == level for one in come)
                for place in range(level):
                    look = STYLES[kind] if same else "none edge"
                    add(group, "circle", look, cx=left + 6 * place, cy=top + 7, r=2.5)
                style = "muted" if same else "muted faint"
                write(group, left - 3, top + 23, str(same), style, font_size=13)
                left += 32
        return below + GAP
