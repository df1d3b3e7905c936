"""Tests of the building blocks of stories."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import aicore
from aicore.core.language import capital

ROOT = Path(aicore.__file__).parent
OWN = re.compile(r"\.upper\(\)(\}\{| \+ )\w+\[1:\]")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        ("a", "A"),
        ("äpfel", "Äpfel"),
        ("der Stern Alpha", "Der Stern Alpha"),
        ("7 a", "7 a"),
    ],
)
def test_a_capital_changes_the_first_letter_only(text: str, wanted: str) -> None:
    assert capital(text) == wanted


def test_no_module_has_its_own_function_for_capitals() -> None:
    folders = [*ROOT.iterdir()]  # links, which `rglob` would not follow
    files = [file for folder in folders for file in folder.resolve().rglob("*.py")]
    assert len(files) > 300
    own = [file.name for file in files if OWN.search(file.read_text("utf-8"))]
    assert own == ["language.py"]
