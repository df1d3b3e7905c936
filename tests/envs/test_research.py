"""The programs of docs/research.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
PROGRAMS = {
    program.partition("\n")[0]: code
    for program in TEXT.split("\n## ")[1:]
    for code in re.findall(r"^```python\n(.*?)^```$", program, flags=re.DOTALL | re.MULTILINE)
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, capsys):
    scope: dict[str, object] = {}
    exec(compile(PROGRAMS[name], name, "exec"), scope)
    if name == "Many games at once":
        means = scope["won"] / scope["played"]
        assert means.argmax() == 3
    if name == "Words and observations":
        assert "own card" in capsys.readouterr().out
