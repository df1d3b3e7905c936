"""Tests that errors come from catalogs, and that numbers follow the language."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import aicore
from aicore.core import language
from aicore.core.errors import REASONS, AicoreError, AmbiguousMove, one_line, reason_of, unknown
from aicore.core.files import append_line, read_bytes, user_path
from aicore.core.language import Clause, Word, fill, ngettext, speaking
from aicore.core.net_file import read_net
from aicore.core.parameter import Parameter, fill_defaults
from aicore.core.record import read_records, replay
from kit.languages import masking, words_left

SAME = (r"pig", r"target", r"backgammon", r"\bnone\b", r"\bMiB\b", r"sims", r"mcts", r"\bnet\b",
        r"/\S*", r"\bfile\S*", r'"[^"]*"', r"'[^']*'",
        r"\broll\b", r"\bopen\b")  # fmt: skip
SIMS = Parameter("sims", 3, "", bound=True)


def record(folder: Path, **changed: object) -> Path:
    """Write a record of a game that is cut short, perhaps with other fields; return its file."""
    game = aicore.load("pig")
    whole = aicore.Record(
        game="pig", seats=2, options=dict(game.options), seed=0, players=["random"] * 2,
        events=[(0, "roll")], **changed,
    )  # fmt: skip
    file = folder / "file.jsonl"
    whole.write(file)
    return file


ERRORS: dict[str, Callable[[Path], object]] = {
    "an illegal move": lambda folder: aicore.load("pig").start().apply("hold"),
    "no outcome": lambda folder: aicore.load("backgammon").start().apply("pass"),
    "no returns yet": lambda folder: aicore.load("pig").start().returns(),
    "unknown game": lambda folder: aicore.load("backgamon"),
    "too many seats": lambda folder: aicore.load("pig", seats=9),
    "one number of seats": lambda folder: aicore.load("backgammon", seats=3),
    "unknown option": lambda folder: aicore.load("pig", tarrget=3),
    "no option like it": lambda folder: aicore.load("pig", zzz=3),
    "option out of range": lambda folder: aicore.load("pig", target=1),
    "unknown parameter": lambda folder: fill_defaults("mcts", [SIMS], {"simms": 3}),
    "no bound": lambda folder: fill_defaults("mcts", [SIMS], {"sims": 0}),
    "no network": lambda folder: read_net(str(folder / "file"), aicore.load("pig")),
    "another file": lambda folder: read_net(str(record(folder)), aicore.load("pig")),
    "no file": lambda folder: list(read_records(folder / "file")),
    "a folder": lambda folder: read_bytes(folder, 10),
    "too large": lambda folder: read_bytes(record(folder), 10),
    "other content": lambda folder: append_line(record(folder), "file", lambda line: "1"),
    "no name": lambda folder: user_path("file\0"),
    "an unfinished record": lambda folder: list(replay(*read_records(record(folder)))),
    "several moves": lambda folder: (_ for _ in ()).throw(AmbiguousMove("1", ["2", "3"])),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_come_from_a_catalog(case: str, tmp_path: Path) -> None:
    with masking(strict=True):
        with pytest.raises((AicoreError, OSError)) as found:
            ERRORS[case](tmp_path)
        text = one_line(found.value).replace(str(tmp_path), "")
    assert "◦" in text
    assert not words_left(text, *SAME)


@pytest.mark.parametrize(
    "parameter",
    [
        Parameter("p", 3, "", low=1),
        Parameter("p", 3, "", low=1, high=5),
        Parameter("p", 3, "", low=1, high=5, words=("none",)),
        Parameter("p", 0.5, "", low=0.1, high=5),
        Parameter("p", 0.5, ""),
        Parameter("p", "none", ""),
    ],
)
def test_allowed_values_come_from_a_catalog(parameter: Parameter) -> None:
    with masking(strict=True):
        assert not words_left(parameter.allowed, *SAME)


def test_german_has_its_own_words_and_signs() -> None:
    with speaking("de"):
        assert unknown("Ein Spiel", "x", ["pig"]) == "Ein Spiel „x“ gibt es nicht. Es gibt pig."
        assert fill("{part:.1f} von {whole:,}", part=0.25, whole=12345) == "0,2 von 12.345"
        assert fill("{n:,} {n} {n!r} {n:.1f}", n=-12345) == "-12.345 -12345 -12345 -12345,0"
        assert ngettext("{n:,}", "{n:,}", 12345) == "12.345"
        assert one_line(OSError(2, "No such file or directory", "x")) == (
            "x: Datei oder Ordner nicht gefunden"
        )
    assert fill("{part:.1f} {whole:,}", part=0.25, whole=12345) == "0.2 12,345"


def test_a_plain_name_in_a_slot_is_somebody_else() -> None:
    """Translations may ask who acts where English need not."""
    text = fill("{who} {who:ziehst|zieht} {card}", who="Ada", card="Luna")
    assert text == "Ada zieht Luna"


def test_a_word_has_forms() -> None:
    word = Word("der Schild|acc=den Schild")
    assert word == "der Schild"
    assert f"{word} {word:acc} {word:dat}" == "der Schild den Schild der Schild"
    assert f"{Clause('so ist es'):cap}" == "So ist es"


@pytest.mark.parametrize("content", [None, b"", b"no catalog", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_catalog_that_cannot_be_read_leaves_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    monkeypatch.setattr(language, "BUILT", tmp_path)
    if content is not None:
        (tmp_path / "de.mo").write_bytes(content)
    language._catalog.cache_clear()
    try:
        with speaking("de"):
            with pytest.warns(UserWarning, match="is missing" if content is None else "not read"):
                assert unknown("x", "y", []) == 'There is no x "y". There are none.'
            with warnings.catch_warnings(action="error"):  # it warns once
                assert ngettext("{n} move", "{n} moves", 2) == "2 moves"
    finally:
        language._catalog.cache_clear()


@pytest.mark.parametrize("number", REASONS)
def test_reasons_of_the_operating_system_are_translated(number: int) -> None:
    error = OSError(number, os.strerror(number), "file")
    english = reason_of(error)
    assert one_line(error) == f"file: {english}"
    if sys.platform == "linux":
        assert english == os.strerror(number)
    with speaking("de"):
        assert reason_of(error) != english
        assert one_line(error) == f"file: {reason_of(error)}"


def test_other_reasons_stay_as_they_are() -> None:
    with speaking("de"):
        assert reason_of(OSError(errno.ENOENT, "the engine's own words", "file")) == (
            "the engine's own words"
        )
        assert reason_of(OSError("it closed its input")) == "it closed its input"
        assert reason_of(ValueError("no\nnumber")) == "no number"
