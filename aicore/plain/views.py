"""Drawing of a plain game for a terminal: boards, a table of the seats' fields, common fields."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table
from rich.text import Text

from aicore.core.drawing import seat_color
from aicore.core.game import Game, State, View
from aicore.core.kinds import Part
from aicore.core.story import Names
from aicore.plain.mistakes import asked

MAX_WIDTH, MAX_LENGTH = 76, 60  # of the drawing and of a field's text, in columns
LONG = 12  # longer rows show only entries that differ from the start value, with their places
EMPTY = "."


def draw(position: State | View, names: Names | None = None) -> RenderableType:
    """Return the author's picture, or a drawing derived from the fields."""
    game = position.game
    if hasattr(game.author, "picture"):  # type: ignore[attr-defined]
        return Text(str(asked(game, "picture", position.to_dict())))
    layout = game.layout
    assert layout is not None
    names = names or Names.numbered(game.seats)
    shown: list[RenderableType] = []
    boards = [part for part in layout if part.kind.grid]
    own = [part for part in layout if part.kind.seats and part.kind.shown]
    shown += [_board(game, part, position[part.name]) for part in boards]
    shown.append(_seats(own, position, names, game.seats))
    common = [
        part for part in layout
        if part.kind.shown and not part.kind.seats and part not in boards
    ]  # fmt: skip
    if common:
        table = Table.grid(padding=(0, 2))
        for part in common:
            table.add_row(Text(label(part), "dim"), _text(part, position[part.name]))
        shown.append(table)
    return Constrain(Group(*shown), MAX_WIDTH)


def label(part: Part) -> str:
    """Return the name of a field for people."""
    return part.name.replace("_", " ")


def value_of(part: Part, value: Any) -> str:
    """Return the content of a field in one line."""
    return _text(part, value).plain


def _seats(parts: list[Part], fields: State | View, names: Names, seats: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=bool(parts), header_style="dim",
                  pad_edge=False)  # fmt: skip
    table.add_column("")
    for part in parts:
        table.add_column(label(part), overflow="fold")
    for seat in range(seats):
        mark = ">" if fields["turn"] == seat else " "
        row = [_text(part, fields[part.name][seat]) for part in parts]
        table.add_row(Text(f"{mark} {names[seat]}", seat_color(seat)), *row)
    return table


def names_of(game: Game, part: Part) -> tuple[list[str], list[str]]:
    """Return the names that actions give a board's rows and columns; [] if they give none."""
    found: tuple[list[str], list[str]] = [], []
    for form in game.grammar.actions:  # type: ignore[attr-defined]
        for blank in form.blanks:
            for way, word in enumerate(("ROW", "COL")):
                if word in blank.name and len(blank) == part.shape[way] and not found[way]:
                    found[way].extend(map(str, blank.values))
    return found


def _board(game: Game, part: Part, rows: Any) -> Table:
    """Return the drawing of a board, small enough for a terminal of 24 lines."""
    down, across = names_of(game, part)
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    for number, row in enumerate(rows):
        squares = ["/".join(map(one_value, each)) if isinstance(each, list) else one_value(each)
                   for each in row]  # fmt: skip
        name = Text(down[number] if down else "", "dim")
        table.add_row(name, *[Text(each, "dim" if each == EMPTY else "") for each in squares])
    if across:
        table.add_row("", *[Text(name, "dim") for name in across])
    return table


def one_value(value: Any) -> str:
    """Return the text for the content of a square; EMPTY if nothing is there."""
    if value is None:
        return "?"
    return EMPTY if value in (0, "none", "empty") else str(value)


def _text(part: Part, value: Any) -> Text:
    if part.kind.track and isinstance(value, int):
        low, high = part.kind.low, part.kind.high
        cells = min(high - low, 20)
        done = round((value - low) / (high - low) * cells) if high > low else 0
        return Text("#" * done + "." * (cells - done) + f" {value}")
    if part.kind.cards:
        if value and value[0] is None:
            return Text(f"[{len(value)} hidden]" if len(value) > 1 else "[1 hidden]")
        return Text(_cut(" ".join(map(str, value)) or "-"))
    if isinstance(value, list):
        kind = part.kind
        start = kind.start if kind.names is None else kind.names[kind.start - kind.low]
        if len(value) > LONG and not any(isinstance(each, list) for each in value):
            kept = [f"{place}:{_inner(each)}" for place, each in enumerate(value) if each != start]
            return Text(_cut("  ".join(kept) or "-"))
        return Text(_cut(" ".join(_inner(each) for each in value)))
    return Text("?" if value is None else str(value))


def _inner(value: Any) -> str:
    if isinstance(value, list):
        return "(" + " ".join(map(_inner, value)) + ")"
    return "?" if value is None else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 3] + "..."
