"""Picture of a game of Space Ransom: ship, sky, hand, holding cell and decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from aicore.core.picture import Scene, identify, mark, refuse, wrap
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    GAP,
    MARGIN,
    TableDrawing,
    buttons,
    centered,
    gauge,
    headline,
    icon,
    in_rows,
    named,
    paragraph,
    pile,
    settle,
    slab,
)
from aicore.games.ransom.picture.faces import FACTIONS, ammo, target
from aicore.games.ransom.words.wording import ENDS, MAX_FUEL, PHASES, Words

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

Fits = Callable[[str], bool]
"""Predicate that selects actions by their text."""

UNDER = "At the bottom, next first:"
LOW = 2  # highest amount of fuel that is shown as a danger
SHIELD = "M12 1l9 3.5v7c0 5-3.5 9-9 11.5c-5.5-2.5-9-6.5-9-11.5v-7z"
LOCK = "M5 11h2V8a5 5 0 0 1 10 0v3h2v11H5zM9 11h6V8a3 3 0 0 0-6 0z"
OPEN_LOCK = "M5 11h10V8a3 3 0 0 0-6 0H7a5 5 0 0 1 10 0v3h2v11H5z"
FLASK = "M6 2h10v2h2v4h2a2 2 0 0 1 2 2v6h-2v-5h-2v11H5V4h1zM8 5v5h8V5z"


def draw(scene: Scene) -> Element:
    """Return a drawing: the ship, then targets, hand and holding cell, then the decks."""
    return _Table(scene).draw()


class _Table(TableDrawing):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, "Space Ransom")
        self.words = Words(scene.position.game, scene.called)
        rewards = zip(self.data["targets"]["ids"], self.data["targets"]["fuel"], strict=True)
        self.brings: dict[str, int] = dict(rewards)

    def draw(self) -> Element:
        """Draw everything from top to bottom."""
        fields = self.fields
        end = fields["end"]
        text = ENDS[end] if end else PHASES[fields["phase"]]
        points = self.words.sum(fields["held"])
        note = f"turn {fields['turns']}, {points} of {self.words.whole} points"
        y = self._ship(headline(self.picture, self.scene, text, note))
        y = self._sky(y)
        if self.narrow:
            y = self._hand(y, self.width)
            y = self._cell(MARGIN, y, self.width)
            y = self._ammo_left(MARGIN, y, self.width)
            y = self._decks(y)
        else:
            left = 420.0
            bottom = self._hand(y, left)
            right = MARGIN + left + 3 * GAP
            y = self._cell(right, y, self.width - left - 3 * GAP)
            y = max(y, bottom)
            self._ammo_left(MARGIN, y, left)
            y = self._piles(right, y)
        return settle(self.picture, y + MARGIN - GAP)

    def _ship(self, y: float) -> float:
        """Draw fuel, shield, and a sign that shows whether boosts are possible."""
        fields, narrow = self.fields, self.narrow
        fuel = fields["fuel"]
        height = 92 if narrow else 52
        slab(self.picture, (MARGIN, y, self.width, height), "paper edge")
        low = fuel <= LOW and not fields["shield"]
        group = named(self.picture, f"fuel: {fuel} of {MAX_FUEL}")
        style = "bad" if low else "good"
        icon(group, FLASK, (MARGIN + 12, y + 15, 22, 22), style)
        room = self.width - 100 if narrow else 360
        gauge(group, (MARGIN + 44, y + 16, room, 20), fuel, MAX_FUEL, style)
        write(group, MARGIN + 54 + room, y + 33, str(fuel), "bold large")
        x, base = (MARGIN + 12.0, y + 60) if narrow else (MARGIN + 474.0, y + 16)
        up = fields["shield"]
        self._sign(SHIELD, x, base, up, "shield up" if up else "shield down")
        x += 118 if narrow else 150
        free = fields["boost"] or fields["merchant"]
        alphas = sum(name.startswith("alpha") for name in fields["targets"])
        text = (
            "boosts possible"
            if fields["boost"]
            else "boosts this turn"
            if fields["merchant"]
            else f"boosts locked: {alphas} of 3 alphas open"
        )
        if narrow and not free:
            text = f"boosts locked, {alphas} of 3 alphas"
        self._sign(OPEN_LOCK if free else LOCK, x, base, bool(free), text)
        return y + height + GAP

    def _sign(self, outline: str, x: float, y: float, lit: bool, text: str) -> None:
        group = named(self.picture, text)
        icon(group, outline, (x, y, 20, 20), "accent" if lit else "none edge")
        size = 12 if self.narrow else 14
        write(group, x + 27, y + 15, text, "bold" if lit else "muted", font_size=size)

    def _sky(self, y: float) -> float:
        """Draw the open targets."""
        fields, targets = self.fields, self.fields["targets"]
        y = self.title(MARGIN, y, "Targets in reach" if targets else "No target in reach")
        across, height = (4, 100) if self.narrow else (8, 128)
        boxes, y = in_rows(len(targets), across, MARGIN, y + 4, self.width, height)
        for name, box in zip(targets, boxes, strict=True):
            about = self.words.about(name)
            brings = self.brings[name.split(".")[0]]
            new = name == fields["new"]
            drawn = target(self.picture, name, box, self.words.worth(name), brings, about, new)
            label = f"{about}, new" if new else about
            self.offer(identify(drawn, name, row=True), box, _at(name), label)
            if fields["phase"] == "act":
                worth, hand = self.words.worth(name), self.words.sum(fields["hand"])
                if hand < worth:
                    refuse(drawn, f"It takes {worth} points, and your hand is worth {hand}.")
        return y - 4 + GAP

    def _hand(self, y: float, width: float) -> float:
        """Draw the three cards, the duties that they impose, and the buttons."""
        words, hand, new = self.words, self.fields["hand"], self.news("draw")
        points = words.sum(hand)
        y = self.title(MARGIN, y, f"Hand, {points} points together" if points else "Hand")
        boxes, y = in_rows(len(hand), 3, MARGIN, y, width, 118 if self.narrow else 148)
        for name, box in zip(hand, boxes, strict=True):
            about = words.card(name)
            drawn = ammo(self.picture, name, box, words.worth(name), about, name in new)
            self.offer(identify(drawn, name, row=True), box, _with(name), about)
        needs = [self.scene.called.sentence(clause) for clause in words.needs(self.fields)]
        for text, style in ((self._danger(), "bold bad"), *((need, "bold") for need in needs)):
            lines = wrap(text, width, 14.5)
            y = paragraph(self.picture, MARGIN, y, lines, style, 13, 18, drop=14)
        for text in [text for actor, text in self.scene.last if actor != "chance"][-1:]:
            self.just_done(MARGIN, y + 14, width, text.replace(",", ", "))
            y += 20
        wanted = [
            ("Play the merchant", self.scene.places("merchant".__eq__)),
            ("Keep it", self.scene.places("keep".__eq__)),
        ]
        return buttons(self.picture, self.scene, MARGIN, y + 4, width, wanted)

    def _danger(self) -> str:
        """Return a warning if the game soon ends without a capture; "" otherwise."""
        fields = self.fields
        if fields["end"] or self.scene.over or fields["shield"] or fields["fuel"] > LOW:
            return ""
        if fields["fuel"] > 1:
            return "Only 2 fuel left: capture something this turn or the next, or the game ends."
        return "The last fuel: capture something now, or the game ends."

    def _cell(self, x: float, y: float, width: float) -> float:
        """Draw all sixteen targets by kind and faction: held, face up, or still in the deck."""
        held = self.fields["held"]
        y = self.title(x, y, f"Holding cell, {len(held)} of {self.words.targets} targets")
        kinds = self.data["targets"]["ids"]
        left = x + 78
        across = (x + width - left + GAP) / len(FACTIONS)
        taken = {text.split()[1] for actor, text in self.scene.last if actor != "chance"
                 and text.startswith(("capture", "boost"))}  # fmt: skip
        for row, kind in enumerate(kinds):
            top = y + row * 46
            write(self.picture, x, top + 18, kind, "bold", font_size=13)
            worth = f"{self.words.worth(kind)} points"
            write(self.picture, x, top + 33, worth, "muted", font_size=12)
            for column, faction in enumerate(FACTIONS):
                name = f"{kind}.{faction}"
                box = (left + column * across, top, across - GAP, 40.0)
                self._place(name, box, name in taken)
        return y + 46 * len(kinds) + GAP

    def _place(self, name: str, box: Box, taken: bool) -> None:
        """Draw a target's place in the holding cell.

        Args:
            taken: whether it was just captured.
        """
        fields = self.fields
        x, y, width, height = box
        faction, about = FACTIONS[name.split(".")[1]], self.words.about(name)
        if name in fields["held"]:
            sentence = "held"
        elif name in fields["targets"]:
            sentence = "open"
        elif name in fields["under_deck"]:
            sentence = f"under {fields['under_deck'].index(name) + 1}"
        else:
            sentence = "to come"
        group = named(self.picture, f"{about}: {sentence}")
        if sentence == "held":
            identify(group, name)  # moves here from its place among the open targets
            slab(group, box, f"face{' last' if taken else ''}", 7)
            slab(group, box, f"seat{faction} wash", 7)
            mark(group, faction, x + (width / 2 if self.narrow else 22), y + height / 2, 18)
            if not self.narrow:
                write(group, x + 38, y + height / 2 + 5, sentence, "bold", font_size=12)
        else:
            slab(group, box, "none edge", 7, stroke_dasharray="3 4")
            centered(group, x + width / 2, y + height / 2 + 4, [sentence], 11, "muted")
        label = f"give up {about}, {sentence}"
        self.offer(group, box, lambda text: text.endswith(f"using {name}"), label)

    def _ammo_left(self, x: float, y: float, width: float) -> float:
        """Draw the cards that may still come from the ammo deck, by kind and faction."""
        deck = set(self.fields["ammo_deck"])
        y = self.title(x, y, f"Ammo deck, {len(deck)} cards")
        kinds = self.data["ammo"]["ids"]
        step = (width - 34) / len(kinds)
        for column, kind in enumerate(kinds):
            middle = x + 34 + step * (column + 0.5)
            centered(self.picture, middle, y + 12, [kind.capitalize()], 12, "bold")
            centered(self.picture, middle, y + 26, [str(self.words.worth(kind))], 11, "muted")
            for row, (faction, seat) in enumerate(FACTIONS.items()):
                at = y + 42 + 17 * row
                if f"{kind}.{faction}" in deck:
                    mark(self.picture, seat, middle, at, 11)
                else:
                    add(self.picture, "circle", "muted faint", cx=middle, cy=at, r=1.5)
        for row, faction in enumerate(FACTIONS):
            write(self.picture, x, y + 46 + 17 * row, faction, "muted", font_size=12)
        y += 42 + 17 * len(FACTIONS)
        merchants = sum(name in deck for name in self.data["merchants"]["ids"])
        write(self.picture, x, y + 6, f"merchants: {merchants}", "muted", font_size=12)
        return y + 12 + GAP

    def _piles(self, x: float, y: float) -> float:
        """Draw the decks and the discard pile."""
        fields = self.fields
        y = self.title(x, y, "Decks")
        found: Sequence[tuple[str, int]] = (
            ("targets", len(fields["target_deck"]) + len(fields["under_deck"])),
            ("ammo", len(fields["ammo_deck"])),
            ("thrown", len(fields["ammo_discard"])),
        )
        for place, (name, number) in enumerate(found):
            pile(self.picture, (x + 6 + 96 * place, y + 6, 58, 80), number, name)
        if fields["under_deck"]:
            write(self.picture, x + 300, y + 16, UNDER, "muted", font_size=12)
            paragraph(self.picture, x + 300, y + 21, fields["under_deck"][:5], "", step=17)
        return y + 120

    def _decks(self, y: float) -> float:
        """Draw the decks and discards in one line."""
        fields = self.fields
        coming = len(fields["target_deck"]) + len(fields["under_deck"])
        text = f"targets to come {coming}, ammo discarded {len(fields['ammo_discard'])}"
        write(self.picture, MARGIN, y + 10, text, "muted", font_size=12)
        y += 16 + GAP
        if fields["under_deck"]:
            lines = wrap(f"{UNDER} {', '.join(fields['under_deck'])}", self.width, 12)
            y = paragraph(self.picture, MARGIN, y, lines, drop=8)
        return y


def _spent(text: str) -> list[str]:
    """Return the cards of the hand that an action spends."""
    words = text.split()
    if words[0] == "discard":
        return words[1].split(",")
    return words[3].split(",") if len(words) > 2 else []


def _at(name: str) -> Fits:
    return lambda text: text.split()[1:2] == [name]


def _with(name: str) -> Fits:
    return lambda text: name in _spent(text)
