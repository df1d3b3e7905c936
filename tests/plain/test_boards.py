"""Tests of boards of named places, boards of seats, and other kinds of fields."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import aicore
from aicore.core.boards import Graph, Hexes
from aicore.core.drawing import plain
from aicore.core.errors import AicoreError, MistakeError
from aicore.core.kinds import FieldError, Flag, Int
from aicore.core.picture import Scene, to_svg
from aicore.plain import dice, placed, shape, turns
from plain.made import made


def test_a_round_board_of_hexagons():
    board = Hexes(Int(0, 1), radius=2)
    assert len(board.places) == 19  # 1 + 6 + 12
    assert sorted(map(len, board.near.values())) == [3] * 6 + [4] * 6 + [6] * 7
    assert board.places[9] == "c3"  # the middle
    assert set(board.near["c3"]) == {board.step("c3", way) for way in range(6)}
    for way in range(6):  # there and back again
        assert board.step(board.step("c3", way), (way + 3) % 6) == "c3"
    assert board.step("a3", 3) is None
    east_and_clockwise = [board.step("c3", way) for way in range(6)]
    assert east_and_clockwise == ["d3", "c4", "b4", "b3", "c2", "d2"]
    with pytest.raises(ValueError, match="direction 6 must be from 0 to 5"):
        board.step("c3", 6)
    with pytest.raises(ValueError, match="'z9' is not a place"):
        board.step("z9", 0)


def test_a_rhombus_of_hexagons():
    board = Hexes(Flag(), 3, 4)
    assert board.places == tuple(f"{c}{r}" for r in "123" for c in "abcd")
    assert set(board.near["b2"]) == {"a2", "c2", "b1", "c1", "a3", "b3"}


@pytest.mark.parametrize(("places", "roads", "message"), [
    (["a", "b"], [("a", "c")], "a road leads to 'c', which is no place"),
    (["a", "a"], [], "distinct words"),
    (["New York"], [], "a place is one word"),
])  # fmt: skip
def test_wrong_graphs_are_explained(places, roads, message):
    with pytest.raises(FieldError, match=message):
        Graph(Int(0, 1), places, roads)


WALK = """
PLACES = {{"rome": (0, 0), "oslo": (1, 0), "bonn": (1, 1)}}
class Walk(Game):
    seats = 2
    town = Graph(Int(0, 3), PLACES, [("rome", "oslo"), ("oslo", "bonn")])
    at = Enum(*PLACES, seats=True)
    fleet = Grid(Int(0, 2), 2, 3, seats=True, hidden=True)
    cash = Int(0, 500, start=250, seats=True, unit="$", decimals=2)
    share = Rational(0, 2, 3, seats=True)
    suit = Enum("none", "hearts", colors={{"hearts": "red"}}, icons={{"hearts": "♥"}}, icon="♠")
    die = Array(Die(), 2)
    def setup(self, s):
        s.fleet[0][1][2] = 2
        s.share[1] = Fraction(2, 3)
        s.suit, s.die, s.town["bonn"] = "hearts", [3, 0], 2
    @action("go PLACE", PLACE=town.places)
    def go(self, s, place):
        s.at[s.turn] = place
        s.share[s.turn] += {step}
        s.turn = END if s.turn else 1
    @go.legal
    def roads(self, s):
        return self.town.near[s.at[s.turn]]
    @action("shell ROW COLUMN", ROW=(1, 2), COLUMN="abc")
    def shell(self, s, row, column):
        s.turn = END
    def result(self, s):
        return None
"""


def walk(folder, step="Fraction(1, 3)"):
    return made(folder, WALK.format(step=step).replace('"abc"', '["a", "b", "c"]')).start()


def test_neighbors_are_read_from_the_board(tmp_path):
    state = walk(tmp_path)
    assert [text for text in state.legal() if text.startswith("go")] == ["go oslo"]
    assert state.to_dict()["town"] == {"rome": 0, "oslo": 0, "bonn": 2}


def test_a_board_of_each_seat_is_hidden_from_the_others(tmp_path):
    state = walk(tmp_path)
    assert state.to_dict(0)["fleet"][0] == [[0, 0, 0], [0, 0, 2]]
    assert state.to_dict(1)["fleet"][0] == [[0, 0, 0], [0, 0, None]]


OWNERS = """
class Owners(Game):
    seats = 2
    town = Graph({kind}, {{"rome": (0, 0), "oslo": (1, 0), "bonn": (1, 1)}}, [("rome", "oslo")])
    land = Grid({kind}, 1, 3)
    def setup(self, s):
        one, two = {values}
        s.town["oslo"] = s.land[0][1] = one
        s.town["bonn"] = s.land[0][2] = two
        s.town["rome"] = s.land[0][0] = {nobody}
    @action("pass")
    def rest(self, s):
        s.turn = END
    def result(self, s):
        return None
"""


@pytest.mark.parametrize(("kind", "values", "nobody"), [
    ("Seat()", (0, 1), None),
    ("Seat(nobody=-1)", (0, 1), "-1"),
    ("Seat(nobody=None)", (0, 1), "None"),
    ('Seat(nobody="wild")', (0, 1), '"wild"'),
    ('Seat("red", "blue")', ("red", "blue"), None),
    ('Seat("red", "blue", nobody="empty")', ("red", "blue"), '"empty"'),
])  # fmt: skip
def test_places_of_a_seat_have_stones_and_free_places_have_none(tmp_path, kind, values, nobody):
    last = repr(values[1]) if nobody is None else nobody
    state = made(tmp_path, OWNERS.format(kind=kind, values=values, nobody=last)).start()
    drawn = state.game.info.picture.draw(Scene(state.view(0)))
    stones = [str(one.get("class")) for one in drawn.iter("circle") if one.get("r") != "7"]
    both = 1 + (nobody is None)
    assert (stones.count("seat0"), stones.count("seat1")) == (2, 2 * both)  # town and land
    lines = [" ".join(line.split()) for line in plain(state.view(0), 78).splitlines()]
    assert f"oslo {values[0]} to rome" in lines
    assert f"bonn {values[1]} to" in lines
    assert ("rome to oslo" in lines) == (nobody is not None)


PURSES = """
class Purses(Game):
    seats = 2
    cash = Rational(0, 4, 4, seats=True, unit="$", decimals=2)
    way = Rational(-1, 1, 3, seats=True, track=True, unit="km")
    def setup(self, s):
        s.cash[1] = Fraction(5, 4)
        s.way[1] = Fraction(1, 3)
    @action("pass")
    def rest(self, s):
        s.turn = END
    def result(self, s):
        return None
"""


def test_fractions_are_shown_with_their_unit_and_as_tracks(tmp_path):
    state = made(tmp_path, PURSES).start()
    shown = plain(state.view(0), 78)
    for text in ("$0.00", "$1.25", "###... 0 km", "####.. 1/3 km"):
        assert text in shown
    drawn = to_svg(Scene(state.view(0)))
    for text in ("$1.25", "1/3 km"):
        assert text in drawn
    cells = re.findall(r'<rect class="(accent|face)"[^>]* height="10"', drawn)
    assert cells == ["accent"] * 3 + ["face"] * 3 + ["accent"] * 4 + ["face"] * 2


def test_fractions_are_exact_and_survive_json(tmp_path):
    state = walk(tmp_path)
    state.apply("go oslo")
    assert state.to_dict()["share"] == ["1/3", "2/3"]
    assert state.game.from_dict(state.to_dict()) == state
    with pytest.raises(MistakeError, match="or a Fraction from 0 to 2 in steps of 1/3"):
        walk(tmp_path, "0.5").apply("go oslo")


def test_the_terminal_shows_boards_pawns_money_and_signs(tmp_path):
    shown = plain(walk(tmp_path).view(0), 78)
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "rome @0@1 to oslo" in lines
    assert "bonn 2 to oslo" in lines
    assert "$2.50" in shown
    assert "♠ suit ♥ hearts" in lines
    assert "die 3 ." in lines
    assert "seat 0: fleet" in shown
    assert "seat 1: fleet" in shown
    assert max(map(len, shown.splitlines())) <= 78


def actions_of(picture, legal):
    """Return the actions that each element of a picture offers, as sets of texts."""
    return [
        {legal[int(place)] for place in one.get("data-actions").split()}
        for one in picture.iter() if one.get("data-actions")
    ]  # fmt: skip


@pytest.mark.parametrize("narrow", [False, True])
def test_clicks_on_places_and_on_ones_own_board_play(tmp_path, narrow):
    state = walk(tmp_path)
    legal = tuple(state.legal())
    scene = Scene(state.view(0), ("you", "b"), legal, (), ("go oslo",), narrow)
    found = actions_of(state.game.info.picture.draw(scene), legal)
    assert {"go oslo"} in found
    assert {"shell 2 c"} in found
    assert sorted(set().union(*found)) == sorted(legal)
    assert sum(texts == {"shell 2 c"} for texts in found) == 1  # not on the other's board
    assert 'fill="#c0392b"' not in to_svg(scene)  # the suit is a fact, in words


HAND = """
DECK = ["qs", "2h", "3h"]
class Hand(Game):
    seats = 2
    hand = Cards(DECK, seats=True, hidden=True, colors={"2h": "red"})
    left = Int(0, 3, track=True)
    def setup(self, s):
        s.hand[0].fill(1)
        s.hand[1]["qs"] = 1
    @action("play CARD", CARD=DECK)
    def play(self, s, card):
        s.turn = END
    @play.legal
    def playable(self, s):
        return ["2h", "3h"]
    @action("pass")
    def skip(self, s):
        s.turn = END
    def result(self, s):
        return 0
    def ending(self, s):
        return "the light went out"
"""


def test_a_track_of_a_single_value_is_drawn(tmp_path):
    state = made(tmp_path, HAND.replace("Int(0, 3, track=True)", "Int(3, 3, track=True)")).start()
    picture = state.game.info.picture.draw(Scene(state.view(0), ("you", "b")))
    assert "3" in [one.text for one in picture.iter("text")]
    assert "3" in plain(state)


def test_cards_lie_side_by_side_and_are_clicked(tmp_path):
    state = made(tmp_path, HAND).start()
    legal = tuple(state.legal())
    picture = state.game.info.picture.draw(Scene(state.view(0), ("you", "b"), legal))
    found = actions_of(picture, legal)
    assert found.count({"play 2h"}) == found.count({"play 3h"}) == found.count({"pass"}) == 1
    texts = {one.text: one for one in picture.iter() if one.tag == "text"}
    assert texts["2h"].get("fill") == "#c0392b"
    assert float(texts["qs"].get("x")) < float(texts["2h"].get("x"))
    assert texts["qs"].get("y") == texts["2h"].get("y")


def test_the_end_is_shown(tmp_path):
    from aicore.core.story import Names, ending

    state = made(tmp_path, HAND).start()
    state.apply("pass")
    told = state.game.info.story.end(state.game, ending(state, None), Names(["a", "b"]))
    assert told == "The light went out. a wins."


WIDE = """
class Wide(Game):
    seats = 4
    lanterns_of_every_color = Array(Int(0, 9), 5, seats=True)
    shown_bid = Int(-1, 20, start=-1, seats=True)
    place_on_the_quay = Enum("none", "workshop", seats=True)
    more_words_here = Int(0, 99, seats=True)
    extraordinary = Int(0, 99, seats=True)
    still_more_of_them = Int(0, 99, seats=True)
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
"""


def test_no_word_is_broken_at_80_columns(tmp_path):
    shown = plain(made(tmp_path, WIDE).start(), 80).split()
    for word in ("lanterns", "color", "shown", "bid", "quay", "-", "extraordinary", "them"):
        assert word in shown
    assert "-1" not in shown  # a bid not made yet


PAINTED = """
class Painted(Game):
    n = Int(0, 9)
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
    def picture(self, fields):
        return '{svg}'
"""


def test_a_picture_in_svg_has_buttons_below(tmp_path):
    svg = '<svg viewBox="0 0 20 10"><circle class="ink" cx="5" cy="5" r="4"/>'
    svg += '<line x1="0" y1="5" x2="20" y2="5"/></svg>'
    state = made(tmp_path, PAINTED.format(svg=svg)).start()
    picture = state.game.info.picture.draw(Scene(state.view(0), ("you", "b"), ("go",)))
    assert [one.get("class") for one in picture.iter("circle")] == ["ink"]
    assert actions_of(picture, ("go",)) == [{"go"}]
    assert "n" in plain(state)  # a terminal shows the fields


@pytest.mark.parametrize("svg", [
    '<svg viewBox="0 0 9 9"><script/></svg>', '<svg viewBox="0 0 9 9"><g onclick="x()"/></svg>',
    '<svg viewBox="0 0 9 9"><g fill="url(http://x)"/></svg>', "<svg><g/></svg>", "<svg",
    '<svg viewBox="0 0 9 9"><image href="http://x"/></svg>',
    '<svg viewBox="0 0 9 9"><g ONclick="x()"/></svg>',
    '<svg viewBox="0 0 9 9"><g style="x:y"/></svg>',
    '<svg viewBox="0 0 9 9"><linearGradient href="//x#g"/></svg>',
    r'<svg viewBox="0 0 9 9"><g fill="\\75rl(//x)"/></svg>',
    '<svg viewBox="0 0 9 9"><!-- --></svg>', '<svg viewBox="0 0 inf 9"><g/></svg>',
    '<svg viewBox="nan 0 9 9"><g/></svg>',
])  # fmt: skip
def test_a_picture_can_neither_run_nor_load_anything(tmp_path, svg):
    state = made(tmp_path, PAINTED.format(svg=svg)).start()
    with pytest.raises(AicoreError, match="picture: the SVG"):
        state.game.info.picture.draw(Scene(state.view(0)))


@pytest.mark.parametrize(("declared", "message"), [
    ('Enum("a", "b", colors={"c": "red"})', "colors= names 'c', which the field lacks"),
    ('Enum("a", "b", colors={"a": "reddish"})', "the color 'reddish' must be one of red, "),
    ('Enum("a", "b", icons={"c": "x"})', "icons= names 'c'"),
    ("Int(0, 3, remembers=True)", "remembers= needs hidden=True"),
    ('Card("none", "a", deck="d", copies={"b": 2})', "copies: 'b' is no card of the deck"),
    ('Cards(["a"], copies={"a": 300})', "copies of a"),
    ("Grid(Int(0, 1, seats=True), 2, 2)", r"Grid\(..., seats=True\) instead"),
    ("Rational(0, 1, 3, start=0.5)", "start: 0.5 is not one of its values"),
    ("Array(Int(0, 255), 5000)", "at most 4096 fit"),
    ('Int(0, 9, hidden=True, deck="d", copies=228)', "deck 'd' has 2052 cards; at most 2048 fit"),
    ("Int(0, 1, hiden=True)", "hiden"),
])  # fmt: skip
def test_wrong_fields_are_explained(tmp_path, declared, message):
    with pytest.raises(AicoreError, match=message):
        made(
            tmp_path,
            f"""
class Wrong(Game):
    field = {declared}
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
""",
        )


def test_too_many_hidden_hands_are_refused(tmp_path):
    """Eight hands for each of eight seats fit; dealing once lost the cards of further hands."""
    text = """
class Hands(Game):
    seats = 8
    {hands} = (Cards(3, seats=True, hidden=True) for _ in range({number}))
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
"""
    hands = [f"hand{number}" for number in range(9)]
    made(tmp_path, text.format(hands=", ".join(hands[:8]), number=8))
    with pytest.raises(AicoreError, match=r"deck 'cards' has 72 hidden hands .* at most 64 fit"):
        made(tmp_path, text.format(hands=", ".join(hands), number=9))


def test_copies_of_cards_and_full_piles(tmp_path):
    game = made(tmp_path, """
KINDS = {"guard": 5, "king": 1}
class Court(Game):
    deck = Cards(list(KINDS), copies=KINDS, full=True, hidden=True)
    hand = Card("none", *KINDS, seats=True, hidden=True, deck="court", copies=KINDS)
    def setup(self, s):
        s.hand[0], s.hand[1] = "king", "guard"
    @action("go")
    def go(self, s):
        s.turn = END
    def result(self, s):
        return 0
""")  # fmt: skip
    state, rng = game.start(), aicore.Rng(1)
    assert state.to_dict()["deck"] == ["guard"] * 5 + ["king"]
    drawn = [state.resample(1, rng).to_dict()["hand"][0] for _ in range(500)]
    # a king and four guards are left for seat 0, as seat 1 has one of the guards
    assert abs(drawn.count("king") - 100) < 45  # five standard errors


def test_rolls_of_several_dice():
    assert dice(2, faces=2) == {(1, 1): 1, (1, 2): 2, (2, 2): 1}
    assert len(dice(5)) == 252
    assert sum(dice(5).values()) == 6**5
    assert dice(1, faces=2, room=3) == {(0, 0, 1): 1, (0, 0, 2): 1}


def test_the_ways_to_lay_polyominoes():
    """The one-sided and fixed numbers of tetrominoes: 7 and 19 (OEIS A000988, A001168)."""
    tetrominoes = [shape("####"), shape("###", "#.."), shape("##", "##"), shape(".##", "##."),
                   shape("###", ".#.")]  # fmt: skip
    assert sum(len(turns(one)) for one in tetrominoes) == 19
    assert len(turns(shape("###", "#.."), mirrored=False)) == 4
    assert placed(shape("##", ".#"), 1, 2, 3, 4) == ((1, 2), (1, 3), (2, 3))
    assert placed(shape("##", ".#"), 1, 3, 3, 4) is None


def test_money_is_a_fraction_of_a_hundred():
    from aicore.core.kinds import Rational

    assert Rational(0, 3, 100).values[125] == Fraction("1.25")
