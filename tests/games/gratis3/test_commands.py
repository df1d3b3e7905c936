"""Tests of Gratis-3: repairs, commands, the queue and the override."""

from __future__ import annotations

from games.gratis3.positions import COOLING, SYSTEMS, guns_position, play, position, shown


def test_one_system_that_is_down_is_repaired() -> None:
    state = position(3, 4, down={0: "nav weapons"}, phase="repair")
    assert sorted(state.legal()) == ["no-repair", "repair nav", "repair weapons"]
    state.apply("repair nav")
    fields = state.to_dict()
    assert fields["systems"][0] == [True, True, True, False]
    assert fields["supply"][0] == 16 - 4 - 2 - 1
    assert fields["phase"] == "command"


def test_an_empty_supply_takes_black() -> None:
    state = position(3, 4, down={0: "nav"}, spent=(11, 0), shields=(0, 2), phase="repair")
    assert shown(state, "supply")[0] == 1
    play(state, "repair nav")
    assert shown(state, "system_black")[0] == [False] * 4
    state = position(3, 4, down={0: "nav"}, spent=(12, 0), shields=(0, 2), phase="repair")
    play(state, "repair nav")
    fields = state.to_dict()
    assert fields["system_black"][0] == [True, False, False, False]
    assert fields["stockpile"] == 49


def test_nothing_is_launched_or_fired_at_the_gate() -> None:
    state = play(position(0, 0), "play short-range")
    assert shown(state, "seat") == 1  # the card is the only decision
    state = play(position(0, 3), "play missile")
    assert shown(state, "seat") == 1
    state = position(0, 0, queues={0: ["missile", "short-range", "override"]})
    assert shown(play(state, "play launch-move"), "locations") == [1, 0]


def test_move_launch_at_the_gate_launches_after_the_move() -> None:
    state = play(position(0, 0), "play move-launch")
    assert shown(state, "locations") == [1, 0]
    assert sorted(state.legal()) == sorted(
        ["launched"]
        + [
            f"launch {kind} {space}"
            for kind in ("fighter", "bomber")
            for space in ("U1", "D1", "S1")
        ]
    )
    state.apply("launch bomber S1")
    assert sorted(state.legal()) == ["launch fighter D1", "launch fighter U1", "launched"]
    state.apply("launch fighter D1")
    assert shown(state, "phase") == "rav-moves"
    assert shown(state, "ravs") == [["D1", 0, "fighter", None], ["S1", 0, "bomber", None]]
    assert shown(state, "rav_supply")[0] == {"fighter": 3, "bomber": 1}


def test_launch_move_launches_at_the_old_location() -> None:
    state = position(2, 0, queues={0: ["missile", "short-range", "override"]})
    play(state, "play launch-move")
    assert shown(state, "locations")[0] == 2
    assert "launch fighter S1" in state.legal()
    assert "launch fighter S2" in state.legal()
    play(state, "launched")
    assert shown(state, "locations")[0] == 3


def test_steps_with_a_system_down_are_skipped() -> None:
    queue = {0: ["missile", "short-range", "override"]}
    state = play(position(2, 0, down={0: "ravs"}, queues=queue), "play launch-move")
    assert shown(state, "locations")[0] == 3
    assert shown(state, "seat") == 1
    state = play(position(2, 0, down={0: "nav"}, queues=queue), "play launch-move", "launched")
    assert shown(state, "locations")[0] == 2


def test_shields_and_move() -> None:
    state = play(position(2, 0, shields=(3, 2)), "play shields-guns", "shields")
    assert shown(state, "shields")[0] == 4
    assert shown(state, "locations")[0] == 3
    state = play(position(2, 0, down={0: "defense"}), "play shields-guns", "shields")
    assert shown(state, "shields")[0] == 2
    assert shown(state, "locations")[0] == 3


def test_shields_of_black_chips() -> None:
    state = position(2, 0, spent=(11, 0), shields=(0, 2))  # one chip left in the supply
    play(state, "play shields-guns", "shields")
    assert shown(state, "shields")[0] == 2
    assert shown(state, "shield_black")[0] == 1
    assert shown(state, "stockpile") == 49


def test_defense_values() -> None:
    """A Fighter has 2; the Bomber on U3 has 1 plus one per adjacent Fighter of its own: S3, P3."""
    assert guns_position("1,0").to_dict()["phase"] == "rav-moves"  # one hit destroys none of them
    assert sorted(guns_position("2,0").legal()) == ["hit D3", "hit S3", "hits-done"]
    assert sorted(guns_position("1,1").legal()) == ["hit D3", "hit S3", "hit U3", "hits-done"]


def test_hits_are_split_and_defense_is_recomputed() -> None:
    """Four hits destroy the Fighter (2) and then the Bomber, whose value fell from 3 to 2."""
    state = play(guns_position("0,2"), "hit S3")
    assert sorted(state.legal()) == ["hit D3", "hit U3", "hits-done"]
    state.apply("hit U3")
    assert shown(state, "trophies")[0]["black"] == 2
    assert shown(state, "stockpile") == 48
    assert shown(state, "rav_supply")[1] == {"fighter": 3, "bomber": 1}
    assert shown(state, "phase") == "rav-moves"


def test_destroyed_ravs_can_be_removed() -> None:
    ravs = [("U3", 1, "fighter", None)]
    state = position(3, 0, ravs=ravs, destroyed_ravs="removed")
    play(state, "play shields-guns", "guns", "roll 8: 0,2", "hit U3")
    assert shown(state, "rav_supply")[1] == {"fighter": 3, "bomber": 2}


def test_a_card_comes_back_three_turns_later() -> None:
    state = position(0, 0)
    found = []
    for card in ("shields-guns", "short-range", "missile", "override"):
        for _ in range(2):  # neither seat's command has an effect at the Gate
            play(state, f"play {card}", *(["guns"] if card == "shields-guns" else []))
            play(state, *(["return"] if card == "override" else []))
        found.append(shown(state, "queue")[0])
    assert found == [
        ["short-range", "launch-move", "shields-guns"],
        ["launch-move", "shields-guns", "short-range"],
        ["shields-guns", "short-range", "missile"],
        ["short-range", "missile", "override"],
    ]
    assert shown(state, "hand")[0].count("shields-guns") == 2


def test_the_face_down_card_returns_after_two_turns() -> None:
    state = play(position(3, 4), "play short-range", "evade missile", "roll 1: 0,0")
    assert "missile" not in shown(state, "hand")[1]
    play(state, "play shields-guns", "guns")
    assert shown(state, "evasion")[1] == ["missile", None, None]
    play(state, "play shields-guns", "guns", "play shields-guns", "guns")
    assert shown(state, "evasion")[1] == [None, None, None]
    # The missile that was first in the queue is back, and so is the one that lay face down.
    assert shown(state, "hand")[1].count("missile") == 2


def test_override_may_be_taken_back() -> None:
    state = position(3, 7, down={0: "nav weapons"})
    play(state, "play override", "override move")
    assert state.legal() == ["return", "return override"]
    kept = play(state.clone(), "return override")
    assert shown(kept, "queue")[0] == COOLING
    assert "override" in shown(kept, "hand")[0]
    state.apply("return")
    assert shown(state, "queue")[0] == [*COOLING[1:], "override"]


def test_override_offers_what_has_an_effect() -> None:
    ravs = [("U3", 1, "fighter", None), ("D7", 0, "fighter", None)]
    state = position(3, 3, ravs=ravs, down={0: " ".join(SYSTEMS)})
    play(state, "play override")
    assert sorted(state.legal()) == sorted(
        [f"override repair {system}" for system in SYSTEMS]
        + ["override move", "override ravs", "override guns", "override fire 1"]
    )
    state = position(9, 3, down={0: " ".join(SYSTEMS)})
    play(state, "play override")
    assert sorted(state.legal()) == sorted(f"override repair {system}" for system in SYSTEMS)
    assert shown(play(position(9, 3), "play override"), "phase") == "return"


def test_override_ravs_moves_and_attacks_this_turn() -> None:
    state = position(3, 4, ravs=[("D4", 0, "fighter", None)], down={0: "ravs"})
    play(state, "play override", "override ravs")
    assert shown(state, "phase") == "rav-moves"
    play(state, "rav D4 to S4 tail D4", "attack 1 with S4", "no-evade", "roll 1: 1,0", "return")
    assert shown(state, "shields")[1] == 1
    assert shown(state, "pending")["override_ravs"] is False


def test_override_fire_and_guns() -> None:
    state = position(3, 3, down={0: "weapons"})
    play(state, "play override", "override fire 1", "no-evade", "roll 5: 0,0")
    assert shown(state, "phase") == "return"
    state = position(3, 7, down={0: "defense"}, ravs=[("U3", 1, "fighter", None)])
    play(state, "play override", "override guns", "roll 8: 2,0", "hit U3")
    assert shown(state, "trophies")[0]["black"] == 1


def test_override_repair_brings_ravs_back_this_turn() -> None:
    state = position(3, 4, ravs=[("D4", 0, "fighter", None)], down={0: "ravs nav"})
    play(state, "play override", "override repair ravs")
    assert shown(state, "phase") == "rav-moves"


def test_a_card_is_back_in_hand_for_the_fourth_turn_after() -> None:
    """Played on turn t, it cools for three turns and can be played again on turn t + 4."""
    state = position(0, 0, queues={0: ["short-range", "missile", "shields-guns"]})
    others = iter(["shields-guns", "short-range", "missile"])
    play(state, "play override", "return")
    waited = 0
    while "play override" not in state.legal() or state.turn != 0:
        if state.turn == 0:
            card = next(others)
            waited += 1
        else:
            idle = ("play missile", "play short-range", "play shields-guns")
            card = next(text for text in idle if text in state.legal()).split()[1]
        play(state, f"play {card}", *(["guns"] if card == "shields-guns" else []))
    assert waited == 3


def test_override_taken_back_leaves_what_lies_face_down() -> None:
    """The queue keeps its order, and the card that an evasion has put on it."""
    state = play(position(3, 4, down={1: "nav"}), "play short-range", "evade missile")
    play(state, "roll 1: 0,0", "no-repair", "play override", "override move", "return override")
    assert shown(state, "queue")[1] == COOLING
    assert shown(state, "evasion")[1] == [None, "missile", None]
    assert "override" in shown(state, "hand")[1]
    assert "missile" not in shown(state, "hand")[1]
    play(state, "play shields-guns", "guns", "repair nav", "play shields-guns", "guns")
    assert shown(state, "queue")[1] == [*COOLING[1:], "shields-guns"]
    assert shown(state, "evasion")[1] == ["missile", None, None]


def test_hits_may_be_left() -> None:
    state = play(guns_position("2,1"), "hits-done")
    assert shown(state, "phase") == "rav-moves"
    assert shown(state, "stockpile") == 50


def test_guns_without_a_target_roll_nothing() -> None:
    state = play(position(3, 4), "play shields-guns", "guns")
    assert shown(state, "seat") == 1


def test_weapons_and_guns_that_are_down_do_nothing() -> None:
    """Step 2 is skipped, though the card may be played."""
    ravs = [("U3", 1, "fighter", None)]
    for card, system in (("short-range", "weapons"), ("missile", "weapons")):
        assert shown(play(position(3, 4), f"play {card}"), "seat") == 0
        idle = play(position(3, 4, down={0: system}), f"play {card}")
        assert shown(idle, "seat") == 1
    state = play(position(3, 4, ravs=ravs, down={0: "defense"}), "play shields-guns")
    assert state.legal() == ["shields", "guns"]
    assert shown(play(state, "guns"), "seat") == 1


def test_the_only_override_is_carried_out_at_once() -> None:
    """At the planet there is no move: the engine can only be repaired."""
    state = play(position(9, 3, down={0: "nav"}), "play override")
    assert shown(state, "systems")[0] == [True] * 4
    assert state.legal() == ["return", "return override"]


def test_an_override_moves_onto_the_planet_for_a_chip() -> None:
    state = play(position(8, 9, down={0: "nav"}), "play override", "override move")
    assert shown(state, "locations")[0] == 9
    assert shown(state, "trophies")[0]["black"] == 1
    assert shown(state, "pending")["last_arrival"] == 0


def test_a_launch_ends_where_no_space_is_free() -> None:
    """Location 1 has three Spaces; two are taken."""
    taken = [("U1", 1, "fighter", None), ("D1", 1, "fighter", None)]
    state = position(1, 3, ravs=taken, queues={0: ["missile", "short-range", "override"]})
    play(state, "play launch-move", "launch bomber S1")
    assert shown(state, "locations")[0] == 2


def test_no_second_bomber_is_launched() -> None:
    state = play(position(1, 0), "play move-launch", "launch bomber U2")
    assert {text.split()[1] for text in state.legal() if " " in text} == {"fighter"}


def test_four_shields_at_most() -> None:
    state = play(position(2, 0, shields=(4, 2)), "play shields-guns", "shields")
    assert shown(state, "shields")[0] == 4
    assert shown(state, "supply")[0] == 16 - 4 - 4


def test_ravs_move_and_attack_while_the_carrier_is_on_the_gate() -> None:
    ravs = [("U3", 0, "fighter", None), ("P5", 1, "fighter", None)]
    state = play(position(0, 0, ravs=ravs), "play short-range", "rav U3 to P4 tail U4")
    assert "attack P5 with P4" in state.legal()
