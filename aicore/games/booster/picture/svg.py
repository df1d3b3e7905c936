"""Picture of a game of Booster: the race, the viewer's hand, the deck, and recent moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aicore.core.language import gettext as _
from aicore.core.language import ngettext, pgettext
from aicore.core.picture import ENDED, Scene, fit, identify, mark, width_of
from aicore.core.story import in_words, listed
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
from aicore.games.booster.words.cards import type_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

BROAD = 300  # width from which the cards in a plate have their names
PILES = 128  # width of the deck and the discard pile
TALLEST = 632  # height up to which a page with room for a wide picture does not shrink it
BELOW_HAND = 130  # height below a hand: a row of buttons, and the cards to come
LOWEST_CARD, HIGHEST_CARD = 146.0, 204.0  # heights of a card of a hand


def draw(scene: Scene) -> Element:
    """Return a drawing: seats and their progress, deck, hand with its actions, cards to come."""
    return _Table(scene).draw()


@dataclass
class _Move:
    """Actions of a seat since the viewer's last picture."""

    flown: tuple[str, ...] = ()
    ejected: tuple[str, ...] = ()
    passed: bool = False


class _Table(TableDrawing):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, scene.position.game.info.title)
        self.cards = cards(scene.position.game.info)
        self.target = int(scene.position.game.options["target"])
        turn = scene.turn
        # Seat whose hand is large; None for spectators.
        self.owner = turn if scene.seat is None and scene.legal else scene.seat

    def draw(self) -> Element:
        """Draw everything from top to bottom, and return the picture."""
        y = self._head()
        y = self._seats(y)
        if self.narrow:  # a hand is taller than a phone's screen
            y = self._actions(y + GAP)
        if self.owner is not None:
            y = self._hand(self.owner, y)
        if not self.narrow:
            y = self._actions(y)
        y = self._to_come(y)
        return settle(self.picture, y + MARGIN - GAP)

    def _head(self) -> float:
        """Draw the headline: the current task, and the number of the turn."""
        scene, fields = self.scene, self.fields
        past = fields["end"] == "max_turns"  # the last turn is over
        turn = (fields["turns"] - past) // len(fields["hands"]) + 1
        slots = {"turn": turn, "target": self.target}
        if not scene.narrow:
            note = _("Turn {turn}, to {target} points", **slots)
            return headline(self.picture, scene, self._task(), note)
        number = max(fields["deck_number"].values())
        slots |= {"number": number, "deck": len(fields["deck"]), "gone": len(fields["discard"])}
        note = (
            _("Turn {turn}, to {target} points; deck {number}: {deck}, discarded {gone}", **slots)
            if number > 1
            else _("Turn {turn}, to {target} points; deck {deck}, discarded {gone}", **slots)
        )
        return headline(self.picture, scene, self._task(), note)

    def _task(self) -> str:
        """Return the current task, what the seat to move does, or the end."""
        scene, fields = self.scene, self.fields
        who, phase = scene.called[fields["seat"]], fields["phase"]
        if fields["end"] == "target":
            return _("{who} {who:win|wins}", who=who)
        if fields["end"]:
            return _("the turns are over: {score} points win", score=max(fields["scores"]))
        if scene.over:
            return _(ENDED)
        if scene.legal == ("pass",):
            return self._why_none()
        if scene.legal:
            return (
                _("Fly a mission: choose its cards")
                if phase == "mission"
                else _("Eject (discard) one or two cards")
            )
        if phase == "deal":
            return _("{who} {who:are|is} dealt a card", who=who)
        if phase == "draw":
            return _("{who} {who:draw|draws} a card", who=who)
        if phase == "mission":
            return _("{who} {who:decide|decides} on a mission", who=who)
        return _("{who} {who:eject|ejects} one or two cards", who=who)

    def _why_none(self) -> str:
        """Return the reason that the viewer's hand has no mission."""
        hand = [self.cards[name] for name in self.fields["hands"][self.fields["seat"]]]
        missing = [type_name(kind) for kind in TYPES if all(one.kind != kind for one in hand)]
        if len(missing) > 2:
            types = in_words(len(missing), "one type", "{n} types")
            return _("No mission: {types} are missing", types=types)
        if len(missing) == 2:
            one, other = missing
            return _("No mission: you hold no {one} or {other}", one=one, other=other)
        if missing:
            return _("No mission: you hold no {one}", one=missing[0])
        best = {kind: max(one.level for one in hand if one.kind == kind) for kind in TYPES}
        least = {kind: min(one.level for one in hand if one.kind == kind) for kind in TYPES}
        if best["crew"] < least["destination"]:
            return _("No mission: none of your crews reaches that far")
        if best["propulsion"] < least["destination"]:
            return _("No mission: none of your propulsions reaches that far")
        if best["transport"] < least["payload"]:
            return _("No mission: none of your transports carries that much")
        return _("No mission: these cards do not go together")

    def _seats(self, y: float) -> float:
        """Draw a plate for each seat, in up to three columns, and the piles."""
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
            tall = 12 if self.narrow else 5  # a wide picture has less room below
            gauge(group, (x + 12, row, width - 24, tall), score, self.target, style)
            row += tall + (8 if self.narrow else 5)
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
        note = ngettext("{n} card", "{n} cards", len(hand))
        if old and width >= BROAD:
            note = _("{cards}, {old} of an older deck", cards=note, old=old)
        if self._move(seat).passed:
            note = _("{hand}, passed", hand=note)
        write(group, end + 10, y + 16, note, "muted", font_size=13)
        y += 30
        if seat == self.owner:
            return y
        if None in hand:
            known = deduced(fields)[seat]
            return self._chips(group, pgettext("booster", "must hold"), known, x, y, width)
        return self._chips(group, pgettext("booster", "holds"), hand, x, y, width)

    def _move_of(self, group: Element, seat: int, x: float, y: float, width: float) -> float:
        """Draw the latest actions of a seat."""
        move = self._move(seat)
        y = self._chips(group, pgettext("booster", "flew"), move.flown, x, y, width)
        return self._chips(group, pgettext("booster", "ejected"), move.ejected, x, y, width)

    def _move(self, seat: int) -> _Move:
        move = _Move()
        for actor, text in self.scene.last:
            if actor == seat:
                word, _space, rest = text.partition(" ")
                if word == "pass":
                    move.passed = True
                elif word == "meld":
                    move.flown = tuple(rest.split(","))
                else:
                    move.ejected = tuple(rest.split(","))
        return move

    def _chips(
        self, group: Element, label: str, ids: Iterable[str], x: float, y: float, width: float
    ) -> float:
        """Draw cards in lines after a label. Return the y of the space below."""
        cards = [self.cards[card] for card in ids]
        if not cards:
            return y
        write(group, x, y + 16, label, "muted", font_size=13)
        left = x + 12 + width_of(label, 13)
        brief = width < BROAD
        for card in cards:
            room = chip_width(card, brief)
            if left > x and left + room > x + width:
                left, y = x, y + CHIP + 4
            chip(group, card, left, y, brief)
            left += room + 5
        return y + CHIP + 8

    def _piles(self, x: float, y: float) -> None:
        """Draw the deck and the discard pile."""
        fields = self.fields
        number = max(fields["deck_number"].values())
        deck = (
            pgettext("booster", "deck {number}:", number=number)
            if number > 1
            else pgettext("booster", "deck")
        )
        thrown = pgettext("booster", "discard")
        pile(self.picture, (x + 2, y + 8, 56, 78), len(fields["deck"]), deck)
        pile(self.picture, (x + 76, y + 8, 56, 78), len(fields["discard"]), thrown)

    def _hand(self, owner: int, y: float) -> float:
        """Draw the viewer's cards, each with its actions."""
        hand, new = self.fields["hands"][owner], self.news("draw")
        across, height = (3, 176.0) if self.narrow else (7, self._hand_height(y + GAP))
        boxes, below = in_rows(len(hand), across, MARGIN, y + GAP, self.width, height)
        for name, box in zip(hand, boxes, strict=True):
            self._card(self.cards[name], box, name in new)
        return below

    def _hand_height(self, y: float) -> float:
        """Return the height of a wide picture's cards: less below tall plates, so that all fits."""
        return max(LOWEST_CARD, min(HIGHEST_CARD, TALLEST - BELOW_HAND - y))

    def _card(self, one: Card, box: Box, new: bool) -> None:
        element = identify(face(self.picture, one, box, new), one.id, row=True)
        self.offer(
            element, box, lambda text: one.id in text.partition(" ")[2].split(","), one.printed
        )

    def _actions(self, y: float) -> float:
        """Draw a button for the missions of each score, and one for flying none."""
        places: dict[int, list[int]] = {}
        for place, text in enumerate(self.scene.legal):
            if text.startswith("meld "):
                *_crew, destination, _transport, payload = text.partition(" ")[2].split(",")
                points = self.cards[destination].level + self.cards[payload].level
                places.setdefault(points, []).append(place)
        wanted = [
            (_("Fly for {points} points", points=points), places[points])
            for points in sorted(places)[::-1]
        ]
        wanted.append((_("Fly no mission"), self.scene.places("pass".__eq__)))
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
        title = (
            _("Still to come, or in other hands")
            if self.narrow
            else _(
                "Still to come, or in other hands: cards of each type, and of each number of dots"
            )
        )
        write(self.picture, MARGIN, y + 16, title, "muted", font_size=13)
        boxes, below = in_rows(len(TYPES), len(TYPES), MARGIN, y + 24, self.width, 30)
        for kind, (x, top, _width, _height) in zip(TYPES, boxes, strict=True):
            of_kind = [one for one in self.cards.values() if one.kind == kind]
            come = [one for one in of_kind if one.id in unseen]
            gone = [one.name for one in of_kind if one.id in thrown]
            left = listed([one.name for one in come]) or pgettext("booster", "none")
            about = _(
                "{kind} to come, or in other hands: {cards}", kind=type_name(kind), cards=left
            )
            if gone:
                about = _(
                    "{to_come}; discarded, back in the next deck: {cards}",
                    to_come=about,
                    cards=listed(gone),
                )
            group = named(self.picture, about)
            icon(group, ICONS[kind], (x, top + 4, 18, 18), STYLES[kind])
            write(group, x + 24, top + 18, str(len(come)), "bold", font_size=14)
            at = x + 52
            for level in () if self.narrow else (1, 2, 3):
                same = sum(one.level == level for one in come)
                for place in range(level):
                    look = STYLES[kind] if same else "none edge"
                    add(group, "circle", look, cx=at + 6 * place, cy=top + 7, r=2.5)
                style = "muted" if same else "muted faint"
                write(group, at - 3, top + 23, str(same), style, font_size=13)
                at += 32
        return below + GAP
