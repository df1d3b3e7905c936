"""Tests of the text shown for a plain game without a story of its own."""

from __future__ import annotations

import aicore
from aicore.core.drawing import plain
from aicore.core.language import speaking
from aicore.core.story import Names, SeenEvent, score
from aicore.session.outcome import outcome
from plain.made import made, settled


def seen_event(actor, event) -> SeenEvent:
    return SeenEvent(actor, event, {}, {})


def test_chance_events_that_differ_in_their_last_word_are_one_line(example):
    game = aicore.load(example("liars_dice"))
    events = [
        seen_event("chance", "roll 0 4"), seen_event("chance", "roll 0 6"),
        seen_event("chance", "roll 1 ?"), seen_event("chance", "roll 1 ?"),
        seen_event(0, "bid 2 6"), seen_event("chance", "roll 0 1"),
    ]  # fmt: skip
    lines = game.info.story.tell_all(game, events, Names(["you", "mcts"], 0))
    assert lines == ["roll you: 4 6.", "roll mcts: 2 hidden.", "you: bid 2 6", "roll you 1."]


MASKS = """
class Masks(Game):
    \"\"\"Everybody picks a mask, unseen.\"\"\"
    seats = 2
    coins = Int(0, 9, seats=True, icon="$")
    host = Seat()
    void = Seat(nobody=-1)

    def setup(self, s):
        s.host, s.turn = 1, CHANCE
    @event("deal SEAT N", SEAT="seats", N=(1, 3), seen_by="SEAT")
    def deal(self, s, seat, n):
        s.coins[seat] = 3
        s.turn = 0 if min(s.coins) else CHANCE
    @deal.chances
    def deals(self, s):
        return [(s.coins.index(0), n) for n in (1, 2, 3)]
    @action("pick N", N=(1, 3), together="secret")
    def pick(self, s, picked):
        \"\"\"Pick a mask.\"\"\"
        s.turn = END
    def result(self, s):
        return 0
    def aim(self):
        return \"\"\"Pick well.
            Both pick, unseen.
        \"\"\"
    def tell(self, event, names):
        return f"{names[event.actor]} picked" if event.words[0] == "pick" else None
"""


def test_events_without_an_authors_sentence_are_combined(tmp_path):
    """Otherwise each card and each unseen choice would have a line of its own."""
    game = made(tmp_path, MASKS)
    events = [
        seen_event("chance", "deal 0 2"), seen_event("chance", "deal 1 ?"),
        seen_event("chance", "deal 1 ?"), seen_event(0, "pick 2"), seen_event(1, "pick ?"),
        seen_event("chance", "reveal 0 pick ?"), seen_event("chance", "reveal 1 pick ?"),
    ]  # fmt: skip
    assert game.info.story.tell_all(game, events, Names(["you", "mcts"], 0)) == [
        "deal you 2.", "deal mcts: 2 hidden.", "You picked.", "mcts picked.",
        "All have chosen in secret.",
    ]  # fmt: skip


def test_an_aim_in_lines_loses_its_indents(tmp_path):
    game = made(tmp_path, MASKS)
    assert game.info.story.aim(game) == ("Pick well.", "Both pick, unseen.")


def test_seats_have_names_and_choices_are_shown_while_there_are_any(tmp_path):
    state = settled(made(tmp_path, MASKS))
    drawn = plain(state)
    assert drawn.splitlines()[0].split() == ["$", "coins"]  # the icon has no line of its own
    assert f"host  {Names.numbered(2)[1]}" in drawn
    assert "void  -" in drawn
    assert "chosen" not in drawn
    state.apply("pick 2")
    assert "chosen" in plain(state.view(0))


def test_the_default_aim_is_the_beginning_of_the_rules(example):
    game = aicore.load(example("nim"))
    assert game.info.story.aim(game) == (
        "Take as many sticks as you like from one row.", "Whoever takes the last stick wins.",
    )  # fmt: skip
    long = aicore.load(example("backgammon"))
    assert 1 < len(long.info.story.aim(long)) < 4


def test_a_long_row_shows_its_entries_with_their_indices(example):
    state = aicore.load(example("backgammon")).start()
    assert "6:5  8:3  13:5  24:2" in plain(state)


def test_a_board_shows_the_names_in_actions_and_fields_can_be_left_out(example):
    drawn = plain(aicore.load(example("connect_four")).start())
    assert drawn.split("\n")[6].split() == list("abcdefg")
    assert "winner" not in drawn


RICH = """
class Rich(Game):
    seats = {seats}
    done = Flag(shown=False)
    @action("stop")
    def stop(self, s):
        s.turn = END
    def scores(self, s):
        return [1_234_567, 0.25][:self.seats]
    def result(self, s):
        return 0
"""


def test_large_scores_have_all_digits(tmp_path):
    state = made(tmp_path, RICH.format(seats=2)).start()
    assert "1234567" in plain(state)
    state.apply("stop")
    assert outcome(state, ["a", "b"]) == "a won, 1234567 to 0.25"
    with speaking("de"):
        assert "0,25" in plain(state)
    solo = made(tmp_path, RICH.format(seats=1))
    assert score(solo, [1_234_567.0, 0.5]) == "1234567 / 0.5"
