"""Picture of a game of gratis3: the way to the planet, the ships, and the cards in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.language import N_, capital, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.outlines import BURST
from aicore.core.picture import (
    ENDED,
    attempt,
    canvas,
    hint_style,
    identify,
    number_hints,
    offer,
    width_of,
    wrap,
)
from aicore.core.story import in_words, in_words_as, listener
from aicore.core.svg import add, write
from aicore.core.tabletop import buttons, icon, in_rows, named, settle, slab, table
from aicore.games.gratis3.picture.cards import ABOUT, HEIGHT, draw_card
from aicore.games.gratis3.picture.lanes import Frame, Lanes
from aicore.games.gratis3.picture.ships import SIGNS, Ships
from aicore.games.gratis3.rules.board import board_of
from aicore.games.gratis3.words.notes import idle
from aicore.games.gratis3.words.phrases import ENDS, titled, turn_number
from aicore.games.gratis3.words.phrases import named as called

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Scene

GAP = 8
ASKED = {
    "repair": N_("repair a system?"),
    "command": N_("play a card"),
    "launch": N_("launch up to two craft: choose a kind and a Space"),
    "shields-guns": N_("raise shields, or shoot at craft?"),
    "hits": N_("spend {hits} on craft"),
    "fire": N_("shoot at which Carrier?"),
    "missile": N_("which missile, and at whom?"),
    "override": N_("override what?"),
    "evade": N_("evade the {dice}?"),
    "knock": N_("which system goes Down?"),
    "rav-moves": N_("fly each craft: choose it, then where to"),
    "rav-attacks": N_("attack with your craft?"),
    "return": N_("which card comes back?"),
}
WHY = {
    "repair": N_("A system that is Down does not work."),
    "command": N_("It acts now, then cools down for three turns."),
    "launch": N_("Then they fly and attack."),
    "rav-moves": N_("Beside a Carrier, they can attack it."),
    "rav-attacks": N_("Each hit takes a shield; then two hits may put a system Down."),
    "evade": N_("Putting a card down takes two dice off the attack."),
}
"""Purpose of each step, for the first turns."""

TAUGHT = 3  # number of first turns whose steps are explained
BUTTONS = {
    "no-repair": N_("Repair nothing"),
    "launched": N_("Launch no more"),
    "shields": N_("Shields and a step"),
    "guns": N_("Shoot at craft"),
    "hits-done": N_("Spend no more"),
    "no-evade": N_("Do not evade"),
    "attacks-done": N_("Stop attacking"),
    "return": N_("The leftmost card"),
    "return override": N_("Override"),
}
SHOTS = {"fire": N_("Shoot at {name}"), "emp": N_("EMP at {name}"), "nuke": N_("Nuke at {name}")}
OVERRIDES = {"move": N_("One step"), "ravs": N_("Fly and attack"), "guns": N_("Shoot at craft")}
ATTACKERS = (
    "",
    N_("one attacker"),
    N_("two attackers"),
    N_("three attackers"),
    N_("four attackers"),
)
DIE = 32.0  # width of a die
ACROSS = 6  # number of cards in a row; on a phone, 3


def draw(scene: Scene) -> Element:
    """Return a drawing: from the top, the question with its buttons, map, hand and ships."""
    fields: Position = scene.position
    last = board_of(scene.position.game).locations
    body = add(canvas(0, 0, ""), "g")
    left, width = (12, 336) if scene.narrow else (16, 788)
    y = _headline(body, scene, fields, left, 6, width)
    if scene.narrow:
        frame = Frame(6, y, 348, 42 * last + 60, 42, 64, last, upright=True)
    else:
        tall = {2: 268, 3: 230, 4: 204}[len(fields["locations"])]  # more panels need more room
        frame = Frame(8, y, 804, tall, min(150, 722 / last), tall / 5.05, last, upright=False)
    Lanes(body, scene, fields, frame)
    _chips_left(body, fields, frame)
    y = frame.top + frame.height + GAP
    y = _hand(body, scene, fields, left, y, width)
    y = _ships(body, scene, fields, left, y, width)
    picture = settle(table(scene, _("the way to Gratis-3")), y)
    picture.append(body)
    return picture


def _chips_left(parent: Element, fields: Position, frame: Frame) -> None:
    """Draw the stockpile of black chips in a corner of the map."""
    x, y = frame.left + 14, frame.top + (frame.height - 18 if frame.upright else 20)
    number = fields["stockpile"]
    about = in_words(
        number,
        "one black chip left: the game ends with the last one",
        "{n} black chips left: the game ends with the last one",
    )
    group = named(parent, about)
    add(group, "circle", "chip", cx=x + 6, cy=y - 4.5, r=7)
    write(group, x + 18, y, _("{number} left", number=number), "star", font_size=13)


def _headline(
    parent: Element, scene: Scene, fields: Position, x: float, y: float, width: float
) -> float:
    """Write the question, its buttons, and the last dice rolled. Return the y of the next part."""
    sentence, thrown = _question(scene, fields), _thrown(scene)
    wanted = [(text, places) for text, places in _choices(scene) if places]
    when = f"{fields['turns']} {len(scene.last)} {scene.last[-1:]}"  # distinguishes the roll
    turn = pgettext("round", "Turn {number}", number=turn_number(fields))
    write(parent, x + width, y + 24, turn, "muted end", font_size=14)
    if scene.narrow:
        for line in wrap(sentence, width - 60, 16):
            write(parent, x, y + 22, line, "bold", font_size=15)
            y += 22
        for line in wrap(_why(scene, fields), width, 13):
            write(parent, x, y + 18, line, "muted", font_size=13)
            y += 18
        y += 12
        if thrown:
            _dice(parent, (x, y), thrown, when)
            beside = x + len(thrown) * (DIE + 4) + 6
            if beside + width_of(_rolled(thrown), 14) <= x + width:
                write(parent, beside, y + 21, _rolled(thrown), "muted", font_size=14)
            y += DIE + 8
        return buttons(parent, scene, x, y, width, wanted, least=100)
    right = x + width - 60 - len(thrown) * (DIE + 4)
    _dice(parent, (right, y + 4), thrown, when)
    size = 20 if width_of(sentence, 22) <= right - x - 20 else 15
    write(parent, x, y + 24, sentence, "bold", font_size=size)
    left = x + 20 + width_of(sentence, size * 1.1)
    needed = sum(max(100, width_of(text, 14) + 28) + 8 for text, _ in wanted)
    beside = needed <= right - left
    why, at = _why(scene, fields), left + (needed + 4 if beside and wanted else 0)
    if at + width_of(why, 14) <= right:
        write(parent, at, y + 24, why, "muted", font_size=14)
    if beside:
        buttons(parent, scene, left, y - 1, needed, wanted, least=100)
        return y + 42
    return buttons(parent, scene, x, y + 36, width, wanted, least=100)


def _question(scene: Scene, fields: Position) -> str:
    """Return the question to the seat to move, or how the game ended."""
    now, turn = fields["pending"], scene.turn
    if now["end"]:
        return _("The end: {why}", why=_(ENDS[now["end"]]))
    if scene.over:
        return _(ENDED)
    if turn < 0:
        moves = _("{who} {who:are|is} to move", who=scene.called[fields["seat"]])
        return scene.called.sentence(moves).removesuffix(".")
    phase = str(fields["phase"])
    asked = _(
        ASKED[phase],
        hits=ngettext("{n} hit", "{n} hits", now["hits"]),
        dice=ngettext("{n} die", "{n} dice", now["dice"]),
    )
    if listener(scene.names) == turn:
        return capital(asked)
    return scene.called.sentence(f"{scene.name(turn)}: {asked}").removesuffix(".")


def _why(scene: Scene, fields: Position) -> str:
    """Return the purpose of a step; "" for others than the seat to move, and after some turns."""
    if scene.over or turn_number(fields) > TAUGHT or listener(scene.names) != scene.turn:
        return ""
    return _(WHY.get(str(fields["phase"]), ""))


def _thrown(scene: Scene) -> list[tuple[str, int]]:
    """Return the dice rolled last: for each, its face as an icon's outline, and its hits."""
    rolls = [text for _, text in scene.last if text.startswith(("roll ", "systems "))]
    if not rolls:
        return []
    word, _, rest = rolls[-1].partition(" ")
    numbers = list(map(int, rest.replace(":", ",").split(",")))
    if word == "systems":
        return [(SIGNS[die - 1] if die <= len(SIGNS) else "", 1) for die in numbers]
    dice, singles, doubles = numbers
    hits = [2] * doubles + [1] * singles + [0] * (dice - singles - doubles)
    return [(BURST if number else "", number) for number in hits]


def _rolled(thrown: list[tuple[str, int]]) -> str:
    """Return the dice rolled last in words."""
    if any(outline not in ("", BURST) for outline, _worth in thrown):
        return _("damage dice")
    dice = ngettext("{n} die", "{n} dice", len(thrown))
    hits = sum(number for _outline, number in thrown)
    struck = in_words_as("nominative", hits, "one hit", "{n} hits")
    return f"{dice}: {struck}"


def _dice(
    parent: Element, corner: tuple[float, float], thrown: list[tuple[str, int]], when: str
) -> None:
    """Draw the dice rolled last, marked as the latest event, with one or two hits or a system.

    Args:
        corner: position of the first die.
        when: text that distinguishes the roll from other rolls.
    """
    x, y = corner
    group = add(parent, "g")
    damage = any(outline not in ("", BURST) for outline, _worth in thrown)
    add(group, "title").text = _rolled(thrown)
    for number, (outline, worth) in enumerate(thrown):
        left = x + (DIE + 4) * number
        die = identify(add(group, "g"), f"die {number}", when, "roll")
        slab(die, (left, y, DIE, DIE), "paper last" if outline else "paper edge", 7)
        if not outline:  # a miss, so that nobody takes the die for an empty box
            middle = (left + DIE / 2, y + DIE / 2)
            dash = {"x1": middle[0] - 5, "x2": middle[0] + 5, "y1": middle[1], "y2": middle[1]}
            add(die, "line", "edge", **dash, stroke_linecap="round")
            continue
        style, size = ("ink", 20.0) if damage else ("bad", 22.0 if worth == 1 else 16.0)
        for place in range(1 if damage else worth):
            shift = 0.0 if damage or worth == 1 else 6.0 * (2 * place - 1)
            at = DIE / 2 - size / 2 + shift
            icon(die, outline, (left + at, y + at, size, 0), style)


def _choices(scene: Scene) -> Iterator[tuple[str, list[int]]]:
    """Yield texts and actions of buttons, for actions that the map alone cannot choose.

    On a phone, systems have buttons, too.
    """
    for kind in ("fighter", "bomber"):
        launches = [
            place for place, text in enumerate(scene.legal) if text.startswith(f"launch {kind}")
        ]
        text = _("Launch a Fighter") if kind == "fighter" else _("Launch a Bomber")
        yield text, launches
    attackers = {
        place: text.count(",") + 1
        for place, text in enumerate(scene.legal)
        if text.startswith("attack ")
    }
    if max(attackers.values(), default=1) > 1:
        for number in sorted(set(attackers.values())):
            yield (
                _(ATTACKERS[number]) if number < len(ATTACKERS) else _("{n} attackers", n=number),
                [place for place in attackers if attackers[place] == number],
            )
    for place, text in enumerate(scene.legal):
        match text.split():
            case ["fire" | "emp" | "nuke" as what, seat]:
                yield _(SHOTS[what], name=scene.name(int(seat))), [place]
            case ["override", "fire", seat]:
                yield _(SHOTS["fire"], name=scene.name(int(seat))), [place]
            case ["override", "repair", system]:
                yield _("Repair the {system}", system=called(system)), [place]
            case ["override", what]:
                yield _(OVERRIDES[what]), [place]
            case ["repair" | "knock", system] if scene.narrow:  # the panels are far below
                yield capital(called(system)), [place]
            case _ if text in BUTTONS:
                yield _(BUTTONS[text]), [place]


def _hand(
    parent: Element, scene: Scene, fields: Position, x: float, y: float, width: float
) -> float:
    """Draw the viewer's cards, each kind once. Return the y of the next part."""
    if scene.seat is None:
        return y
    hand = fields["hand"][scene.seat]
    kinds = list(dict.fromkeys(hand))
    across = ACROSS // 2 if scene.narrow else ACROSS
    boxes, below = in_rows(len(kinds), across, x, y, width, HEIGHT)
    for card, box in zip(kinds, boxes, strict=True):
        places = scene.places({f"play {card}", f"evade {card}"}.__contains__)
        group = add(parent, "g")
        parts = scene.parts(places)
        style = hint_style("face hint solid", parts) if scene.advised(places) else "face"
        plays = any(scene.legal[place].startswith("play ") for place in places)
        vain = idle(fields, card) if plays else ""
        if vain:
            group.set("class", "vain")
        gate = card == "launch-move" and not fields["locations"][scene.seat]
        about = vain or (_("one step (no launch here)") if gate else _(ABOUT[card]))
        draw_card(group, card, hand.count(card), box, style, about)
        number_hints(group, box[0] + box[2] - 6, box[1] + 6, parts)
        if places:
            copies = f"x{hand.count(card)} " if hand.count(card) > 1 else ""
            offer(group, places, f"{copies}{titled(card)}: {about}")
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
