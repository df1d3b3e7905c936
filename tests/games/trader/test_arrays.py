"""Tests of Free Trader in arrays: action words, and observations decoded as README.md says."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from games.trader.table import EVENTS, PLANETS, position
from kit.effort import effort
from kit.fields import decoded, some
from kit.positions import walk

DATA = aicore.info("trader").data
GOODS = ("weapons", "industrials", "agriculturals", "illegals")
MODULES = ("weapons", "defenses", "engines", "cargo")
PARTS = (*MODULES, *(f"cargo {good}" for good in GOODS))
PHASES = (
    *("explore", "place", "event", "buy", "jump", "fine"),
    *("damage", "combat", "sell", "upgrade", "end"),
)
DRAWINGS = ("buy", "arrive", "fine", "attack", "counterattack", "jump")
ENDS = ("paid", "payment", "fuel", "fine", "destroyed")
WAYS = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]
WORDS = [
    *(("place", way) for way in WAYS),
    *(("jump", way) for way in WAYS[:4]),
    *(("flee", way) for way in WAYS[:4]),
    "flee",
    "counterattack",
    *(f"buy {good}" for good in GOODS),
    *(f"sell {good}" for good in GOODS),
    "done",
    *(f"upgrade {module}" for module in MODULES),
    *(f"sell-module {part}" for part in PARTS),
    *(f"damage {part}" for part in PARTS),
]
MIDDLE = 16
WINDOW = range(-3, 4)


def relative(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a dict with all places relative to the ship."""
    x, y = fields["ship"]

    def off(place: list[int] | None) -> list[int] | None:
        return place and [place[0] - x, place[1] - y]

    planets = [[name, px - x, py - y] for name, px, py in fields["planets"]]
    places = {key: off(fields[key]) for key in ("ship", "previous", "target")}
    return fields | places | {"planets": planets}


def read(seen: dict[str, Any]) -> dict[str, Any]:
    """Return the position's dict from its observation, with places relative to the ship."""
    planets = {
        name: [east - MIDDLE, north - MIDDLE]
        for name, (east, north) in zip(PLANETS, seen["planets"], strict=True)
        if east
    }
    phase = PHASES[seen["phase"]]
    face_up = [(None, *EVENTS)[card] for card in seen["face up"]]
    return {
        "phase": phase,
        "month": seen["month"],
        "vectorium": seen["vectorium"],
        "modules": dict(zip(MODULES, seen["modules"], strict=True)),
        "hold": dict(zip(GOODS, seen["hold"], strict=True)),
        "planets": [[name, *place] for name, place in planets.items()],
        "ship": [0, 0],
        "previous": planets.get((None, *PLANETS)[seen["previous"]]),
        "pile": some(seen["pile"], PLANETS),
        "undrawn_events": some(seen["undrawn events"], EVENTS),
        "face_up": [card for card in face_up if card],
        "last_event": (None, *EVENTS)[seen["last event"]],
        "enemy": (None, *EVENTS)[seen["enemy"]],
        "placing": (None, *PLANETS)[seen["placing"]],
        "target": planets.get((None, *PLANETS)[seen["target"]]),
        "debt": seen["debt"],
        "paid": seen["paid"],
        "due": seen["due"] == 1,
        "drawing": (None, *DRAWINGS)[seen["drawing"]],
        "end": (None, *ENDS)[seen["end"]],
    }


def near(fields: dict[str, Any]) -> list[list[list[int]]]:
    """Return, for each planet, whether it is on each of the 7 x 7 cells around the ship."""
    x, y = fields["ship"]
    places = {name: (px - x, py - y) for name, px, py in fields["planets"]}
    return [
        [[int(places.get(name) == (east, north)) for north in WINDOW] for east in WINDOW]
        for name in PLANETS
    ]


def prices(fields: dict[str, Any]) -> list[int]:
    """Return the prices of goods, to buy or to sell, where the ship is."""
    if fields["phase"] not in ("buy", "sell"):
        return [0] * len(GOODS)
    (here,) = (name for name, *place in fields["planets"] if place == fields["ship"])
    planet = next(row["goods"] for row in DATA["cards"]["planets"] if row["name"] == here)
    event = next(row for row in DATA["cards"]["events"] if row[0] == fields["last_event"])
    if fields["phase"] == "sell":
        return [max(card + modifier, 1) for card, modifier in zip(event[4], planet, strict=True)]
    return [
        max(card + modifier, 1) if card and modifier else 0
        for card, modifier in zip(event[3], planet, strict=True)
    ]


@pytest.mark.parametrize("payment", ["immediate", "turn_end"])
@pytest.mark.parametrize("reshuffle", ["all_but_face_up", "all"])
def test_observations_hold_the_position(payment: str, reshuffle: str) -> None:
    game = aicore.load("trader", payment=payment, reshuffle=reshuffle)
    for seed in range(effort(6, 200)):
        for state in walk(game, seed, policy=0.5 * (seed % 3 > 0)):
            seen, fields = decoded(state.game, bytes(state.observation(0))), state.to_dict()
            assert read(seen) == relative(fields)
            assert seen["map"] == near(fields)
            assert seen["prices"] == prices(fields)
            assert seen["payment"] == (payment == "turn_end")
            assert seen["reshuffle"] == (reshuffle == "all")


def meaning(state: aicore.State, text: str) -> Any:
    """Return an action's meaning, with its cell relative to the ship."""
    verb, _, rest = text.partition(" ")
    if "," not in rest:
        return text
    x, y = state.to_dict()["ship"]
    east, north = map(int, rest.split(","))
    return verb, (east - x, north - y)


def test_words() -> None:
    """Each action is one word with the same meaning as its text, relative to the ship."""
    game = aicore.load("trader")
    assert game.max_tokens == 1
    meanings: dict[int, Any] = dict(enumerate(WORDS))
    for seed in range(effort(40, 400)):
        rng, state = aicore.Rng(seed), game.start()
        while state.turn != aicore.END:
            for text in state.legal():
                (word,) = state.encode(text)
                assert meanings.setdefault(word, meaning(state, text)) == meaning(state, text)
                assert state.decode([word]) == game.parse(text)
            # only the policy explores so much that no cell beside the ship is free
            by_policy = state.turn == 0 and seed % 3 > 0
            state.apply(state.policy(rng) if by_policy else state.sample(rng))
    far = [meanings[word] for word in range(len(WORDS), game.num_tokens) if word in meanings]
    assert len(far) > 20
    assert len(set(far)) == len(far)
    assert {verb for verb, _ in far} == {"place"}
    assert not set(far) & set(WORDS)


def test_the_farthest_place_for_a_planet_has_a_word() -> None:
    """Eight planets are around the ship and six in a row; the cell after them has a word, too."""
    cells = [(0, 0), *WAYS, *((x, 1) for x in range(2, 8))]
    placing = PLANETS[15]
    state = position(
        planets=dict(zip(PLANETS, cells, strict=False)), phase="place", placing=placing
    )
    words = [state.encode(text) for text in state.legal()]
    assert len(set(words)) == len(words)
    assert "place 8,1" in state.legal()
    assert [state.game.text(state.decode(word)) for word in words] == state.legal()


def test_only_places_relative_to_the_ship_matter() -> None:
    """The same position elsewhere on the map has the same observation."""
    here = {"earth": (0, 0), "verdant": (0, 1), "abyss": (1, 0)}
    there = {name: (x - 7, y + 5) for name, (x, y) in here.items()}
    first, second = (
        position(planets=cells, phase="jump", previous="abyss") for cells in (here, there)
    )
    assert first != second
    assert bytes(first.observation(0)) == bytes(second.observation(0))
    assert first.legal_tokens() == second.legal_tokens()
