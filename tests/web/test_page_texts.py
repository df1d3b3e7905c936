"""Tests of the page's catalog: it has each marked text, and the page has all languages."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from aicore.core.language import LANGUAGES, SOURCE
from aicore.web import page_files

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "web" / "static"
MARKED = re.compile(r'\btn?\(\s*"((?:[^"\\]|\\.)*)"')
UNCLEAR = re.compile(r'(?<!function )\btn?\((?!\s*")[^)]*')
HELLO = re.compile(r'<div class="hello" lang="(\w+)">\s*<h1>(.*?)</h1>')


@pytest.fixture(scope="module")
def catalog() -> set[str]:
    """Return the texts that the tool finds in the page's files."""
    pytest.importorskip("babel")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        import languages

        found = languages.template(STATIC, languages.catalog_folders())
        sys.modules.pop("languages")
    return {one.id if isinstance(one.id, str) else one.id[0] for one in found}


def test_the_catalog_has_each_text_that_a_script_marks(catalog: set[str]) -> None:
    seen = 0
    for file in sorted(STATIC.glob("*.js")):
        script = file.read_text("utf-8")
        marked = {text.replace('\\"', '"') for text in MARKED.findall(script)}
        assert not marked - catalog, file.name
        assert file.name == "language.js" or not UNCLEAR.findall(script), file.name
        seen += len(marked)
    assert seen > 300


def test_the_html_has_its_first_sentences_in_each_language() -> None:
    page = page_files.html("/static/")
    assert [code for code, _ in HELLO.findall(page)] == list(LANGUAGES)
    assert len({title for _, title in HELLO.findall(page)}) == len(LANGUAGES)
    for code in LANGUAGES:  # the style sheet shows one of them, the first script chooses it
        assert f':root:not([lang="{code}"]) .hello[lang="{code}"]' in page
        assert f'code === "{code}"' in page
    names = re.search(r"LANGUAGES = \{(.*?)\}", (STATIC / "language.js").read_text("utf-8"))
    assert names
    assert dict(re.findall(r'(\w+): "(\w+)"', names[1])) == LANGUAGES


def test_texts_before_the_script_are_in_the_language_asked_for() -> None:
    pages = {code: page_files.html("/static/", language=code) for code in LANGUAGES}
    assert "This page needs JavaScript" in pages[SOURCE]
    assert "Diese Seite braucht JavaScript" in pages["de"]
    assert '<html lang="de"' in pages["de"]
    assert 'content="Brettspiele' in pages["de"]
    scripts = {re.search(r"<script>.*?</script>", page, re.S)[0] for page in pages.values()}  # type: ignore[index]
    assert len(scripts) == 1  # the policy knows its digest
