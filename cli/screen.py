"""Terminal output: the console, drawings of positions, tables, and formats of text and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any, TextIO, cast

from rich.console import Console, ConsoleDimensions, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from aicore.cli.streams import stdout, terminal_size, visible, wrapped
from aicore.core.language import fill

if TYPE_CHECKING:
    from aicore.core.game import State, View
    from aicore.core.story import Names

BELOW = 6  # default rows that a drawing leaves free below it
MAX_WIDTH = 100  # columns; wider text is hard to read
SPREAD = 140  # columns that drawings may use if the terminal has them


class Trimmed:
    """Stream that drops trailing spaces of table rows, for pipes and files."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text without trailing spaces in its lines."""
        return self.stream.write(re.sub(r" +(?=\n)", "", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class Screen(Console):
    """Console that shows every character of a text, so that none can control the terminal.

    Its size is always the terminal's current size, up to `max_columns` wide.
    """

    max_columns = MAX_WIDTH

    @property
    def size(self) -> ConsoleDimensions:
        """Current columns and rows."""
        if self.is_dumb_terminal:
            return ConsoleDimensions(80, 25)
        columns, rows = terminal_size(cast(TextIO, self.file))
        return ConsoleDimensions(min(columns, self.max_columns), rows)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        raise AttributeError("the size of a terminal cannot be set")

    def on_broken_pipe(self) -> None:
        """Raise the error again for the command line; Rich would close the shared stream."""
        raise

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Return the segments of a renderable, as `Console.render` makes them."""
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(visible(text), style)


def make_console() -> Screen:
    """Return a console on standard output that prints text unchanged: no markup, no highlights."""
    stream = stdout()
    return Screen(
        highlight=False,
        markup=False,
        emoji=False,
        file=stream if stream.isatty() else cast(TextIO, Trimmed(stream)),
    )


@contextmanager
def spread(console: Console) -> Iterator[None]:
    """Allow drawings in the block to be wider than text."""
    if not isinstance(console, Screen):
        yield
        return
    before, console.max_columns = console.max_columns, SPREAD
    try:
        yield
    finally:
        console.max_columns = before


def draw(
    position: State | View,
    whole: bool = False,
    names: Names | None = None,
    news: Sequence[State | View] = (),
    tight: bool = False,
) -> RenderableType:
    """Return the game's drawing of a position, set off from the text around it.

    Args:
        whole: draw all of it, where a game draws less on a small terminal.
        names: names of the seats.
        news: the positions before and after the changes to mark, if the game can mark them.
        tight: without an empty row above and below, and using all rows; otherwise some rows are
            left free below.
    """
    drawing = position.game.info.drawing
    if whole and drawing.draw_whole is not None:
        drawn = drawing.draw_whole(position, names=names)
    elif news and drawing.draw_news is not None:
        drawn = drawing.draw_news(position, *news, names=names)
    else:
        drawn = drawing.draw(position, names=names)
    return _set_off(drawn, tight)


class Within:
    """Drawing that fits itself to a number of rows, if it can be that small.

    Args:
        rows: number of rows; None: the terminal's rows, less some for the text below.
    """

    def __init__(self, drawing: RenderableType, rows: int | None = None) -> None:
        self.drawing = drawing
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        options = options.copy()
        options.max_height = self.rows or max(1, options.max_height - BELOW)
        yield from console.render(self.drawing, options)


def sketch(position: State | View, plans: Sequence[Sequence[str]]) -> RenderableType | None:
    """Return the board with the effects of actions drawn in; None if a game does not draw them."""
    drawing = position.game.info.drawing
    drawn = drawing.sketch(position, plans) if drawing.sketch is not None else None
    return None if drawn is None else _set_off(drawn, tight=True)


def _set_off(drawn: RenderableType, tight: bool) -> RenderableType:
    indented = Padding(drawn, (0, 0, 0, 2))
    return indented if tight else Within(Group(Text(), indented, Text()))


def heading(title: str, style: str = "bold", note: str = "") -> Rule:
    """Return a line across the screen with a title, and a dim note beside it."""
    shown = Text.assemble((title, style), (f"  {note}" if note else "", "dim"))
    return Rule(shown, align="left", style="dim")


def table(*columns: str, right: Sequence[str] = ()) -> Table:
    """Return an open table with a header line; `right` names the columns of numbers."""
    listing = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        if column in right:
            listing.add_column(column, justify="right", no_wrap=True)
        else:
            listing.add_column(column)
    return listing


def print_wrapped(console: Console, text: str, style: str = "") -> None:
    """Print a sentence below a drawing, in rows of whole words."""
    console.print(Text(wrapped(text, console.width, "  "), style), soft_wrap=True)


class _Folder(TextWrapper):
    """Text wrapper that also breaks after commas."""

    wordsep_simple_re = re.compile(r"(\s+|(?<=,)(?=\S))")


def folded(move: str, width: int) -> str:
    """Return a move in rows of at most `width` columns, broken after spaces and commas."""
    if len(move) <= width:
        return move
    folder = _Folder(
        max(1, width), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return folder.fill(move)


def grouped(count: int) -> str:
    """Return a whole number with its thousands set apart: "1,024", or "1.024" in German."""
    return fill("{count:,.0f}", count=count)


def clock(seconds: float) -> str:
    """Return a time as "1:02:03" or "2:03"."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def number(value: object) -> str:
    """Return a score as text: whole numbers without a fraction."""
    if isinstance(value, float):
        return fill("{value:z.4g}", value=value)
    if isinstance(value, (list, tuple)):  # a score in several parts
        return " / ".join(number(part) for part in value)
    return str(value)
