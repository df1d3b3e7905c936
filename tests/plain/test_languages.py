"""Tests of plain games in other languages: default texts, and catalogs beside their files."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from rich.console import Console

import aicore
from aicore.core import language
from aicore.core.errors import AicoreError
from aicore.core.game import Game
from aicore.core.language import speaking
from aicore.core.picture import Scene, drawn
from aicore.core.story import Names, SeenEvent, ending, seen_event
from aicore.plain.check import check_file
from aicore.plain.translating import catalog_of, main
from kit.languages import WORD, Masked, masking
from kit.positions import steps
from plain.conftest import EXAMPLES, NAMES
from plain.test_check import PLANTED

PEOPLE = ("◦1", "◦2", "◦3", "◦4", "◦5", "◦6")
GERMAN = {
    "Liar's Dice": "Mäxchen unter Bechern",
    "dice of each player at the start": "Würfel pro Person am Anfang",
    "wild": "joker",
    "A six counts as every face.": "Eine Sechs zählt als jede Augenzahl.",
    "Doubt the last bid: all cups are lifted": "Das letzte Gebot anzweifeln",
    "dice": "Würfel",
}


def read(game: Game, seed: int, viewer: int | None) -> Iterator[str]:
    """Yield the texts that a viewer of a game reads."""
    written = hasattr(game.author, "tell")  # the author's sentences are in English
    story, called = game.info.story, Names(PEOPLE[: game.seats], viewer)
    console = Console(width=78, no_color=True)
    seen: list[SeenEvent] = []
    for number, (before, event, after) in enumerate(steps(game, seed, policy=2 / 3)):
        actor = before.turn if before.turn >= 0 else "chance"
        one = seen_event(before, actor, event, after, viewer)
        seen.append(one)
        if not written:
            yield story.tell(game, one, called)
        if number & (number - 1):
            continue
        position = before if viewer is None else before.view(viewer)
        legal = tuple(before.legal()) if before.turn == viewer else ()
        for narrow in (False, True):
            for element in drawn(Scene(position, tuple(called), legal, narrow=narrow)).iter():
                yield element.text or ""
                yield element.get("aria-label", "")
        with console.capture() as capture:
            console.print(game.info.drawing.draw(position, names=called))
        yield capture.get()
    if story.tell_all is not None:
        yield from story.tell_all(game, seen, called)
    yield story.end(game, ending(after, viewer), called)
    yield from story.aim(game)
    yield from story.glossary(game).values()
    yield from (option.help for option in game.info.options.values())
    law = re.sub(r"^- `.*(\n  .*)*", "", game.info.law, flags=re.MULTILINE)  # names and values
    yield from (game.info.title, game.info.summary, law, game.info.rules)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_comes_from_a_catalog(
    name: str, example, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = aicore.load(example(name))
    forms = list(game.grammar)
    written = [str(value) for form in forms for blank in form.blanks for value in blank.values]
    fields = [part.name for part in game.layout]
    same = set(WORD.findall(" ".join([*(form.pattern for form in forms), *written, *fields])))
    same |= set(WORD.findall(" ".join([*game.info.options, "turn"])))
    monkeypatch.setattr(
        language, "_own_catalog", lambda file, code: Masked() if file and code == "mask" else None
    )
    language._joined.cache_clear()
    with masking(strict=True):
        found = {
            (text, *left)
            for viewer in (0, None)
            for text in read(game, 0, viewer)
            if (left := set(WORD.findall(text)) - same)
        }
    language._joined.cache_clear()
    assert not found


def code_words(text: str) -> set[str]:
    """Return the words of a file's code: its names, and texts of one line."""
    found: set[str] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME or not token.string.startswith('"""'):
            found |= set(WORD.findall(token.string))
    return found


@pytest.mark.parametrize("case", [
    "listed twice", "not constant", "seat that never moves", "nothing legal", "chance for ever",
    "hidden field leaks", "event leaks", "memory outside the state", "result of the wrong size",
    "probabilities", "impossible outcome", "result misspelled",
])  # fmt: skip
def test_the_report_of_check_comes_from_a_catalog(case: str, tmp_path: Path) -> None:
    name, former, planted, _texts = PLANTED[case]
    file = tmp_path / f"{name}.py"
    text = (EXAMPLES / file.name).read_text().replace(former, planted)
    file.write_text(text)
    with masking(strict=True):
        report = check_file(file, 20, lambda text: None, 60.0, all_variants=False)
        lines = report.lines()
    assert report.findings
    left = {word for line in lines for word in WORD.findall(line)}
    same = code_words(text) | set(WORD.findall(f"{file.name} seen_by= result NotImplementedError"))
    assert left - same == set()


@pytest.fixture
def liars(tmp_path: Path) -> Path:
    """Return a game's file with a German catalog beside it."""
    file = tmp_path / "liars.py"
    file.write_bytes((EXAMPLES / "liars_dice.py").read_bytes())
    rules = "Würfelt alle unter einem Becher. Bietet."
    write_catalog(file, {**GERMAN, first_paragraph(file): rules})
    return file


def first_paragraph(file: Path) -> str:
    """Return the docstring of a game's class in one line."""
    found = re.search(r'class .*?"""(.*?)"""', file.read_text(), re.DOTALL)
    assert found
    return " ".join(found[1].split())


def write_catalog(file: Path, texts: dict[str, str]) -> None:
    """Write a compiled catalog beside a file."""
    catalog = Catalog(locale="de")
    for message, text in texts.items():
        catalog.add(message, text)
    packed = io.BytesIO()
    write_mo(packed, catalog)
    file.with_suffix(".de.mo").write_bytes(packed.getvalue())


def test_a_game_speaks_the_language_of_the_catalog_beside_its_file(liars: Path) -> None:
    game = aicore.load(str(liars))
    assert game.info.title == "Liar's Dice"
    with speaking("de"):
        assert game.info.title == "Mäxchen unter Bechern"
        assert game.info.options["dice"].help == "Würfel pro Person am Anfang"
        assert game.info.story.aim(game) == ("Würfelt alle unter einem Becher.", "Bietet.")
        glossary = game.info.story.glossary(game)
        assert glossary["joker"] == glossary["wild"] == "Eine Sechs zählt als jede Augenzahl."
        assert glossary["liar"] == "Das letzte Gebot anzweifeln."
        assert "## Was du tippst" in game.info.rules
        assert "Würfel" in str(game.start())
        with pytest.raises(AicoreError, match="ist kein ganzes Wort"):
            game.parse("li")
    assert "dice" in str(game.start())


def test_a_catalog_is_written_with_the_texts_of_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "whist.py"
    marked = (
        "from aicore.core.language import gettext as _\n"
        "from aicore.core.story import in_words_as\nfrom aicore"
    )
    text = (EXAMPLES / "whist.py").read_text().replace("from aicore", marked, 1)
    cased = 'TRICKS = in_words_as("dative", 2, "one trick", "{n} tricks")'
    file.write_text(f'{text}\n\nBYE = _("Good game, {{who}}!")\n{cased}\n')
    monkeypatch.setattr("sys.argv", ["translating", str(file), "de"])
    assert main() == 0
    catalog = file.with_suffix(".de.po")
    written = catalog.read_text()
    for message in ("Short Whist", "trump", "Put a card on the table", "Good game, {who}!"):
        assert f'msgid "{message}"\nmsgstr ""' in written
    assert 'msgctxt "dative"\nmsgid "one trick"' in written
    assert '"Ac"' not in written
    catalog.write_text(written.replace('"trump"\nmsgstr ""', '"trump"\nmsgstr "Trumpf"'))
    assert main() == 0
    assert 'msgstr "Trumpf"' in catalog.read_text()
    first, second = (line.split()[-3] for line in capsys.readouterr().out.splitlines())
    assert int(first) - int(second) == 1
    with speaking("de"):
        assert "Trumpf" in str(aicore.load(str(file)).start())


def test_plain_texts_of_aim_and_ending_are_found(tmp_path: Path) -> None:
    file = tmp_path / "firebreak.py"
    aim = 'return "Together.\\n  Save it!" if len(ROLES) > 1 else f"Save {1}"'
    text = (EXAMPLES / "firebreak.py").read_text()
    first = text.index("return", text.index("def aim(self)"))
    file.write_text(text[:first] + aim + text[text.index("\n", first) :])
    found = {message.id for message in catalog_of(file, "de")}
    assert {"Together.", "Save it!", "the rain came", "the last fire is out"} <= found
    assert "tower" in found
    assert not any("Save 1" in one or one == "fan" for one in found)


def test_without_a_game_file_no_catalog_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["translating", str(tmp_path / "none.py"), "de"])
    assert main() == 1
    assert capsys.readouterr().err.endswith("none.py: No such file or directory\n")
    assert not list(tmp_path.iterdir())


def test_a_games_words_come_from_no_other_catalog(tmp_path: Path) -> None:
    file = tmp_path / "points.py"
    file.write_bytes((EXAMPLES / "hearts.py").read_bytes())
    game = aicore.load(str(file))
    with speaking("de"):
        assert "points" in str(game.start())  # Pig's catalog has the word, too


def test_a_changed_catalog_is_read_when_its_game_is_loaded_again(liars: Path) -> None:
    aicore.load(str(liars))
    write_catalog(liars, {"Liar's Dice": "Schummeln"})
    with speaking("de"):
        assert aicore.load(str(liars)).info.title == "Schummeln"


def test_a_damaged_catalog_is_not_used(liars: Path) -> None:
    liars.with_suffix(".de.mo").write_bytes(b"no catalog")
    with speaking("de"), pytest.warns(UserWarning, match="is not read"):
        assert aicore.load(str(liars)).info.title == "Liar's Dice"
