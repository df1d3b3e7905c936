"""Reference for people: the rules by section, and the meaning of each word of a game."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console, RenderableType
from rich.text import Text

from aicore.cli.streams import wrapped
from aicore.core.errors import NotationError, meant, short
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.core.game import Game

CLOSE = 0.6  # minimum similarity of a word to be suggested


def sections(rules: str) -> dict[str, str]:
    """Return the sections of a Markdown text by title, in order."""
    parts = re.split(r"^## +(.+)$", rules, flags=re.MULTILINE)[1:]
    return {
        title.strip(): body.strip() for title, body in zip(parts[::2], parts[1::2], strict=True)
    }


def find_section(rules: str, word: str) -> str:
    """Return the sections, in Markdown, whose title has a word, else those whose text has it.

    Beginnings of words count before other parts: "ap" is not in "trap".

    Raises NotationError if there are none.
    """
    texts = sections(rules)
    asked = word.casefold()
    part, titles = re.escape(asked), {title: title for title in texts}
    chosen: list[str] = []
    for pattern in (rf"(?<!\w){part}", part):
        for places in (titles, texts):
            chosen = chosen or [
                title for title, text in places.items() if re.search(pattern, text.casefold())
            ]
    if not chosen:
        words = {word for text in texts.values() for word in re.findall(r"[^\W\d_]{3,}", text)}
        close = meant(word, {word.casefold() for word in words} | set(texts))
        hint = (
            _('Did you mean "{word}"?', word=close)
            if close
            else _("The sections are: {titles}.", titles=", ".join(texts))
        )
        wrong = _('The rules do not mention "{word}".', word=short(word))
        raise NotationError(f"{wrong} {hint}")
    return "\n\n".join(f"## {title}\n\n{texts[title]}" for title in chosen)


def show_rules(console: Console, text: str) -> None:
    """Print a Markdown text, page by page if it is longer than the terminal."""
    from rich.markdown import Markdown  # late: slow to load, and most games are played without it

    paged(console, Markdown(text))


def paged(console: Console, shown: RenderableType) -> None:
    """Print a text, page by page if it is longer than the terminal."""
    if console.is_terminal and len(console.render_lines(shown)) > console.height - 2:
        with console.capture() as pages:
            console.print(shown)
        with _prompt(_("space: more   q: back")):
            click.echo_via_pager(pages.get())
    else:
        console.print(shown)


@contextmanager
def _prompt(text: str) -> Iterator[None]:
    """Let `less` show a text below a page, unless the person has set its options.

    Some versions show only ASCII there.
    """
    if "LESS" in os.environ or not text.isascii():
        yield
        return
    shown = re.sub(r"([?:.%\\$])", r"\\\1", text)
    os.environ["LESS"] = f"-R -Ps?e(END)   .{shown}"
    try:
        yield
    finally:
        del os.environ["LESS"]


def in_columns(text: str, width: int = 80) -> str:
    """Return a Markdown text with paragraphs and lists wrapped to a width; tables and code stay.

    A paragraph that fits is unchanged; a wider one is filled again.
    """
    rows: list[str] = []
    block: list[str] = []  # lines of a paragraph or list item
    code = False
    for line in [*text.splitlines(), ""]:
        begins = re.match(r"\s*(?:[-*] |\d+\. |#|\||```|$)", line)
        if code or begins:
            rows += _filled(block, width)
            block = []
        if line.lstrip().startswith("```"):
            code = not code
            rows.append(line)
        elif code or re.match(r"\s*(?:#|\||$)", line):
            rows.append(line)
        else:
            block.append(line)
    return "\n".join(rows[:-1])


def _filled(block: list[str], width: int) -> list[str]:
    """Return the rows of a paragraph or list item."""
    if all(len(line) <= width for line in block):
        return block
    mark = re.match(r"\s*(?:[-*] |\d+\. )?", block[0])
    start = mark[0] if mark else ""
    whole = " ".join([block[0].removeprefix(start), *(line.strip() for line in block[1:])])
    first, *others = wrapped(whole, width - len(start)).splitlines()
    return [start + first, *(" " * len(start) + row for row in others)]


def explain(game: Game, word: str, width: int) -> Text:
    """Return the meaning of a word of the game. Raises NotationError with similar words."""
    words = game.info.story.glossary(game)
    by_name = {name.casefold(): name for name in words}
    asked = " ".join(word.casefold().split())
    if asked not in by_name:
        parts = [name for name in by_name if asked in name]
        if len(parts) != 1:
            close = parts or difflib.get_close_matches(asked, by_name, n=4, cutoff=CLOSE)
            hint = (
                _("Did you mean {words}?", words=", ".join(sorted(close)))
                if close
                else _("`help` lists the words.")
            )
            title = game.info.title
            wrong = _('{game} has no entry for "{word}".', game=title, word=short(word))
            raise NotationError(f"{wrong} {hint}")
        asked = parts[0]
    name = by_name[asked]
    text = wrapped(f"{name}  {words[name]}", width, "  ")
    shown = Text(text)
    shown.stylize("bold", 2, 2 + len(name))
    return shown
