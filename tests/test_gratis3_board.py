"""Gratis-3: its board, and how RAVs move on it."""

from __future__ import annotations

from gratis3_positions import COOLING, DATA, play, position, shown

from aicore.games.gratis3.board import make_board


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
