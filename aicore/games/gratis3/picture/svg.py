"""Picture of a game of gratis3: the way to the planet, the ships, and the cards in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.picture import (
    ENDED,
    attempt,
    canvas,
    hint_style,
    identify,
    number_hints,
    offer,
    wrap,
)
from aicore.core.svg import add, write
from aicore.core.tabletop import buttons, in_rows, paragraph, settle, slab, table
from aicore.games.gratis3.picture.lanes import Frame, Lanes
from aicore.games.gratis3.picture.ships import Ships
from aicore.games.gratis3.rules.board import board_of
from aicore.games.gratis3.words.notes import idle
from aicore.games.gratis3.words.phrases import ENDS, turn_number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Scene

GAP = 10
CARD = 66  # height of a card, in units
ABOUT = {
    "launch-move": "launch two RAVs, then move",
    "move-launch": "move, then launch two RAVs",
    "shields-guns": "two shields and a move, or guns",
    "short-range": "guns at a Carrier near you",
    "missile": "EMP: shields; nuke: six dice",
    "override": "repair, or use what is Down",
}
ASKED = {
    "repair": "repair a system?",
    "command": "play a command card",
    "launch": "launch RAVs",
    "shields-guns": "shields, or guns at RAVs?",
    "hits": "spend {hits} hits on RAVs",
    "fire": "which target?",
    "missile": "which missile, and which target?",
    "override": "override what?",
    "evade": "evade the {dice} dice?",
    "knock": "which system goes Down?",
    "rav-moves": "fly a RAV: choose it, its destination, and the stop before",
    "rav-attacks": "attack: choose the target and who attacks",
    "return": "which card comes back?",
}
BUTTONS = {
    "no-repair": "repair nothing",
    "launched": "stop launching",
    "shields": "shields and move",
    "guns": "guns at RAVs",
    "hits-done": "spend no more hits",
    "no-evade": "do not evade",
    "attacks-done": "stop attacking",
    "return": "the leftmost card",
    "return override": "override",
}
SIDES = ("", "one attacker", "two attackers", "three attackers", "four attackers")


def draw(scene: Scene) -> Element:
    """Return, from the top, the map, the question with its buttons, the hand, and the ships."""
    fields: Position = scene.position
    last = board_of(scene.position.game).locations
    body = add(canvas(0, 0, ""), "g")
    if scene.narrow:
        frame = Frame(6, 6, 348, 46 * last + 60, 46, 64, last, upright=True)
    else:
        step = min(150, 850 / last)
        frame = Frame(8, 8, 944, 330, step, 62, last, upright=False)
    Lanes(body, scene, fields, frame)
    _black_chips(body, fields, frame)
    y = frame.top + frame.height + GAP
    left, width = (12, 336) if scene.narrow else (16, 928)
    y = _asked(body, scene, fields, left, y, width)
    below = buttons(body, scene, left, y, width, _choices(scene), least=100)
    y = below + GAP - 8 if below > y else y
    y = _hand(body, scene, fields, left, y, width)
    y = _ships(body, scene, fields, left, y, width)
    picture = settle(table(scene, "the way to Gratis-3"), y)
    picture.append(body)
    return picture


def _black_chips(parent: Element, fields: Position, frame: Frame) -> None:
    """Write the stockpile and the turn in a corner of the map."""
    x, y = frame.left + 14, frame.top + (frame.height - 34 if frame.upright else 22)
    write(parent, x, y, f"Turn {turn_number(fields)}", "star bold")
    write(parent, x, y + 18, f"{fields['stockpile']} black chips left", "star small")


def _asked(
    parent: Element, scene: Scene, fields: Position, x: float, y: float, width: float
) -> float:
    """Write the question and draw the last dice rolled. Return the y of the next part."""
    now = fields["pending"]
    turn = scene.turn
    if now["end"]:
        sentence = f"The end: {ENDS[now['end']]}."
    elif scene.over:
        sentence = ENDED
    elif turn < 0:
        sentence = scene.called.does(fields["seat"], "be", "to move")
    else:
        phase = str(fields["phase"])
        asked = ASKED.get(phase, phase).format(**now)
        sentence = scene.called.sentence(f"{scene.name(turn)}: {asked}").removesuffix(".")
    rolls = [text for _, text in scene.last if text.startswith("roll ")]
    room = width - (9 * 26 if rolls and not scene.narrow else 0)
    y = paragraph(parent, x, y, wrap(sentence, room, 16.5), "bold", 15, 20, drop=20)
    if rolls:
        dice, singles, doubles = map(int, rolls[-1][5:].replace(":", ",").split(","))
        if scene.narrow:
            y += 30
        right = x + width if not scene.narrow else x + 26 * dice
        thrown = f"{fields['turns']} {len(scene.last)} {rolls[-1]}"
        _dice(parent, (right - 26 * dice, y - 18), (dice, singles, doubles), thrown)
    return y + GAP


def _dice(
    parent: Element, corner: tuple[float, float], rolled: tuple[int, int, int], thrown: str
) -> None:
    """Draw dice with two pips, one pip or none, for their hits.

    Args:
        corner: position of the first die.
        rolled: number of dice, single hits and double hits.
        thrown: text that distinguishes the roll from other rolls.
    """
    (x, y), (dice, singles, doubles) = corner, rolled
    group = add(parent, "g")
    add(group, "title").text = f"{dice} dice: {singles} single hits, {doubles} double hits"
    for number in range(dice):
        left = x + 26 * number
        die = identify(add(group, "g"), f"die {number}", thrown, "roll")
        add(die, "rect", "paper outline", x=left, y=y, width=22, height=22, rx=5)
        pips = [(7, 15), (15, 7)] if number < doubles else [(11, 11)]
        for dx, dy in pips if number < doubles + singles else ():
            add(die, "circle", "bad", cx=left + dx, cy=y + dy, r=3.5)


def _choices(scene: Scene) -> Iterator[tuple[str, list[int]]]:
    """Yield texts and actions of buttons, for actions that the map alone cannot choose."""
    for kind in ("fighter", "bomber"):
        launches = [
            place for place, text in enumerate(scene.legal) if text.startswith(f"launch {kind}")
        ]
        yield f"launch a {kind.title()}", launches
    attackers = {
        place: text.count(",") + 1
        for place, text in enumerate(scene.legal)
        if text.startswith("attack ")
    }
    if max(attackers.values(), default=1) > 1:
        for number in sorted(set(attackers.values())):
            yield (
                SIDES[number] if number < len(SIDES) else f"{number} attackers",
                [place for place in attackers if attackers[place] == number],
            )
    for place, text in enumerate(scene.legal):
        match text.split():
            case ["fire" | "emp" | "nuke" as what, seat]:
                yield f"{what if what != 'emp' else 'EMP'} at {scene.name(int(seat))}", [place]
            case ["override", "fire", seat]:
                yield f"override: fire at {scene.name(int(seat))}", [place]
            case ["override", *what]:
                yield f"override: {' '.join(what)}", [place]
            case _ if text in BUTTONS:
                yield BUTTONS[text], [place]


def _hand(
    parent: Element, scene: Scene, fields: Position, x: float, y: float, width: float
) -> float:
    """Draw the viewer's cards, each kind once. Return the y of the next part."""
    if scene.seat is None:
        return y
    hand = fields["hand"][scene.seat]
    kinds = list(dict.fromkeys(hand))
    boxes, below = in_rows(len(kinds), 2 if scene.narrow else 6, x, y, width, CARD)
    for card, box in zip(kinds, boxes, strict=True):
        left, top, wide, _ = box
        places = scene.places({f"play {card}", f"evade {card}"}.__contains__)
        group = add(parent, "g")
        parts = scene.parts(places)
        style = hint_style("face hint solid", parts) if scene.advised(places) else "face"
        slab(group, box, style)
        copies = f" x{hand.count(card)}" if hand.count(card) > 1 else ""
        write(group, left + 10, top + 20, f"{card}{copies}", "bold")
        number_hints(group, left + wide - 6, top + 6, parts)
        plays = any(scene.legal[place].startswith("play ") for place in places)
        vain = idle(fields, card) if plays else ""
        if vain:
            group.set("class", "vain")
        lines = wrap(vain or ABOUT[card], wide - 18, 11 if scene.narrow else 13)[:2]
        for line, text in enumerate(lines):
            write(group, left + 10, top + 38 + 15 * line, text, "small muted")
        if places:
            offer(group, places, f"{scene.legal[places[0]]}{copies}: {vain or ABOUT[card]}")
        if scene.legal:
            attempt(group, f"play {card}")
    return below + GAP - 8 if kinds else y


def _ships(
    parent: Element, scene: Scene, fields: Position, x: float, y: float, width: float
) -> float:
    """Draw the seats' panels, side by side or in a column. Return the y of the next part."""
    seats = len(fields["locations"])
    ships = Ships(parent, scene, fields)
    if scene.narrow:
        for seat in range(seats):
            y += ships.draw(seat, x, y, width) + GAP
        return y
    wide = (width - GAP * (seats - 1)) / seats
    return (
        y + max(ships.draw(seat, x + seat * (wide + GAP), y, wide) for seat in range(seats)) + GAP
    )
