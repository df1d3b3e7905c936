"""Tests of declared fields: redrawn decks, numbers of any range, and observed tokens."""

from __future__ import annotations

from collections import Counter

import pytest

import aicore
from aicore.plain.loading import load
from aicore.plain.state import Slot, Struct
from kit.chi2 import p_value
from kit.fields import decoded
from plain.conftest import EXAMPLES
from plain.made import made

GAME = """
from aicore.plain import END, Game, Int, action


class Dealt(Game):
    \"\"\"Cards 1 to 6: one for each of three seats, one face up, two that nobody sees.\"\"\"

    seats = 3
    hand = Int(0, 6, seats=True, hidden=True, deck="cards")
    shown = Int(0, 6, deck="cards")
    level = Int(-1, 200)

    def setup(self, s):
        s.hand[0], s.hand[1], s.hand[2], s.shown = 4, 2, 5, 3
        s.turn = 0

    @action("move FROM TO", FROM=(0, 99), TO=(0, 99))
    def move(self, s, source, target):
        s.turn = END

    @move.legal
    def moves(self, s):
        return [(source, target) for source in range(3) for target in range(3)]

    @action("raise to LEVEL", LEVEL=(-1, 200))
    def raise_to(self, s, level):
        s.level = level

    @action("stop")
    def stop(self, s):
        s.turn = END

    def result(self, s):
        return None
"""


@pytest.fixture
def state(tmp_path):
    path = tmp_path / "dealt.py"
    path.write_text(GAME, encoding="utf-8")
    return load(str(path)).start()


@pytest.mark.parametrize(("seat", "own"), [(0, 4), (1, 2), (2, 5)])
def test_hidden_cards_are_redrawn_from_those_a_seat_does_not_see(state, seat, own):
    rng = aicore.Rng(3)
    hands = Counter(tuple(state.resample(seat, rng)["hand"]) for _ in range(1200))
    assert all(hand[seat] == own and len({*hand, 3}) == 4 for hand in hands)
    assert len(hands) == 4 * 3  # two of the four other cards, in order
    assert p_value(list(hands.values())) > 1e-6


@pytest.mark.parametrize("level", [-1, 127, 128, 200])
def test_a_number_of_any_range_is_kept(state, level):
    state.apply(f"raise to {level}")
    assert state["level"] == state.to_dict()["level"] == level


def test_the_first_token_of_an_action_is_observed(state):
    before = bytes(state.observation(0))
    prefixes = [], [0], [0, 1], [0, 2], [201]
    assert [len(state.legal_tokens(prefix)) for prefix in prefixes] == [204, 3, 3, 3, 0]
    seen = [bytes(state.observation(0, prefix)) for prefix in prefixes]
    assert seen[0] == before
    assert len({*seen}) == 5


def test_each_token_stands_for_one_thing(state):
    """Token 0 is "move", with 10,000 actions; then come FROM and TO, and the 203 other actions."""
    assert state.game.num_tokens == 1 + 100 + 100 + 202 + 1
    assert state.encode("move 2 1", full=True) == (0, 1 + 2, 101 + 1)
    assert state.encode("raise to -1", full=True) == (201,)
    assert state.encode("stop", full=True) == (403,)
    legal = [state.encode(action, full=True) for action in state.legal()]
    assert len({*legal}) == len(legal) == 9 + 202 + 1


MANY = """
class Many(Game):
    seats = 2
    open_few, open_many = Int(1, 9), Int(1, 90)
    few, nearly_many, many = [Int(3, high, hidden=True, seats=True) for high in (9, 34, 35)]
    sign, secret = Flag(), Flag(hidden=True, seats=True)
    @action("pass")
    def skip(self, s):
        s.turn = END
    def result(self, s):
        return None
"""


def test_hidden_numbers_of_a_small_range_are_categories(tmp_path):
    """A hidden number has one more, since 0 means hidden."""
    fields = {field.name: (field.kind, field.high) for field in made(tmp_path, MANY).fields[2:]}
    assert fields == {
        "open_few": ("amount", 8),
        "open_many": ("amount", 89),
        "few": ("category", 7),
        "nearly_many": ("category", 32),
        "many": ("amount", 33),
        "sign": ("flag", 1),
        "secret": ("category", 2),
    }


@pytest.mark.parametrize(
    "field", ["Seat(start=1)", 'Enum("a", "b", start="b")', "Array(Int(0, 3), 2, start=1)"]
)
def test_a_start_that_would_be_ignored_is_refused(tmp_path, field):
    path = tmp_path / "dealt.py"
    path.write_text(
        GAME.replace("import END", "import END, Array, Enum, Seat").replace(
            "level = Int(-1, 200)", f"level = Int(-1, 200)\n    more = {field}"
        )
    )
    with pytest.raises(aicore.AicoreError, match="only Int, Rational and Flag take start=; write"):
        load(str(path))


@pytest.mark.parametrize("name", ["hearts.py", "whist.py"])
def test_observations_have_the_cards_that_others_still_hold(name):
    """Both games deal all cards, and a card that was played is gone."""
    game = load(EXAMPLES / name)
    state, rng, chance = game.start(), aicore.Rng(4), aicore.Chance(4)
    while chance.settle(state) is not None and state.turn >= 0:
        hands = state.to_dict()["hand"]
        cards = game.author.hand.keys
        for seat in range(game.seats):
            left = {card for other in range(game.seats) if other != seat for card in hands[other]}
            seen = bytes(state.observation(seat))
            marks = decoded(game, seen)["unseen cards"]
            assert [card for card, mark in zip(cards, marks, strict=True) if mark] == [
                card for card in cards if card in left
            ]
            assert bytes(state.resample(seat, rng).observation(seat)) == seen
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])


def test_copies_are_counted_except_those_that_a_seat_remembers(tmp_path):
    """Seat 0 sees one of three a and one of three b, and is shown another one of each."""
    path = tmp_path / "copies.py"
    path.write_text(COPIES, encoding="utf-8")
    state = load(path).start()
    assert decoded(state.game, bytes(state.observation(0)))["unseen cards"] == [2, 2]
    state.apply("show a")
    assert decoded(state.game, bytes(state.observation(0)))["unseen cards"] == [1, 1]
    assert decoded(state.game, bytes(state.observation(1)))["unseen cards"] == [2, 1]


COPIES = """
from aicore.plain import END, Cards, Game, action


class Copies(Game):
    \"\"\"Three a and three b; one b is face up.\"\"\"

    hand = Cards(["a", "b"], copies=3, seats=True, hidden=True, remembers=True)
    pile = Cards(["a", "b"], copies=3, hidden=True)
    open = Cards(["a", "b"], copies=3)

    def setup(self, s):
        s.hand[0]["a"], s.hand[1]["a"], s.pile["a"] = 1, 1, 1
        s.hand[1]["b"], s.pile["b"], s.open["b"] = 1, 1, 1
        s.turn = 0

    @action("show CARD", CARD=["a", "b"])
    def reveal(self, s, card):
        self.show(s, "hand", 1, to=0)
        s.turn = 1

    def result(self, s):
        return None
"""


HEIRS = """
class Base(Game):
    total = Int(0, 99)
    @action("add N", N=(1, 3))
    def add(self, s, n):
        s.turn = END
    def result(self, s):
        return None
class Heir(Base):
    @action("add {blank}", {blank}=(1, 5))
    def add(self, s, n):
        s.turn = END
GAME = Heir
"""


@pytest.mark.parametrize("blank", ["N", "NUMBER"])
def test_a_form_replaces_the_form_of_its_name_in_the_base_class(tmp_path, blank):
    state = made(tmp_path, HEIRS.format(blank=blank)).start()
    assert state.legal() == [f"add {n}" for n in range(1, 6)]


def test_a_field_may_be_named_forms(tmp_path):
    text = HEIRS.format(blank="N").replace("total = ", "forms = ")
    assert made(tmp_path, text).start().to_dict()["forms"] == 0


THIRDS = """
class Thirds(Game):
    share = Rational(0, 1, 3, seats=True)
    returns = 0, 1
    constant_sum = False
    def setup(self, s):
        s.turn = CHANCE
    @event("get N", N=(1, 2))
    def get(self, s, n):
        s.share[0] = Fraction(n, 3)
        s.turn = 0
    @get.chances
    def gets(self, s):
        return {1: Fraction(1, 4), 2: Fraction(3, 4)}
    @action("stop N", N=(1, 2))
    def stop(self, s, n):
        s.turn = END
    def promising(self, s):
        return {"stop 2": Fraction(1, 2)}
    def plausible(self, s, seat):
        return Fraction(1, 2)
    def estimate(self, s):
        return list(s.share)
    result = scores = estimate
"""


def test_fractions_are_numbers_in_every_answer(tmp_path):
    game = made(tmp_path, THIRDS)
    state = game.start()
    assert sorted(chance for _, chance in state.outcomes()) == [0.25, 0.75]
    state.apply(game.parse("get 2"))
    assert state.scores() == [pytest.approx(2 / 3), 0]
    aicore.player("mcts:sims=20", game, seed=1).decide(state.view(0))
    assert state.evaluate()[0] == pytest.approx(2 / 3)
    state.resample(0, aicore.Rng(1))
    state.apply(game.parse("stop 2"))
    assert state.returns() == [pytest.approx(2 / 3), 0]


def test_numbers_of_numpy_are_weights_and_probabilities(tmp_path):
    text = THIRDS.replace("Fraction(1, 4)", "np.int64(1)").replace("Fraction(3, 4)", "np.int64(3)")
    state = made(tmp_path, f"import numpy as np\n{text}").start()
    assert sorted(chance for _, chance in state.outcomes()) == [0.25, 0.75]


def struct(size, *slots):
    """Return a state of some bytes with some fields."""
    slotted = {slot.name: slot for slot in slots}
    return type("State", (Struct,), {"__slots__": (), **slotted})(size, slots)


@pytest.mark.parametrize(
    ("offset", "width", "shape"), [(6, 2, ()), (4, 4, ()), (2, 2, (3,)), (0, 1, (2, 4))]
)
def test_a_field_ends_at_the_end_of_its_state_or_before(offset, width, shape):
    place = 0 if shape else -1
    state = struct(8, Slot("x", offset, width, 0, 9, None, shape, place))
    assert len(bytes(state)) == 8
    with pytest.raises(ValueError, match="beyond the end"):
        struct(8, Slot("x", offset + 1, width, 0, 9, None, shape, place))


@pytest.mark.parametrize("size", [-1, 0, 65537])
def test_a_state_has_1_to_65536_bytes(size):
    assert len(bytes(struct(1))) == 1
    assert len(bytes(struct(65536))) == 65536
    with pytest.raises(ValueError, match="1 to 65536"):
        struct(size)


@pytest.mark.parametrize(("offset", "width"), [(-1, 1), (0, 0), (0, 3), (0, 8)])
def test_numbers_of_a_state_have_1_2_or_4_bytes(offset, width):
    with pytest.raises(ValueError, match="1, 2 or 4 bytes"):
        Slot("x", offset, width, 0, 9)
