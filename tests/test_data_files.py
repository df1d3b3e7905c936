"""Data files of the user's: tables of a game's data replaced, checked, and named in records."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from aicore.core import registry
from aicore.core.errors import DataError, OptionError


class Priced:
    """Stands for a game: it checks its data as games do."""

    def __init__(self, info, seats, options):
        if info.data["prices"]["fuel"] < 1:
            raise DataError(f"prices.fuel: {info.data['prices']['fuel']}, it takes 1 or more")
        self.info = info
        self.options = options


@pytest.fixture
def priced(monkeypatch):
    """Pig with an option for a data file, and with prices."""
    data = tomllib.loads("""
        [options.data]
        default = ""
        file = true
        help = "other prices"
        [prices]
        fuel = 3
        [map]
        size = 4
    """)
    about = registry.info("pig")
    about = replace(about, data={"game": about.data["game"], **data})
    monkeypatch.setattr(registry, "info", lambda name: about)
    monkeypatch.setattr("aicore.games.pig.game.GAME", Priced)


def load(**options):
    return registry.load("pig", **options)


def test_a_file_replaces_whole_tables(priced, tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("prices = {fuel = 5}")
    game = load(data=str(file))
    assert game.info.data["prices"] == {"fuel": 5}
    assert game.info.data["map"] == {"size": 4}
    assert load().info.data["prices"] == {"fuel": 3}
    assert load().options["data"] == ""


def test_the_option_names_the_content(priced, tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text("prices = {fuel = 5}")
    full = load(data=str(file)).options["data"]
    assert full.startswith(f"{file}#")
    assert load(data=full).options["data"] == full
    file.write_text("prices = {fuel = 6}")
    with pytest.raises(OptionError, match=r"prices\.toml: it has changed"):
        load(data=full)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (
            "prices = {fuel = 0}",
            r"^option data=.*prices\.toml: prices\.fuel: 0, it takes 1 or more$",
        ),
        ("prices = ", "prices.toml: not TOML: "),
        ("[cards]", "cards: it can replace prices, map"),
        ("[players.mcts]", "players: it can replace prices, map"),
        (None, "No such file or directory"),
    ],
)
def test_errors_are_one_line(priced, tmp_path: Path, content: str | None, error: str) -> None:
    file = tmp_path / "prices.toml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(OptionError, match=error) as caught:
        load(data=str(file))
    assert "\n" not in str(caught.value)


def test_not_text_is_not_toml(priced, tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(OptionError, match="not TOML"):
        load(data=str(file))
