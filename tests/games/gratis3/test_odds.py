"""Tests of Gratis-3: the odds of attacks, against the game's own chance events."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest
from rich.console import Console

import aicore
from aicore.core.game import State
from aicore.games.gratis3.picture.terminal import odds
from aicore.games.gratis3.words.odds import Odds, attacks, chance_of_hits, most_kills, rolls
from games.gratis3.positions import SYSTEMS, attacking, guns_position, play, position, shown

RAVS = [
    ("U4", 0, "bomber", None),
    ("D4", 0, "fighter", None),
    ("P4", 1, "bomber", None),
    ("S4", 1, "fighter", None),
]


def odds_of(state: State) -> list[Odds]:
    return attacks(state.to_dict(state.turn), state.game.board, state.legal())


def ends(state: State) -> dict[State, float]:
    """Return all positions after the current attack with their probabilities.

    The rare nukes that still roll after 200 steps, or with a tiny probability, are left out.
    """
    done: dict[State, float] = defaultdict(float)
    open_ = {state: 1.0}
    for _ in range(200):
        following: dict[State, float] = defaultdict(float)
        for one, share in open_.items():
            if shown(one, "phase") in ("carrier-roll", "systems", "knock", "evade", "rav-roll"):
                if share < 1e-13:
                    continue
                ways = one.outcomes() if one.turn < 0 else [(one.legal()[-1], 1.0)]
                for event, chance in ways:
                    following[play(one.clone(), event)] += share * chance
            else:
                done[one] += share
        open_ = following
        if not open_:
            break
    return done


def check(state: State, event: str, target: int) -> None:
    """Check the odds of an attack on a Carrier, without evasion and with it."""
    (one,) = [odds for odds in odds_of(state) if odds.action == event]
    before = state.to_dict()
    declared = play(state.clone(), event)
    for expected, answer in ((one, "no-evade"), (one.evaded, "evade shields-guns")):
        if expected is None:
            continue
        after = ends(play(declared.clone(), answer))
        assert sum(after.values()) == pytest.approx(1, abs=1e-9)
        success = gain = shields = 0.0
        for position_, share in after.items():
            lost = sum(before["systems"][target]) - sum(shown(position_, "systems")[target])
            success += share * (lost > 0)
            gain += share * lost
            shields += share * (before["shields"][target] - shown(position_, "shields")[target])
        assert expected.success == pytest.approx(success, abs=1e-9)
        assert expected.gain == pytest.approx(gain, abs=1e-9)
        assert expected.shields == pytest.approx(shields, abs=1e-9)


@pytest.mark.parametrize(
    ("down", "shields"),
    [
        pytest.param("nav ravs defense", 0, marks=pytest.mark.slow),
        ("nav ravs defense", 1),
        ("nav", 3),
        pytest.param("nav ravs defense", 3, marks=pytest.mark.slow),
        *(pytest.param("nav", shields, marks=pytest.mark.slow) for shields in (0, 1)),
        *(pytest.param("", shields, marks=pytest.mark.slow) for shields in (0, 1, 3)),
    ],
)
def test_shots_at_carriers(down: str, shields: int) -> None:
    """Every chance event of the attack is enumerated, with equal positions merged."""
    base = position(3, 4, 3, 7, shields=(2, shields, shields, shields), down={1: down, 2: down})
    state = play(base.clone(), "play short-range")
    check(state, "fire 1", 1)
    check(state, "fire 2", 2)
    state = play(base.clone(), "play missile")
    check(state, "emp 1", 1)
    check(state, "emp 3", 3)
    check(state, "nuke 1", 1)


def test_ravs_at_carriers() -> None:
    state = attacking([("U4", 0, "bomber", None), ("D4", 0, "fighter", None)], 1, 4)
    for spaces in ("U4", "D4", "U4,D4"):
        check(state, f"attack 1 with {spaces}", 1)


def test_ravs_at_ravs() -> None:
    state = attacking(RAVS, 1, 1)
    checked = 0
    for one in odds_of(state):
        after = ends(play(state.clone(), one.action))
        killed = sum(share for end, share in after.items() if len(shown(end, "ravs")) < 4)
        assert one.success == one.gain == pytest.approx(killed)
        checked += 1
    # P4 is next to U4, and S4 next to U4 and D4 (4 is even: below): U4; U4, D4; both.
    assert checked == 4


def test_the_defensive_guns() -> None:
    """The best use of each roll is found by trying all orders of hits in the game."""

    def most(state: State) -> int:
        start = shown(state, "trophies")[0]["black"]
        best = 0
        for text in state.legal() if shown(state, "phase") == "hits" else []:
            if text != "hits-done":
                best = max(best, 1 + most(play(state.clone(), text)))
        assert start >= 0
        return best

    before = play(guns_position(None), "play shields-guns")
    (one,) = [odds for odds in odds_of(before) if odds.action == "guns"]
    success = mean = 0.0
    for (singles, doubles), share in rolls(8).items():
        number = most(guns_position(f"{singles},{doubles}"))
        success += share * (number > 0)
        mean += share * number
    assert one.success == pytest.approx(success)
    assert one.gain == pytest.approx(mean)
    # Two Fighters (2 and 2) and a Bomber of 3 that drops to 2 after one of them: 6 for all.
    ravs, spaces = before.to_dict()["ravs"], ("U3", "S3", "D3")
    assert [most_kills(ravs, before.game.board, spaces, n) for n in (1, 2, 4, 6)] == [
        0,
        1,
        2,
        3,
    ]


def test_total_hits_of_one_to_eight_dice() -> None:
    """All throws of up to six dice are counted; the mean is (2 * 1 + 1 * 2) / 6 = 2/3 per die."""
    for dice in range(1, 9):
        mean = sum(chance_of_hits(dice, hits) for hits in range(1, 2 * dice + 1))
        assert mean == pytest.approx(2 / 3 * dice)
        if dice > 6:
            continue
        counts = [0] * (2 * dice + 1)
        for throw in product((0, 0, 0, 1, 1, 2), repeat=dice):
            counts[sum(throw)] += 1
        for hits in range(2 * dice + 1):
            expected = sum(counts[hits:]) / 6**dice
            assert chance_of_hits(dice, hits) == pytest.approx(expected)


def test_an_evader_sees_the_odds_of_both_answers() -> None:
    state = play(position(3, 3), "play short-range")
    evaded, not_evaded = odds_of(state)
    assert (evaded.action, evaded.dice) == ("evade", 3)
    assert (not_evaded.action, not_evaded.dice) == ("no-evade", 5)


def test_no_attack_no_odds() -> None:
    assert odds(aicore.load("gratis3").start()) is None
    assert odds(position(3, 7, down={0: " ".join(SYSTEMS)}, phase="repair")) is None
    assert odds_of(position(0, 0)) == []


def test_the_table_fits_in_eighty_columns() -> None:
    for state in (position(3, 4, 3, 9), attacking(RAVS, 1, 4), play(guns_position(None))):
        console = Console(width=80, record=True, file=None)
        with console.capture() as capture:
            console.print(odds(state), odds(state.view(state.turn)))
        lines = capture.get().splitlines()
        assert max(map(len, lines)) <= 80
        assert any("%" in line for line in lines)
