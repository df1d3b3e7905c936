"""Tests of `aicore docs`: pages by name, and the message before they are built."""

from __future__ import annotations

import pytest

from aicore.cli.commands import docs
from kit import command


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """Return the list of pages that the command opens; the site has four pages."""
    found = []
    monkeypatch.setattr(docs, "site", lambda: tmp_path)
    monkeypatch.setattr(docs.click, "launch", found.append)
    (tmp_path / "rules").mkdir()
    for name in ("index", "study", "rules/index", "rules/pig"):
        (tmp_path / f"{name}.html").write_text("a page")
    return found


@pytest.mark.parametrize(
    ("page", "file"),
    [
        ([], "index.html"),
        (["study"], "study.html"),
        (["rules/pig"], "rules/pig.html"),
        (["pig"], "rules/pig.html"),
    ],
)
def test_a_page_is_opened(opened, tmp_path, page, file):
    result = command.run("docs", *page)
    assert result.output.strip() == str(tmp_path / file)
    assert opened == [(tmp_path / file).as_uri()]


def test_a_path_is_printed_alone(opened, tmp_path):
    result = command.run("docs", "--path")
    assert result.output.strip() == str(tmp_path / "index.html")
    assert not opened


def test_a_wrong_page_gets_a_suggestion(opened):
    result = command.run("docs", "studdy")
    assert result.exit_code == 2
    assert 'there is no page "studdy". Did you mean "study"?' in result.output
    assert not opened


def test_missing_pages_name_the_command_that_builds_them(monkeypatch, tmp_path):
    monkeypatch.setattr(docs, "site", lambda: tmp_path)
    result = command.run("docs")
    assert result.exit_code == 2
    assert "tools/docs.py" in result.output
    assert len(result.output.splitlines()) == 1
