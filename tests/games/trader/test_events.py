"""Tests of Free Trader's events at a planet: police and their fines, pirates and invaders.

Expected figures follow from the tables in data.toml by the rules; the comments show the sums.
"""

from __future__ import annotations

import pytest

from games.trader.table import HOLD, MODULES, combat, drawing, play, position, show

# 4. Events


def test_a_starport_is_harmless():
    state = play(drawing("arrive"), "event e05")
    assert show(state, "phase", "last_event", "face_up") == ("sell", "e05", [])


def test_police_without_illegals():
    state = play(drawing("arrive", hold={"weapons": 2}), "event e08")
    assert show(state, "phase", "hold") == ("sell", HOLD | {"weapons": 2})


def police(card="e01", **fields):
    fields = {"hold": {"illegals": 1}} | fields
    return play(drawing("arrive", **fields), "event e15", f"event {card}")


def test_the_fine_takes_illegals_and_vectorium():
    state = play(drawing("arrive", hold={"illegals": 2}, vectorium=8), "event e15")
    assert show(state, "drawing", "face_up") == ("fine", ["e15"])
    play(state, "event e02")  # law 3 times 2
    assert show(state, "vectorium", "hold", "phase", "debt") == (2, HOLD, "sell", 0)
    assert show(state, "face_up", "last_event") == ([], "e02")


def test_without_law_the_police_draw_a_card_and_take_illegals():  # ruling 4
    planets = {"bazaar": (0, 0), "earth": (0, 1)}
    state = police("e04", planets=planets, ship="bazaar", hold={"illegals": 1, "weapons": 1})
    assert show(state, "vectorium", "phase", "last_event") == (5, "sell", "e04")
    assert show(state, "hold") == (HOLD | {"weapons": 1},)
    # weapons sell for 5 by e04, the last card, and 2 less on bazaar
    assert show(play(state, "sell weapons"), "vectorium") == (8,)


def test_modules_are_sold_for_half_until_the_fine_is_paid():
    state = police("e04", vectorium=2)  # 3 times 3: 7 more
    assert show(state, "phase", "debt", "vectorium", "face_up") == ("fine", 7, 0, ["e15", "e04"])
    assert state.legal() == [
        "sell-module weapons",
        "sell-module defenses",
        "sell-module engines",
        "sell-module cargo",
    ]
    for module, debt in (("weapons", 5), ("defenses", 3), ("engines", 2)):  # 4/2, 5/2, 3/2
        play(state, f"sell-module {module}")
        assert show(state, "debt") == (debt,)
    play(state, "sell-module cargo")  # 5/2
    assert show(state, "phase", "debt", "vectorium", "modules") == (
        "sell", 0, 0, {"weapons": 2, "defenses": 1, "engines": 2, "cargo": 2})  # fmt: skip


def test_change_is_kept():
    state = play(police("e01", vectorium=2), "sell-module weapons")  # owes 1 more, receives 2
    assert show(state, "vectorium", "phase") == (1, "sell")


def test_a_loaded_hold_is_sold_with_its_good():
    state = police("e01", vectorium=0, hold={"illegals": 1, "weapons": 2})
    assert "sell-module cargo" in state.legal()
    play(state, "sell-module cargo weapons")
    assert show(state, "hold", "debt") == (HOLD | {"weapons": 1}, 1)
    assert show(state, "modules")[0]["cargo"] == 2
    full = police("e01", vectorium=0, hold={"weapons": 2, "illegals": 1}, modules={"cargo": 3})
    assert "sell-module cargo" in full.legal()  # where the illegals were
    bare = {"weapons": 0, "defenses": 0, "engines": 0, "cargo": 1}
    assert police("e01", vectorium=0, modules=bare).legal() == ["sell-module cargo"]


def test_only_modules_above_0_are_sold_and_none_left_loses():
    bare = {"weapons": 0, "defenses": 0, "engines": 1, "cargo": 1}
    state = police("e04", vectorium=0, modules=bare)  # 9; engines 1, cargo 2
    assert state.legal() == ["sell-module engines", "sell-module cargo"]
    play(state, "sell-module engines", "sell-module cargo")
    assert (state.end, state.returns()) == ("fine", [0.0])
    assert show(state, "debt") == (6,)


# Combat


def test_an_attack_above_the_defense_damages():
    # pirate 2 (e06): 2 + attack against 2 + defense
    for card, hit in (("e01", True), ("e02", False), ("e05", True), ("e07", False)):
        # 3 against 2: 5 > 4; 2 against 3: 4 < 5; 3 against 1; 4 against 4: 6 = 6
        state = play(drawing("arrive"), "event e06", f"event {card}")
        assert show(state, "phase") == ("damage" if hit else "combat",)
        assert show(state, "enemy", "face_up") == ("e06", ["e06", card] if hit else ["e06"])


def test_an_invaders_attack_counts_twice():  # ruling 3
    # invader 1 (e07) with e02: 1 + 2 * 2 against 2 + 3; with e08: 1 + 2 * 3 against 2 + 4
    for card, hit in (("e02", False), ("e08", True)):
        state = play(drawing("arrive"), "event e07", f"event {card}")
        assert show(state, "phase") == ("damage" if hit else "combat",)
    # its defense is not doubled: weapons 3 + 2 against 1 + 3 with e02
    state = play(combat(enemy="e07"), "counterattack", "event e02")
    assert show(state, "phase", "vectorium") == ("sell", 5)  # an invader leaves no salvage


def test_the_bonus_of_later_months_never_exceeds_3():
    # pirate 2 (e06) with e02: 2 + 2 + bonus against defenses + 3
    for month, bonus in ((1, 0), (2, 1), (3, 2), (4, 3)):
        for defenses in range(1, 6):
            fields = {"month": month, "paid": month - 1, "modules": {"defenses": defenses}}
            state = play(drawing("arrive", **fields), "event e06", "event e02")
            assert (show(state, "phase") == ("damage",)) == (4 + bonus > defenses + 3)
    fields = {"month": 5, "paid": 3, "due": True, "modules": {"defenses": 4}}
    state = drawing("arrive", options={"payment": "turn_end"}, **fields)
    # 4 + 3, not 4 + 4, against 7
    assert show(play(state, "event e06", "event e02"), "phase") == ("combat",)


def test_damage_names_a_module_above_0_or_a_hold():
    modules = {"weapons": 0, "cargo": 3}
    state = combat(phase="damage", face_up=["e12", "e01"], modules=modules, hold={"illegals": 2})
    assert state.legal() == [
        "damage defenses",
        "damage engines",
        "damage cargo",
        "damage cargo illegals",
    ]
    after = play(state.clone(), "damage cargo illegals")
    assert show(after, "hold", "phase", "face_up") == (
        HOLD | {"illegals": 1}, "combat", ["e12"])  # fmt: skip
    assert show(after, "modules")[0]["cargo"] == 2
    after = play(state.clone(), "damage cargo")
    assert show(after, "hold") == (HOLD | {"illegals": 2},)
    full = combat(phase="damage", face_up=["e12", "e01"], hold={"illegals": 3})
    assert "damage cargo" not in full.legal()


def test_a_hit_with_no_module_left_destroys_the_ship():
    state = drawing("arrive", modules=dict.fromkeys(MODULES, 0))
    play(state, "event e12", "event e01")
    assert (state.end, state.returns(), state.scores()) == ("destroyed", [0.0], [0, 5])


@pytest.mark.parametrize(("enemy", "salvage"), [("e09", 1), ("e06", 3), ("e12", 4), ("e13", 0)])
def test_salvage(enemy, salvage):
    state = combat(enemy=enemy, modules={"weapons": 9})
    play(state, "counterattack", "event e01")
    assert show(state, "vectorium", "phase", "enemy", "face_up") == (
        5 + salvage, "sell", None, [])  # fmt: skip


def test_a_counterattack_must_exceed():
    # pirate 3 (e12): weapons + 3 against 3 + 2 with e01
    for weapons, phase in ((2, "event"), (3, "sell")):
        state = play(combat(modules={"weapons": weapons}), "counterattack", "event e01")
        assert show(state, "phase") == (phase,)
    state = play(combat(modules={"weapons": 2}), "counterattack", "event e01")
    assert show(state, "drawing", "face_up", "enemy") == ("attack", ["e12"], "e12")


def test_vectorium_stays_within_20():  # ruling 1
    state = combat(modules={"weapons": 9}, vectorium=18)
    assert show(play(state, "counterattack", "event e01"), "vectorium") == (20,)
    state = position(hold={"weapons": 1}, vectorium=18)
    assert show(play(state, "sell weapons"), "vectorium") == (20,)
