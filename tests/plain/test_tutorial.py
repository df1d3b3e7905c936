"""Tests that the tutorial's pieces, assembled as described, are a game without mistakes."""

from __future__ import annotations

import re
from pathlib import Path

from aicore.plain.check import check_file
from kit.effort import THOROUGH, effort

GUIDE = Path(__file__).parents[2] / "docs" / "plain-games.md"


def test_the_pieces_make_the_game(tmp_path):
    text = GUIDE.read_text(encoding="utf-8").partition("## Liar's Dice, step by step")[2]
    pieces = re.findall(r"```python\n(.*?)```", text.partition("**6.")[0], re.S)
    assert len(pieces) == 5
    code = "\n".join(pieces)
    file = tmp_path / "liars.py"
    file.write_text(code, encoding="utf-8")
    assert f"{len(code.splitlines())} lines" in text
    report = check_file(file, effort(2, 6), lambda message: None, 60.0, all_variants=THOROUGH)
    assert report.findings == []
