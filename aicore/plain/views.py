"""Drawing of a plain game for a terminal: boards, a table of the seats' fields, common fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from aicore.core.boards import Graph
from aicore.core.drawing import seat_color
from aicore.core.game import Game, State, View
from aicore.core.kinds import COLORS, Kind, Part
from aicore.core.language import fill, ngettext, own, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names
from aicore.plain.mistakes import ask_author

MAX_WIDTH = 76  # columns of the drawing
MAX_LENGTH = 200  # columns of a field's text
MAX_NAME = 16  # columns of a seat's name
WIDE = 16  # fields with longer texts have lines of their own below the table
LONG = 12  # longer rows show only entries that differ from the start value, with their indices
EMPTY = "."
NOTHING = "-"


def draw(position: State | View, names: Names | None = None) -> RenderableType:
    """Return the author's picture, or a drawing derived from the fields."""
    game = position.game
    if hasattr(game.author, "picture"):  # type: ignore[attr-defined]
        picture = str(ask_author(game, "picture", position.to_dict()))
        if not picture.lstrip().startswith("<svg"):
            return Text(picture)
    layout = game.layout
    assert layout is not None
    short_names = [_short(name) for name in names or Names.numbered(game.seats)]
    shown: list[RenderableType] = list(_boards(position, short_names))
    rest = parts_beside(position)
    of_seats = [part for part in rest if part.kind.seats]
    shown.append(_seats(of_seats, position, short_names))
    common = Table.grid(padding=(0, 2))
    for part in rest:
        if part not in of_seats:
            common.add_row(
                Text(label(part), "dim"), _text(part.kind, position[part.name], short_names)
            )
    if common.row_count:
        shown.append(common)
    return Constrain(Group(*shown), MAX_WIDTH)


def parts_beside(position: State | View) -> list[Part]:
    """Return the fields to draw beside the boards; choices only while there are any."""
    return [
        part
        for part in position.game.layout or ()
        if part.kind.shown
        and not is_board(part.kind)
        and not (
            part.kind.added and all(value == _start(part.kind) for value in position[part.name])
        )
    ]


def is_board(kind: Kind) -> bool:
    """Whether a field is drawn as a board."""
    return kind.grid or isinstance(kind, Graph)


def label(part: Part) -> str:
    """Return the name of a field for people, after its icon."""
    name = _("chosen") if part.kind.added else own(part.name.replace("_", " "))
    return f"{part.kind.icon} {name}" if part.kind.icon else name


def value_of(part: Part, value: Any, names: Sequence[str] = ()) -> str:
    """Return the content of a field in one line; seats have their names, if these are given."""
    return _text(part.kind, value, names).plain


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


def _seats(parts: list[Part], fields: State | View, names: list[str]) -> RenderableType:
    """Return a table of short fields, and below it a table of long ones: hands and long rows."""
    seats = range(len(names))
    texts = {
        part.name: [_text(part.kind, fields[part.name][seat], names) for seat in seats]
        for part in parts
    }
    scores = scores_shown(fields, parts)
    wide = [part for part in parts if max(len(text) for text in texts[part.name]) > WIDE]
    narrow = [part for part in parts if part not in wide]
    width = max(map(len, names)) + (4 if not scores else 11)

    def breadth(part: Part) -> int:
        return 2 + max(*map(len, _words(part)), *map(len, texts[part.name]))

    while narrow and width + sum(map(breadth, narrow)) > MAX_WIDTH:
        widest = max(narrow, key=breadth)
        narrow.remove(widest)
        wide.append(widest)
    wide.sort(key=parts.index)
    table = Table(
        box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim",
        show_header=bool(narrow or scores),
    )  # fmt: skip
    table.add_column("", no_wrap=True)
    if scores:
        table.add_column(pgettext("plain", "score"), no_wrap=True)
    for part in narrow:
        table.add_column("\n".join(_headline(part, texts[part.name])), no_wrap=True)
    for seat in seats:
        mark = ">" if fields["turn"] == seat else " "
        row = [Text(score) for score in scores[seat : seat + 1]]
        row += [texts[part.name][seat] for part in narrow]
        table.add_row(Text(f"{mark} {names[seat]}", seat_color(seat)), *row)
    below = Table.grid(padding=(0, 2))
    for part in wide:
        for seat in seats:
            first = Text(label(part) if seat == 0 else "", "dim")
            below.add_row(first, Text(names[seat], seat_color(seat)), texts[part.name][seat])
    return Group(table, below) if wide else table


def scores_shown(position: State | View, parts: list[Part]) -> list[str]:
    """Return the seats' scores as texts; empty if the game has none, or if a field shows them.

    Args:
        position: the position.
        parts: the fields of the seats.
    """
    if not hasattr(position.game.author, "scores"):  # type: ignore[attr-defined]
        return []
    scores = list(position.scores())
    shown = (position[part.name] for part in parts)
    return (
        [] if any(list(each) == scores for each in shown) else [fill("{n:g}", n=n) for n in scores]
    )


def _words(part: Part) -> list[str]:
    """Return the words of a field's heading; its icon stays with the first one."""
    words = label(part).split()
    return [" ".join(words[:2]), *words[2:]] if part.kind.icon else words


def _headline(part: Part, texts: list[Text]) -> list[str]:
    """Return a column's heading in lines, broken only between words."""
    width = max(map(len, texts))
    lines: list[str] = []
    for word in _words(part):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _boards(position: State | View, names: list[str]) -> Iterator[RenderableType]:
    """Yield the boards; the seats' own boards are side by side, if they are narrow enough."""
    game = position.game
    for part in game.layout or ():
        if not is_board(part.kind) or not part.kind.shown:
            continue
        content = position[part.name]
        if not part.kind.seats:
            yield _board(game, part, content, position)
            continue
        drawn = []
        for seat, name in enumerate(names):
            board = Table.grid()
            board.add_row(Text(f"{name}: {label(part)}", seat_color(seat)))
            board.add_row(_board(game, part, content[seat], position))
            drawn.append(board)
        yield Columns(drawn, padding=(0, 3))


def _board(game: Game, part: Part, content: Any, position: State | View) -> RenderableType:
    if part.kind.grid:
        return _grid(game, part, content)
    kind = part.kind
    assert isinstance(kind, Graph)
    pawns = pawns_on(position, kind)
    shown = {name: _place(kind, name, content[name], pawns.get(name, [])) for name in kind.places}
    return _hexes(kind, shown) if kind.hexes else _places(kind, shown)


def names_of(game: Game, part: Part) -> tuple[list[str], list[str]]:
    """Return the names that actions give a board's rows and columns; [] if they give none."""
    names: tuple[list[str], list[str]] = [], []
    for form in game.grammar.actions:  # type: ignore[attr-defined]
        for blank in form.blanks:
            for axis, word in enumerate(("ROW", "COL")):
                length = part.kind.shape[axis]
                if word in blank.name and len(blank) == length and not names[axis]:
                    names[axis].extend(map(str, blank.values))
    return names


def pawns_on(position: State | View, board: Graph) -> dict[str, list[int]]:
    """Return the seats that stand on each place: a field of each seat names the place."""
    pawns: dict[str, list[int]] = {}
    for part in position.game.layout or ():
        kind = part.kind
        if kind.seats and not kind.shape and kind.names and set(board.places) <= set(kind.names):
            for seat, name in enumerate(position[part.name]):
                if name in board.places:
                    pawns.setdefault(name, []).append(seat)
    return pawns


def _grid(game: Game, part: Part, rows: Any) -> Table:
    """Return the drawing of a board, small enough for a terminal of 24 lines."""
    down, across = names_of(game, part)
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    for number, row in enumerate(rows):
        name = Text(down[number] if down else "", "dim")
        table.add_row(name, *[_square(part.kind, each) for each in row])
    if across:
        table.add_row("", *[Text(name, "dim") for name in across])
    return table


def _square(kind: Kind, value: Any) -> Text:
    shown = square_text(kind, value)
    if shown == EMPTY:
        return Text(shown, "dim")
    return Text(kind.icons.get(shown) or own(shown), color_of(kind, value))


def _place(kind: Graph, name: str, value: Any, pawns: list[int]) -> Text:
    """Return the content of a place; its name if nothing is there."""
    text = _square(kind, value)
    if text.plain == EMPTY:
        text = Text("" if pawns else name, "dim")
    for seat in pawns:
        text.append(f"@{seat}", seat_color(seat))
    return text


def _hexes(kind: Graph, shown: dict[str, Text]) -> Text:
    """Return hexagons in rows, each shifted by half a hexagon."""
    cell = max(map(len, shown.values())) + 1
    cell += cell % 2
    least = min(x for x, _y in kind.spots.values())
    lines: dict[float, Text] = {}
    for name, (x, y) in kind.spots.items():
        line = lines.setdefault(y, Text())
        line.append(" " * (round((x - least) * cell) - len(line)))
        line.append_text(shown[name])
    return Text("\n").join(lines[y] for y in sorted(lines))


def _places(kind: Graph, shown: dict[str, Text]) -> Table:
    """Return a list of places with their content and neighbors."""
    table = Table.grid(padding=(0, 2))
    for name, text in shown.items():
        content = Text("") if text.plain == name else text
        table.add_row(
            name, content, Text(_("to {places}", places=", ".join(kind.near[name])), "dim")
        )
    return table


def color_of(kind: Kind, word: Any) -> str:
    """Return the color of a word as a code; "" if it has none."""
    color = kind.colors.get(word, "") if isinstance(word, str) else ""
    return COLORS.get(color, color)


def seat_of(kind: Kind, value: Any) -> int | None:
    """Return the seat that a value of a `Seat` stands for; None for nobody and in other kinds."""
    if kind.meaning != "seat":
        return None
    if kind.names is not None:
        value = kind.names.index(value) + kind.low if value in kind.names else None
    return value if isinstance(value, int) and value >= 0 else None


def one_value(kind: Kind, value: Any) -> str:
    """Return the text for the content of a square; EMPTY if nothing is there."""
    if value is None and None not in (kind.names or ()):
        return "?"
    if kind.meaning == "seat":
        return EMPTY if seat_of(kind, value) is None else str(value)
    nothing = value in (0, "none", "empty") or number_of(kind, value) == 0
    return EMPTY if nothing else str(value)


def square_text(kind: Kind, value: Any) -> str:
    """Return the text for a square, which may hold several values."""
    if isinstance(value, list):
        return "/".join(one_value(kind, each) for each in value)
    return one_value(kind, value)


def number_of(kind: Kind, value: Any) -> int | Fraction | None:
    """Return the number that a value stands for; None for a word and for hidden values."""
    if kind.values is not None:
        return None if value is None else Fraction(value)
    return value if isinstance(value, int) and not kind.names else None


def steps_of(kind: Kind, value: Any) -> tuple[int, int]:
    """Return the number of steps of a track up to a value, and of all its steps."""
    done = value - kind.low if kind.names is None else kind.names.index(value)
    return done, kind.high - kind.low


def _text(kind: Kind, value: Any, names: Sequence[str] = ()) -> Text:
    if kind.track and number_of(kind, value) is not None:
        done, steps = steps_of(kind, value)
        cells = min(steps, 20)
        full = round(done / steps * cells) if steps else 0
        return Text("#" * full + "." * (cells - full) + f" {amount(kind, value)}")
    nothing = (kind.meaning == "card" and not kind.cards) or _start(kind) == "none"
    if nothing and value == _start(kind):
        return Text(NOTHING)
    if kind.cards:
        if value and value[0] is None:
            return Text(f"[{hidden(len(value))}]")
        return _row(_inner(kind, card) for card in value)
    if isinstance(value, dict):
        kept = [
            (name, each) for name, each in value.items() if each not in (0, False, _start(kind))
        ]
        if kind.meaning == "flag":
            return _row(Text(own(name)) for name, _held in kept)
        return _row(
            Text.assemble(f"{own(name)}:", _inner(kind, each, names)) for name, each in kept
        )
    if isinstance(value, list):
        if len(value) > LONG and not any(isinstance(each, list) for each in value):
            kept = [(k, each) for k, each in enumerate(value) if each != _start(kind)]
            return _row(
                (Text.assemble(f"{k}:", _inner(kind, each, names)) for k, each in kept), "  "
            )
        return _row(_inner(kind, each, names) for each in value)
    return _inner(kind, value, names)


def _row(texts: Iterator[Text], between: str = " ") -> Text:
    """Return texts side by side; a dash if there are none."""
    row = Text(between).join(texts)
    row.truncate(MAX_LENGTH, overflow="ellipsis")
    return row if row else Text(NOTHING)


def _start(kind: Kind) -> Any:
    return kind.start if kind.names is None else kind.names[kind.start - kind.low]


def _inner(kind: Kind, value: Any, names: Sequence[str] = ()) -> Text:
    if isinstance(value, list):
        return Text("(") + Text(" ").join(_inner(kind, each, names) for each in value) + Text(")")
    if value is None:
        return Text("?")
    if kind.die and value == 0:
        return Text(EMPTY)
    seat = seat_of(kind, value) if kind.names is None else None
    if seat is not None and seat < len(names):
        return Text(names[seat], seat_color(seat))
    if kind.meaning == "seat" and value == -1:
        return Text(NOTHING)
    return Text(amount(kind, value), color_of(kind, value))


def amount(kind: Kind, value: Any) -> str:
    """Return the text for a value: with its icon or unit; a dash for a start value below 0."""
    if isinstance(value, bool):
        return pgettext("flag", "yes") if value else pgettext("flag", "no")
    number = None if kind.cards else number_of(kind, value)
    if number is None:
        word = str(value)
        return f"{kind.icons[word]} {own(word)}" if word in kind.icons else own(word)
    if number == kind.start == kind.low < 0 and kind.meaning == "amount":
        return NOTHING
    if kind.decimals:
        smallest = 1 if kind.values is not None else 10**kind.decimals
        digits = fill(f"{{n:.{kind.decimals}f}}", n=float(number / smallest))
    else:
        digits = str(number)
    if not kind.unit:
        return digits
    return f"{kind.unit}{digits}" if kind.unit in "$€£¥" else f"{digits} {own(kind.unit)}"


def hidden(number: int) -> str:
    """Return a number of hidden things: "3 hidden"."""
    return ngettext("{n} hidden", "{n} hidden", number)
