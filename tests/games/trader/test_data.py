"""Tests of data files for trader: changes apply, and errors name their key."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.core.errors import OptionError
from aicore.core.registry import info

DATA = info("trader").data


def toml(value: Any) -> str:
    """Return a value in TOML, with inline tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def changed(*changes: tuple[str, Any]) -> str:
    """Return a file of trader's tables with some values replaced, or removed (None)."""
    tables = copy.deepcopy({path.split(".")[0]: DATA[path.split(".")[0]] for path, _ in changes})
    for path, value in changes:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = tables
        for part in way:
            place = place[part]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return "\n".join(f"{name} = {toml(part)}" for name, part in tables.items())


def load(tmp_path: Path, content: str) -> aicore.Game:
    file = tmp_path / "cards.toml"
    file.write_text(content)
    return aicore.load("trader", data=str(file))


def market(game: aicore.Game) -> aicore.State:
    """Return the first market: on earth, with card e01."""
    state = game.start()
    for event in ("planet forge", "place 0,1", "event e01"):
        state.apply(event)
    return state


def test_a_changed_price_applies(tmp_path: Path) -> None:
    # industrials cost 4 by e01 and 2 less on earth: 2 V; with 7 on the card they cost 5 V
    plain = market(aicore.load("trader"))
    plain.apply("buy industrials")
    assert plain.to_dict()["vectorium"] == 3
    own = market(load(tmp_path, changed(("cards.events.0.3", [5, 7, 2, 3]))))
    own.apply("buy industrials")
    assert own.to_dict()["vectorium"] == 0


def test_changed_names_apply(tmp_path: Path) -> None:
    names = ("goods.ids.1", "ore"), ("cards.planets.2.name", "vulcan"), ("modules.ids.3", "hold")
    game = load(tmp_path, changed(*names))
    state = game.start()
    for event in ("planet vulcan", "place 0,1", "event e01", "buy ore"):
        state.apply(event)
    assert state.to_dict()["hold"]["ore"] == 1
    assert game.from_dict(state.to_dict()) == state
    assert game.text(game.parse("damage hold ore")) == "damage hold ore"
    assert "planet forge" in [text for text, _ in aicore.load("trader").start().outcomes()]


def test_changed_payments_and_modules_apply(tmp_path: Path) -> None:
    content = changed(("vectorium.payments.0", 9), ("modules.start", [9, 8, 7, 2]))
    game = load(tmp_path, content)
    assert list(game.start().to_dict()["modules"].values()) == [9, 8, 7, 2]
    rng = aicore.Rng(1)
    for _ in range(50):  # games can be played to the end
        state = game.start()
        state.play_out(rng, guided=True)
        assert state.turn == aicore.END
        assert state.scores()[0] or state.to_dict()["vectorium"] < 9 or state.end != "payment"


def test_a_record_names_the_cards(tmp_path: Path) -> None:
    game = load(tmp_path, changed(("cards.planets.5.law", 1)))
    assert "cards.toml#" in game.options["data"]
    assert game != aicore.load("trader")


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        ("cards.planets.3", None, r"cards\.planets: found 15 entries, expected 16"),
        ("cards.events.0", None, r"cards\.events: found 15 entries, expected 16"),
        ("cards.planets", 5, r"cards\.planets: found 5, expected a list of 16"),
        ("cards.moons", [], r"cards\.moons: no such key; the keys are planets, events"),
        (
            "cards.planets.2",
            "forge",
            r"cards\.planets\[2\]: found 'forge', expected a table of name",
        ),
        ("cards.planets.2.law", None, r"cards\.planets\[2\]\.law: missing"),
        ("cards.planets.2.law", 13, r"cards\.planets\.forge\.law: .* from 0 to 12, not 13"),
        ("cards.planets.2.law", True, r"cards\.planets\.forge\.law: .* from 0 to 12, not True"),
        (
            "cards.planets.2.distance",
            -1,
            r"cards\.planets\.forge\.distance: .* from 0 to 20, not -1",
        ),
        (
            "cards.planets.2.goods",
            [1, 2, 3],
            r"cards\.planets\.forge\.goods: found 3 entries, expected 4",
        ),
        ("cards.planets.2.goods.3", 1.5, r"cards\.planets\.forge\.goods\[3\]: .* from -20"),
        (
            "cards.planets.2.name",
            "two words",
            r"cards\.planets\[2\]\.name: found 'two words', expected",
        ),
        ("cards.planets.2.name", "earth", r"cards\.planets\[2\]\.name: 'earth' is there twice"),
        ("cards.events.4.0", "earth", r"cards\.events\[4\]\.id: 'earth' is there twice"),
        ("cards.events.4", ["e05"], r"cards\.events\[4\]: found 1 entries, expected 9"),
        (
            "cards.events.4.1",
            "storm",
            r"cards\.events\.e05\.kind: found 'storm', expected starport or",
        ),
        ("cards.events.4.2", 1, r"cards\.events\.e05\.value: it must be 0, not 1"),
        ("cards.events.5.2", 4, r"cards\.events\.e06\.value: .* from 1 to 3, not 4"),
        ("cards.events.4.3.0", -1, r"cards\.events\.e05\.buy\[0\]: .* from 0 to 20, not -1"),
        ("cards.events.4.4", [1], r"cards\.events\.e05\.sell: found 1 entries, expected 4"),
        ("cards.events.4.5", 21, r"cards\.events\.e05\.attack: .* from 0 to 20, not 21"),
        ("cards.events.4.6", "x", r"cards\.events\.e05\.defense: .* from 0 to 20, not 'x'"),
        ("cards.events.4.7", -2, r"cards\.events\.e05\.fine: .* from 0 to 20, not -2"),
        ("cards.events.4.8", "maybe", r"cards\.events\.e05\.jump: found 'maybe', expected safe or"),
        ("vectorium.most", 100, r"vectorium\.most: .* from 1 to 99, not 100"),
        ("vectorium.start", 21, r"vectorium\.start: .* from 0 to 20, not 21"),
        ("vectorium.payments", [5, 10], r"vectorium\.payments: found 2 entries, expected 4"),
        ("vectorium.payments.3", 21, r"vectorium\.payments\[3\]: .* from 0 to 20, not 21"),
        ("vectorium.salvage.0", -1, r"vectorium\.salvage\[0\]: .* from 0 to 20, not -1"),
        ("modules.start.0", 21, r"modules\.start\[0\]: .* from 0 to 20, not 21"),
        ("modules.prices.1", 0, r"modules\.prices\[1\]: .* from 1 to 20, not 0"),
        ("modules.ids.1", "weapons", r"modules\.ids\[1\]: 'weapons' is there twice"),
        ("goods.ids", ["a", "b"], r"goods\.ids: found 2 entries, expected 4"),
        (
            "merchant.patience",
            "much",
            r"merchant\.patience: it must be a number from -1000 to 1000, not 'much'",
        ),
        ("merchant.weapons", 2.5, r"merchant\.weapons: .* from 0 to 99, not 2\.5"),
        ("merchant.weapons", None, r"merchant\.weapons: missing"),
        ("merchant.greed", 3, r"merchant\.greed: no such key; the keys are weapons"),
    ],
)
def test_errors_name_the_key(tmp_path: Path, path: str, value: Any, error: str) -> None:
    with pytest.raises(OptionError, match=r"^option data=.*cards\.toml: " + error) as caught:
        load(tmp_path, changed((path, value)))
    assert "\n" not in str(caught.value)


def test_the_data_says_that_its_figures_are_a_reconstruction() -> None:
    folder = info("trader").folder
    assert "RECONSTRUCTION" in (folder / "data.toml").read_text(encoding="utf-8")
    assert "reconstruction" in info("trader").law
