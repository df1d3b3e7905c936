"""Picture of a game of relics: the station in space, and beside it the seats' belongings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from aicore.core.picture import (
    BUTTON,
    ENDED,
    LINE,
    PLATE,
    button,
    fit,
    plate,
    width_of,
    wrap,
)
from aicore.core.svg import add, write
from aicore.core.tabletop import paragraph, settle, table
from aicore.games.relics.picture.panels import burdens, heading, holdings
from aicore.games.relics.picture.signs import SIGNS, gem, heart
from aicore.games.relics.picture.station import Grid, Station
from aicore.games.relics.picture.targets import mark_hint, mark_last, offer_targets
from aicore.games.relics.rules.chart import Chart, read
from aicore.games.relics.rules.names import ARTIFACT_IDS, SIZE
from aicore.games.relics.words.notes import BRIEFS, brief
from aicore.games.relics.words.ways import Ways
from aicore.games.relics.words.wording import points

if TYPE_CHECKING:
    from aicore.core.picture import Scene

PLACED = ("move", "airlock", "lift", "at", "turn", "remove")  # chosen on the station alone
AIMED = ("grapple-gun", "rocketpack", "doorway", "security-hack", "platform-hack-2")
RELICS = {*ARTIFACT_IDS, "heart-of-sol"}
SPOTS = (
    "this piece can't extend your path",
    "green: extends your path",
    "green: extends your path; gold: leads on",
)
GAP = 8


def draw(scene: Scene) -> Element:
    """Return a drawing: station, activity, buttons for actions without a place on it, seats."""
    chart = Chart(scene.position)
    if scene.narrow:
        cell = 10.6
        margin = (scene.width - SIZE * cell) / 2
        grid = Grid(margin, margin, cell)
        left, top, width = 12.0, 2 * margin + SIZE * cell + 4, scene.width - 24.0
    else:
        cell, margin = 20.0, 36.0
        grid = Grid(margin, margin, cell)
        left, top, width = SIZE * cell + 2 * margin + 4, 14.0, 960 - SIZE * cell - 2 * margin - 16
    bottom = SIZE * cell + 2 * margin
    panel = Panel(scene, chart, left, top, width, bottom)
    panel.draw()
    height = panel.y if scene.narrow else max(panel.y, bottom)
    picture = settle(table(scene, "the station"), height)
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
    """

    def __init__(
        self, scene: Scene, chart: Chart, x: float, y: float, width: float, bottom: float
    ) -> None:
        self.scene, self.chart, self.fields = scene, chart, chart.fields
        self.x, self.y, self.width, self.bottom = x, y, width, bottom
        game: Any = scene.position.game
        self.rounds, self.points = game.options["rounds"], game.carried(scene.position)
        self.group = Element("g")

    def draw(self) -> None:
        """Draw everything; on a phone the buttons come first, near the thumb."""
        self.status()
        if self.scene.narrow:
            self.buttons()
        for seat in range(len(self.fields["pos"])):
            self.seat(seat)
        if not self.scene.narrow:
            self.buttons()
        self.left_to_find()
        if not self.scene.narrow:
            self.legend()

    def status(self) -> None:
        """Write the round, the action points, and facts that matter now."""
        fields = self.fields
        base = self.y + 24
        sentence = f"Round {fields['round']} of {self.rounds}"
        write(self.group, self.x, base, sentence, "large bold")
        if not fields["end"] and fields["phase"] != "airlocks":
            half = "½" if fields["credit"] else ""
            right = self.x + self.width
            write(self.group, right, base, f"{fields['ap']}{half} AP", "large bold end accent")
        self.y = base + 10
        for text, style in self.news():
            for line in wrap(text, self.width, 15.5 if style == "bold" else 14):
                self.y += LINE
                write(self.group, self.x, self.y - 4, line, style)
        self.y += GAP

    def news(self) -> list[tuple[str, str]]:
        """Return the current activity and warnings, with their styles."""
        if self.scene.over:
            return [(ENDED, "bold")]
        doing, *warnings = heading(self.fields, self.chart, self.rounds, self.scene.called)[1:]
        title = self.scene.called.sentence(doing).removesuffix(".")
        lines = [(title, "bold")] if self.fields["phase"] != "act" or self.fields["end"] else []
        if self.fields["phase"] in ("at", "turn") and self.scene.legal:
            best = self._best_joins()
            if best or self.fields["phase"] == "at":
                lines.append((SPOTS[best], "muted"))
        return [*lines, *((line, "bad") for line in warnings)]

    def _best_joins(self) -> int:
        """Return the best effect of the lifted platform on the way, as an index of SPOTS."""
        ways, legal = Ways(self.chart), self.scene.legal
        if self.fields["phase"] == "at":
            return max(ways.joins_at_best(read(text[3:])) for text in legal)
        left, top = self.fields["spot"]
        return max(ways.joins((left, top), int(text.split()[1])) for text in legal)

    def seat(self, seat: int) -> None:
        """Draw a seat's name, points, place and belongings; artifacts have their sign.

        The effects of the viewer's things are written beside them; those of others in a tooltip.
        """
        x, y, own = self.x, self.y, seat == self.scene.seat
        facts: list[tuple[str, str, str]] = []  # sign, text, style
        lines = []
        for line in holdings(self.fields, self.chart.data, seat):
            name = line.split(":")[0]
            if name in RELICS:
                facts.append((name, line.replace(":", ""), "ink"))
                continue
            things = [self.explained(thing, seat) for thing in line.split(", ")]
            lines += things
            for shown in things if own else [line]:
                facts += [("", part, "muted") for part in wrap(shown, self.width - 54, 13)]
        facts += [("", line, "bad") for line in burdens(self.fields, seat)]
        height = PLATE + LINE * len(facts)
        blank = [""] * len(facts)
        box = plate(self.group, self.scene, seat, x, y, self.width, blank, self.note(seat))
        if lines and not own:
            add(box, "title").text = "\n".join(lines)
        for row, (sign, text, style) in enumerate(facts):
            base = y + PLATE + LINE * row + 9
            if sign:
                draw_sign = heart if sign == "heart-of-sol" else gem
                draw_sign(self.group, x + 24, base - 5, 13)
            shown = fit(text, self.width - 54, 13)
            write(self.group, x + 42, base, shown, style, font_size=13)
        self.y += height + GAP

    def explained(self, thing: str, seat: int) -> str:
        """Return an item or weapon, as `holdings` names it, and its effect while it has charges."""
        if "(0" in thing:
            return thing
        name = thing.split()[0]
        raised = name == "shield" and self.fields["shield_up"][seat]
        return f"{thing}: {brief('raised' if raised else name, self.chart.data)}"

    def note(self, seat: int) -> str:
        """Return a short text about a seat's place and the things that it carries."""
        carried = self.points[seat]
        if seat in self.fields["escaped"]:
            return f"out, {points(carried) if carried else 'nothing'}"
        if self.fields["end"]:
            return "lost inside"
        return points(carried) if carried else ""

    def buttons(self) -> None:
        """Draw a button for each action that needs no place, and one for each thing to aim with."""
        scene = self.scene
        choices: dict[str, list[int]] = {}
        for place, text in enumerate(scene.legal):
            words = text.split()
            if words[0] in PLACED:
                continue
            aimed = words[0] == "use" and words[1] in AIMED
            choices.setdefault(" ".join(words[:2]) if aimed else text, []).append(place)
        leaving = choices.pop("escape", [])
        half = (self.width - GAP) / 2
        column = 0
        for text, places in choices.items():
            shown = self.worded(text, places[0])
            wide = width_of(shown, 14) > half - 16
            if wide and column:
                self.y, column = self.y + BUTTON + GAP, 0
            x = self.x + column * (half + GAP)
            button(self.group, scene, x, self.y, self.width if wide else half, shown, places)
            column = 0 if wide else 1 - column
            self.y += 0 if column else BUTTON + GAP
        self.y += BUTTON + GAP if column else 0
        if leaving:  # ends a seat's game, so apart from the buttons that are pressed each turn
            sentence = f"escape for good, with {points(self.points[self.fields['seat']])}"
            self.y += GAP
            button(self.group, scene, self.x, self.y, self.width, sentence, leaving, risky=True)
            self.y += BUTTON + GAP

    def worded(self, text: str, place: int) -> str:
        """Return a button's text: the action, its price, and the effect of its item if it fits."""
        long = "end the turn" if text == "end" else text.replace("hit gun", "take the hit from gun")
        words = long + self.price(place)
        verb, *rest = text.split()
        name = {"use": rest[:1], "raise": ["raised"]}.get(verb, [""])[0]
        about = brief(name, self.chart.data) if name in BRIEFS else ""
        sentence = f"{words}: {about}" if about else words
        return sentence if width_of(sentence, 14) <= self.width - 12 else words

    def price(self, place: int) -> str:
        """Return the price of an action, as written after it."""
        position: Any = self.scene.position
        game = position.game
        price = game.price(position, game.parse(self.scene.legal[place]))[1] / 2
        return f" · {price:g} AP" if price else ""

    def left_to_find(self) -> None:
        """Write how much is still to be drawn."""
        fields = self.fields
        text = (
            f"left to draw: {len(fields['undrawn_artifacts'])} artifacts, "
            f"{len(fields['undrawn_items'])} items, {len(fields['spare'])} platforms"
        )
        lines = wrap(text, self.width, 12)
        self.y = paragraph(self.group, self.x, self.y, lines) + GAP

    def legend(self) -> None:
        """Explain the signs on the station, at the bottom if there is room."""
        room = (self.width - 32) * 12 / 16  # in a small picture, letters grow up to 16
        rows = [(draw_sign, wrap(about, room, 12)) for draw_sign, about in SIGNS]
        y = self.bottom - sum(7 + 15 * len(lines) for _, lines in rows) - GAP
        if self.y > y:
            return
        for draw_sign, lines in rows:
            draw_sign(self.group, self.x + 12, y + 3 + 7.5 * len(lines))
            y = paragraph(self.group, self.x + 32, y, lines, step=15, drop=15) + 7
