"""Tests of Free Trader: components and notation; exploring, buying, jumping, selling, upgrading.

Expected figures follow from the tables in data.toml by the rules; the comments show the sums.
"""

from __future__ import annotations

import pytest

import aicore
from aicore.core.errors import NotationError
from games.trader.table import (
    AROUND,
    CORNERS,
    EVENTS,
    HOLD,
    MODULES,
    PLANETS,
    STAR,
    block,
    combat,
    drawing,
    month_ends,
    play,
    position,
    show,
)

# Components and notation


def test_the_start():
    state = aicore.load("trader").start()
    assert show(state, "phase", "month", "vectorium", "paid") == ("explore", 1, 5, 0)
    assert show(state, "modules", "hold") == (MODULES, HOLD)
    assert show(state, "planets", "ship", "previous") == ([["earth", 0, 0]], [0, 0], None)
    assert len(state.outcomes()) == 15
    assert len(show(state, "undrawn_events")[0]) == 16
    assert state.scores() == [0, 5]
    assert state.game.state_size < 256


@pytest.mark.parametrize(
    "text",
    [
        "planet smugglers-moon",
        "event e16",
        "place -3,12",
        "jump 0,-1",
        "flee 1,0",
        "flee",
        "buy illegals",
        "sell weapons",
        "done",
        "sell-module cargo",
        "sell-module cargo industrials",
        "sell-module weapons",
        "damage defenses",
        "damage cargo weapons",
        "counterattack",
        "upgrade engines",
    ],
)
def test_notation(text):
    game = aicore.load("trader")
    assert game.text(game.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("buy industrial", 'Did you mean "industrials"'),
        ("jump 1", "Write it as jump X,Y"),
        ("jump 999,0", "from -120 to 120"),
        ("damage engines weapons", "is not complete"),
        ("damage cargo gold", 'There is no GOOD "gold"'),
        ("upgrade cargo weapons", "is not complete"),
        ("event e17", 'There is no EVENT "e17"'),
        ("warp", "Moves begin with planet"),
    ],
)
def test_notation_errors(text, hint):
    with pytest.raises(NotationError, match=hint):
        aicore.load("trader").parse(text)


# 1. Explore


def places(state):
    return {text.split()[1] for text in state.legal()}


def test_a_planet_goes_orthogonally_next_to_the_ship():
    state = play(aicore.load("trader").start(), "planet abyss")
    assert show(state, "placing", "phase") == ("abyss", "place")
    assert places(state) == {"0,1", "1,0", "0,-1", "-1,0"}
    play(state, "place -1,0")
    assert show(state, "planets", "placing", "phase", "drawing") == (
        [["earth", 0, 0], ["abyss", -1, 0]], None, "event", "buy")  # fmt: skip


def test_then_diagonally():
    planets = block((0, 0), *AROUND, (1, 1))
    state = position(phase="place", placing="abyss", planets=planets, last_event="e01")
    assert places(state) == {"1,-1", "-1,1", "-1,-1"}


def test_then_next_to_any_planet():
    planets = block((0, 0), *AROUND, *CORNERS)
    state = position(phase="place", placing="abyss", planets=planets, last_event="e01")
    # the 12 outer neighbors of a square of nine
    assert places(state) == {f"{x},{y}" for x in (-2, 2) for y in (-1, 0, 1)} | {
        f"{x},{y}" for y in (-2, 2) for x in (-1, 0, 1)
    }


def test_the_most_actions():
    # nine planets in a block, and six in three rows out of it
    outer = [(2, 0), (3, 0), (-2, 0), (-3, 0), (0, 2), (0, 3)]
    planets = block((0, 0), *AROUND, *CORNERS, *outer)
    state = position(phase="place", placing=PLANETS[15], planets=planets, last_event="e01")
    assert len(state.legal()) <= state.game.max_actions == 24


def test_no_pile_no_exploring():
    planets = block(*((x, 0) for x in range(16)))
    state = play(position(phase="upgrade", planets=planets), "done")
    assert show(state, "phase", "drawing") == ("event", "buy")


# 2. Buy


def test_prices_to_buy():
    # e01 asks 5 4 2 3; earth is +1 -2 +2 +2: 6, 2, 4, 5
    for good, price in zip(HOLD, (6, 2, 4, 5), strict=True):
        state = play(drawing("buy", vectorium=9), "event e01", f"buy {good}")
        assert show(state, "vectorium") == (9 - price,)
        assert show(state, "hold")[0][good] == 1


def test_a_price_is_at_least_1():
    # e06 asks 2 for agriculturals, harvest -2
    planets = {"harvest": (0, 0), "earth": (0, 1)}
    state = play(drawing("buy", planets=planets, ship="harvest"), "event e06")
    assert show(play(state, "buy agriculturals"), "vectorium") == (4,)


def test_a_0_on_either_card_bars_buying():
    state = play(drawing("buy", vectorium=20, ship="verdant"), "event e08")
    # e08: no agriculturals; verdant: no illegals
    assert state.legal() == ["buy weapons", "buy industrials", "done"]


def test_buying_needs_vectorium_and_a_free_hold():
    state = play(drawing("buy", vectorium=4), "event e01")
    assert state.legal() == ["buy industrials", "buy agriculturals", "done"]
    state = play(drawing("buy", vectorium=20, modules={"cargo": 1}), "event e01")
    assert state.legal()[-1] == "done"
    assert play(state, "buy weapons").legal() == ["done"]


def test_the_market_card_is_discarded():
    state = play(drawing("buy"), "event e01")
    assert show(state, "face_up", "last_event") == (["e01"], "e01")
    assert show(play(state, "done"), "face_up", "last_event", "phase") == ([], "e01", "jump")


# 3. Jump


def test_a_jump_costs_1_and_leads_to_a_neighbor_in_reach():
    state = position(phase="jump", planets=STAR)
    assert state.legal() == ["jump 0,1", "jump -1,0"]  # abyss is at distance 5
    play(state, "jump 0,1")
    assert show(state, "ship", "previous", "vectorium", "drawing") == (
        [0, 1], [0, 0], 4, "arrive")  # fmt: skip


def test_not_back_to_the_planet_just_left():
    state = position(phase="jump", planets=STAR, previous="verdant")
    assert state.legal() == ["jump -1,0"]


def test_an_emergency_jump_only_when_no_other_is_legal():  # rulings 6 and 7
    state = position(phase="jump", planets=STAR, previous="verdant", modules={"engines": 2})
    assert sorted(state.legal()) == ["flee -1,0", "flee 0,1", "flee 1,0"]
    play(state, "flee 1,0")
    assert show(state, "vectorium", "target", "drawing", "ship") == (
        4, [1, 0], "jump", [0, 0])  # fmt: skip


def test_no_vectorium_to_jump_with_loses():
    state = play(drawing("buy", vectorium=2), "event e01", "buy industrials", "done")
    assert (state.turn, state.end, state.scores()) == (aicore.END, "fuel", [0, 0])
    assert state.returns() == [0.0]


# Emergency jumps


def test_a_safe_jump_arrives_and_an_event_follows():
    state = drawing("jump", target="abyss", planets=STAR, previous="verdant")
    play(state, "event e01")
    assert show(state, "ship", "previous", "target", "phase", "drawing", "face_up") == (
        [1, 0], [0, 0], None, "event", "arrive", [])  # fmt: skip
    assert len(show(state, "planets")[0]) == 4


def test_a_misjump_takes_all_other_planets_away():
    state = drawing("jump", target="abyss", planets=STAR, previous="verdant")
    play(state, "event e03")
    assert show(state, "ship", "previous", "planets", "drawing") == (
        [1, 0], None, [["abyss", 1, 0]], "arrive")  # fmt: skip
    assert show(state, "pile") == ([name for name in PLANETS if name != "abyss"],)
    # the next planet goes beside the ship, wherever it is
    play(state, "event e01", "done", "done", "planet earth")
    assert places(state) == {"1,1", "2,0", "1,-1", "0,0"}


def test_with_no_planet_around_fleeing_finds_one():
    state = combat(planets={"abyss": (5, 5)}, ship="abyss", vectorium=1)
    assert state.legal() == ["counterattack", "flee"]
    play(state, "flee")
    assert show(state, "phase", "drawing", "enemy", "face_up", "vectorium") == (
        "explore", "jump", None, [], 0)  # fmt: skip
    play(state, "planet frontier", "place 5,4")
    assert show(state, "phase", "drawing", "target") == ("event", "jump", [5, 4])
    play(state, "event e02")
    assert show(state, "ship", "previous", "drawing") == ([5, 4], [5, 5], "arrive")


def test_a_misjump_to_a_planet_just_found_leaves_that_one_alone():
    state = play(combat(planets={"abyss": (5, 5)}, ship="abyss"), "flee", "planet frontier")
    play(state, "place 5,4", "event e03", "event e01")
    assert show(state, "planets", "ship", "previous", "phase") == (
        [["frontier", 5, 4]], [5, 4], None, "sell")  # fmt: skip
    assert "abyss" in show(state, "pile")[0]


def test_fleeing_needs_1_vectorium_and_ignores_distance_and_the_way_back():
    state = combat(planets=STAR, previous="verdant", vectorium=1)
    assert sorted(state.legal()) == ["counterattack", "flee -1,0", "flee 0,1", "flee 1,0"]
    assert combat(planets=STAR, vectorium=0).legal() == ["counterattack"]


def test_the_enemys_card_is_discarded_before_the_jump_card_is_drawn():
    state = play(combat(), "flee 0,1")
    assert show(state, "enemy", "face_up", "drawing") == (None, [], "jump")
    # When the jump card ends the month, the enemy's card is in the new deck.
    state = combat(vectorium=9, **month_ends("e01", face_up=["e12"]))
    play(state, "flee 0,1", "event e01")
    assert show(state, "paid", "vectorium") == (1, 3)
    assert show(state, "undrawn_events") == ([e for e in EVENTS if e != "e01"],)


# 5. Sell and 6. upgrade


def test_prices_to_sell():
    # e01 brings 5 4 3 8; verdant is -2 +1 +2 0: 3, 5, 5, 8 (a 0 bars only buying: ruling 2)
    for good, price in zip(HOLD, (3, 5, 5, 8), strict=True):
        state = play(position(ship="verdant", hold={good: 1}), f"sell {good}")
        assert show(state, "vectorium", "hold") == (5 + price, HOLD)
    # smugglers-moon -2 and e02's 2: at least 1
    planets = {"smugglers-moon": (0, 0), "earth": (0, 1)}
    state = position(
        planets=planets, ship="smugglers-moon", hold={"agriculturals": 1}, last_event="e02",
        discarded=["e02"],
    )  # fmt: skip
    assert show(play(state, "sell agriculturals"), "vectorium") == (6,)


def test_a_decision_with_one_action_is_still_asked():
    state = position(vectorium=0)
    assert state.legal() == ["done"]
    assert show(play(state, "done"), "phase") == ("upgrade",)
    assert state.legal() == ["done"]


@pytest.mark.parametrize(
    ("module", "price"), [("weapons", 4), ("defenses", 5), ("engines", 3), ("cargo", 5)]
)
def test_one_upgrade(module, price):
    state = position(phase="upgrade", vectorium=20, modules={module: 50})  # no upper limit
    play(state, f"upgrade {module}")
    assert show(state, "vectorium", "phase") == (20 - price, "explore")
    assert show(state, "modules")[0][module] == 51
    assert f"upgrade {module}" not in position(phase="upgrade", vectorium=price - 1).legal()
