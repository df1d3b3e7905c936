"""Tests of choices at the same time: nobody sees another choice before all have chosen."""

from __future__ import annotations

import tracemalloc
from collections import Counter

import pytest

import aicore
from aicore.core.errors import AicoreError
from aicore.core.story import Names, seen_event
from aicore.plain.story import tell_all
from plain.made import made

BIDS = """
class Bids(Game):
    seats = 2, 4
    coins = Int(0, 9, start=4, seats=True)
    out = Flag(seats=True)
    paid = Int(0, 9, seats=True)
    phase = Enum("bid", "over")
    @action("bid N", N=(0, 9), together={together}, phase="bid")
    def bid(self, s, bids):
        for seat, n in enumerate(bids):
            s.paid[seat] = 9 if n is None else n
        s.phase, s.turn = "over", END
    @bid.legal
    def bids(self, s):
        return [] if s.out[s.turn] else range(s.coins[s.turn] + 1)
    def result(self, s):
        return None
"""


def bids(folder, together="True", seats=3):
    return made(folder, BIDS.format(together=together), seats=seats)


def test_choices_stay_hidden_until_all_are_revealed(tmp_path):
    state = bids(tmp_path).start()
    state.apply("bid 3")
    assert state.to_dict(0)["chosen"] == ["bid 3", "none", "none"]
    assert state.to_dict(1)["chosen"] == [None, "none", "none"]
    assert state.event_text("bid 2", 0) == "bid ?"
    state.apply("bid 2")
    assert state.to_dict()["paid"] == [0, 0, 0]
    state.apply("bid 0")
    read = []
    while state.turn == aicore.CHANCE:
        ((event, chance),) = state.outcome_actions()
        assert chance == 1
        read.append(state.event_text(event, 2))
        state.apply(event)
    assert read == ["reveal 0 bid 3", "reveal 1 bid 2", "reveal 2 bid 0"]
    assert state.to_dict()["paid"] == [3, 2, 0]
    assert state.turn == aicore.END


def test_a_seat_without_a_choice_is_passed_over(tmp_path):
    game = bids(tmp_path)
    fields = game.start().to_dict()
    fields["out"] = [False, True, False]
    state = game.from_dict(fields)
    state.apply("bid 1")
    assert state.turn == 2
    state.apply("bid 4")
    state.settle(aicore.Rng(1))
    assert state.to_dict()["paid"] == [1, 9, 4]


def test_hidden_choices_are_redrawn_among_the_legal_ones(tmp_path):
    game = bids(tmp_path)
    fields = game.start().to_dict()
    fields["coins"] = [1, 4, 4]
    state = game.from_dict(fields)
    state.apply("bid 1")
    rng = aicore.Rng(5)
    drawn = Counter(state.resample(1, rng).to_dict()["chosen"][0] for _ in range(400))
    assert drawn.keys() == {"bid 0", "bid 1"}  # not more than the seat has
    assert abs(drawn["bid 0"] - 200) < 50  # five standard errors
    assert state.resample(0, rng).to_dict()["chosen"][0] == "bid 1"


HANDS = """
class Hands(Game):
    seats = 2
    hand = Int(-1, 5, start=-1, seats=True, hidden=True)
    paid = Int(0, 9, seats=True)
    def setup(self, s):
        s.hand = [2, 3]
    @action("bid N", N=(0, 9), together=True)
    def bid(self, s, bids):
        s.paid, s.turn = bids, END
    @bid.legal
    def bids(self, s):
        return range(s.hand[s.turn])
    def result(self, s):
        return None
"""


def test_a_seat_that_chose_is_dealt_a_hand_with_a_choice(tmp_path):
    """Without this, a hand of 0, which allows no bid, would keep any bid up to 9."""
    state = made(tmp_path, HANDS).start()
    state.apply("bid 1")
    drawn = Counter()
    for seed in range(300):
        fields = state.resample(1, aicore.Rng(seed)).to_dict()
        drawn[fields["hand"][0]] += 1
        assert int(fields["chosen"][0].removeprefix("bid ")) < fields["hand"][0]
    assert drawn.keys() == set(range(1, 6))


def test_secret_choices_are_never_revealed(tmp_path):
    state = bids(tmp_path, '"secret"').start()
    for n in (3, 2, 0):
        state.apply(f"bid {n}")
    assert state.event_text(state.outcome_actions()[0][0], 1) == "reveal 0 bid ?"
    state.apply(state.outcome_actions()[0][0])
    assert state.to_dict(1)["revealed"][0] is None
    assert state.to_dict(0)["revealed"][0] == "bid 3"
    drawn = {state.resample(1, aicore.Rng(k)).to_dict()["revealed"][0] for k in range(40)}
    assert drawn == {f"bid {n}" for n in range(5)}
    state.settle(aicore.Rng(1))
    assert state.to_dict()["paid"] == [3, 2, 0]


@pytest.mark.parametrize(("together", "story"), [
    ("True", "Revealed: you: bid 3; b: bid 2; c: bid 0."),
    ('"secret"', "All have chosen in secret."),
])  # fmt: skip
def test_the_story_tells_the_reveal_in_one_line(tmp_path, together, story):
    state = bids(tmp_path, together).start()
    for n in (3, 2, 0):
        state.apply(f"bid {n}")
    events = []
    while state.turn == aicore.CHANCE:
        before, event = state.clone(), state.outcome_actions()[0][0]
        state.apply(event)
        events.append(seen_event(before, "chance", event, state, 3 if state.game.seats > 3 else 1))
    names = Names(["you", "b", "c"], 0)
    assert tell_all(state.game, events, names) == [story]
    if together == "True":
        assert state.game.info.story.tell(state.game, events[1], names) == "Revealed: b: bid 2."


def test_a_playout_reveals_and_resolves(tmp_path):
    state = bids(tmp_path).start()
    state.play_out(aicore.Rng(2))
    assert state.turn == aicore.END
    assert state.to_dict()["chosen"] == ["none"] * 3
    assert max(state.to_dict()["paid"]) <= 4


@pytest.mark.parametrize(("form", "message"), [
    ('"bid N to M", N=(0, 1), M=(0, 1), together=True', "join the blanks with commas"),
    ('"bid N M", N=(0, 1), M=(0, 1), together=True', "join the blanks with commas"),
    ('"bid N", N=(0, 1), together="open"', 'must be True or "secret"'),
    ('"bid N", N=(0, 1), phase="draft"', 'needs a field phase = Enum\\("draft"'),
])  # fmt: skip
def test_wrong_declarations_are_explained(tmp_path, form, message):
    text = BIDS.format(together="True").replace('"bid N", N=(0, 9), together=True, phase="bid"',
                                                form)  # fmt: skip
    with pytest.raises(AicoreError, match=message):
        made(tmp_path, text)


def test_too_many_choices_are_refused_before_they_are_listed(tmp_path):
    text = BIDS.format(together="True").replace(
        '"bid N", N=(0, 9)', '"bid A,B", A=(1, 1000), B=(1, 1000)'
    )
    tracemalloc.start()
    with pytest.raises(AicoreError, match="1000000 choices at once are too many"):
        made(tmp_path, text)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20_000_000  # the list has 100 MB


def test_an_action_is_possible_only_in_its_phase(tmp_path):
    game = bids(tmp_path)
    fields = game.start().to_dict()
    assert game.from_dict(fields).legal()
    fields["phase"] = "over"
    with pytest.raises(AicoreError, match="has no legal action"):
        game.from_dict(fields).legal()


PASSES = """
class Passes(Game):
    stop = Flag(shown=False)
    @action("bid N", N=(1, 1), together=True)
    def bid(self, s, bids):
        s.turn = END
    @bid.legal
    def bids(self, s):
        return [1] if {bids} else []
    @action("stop")
    def halt(self, s):
        s.turn = END
    @halt.legal
    def halts(self, s):
        return s.stop
    @action("pass N", N=(1, 1), together=True, otherwise=True)
    def skip(self, s, passes):
        s.turn = END
    def result(self, s):
        return None
"""


@pytest.mark.parametrize(("bids", "choices"), [("True", {"bid 1"}), ("False", {"pass 1"})])
def test_a_choice_that_is_legal_otherwise_is_drawn_only_if_no_other_is(tmp_path, bids, choices):
    state = made(tmp_path, PASSES.format(bids=bids)).start()
    assert {*state.legal()} == choices
    state.apply(state.legal()[0])
    drawn = {state.resample(1, aicore.Rng(k)).to_dict()["chosen"][0] for k in range(40)}
    assert drawn == choices


DUEL = """
class Duel(Game):
    seats = 2
    history = 4
    phase = Enum("fight", "loot", shown=False)
    blows = Int(0, 3, seats=True)
    shields = Int(0, 3, seats=True)
    @action("attack N", N=(1, 3), together={together}, phase="fight")
    def attack(self, s, blows):
        s.blows = [blow or 0 for blow in blows]
        s.phase, s.turn = "loot", 0
    @action("defend N", N=(1, 3), together={together}, phase="fight")
    def defend(self, s, shields):
        s.shields = [shield or 0 for shield in shields]
        s.phase, s.turn = "loot", 0
    @action("take N", N=(1, 3), together={together}, phase="loot")
    def take(self, s, taken):
        s.turn = END
    def result(self, s):
        return None
    def tell(self, event, names):
        return f"{{event.words[0]}} {{event.words[1]}}"
"""


@pytest.mark.parametrize("together", ["True", '"secret"'])
def test_a_hidden_choice_does_not_show_its_form(tmp_path, together):
    """With `attack ?`, the other seat could choose its answer."""
    game = made(tmp_path, DUEL.format(together=together))
    views, texts, stories = set(), set(), set()
    for choice in game.start().legal():
        state, before = game.start(), game.start()
        texts.add(state.event_text(choice, 1))
        assert state.event_text(choice, 0) == choice
        state.apply(choice)
        views.add(bytes(state.view(1)))
        event = seen_event(before, 0, choice, state, 1)
        stories.add(tell_all(game, [event], Names(["a", "you"], 1))[0])
    assert len(views) == 1
    assert texts == {"?"}
    assert stories == {"a has chosen."}


def test_a_secret_choice_does_not_show_its_form_later(tmp_path):
    state = made(tmp_path, DUEL.format(together='"secret"')).start()
    state.apply("attack 3")
    state.apply("defend 1")
    ((reveal, _chance),) = state.outcomes()
    assert reveal == "reveal 0 attack 3"
    assert state.event_text(reveal, 1) == "reveal 0 ?"
    state.settle(aicore.Rng(1))
    assert state.event_text("take 2", 1) == "take ?"  # no other form is possible in this phase
