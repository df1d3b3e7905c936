"""Tests that docs/parameters.md is current, and that links of the pages lead somewhere."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from aicore.players import PLAYERS, player_class

DOCS = Path(__file__).parents[1] / "docs"
LINK = re.compile(r"\]\((?!https?:|mailto:|figure:)([^)#\s]*)(?:#([^)\s]+))?\)")


def test_the_page_of_parameters_is_up_to_date() -> None:
    spec = spec_from_file_location("generate_parameters", DOCS / "generate_parameters.py")
    assert spec is not None
    assert spec.loader is not None
    generate = module_from_spec(spec)
    spec.loader.exec_module(generate)
    page = generate.page()
    assert generate.PAGE.read_text("utf-8") == page, "run: python docs/generate_parameters.py"
    for name in PLAYERS:
        assert (f"## {name}\n" in page) == bool(player_class(name).PARAMETERS)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_links_lead_to_files_of_the_repository() -> None:
    """The site moves some of them; in the repository they must work, too."""
    for page in (*DOCS.glob("*.md"), *DOCS.glob("decisions/*.md"), *DOCS.parent.glob("[CRS]*.md")):
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
        for link, anchor in LINK.findall(text):
            led = page.parent / link if link else page
            assert led.exists(), f"{page.name}: {link}"
            if anchor and led.suffix == ".md":
                assert anchor in anchors(led), f"{page.name}: {link}#{anchor}"
