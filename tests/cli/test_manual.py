"""Tests of the reference: sections of rules, wrapped Markdown, words of a game."""

from __future__ import annotations

import io
import os
import re

import pytest
from rich.console import Console
from rich.text import Text

import aicore
from aicore.cli import manual
from aicore.core.errors import NotationError

RULES = """# A game

Preamble.

## Setup

Deal six cards.

## The turn

Draw a card,
then discard.

## End

When the deck is empty.
"""


@pytest.mark.parametrize(
    ("word", "titles"),
    [
        ("setup", ["Setup"]),
        ("TURN", ["The turn"]),
        ("t", ["The turn"]),  # all titles with a word that begins so
        ("empty", ["End"]),
        ("up", ["Setup"]),  # in the middle of a word only
        ("i", ["End"]),  # a word of its text begins so; "six" only has it
        ("cards", ["Setup"]),
        ("card", ["Setup", "The turn"]),  # no title has it, so all texts that have it
        ("deck", ["End"]),
    ],
)
def test_a_word_finds_the_sections_with_it(word: str, titles: list[str]) -> None:
    found = manual.sections(RULES)
    assert list(found) == ["Setup", "The turn", "End"]
    assert found["The turn"] == "Draw a card,\nthen discard."
    text = manual.find_section(RULES, word)
    assert text == "\n\n".join(f"## {title}\n\n{found[title]}" for title in titles)


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("discrad", 'The rules do not mention "discrad". Did you mean "discard"?'),
        ("setpu", 'The rules do not mention "setpu". Did you mean "setup"?'),
        ("xyz", 'The rules do not mention "xyz". The sections are: Setup, The turn, End.'),
        ("preamble", 'The rules do not mention "preamble". The sections are: '
         "Setup, The turn, End."),
    ],
)  # fmt: skip
def test_an_unknown_word_gets_a_suggestion(word: str, error: str) -> None:
    with pytest.raises(NotationError) as raised:
        manual.find_section(RULES, word)
    assert str(raised.value).casefold() == error.casefold()


TEXT = """# A title that is much longer than the width, and stays

A paragraph of several
lines that fits.

A paragraph that does not fit into the width of forty columns.

- one item that does not fit into the width of forty columns
- another
  12. a number of an item that is too wide for the forty columns

| a table | that is much wider than forty columns |

```text
code that is much longer than the width, and stays
  - indented code that is also much longer than it
```

After it, a paragraph that is too long for the width.
"""


def test_only_paragraphs_and_items_that_are_too_wide_are_wrapped() -> None:
    shown = manual.in_columns(TEXT, 40)
    assert shown.split() == TEXT.split()  # nothing is lost
    kept = [line for line in TEXT.splitlines() if re.match(r"[#|]|code|  - indented|```", line)]
    lines = shown.splitlines()
    assert [line for line in lines if len(line) > 40] == [line for line in kept if len(line) > 40]
    assert "A paragraph of several\nlines that fits.\n" in shown
    place = lines.index("- another")
    assert lines[place - 1][:2] == "  "  # an item's later rows are indented like its text
    assert lines[place - 1][2] != " "
    number = next(k for k, line in enumerate(lines) if line.startswith("  12. "))
    assert lines[number + 1].startswith("      ")
    assert lines[number + 1][6] != " "
    assert manual.in_columns(TEXT, 200) == TEXT.rstrip("\n")


def test_a_word_of_a_game_is_explained_in_any_case_and_by_a_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in aicore.names():
        game = aicore.load(name)
        monkeypatch.undo()
        words = game.info.story.glossary(game)
        monkeypatch.setattr(type(game.info.story), "glossary", lambda *_, words=words: words)
        folded = [word.casefold() for word in words]
        for word, text in words.items():
            shown = manual.explain(game, f" {word.upper()} ", 60)
            assert " ".join(shown.plain.split()) == " ".join(f"{word} {text}".split())
            assert max(map(len, shown.plain.splitlines())) <= 60
            (bold,) = shown.spans
            assert shown.plain[bold.start : bold.end] == word
            if folded.count(part := word.casefold()[1:]) == 0 and part:
                having = [one for one in folded if part in one]
                if len(having) == 1:
                    assert manual.explain(game, part, 60).plain == shown.plain
                else:
                    with pytest.raises(NotationError, match="Did you mean"):
                        manual.explain(game, part, 60)
        with pytest.raises(NotationError, match="`help` lists the words"):
            manual.explain(game, "qqqqqqqqqqq", 60)


def test_the_pager_says_how_to_leave_unless_it_has_options(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []
    monkeypatch.setattr("click.echo_via_pager", lambda text: seen.append(os.environ.get("LESS")))
    monkeypatch.delenv("LESS", raising=False)
    console = Console(file=io.StringIO(), force_terminal=True, width=40, height=3)
    manual.paged(console, Text("1\n2\n3"))
    assert "LESS" not in os.environ
    monkeypatch.setenv("LESS", "-R")
    manual.paged(console, Text("1\n2\n3"))
    assert seen == [r"-R -Ps?e(END)   .space\: more   q\: back", "-R"]


@pytest.mark.parametrize(("rows", "paged"), [(18, False), (19, True)])
def test_a_text_that_does_not_fit_is_shown_page_by_page(
    rows: int, paged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str] = []
    monkeypatch.setattr("click.echo_via_pager", pages.append)
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=40, height=20, color_system=None)
    text = "\n".join(f"row {k}" for k in range(rows))
    manual.paged(console, Text(text))
    assert [page.strip() for page in pages] == ([text] if paged else [])
    assert out.getvalue().strip() == ("" if paged else text)
    plain = Console(file=out, width=40, height=20)
    manual.paged(plain, Text(text))
    assert len(pages) == paged  # a file has no pages
