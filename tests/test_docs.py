"""Tests that docs/parameters.md is current."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from aicore.players import PLAYERS, player_class

DOCS = Path(__file__).parents[1] / "docs"


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
