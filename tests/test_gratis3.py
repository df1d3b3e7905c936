"""Gratis-3: the facts of its dice, a scenario for each rule, and what each seat can know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Any

import pytest
from scipy.stats import chisquare
from twins import gratis3 as model

import aicore
from aicore.core.errors import IllegalAction, NotationError, StateError
from aicore.core.game import State
from aicore.games.gratis3.board import make_board

DATA = aicore.info("gratis3").data
CARDS = [
    card
    for card, copies in zip(DATA["cards"]["ids"], DATA["cards"]["copies"], strict=True)
    for _ in range(copies)
]
SYSTEMS = ["nav", "ravs", "defense", "weapons"]
COOLING = ["missile", "short-range", "launch-move"]  # a queue from left to right
IDLE = {
    "launched": None,
    "weapon": None,
    "target": None,
    "dice": 0,
    "hits": 0,
    "again": 0,
    "choice": [],
    "done": [],
    "attacked_ravs": [],
    "attacked_carriers": [],
    "override_ravs": False,
    "last_arrival": None,
    "last_turn": False,
    "end": None,
}


def position(
    *at: int,
    queues: dict[int, list[str]] | None = None,
    down: dict[int, str] | None = None,
    shields: Iterable[int] = (2, 2, 2, 2),
    spent: Iterable[int] = (0, 0, 0, 0),
    ravs: Iterable[tuple[str, int, str, str | None]] = (),
    phase: str = "command",
    seat: int = 0,
    stockpile: int = 50,
    pending: dict[str, Any] | None = None,
    **options: Any,
) -> State:
    """A state in which seat 0 is to move, unless told otherwise.

    Args:
        at: the Location of each Carrier.
        queues: by seat; COOLING where nothing is said.
        down: by seat, the systems that are Down; their chips are the next seat's trophies.
        spent: by seat, own chips that are the next seat's trophies besides.
        ravs: as in the state's dictionary, in any order.
        stockpile: black chips left; the others are the last seat's trophies.
    """
    seats = len(at)
    game = aicore.load("gratis3", seats=seats, **options)
    queue = [list((queues or {}).get(who, COOLING)) for who in range(seats)]
    lost = [len((down or {}).get(who, "").split()) for who in range(seats)]
    own = [16 - spent for spent in list(spent)[:seats]]
    won = [(lost[who - 1] + 16 - own[who - 1]) for who in range(seats)]
    black = [0] * (seats - 1) + [game.options["black_chips"] - stockpile]
    order = game.board.names
    board = sorted(([*rav] for rav in ravs), key=lambda rav: order.index(rav[0]))
    fields = {
        "phase": phase,
        "seat": seat,
        "actor": None if phase.endswith("roll") else seat,
        "turns": seats * 10 + seat,
        "locations": list(at),
        "systems": [[s not in (down or {}).get(who, "") for s in SYSTEMS] for who in range(seats)],
        "system_black": [[False] * 4 for _ in at],
        "shields": list(shields)[:seats],
        "shield_black": [0] * seats,
        "supply": [own[who] - 4 - list(shields)[who] for who in range(seats)],
        "stockpile": stockpile,
        "trophies": [{"coloured": won[who], "black": black[who]} for who in range(seats)],
        "queue": queue,
        "evasion": [[None] * len(cards) for cards in queue],
        "hand": [list((Counter(CARDS) - Counter(cards)).elements()) for cards in queue],
        "ravs": board,
        "rav_supply": [
            {
                kind: most - sum(rav[1:3] == [who, kind] for rav in board)
                for kind, most in (("fighter", 4), ("bomber", 2))
            }
            for who in range(seats)
        ],
        "pending": IDLE | {"can_be": [[[] for _ in cards] for cards in queue]} | (pending or {}),
    }
    return game.from_dict(fields)


def play(state: State, *events: str) -> State:
    for event in events:
        state.apply(event)
    return state


def shown(state: State, key: str) -> Any:
    return state.to_dict()[key]


def faces(dice: int) -> Counter[tuple[int, int]]:
    """Singles and doubles over all throws of so many dice, one by one."""
    found: Counter[tuple[int, int]] = Counter()
    for throw in product(range(1, 7), repeat=dice):
        found[sum(face in (4, 5) for face in throw), throw.count(6)] += 1
    return found


# Dice and cards.


def roll_due(dice: int) -> State:
    """A state in which so many dice are to be rolled at a RAV."""
    return position(
        5,
        5,
        ravs=[("U5", 0, "fighter", None), ("P5", 1, "fighter", None)],
        phase="rav-roll",
        queues={0: [*COOLING, "short-range"]},
        pending={"target": "P5", "dice": dice, "done": ["U5"], "attacked_ravs": ["P5"]},
    )


def test_rolls_are_multinomial() -> None:
    """n! / (s! d! m!) (1/3)^s (1/6)^d (1/2)^m, computed here; up to five dice counted as well."""
    for dice in range(1, 9):
        chances = dict(roll_due(dice).outcomes())
        expected = {}
        for singles in range(dice + 1):
            for doubles in range(dice + 1 - singles):
                misses = dice - singles - doubles
                ways = Fraction(factorial(dice))
                for part in (singles, doubles, misses):
                    ways /= factorial(part)
                share = ways * Fraction(1, 3) ** singles * Fraction(1, 6) ** doubles / 2**misses
                expected[f"roll {dice}: {singles},{doubles}"] = float(share)
        assert chances == pytest.approx(expected, rel=1e-12)
        if dice <= 5:
            counted = faces(dice)
            assert chances == pytest.approx(
                {f"roll {dice}: {s},{d}": ways / 6**dice for (s, d), ways in counted.items()}
            )


def test_sampled_rolls_follow_the_table() -> None:
    state, rng = roll_due(8), aicore.Rng(4)
    counts = Counter(state.game.text(state.sample(rng)) for _ in range(40_000))
    chances = {text: share for text, share in state.outcomes() if share * 40_000 > 5}
    scale = sum(counts[text] for text in chances) / sum(chances.values())
    expected = [share * scale for share in chances.values()]
    assert chisquare([counts[text] for text in chances], expected).pvalue > 1e-4


def test_first_queues() -> None:
    """Three of nine cards in order: counted over all 9 * 8 * 7 draws."""
    game = aicore.load("gratis3")
    draws = Counter(",".join(CARDS[i] for i in three) for three in permutations(range(9), 3))
    chances = dict(game.start().outcomes())
    assert chances == pytest.approx({f"queue 0 {c}": n / 504 for c, n in draws.items()})
    # A single card is among three of nine with 3/9.
    with_override = sum(share for text, share in chances.items() if "override" in text)
    assert with_override == pytest.approx(1 / 3)


def test_two_dice_for_systems() -> None:
    state = play(position(3, 4), "play missile", "nuke 1", "no-evade", "roll 6: 4,0")
    expected = Counter(f"systems {min(a, b)},{max(a, b)}" for a in range(1, 7) for b in range(1, 7))
    assert dict(state.outcomes()) == pytest.approx({t: n / 36 for t, n in expected.items()})
    assert len(expected) == 21


# The board.


def test_board_of_nine_locations() -> None:
    """5 N - 3 Spaces; lines as the rules page draws them around Location 3."""
    board = make_board(DATA["map"], 9)
    assert len(board.names) == 42
    near = {name: set(others) for name, others in board.near.items()}
    assert near["S3"] == {"U3", "U4", "D3", "P3"}  # 3 is odd: above
    assert near["S2"] == {"D2", "D3", "U2", "Q2"}
    assert near["D3"] == {"S2", "S3", "D4", "Q2", "Q3"}
    assert near["U3"] == {"U2", "S3", "P2", "P3"}
    assert near["P3"] == {"P2", "P4", "U3", "U4", "S3"}


def test_moves_of_one_rav() -> None:
    """By hand: a Bomber's moves of one and two lines from P1 of three Locations, tail at U1."""
    state = position(0, 0, ravs=[("P1", 0, "bomber", "U1")], locations=3, queues={0: COOLING})
    state = play(state, "play shields-guns", "guns")
    # P1: U1 U2 S1 P2. S1: U1 U2 D1 P1. U2: S1 U3 S2 P1 P2. P2: P1 U2 U3.
    ends = {
        ("U2", "P1"),
        ("S1", "P1"),
        ("P2", "P1"),
        ("U1", "S1"),
        ("D1", "S1"),
        ("U2", "S1"),
        ("S1", "U2"),
        ("U3", "U2"),
        ("S2", "U2"),
        ("P2", "U2"),
        ("U2", "P2"),
        ("U3", "P2"),
    }
    assert sorted(state.legal()) == sorted(f"rav P1 to {to} tail {tail}" for to, tail in ends)


def test_ravs_pass_but_do_not_stop_on_others() -> None:
    ravs = [("P1", 0, "bomber", "U1"), ("S1", 1, "fighter", None)]
    state = play(position(0, 0, ravs=ravs, locations=3), "play shields-guns", "guns")
    ends = {text.split()[3] for text in state.legal()}
    assert "S1" not in ends
    assert "D1" in ends  # only through S1


def test_a_fighter_may_end_where_it_began() -> None:
    """P1, U1 and S1 form a triangle."""
    ravs = [("P1", 0, "fighter", "P2")]
    state = play(position(0, 0, ravs=ravs, locations=3), "play shields-guns", "guns")
    assert "rav P1 to P1 tail S1" in state.legal()
    assert "rav P1 to P1 tail U1" in state.legal()
    state.apply("rav P1 to P1 tail S1")
    assert shown(state, "ravs") == [["P1", 0, "fighter", "S1"]]


def test_a_blocked_rav_is_looked_at_again() -> None:
    """U1 leads to S1 and P1, and over them to U2 and D1: all taken until the friend leaves D1."""
    ravs = [("U1", 0, "bomber", None), ("D1", 0, "bomber", None)]
    ravs += [(name, 1, "fighter", None) for name in ("U2", "S1", "P1")]
    state = play(position(0, 0, ravs=ravs, locations=2), "play shields-guns", "guns")
    assert {text.split()[1] for text in state.legal()} == {"D1"}
    state.apply("rav D1 to D2 tail D1")
    assert shown(state, "seat") == 1
    assert ["D1", 0, "bomber", "S1"] in shown(state, "ravs")  # its only move was no event


# Repair and commands.


def test_repair_one_of_those_down() -> None:
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
    assert shown(state, "seat") == 1  # nothing to decide but the card
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


def guns_position(hits: str) -> State:
    ravs = [
        ("U3", 1, "bomber", None),
        ("S3", 1, "fighter", None),
        ("D3", 2, "fighter", None),
        ("P3", 1, "fighter", None),
        ("S2", 0, "fighter", None),
        ("U2", 1, "bomber", None),
        ("P2", 2, "fighter", None),
    ]
    return play(position(3, 0, 0, ravs=ravs), "play shields-guns", "guns", f"roll 8: {hits}")


def test_defense_values() -> None:
    """A Fighter 2; the Bomber on U3 1 and one for each of its Fighters next to it: S3 and P3."""
    assert guns_position("1,0").to_dict()["phase"] == "rav-moves"  # one hit is enough for none
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


def test_short_range_dice() -> None:
    for at, dice in (((3, 3), 5), ((3, 4), 3), ((3, 2), 3)):
        state = play(position(*at), "play short-range")
        assert shown(state, "phase") == "evade"  # the only target is fired at at once
        assert state.turn == 1
        assert shown(state, "pending")["dice"] == dice
    assert shown(play(position(3, 5), "play short-range"), "seat") == 1
    state = play(position(3, 3, 4, 5), "play short-range")
    assert state.legal() == ["fire 1", "fire 2"]


def test_shields_fall_first_and_an_odd_hit_is_lost() -> None:
    state = play(position(3, 3), "play short-range", "no-evade", "roll 5: 3,1")
    assert shown(state, "shields")[1] == 0
    assert shown(state, "pending")["hits"] == 3
    state.apply("systems 4,6")
    fields = state.to_dict()
    assert fields["systems"][1] == [True, True, True, False]
    assert fields["trophies"][0] == {"coloured": 1, "black": 0}
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
    state.apply("systems 2,6")  # Down already: nothing
    assert shown(state, "systems")[1] == [True, False, True, True]
    assert shown(state, "pending")["dice"] == 2
    state.apply("roll 2: 0,0")
    assert shown(state, "seat") == 1


def test_nothing_is_rolled_at_what_has_nothing_left() -> None:
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
    # a nuke's first roll only
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


# The queue.


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


# The override.


def test_what_can_be_overridden() -> None:
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


# RAVs attack.


def attacking(ravs: list[tuple[str, int, str, str | None]], *at: int, **more: Any) -> State:
    return position(
        *at, ravs=ravs, phase="rav-attacks", queues={0: [*COOLING, "short-range"]}, **more
    )


def test_dice_of_groups() -> None:
    """3 for a Bomber, 1 for the first Fighter, 2 for each other; no more than 8."""
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


def test_no_attack_on_what_is_on_the_tail() -> None:
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


# The planet and the end.


def test_arriving_and_staying_at_the_planet_earns_black_chips() -> None:
    state = play(position(8, 1), "play shields-guns", "shields")
    assert shown(state, "trophies")[0]["black"] == 1
    play(state, "play shields-guns", "guns")
    assert shown(state, "trophies")[0]["black"] == 2
    assert shown(state, "turns") == 22


def test_the_last_to_arrive_has_one_more_turn() -> None:
    state = play(position(8, 9), "play shields-guns", "shields")
    assert shown(state, "pending")["last_arrival"] == 0
    play(state, "play shields-guns", "guns")
    assert shown(state, "pending")["last_turn"]
    play(state, "play shields-guns", "guns")
    assert state.end == "planet"


def test_the_last_black_chip_ends_the_game_at_once() -> None:
    state = position(2, 0, spent=(12, 0), shields=(0, 2), stockpile=1)
    play(state, "play shields-guns", "shields")
    fields = state.to_dict()
    assert state.end == "chips"
    assert fields["shields"][0] == 1  # the second shield is not added
    assert fields["locations"][0] == 2  # and the Carrier does not move
    state = position(3, 0, ravs=[("U3", 1, "fighter", None)], stockpile=1)
    play(state, "play shields-guns", "guns", "roll 8: 0,2", "hit U3")
    assert state.end == "chips"
    assert shown(state, "ravs") == []
    assert shown(state, "rav_supply")[1]["fighter"] == 4


def test_the_number_of_turns_ends_the_game() -> None:
    game = aicore.load("gratis3", seats=3, max_turns=4)
    rng, reasons = aicore.Rng(1), set()
    for _ in range(20):
        state = game.start()
        state.play_out(rng)
        reasons.add(state.end)
        assert shown(state, "turns") == 12
    assert reasons == {"turns"}


def test_scores_and_ties() -> None:
    """Coloured 2, black 1; then Online systems 2 and shields 1; then shared."""

    def returns(**fields: Any) -> list[float]:
        options = {"shields": (2, 2), "max_turns": 11} | fields
        state = position(3, 7, seat=1, **options)
        play(state, "play shields-guns", "guns")
        assert state.end == "turns"
        return state.returns()

    assert returns() == [0.5, 0.5]
    assert returns(shields=(3, 2)) == [1.0, 0.0]
    assert returns(stockpile=49) == [0.0, 1.0]
    state = position(3, 7, spent=(3, 1), stockpile=48)
    assert state.scores() == [2, 8]


# Information.


def test_evasions_are_private() -> None:
    state = play(position(3, 4, 5), "play short-range")
    assert [state.event_text("evade missile", seat) for seat in range(3)] == [
        "evade ?",
        "evade missile",
        "evade ?",
    ]
    assert state.event_text("no-evade", 0) == "no-evade"
    state.apply("evade missile")
    assert state.to_dict(0)["evasion"][1] == [None, None, None]
    assert state.to_dict(0)["hand"][1] == [None] * 5
    assert state.to_dict(0)["pending"]["can_be"][1][1] == list(dict.fromkeys(CARDS))[1:]
    assert state.to_dict(1) == state.to_dict()


def test_what_is_played_face_up_is_no_longer_possible() -> None:
    state = play(position(3, 4), "play short-range", "evade missile", "roll 1: 0,0")
    # The queue holds a missile, a short-range and the launch-move; all other types are in hand.
    assert shown(state, "pending")["can_be"][1] == [
        [],
        ["move-launch", "shields-guns", "short-range", "missile", "override"],
        [],
    ]
    play(state, "play move-launch", "launched")  # the only copy
    rest = ["shields-guns", "short-range", "missile", "override"]
    assert shown(state, "pending")["can_be"][1] == [rest, [], []]
    play(state, "play shields-guns", "guns", "play shields-guns")  # seat 1's: one of two copies
    assert shown(state, "pending")["can_be"][1] == [rest, [], [], []]


def walk(seats: int, seed: int) -> Iterable[tuple[State, model.Twin]]:
    """A random game on both models, with many attacks."""
    dice = random.Random(seed)
    state, twin = aicore.load("gratis3", seats=seats).start(), model.Twin(seats)
    while state.turn != aicore.END:
        yield state, twin
        possible = sorted(state.legal() or [text for text, _ in state.outcomes()])
        liked = [t for t in possible if t.startswith(("fire", "nuke", "emp", "evade", "launch "))]
        event = dice.choice(liked or possible)
        state.apply(event)
        twin.apply(event)


def test_others_know_what_the_rules_say_they_know() -> None:
    """can_be is the plain model's could_be, after every event."""
    lying = 0
    for seed in range(6):
        for state, twin in walk(2 + seed % 3, seed):
            found = shown(state, "pending")["can_be"]
            assert found == twin.could_be()
            lying += any(sum(map(bool, marks)) == 2 for marks in found)
    assert lying > 50


def hidden_cards(state: State, seat: int) -> tuple[str, ...]:
    return tuple(card for card in shown(state, "evasion")[seat] if card)


def test_resampling_is_uniform_over_what_is_consistent() -> None:
    """Against the plain model's list of assignments; chi-square, the seeds are fixed."""
    checked = 0
    for state, twin in walk(3, 5):
        for owner in range(3):
            possible = set(twin.sides[owner].assignments())
            if len(hidden_cards(state, owner)) < 2 or checked == 12:
                continue
            checked += 1
            rng, seat = aicore.Rng(checked), (owner + 1) % 3
            counts = Counter(
                hidden_cards(state.resample(seat, rng), owner) for _ in range(60 * len(possible))
            )
            assert set(counts) == possible
            if len(possible) > 1:
                assert chisquare([counts[cards] for cards in possible]).pvalue > 1e-4
    assert checked == 12


def test_a_view_is_one_for_all_assignments() -> None:
    for state, _ in walk(3, 6):
        for seat in range(3):
            other = state.resample(seat, aicore.Rng(seat))
            assert bytes(other.view(seat)) == bytes(state.view(seat))
            assert other.key(seat) == state.key(seat)
            assert hidden_cards(other, seat) == hidden_cards(state, seat)


# Notation, restoring, guidance.


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("play lasers", "launch-move"),
        ("attack U1 with Q5", "not next to U1"),
        ("attack 1 with U1,U5", "beside one Location"),
        ("attack 1 with U1,U1", "twice"),
        ("rav U1 to P1", "rav SPACE to SPACE tail SPACE"),
        ("roll 2: 2,1", "2 dice"),
        ("roll 9: 2,1", "1 to 8"),
        ("fire 2", "no SEAT"),
        ("fly", "forms"),
    ],
)
def test_notation_errors_help(text: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint):
        aicore.load("gratis3").parse(text)


def test_attackers_are_read_in_any_order() -> None:
    game = aicore.load("gratis3")
    for text in ("attack 1 with U3,D3,S2,S3", "attack 1 with S3", "attack P3 with U3,U4,S3"):
        target, _, group = text.partition(" with ")
        mixed = f"{target} with {','.join(reversed(group.split(',')))}"
        assert game.text(game.parse(mixed)) == text


def test_every_set_of_attackers_has_one_code() -> None:
    """S3 is beside Location 3 and 4: an attack from there alone is one event in both places."""
    for place in (3, 4):
        state = attacking([("S3", 0, "bomber", None), ("U3", 0, "fighter", None)], 1, place)
        assert "attack 1 with S3" in state.legal()
        state.apply("attack 1 with S3")


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "fly"},
        {"seat": 1},
        {"seat": 2},
        {"turns": 10**9},
        {"stockpile": 49},
        {"stockpile": 0},
        {"supply": [11, 10]},
        {"shields": [5, 2]},
        {"locations": [10, 0]},
        {"locations": [3]},
        {"systems": [[True] * 4, [True] * 3]},
        {"hand": [CARDS, CARDS]},
        {"queue": [COOLING, COOLING[:2]]},
        {"evasion": [[None, "override", None], [None] * 3]},
        {"ravs": [["U1", 0, "fighter", None]]},
        {"ravs": [["X1", 0, "fighter", None]]},
        {"trophies": [{"coloured": 1, "black": 0}] * 2},
        {"pending": {}},
        {"pending": None},
        {"phase": "return"},
        {"phase": "rav-moves"},
        {"phase": "knock"},
        {"phase": "end"},
    ],
)
def test_restore_refuses_what_cannot_be(change: dict[str, Any]) -> None:
    state = position(3, 4)
    fields = state.to_dict()
    assert state.game.from_dict(dict(fields)) == state
    with pytest.raises(StateError):
        state.game.from_dict({**fields, **change})


def test_a_forced_decision_is_no_event() -> None:
    """Every decision of random games has two legal actions or more."""
    rng = aicore.Rng(8)
    for seats in (2, 3, 4):
        state = aicore.load("gratis3", seats=seats).start()
        while state.turn != aicore.END:
            assert state.turn == aicore.CHANCE or len(state.legal_actions()) > 1
            state.apply(state.sample(rng))
    with pytest.raises(IllegalAction):
        position(3, 7).apply("no-repair")


def test_policy_beats_random_play() -> None:
    game, rng = aicore.load("gratis3"), aicore.Rng(3)
    won = 0.0
    for number in range(60):
        state = game.start()
        while state.turn != aicore.END:
            state.apply(state.policy(rng) if state.turn == number % 2 else state.sample(rng))
        won += state.returns()[number % 2]
    assert won > 57  # 300 of 300 in a measurement of our own


def test_policy_takes_what_is_plain() -> None:
    rng = aicore.Rng(1)
    state = position(3, 7, down={0: "weapons defense"}, phase="repair")
    assert state.game.text(state.policy(rng)) == "repair weapons"
    state = play(position(3, 3, shields=(2, 0)), "play short-range", "no-evade", "roll 5: 2,0")
    state.apply("systems 3,4")
    assert state.game.text(state.policy(rng)) == "knock weapons"


def test_evaluate_is_a_distribution_and_knows_who_leads() -> None:
    for seats in (2, 3, 4):
        game, rng, right = aicore.load("gratis3", seats=seats), aicore.Rng(seats), 0.0
        for _ in range(100):
            state, guesses = game.start(), []
            while state.turn != aicore.END:
                chances = state.evaluate()
                assert sum(chances) == pytest.approx(1)
                assert min(chances) >= 0
                guesses.append(chances)
                state.play_out(rng, 5, guided=True)
            assert state.evaluate() == state.returns()
            late = guesses[len(guesses) * 3 // 4]
            right += state.returns()[late.index(max(late))]
        assert right / 100 > 1.4 / seats  # far more than chance
