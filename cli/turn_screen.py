"""Page before a question: the news, the position and the moves, fitted to the terminal's rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from aicore.cli.menu import MIN_ROWS, Menu
from aicore.cli.narrator import wrapped_lines
from aicore.cli.screen import Within, spread
from aicore.core.language import N_, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import listener
from aicore.session.moves import FEW

NEWS = 3  # minimum rows of the news, if there is that much
SHARE = 4  # moves take at most 1 / SHARE of the rows
ALL = N_("(`last`: all)")


@dataclass(frozen=True)
class TurnScreen:
    """Output before a question.

    Args:
        parts: the parts to print, from top to bottom.
        free: rows of the terminal left above the parts.
    """

    parts: list[RenderableType]
    free: int


def turn_screen(
    console: Console,
    drawing: RenderableType,
    menu: Menu,
    sentences: Sequence[str],
    names: Sequence[str],
    below: int,
) -> TurnScreen:
    """Return the page, fitted to a terminal.

    The drawing gives up rows for the moves, and both give up rows for the news.

    Args:
        drawing: adapts itself to the rows available.
        sentences: the sentences just printed; if they would scroll away, the page sums them up.
        names: names of the seats.
        below: rows after the moves, including the input line.
    """
    news, others = _news(sentences, names)
    lines = len(wrapped_lines(news, names, console.width))
    room = console.height - below
    taken = -1
    for rows in range(min(FEW, max(MIN_ROWS, console.height // SHARE)), MIN_ROWS - 1, -1):
        listing = console.render_lines(menu.listing(console.width, rows=rows), pad=False)
        if len(listing) == taken:  # no fewer rows than before
            continue
        taken = len(listing)
        with spread(console):
            height = max(1, room - taken - min(lines, NEWS))
            drawn = console.render_lines(Within(drawing, height), pad=False)
        free = room - taken - len(drawn)
        if free >= min(lines, NEWS):
            break
    parts: list[RenderableType] = [_printed(drawn), _printed(listing)]
    if others and 0 < free < lines:
        brief = in_brief(news, tuple(names), console.width, free)
        parts[:0] = wrapped_lines([brief], names, console.width)
        free = 0
    elif free > lines:
        parts.insert(0, Text())
        free -= 1
    return TurnScreen(parts, free)


def _printed(rows: Sequence[Sequence[Segment]]) -> Segments:
    """Return rendered rows, without the spaces at their ends."""
    return Segments(segment for row in rows for segment in (*row, Segment.line()))


def _news(lines: Sequence[str], names: Sequence[str]) -> tuple[Sequence[str], bool]:
    """Return the lines from the first action of others on, or all; and whether others acted."""
    you = listener(names)
    others = tuple(f"{name} " for seat, name in enumerate(names) if seat != you)
    first = next((at for at, line in enumerate(lines) if line.startswith(others)), None)
    return lines[first or 0 :], first is not None


def in_brief(lines: Sequence[str], names: tuple[str, ...], width: int, rows: int) -> str:
    """Return a summary of at most `rows` rows.

    Sentences about the person come first, then sentences about points.
    """
    yours = pgettext("words of the listener, a pattern", "your?")
    point, everything = pgettext("in sentences", "point"), _(ALL)
    plain = [re.sub(rf" \((?![^()]*{point})[^()]*\)", "", sentence) for sentence in lines]
    sentences = [part for sentence in plain for part in re.split(r"(?<=[.!?]) ", sentence)]

    def rank(at: int) -> tuple[int, int, int]:
        who = next((name for name in names if sentences[at].startswith(f"{name} ")), "")
        later = (
            sum(other.startswith(f"{who} ") for other in sentences[at + 1 :])
            if who
            else len(sentences)
        )
        if re.search(rf"\b({yours})\b", sentences[at], re.IGNORECASE):
            return 0, later, -at
        # each seat's last sentence first
        return 1 if point in sentences[at] else 2, later, -at

    chosen: set[int] = set()
    for at in sorted(range(len(sentences)), key=rank):
        longer = _joined(sentences, chosen | {at}, names)
        if not chosen or len(_wrapped(f"{longer} {everything}", width)) <= rows:
            chosen.add(at)
    text = _joined(sentences, chosen, names)
    # a single sentence may be too long
    while len(_wrapped(f"{text} {everything}", width)) > rows and " " in text:
        text = text.removesuffix(" ...").rpartition(" ")[0] + " ..."
    return f"{text} {everything}"


def _wrapped(text: str, width: int) -> list[str]:
    """Return rows as `wrapped_lines` makes them."""
    return wrap(text, max(20, width - 4), break_on_hyphens=False)


def _joined(sentences: Sequence[str], chosen: set[int], names: Sequence[str]) -> str:
    """Join sentences, merge consecutive ones of one seat, and mark omissions by dots."""
    text, last = "", ""
    for at, sentence in enumerate(sentences):
        if at not in chosen:
            text += "" if text.endswith("...") else " ..."
            continue
        who = next((name for name in names if sentence.startswith(f"{name} ")), "")
        if who and who == last and at - 1 in chosen:
            text = f"{text[:-1]}; {sentence.removeprefix(f'{who} ')}"
        else:
            text += f" {sentence}"
        last = who
    return text.strip()
