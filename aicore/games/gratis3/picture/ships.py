"""Panels of the seats on a page: systems, shields, chips, RAVs, trophies, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core import phrasebook
from aicore.core.picture import LINE, PLATE, fit, offer, plate, refuse, wrap
from aicore.core.svg import add, write
from aicore.games.gratis3.rules.board import SYSTEMS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Scene

FULL = 4  # maximum number of shields
CHIP = 24  # height of a system, in units
PAD = 12
MEANT = {  # explanations of a panel's lines, for a click
    "ready RAVs": "RAVs are small craft, Fighters and Bombers. These are ready to launch.",
    "chips left": "Each repair costs one of these chips, and nothing else.",
    "trophies": "A colored one, for a system you knocked out, is worth 2 points; a black one, 1.",
    "cooling down [face down]": "A played card waits here and comes back four turns later, the "
    "first in the list next. In brackets: a card that was used to evade, face down, and comes back "
    "with it.",
}


class Ships:
    """Panels, one for each seat."""

    def __init__(self, parent: Element, scene: Scene, fields: Position) -> None:
        self.parent, self.scene, self.fields = parent, scene, fields
        self.lost = phrasebook.texts(scene.position.game, "systems")
        self.lost |= {name: f"the {lost}" for name, lost in self.lost.items() if name != "ravs"}
        self.systems: dict[str, list[int]] = {}
        for place, text in enumerate(scene.legal):
            words = text.split()
            if words[0] in ("repair", "knock") or words[:2] == ["override", "repair"]:
                self.systems.setdefault(words[-1], []).append(place)

    def draw(self, seat: int, x: float, y: float, width: float) -> float:
        """Draw the panel of a seat. Return its height."""
        fields = self.fields
        won = fields["trophies"][seat]
        points = 2 * won["colored"] + won["black"]
        lines = self.lines(seat, width - 2 * PAD)
        row = CHIP + 4
        below = 2 * row + 28 + LINE * len(lines)
        note = f"{points} points" if points != 1 else "1 point"
        plate(self.parent, self.scene, seat, x, y, width, (), note, room=below)
        half = (width - 2 * PAD - 4) / 2
        for number, system in enumerate(SYSTEMS):
            at = x + PAD + number % 2 * (half + 4), y + PLATE + number // 2 * row
            self.system(seat, number, system, *at, half)
        base = y + PLATE + 2 * row + 14
        self.shields(seat, x + PAD, base)
        for text, style in lines:
            base += LINE
            shown = fit(text, width - 2 * PAD, 12)
            part = write(self.parent, x + PAD, base, shown, style, font_size=12)
            refuse(part, MEANT.get(text.partition(":")[0], ""))
        return PLATE + below

    def system(self, seat: int, number: int, name: str, x: float, y: float, width: float) -> None:
        """Draw a system; an Online system has a chip, black or in the seat's color."""
        online = self.fields["systems"][seat][number]
        places = self.systems.get(name, []) if seat == self.damaged() else []
        group = add(self.parent, "g")
        style = "table" if online else "none down"
        if self.scene.advised(places) or self.just_done(seat, name):
            style = f"table {'hint solid' if self.scene.advised(places) else 'last'}"
        elif places:
            style = "face"
        add(group, "rect", style, x=x, y=y, width=width, height=CHIP, rx=6)
        middle = y + CHIP / 2
        if online:
            black = self.fields["system_black"][seat][number]
            chip = "ink" if black else f"seat{seat}"
            add(group, "circle", chip, cx=x + 13, cy=middle, r=6)
        else:
            cross = f"M{x + 9:.1f} {middle - 4:.1f}l8 8m0 -8l-8 8"
            add(group, "path", "none crossed", d=cross)
        text = name if online else f"{name} Down"
        write(group, x + 25, middle + 4, fit(text, width - 30, 12), "ink" if online else "bad bold",
              font_size=12)  # fmt: skip
        stands = "Online" if online else "Down"
        add(group, "title").text = f"{self.scene.called.whose(seat)} {name}: {stands}"
        done = self.scene.legal[places[0]] if len(places) == 1 else name
        offer(group, places, f"{done}, {stands}")
        refuse(group, f"{name} is {stands}. While it is Down, {self.lost[name]}.")

    def damaged(self) -> int | None:
        """Return the seat whose systems can be chosen: the target, or the mover for a repair."""
        if self.fields["phase"] == "knock":
            target = self.fields["pending"]["target"]
            return target if isinstance(target, int) else None
        return self.scene.position.turn

    def just_done(self, seat: int, name: str) -> bool:
        """Whether the seat has repaired this system in the last events."""
        done = (f"repair {name}", f"override repair {name}")
        return any(actor == seat and text in done for actor, text in self.scene.last)

    def shields(self, seat: int, x: float, base: float) -> None:
        """Draw four shields: filled if up, dark if black."""
        up, black = self.fields["shields"][seat], self.fields["shield_black"][seat]
        write(self.parent, x, base, "shields", "muted", font_size=12)
        for number in range(FULL):
            left, top = x + 54 + 20 * number, base - 11
            style = "none edge" if number >= up else "ink" if number < black else f"seat{seat}"
            shape = f"M{left:.1f} {top:.1f}h13v7q0 5 -6.5 8q-6.5 -3 -6.5 -8z"
            add(self.parent, "path", style, d=shape)
        write(self.parent, x + 58 + 20 * FULL, base, f"{up} of {FULL}", "muted", font_size=12)

    def lines(self, seat: int, width: float) -> list[tuple[str, str]]:
        """Return lines for chips, RAVs, trophies, and cooling cards, the next one first."""
        fields = self.fields
        won, bay = fields["trophies"][seat], fields["rav_supply"][seat]
        lines = [
            (f"trophies: {won['colored']} colored, {won['black']} black", "ink"),
            (f"ready RAVs: {bay['fighter']} Fighters, {bay['bomber']} Bombers", "muted"),
            (f"chips left: {fields['supply'][seat]}", "muted"),
        ]
        if seat != self.scene.seat:
            hand = fields["hand"][seat]
            known = sorted(set(hand) - {None})
            cards = ", ".join(f"{hand.count(card)} {card}" for card in known)
            shown = f"hand: {cards or f'{len(hand)} cards'}"
            lines += [(line, "muted") for line in wrap(shown, width, 12)]
        lines.append(("cooling down [face down]:", "muted"))
        covers = fields["evasion"][seat]
        can_be = fields["pending"]["can_be"][seat]
        for number, card in enumerate(fields["queue"][seat]):
            hidden = f" [{covers[number] or '?'}]" if can_be[number] else ""
            new = (
                any(actor == seat and text == f"play {card}" for actor, text in self.scene.last)
                and number == len(fields["queue"][seat]) - 1
            )
            lines.append((f"{number + 1}. {card}{hidden}", "bold" if new else "ink"))
        return lines
