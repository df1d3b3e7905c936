"""Picture of a game of relics: the station in space, and beside it the seats' belongings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from aicore.core.language import N_, capital, ngettext
from aicore.core.language import gettext as _
from aicore.core.picture import BUTTON, ENDED, LINE, PLATE, button, plate, refuse, width_of, wrap
from aicore.core.svg import write
from aicore.core.tabletop import choose, icon, named, paragraph, settle, table
from aicore.games.relics.picture.panels import burdens, heading
from aicore.games.relics.picture.signs import SIGNS
from aicore.games.relics.picture.station import Grid, Station
from aicore.games.relics.picture.targets import mark_hint, mark_last, offer_targets
from aicore.games.relics.picture.things import ITEMS, STEP, TILE, tile
from aicore.games.relics.rules.chart import Chart, read
from aicore.games.relics.rules.names import ARTIFACT_IDS, SIZE
from aicore.games.relics.words.actions import spoken, worded
from aicore.games.relics.words.notes import BRIEFS, brief
from aicore.games.relics.words.nouns import artifact_name
from aicore.games.relics.words.nouns import thing as label_of
from aicore.games.relics.words.ways import Ways
from aicore.games.relics.words.wording import points

if TYPE_CHECKING:
    from aicore.core.picture import Scene

PLACED = ("move", "airlock", "lift", "at", "turn", "remove")  # chosen on the station alone
RELICS = {*ARTIFACT_IDS, "heart-of-sol"}
SPOTS = (
    N_("this piece can't extend your path"),
    N_("green: extends your path"),
    N_("green: extends your path; gold: leads on"),
)
GAP = 8
LEGEND = 24  # height of a row of the legend
EXPLAINED = 3  # number of things whose effects are written beside them
ASKED = {
    "airlocks": N_("Choose the airlock where you go in"),
    "at": N_("Put the platform down"),
    "turn": N_("Turn the platform"),
}


def draw(scene: Scene) -> Element:
    """Return a drawing: station, activity, buttons for actions without a place on it, seats."""
    chart = Chart(scene.position)
    if scene.narrow:
        cell = 10.4  # leaves room for the airlocks and their marks
        margin = (scene.width - SIZE * cell) / 2
        grid = Grid(margin, margin, cell)
        left, top, width = 12.0, 2 * margin + SIZE * cell + 4, scene.width - 24.0
    else:
        cell, margin = 17.8, 26.0
        grid = Grid(margin, margin, cell)
        left, top = SIZE * cell + 2 * margin + 8, 8.0
        width = scene.width - left - 10
    bottom = SIZE * cell + 2 * margin
    panel = Panel(scene, chart, left, top, width, bottom)
    panel.draw()
    height = panel.y if scene.narrow else max(panel.y, bottom)
    picture = settle(table(scene, _("the station")), height)
    station = Station(picture, scene, chart, grid)
    mark_last(picture, station)
    offer_targets(picture, station)
    mark_hint(picture, station)
    picture.append(panel.group)
    return picture


class Panel:
    """Panel beside the station, filled from the top down.

    Attributes:
        group: the drawn elements.
        y: the y coordinate of the next part.
        bottom: the y coordinate of the bottom of the station.
        uses: indices of the actions that use a thing, by the thing; its tile offers them.
    """

    def __init__(
        self, scene: Scene, chart: Chart, x: float, y: float, width: float, bottom: float
    ) -> None:
        self.scene, self.chart, self.fields = scene, chart, chart.fields
        self.x, self.y, self.width, self.bottom = x, y, width, bottom
        game: Any = scene.position.game
        self.rounds, self.points = game.options["rounds"], game.carried(scene.position)
        self.group = Element("g")
        self.uses: dict[str, list[int]] = {}
        seat = self.fields["seat"]
        mine = {*self.fields["items"][seat], self.fields["weapon"][seat]}
        for place, text in enumerate(scene.legal):
            verb, *rest = text.split()
            thing = "shield" if verb == "raise" else rest[0] if verb in ("use", "overload") else ""
            if thing in mine:
                self.uses.setdefault(thing, []).append(place)

    def draw(self) -> None:
        """Draw everything; on a phone the buttons come first, near the thumb."""
        self.status()
        if self.scene.narrow:
            self.buttons()
        for seat in range(len(self.fields["pos"])):
            self.seat(seat)
        if not self.scene.narrow:
            self.buttons()
        self.legend()

    def status(self) -> None:
        """Write the round, the action points, and facts that matter now."""
        fields = self.fields
        self.y += 24
        rounds = _("Round {n} of {rounds}", n=fields["round"], rounds=self.rounds)
        write(self.group, self.x, self.y, rounds, "muted", font_size=14)
        if not fields["end"] and fields["phase"] != "airlocks":
            half = "½" if fields["credit"] else ""
            ap = f"{fields['ap']}{half}"
            about = _("{ap} action points (AP) left in this turn", ap=ap)
            left = named(self.group, about)
            right = self.x + self.width
            shown = _("{ap} AP", ap=ap)
            size = width_of(shown, 22)
            icon(left, ITEMS["adrenaline"], (right - size - 24, self.y - 17, 20, 0), "accent")
            write(left, right, self.y, shown, "bold end accent", font_size=20)
        self.y += 8
        for text, style in self.news():
            for line in wrap(text, self.width, 15.5 if style == "bold" else 14):
                self.y += LINE
                write(self.group, self.x, self.y - 2, line, style)
        self.y += GAP

    def news(self) -> list[tuple[str, str]]:
        """Return the current activity and warnings, with their styles."""
        if self.scene.over:
            return [(_(ENDED), "bold")]
        called = self.scene.called
        _round, doing, *warnings = heading(
            self.fields, self.chart, self.rounds, called, codes=False
        )
        phase = self.fields["phase"]
        asked = ASKED.get(phase) if self.scene.legal else None
        title = _(asked) if asked else called.sentence(doing).removesuffix(".")
        lines = [(title, "bold")] if phase != "act" or self.fields["end"] else []
        if phase in ("at", "turn") and self.scene.legal:
            best = self._best_joins()
            if best or phase == "at":
                lines.append((_(SPOTS[best]), "muted"))
        return [*lines, *((line, "bad") for line in warnings)]

    def _best_joins(self) -> int:
        """Return the best effect of the lifted platform, as an index of SPOTS."""
        ways, legal = Ways(self.chart), self.scene.legal
        if self.fields["phase"] == "at":
            return max(ways.joins_at_best(read(text[3:])) for text in legal)
        left, top = self.fields["spot"]
        return max(ways.joins((left, top), int(text.split()[1])) for text in legal)

    def seat(self, seat: int) -> None:
        """Draw a seat's name and points, tiles of what it holds, and its burdens.

        The tile of a thing that can be used now offers its use.
        """
        fields, x, y = self.fields, self.x, self.y
        items, weapon = Counter(fields["items"][seat]), fields["weapon"][seat]
        relics = ["heart-of-sol"] * (fields["heart"] == seat) + fields["artifacts"][seat]
        things = [*([weapon] if weapon else []), *items]
        words = self.words(seat, things)
        weighs = burdens(fields, seat, codes=False)
        lines = [line for text in weighs for line in wrap(text, self.width - 24, 14)]
        across = int((self.width - 20) // STEP)
        tiles = relics if words else relics + things
        rows = -(-len(tiles) // across)
        tall = [max(STEP, 17 * len(text) + 4) for text in words]
        room = rows * STEP + sum(tall) + LINE * len(lines)
        room += 4 if room else 0
        plate(self.group, self.scene, seat, x, y, self.width, (), self.note(seat), room=room)
        y += PLATE
        for place, thing in enumerate(tiles):
            row, column = divmod(place, across)
            self.thing(seat, thing, items[thing], x + 12 + STEP * column, y + STEP * row)
        y += STEP * rows
        for thing, text, height in zip(things, words, tall, strict=False):
            self.thing(seat, thing, items[thing], x + 12, y)
            top = y + (TILE - 17 * len(text)) / 2 if len(text) < 3 else y - 2
            paragraph(self.group, x + 12 + STEP + 3, top, text)
            y += height
        for line in lines:
            write(self.group, x + 12, y + 12, line, "bad", font_size=13)
            y += LINE
        self.y += PLATE + room + GAP

    def words(self, seat: int, things: list[str]) -> list[list[str]]:
        """Return the effects of the viewer's things in lines; none if there are too many."""
        if seat != self.scene.seat or len(things) > EXPLAINED or len(self.fields["pos"]) > 2:
            return []
        effects = [capital(self.effect(seat, thing)) for thing in things]
        return [wrap(effect, self.width - 62, 13.5) for effect in effects]

    def effect(self, seat: int, thing: str) -> str:
        """Return what an item or a weapon does now."""
        if thing == "shield" and self.fields["shield_up"][seat]:
            thing = "raised"
        elif self.fields["charge"][seat].get(thing) == 0:
            return _("used up")
        return brief(thing, self.chart.data)

    def thing(self, seat: int, thing: str, copies: int, x: float, y: float) -> None:
        """Draw the tile of a thing, with its charges, and let the seat on turn use it."""
        charge = self.fields["charge"][seat].get(thing)
        number = charge if charge is not None else copies if copies > 1 else None
        worn = thing == "shield" and self.fields["shield_up"][seat]
        about = self.explained(seat, thing, number)
        group = tile(self.group, thing, x, y, number, about, worn)
        places = self.uses.get(thing, []) if seat == self.fields["seat"] else []
        if places:
            label = spoken(self.scene.legal[places[0]] if len(places) == 1 else f"use {thing}")
            price = self.price(places[0]) if len(places) == 1 else ""
            choose(group, self.scene, (x, y, TILE, TILE), places, f"{label}{price}, {about}")
        refuse(group, f"{about}.")

    def explained(self, seat: int, thing: str, number: int | None) -> str:
        """Return a thing's name, its number, and its points or its effect."""
        if thing == "heart-of-sol":
            heart = points(self.chart.data["figures"]["heart_points"])
            return f"{artifact_name(thing)}: {heart}"
        if thing in RELICS:
            worth = {entry["id"]: entry["points"] for entry in self.chart.data["artifacts"]}
            return f"{label_of(thing)}: {points(worth[thing])}"
        left = "" if number is None else f" ({number})"
        return f"{label_of(thing)}{left}: {self.effect(seat, thing)}"

    def note(self, seat: int) -> str:
        """Return a short text about a seat's place and the things that it carries."""
        carried = self.points[seat]
        if seat in self.fields["escaped"]:
            return _("out with {n}", n=carried)
        if self.fields["end"]:
            return _("lost inside")
        return points(carried) if carried else ""

    def buttons(self) -> None:
        """Draw a button for each action that needs no place, and one for each thing to aim with."""
        scene = self.scene
        choices: dict[str, list[int]] = {}
        on_tiles = {place for places in self.uses.values() for place in places}
        for place, text in enumerate(scene.legal):
            if text.split()[0] not in PLACED and place not in on_tiles:
                choices.setdefault(text, []).append(place)
        leaving = choices.pop("escape", [])
        half = (self.width - GAP) / 2
        column = 0
        for text, places in choices.items():
            shown = self.label(text, places[0])
            wide = width_of(shown, 14) > half - 16
            if wide and column:
                self.y, column = self.y + BUTTON + GAP, 0
            x = self.x + column * (half + GAP)
            button(self.group, scene, x, self.y, self.width if wide else half, shown, places)
            column = 0 if wide else 1 - column
            self.y += 0 if column else BUTTON + GAP
        self.y += BUTTON + GAP if column else 0
        if leaving:  # it ends a seat's game, so it stands apart from the other buttons
            carried = points(self.points[self.fields["seat"]])
            sentence = _("Escape with {points}", points=carried)
            self.y += GAP
            button(self.group, scene, self.x, self.y, self.width, sentence, leaving, risky=True)
            self.y += BUTTON + GAP

    def label(self, text: str, place: int) -> str:
        """Return a button's text: the action, its price, and the effect of its item if it fits."""
        words = capital(worded(text)) + self.price(place)
        verb, *rest = text.split()
        name = rest[0] if verb == "use" else ""
        about = brief(name, self.chart.data) if name in BRIEFS else ""
        sentence = f"{words}: {about}" if about else words
        return sentence if width_of(sentence, 14) <= self.width - 12 else words

    def price(self, place: int) -> str:
        """Return the price of an action, as written after it."""
        position: Any = self.scene.position
        game = position.game
        price = game.price(position, game.parse(self.scene.legal[place]))[1] / 2
        return " · " + _("{ap:g} AP", ap=price) if price else ""

    def legend(self) -> None:
        """Explain the signs on the station with the number of things left to find.

        The legend stands at the bottom; beside the station it is left out if there is no room.
        """
        fields = self.fields
        items, spare = sum(fields["tokens"].values()), len(fields["spare"])
        left = {
            "item": ngettext("{n} item left", "{n} items left", items),
            "spare platform": ngettext(
                "{n} spare platform left", "{n} spare platforms left", spare
            ),
        }
        rows = [(sign, left.get(name) or _(name)) for sign, name in SIGNS]
        y = self.y if self.scene.narrow else self.bottom - LEGEND * len(rows) - GAP
        if y < self.y:
            return
        for draw_sign, about in rows:
            draw_sign(self.group, self.x + 14, y + LEGEND / 2)
            write(self.group, self.x + 40, y + LEGEND / 2 + 5, about, "muted", font_size=13)
            y += LEGEND
        self.y = y + GAP
