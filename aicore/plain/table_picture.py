"""Picture of what lies on the table of a plain game: seats, hands, dice, tracks, common fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aicore.core.kinds import Kind, Part
from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.picture import LINE, PLATE, fit, offer, plate, width_of
from aicore.core.svg import write
from aicore.core.tabletop import GAP, back, centered, die, gauge, named, slab
from aicore.plain.views import (
    amount,
    color_of,
    hidden,
    label,
    number_of,
    parts_beside,
    scores_shown,
    steps_of,
    value_of,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

CARD = 44  # height of a card, in units
MIN_WIDTH = 32  # minimum width of a card
INSET = 12  # room at the edges of a plate
FACT_SIZE = 13  # font size of facts


@dataclass(frozen=True)
class Token:
    """Card or die on the table.

    Args:
        text: the text on it; "" for a card face down.
        word: its word in actions.
        number: the number of equal cards face down.
        color: the color of its text; "" for the usual one.
        face: the face of a die; -1 for a card.
    """

    text: str
    word: str = ""
    number: int = 1
    color: str = ""
    face: int = -1

    @property
    def width(self) -> float:
        """Width, in units."""
        return CARD * 0.8 if self.face >= 0 else max(MIN_WIDTH, width_of(self.text, 14) + 14)


def own_parts(position: Any) -> list[Part]:
    """Return the fields of each seat, without boards."""
    return [part for part in parts_beside(position) if part.kind.seats]


def common_parts(position: Any) -> list[Part]:
    """Return the fields that belong to no seat, without boards."""
    return [part for part in parts_beside(position) if not part.kind.seats]


def seats(
    picture: Element, scene: Scene, x: float, y: float, width: float, columns: int, used: set[int]
) -> float:
    """Draw the seats in columns; return the y of the space below.

    Args:
        used: set that receives the indices in `scene.legal` of the actions chosen on cards.
    """
    game = scene.position.game
    across = (width - GAP * (columns - 1)) / columns
    top = y
    for seat in range(game.seats):
        if seat % columns == 0 and seat:
            y, top = top + GAP, top + GAP
        height = _seat(picture, scene, seat, (x + seat % columns * (across + GAP), y, across), used)
        top = max(top, y + height)
    return top + GAP


def _seat(
    picture: Element, scene: Scene, seat: int, box: tuple[float, float, float], used: set[int]
) -> float:
    """Draw a seat; return its height."""
    x, y, width = box
    parts = own_parts(scene.position)
    content = [(part, scene.position[part.name][seat]) for part in parts]
    facts = list(_facts(scene, content, width - 54))
    facts += [
        _("score: {score}", score=one)
        for one in scores_shown(scene.position, parts)[seat : seat + 1]
    ]
    rows = [pair for pair in content if _is_row(*pair)]
    inner = width - 2 * INSET
    height = sum(_row_height(part.kind, value, inner) for part, value in rows)
    plate(picture, scene, seat, x, y, width, facts, room=height + (INSET if rows else 0))
    at = y + PLATE + LINE * len(facts) + 4
    for part, value in rows:
        at = row(picture, scene, part, value, (x + INSET, at, inner), used)
    return PLATE + LINE * len(facts) + height + (INSET if rows else 0)


def common(
    picture: Element, scene: Scene, x: float, y: float, width: float, used: set[int]
) -> float:
    """Draw the fields that belong to no seat; return the y of the space below."""
    content = [(part, scene.position[part.name]) for part in common_parts(scene.position)]
    for fact in _facts(scene, content, width):
        write(picture, x, y + 13, fit(fact, width, FACT_SIZE), "muted", font_size=FACT_SIZE)
        y += LINE
    for part, value in content:
        if _is_row(part, value):
            y = row(picture, scene, part, value, (x, y + 4, width), used)
    return y + GAP


def _is_row(part: Part, value: Any) -> bool:
    """Whether a field is drawn as cards, dice or a track, and not written as a fact."""
    kind = part.kind
    return kind.track or (
        (kind.cards or kind.die or kind.meaning == "card") and bool(_tokens(kind, value))
    )


def _facts(scene: Scene, content: Sequence[tuple[Part, Any]], width: float) -> Iterator[str]:
    """Yield lines of fields and values, as many in a line as fit."""
    line = ""
    names = [scene.name(seat) for seat in range(scene.position.game.seats)]
    for part, value in content:
        if not _is_row(part, value):
            text = f"{label(part)}: {value_of(part, value, names)}"
            if line and width_of(f"{line} · {text}", FACT_SIZE) > width:
                yield line
                line = ""
            line = f"{line} · {text}" if line else text
    if line:
        yield line


def _tokens(kind: Kind, value: Any) -> list[Token]:
    """Return the cards or dice of a field."""
    if kind.cards:
        if value and value[0] is None:
            return [Token("", number=len(value))]
        return [_token(kind, card) for card in value]
    values = _flat(value)
    empty = 0 if kind.names is None else kind.names[kind.start - kind.low]
    tokens = [_token(kind, each) for each in values if each is not None and each != empty]
    unseen = sum(each is None for each in values)
    return tokens + ([Token("", number=unseen)] if unseen else [])


def _token(kind: Kind, value: Any) -> Token:
    if kind.die and value <= 6:
        return Token(str(value), str(value), face=value)
    return Token(amount(kind, value), str(value), color=color_of(kind, value))


def _flat(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return [value]
    return [each for one in value for each in _flat(one)]


def _places(tokens: Sequence[Token], width: float) -> list[tuple[float, int]]:
    """Return the left edge and the row of each card, side by side in as many rows as needed."""
    found, x, line = [], 0.0, 0
    for token in tokens:
        if x and x + token.width > width:
            x, line = 0.0, line + 1
        found.append((x, line))
        x += token.width + 5
    return found


def _row_height(kind: Kind, value: Any, width: float) -> float:
    if kind.track and not kind.shape:
        return 2 * LINE
    places = _places(_tokens(kind, value), width)
    return LINE + 2 + (places[-1][1] + 1) * (CARD + 5) if places else float(LINE)


def row(
    picture: Element, scene: Scene, part: Part, value: Any, box: tuple[float, float, float],
    used: set[int],
) -> float:  # fmt: skip
    """Draw a field as cards, dice or a track below its name; return the y of the space below."""
    x, y, width = box
    kind = part.kind
    name = label(part)
    tokens = [] if kind.track and not kind.shape else _tokens(kind, value)
    many = f" ({len(value)})" if kind.cards and value and value[0] is not None else ""
    write(picture, x, y + 12, f"{name}{many}", "muted", font_size=12)
    if kind.track and number_of(kind, value) is not None:
        write(picture, x + width, y + 12, amount(kind, value), "end bold", font_size=12)
        gauge(picture, (x, y + LINE, width, 10), *steps_of(kind, value), "accent")
    for token, (left, line) in zip(tokens, _places(tokens, width), strict=True):
        at = (x + left, y + LINE + 2 + line * (CARD + 5), token.width, float(CARD))
        _draw(picture, scene, token, at, used)
    return y + _row_height(kind, value, width)


def _draw(
    picture: Element, scene: Scene, token: Token, box: tuple[float, float, float, float],
    used: set[int],
) -> None:  # fmt: skip
    x, y, width, height = box
    if not token.text:
        back(picture, box, hidden(token.number))
        if token.number > 1:
            centered(
                picture, x + width / 2, y + height / 2 + 5, [str(token.number)], 14, "paper bold"
            )
        return
    group = named(picture, token.text)
    places = scene.places(lambda text: token.word in text.replace(",", " ").split()[1:])
    if token.face >= 0:
        die(group, token.face, (x, y + (height - width) / 2, width, width))
    else:
        style = "paper hint solid" if scene.advised(places) else "face"
        slab(group, box, style, 6)
        text = write(
            group, x + width / 2, y + height / 2 + 5, token.text, "middle bold", font_size=14
        )
        paint(text, token.color)
    if places:
        offer(group, places, moves_at([scene.legal[place] for place in places]))
        used.update(places)


def moves_at(moves: Sequence[str]) -> str:
    """Return the label of an element for several moves: the first one, and their number."""
    if len(moves) == 1:
        return moves[0]
    return ngettext("{move} and {n} more", "{move} and {n} more", len(moves) - 1, move=moves[0])


def paint(element: Element, color: str) -> None:
    """Fill an element with a color, unless it is "". A fill in a style sheet takes precedence."""
    if color:
        element.set("fill", color)
