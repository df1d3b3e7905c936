"""Tests of Gratis-3: its board, and RAV moves on it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.errors import OptionError
from aicore.core.record import Record
from aicore.games.gratis3.rules.board import make_board
from games.gratis3.positions import COOLING, DATA, play, position, shown
from kit import conformance, knowledge
from kit.effort import effort
from kit.positions import sample_of, visited


def test_board_of_nine_locations() -> None:
    """N Locations have 5 N - 3 Spaces; the lines around Location 3 are those of the rules page."""
    board = make_board(DATA["map"], 9)
    assert len(board.names) == 42
    near = {name: set(others) for name, others in board.near.items()}
    assert near["S3"] == {"U3", "U4", "D3", "P3"}  # 3 is odd: above
    assert near["S2"] == {"D2", "D3", "U2", "Q2"}
    assert near["D3"] == {"S2", "S3", "D4", "Q2", "Q3"}
    assert near["U3"] == {"U2", "S3", "P2", "P3"}
    assert near["P3"] == {"P2", "P4", "U3", "U4", "S3"}


def test_moves_of_one_rav() -> None:
    """Compare a Bomber's moves of one and two lines from P1, tail at U1, with a list by hand."""
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


def test_a_blocked_rav_moves_once_a_space_is_free() -> None:
    """U1 leads to S1 and P1, and over them to U2 and D1: all taken until the friend leaves D1."""
    ravs = [("U1", 0, "bomber", None), ("D1", 0, "bomber", None)]
    ravs += [(name, 1, "fighter", None) for name in ("U2", "S1", "P1")]
    state = play(position(0, 0, ravs=ravs, locations=2), "play shields-guns", "guns")
    assert {text.split()[1] for text in state.legal()} == {"D1"}
    state.apply("rav D1 to D2 tail D1")
    assert shown(state, "seat") == 1
    assert ["D1", 0, "bomber", "S1"] in shown(state, "ravs")  # a forced move is no event


# Map files.

RING = """
[map]
locations = 4
lines = [
    "A1 A2", "A2 A3", "A3 A4", "B1 B2", "B2 B3", "B3 B4", "A1 X", "X B2", "A3 Y", "Y B4", "A4 B4",
    "B1 X",
]
[map.spaces]
A1 = [1, 1]
X = [1.5, 2]
A2 = [2, 1]
A3 = [3, 1]
Y = [3.5, -2]
A4 = [4, 1]
B1 = [1, -1]
B2 = [2, -1]
B3 = [3.5, -1]
B4 = [4, -1]
[map.green]
1 = ["A1", "B1"]
2 = ["A2", "B2"]
3 = ["A3", "B3"]
4 = ["B3", "A4", "B4"]
"""


CHECKS = (
    conformance.check_turn_and_events,
    conformance.check_apply_on_a_copy,
    conformance.check_chance_sums_to_one,
    conformance.check_sampling,
    conformance.check_estimates,
    conformance.check_promising,
    conformance.check_texts,
    conformance.check_dict_round_trip,
    conformance.check_pickle_round_trip,
    conformance.check_drawing,
    knowledge.check_views_are_canonical,
)


def load_map(folder: Path, text: str, seats: int = 2, **options: Any) -> aicore.Game:
    file = folder / "map.toml"
    file.write_text(text)
    return aicore.load("gratis3", seats=seats, data=str(file), **options)


def test_another_map(tmp_path: Path) -> None:
    """Locations, Spaces and lines come from the map file."""
    game = load_map(tmp_path, RING)
    assert game.options["locations"] == 4
    assert game.board.names == ("A1", "X", "A2", "A3", "Y", "A4", "B1", "B2", "B3", "B4")
    assert game.board.near["X"] == ("A1", "B1", "B2")
    assert game.board.green == ((), ("A1", "B1"), ("A2", "B2"), ("A3", "B3"), ("A4", "B3", "B4"))
    assert game.board.places["Y"] == (3.5, -2)


def test_the_readme_s_board_can_be_played(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```$", aicore.info("gratis3").law, re.DOTALL | re.M)
    game = load_map(tmp_path, text)
    assert game.options["locations"] == 3
    state = game.start()
    state.play_out(aicore.Rng(1))
    assert state.end


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_map_is_played(tmp_path: Path, seats: int) -> None:
    """Random games on this map pass the conformance kit, and a search runs on it."""
    game = load_map(tmp_path, RING, seats)
    seen: set[str] = set()
    for state in sample_of(visited(game), effort(12, 60)):
        for check in CHECKS:
            check(state)
    for seed in range(effort(2, 4)):
        rng, state = aicore.Rng(seed), game.start()
        while state.turn != aicore.END:
            if state.turn >= 0:
                texts = state.legal()
                assert len(set(texts)) == len(texts) <= game.max_actions
                assert all(game.text(game.parse(text)) == text for text in texts)
                seen |= {text.split()[0] for text in texts}
            state.apply(state.policy(rng) if seed % 2 and state.turn >= 0 else state.sample(rng))
            assert game.from_dict(state.to_dict()) == state
    assert {"rav", "attack", "launch", "hit"} <= seen
    record = Match(game, [aicore.player("mcts:sims=20", game)] * seats, 1).finish()
    assert record.options["locations"] == 4
    assert Record.from_line(record.to_line()).load() == game


def test_another_map_is_drawn(tmp_path: Path) -> None:
    game = load_map(tmp_path, RING)
    state = game.start()
    rng = aicore.Rng(2)
    state.play_out(rng, 120, guided=True)
    text = str(state)
    assert all(len(line) <= 80 for line in text.splitlines())
    taken = {name for name, *_ in state.to_dict()["ravs"]}
    assert all(name in text for name in game.board.names if name not in taken)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (
            "locations = 4",
            "locations = 1",
            "map.locations: it must be a whole number from 2 to 12, not 1",
        ),
        ("locations = 4", "locations = 5", "map.green.5: it must be a list of strings"),
        ("locations = 4", "", "map.locations: it must be a whole number from 2 to 12"),
        ("locations = 4", "locations = 4\nname = 'x'", "map.name: no such key"),
        ('"A1 A2"', '"A1 A9"', "map.lines: 'A1 A9': there is no Space A9"),
        ('"A1 A2"', '"A1 A1"', "map.lines: 'A1 A1': a line needs two different Spaces"),
        ('"A1 A2"', '"A1"', "map.lines: 'A1': a line needs two different Spaces"),
        ('"A1 A2"', "12", "map.lines: it must be a list of strings"),
        ('"A3 Y", "Y B4",', "", "map.lines: 0 lines meet in Y, but there must be 1 to 8"),
        ("A1 = [1, 1]", "A1 = [1, 3]", "map.spaces.A1: row 3"),
        ("A1 = [1, 1]", "A1 = [5, 1]", "map.spaces.A1: column 5 must be 1 to 4"),
        ("A1 = [1, 1]", "A1 = [2, 1]", "map.spaces.A2: it is drawn where A1 is"),
        ("A1 = [1, 1]", "A1 = 1", r"map.spaces.A1: it must be \[column, row\]"),
        ("A1 = [1, 1]", "A1 = [1, 1]\n1B = [1, 2]", "map.spaces.1B: a name is a letter"),
        ('1 = ["A1", "B1"]', '1 = ["A1", "C1"]', "map.green.1: there is no Space C1"),
        ('1 = ["A1", "B1"]', "1 = []", "map.green.1: it needs 1 to 4 different Spaces"),
        ('1 = ["A1", "B1"]', "", "map.green.1: it must be a list of strings"),
        (
            '4 = ["B3", "A4", "B4"]',
            '4 = ["A1"]',
            "map.green.4: A1 is beside Location 1, which is too far",
        ),
        ('4 = ["B3", "A4", "B4"]', '4 = ["A4"]\n7 = ["A4"]', "map.green.7: Locations are 1 to 4"),
    ],
)
def test_a_bad_map_is_named_by_its_key(tmp_path: Path, old: str, new: str, error: str) -> None:
    assert old in RING
    with pytest.raises(OptionError, match=error) as raised:
        load_map(tmp_path, RING.replace(old, new))
    assert "\n" not in str(raised.value)
    assert "map.toml" in str(raised.value)


def test_a_map_with_too_many_lines(tmp_path: Path) -> None:
    """Nine lines meet in X."""
    more = ", ".join(f'"X {name}"' for name in ("A2", "A3", "A4", "B3", "B4", "Y"))
    with pytest.raises(
        OptionError, match=r"map\.lines: 9 lines meet in X, but there must be 1 to 8"
    ):
        load_map(tmp_path, RING.replace('"A1 A2"', f'"A1 A2", {more}'))


def test_a_map_and_the_option_must_agree(tmp_path: Path) -> None:
    assert load_map(tmp_path, RING, locations=4).options["locations"] == 4
    with pytest.raises(OptionError, match=r"map\.locations: it is 4, but the option is 7"):
        load_map(tmp_path, RING, locations=7)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("map = 3", "map: found 3, expected a table"),
        ("[map]\nlines = ['X S S']", "map.lines: 'X S S': a line needs two ends"),
        ("[map]\nlines = ['X K']", "map.lines: 'K' in 'X K': it must be one of X"),
        ("[map]\nlines = ['X S']", "map.lines: 0 lines meet in"),
        ("[ship]\nfighters = 5", "ship.fighters: it must be a whole number from 0 to 4, not 5"),
        (
            "[ship]\nfighters = 4\nbombers = 2\nshields = 2\nchips = 5",
            "ship.chips: it must be a whole number from 6",
        ),
        ("[cards]\nids = []", "cards.ids: they must be launch-move, move-launch"),
        ("[systems]\nids = ['nav']", "systems.ids: they must be nav, ravs, defense, weapons"),
        ("[worth]\nmove = 'far'", "worth.move: it must be a number from"),
        ("[worth]\nspeed = 1", "worth.speed: no such key"),
        ("[lines]\na = 1", "lines cannot be replaced"),
        ("[map", "not TOML"),
    ],
)
def test_other_bad_tables(tmp_path: Path, text: str, error: str) -> None:
    with pytest.raises(OptionError, match=error) as raised:
        load_map(tmp_path, text)
    assert "\n" not in str(raised.value)


def test_other_copies_of_cards(tmp_path: Path) -> None:
    data = "[cards]\nids = [{}]\ncopies = [2, 1, 1, 2, 2, {}]".format(
        ", ".join(f'"{name}"' for name in DATA["cards"]["ids"]), "{}"
    )
    game = load_map(tmp_path, data.format(1))
    state = game.start()
    # Both launch-moves among three of nine cards, as the first two: 2 / 9 * 1 / 8.
    first = sum(p for text, p in state.outcomes() if "0 launch-move,launch-move" in text)
    assert first == pytest.approx(2 / 72)
    with pytest.raises(OptionError, match=r"cards\.copies: there are 10 cards, but each seat must"):
        load_map(tmp_path, data.format(2))
