"""Tests of Gratis-3: the captain (its policy), the estimate, promising actions."""

from __future__ import annotations

import math

import pytest

import aicore
from aicore.core.game import State
from aicore.core.net import Net
from aicore.core.registry import info
from aicore.core.weights import read_network
from aicore.games.gratis3.judgment import value as estimate
from games.gratis3.positions import attacking, play, position


def test_policy_beats_random_play() -> None:
    game, rng = aicore.load("gratis3"), aicore.Rng(3)
    won = 0.0
    for number in range(60):
        state = game.start()
        while state.turn != aicore.END:
            state.apply(state.policy(rng) if state.turn == number % 2 else state.sample(rng))
        won += state.returns()[number % 2]
    assert won > 57  # our own measurement: 300 of 300


def test_policy_makes_obvious_choices() -> None:
    rng = aicore.Rng(1)
    state = position(3, 7, down={0: "weapons defense"}, phase="repair")
    assert state.game.text(state.policy(rng)) == "repair weapons"
    state = play(position(3, 3, shields=(2, 0)), "play short-range", "no-evade", "roll 5: 2,0")
    state.apply("systems 3,4")
    assert state.game.text(state.policy(rng)) == "knock weapons"


def test_evaluate_is_a_distribution_and_predicts_the_winner() -> None:
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
        assert right / 100 > 1.4 / seats  # far above chance


def test_promising_keeps_a_winning_action() -> None:
    """In short games, if some actions win at once, at least one of them stays promising."""
    rng, winning = aicore.Rng(2), 0
    for number in range(60):
        options = {"max_turns": 4} if number % 2 else {"black_chips": 5, "locations": 4}
        state = aicore.load("gratis3", seats=2 + number % 3, **options).start()
        while state.turn != aicore.END:
            if state.turn >= 0:
                found = {action for action, _ in state.promising()}
                assert found
                wins = {action for action in state.legal_actions() if wins_at_once(state, action)}
                winning += bool(wins)
                assert bool(wins & found) == bool(wins)
            guided = state.turn >= 0 and rng.below(2)
            state.apply(state.policy(rng) if guided else state.sample(rng))
    assert winning >= 15


def wins_at_once(state: State, action: int) -> bool:
    after = state.clone()
    after.apply(action)
    return after.turn == aicore.END and after.returns()[state.turn] == 1


def test_promising_keeps_few_of_many_moves() -> None:
    """One RAV moves at a time, to eight ends at most, the useful ones first."""
    ravs = [("U3", 0, "fighter", None), ("D3", 0, "bomber", None), ("U8", 0, "fighter", None)]
    state = play(position(3, 5, ravs=ravs), "play shields-guns", "guns")
    texts = [state.game.text(action) for action, _ in state.promising()]
    assert len(state.legal()) > 30
    assert len(texts) <= 8
    assert len({text.split()[1] for text in texts}) == 1
    assert texts[0].split()[3] in ("U5", "D5", "S4", "S5")  # beside the enemy's Carrier
    weights = [weight for _, weight in state.promising()]
    assert weights == sorted(weights, reverse=True)


def test_promising_attacks_use_all_ravs_or_those_without_another_target() -> None:
    ravs = [("U4", 0, "bomber", None), ("D4", 0, "bomber", None), ("P4", 1, "fighter", None)]
    state = attacking(ravs, 1, 4)
    assert {state.game.text(action) for action, _ in state.promising()} == {
        "attacks-done",
        "attack 1 with U4,D4",
        "attack 1 with D4",
        "attack P4 with U4",
    }


def network_inputs(state: State) -> dict[str, float]:
    """Return the network's inputs by name.

    X_… belong to the seat whose turn comes first, "other X_…" to the second seat, Y_… to both.
    """
    (_, row), *_ = state.game.features(state)
    own = (len(row) - int(estimate.SHARED)) // 2
    places = {
        name: int(place) for name, place in vars(estimate).items() if name[:2] in ("X_", "Y_")
    }
    of_seats = {name: row[place] for name, place in places.items() if name[0] == "X"}
    of_other = {f"other {name}": row[own + places[name]] for name in of_seats}
    shared = {name: row[2 * own + place] for name, place in places.items() if name[0] == "Y"}
    return {**of_seats, **of_other, **shared}


def test_the_network_sees_threats() -> None:
    """A Carrier is attacked with 3 dice for a Bomber, 1 for the first Fighter, 2 for others."""
    ravs = [
        ("U5", 0, "bomber", None),
        ("S4", 0, "fighter", None),  # beside both Locations 4 and 5
        ("D5", 0, "fighter", None),
        ("U6", 0, "fighter", None),
        ("P5", 1, "fighter", None),  # beside U5 and U6
        ("D2", 1, "bomber", None),
    ]
    inputs = network_inputs(position(3, 5, ravs=ravs))
    assert (inputs["X_CLOSE_BOMBERS"], inputs["X_CLOSE_FIGHTERS"]) == (0.5, 0.5)
    assert inputs["X_DICE"] == 6 / 8
    assert (inputs["X_WAITING_FIGHTERS"], inputs["X_CHASING_FIGHTERS"]) == (0.25, 0)
    assert inputs["X_HUNTED"] == 0.5  # U5 and U6
    assert inputs["X_HUNTING"] == 0.25  # P5, by U6
    assert inputs["other X_DICE"] == 0
    assert inputs["other X_CHASING_BOMBERS"] == 0.5
    assert inputs["other X_HUNTED"] == 0.25
    assert (inputs["Y_AHEAD"], inputs["Y_SAME"], inputs["Y_NEAR"]) == (pytest.approx(-2 / 9), 0, 0)


def test_the_network_treats_both_seats_alike() -> None:
    ravs = [("U5", 0, "bomber", None), ("P4", 1, "fighter", None), ("U3", 1, "fighter", None)]
    swapped = [(space, 1 - seat, kind, tail) for space, seat, kind, tail in ravs]
    one = position(3, 5, ravs=ravs, shields=(1, 3))
    other = position(5, 3, ravs=swapped, shields=(3, 1), seat=1)
    seen = [network_inputs(state) for state in (one, other)]
    for inputs in seen:  # in these positions black trophies are the last seat's
        for name in ("X_POINTS", "other X_POINTS", "Y_LEAD", "Y_FAR_LEAD"):
            del inputs[name]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_wins_if_it_is_ahead_of_all_others(seats: int) -> None:
    """The network judges each pair of seats once; the seat whose turn comes earlier is first."""
    net = Net(read_network(info("gratis3").folder)["layers"])
    rng = aicore.Rng(7)
    state = aicore.load("gratis3", seats=seats).start()
    asked = 0
    while state.turn != aicore.END:
        chances = [1.0] * seats
        pairs = set()
        for (seat, other), row in state.game.features(state):
            ahead = 1 / (1 + math.exp(-net(row)[0]))
            chances[seat] *= ahead
            chances[other] *= 1 - ahead
            pairs.add(frozenset((seat, other)))
        assert len(pairs) == seats * (seats - 1) // 2
        total = sum(chances)
        assert state.evaluate() == pytest.approx([chance / total for chance in chances])
        asked += 1
        state.play_out(rng, 3, guided=True)
    assert asked > 50


def advised(state: State, tries: int = 20) -> set[str]:
    rng = aicore.Rng(3)
    return {state.game.text(state.policy(rng)) for _ in range(tries)}


def test_the_captain_flies_to_where_it_can_attack() -> None:
    """U3 reaches the Spaces beside Location 5 and no other target."""
    state = position(3, 5, ravs=[("U3", 0, "fighter", None)])
    play(state, "play shields-guns", "guns")
    assert {text.split()[3] for text in advised(state)} <= {"S4", "U5", "D5", "S5"}


def test_the_captain_flies_towards_carriers_out_of_reach() -> None:
    """Of three random moves from U2, it prefers the one that ends nearest to Location 9."""
    state = position(3, 9, ravs=[("U2", 0, "fighter", None)])
    play(state, "play shields-guns", "guns")
    to = [int(text.split()[3][1:]) for text in advised(state, 60)]
    options = [int(text.split()[3][1:]) for text in state.legal()]
    assert sum(to) / len(to) > sum(options) / len(options)


def test_the_captain_attacks_with_all_it_has() -> None:
    ravs = [("U4", 0, "bomber", None), ("D4", 0, "bomber", None), ("P4", 1, "fighter", None)]
    assert advised(attacking(ravs[:2], 1, 4)) == {"attack 1 with U4,D4"}
    # A Fighter falls to two hits, which three dice make with 0.625; the Carrier has little left to
    # lose.
    state = attacking(ravs, 1, 4, shields=(2, 0), down={1: "nav ravs defense"})
    assert advised(state) == {"attack P4 with U4"}


def test_the_captain_launches_bombers_first() -> None:
    state = play(position(1, 0), "play move-launch")
    assert {text.split()[1] for text in advised(state)} == {"bomber"}


def test_the_captain_shoots_what_is_near_and_open() -> None:
    """Five dice attack four systems without a shield, two Locations from the planet's chip."""
    state = position(9, 9, shields=(4, 0), queues={0: ["launch-move", "move-launch", "override"]})
    assert advised(state) <= {"play short-range"}
    assert "play short-range" not in advised(position(3, 6))  # out of range


def test_the_captain_uses_guns_on_ravs_beside_it() -> None:
    ravs = [("U3", 1, "fighter", None), ("D3", 1, "bomber", None)]
    state = play(position(3, 9, ravs=ravs, shields=(4, 2)), "play shields-guns")
    assert advised(state) == {"guns"}
    assert advised(play(position(3, 9), "play shields-guns")) == {"shields"}
