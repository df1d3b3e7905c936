"""Tests of relics' policies: where to build, when to go home, which actions to prune."""

from __future__ import annotations

import copy
import itertools
import math

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.net import Net
from aicore.core.registry import info
from aicore.core.weights import read_network
from aicore.games.relics.judgment.value import SHARED, Y_TOKENS
from games.relics.positions import bridged, first_turn, texts, wander
from kit.effort import effort

SEATS = (2, 3, 4)
GALLERIES = [f"g{number}" for number in range(1, 10)]
AIRLOCKS = {"n": [15, -1], "e": [31, 15], "s": [15, 31], "w": [-1, 15]}
STEPS = {"move n": (0, -1), "move e": (1, 0), "move s": (0, 1), "move w": (-1, 0)}


def changed(state, **fields):
    """Return the position with some fields replaced."""
    data = copy.deepcopy(state.to_dict())
    data.update(fields)
    return state.game.from_dict(data)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("random_every", [2, 7])
def test_pruning_keeps_some_of_the_legal_actions(seats, random_every):
    for seed in range(3):
        for state in wander(seats, seed, random_every):
            kept = texts(state)
            assert kept
            assert len(set(kept)) == len(kept)
            assert set(kept) <= set(state.legal())


@pytest.mark.parametrize("seats", SEATS)
def test_pruning_never_drops_an_escape_that_may_win(seats):
    """Pruning drops an escape only without points, or with no more than a seat outside has."""
    seen = dropped = 0
    for seed in range(effort(5, 10)):
        for state in wander(seats, seed, 5):
            if "escape" not in state.legal():
                continue
            seen += 1
            fields = state.to_dict()
            carried = state.game.carried(state)
            best = max([carried[seat] for seat in fields["escaped"]], default=0)
            if "escape" not in texts(state):
                dropped += 1
                assert carried[state.turn] <= best
                assert fields["round"] < 12
            trial = state.clone()
            trial.apply("escape")
            if trial.turn == aicore.END and trial.returns()[fields["seat"]] == 1:
                assert "escape" in texts(state) or not any(carried)
    assert seen > effort(10, 20)
    assert dropped


def test_pruning_keeps_few_places_for_platforms():
    legal = kept = 0
    for seed in range(5):
        for state in wander(2, seed, 1000):
            if state.to_dict()["phase"] == "at":
                legal += len(state.legal())
                kept += len(state.promising())
    assert legal > 200 * kept  # usually 400 to 500 places, of which one to three are kept


@pytest.mark.parametrize("spec", ["mcts:sims=400,cutoff=0,widen=0", "greedy:samples=4"])
def test_pruning_can_be_turned_off(spec):
    state = next(s for s in wander(2, 1, 1000) if 2 < len(s.promising()) < len(s.legal()))
    narrow = aicore.player(f"{spec},prune=hard", state.game, seed=1)
    wide = aicore.player(f"{spec},prune=off", state.game, seed=1)
    view = state.view(state.turn)
    assert {c.action for c in narrow.decide(view).candidates} == set(texts(state))
    assert len(wide.decide(view).candidates) > len(state.promising())


def test_trusted_advice_is_left_only_beyond_doubt():
    differ = 0
    for number, state in enumerate(wander(2, 3, 1000)):
        ways = sorted(state.promising(), key=lambda pair: -pair[1])
        if number % 9 or len(ways) < 2 or ways[0][1] == ways[1][1]:
            continue
        advice = state.game.text(ways[0][0])
        spec = "mcts:sims=40,cutoff=20,widen=0,trust={}"
        chosen = [
            aicore.player(spec.format(trust), state.game, seed=1).decide(state.view(state.turn))
            for trust in (0, 1, 100)
        ]
        if len({candidate.values for candidate in chosen[2].candidates}) == 1:
            continue  # all actions have the same value
        assert chosen[2].action == advice  # no mean in [0, 1] leads by 100 standard errors
        differ += chosen[0].action != advice
        if chosen[1].action not in (advice, chosen[0].action):
            pytest.fail("neither the advice nor the search's choice")
    assert differ  # without trust, the search often chooses another action


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_wins_if_it_is_ahead_of_all_others(seats):
    """The network judges every pair of seats; probabilities that sum to more than 1 are scaled."""
    net = Net(read_network(info("relics").folder)["layers"])
    asked = 0
    for state in wander(seats, 4, 5):
        rows = iter(state.game.features(state))
        chances = [
            math.prod(1 / (1 + math.exp(-net(next(rows))[0])) for _ in range(seats - 1))
            for _ in range(seats)
        ]
        assert not list(rows)
        fields = state.to_dict()
        if fields["escaped"] or fields["final"] or fields["round"] == 12:
            continue  # the rules may decide some pairs
        asked += 1
        total = max(sum(chances), 1)
        assert state.evaluate() == pytest.approx([chance / total for chance in chances])
    assert asked > 50


@pytest.mark.parametrize("seats", [3, 4])
def test_the_rules_decide_between_seats_that_are_out(seats):
    """More points lead, or equal points and an earlier exit; the other has no chance left."""
    seen = 0
    for seed in range(effort(10, 40)):
        for state in wander(seats, seed, 5):
            fields, carried = state.to_dict(), state.game.carried(state)
            out = fields["escaped"]
            if len(out) < 2:
                continue
            seen += 1
            best = max(out, key=lambda seat: (carried[seat], -out.index(seat)))
            chances = state.evaluate()
            assert chances[best] > 0
            assert all(chances[seat] == 0 for seat in out if seat != best)
    assert seen > effort(8, 30)


def test_features_of_two_seats_are_symmetric():
    for state in wander(2, 5, 5):
        first, second = state.game.features(state)
        size = (len(first) - int(SHARED)) // 2
        assert first[:size] == second[size : 2 * size]
        assert first[size : 2 * size] == second[:size]
        assert first[2 * size :] == second[2 * size :]


@pytest.mark.parametrize("way", "nesw")
def test_the_courier_reaches_an_artifact_from_every_airlock(way):
    """Three turns suffice: 7 squares over a bridged lane (rules), 4 of them unbridged."""
    for seed in range(8):
        state = first_turn(seed)
        here = AIRLOCKS[way]
        other = AIRLOCKS["nesw"[("nesw".index(way) + 2) % 4]]
        state = changed(state, pos=[here, other])
        rng = aicore.Rng(seed)
        while state.turn != aicore.END and state.to_dict()["round"] <= 3:
            state.apply(state.sample(rng) if state.turn == aicore.CHANCE else state.policy(rng))
        fields = state.to_dict()
        assert fields["artifacts"][0] or fields["heart"] == 0, seed


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_courier_brings_more_home_than_random(seats):
    game = aicore.load("relics", seats=seats)
    couriers = strays = 0
    for seed in range(20):
        players = ["courier", *["random"] * (seats - 1)]
        match = Match(game, [aicore.player(name, game, seed=seed) for name in players], seed)
        while not match.over:
            match.step()
        scores = match.state.scores()
        couriers += scores[0]
        strays += max(scores[1:])
    assert strays <= 20  # an occasional item
    assert couriers > 20 * 9  # over one artifact a game; measured: 199 points


def walk_out(fields: dict, seat: int) -> int:
    """Return the number of moves over floor to the nearest airlock; 99 if there is no way."""
    game = aicore.load("relics", seats=len(fields["pos"]))
    start = tuple(fields["pos"][seat])
    seen = {start: 0}
    queue = [start]
    for square in queue:
        if list(square) in AIRLOCKS.values():
            return seen[square]
        # the game lists the moves that are possible from there
        trial = copy.deepcopy(fields)
        trial["pos"][seat] = list(square)
        trial["ap"], trial["credit"] = 12, 0
        for text in game.from_dict(trial).legal():
            if text in STEPS:
                dx, dy = STEPS[text]
                to = (square[0] + dx, square[1] + dy)
                if to not in seen:
                    seen[to] = seen[square] + 1
                    queue.append(to)
    return 99


@pytest.mark.parametrize("spec", ["courier", "greedy", "mcts:sims=30,cutoff=30"])
def test_the_last_turn_is_used_to_get_out(spec):
    """The seat has AP for the two moves to the airlock and one more; nobody is out yet."""
    for seed in range(5):
        state = first_turn(seed)
        data = bridged(state.to_dict())
        data.update(guns=[], pos=[[15, 1], [24, 15]], ap=3, round=12)
        artifact = data["undrawn_artifacts"][0]
        data["undrawn_artifacts"] = data["undrawn_artifacts"][1:]
        data["artifacts"][0] = [artifact]
        data["artifact_on"] = data["artifact_on"][1:]
        state = state.game.from_dict(data)
        assert walk_out(state.to_dict(), 0) == 2
        player = aicore.player(spec, state.game, seed=seed)
        rng = aicore.Rng(seed)
        for _ in range(12):
            if state.turn == aicore.CHANCE:
                state.apply(state.sample(rng))
            elif state.turn == 0 and state.to_dict()["seat"] == 0:
                state.apply(player.decide(state.view(0)).action)
            else:
                break
        assert state.to_dict()["escaped"] == [0]


def test_a_bridge_is_built_before_a_step_onto_another_piece():
    """On a shared square only moves are possible, so a seat must build before it goes there."""
    state = first_turn()
    data = bridged(state.to_dict())
    spots = [place[:2] for place in data["platforms"].values()]
    data["platforms"]["p07"] = next([x, 10, 0] for x in (1, 28) if [x, 10] not in spots)
    data.update(guns=[], pos=[[15, 3], [15, 2]], ap=6, round=11)
    data["artifacts"][0], data["artifact_on"] = data["undrawn_artifacts"], []
    data["undrawn_artifacts"] = []
    state = state.game.from_dict(data)
    assert "move n" in state.legal()
    assert state.game.text(state.policy(aicore.Rng(1))).startswith("lift")
    rng = aicore.Rng(1)
    while state.turn == 0:
        state.apply(state.policy(rng))
    assert state.to_dict()["escaped"] == [0]  # 2 AP for a platform of two squares, 4 for moves


def test_two_platforms_are_moved_where_the_scepter_holds_the_one_in_the_way():
    """p11, of two squares, leaves too narrow a gap on the way from g4 to the Heart."""
    for seed in range(20):
        state = first_turn(seed)
        data = state.to_dict()
        if data["galleries"]["g4"].endswith("1"):  # its door is in the middle
            break
    places = data["platforms"]
    mid = next(name for name, place in places.items() if place[:2] == [10, 14])
    places[mid] = places.get("p11", [0, 9, 0])
    places["p11"] = [10, 14, 0]
    if mid == "p11" or len(places) > 16:
        data["spare"] = [name for name in data["spare"] if name != "p11"]
    data["artifacts"][1], data["undrawn_artifacts"] = (
        data["undrawn_artifacts"][:8],
        data["undrawn_artifacts"][8:],
    )
    data.update(artifact_on=[], pos=[[8, 15], [15, 31]], scepter=[2, 0], guns=[])
    state = state.game.from_dict(data)
    rng = aicore.Rng(1)
    lifted = []
    while state.turn == 0:
        text = state.game.text(state.policy(rng))
        lifted += [text[5:]] if text.startswith("lift") else []
        state.apply(text)
    assert lifted[0] <= "p06"  # p01 to p06 have one square
    assert "p11" in lifted
    assert state.to_dict()["pos"][0][0] > 8


def test_every_airlock_may_be_chosen_and_the_better_ones_come_first():
    game = aicore.load("relics")
    rng = aicore.Rng(5)
    state = game.start()
    while state.to_dict()["phase"] != "airlocks":
        state.apply(state.sample(rng))
    ways = {game.text(event): weight for event, weight in state.promising()}
    assert set(ways) == {"airlock N", "airlock E", "airlock S", "airlock W"}
    assert max(ways, key=lambda way: ways[way]) == game.text(state.policy(rng))


def test_the_platforms_that_cost_others_most_are_removed_first():
    found = 0
    for seed in (0, 4):
        for state in wander(2, seed, 10**9):
            if state["phase"] == "defense":
                weights = [weight for _, weight in state.promising()]
                assert weights == sorted(weights, reverse=True)
                assert 0 < len(weights) <= min(4, len(state.legal()))
                found += len({*weights}) > 2
    assert found  # three platforms that differ


def test_the_seat_nearer_to_the_heart_has_a_higher_value():
    state = first_turn()
    data = state.to_dict()
    data.update(pos=[[15, 4], [15, 31]], guns=[])
    near = state.game.from_dict(data).evaluate()
    data.update(pos=[[15, -1], [15, 26]])
    far = state.game.from_dict(data).evaluate()
    assert near[0] > far[0] + 0.05
    assert near[1] < far[1] - 0.05


def test_a_seat_that_cannot_catch_up_has_value_0():
    state = first_turn()
    data = state.to_dict()
    data["artifacts"][1] = data["undrawn_artifacts"][:1]
    data["undrawn_artifacts"] = data["undrawn_artifacts"][1:]
    data["artifact_on"] = data["artifact_on"][1:]
    data["escaped"], data["pos"][1] = [1], None
    data.update(artifact_on=[], heart_on=False, heart=1)  # nothing is left to take
    assert state.game.from_dict(data).evaluate() == pytest.approx([0, 1], abs=0.05)


def test_values_are_probabilities():
    for seats in SEATS:
        for state in wander(seats, seats, 4):
            values = state.evaluate()
            assert all(0 <= value <= 1 for value in values)
            assert sum(values) <= 1 + 1e-9


def test_nearer_to_the_airlock_is_better_when_time_is_short():
    """Round 9 has 4 AP, and rounds 10 to 12 have 6 together; a bridge takes AP, too."""
    state = first_turn()
    data = state.to_dict()
    data["artifacts"][0] = data["undrawn_artifacts"][:1]
    data["undrawn_artifacts"] = data["undrawn_artifacts"][1:]
    data["artifact_on"] = data["artifact_on"][1:]
    data.update(round=9, ap=4)
    data["pos"] = [[15, 6], [24, 15]]
    far = state.game.from_dict(data).evaluate()[0]
    data["pos"] = [[15, 4], [24, 15]]
    near = state.game.from_dict(data).evaluate()[0]
    data["pos"] = [[15, -1], [24, 15]]
    assert far + 0.05 < near < state.game.from_dict(data).evaluate()[0] - 0.05


def test_every_feature_varies():
    """The tokens of the center are the exception: it never has any."""
    seen = None
    for seats in SEATS:
        for seed in range(effort(12, 25)):
            for state in itertools.islice(wander(seats, seed, 7), 0, None, effort(18, 6)):
                rows = state.game.features(state)
                seen = seen or [set() for _ in rows[0]]
                for row in rows:
                    for values, value in zip(seen, row, strict=True):
                        values.add(value)
    own = (len(seen) - int(SHARED)) // 2
    constant = [place for place, values in enumerate(seen) if len(values) == 1]
    assert constant == [2 * own + int(Y_TOKENS) + GALLERIES.index("g5")]


@pytest.mark.parametrize(
    ("seats", "final"), [(2, False), (3, False), (4, False), (3, True), (4, True)]
)
def test_a_seat_without_a_chance_never_wins(seats, final):
    """Seats with value 0 lose all playouts: in the last round, and in the last turns (`final`)."""
    rng = aicore.Rng(8)
    hopeless = 0
    for seed in range(effort(9, 40)):
        fields = first_turn(seed, seats).to_dict()
        fields.update(round=12, ap=1)
        if final:
            out = rng.below(seats)
            fields.update(round=9, ap=4, heart=out, heart_on=False, final=True, escaped=[out])
            fields["pos"][out] = None
            fields["seat"] = fields["turn"] = (out + 1 + rng.below(seats - 1)) % seats
        state = aicore.load("relics", seats=seats).from_dict(fields)
        while state.turn != aicore.END:
            lost = [seat for seat, chance in enumerate(state.evaluate()) if chance == 0]
            hopeless += len(lost)
            for guided in (False, True) if lost else ():
                end = state.clone()
                end.play_out(rng, guided=guided)
                assert not any(end.returns()[seat] for seat in lost)
            state.apply(state.sample(rng))
    assert hopeless > effort(10, 20)


def test_a_seat_without_a_turn_left_stays_inside():
    """Seat 0 ends its last turn on the airlock with an artifact: no playout lets it win."""
    data = first_turn().to_dict()
    data["artifacts"][0] = data["undrawn_artifacts"][:1]
    data["undrawn_artifacts"] = data["undrawn_artifacts"][1:]
    data["artifact_on"] = data["artifact_on"][1:]
    data.update(pos=[AIRLOCKS["n"], [15, 8]], round=12, ap=1)
    game = aicore.load("relics")
    state = game.from_dict(data)
    assert state.evaluate()[0] > 0.9
    state.apply("end")
    assert state.turn == 1
    assert state.evaluate()[0] == 0
    state.play_out(aicore.Rng(1))
    assert state.returns()[0] == 0


@pytest.mark.slow
def test_couriers_seldom_get_stuck():
    """Platforms of two squares leave odd gaps before galleries, and a courier in one is stuck.

    In these games 17 of 120 seats did not move for their last three rounds while couriers ignored
    the gaps that a platform leaves. It was 2 when they looked, and is 11 since couriers that are
    behind dare more, which wins more games.
    """
    game = aicore.load("relics")
    stuck = 0
    for seed in range(60):
        match = Match(game, [aicore.player("courier", game)] * 2, seed)
        last = [0, 0]
        while not match.over:
            actor, rounds = match.state.turn, match.state.to_dict()["round"]
            match.step()
            if actor >= 0 and match.events[-1][1].startswith("move"):
                last[actor] = rounds
        end = match.state.to_dict()
        stuck += sum(
            end["round"] - last[seat] >= 3 for seat in range(2) if seat not in end["escaped"]
        )
    assert stuck <= 14


@pytest.mark.parametrize("rival", [AIRLOCKS["w"], [15, 8]])
def test_a_courier_does_not_race_a_rival_that_is_nearer(rival):
    """From the north of the center, a courier goes to g2 unless the rival is nearer to g2."""
    state = first_turn()
    data = state.to_dict()
    drawn = data["undrawn_artifacts"][:6]
    data["artifacts"] = [drawn[:3], drawn[3:]]
    data["undrawn_artifacts"] = data["undrawn_artifacts"][6:]
    data.update(artifact_on=["g2", "g8"], heart_on=False, guns=[], ap=12)
    data.update(heart=1, pos=[[15, 14], rival], round=2)
    state = state.game.from_dict(data)
    rng = aicore.Rng(1)
    while state.turn == 0:
        state.apply(state.policy(rng))
    assert (state.to_dict()["pos"][0][1] < 14) == (rival == AIRLOCKS["w"])


def test_four_couriers_fetch_the_heart():
    """In 99 % of games (STUDY.md); in 82 % if couriers reserve as many AP as with two seats."""
    game = aicore.load("relics", seats=4)
    rng = aicore.Rng(7)
    fetched = 0
    for _ in range(60):
        state = game.start()
        while state.turn != aicore.END:
            chance = state.turn == aicore.CHANCE
            state.apply(state.sample(rng) if chance else state.policy(rng))
        fetched += state.to_dict()["heart"] is not None
    assert fetched >= 56
