"""Picture of a game of Space Ransom: ship, sky, hand, holding cell and decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from aicore.core.language import N_, capital, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.outlines import SHIELD
from aicore.core.picture import ENDED, Scene, ask_first, identify, mark, refuse, width_of, wrap
from aicore.core.story import OR, listed
from aicore.core.svg import write
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
    settle,
    slab,
    stars,
)
from aicore.games.ransom.picture.faces import FACTIONS, FLASK, cell, target
from aicore.games.ransom.picture.faces import ammo as ammo_card
from aicore.games.ransom.words.wording import (
    ENDS,
    MAX_FUEL,
    PHASES,
    Words,
    kind_name,
    people,
)
from aicore.games.ransom.words.wording import named as called

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

Fits = Callable[[str], bool]
"""Predicate that selects actions by their text."""

UNDER = N_("At the bottom, next first: {targets}")
HAND = 430.0  # width of the hand
STARS = 40
LOW = 2  # highest amount of fuel that counts as dangerous
LOCK = "M5 11h2V8a5 5 0 0 1 10 0v3h2v11H5zM9 11h6V8a3 3 0 0 0-6 0z"
OPEN_LOCK = "M5 11h10V8a3 3 0 0 0-6 0H7a5 5 0 0 1 10 0v3h2v11H5z"


def draw(scene: Scene) -> Element:
    """Return a drawing: the ship, then targets, hand and holding cell, then the decks."""
    return _Table(scene).draw()


class _Table(TableDrawing):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, scene.position.game.info.title)
        self.words = Words(scene.position.game, scene.called)
        rewards = zip(self.data["targets"]["ids"], self.data["targets"]["fuel"], strict=True)
        self.fuel_of: dict[str, int] = dict(rewards)  # fuel that a target brings, by kind

    def draw(self) -> Element:
        """Draw everything from top to bottom."""
        fields = self.fields
        end = fields["end"]
        if end or self.scene.over:
            text = _(ENDS[end] if end else ENDED)
        else:
            text = self._possible() or _(PHASES[fields["phase"]])
        points, whole = self.words.sum(fields["held"]), self.words.whole
        note = _(
            "Turn {turn}, {points} of {whole} points",
            turn=fields["turns"],
            points=points,
            whole=whole,
        )
        y = self._ship(headline(self.picture, self.scene, text, note))
        y = self._sky(y)
        if self.narrow:
            y = self._hand(y, self.width)
            y = self._cell(MARGIN, y, self.width)
        else:
            bottom = self._hand(y, HAND)
            right = MARGIN + HAND + 3 * GAP
            y = max(bottom, self._cell(right, y, self.width - HAND - 3 * GAP))
        y = self._to_come(y)
        return settle(self.picture, y + MARGIN - GAP)

    def _possible(self) -> str:
        """Return a list in words of what the viewer can do now; "" if nothing."""
        verbs = {action.split()[0] for action in self.scene.legal}
        called = {
            "capture": pgettext("ransom", "capture"),
            "boost": pgettext("ransom", "boost"),
            "discard": pgettext("ransom", "discard"),
        }
        return listed([text for verb, text in called.items() if verb in verbs], OR)

    def _ship(self, y: float) -> float:
        """Draw fuel, shield, and a sign that shows whether boosts are possible."""
        fields, narrow = self.fields, self.narrow
        fuel = fields["fuel"]
        height = 92 if narrow else 52
        slab(self.picture, (MARGIN, y, self.width, height), "paper edge")
        low = fuel <= LOW and not fields["shield"]
        group = named(self.picture, _("fuel: {fuel} of {most}", fuel=fuel, most=MAX_FUEL))
        style = "bad" if low else "good"
        icon(group, FLASK, (MARGIN + 12, y + 15, 22, 22), style)
        room = self.width - 100 if narrow else 300
        gauge(group, (MARGIN + 44, y + 16, room, 20), fuel, MAX_FUEL, style)
        write(group, MARGIN + 54 + room, y + 33, str(fuel), "bold large")
        x, base = (MARGIN + 12.0, y + 60) if narrow else (MARGIN + 420.0, y + 16)
        up = fields["shield"]
        self._sign(SHIELD, x, base, up, _("Shield up") if up else _("No shield"))
        x += 120 if narrow else 128
        free = fields["boost"] or fields["merchant"]
        alphas = sum(name.startswith("alpha") for name in fields["targets"])
        text = (
            _("Boosts are possible")
            if fields["boost"]
            else _("Boosts this turn")
            if fields["merchant"]
            else _("No boosts yet: {alphas} of 3 alphas", alphas=alphas)
        )
        self._sign(OPEN_LOCK if free else LOCK, x, base, bool(free), text)
        return y + height + GAP

    def _sign(self, outline: str, x: float, y: float, lit: bool, text: str) -> None:
        group = named(self.picture, text)
        icon(group, outline, (x, y, 20, 20), "accent" if lit else "none edge")
        write(group, x + 27, y + 15, text, "bold" if lit else "muted", font_size=13)

    def _sky(self, y: float) -> float:
        """Draw the open targets."""
        fields, targets = self.fields, self.fields["targets"]
        across, height = (4, 104) if self.narrow else (8, 120)
        rows = max(1, -(-len(targets) // across))
        if rows > 1 and not self.narrow:
            height = 78
        sky = (MARGIN - 8, y, self.width + 16, rows * (height + GAP) + 18)
        slab(self.picture, sky, "space", 12)
        stars(self.picture, sky, STARS)
        if not targets:
            centered(
                self.picture,
                MARGIN + self.width / 2,
                y + 70,
                [_("All captured") if fields["end"] == "cleared" else _("No open target")],
                15,
                "star",
            )
        boxes, _below = in_rows(len(targets), across, MARGIN, y + 13, self.width, height)
        y += sky[3] + GAP
        for name, box in zip(targets, boxes, strict=True):
            about = self.words.about(name)
            fuel = self.fuel_of[name.split(".")[0]]
            new = name == fields["new"]
            drawn = target(self.picture, name, box, self.words.worth(name), fuel, about, new)
            label = _("{target}, new", target=about) if new else about
            self.offer(identify(drawn, name, row=True), box, _aims_at(name), label)
            if fields["phase"] == "act":
                refuse(drawn, self._out_of_reach(name))
        return y

    def _out_of_reach(self, name: str) -> str:
        """Return the reason why a target cannot be taken: the duty of a new one, or the hand."""
        words, fields, new = self.words, self.fields, self.fields["new"]
        worth, hand = words.worth(name), words.sum(fields["hand"])
        if words.forced == "new" and new not in (None, name) and hand >= words.worth(new):
            return self.scene.called.sentence(words.duty(fields))
        if hand >= worth:
            return ""
        return _("It takes {worth} points, and your hand is worth {hand}.", worth=worth, hand=hand)

    def _hand(self, y: float, width: float) -> float:
        """Draw the three cards, the duties that they impose, and the buttons."""
        words, hand, new = self.words, self.fields["hand"], self.news("draw")
        points = words.sum(hand)
        title = (
            _("Hand, {points} points together", points=points)
            if points
            else pgettext("ransom", "Hand")
        )
        y = self.title(MARGIN, y, title)
        boxes, y = in_rows(len(hand), 3, MARGIN, y, width, 122 if self.narrow else 150)
        for name, box in zip(hand, boxes, strict=True):
            about = words.card(name)
            drawn = ammo_card(self.picture, name, box, words.worth(name), about, name in new)
            self.offer(identify(drawn, name, row=True), box, _spends(name), about)
            ask_first(drawn)
        needs = [self.scene.called.sentence(clause) for clause in words.needs(self.fields)]
        for text, style in ((self._danger(), "bold bad"), *((need, "bold") for need in needs)):
            lines = wrap(text, width, 14.5)
            y = paragraph(self.picture, MARGIN, y, lines, style, 13, 18, drop=14)
        wanted = [
            (_("Play the merchant"), self.scene.places("merchant".__eq__)),
            (_("Keep it"), self.scene.places("keep".__eq__)),
        ]
        return buttons(self.picture, self.scene, MARGIN, y + 4, width, wanted)

    def _danger(self) -> str:
        """Return a warning if the game soon ends without a capture; "" otherwise."""
        fields = self.fields
        if self.scene.over or fields["phase"] not in ("merchant", "reveal", "act"):
            return ""  # no capture is to come in this turn
        if fields["shield"] or fields["fuel"] > LOW:
            return ""
        unpaid = fields["phase"] == "merchant"  # this turn still costs one fuel
        if fields["fuel"] - unpaid > 1:
            return _("Only 2 fuel left: capture something this turn or the next, or the game ends.")
        return _("The last fuel: capture something now, or the game ends.")

    def _cell(self, x: float, y: float, width: float) -> float:
        """Draw all sixteen targets by kind and faction: held, face up, or still in the deck."""
        held = self.fields["held"]
        title = _(
            "Holding cell: {held} of {targets} targets", held=len(held), targets=self.words.targets
        )
        y = self.title(x, y, title)
        kinds = self.data["targets"]["ids"]
        left = x + 92
        across = (x + width - left + GAP) / len(FACTIONS)
        taken = {text.split()[1] for actor, text in self.scene.last if actor != "chance"
                 and text.startswith(("capture", "boost"))}  # fmt: skip
        for column, (faction, seat) in enumerate(FACTIONS.items()):
            middle = left + column * across + (across - GAP) / 2
            group = named(self.picture, self.words.factions[faction])
            mark(group, seat, middle, y + 2, 12)
            centered(group, middle, y + 22, [people(faction)], 13, "muted")
        y += 30
        for row, kind in enumerate(kinds):
            top = y + row * 40
            write(self.picture, x, top + 24, capital(kind_name(kind)), "bold", font_size=14)
            write(self.picture, left - 12, top + 24, str(self.words.worth(kind)), "muted end",
                  font_size=14)  # fmt: skip
            for column, faction in enumerate(FACTIONS):
                name = f"{kind}.{faction}"
                box = (left + column * across, top, across - GAP, 35.0)
                self._place(name, box, name in taken)
        return y + 40 * len(kinds) + GAP

    def _place(self, name: str, box: Box, taken: bool) -> None:
        """Draw a target's place in the holding cell.

        Args:
            taken: whether it was just captured.
        """
        fields, look = self.fields, ""
        about, where = self.words.about(name), pgettext("ransom", "still to come")
        if name in fields["held"]:
            look, where = "held", pgettext("ransom", "held")
        elif name in fields["targets"]:
            look, where = "open", pgettext("ransom", "open")
        elif name in fields["under_deck"]:
            place = fields["under_deck"].index(name) + 1
            where = _("number {place} at the bottom of the deck", place=place)
        group = named(self.picture, f"{about}: {where}")
        if look == "held":
            identify(group, name)  # moves here from its place among the open targets
        cell(group, name, box, look)
        if taken:
            slab(group, box, "none last", 7)
        label = _("give up {target}, {where}", target=about, where=where)
        self.offer(group, box, lambda text: text.endswith(f"using {name}"), label)

    def _to_come(self, y: float) -> float:
        """Draw the targets and the ammo that are still to come, by kind."""
        fields, words = self.fields, self.words
        deck, x = set(fields["ammo_deck"]), float(MARGIN)
        write(self.picture, x, y + 18, pgettext("ransom", "Still to come"), "muted", font_size=13)
        if self.narrow:
            y += 24
        else:
            x += 104
        coming = len(fields["target_deck"]) + len(fields["under_deck"])
        merchants = sum(name in deck for name in self.data["merchants"]["ids"])
        targets = ngettext("{n} target", "{n} targets", coming)
        ammo = _("{n} ammo", n=len(deck))
        traders = ngettext("{n} merchant", "{n} merchants", merchants)
        discarded = len(fields["ammo_discard"])
        for text, about in (
            (targets, _("{targets} in the targets' deck", targets=targets)),
            (
                ammo,
                _("{ammo} in the ammo deck; {n} in the discard pile", ammo=ammo, n=discarded),
            ),
            (traders, _("{merchants} among the ammo", merchants=traders)),
        ):
            group = named(self.picture, about)
            write(group, x, y + 18, text, "bold", font_size=13)
            x += width_of(text, 13) + 22
        y, x = y + 24, float(MARGIN)
        kinds = self.data["ammo"]["ids"]
        step = self.width / len(kinds)
        for place, kind in enumerate(kinds):
            left = [faction for faction in FACTIONS if f"{kind}.{faction}" in deck]
            whose = listed([words.factions[faction] for faction in left])
            about = _(
                "{element} still in the deck: {whose}",
                element=kind_name(kind),
                whose=whose or pgettext("ransom", "nobody"),
            )
            group = named(self.picture, about)
            middle = x + step * (place + 0.5)
            style = "bold middle" if left else "muted middle"
            write(group, middle, y + 15, kind.capitalize(), style, font_size=14)
            for at, faction in enumerate(left):
                row, column = divmod(at, 2) if self.narrow else (0, at)
                shift = (column - (min(len(left), 2 if self.narrow else 4) - 1) / 2) * 13
                mark(group, FACTIONS[faction], middle + shift, y + 27 + 13 * row, 10)
        y += 50 if self.narrow else 36
        if fields["under_deck"]:
            names = ", ".join(called(name) for name in fields["under_deck"])
            lines = wrap(_(UNDER, targets=names), self.width, 13)
            y = paragraph(self.picture, MARGIN, y, lines, drop=14) + 4
        return y + GAP


def _spent(text: str) -> list[str]:
    """Return the cards of the hand that an action spends."""
    words = text.split()
    if words[0] == "discard":
        return words[1].split(",")
    return words[3].split(",") if len(words) > 2 else []


def _aims_at(name: str) -> Fits:
    return lambda text: text.split()[1:2] == [name]


def _spends(name: str) -> Fits:
    return lambda text: name in _spent(text)
