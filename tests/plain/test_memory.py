"""Tests of what redraws keep: cards seen, roles by their number, cards that a seat cannot hold."""

from __future__ import annotations

from collections import Counter

import pytest

import aicore
from aicore.core.errors import AicoreError, MistakeError
from aicore.plain.check import check_file
from plain.made import made, settled, write

PASSING = """
DECK = [f"c{{n}}" for n in range(12)]
class Passing(Game):
    seats = 3
    hand = Cards(DECK, seats=True, hidden=True{more})
    pile = Cards(DECK, hidden=True, full=True)
    passed = Int(0, 9)
    def setup(self, s):
        s.turn = CHANCE
    @event("deal SEAT CARD", SEAT="seats", CARD=DECK, seen_by="SEAT")
    def deal(self, s, seat, card):
        s.pile[card], s.hand[seat][card] = 0, 1
        if all(sum(hand) == 3 for hand in s.hand):
            s.turn = 0
    @deal.chances
    def deals(self, s):
        seat = next(k for k in range(3) if sum(s.hand[k]) < 3)
        return [(seat, card) for card in s.pile.held()]
    @action("pass CARD", CARD=DECK, secret=True)
    def give(self, s, card):
        to = self.after(s.turn)
        s.hand[s.turn][card], s.hand[to][card] = 0, 1
        self.shown(s)
        s.passed += 1
        s.turn = END if s.passed == 9 else to
    @give.legal
    def gives(self, s):
        return s.hand[s.turn].held()
    def shown(self, s):
        {shown}
    def result(self, s):
        return None
"""


def passing(folder, more=", remembers=True", shown="pass"):
    return made(folder, PASSING.format(more=more, shown=shown))


def holders(state, seat, card, times=60):
    """Return the seats that hold a card in redraws for a seat; -1 is the pile."""
    rng, found = aicore.Rng(3), set()
    for _ in range(times):
        hands = state.resample(seat, rng).to_dict()["hand"]
        found.add(next((k for k, hand in enumerate(hands) if card in hand), -1))
    return found


def test_a_seat_remembers_a_card_that_it_passed_on(tmp_path):
    state = settled(passing(tmp_path))
    card = state.to_dict()["hand"][0][0]
    state.apply(f"pass {card}")
    assert holders(state, 0, card) == {1}  # it gave the card
    assert holders(state, 2, card) == {-1, 0, 1}  # it knows nothing
    state.apply(f"pass {card}")
    assert holders(state, 1, card) == {2}
    assert 2 not in holders(state, 0, card) or len(holders(state, 0, card)) > 1


def test_without_the_declaration_a_seat_forgets(tmp_path):
    state = settled(passing(tmp_path, ""))
    card = state.to_dict()["hand"][0][0]
    state.apply(f"pass {card}")
    assert holders(state, 0, card) == {-1, 1, 2}


def test_memory_is_private(tmp_path):
    state = settled(passing(tmp_path))
    card = state.to_dict()["hand"][0][0]
    state.apply(f"pass {card}")
    assert state.to_dict(0)["hand_known"][0] == [f"1:{card}"]
    for seat in (1, 2):
        assert state.to_dict(seat)["hand_known"] == [[], [], []]
        other = state.resample(seat, aicore.Rng(seat))
        assert bytes(other.view(seat)) == bytes(state.view(seat))
    kept = sum(len(known) for known in state.resample(2, aicore.Rng(1)).to_dict()["hand_known"])
    assert kept == 0


def test_an_author_shows_a_hand_to_a_seat(tmp_path):
    game = passing(tmp_path, shown='self.show(s, "hand", 2, to=1)')
    state = settled(game)
    state.apply(f"pass {state.to_dict()['hand'][0][0]}")
    for card in state.to_dict()["hand"][2]:
        assert holders(state, 1, card) == {2}
        assert len(holders(state, 0, card)) > 1


def test_the_check_names_what_redraws_forget(tmp_path):
    file = write(tmp_path, PASSING.format(more="", shown="pass"))
    report = check_file(file, 2, lambda text: None, all_variants=False)
    (remark,) = [one for one in report.remarks if "remembers=True" in one]
    assert "give: seat 0 saw 'c" in remark
    assert "by 'pass c" in remark
    file = write(tmp_path, PASSING.format(more=", remembers=True", shown="pass"))
    report = check_file(file, 2, lambda text: None, all_variants=False)
    assert not [one for one in report.remarks if "remembers" in one]


ROLES = """
class Roles(Game):
    seats = 3, 5
    role = Enum("none", "loyal", "spy", seats=True, hidden=True, deck="roles",
                copies=lambda seats: {{"spy": 2 if seats > 4 else 1, "loyal": seats}})
    hint = Int(0, 9)
    def setup(self, s):
        s.role = ["spy", "loyal", "loyal", "loyal", "spy"][:self.seats]
    @action("go")
    def go(self, s):
        s.turn = END
    {more}
    def result(self, s):
        return None
"""


def test_roles_are_redrawn_by_their_numbers(tmp_path):
    state = made(tmp_path, ROLES.format(more=""), seats=5).start()
    rng, spies = aicore.Rng(2), Counter()
    for _ in range(600):
        role = state.resample(1, rng).to_dict()["role"]
        spies.update(seat for seat, one in enumerate(role) if one == "spy")
        assert role[1] == "loyal"
    # two spies and five loyal cards, one of which seat 1 has: each other seat is a spy in 2 of 6
    assert all(abs(spies[seat] - 200) < 60 for seat in (0, 2, 3, 4))


def test_a_draw_is_constrained_and_weighted(tmp_path):
    more = """def plausible(self, s, seat):
        return s.role.count("spy") == 2 and (0.25 if s.role[0] == "spy" else 1.0)"""
    state = made(tmp_path, ROLES.format(more=more), seats=5).start()
    rng, first = aicore.Rng(2), 0
    for _ in range(600):
        role = state.resample(1, rng).to_dict()["role"]
        assert role.count("spy") == 2
        first += role[0] == "spy"
    # of six pairs of spies, three have seat 0: 3 * 0.25 of 3 * 0.25 + 3
    assert abs(first / 600 - 0.2) < 0.08


def test_an_authors_resample_can_call_the_default_redraw(tmp_path):
    more = """def resample(self, s, seat, random):
        self.redraw(s, seat, random)
        if s.role.count("spy") < 2:
            s.role[4 if seat != 4 else 3] = "spy" """
    state = made(tmp_path, ROLES.format(more=more), seats=5).start()
    drawn = [state.resample(1, aicore.Rng(k)).to_dict()["role"] for k in range(50)]
    assert all(role[1] == "loyal" for role in drawn)
    assert len({tuple(role) for role in drawn}) > 5
    assert any(role[4] == "spy" for role in drawn)


def test_plausible_must_return_a_likelihood(tmp_path):
    more = "def plausible(self, s, seat):\n        return 2"
    state = made(tmp_path, ROLES.format(more=more)).start()
    with pytest.raises(MistakeError, match="plausible returned 2: it must return True, False"):
        state.resample(0, aicore.Rng(1))


BARRED = """
DECK = [rank + suit for suit in "cdsh" for rank in "1234"]
class Barred(Game):
    seats = 4
    hand = Cards(DECK, seats=True, hidden=True, barred="void")
    void = {void}
    def setup(self, s):
        for k, card in enumerate(DECK):
            s.hand[k % 4][card] = 1
        for card in s.hand[1].held():  # seat 1 has no hearts; seat 2 takes them
            if card[1] == "h":
                s.hand[1][card], s.hand[2][card] = 0, 1
        s.void[1][3] = True
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return None
"""


def test_nobody_gets_a_card_that_they_cannot_hold(tmp_path):
    state = made(tmp_path, BARRED.format(void="Array(Flag(), 4, seats=True)")).start()
    sizes = [len(hand) for hand in state.to_dict()["hand"]]
    rng, where = aicore.Rng(4), Counter()
    for _ in range(400):
        hands = state.resample(0, rng).to_dict()["hand"]
        assert [len(hand) for hand in hands] == sizes
        assert not any(card[1] == "h" for card in hands[1])
        where.update(seat for seat in (2, 3) if "2h" in hands[seat])
    # seat 2 has five cards, seat 3 four, and hearts go to these two in proportion to their room
    assert 0.4 < where[2] / 400 < 0.7


def test_a_field_of_barred_cards_must_fit(tmp_path):
    for void in ("Array(Flag(), 5, seats=True)", "Array(Flag(), 4)"):
        with pytest.raises(AicoreError, match="barred='void' must name a field with seats=True"):
            made(tmp_path, BARRED.format(void=void))


def test_a_card_that_leaves_unseen_tells_nobody_whether_it_was_known(tmp_path):
    state = settled(passing(tmp_path))
    card = state.to_dict()["hand"][0][0]
    state.apply(f"pass {card}")
    views = set()
    for given in state.view(1).legal():  # in secret: the card that seat 0 gave, or another one
        after = state.clone()
        after.apply(given)
        views.add(bytes(after.view(0)))
    assert len(views) == 1
