"""Tests of a game's review: its figures add up, and are right where the truth is known."""

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise
from types import SimpleNamespace

import pytest

import aicore
from aicore.coach.accounts import accounts
from aicore.coach.effort import Effort, effort_for
from aicore.coach.fitting import HINDSIGHT, Choice
from aicore.coach.highlights import Highlight, as_lines, course, highlights, in_numbers
from aicore.coach.judge import Estimate, Judge, RolloutJudge
from aicore.coach.measuring import Measurements
from aicore.coach.results import figure, result
from aicore.coach.review import review
from aicore.coach.solved import equilibrium, solved
from aicore.coach.summary import summary
from aicore.coach.verdict import Scale, scale_of
from aicore.core.record import Record, replay
from aicore.core.story import Names
from aicore.search.cfr import Table

SMALL = Effort(100, 40, 30)
FAIR = Effort(1000, 100, 60)
ROLLS = RolloutJudge("random")


def played(game, seed, *choose):
    """Return a record of a game in which each seat chooses by a function of the state."""
    state, chance = game.start(), aicore.Chance(seed=seed)
    players = ["random"] * game.seats
    record = Record(game.name, game.seats, game.options, seed, players)
    while state.turn != aicore.END:
        if state.turn == aicore.CHANCE:
            record.events.append(("chance", game.text(chance.step(state))))
        else:
            action = choose[state.turn](state)
            record.events.append((state.turn, game.text(action)))
            state.apply(action)
    record.scores, record.returns, record.end = list(state.scores()), state.returns(), state.end
    return record


def at_random(seed):
    rng = aicore.Rng(seed)
    return lambda state: state.legal_actions()[rng.below(len(state.legal_actions()))]


def adds_up(found):
    for seat in range(found.game.seats):
        one = found.account(seat)
        total = one.expectation + one.luck - one.losses + one.gifts + one.rest
        assert total == pytest.approx(one.result)
        assert sum(one.words.values()) == one.decisions


@cache
def short_review():
    """Return the review of a short game of Booster."""
    game = aicore.load("booster", target=3)
    return review(played(game, 2, at_random(1), at_random(4)), SMALL)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kuhn_poker", {}),
        ("leduc_poker", {}),
        ("booster", {"target": 3}),
        ("connect_four", {}),
        ("pig", {"target": 50}),
    ],
)
def test_all_decisions_and_all_luck_are_in_a_review_and_add_up(name, options):
    game = aicore.load(name, **options)
    record = played(game, 3, *(at_random(seat) for seat in range(game.seats)))
    found = review(record, SMALL)
    adds_up(found)
    plies = [ply for ply in replay(record) if ply.event is not None]
    choices = [p.number for p in plies if p.turn != "chance" and len(p.state.legal()) > 1]
    chances = [text for actor, text in record.events if actor == "chance"]
    assert [choice.ply for choice in found.choices] == choices
    assert [text for luck_event in found.luck_events for text in luck_event.events] == chances
    for luck_event in filter(lambda each: each.events, found.luck_events):
        last = luck_event.ply + len(luck_event.events)
        lines = [text for _, text in record.events[luck_event.ply : last]]
        assert list(luck_event.events) == lines
        assert last == len(record.events) or record.events[last][0] != "chance"
    span = game.high - game.low
    assert found.result == tuple((value - game.low) / span for value in record.returns)
    assert review(record, SMALL).choices == found.choices


def test_a_perfect_player_loses_nothing_and_all_else_is_luck_or_a_gift():
    game = aicore.load("pig", target=12)
    solution = solved(game).solution
    for seed in range(20):
        found = review(played(game, seed, solution.best, at_random(seed)))
        assert found.judge == "exact"
        one = found.account(0)
        assert one.losses == 0
        assert one.words["fine"] == one.decisions
        assert one.rest == pytest.approx(0, abs=1e-9)
        assert one.error == pytest.approx(0, abs=1e-9)
        assert one.gifts >= 0


def test_a_random_player_loses_the_expected_amount():
    """The exact mean loss is the return of perfect play minus the return of random play."""
    game = aicore.load("pig", target=8)
    solution = solved(game).solution
    due = solution.value(game.start())[0] - value_against(game, solution)
    losses = []
    for seed in range(300):
        record = played(game, seed, at_random(seed), solution.best)
        losses.append(review(record).account(0).losses)
    mean = sum(losses) / len(losses)
    error = (sum((loss - mean) ** 2 for loss in losses) / len(losses) ** 2) ** 0.5
    assert due > 5 * error
    assert abs(mean - due) < 3 * error


def value_against(game, solution):
    """Return a random seat 0's value against a perfect seat 1, by sweeps over all positions."""
    found, order = {}, [game.start()]
    places = {order[0].key(): 0}
    for state in order:
        events = state.outcome_actions()
        if state.turn == 0:
            actions = state.legal_actions()
            events = [(action, 1 / len(actions)) for action in actions]
        elif state.turn == 1:
            events = [(solution.best(state), 1.0)]
        ways = []
        for event, chance in events:
            after = state.clone()
            after.apply(event)
            if places.setdefault(after.key(), len(order)) == len(order):
                order.append(after)
            ways.append((places[after.key()], chance))
        found[places[state.key()]] = ways
    values = [state.returns()[0] if state.turn == aicore.END else 0.5 for state in order]
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for place in reversed(range(len(order))):
            if found[place]:
                value = sum(chance * values[to] for to, chance in found[place])
                change = max(change, abs(value - values[place]))
                values[place] = value
    return values[0]


def test_a_review_advances_evenly():
    """The second half of the progress belongs to further looks, each of equal length."""
    seen = []
    game = aicore.load("booster", target=3)
    record = played(game, 2, at_random(1), at_random(4))
    review(record, SMALL, advance=lambda done, events: seen.append((done, events)))
    events = len(record.events)
    assert {whole for _, whole in seen} == {2 * events}
    found = [done for done, _ in seen]
    assert found == sorted(found)
    first = max(done for done in found if done <= events)
    assert events - first <= 1
    second = [done for done in found if done > events]
    steps = [later - one for one, later in pairwise([events, *second]) if later > one]
    assert len(steps) > 2
    assert max(steps) - min(steps) <= 1
    assert second[-1] <= 2 * events


def test_a_winning_move_left_out_is_the_blunder_of_the_game():
    game = aicore.load("connect_four")
    moves = list("ababacd")  # a fourth in column a would have won
    record = Record("connect_four", 2, {}, 1, ["random", "random"])
    state = game.start()
    for move in moves:
        record.events.append((state.turn, move))
        state.apply(move)
    rng = aicore.Rng(1)
    while state.turn != aicore.END:
        record.events.append((state.turn, game.text(state.policy(rng))))
        state.apply(record.events[-1][1])
    record.scores, record.returns, record.end = list(state.scores()), state.returns(), state.end
    found = review(record, Effort(300, 40, 30))
    missed = found.choices[6]
    assert (missed.seat, missed.played, missed.best, missed.word) == (0, "d", "a", "blunder")
    assert missed.best_shares == (1.0, 0.0)
    marks = highlights(found, Names(["one", "other"]))
    (mark,) = (mark for mark in marks if mark.ply == 6)
    assert mark.better[0] == "a"
    short = replace(mark, better=("a",)), replace(mark, better=("a", "b", "c"))
    assert [one.better_line() for one in short] == ["a", "a, then b and c"]
    for seat, line in enumerate(accounts(found, ["one", "other"]).words):
        words = found.account(seat).words
        assert line.startswith(
            f"{('one', 'other')[seat]}: {found.account(seat).decisions} decisions"
        )
        assert ("1 blunder" in line) == (words["blunder"] == 1)
        assert ("blunders" in line) == (words["blunder"] > 1)


def test_a_loss_within_the_error_of_the_search_is_fine():
    scale = Scale({"inaccuracy": 0.05, "mistake": 0.1, "blunder": 0.2})
    assert scale.word(0.3, 0.01) == "blunder"
    assert scale.word(0.15, 0.01) == "mistake"
    assert scale.word(0.05, 0.0) == "inaccuracy"
    assert scale.word(0.049, 0.0) == "fine"
    assert scale.word(0.3, 0.2) == "fine"


def test_a_decision_is_judged_by_its_seats_knowledge_and_luck_by_all():
    found = []
    for other, end in (("J", [2.0, -2.0]), ("K", [-2.0, 2.0])):
        events = [("chance", "deal 0 Q"), ("chance", f"deal 1 {other}")]
        events += [(0, "check"), (1, "bet"), (0, "call")]
        state = aicore.load("kuhn_poker").start()
        for _, event in events:
            state.apply(event)
        result = (list(state.scores()), state.returns(), state.end)
        assert state.returns() == end
        record = Record("kuhn_poker", 2, {}, 1, ["random"] * 2, events, *result)
        found.append(review(record, SMALL))
    own = [[choice for choice in each.choices if choice.seat == 0] for each in found]
    assert own[0] == own[1] != []
    lucks = [sum(luck_event.shares[0] for luck_event in each.luck_events) for each in found]
    assert lucks[0] > 0 > lucks[1]


@pytest.mark.parametrize("resigned", [0, None])
def test_a_summary_of_a_game_that_stopped_early_values_its_last_position(resigned):
    game = aicore.load("pig", target=20)
    events = [(0, "roll"), ("chance", "rolls 6"), (0, "roll"), ("chance", "rolls 6"), (0, "hold")]
    record = Record("pig", 2, game.options, 1, ["random"] * 2, events, resigned=resigned)
    state = game.start()
    for _, event in events:
        state.apply(event)
    share = game.shares(solved(game).solution.value(state))[0]
    assert 0.5 < share < 0.9  # twelve points to none, in a game to twenty, and the rival to roll
    found = review(record, SMALL, unfinished=True)
    assert not found.over
    assert found.result[0] == pytest.approx(share)
    adds_up(found)
    names = Names(["Ann", "Ben"])
    blunder = Highlight(0, 1, "blunder", 1, (0.3, 0.7), (0.6, 0.4), 0.0, ["Ben rolls."])
    first, second, *others = summary(found, [blunder], 0, names)
    assert first.startswith("The game stopped early" if resigned is None else "Ann resigned.")
    assert f"gives Ann a chance of {100 * share:.0f} % at that point." in first
    assert second.startswith("The largest change was at move 1, by a blunder: Ann's chance")
    assert len(others) == 2
    assert any("stopped early" in note for note in accounts(found, ["Ann", "Ben"]).notes)
    whole = review(played(game, 2, at_random(1), at_random(4)), SMALL)
    assert whole.over
    won = replace(blunder, before=(0.3, 0.7), after=tuple(map(float, whole.result)))
    assert summary(whole, [won], 0, names)[0].startswith("The game was decided at move 1")
    assert not any("stopped early" in note for note in accounts(whole, ["Ann", "Ben"]).notes)


def test_a_summary_of_a_game_alone_that_stopped_early_decides_nothing():
    game = aicore.load("ransom")
    found = SimpleNamespace(
        game=game, over=False, record=SimpleNamespace(resigned=None), result=[0.4],
        expectation=[0.5], scale=Scale({"blunder": 0.2}), luck_events=[],
    )  # fmt: skip
    blunder = Highlight(0, 0, "blunder", 1, (0.7,), (0.4,), 0.0, ["Ann waits."])
    second = summary(found, [blunder], 0, Names(["Ann"]))[1]
    assert second == (
        "The largest change was at move 1, by a blunder: Ann's expected result went from "
        f"{figure(game, 0.7)} to {result(game, 0.4)}."
    )


def test_a_longer_search_estimates_the_last_position_of_a_resigned_game(monkeypatch):
    asked = []

    def counted(judge, simulations, playouts, seed, brief):
        asked.append((simulations, playouts))
        return lambda state: (0.25, 0.75)

    game = aicore.load("booster", target=3)
    record = replace(
        played(game, 2, at_random(1), at_random(4)), scores=None, returns=None, end=None
    )
    record.events, record.resigned = record.events[:20], 0
    monkeypatch.setattr("aicore.coach.measuring.full_information_value", counted)
    assert Measurements(game, Judge(game), SMALL, list(replay(record))).result == (0.25, 0.75)
    assert asked == [(4 * SMALL.simulations, 4 * SMALL.playouts)]


def test_a_scale_fits_the_stake():
    assert scale_of(aicore.load("connect_four")).limits["blunder"] == 0.15
    poker = scale_of(aicore.load("leduc_poker")).limits
    assert 0.02 < poker["blunder"] < 0.1  # results are mostly a few of the 26 units of the range
    assert list(poker) == ["inaccuracy", "mistake", "blunder"]


def test_the_course_has_every_event_once_and_ends_with_the_result():
    game = aicore.load("leduc_poker")
    record = played(game, 7, at_random(1), at_random(2))
    found = review(record, SMALL)
    names = Names(["one", "other"])
    points = course(found, names)
    assert points[-1].ply == len(record.events)
    assert points[-1].shares == found.result
    assert sum(len(point.sentences) for point in points) == len(record.events)
    seen = json.dumps([point.sentences for point in course(found, names, viewer=0)])
    assert seen != json.dumps([point.sentences for point in points])  # others' cards stay hidden


def test_lines_hold_the_same_as_the_review():
    game = aicore.load("booster", seats=3, target=2)
    found = review(played(game, 5, *map(at_random, range(3))), SMALL)
    lines = [json.loads(json.dumps(line)) for line in as_lines(found)]
    assert lines[0]["format"] == "aicore-review/1"
    events = lines[1:-3]
    assert [line["ply"] for line in events] == sorted(line["ply"] for line in events)
    for seat, line in enumerate(lines[-3:]):
        own = [each for each in events if each.get("seat") == seat]
        assert line["losses"] == pytest.approx(sum(each["loss"] for each in own), abs=1e-4)
        luck = sum(each["luck"][seat] for each in events if each["type"] == "chance")
        assert line["luck"] == pytest.approx(luck, abs=1e-4)


def test_more_time_is_more_search_and_little_time_is_enough():
    game = aicore.load("pig", target=30)
    plies = list(replay(played(game, 1, at_random(1), at_random(2))))
    short, long = effort_for(game, plies, 1e-6), effort_for(game, plies, 1000.0)
    assert short.simulations >= 100
    assert long.simulations > short.simulations
    assert long.light > short.light


def reached(game, table):
    """Return views of the information sets that play by a table reaches often enough."""
    found = {}

    def walk(state, own):
        if state.turn == aicore.END:
            return
        events, view = state.outcome_actions(), None
        if state.turn >= 0:
            view = state.view(state.turn)
            events = table.policy(view)
            key, other = view.key(), own[1 - state.turn] * own[2]
            reach = found.setdefault(key, [view, own[state.turn], 0.0])
            reach[2] += other
        for event, often in events:
            after, then = state.clone(), list(own)
            after.apply(event)
            then[state.turn] *= often  # the last place, -1, belongs to chance
            walk(after, then)

    walk(game.start(), [1.0, 1.0, 1.0])
    return [view for view, mine, rest in found.values() if mine > 0.01 and rest > 0.001]


@pytest.mark.parametrize(
    ("name", "least", "wrong"), [("kuhn_poker", 15, 6), ("leduc_poker", 700, 100)]
)
def test_actions_of_an_equilibrium_are_fine(name, least, wrong):
    """The actions come from a table of fewer iterations: those with at least 5 % are sound."""
    game = aicore.load(name)
    judge, other, scale = equilibrium(game), Table(game, 400), scale_of(game)
    sound = worse = 0
    for view in reached(game, other):
        for action, often in other.policy(view):
            weighed = judge.weigh(view, game.text(action))
            loss = weighed.loss(view.seat) / (game.high - game.low)
            word = scale.word(loss, weighed.error)
            assert loss >= 0
            assert often < 0.05 or word == "fine"
            assert loss == 0 or dict(judge.table.policy(view))[action] < 0.01
            sound += often >= 0.05
            worse += often < 0.001 and word != "fine"
    assert sound >= least
    assert worse >= wrong


def test_an_equilibrium_values_a_mistake():
    """A queen that bets first in Kuhn poker only loses: kings call, and jacks fold."""
    game = aicore.load("kuhn_poker")
    state = game.start()
    for event in ("deal 0 Q", "deal 1 J"):
        state.apply(event)
    weighed = equilibrium(game).weigh(state.view(0), "bet")
    assert weighed.best == "check"
    # a bet: half of -2 and half of +1. A check: a jack bets a third of the time and a king always;
    # calling gains nothing over folding, so half of -1 and half of (2/3 of +1, 1/3 of -1).
    assert weighed.played_values[0] == pytest.approx(-1 / 2, abs=0.01)
    assert weighed.best_values[0] == pytest.approx(-1 / 3, abs=0.01)


def test_poker_is_reviewed_by_its_equilibrium_and_luck_is_exact():
    game = aicore.load("leduc_poker")
    found = review(played(game, 3, at_random(1), at_random(2)), SMALL)
    assert found.judge == "cfr:iterations=2000"
    assert found.expectation == pytest.approx((0.5 - 0.0856 / 26, 0.5 + 0.0856 / 26), abs=1e-4)
    assert found.luck_events
    assert all(luck_event.error == 0 for luck_event in found.luck_events)
    assert review(found.record, SMALL, "cfr:iterations=100").judge == "cfr:iterations=100"
    assert review(found.record, SMALL, "mcts:sims=50").judge == "mcts:sims=50"


def test_a_marked_loss_is_rolled_out_unless_proven_and_never_grows(monkeypatch):
    game = aicore.load("connect_four")
    record = played(game, 3, at_random(1), at_random(2))
    unsolved = replace(FAIR, positions=1000)
    before = review(record, unsolved)
    marked = {choice.ply: choice for choice in before.choices if choice.marked}
    doubted = {ply: choice for ply, choice in marked.items() if choice.error}
    assert 0 < len(doubted) < len(marked)
    asked = []

    def nothing(self, view, best, played):
        asked.append(played)
        return Estimate((0.0, 0.0), 0.01), 100

    monkeypatch.setattr(RolloutJudge, "loss", nothing)
    found = {choice.ply: choice for choice in review(record, unsolved, None, None, ROLLS).choices}
    assert len(asked) >= len(doubted)
    for ply, choice in marked.items():
        assert found[ply].marked == (ply not in doubted)
        assert found[ply].rolled == (100 if ply in doubted else 0)
        assert choice.error or found[ply] == choice
    monkeypatch.setattr(RolloutJudge, "loss", lambda *_: (Estimate((1.0, 1.0), 0.01), 100))
    found = {choice.ply: choice for choice in review(record, unsolved, None, None, ROLLS).choices}
    assert all(found[ply].loss == pytest.approx(choice.loss) for ply, choice in marked.items())


def test_a_rollout_judge_compares_on_the_same_deals():
    game = aicore.load("pig", target=20)
    state = game.start()
    for event in ("roll", "rolls 6", "roll", "rolls 6", "roll", "rolls 6"):
        state.apply(event)
    view = state.view(0)
    found, games = RolloutJudge("script", 200).loss(view, "hold", "roll")
    solution = solved(game).solution
    exact = []
    for action in ("hold", "roll"):
        after = state.clone()
        after.apply(action)
        exact.append(solution.value(after)[0])
    # both continue by a script, not perfectly: within 4 standard errors and a little
    assert found.values[0] == pytest.approx(exact[0] - exact[1], abs=4 * found.error + 0.05)
    assert games > 0


@pytest.mark.slow
def test_the_rest_stays_within_its_margin():
    """That holds in all but a few games, with little search, and the margin is not too wide."""
    game = aicore.load("booster", target=4)
    inside = wide = 0
    for seed in range(20):
        found = review(played(game, seed, at_random(seed), at_random(seed + 50)), SMALL)
        one = found.account(0)
        inside += abs(one.rest) <= one.margin
        wide += abs(one.rest) > one.margin / 8
        assert found.account(1).rest == pytest.approx(-one.rest)
    assert inside >= 18
    assert wide >= 5


def test_an_exact_judge_leaves_no_rest_and_no_margin():
    game = aicore.load("pig", target=12)
    found = review(played(game, 5, at_random(1), at_random(2)))
    assert found.account(0).margin == pytest.approx(0, abs=1e-9)


def test_the_rest_is_the_sum_of_the_jumps_between_judgments():
    found = short_review()
    ways = [
        (each.ply, number, each.expected[0], each.expected[0] + each.shares[0])
        for number, each in enumerate(found.luck_events)
    ]
    ways += [(each.ply, 0, each.best_shares[0], each.played_shares[0]) for each in found.choices]
    ways.sort()
    left = [found.expectation[0], *(after for *_, after in ways)]
    came = [*(before for _, _, before, _ in ways), found.result[0]]
    jumps = [new - old for old, new in zip(left, came, strict=True)]
    one = found.account(0)
    assert sum(jumps) == pytest.approx(one.rest)
    assert sum(jump[0] for jump in found.jumps) == pytest.approx(one.rest)
    assert sum(abs(jump) > 1e-9 for jump in jumps) >= 5


def test_a_jump_that_is_reversed_at_once_widens_the_margin_less():
    found = short_review()

    def margin(*jumps):
        bare = replace(found, choices=[], luck_events=[])  # they have errors of their own
        return replace(bare, jumps=[(jump, -jump) for jump in jumps]).account(0).margin

    calm = [0.0] * 10
    assert margin(*calm, 0.1, *calm) == pytest.approx(2 * 0.1)
    assert margin(*calm, 0.1, -0.1, *calm) == pytest.approx(2 * (2 * 0.1**2 / 4) ** 0.5)
    assert margin(*calm, 0.1, *calm, -0.1, *calm) == pytest.approx(2 * (2 * 0.1**2) ** 0.5)
    assert margin(*calm, 0.1, 0.1, 0.1, 0.1, *calm) > 2 * (4 * 0.1**2) ** 0.5


def test_no_account_is_shown_if_too_much_is_unexplained():
    game = aicore.load("pig", target=20)
    found = review(played(game, 2, at_random(1), at_random(4)), FAIR)
    assert found.adds_up
    assert len(accounts(found, ["one", "other"]).rows) == 2
    unsure = replace(found, jumps=[*found.jumps, (0.2, -0.2)])  # 2 standard errors: over 1/3
    assert not unsure.adds_up
    told = accounts(unsure, ["one", "other"])
    assert told.rows == []
    assert any("more time" in note for note in told.notes)


def test_the_rest_is_no_surer_than_its_judgments():
    """Here each judgment agrees with the next one, though each has an error of its own."""
    game = aicore.load("kuhn_poker")
    half = (0.5, 0.5)
    choices = [
        Choice(ply, 0, "bet", "bet", ("bet",), half, half, error, "fine")
        for ply, error in ((2, 0.03), (4, 0.04))
    ]
    record = played(game, 2, at_random(1), at_random(4))
    found = review(record, SMALL)
    found = replace(found, expectation=half, choices=choices, luck_events=[], jumps=[])
    assert found.account(0).error == pytest.approx((1 - HINDSIGHT) * 0.05)


def test_a_turning_point_comes_after_all_of_its_events():
    """Luck may span several events: a deal turns the game at its last card."""
    dealt = Highlight(0, 13, "luck", None, (0.5, 0.5), (0.3, 0.7), 0.0, ["Cards are dealt."])
    ejected = Highlight(20, 1, "blunder", 0, (0.6, 0.4), (0.3, 0.7), 0.0, ["You eject luna."])
    assert [turn["ply"] for turn in in_numbers([], [dealt, ejected], [], 0)["turns"]] == [13, 21]
