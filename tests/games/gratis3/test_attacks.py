"""Tests of Gratis-3: attacks on Carriers, attacks by RAVs, and evasion."""

from __future__ import annotations

import pytest

from games.gratis3.positions import COOLING, SYSTEMS, attacking, play, position, roll_due, shown


def test_short_range_dice() -> None:
    for at, dice in (((3, 3), 5), ((3, 4), 3), ((3, 2), 3)):
        state = play(position(*at), "play short-range")
        assert shown(state, "phase") == "evade"  # a single target is fired at immediately
        assert state.turn == 1
        assert shown(state, "pending")["dice"] == dice
    assert shown(play(position(3, 5), "play short-range"), "seat") == 1
    state = play(position(3, 3, 4, 5), "play short-range")
    assert state.legal() == ["fire 1", "fire 2"]
    assert shown(play(position(1, 0), "play short-range"), "seat") == 1  # 1 is at the Gate


def test_shields_fall_first_and_an_odd_hit_is_lost() -> None:
    state = play(position(3, 3), "play short-range", "no-evade", "roll 5: 3,1")
    assert shown(state, "shields")[1] == 0
    assert shown(state, "pending")["hits"] == 3
    state.apply("systems 4,6")
    fields = state.to_dict()
    assert fields["systems"][1] == [True, True, True, False]
    assert fields["trophies"][0] == {"colored": 1, "black": 0}
    assert fields["seat"] == 1


def test_two_systems_shown_leave_a_choice() -> None:
    state = play(position(3, 3, shields=(2, 0)), "play short-range", "no-evade", "roll 5: 2,0")
    state.apply("systems 1,4")
    assert state.turn == 0
    assert state.legal() == ["knock nav", "knock weapons"]
    state.apply("knock weapons")
    assert shown(state, "systems")[1] == [True, True, True, False]
    state = play(position(3, 3, shields=(2, 0)), "play short-range", "no-evade", "roll 5: 2,0")
    state.apply("systems 5,6")
    assert shown(state, "systems")[1] == [True] * 4
    assert shown(state, "seat") == 1


def test_emp_strips_all_at_the_location_and_rolls_four() -> None:
    state = play(position(3, 5, 5, 6), "play missile", "emp 1")
    assert shown(state, "shields") == [2, 2, 2, 2]  # the owner is asked first
    state.apply("no-evade")
    assert shown(state, "shields") == [2, 0, 0, 2]
    assert shown(state, "supply") == [10, 12, 12, 10]
    assert shown(state, "pending")["dice"] == 4


def test_missiles_reach_all_but_the_own_location_and_the_gate() -> None:
    state = play(position(3, 9, 3, 0), "play missile")
    assert state.legal() == ["emp 1", "nuke 1"]


def test_nuke_rolls_the_dice_that_hit_again() -> None:
    state = play(position(3, 5), "play missile", "nuke 1", "no-evade", "roll 6: 1,1")
    # Three hits: two shields, one lost. Two dice hit.
    assert shown(state, "pending")["dice"] == 2
    state.apply("roll 2: 0,2")
    state.apply("systems 2,2")
    state.apply("systems 2,6")  # they are Down already, so nothing happens
    assert shown(state, "systems")[1] == [True, False, True, True]
    assert shown(state, "pending")["dice"] == 2
    state.apply("roll 2: 0,0")
    assert shown(state, "seat") == 1


def test_no_dice_are_rolled_at_a_carrier_with_nothing_left() -> None:
    everything = " ".join(SYSTEMS)
    state = position(3, 5, 5, down={1: everything}, shields=(2, 0, 2))
    play(state, "play missile", "emp 1")
    assert shown(state, "shields")[2] == 0
    assert shown(state, "seat") == 1  # nobody was asked
    state = position(3, 5, down={1: everything}, shields=(2, 1))
    play(state, "play missile", "nuke 1", "no-evade", "roll 6: 2,2")
    assert shown(state, "shields")[1] == 0
    assert shown(state, "seat") == 1  # and no dice are rolled again


def test_evasion_takes_two_dice() -> None:
    state = play(position(3, 4), "play short-range", "evade missile")
    assert shown(state, "pending")["dice"] == 1
    fields = state.to_dict()
    assert fields["evasion"][1] == [None, "missile", None]
    assert fields["hand"][1].count("missile") == 0
    # evasion affects only a nuke's first roll
    state = play(position(3, 5), "play missile", "nuke 1", "evade missile", "roll 4: 4,0")
    state.apply("systems 5,5")
    assert shown(state, "pending")["dice"] == 4


def test_one_evasion_on_the_middle_card() -> None:
    state = play(position(3, 4, 4), "play short-range", "fire 1", "evade missile", "roll 1: 0,0")
    play(state, "play short-range", "fire 2", "no-evade", "roll 5: 0,0")
    # Seat 1 has taken its leftmost card: the face-down one now lies on the first of the queue.
    assert shown(state, "evasion")[1][:2] == ["missile", None]
    play(state, "play short-range", "fire 1")
    assert any(text.startswith("evade") for text in state.legal())


def test_a_lone_fighter_evaded_does_not_attack() -> None:
    state = position(
        1,
        2,
        ravs=[("U2", 0, "fighter", "P1")],
        phase="rav-attacks",
        queues={0: [*COOLING, "short-range"]},
    )
    play(state, "attack 1 with U2", "evade missile")
    assert shown(state, "seat") == 1


def test_dice_of_groups() -> None:
    """A group rolls 3 for a Bomber, 1 for the first Fighter, 2 for each other; at most 8."""
    group = {"U4": "fighter", "D4": "fighter", "S3": "bomber", "S4": "bomber"}
    ravs = [(space, 0, kind, None) for space, kind in group.items()]
    for spaces, dice in (
        ("U4", 1),
        ("U4,D4", 3),
        ("S3", 3),
        ("U4,S3", 4),
        ("U4,D4,S3", 6),
        ("S3,S4", 6),
        ("U4,S3,S4", 7),
        ("U4,D4,S3,S4", 8),
    ):
        state = play(attacking(ravs, 1, 4), f"attack 1 with {spaces}", "no-evade")
        assert shown(state, "pending")["dice"] == dice


def test_each_target_and_each_rav_once() -> None:
    ravs = [("U4", 0, "bomber", None), ("D4", 0, "bomber", None), ("P4", 1, "fighter", None)]
    state = play(attacking(ravs, 1, 4), "attack 1 with U4", "no-evade", "roll 3: 0,0")
    assert shown(state, "seat") == 1  # D4 is next to no RAV, and the Carrier was attacked
    state = play(attacking(ravs, 1, 4), "attack 1 with D4", "no-evade", "roll 3: 0,0")
    assert state.legal() == ["attacks-done", "attack P4 with U4"]


def test_no_attack_on_the_space_at_the_tail() -> None:
    enemy = ("P4", 1, "fighter", None)
    assert "attack P4 with U4" in attacking([("U4", 0, "fighter", "U5"), enemy], 1, 4).legal()
    assert attacking([("U4", 0, "fighter", "P4"), enemy], 1, 4).legal() == [
        "attacks-done",
        "attack 1 with U4",
    ]


def test_destroying_a_rav_earns_a_black_chip() -> None:
    ravs = [("U4", 0, "bomber", None), ("P4", 1, "bomber", None), ("U5", 1, "fighter", None)]
    state = play(attacking(ravs, 1, 1), "attack P4 with U4", "roll 3: 1,0")
    assert len(shown(state, "ravs")) == 3  # the Bomber's defense is 2
    state = play(attacking(ravs, 1, 1), "attack P4 with U4", "roll 3: 0,1")
    assert shown(state, "ravs") == [["U4", 0, "bomber", None], ["U5", 1, "fighter", None]]
    assert shown(state, "trophies")[0]["black"] == 1


def test_an_evaded_emp_strips_all_the_same() -> None:
    state = play(position(3, 5, 5), "play missile", "emp 1", "evade missile")
    assert shown(state, "shields") == [2, 0, 0]
    assert shown(state, "pending")["dice"] == 2


def test_an_evasion_takes_two_of_the_eight_dice() -> None:
    """The limit of eight comes before the evasion: nine dice become six."""
    group = {"U4": "fighter", "D4": "fighter", "S3": "bomber", "S4": "bomber"}
    ravs = [(space, 0, kind, None) for space, kind in group.items()]
    state = play(attacking(ravs, 1, 4), "attack 1 with U4,D4,S3,S4", "evade shields-guns")
    assert shown(state, "pending")["dice"] == 6


def test_an_emp_that_leaves_nothing_rolls_nothing() -> None:
    """Its target has only shields: the owner is asked, loses them, and no dice are rolled."""
    state = position(3, 5, 5, down={1: " ".join(SYSTEMS)})
    play(state, "play missile", "emp 1")
    assert state.turn == 1
    play(state, "no-evade")
    assert shown(state, "shields") == [2, 0, 0]
    assert shown(state, "seat") == 1


def test_a_carrier_with_nothing_left_uses_up_its_attackers() -> None:
    """Ruling 9: nobody is asked, nothing is rolled, and target and RAVs have had their attack."""
    mine = [(space, 0, "fighter", None) for space in ("U4", "S4", "U5")]
    ravs = [*mine, ("P5", 1, "fighter", None)]
    state = attacking(ravs, 1, 4, down={1: " ".join(SYSTEMS)}, shields=(2, 0))
    assert "attack 1 with U4,S4" in state.legal()
    play(state, "attack 1 with U4")
    assert state.legal() == ["attacks-done", "attack P5 with U5"]


def test_black_shields_fall_first_and_go_back_to_the_stockpile() -> None:
    """Seat 1 has one chip of its own and a black one as shields."""
    state = position(2, 3, spent=(0, 11), shields=(2, 0), seat=1)
    play(state, "play shields-guns", "shields")
    assert (shown(state, "shield_black")[1], shown(state, "stockpile")) == (1, 49)
    play(state, "play missile", "nuke 1", "no-evade", "roll 6: 1,0", "roll 1: 0,0")
    assert shown(state, "shields")[1] == 1
    assert (shown(state, "shield_black")[1], shown(state, "stockpile")) == (0, 50)


def test_an_emp_puts_black_shields_back_into_the_stockpile() -> None:
    state = position(2, 3, spent=(0, 11), shields=(2, 0), seat=1)
    play(state, "play shields-guns", "shields", "play missile", "emp 1", "evade missile")
    assert (shown(state, "shields")[1], shown(state, "shield_black")[1]) == (0, 0)
    assert (shown(state, "supply")[1], shown(state, "stockpile")) == (1, 50)


def test_a_system_marked_black_is_a_black_trophy() -> None:
    state = position(3, 3, down={1: "nav"}, spent=(0, 12), shields=(2, 0), phase="repair", seat=1)
    play(state, "repair nav", "play shields-guns", "guns")
    play(state, "play short-range", "no-evade", "roll 5: 2,0", "systems 1,1")
    assert shown(state, "system_black")[1] == [False] * 4
    assert shown(state, "systems")[1][0] is False
    assert shown(state, "trophies")[0] == {"colored": 13, "black": 1}


def test_nukes_hit_eight_times_on_average() -> None:
    """A die hits 2/3 times a roll and is rolled again with 1/2: 6 * (2/3) / (1 - 1/2) = 8."""
    mean = [0.0]
    for dice in range(1, 7):
        once = same = 0.0
        for text, share in roll_due(dice).outcomes():
            singles, doubles = map(int, text.partition(": ")[2].split(","))
            once += share * (singles + 2 * doubles)
            if singles + doubles == dice:
                same = same + share
            else:
                once += share * mean[singles + doubles]
        mean.append(once / (1 - same))
    assert mean[6] == pytest.approx(8)


def test_nothing_is_beside_the_gate() -> None:
    """RAVs all around Location 1 have no Carrier to attack there."""
    ravs = [("U1", 0, "fighter", None), ("D1", 0, "fighter", None), ("P1", 1, "fighter", None)]
    state = attacking(ravs, 3, 0)
    assert state.legal() == ["attacks-done", "attack P1 with U1"]
