"""Tests of the picture's notes on a seat's items, and on leaving."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import aicore
from aicore.core.picture import Scene
from aicore.games.relics.rules.names import ITEM_IDS, WEAPONS
from aicore.games.relics.words.notes import brief
from games.relics.scenario import Scenario, Stage


def picture(seat: int, given: str) -> Element:
    """Return a seat's picture while seat 0 is to act."""
    stage = Stage(Scenario("", "", lines=[("seats", "blaster blaster at N E")]))
    stage.do_given(given)
    stage.both()
    state = stage.state
    legal = tuple(state.legal()) if seat == state.turn else ()
    return state.game.info.picture.draw(Scene(state.view(seat), ("one", "two"), legal))


def texts(drawn: Element, tag: str) -> str:
    return " ".join(one.text or "" for one in drawn.iter(tag))


def test_own_items_are_explained_beside_them_and_those_of_others_in_tooltips() -> None:
    given = "at 15,6; ap 9; has vitality; has foam-gun"
    own, other = picture(0, given), picture(1, given)
    for name, effect in (("vitality", "3 more AP"), ("foam-gun (2)", "mends a hole, or puts out")):
        assert effect.lower() in texts(own, "text").lower()
        assert effect.lower() not in texts(other, "text").lower()
        assert f"{name}: {effect}" in texts(other, "title")


def test_many_items_are_explained_in_tooltips() -> None:
    own = picture(0, "at 15,6; ap 9; has vitality; has o2; has keycard")
    assert "more AP" not in texts(own, "text")
    assert "vitality: 3 more AP" in texts(own, "title")


def test_an_item_without_charges_is_used_up() -> None:
    drawn = picture(0, "at 15,6; ap 9; has foam-gun; charge foam-gun 0")
    assert "foam-gun (0): used up" in texts(drawn, "title")
    assert "Used up" in texts(drawn, "text")
    assert "mends" not in texts(drawn, "text")


def test_an_item_is_used_by_its_tile() -> None:
    drawn = picture(0, "at 15,6; ap 9; has vitality")
    (tile,) = [
        one
        for one in drawn.iter("g")
        if one.get("data-actions") and one.get("aria-label", "").startswith("use vitality")
    ]
    assert tile.findtext("title", "").startswith("vitality: ")


def test_every_item_and_weapon_has_a_note() -> None:
    data = aicore.load("relics").info.data
    for name in (*ITEM_IDS, *filter(None, WEAPONS)):
        assert "{" not in brief(name, data)


def test_the_escape_stands_apart_and_names_its_points() -> None:
    drawn = picture(0, "at 15,-1; ap 9")
    red = [
        one.get("aria-label")
        for one in drawn.iter("g")
        if one.get("data-actions") and any("bad" in text.get("class", "") for text in one)
    ]
    assert red == ["Escape with no points"]
