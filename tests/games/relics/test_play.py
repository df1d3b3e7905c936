"""Tests of relics at the prompt: typed lines, reasons, the drawing, whole games through a pipe."""

from __future__ import annotations

import random
import re

import pytest
from click.testing import CliRunner
from rich.console import Console

import aicore
from aicore.cli import main
from aicore.core.errors import NotationError
from aicore.core.record import read_records
from aicore.games.relics.picture.terminal import draw, draw_whole, odds
from aicore.games.relics.words.forbidden import why_illegal
from aicore.games.relics.words.notation import expand, shorten, why_not
from games.relics import scenario
from games.relics.twin import Twin
from games.relics.twin.scenes import choose, scatter

BIG = "9" * 5000  # more digits than `int` reads
GUNNED = ("galleries g1 e2; g3 n2",)  # gun1 fires along row 6, over 15,6


def stands(*given, **setup):
    """Return the mover's view of a position on the scenarios' quiet board."""
    state = scenario.stands(*given, **setup)
    return state.view(state.turn)


def refused(view, line):
    with pytest.raises(NotationError) as caught:
        expand(view, line)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# lines with several actions


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("go nsn", ["move n", "move s", "move n"]),
        ("go n s2", ["move n", "move s", "move s"]),
        ("nnss", ["move n", "move n", "move s", "move s"]),
        ("w", ["move w"]),
        ("go w2, e", ["move w", "move w", "move e"]),
        ("go 15,8", ["move s", "move s"]),
        ("go to 14,6", ["move w"]),
        ("lift p07 to 10,11 turn 1", ["lift p07", "at 10,11", "turn 1"]),
        ("lift p7 to 0,0 1", ["lift p07", "at 0,0", "turn 1"]),
        ("lift p07 to 0,0", ["lift p07", "at 0,0"]),
        ("GO NS", ["move n", "move s"]),
        ("go 15, 8", ["move s", "move s"]),
        ("lift p07 turn 2", ["lift p07", "at 15,0", "turn 2"]),
        # p07 is drawn with its floor in the west; p01 in the northwest; p15 has wall there
        ("lift p07 to 0,0 floor w", ["lift p07", "at 0,0", "turn 0"]),
        ("lift p07 to 0,0 floor n", ["lift p07", "at 0,0", "turn 1"]),
        ("lift p01 to 0,0 floor se", ["lift p01", "at 0,0", "turn 2"]),
        ("lift p15 to 0,0 wall ne", ["lift p15", "at 0,0", "turn 1"]),
        ("go n; lift p01 turn 1; end", ["move n", "lift p01", "at 14,29", "turn 1", "end"]),
    ],
)
def test_lines(line, steps):
    assert expand(stands("at 15,6"), line) == steps


@pytest.mark.parametrize("line", ["end", "move n", "lift p07", "at 14,10", "north", "x", "patch"])
def test_other_lines_are_no_shorthand(line):
    assert expand(stands("at 15,6"), line) is None


@pytest.mark.parametrize(
    ("given", "line", "message"),
    [
        ("at 15,6", "go nnn", "step 3 of 3, `move n` from 15,4: empty space at 15,3"),
        ("at 15,6", "go e n", "step 2 of 2, `move n` from 16,6: wall at 16,5 (g2)"),
        (
            "at 15,6; ap 2",
            "wwe",
            "step 3 of 3, `move e` from 13,6: you have 0 AP left and `move e` costs 1",
        ),
        ("at 15,6", "go 24,15", "no way leads from 15,6 to 24,15 with the platforms as they are"),
        ("at 15,6", "go g2", "you are already on 15,6"),
        ("at 15,6", "go home", "there is no place 'home' to go to: type `go nnee`"),
        ("at 15,6", "go n40 s40", "a path of more than 60 steps"),
        ("at 15,6", f"go n{BIG}", "there is no place 'n9"),
        ("at 15,6", f"n{BIG}; end", "'n9"),
        ("at 15,6", f"go {BIG},6", "there is no place '9"),
        ("at 15,6", f"lift p{BIG} turn 1", "'p9"),
        ("at 15,6", f"lift p07 to 1,{BIG}", "'1,9"),
        (
            "at 15,6",
            "lift p07 to 16,3",
            "step 2 of 2, `at 16,3`: no room for p07 there: g2 lies on",
        ),
        ("at 15,6", "lift p77 to 1,1", "'p77' is not a platform"),
        ("at 15,6", "lift p07 to 31,0", "'31,0' is not a square"),
        ("at 15,6", "lift p07 to 1,1 turn 4", "'turn 4' is not a way to turn"),
        ("at 15,6", "lift p07 to 1,1 floor nw", "p07 cannot have that floor, however you turn it"),
        ("at 15,6", "lift p17 to 1,1", "step 1 of 2, `lift p17`: p17 is not on the board"),
        ("at 15,1", "lift p07 turn 1", "step 1 of 3, `lift p07`: @0 stands on p07"),
        ("at 15,6; ap 1", "go n; take", "`take`: you can take artifacts only on the large square"),
        (
            "at 15,6",
            "overload f; take",
            'There is no RAY "f". Write one of heat-ray, freeze-ray',
        ),
        ("at 15,6", "ov f; take", "no legal move begins with 'ov f'"),
        ("at 15,6", "go n; li p0", "'li p0' matches "),
        ("at 15,6", "go n; nonsense", 'There is no move "nonsense"'),
    ],
)
def test_lines_that_cannot_be_played_say_why(given, line, message):
    assert refused(stands(given), line).startswith(message)


def test_words_of_a_line_may_be_cut_short():
    view = stands("at 15,6; has freeze-ray; has heat-ray; has o2")
    assert expand(view, "overload f; take") == ["overload freeze-ray", "take"]
    assert expand(view, "ov f; USE O; end") == ["overload freeze-ray", "use o2", "end"]
    assert expand(view, "go n; ov h; end") == ["move n", "overload heat-ray", "end"]


def test_a_line_is_checked_until_chance_or_a_decision_intervenes():
    gunned = stands("at 15,6", GUNNED)
    assert expand(gunned, "go w3") == ["move w"] * 3  # after the first, gun1 is about to fire
    shot = stands("at 15,6", GUNNED, "shield shield")
    assert expand(shot, "go w3") == ["move w"] * 3  # after the first, there is a hole
    assert refused(shot, "go w; patch; go n").endswith("wall at 14,5 (g2)")
    assert expand(gunned, "go w; hit gun1; patch; go w") == [
        "move w", "hit gun1", "patch", "move w",
    ]  # fmt: skip
    item = stands("at 15,5")
    assert expand(item, "go s3; take") == ["move s", "move s", "move s", "take"]
    assert expand(stands(), "end; move n") == ["end", "move n"]  # another seat moves in between


def test_the_shortest_way_is_the_safest_of_its_length():
    # gun9 in 15,22 fires north along the center's middle column
    view = stands("platforms p11; at 13,13", ("galleries g1 w1; g8 n2",))
    assert expand(view, "go 15,16") == [f"move {way}" for way in "essse"]  # column 15 last


def test_lines_for_a_platform_in_hand():
    view = stands("at 15,6")
    state = view.resample(aicore.Rng(0))
    state.apply("lift p07")
    assert expand(state, "to 10,11 turn 1") == ["at 10,11", "turn 1"]
    assert expand(state, "10,11") == ["at 10,11"]
    assert expand(state, "end") is None
    assert expand(state, "1") is None  # a number of the menu
    state.apply("at 10,11")
    assert expand(state, "floor e") == ["turn 2"]


def test_actions_are_shown_as_typed_lines():
    view = stands("at 15,6")
    texts = ["move n", "move s", "move w", "move w", "lift p07", "at 0,0", "turn 2", "end"]
    assert shorten(texts) == ["go n s w2", "lift p07 to 0,0 turn 2", "end"]
    unfinished = ["at 0,0", "turn 1", "lift p07", "at 0,0"]
    assert shorten(unfinished) == unfinished
    assert expand(view, "; ".join(shorten(texts[2:]))) == texts[2:]


def test_lines_before_the_start():
    state = aicore.load("relics").start()
    aicore.Chance(1).settle(state)
    assert refused(state, "go n") == "choose an airlock first"


# reasons


def test_reasons_are_given_exactly_for_what_is_not_legal():
    """A legal action has no reason, every other one has a reason of one line."""
    compare_reasons(range(1))


@pytest.mark.slow
def test_reasons_are_given_exactly_for_what_is_not_legal_long():
    compare_reasons(range(1, 300))


def compare_reasons(seeds):
    known: set[str] = set()
    for seed in seeds:
        dice = random.Random(seed)
        game = aicore.load("relics", seats=2 + seed % 3)
        state, twin, scene = game.start(), Twin(game.seats), True
        while state.turn != aicore.END:
            possible = state.legal() or [text for text, _ in state.outcomes()]
            if state.turn >= 0:
                if scene and twin.phase == "act" and scatter(twin, seed, dice):
                    state = game.from_dict(twin.to_dict())
                    possible = state.legal()
                scene = scene and twin.phase != "act"
                legal = set(possible)
                tried = dice.sample(sorted(known), min(len(known), 40))
                for text in {*tried, *dice.sample(sorted(legal), min(len(legal), 12))}:
                    sentence = why_illegal(state, text)
                    assert (sentence is None) == (text in legal), (seed, text, sentence)
                    assert sentence is None or (sentence.strip() and len(sentence) < 120)
                known |= set(dice.sample(sorted(legal), min(len(legal), 12)))
            event = choose(possible, dice)
            state.apply(event)
            if scene:
                twin.apply(event)


def test_reasons_spell_texts_as_the_notation_does():
    view = stands("at 15,6")
    assert why_not(view, "move  n") is None
    assert why_not(view, "move e") is None
    with pytest.raises(NotationError):
        why_not(view, "fly n")


# at the prompt


def play(*lines, vs=("greedy",), seats=2, seed=5, record=None, seat=0):
    args = ["play", "relics", "--seats", seats, "--seed", seed, "--seat", seat]
    for spec in vs:
        args += ["--vs", spec]
    if record:
        args += ["--record", record]
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(main, list(map(str, args)), input=text, env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert max(map(len, result.stdout.splitlines())) <= 160
    return result.stdout


# seed 5: p04, a #1, is in the way; 12 - 1 - 2 - 2 - 7 = 0 AP
TO_G4 = "lift p04 to 0,10 turn 0; lift p07 to 0,14 floor s; lift p10 to 2,14 floor s; go g4"


def test_a_whole_turn_in_a_line_and_back():
    text = play("airlock W", TO_G4, "undo", "lift p04", "undo", vs=["random"])
    sentence = " ".join(text.split())
    assert "You lay a one-square platform 4 squares north and 1 east of you" in sentence
    assert sentence.count("lay a two-square platform") == 2
    assert f"taken back: {TO_G4}" in text
    before, after, last = (part.split("\n\n")[1] for part in text.split("Your move")[2:5:1])
    assert "@0" in before
    assert "taken back: lift p04" in text
    assert text.count("you have 12 AP") == 3
    assert text.count("you have 0 AP") == 1
    assert after != before
    assert last != after


def test_a_line_stops_where_a_card_is_drawn():
    text = play("airlock W", f"{TO_G4}; end; go e", vs=["random"])
    assert "Something unexpected happened. You have played 16 of 18 moves." in text
    assert "To continue, type: end; go e" in text
    assert text.count("Your move") == 3  # the airlock, the line, and the interrupted one


def test_a_refused_line_is_not_begun():
    text = play("airlock W", "lift p04 to 0,10 turn 0; go e5", vs=["random"])
    assert "Step 1 of 5, `move e` from W: empty space at 0,15. Nothing was played." in text
    assert "lift p04;" not in text.split("your move > lift")[1].split("\n", 1)[1]


def test_an_illegal_move_is_answered_with_the_rule():
    text = play("airlock W", "move e", "escpe", "take", vs=["random"])
    assert "`move e`: empty space at 0,15" in text
    assert '"escpe" here. Did you mean "escape"?' in text
    assert "`take`: you can take artifacts only on the large square" in text


def test_menus_of_places_and_turns_are_compact():
    text = play("airlock W", "lift p04", "10,12", "3", vs=["random"])
    menu = text.split("your move > lift p04")[1].split("your move >")[0]
    assert re.search(r"at  X,Y   \d{3}, such as \d+,\d+; all: moves at", menu)
    shapes = text.split("your move > 10,12")[1].split("your move >")[0]
    assert re.search(r"turn 0 +turn 1 +turn 2 +turn 3", shapes)
    assert "You lay a one-square platform" in text


def test_help_explains_lines():
    text = play("help", vs=["random"])
    assert "go n2 e2" in text
    assert "To play several moves at once" in text


LINES = [
    "lift p07 to 15,0 floor w; lift p08 to 15,2 floor w; go g2", TO_G4,
    "take", "suffer", "patch", "1", "1", "2", "1", "2", "end",
]  # fmt: skip
HOME = ["go exit N", "go exit W", "patch", "escape", "1", "1", "2", "end"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("vs", "seats"),
    [
        (["greedy"], 2),
        (["mcts:sims=20", "expectimax:worlds=4"], 3),
    ],
    ids=str,
)
def test_games_through_a_pipe_are_played_to_the_end(vs, seats, tmp_path):
    file = tmp_path / "games.jsonl"
    lines = ["airlock W", "airlock N", "airlock E", *LINES * 4, *[*LINES, *HOME] * 60]
    text = play(*lines, vs=vs, seats=seats, record=file)
    assert "The end" in text
    assert "Traceback" not in text
    (record,) = read_records(file)
    assert record.finished
    assert record.players[0] == "human"


# the drawing


def drawn(position, width, height=None, whole=False):
    """Return the lines of a drawing in a terminal of this size; without a height, in a pipe."""
    console = Console(
        width=width, height=height, force_terminal=height is not None, color_system=None,
        highlight=False, markup=False, record=True,
    )  # fmt: skip
    with console.capture() as capture:
        console.print(draw_whole(position) if whole else draw(position))
    return [line.rstrip() for line in capture.get().rstrip("\n").split("\n")]


POSITION = (
    "at 15,6; seat 1 at 15,15; has o2; has grapple-gun; holes 2; fires 14,5; "
    "doorways 17,7 30,16; shell 3; seat 1 sickle g2; seat 1 carried 3; platform p12 at 19,6 turn 0"
)
# gun1 fires along row 6, gun3 from g2 over the lane
DRAWN = ("galleries g1 e2; g2 n2; g3 e1",)


@pytest.mark.parametrize(("width", "height"), [(98, 40), (78, 40), (78, 24), (98, 24), (78, 19)])
def test_the_drawing_fits_the_terminal(width, height):
    view = stands(POSITION, DRAWN)
    lines = drawn(view, width, height)
    assert max(map(len, lines)) <= width
    assert len(lines) <= height
    assert any("@0" in line for line in lines)
    whole = drawn(view, width, height, whole=True)
    numbers = [line[:2] for line in whole]
    first = numbers.index(" 0")
    assert [f"{y:>2}" for y in range(31)] == numbers[first : first + 31]


def test_a_small_terminal_shows_a_small_whole_board_first():
    lines = drawn(stands(POSITION, DRAWN), 78, 24, whole=True)[:20]

    def at(x, y):
        return lines[2 + y // 2].ljust(40)[x + 1]

    assert lines[1][16] == "N"
    assert at(15, 6) == "0"
    assert at(15, 15) == "1"
    assert at(10, 6) == at(24, 15) == "A"
    assert at(14, 4) == ":"  # the north arm of g2, which bends on n2
    assert at(0, 20) == " "


@pytest.mark.parametrize("y", [0, 6, 12, 24, 30])
def test_a_small_drawing_shows_the_piece_on_turn(y):
    view = stands(f"platform p17 at 2,{min(y, 29)} turn 0; at 2,{y}")
    shown = [line for line in drawn(view, 78, 24) if "@0" in line and line[:2].strip().isdigit()]
    assert [line[:2].strip() for line in shown] == [str(y)]


def test_the_drawing_shows_what_lies_where():
    lines = drawn(stands(POSITION, DRAWN), 98)
    squares = {y: re.sub(r"^(...)(.{66}).*$", r"\2", lines[y + 1].ljust(72)) for y in range(31)}

    def at(x, y):
        return squares[y][2 * x + 2 : 2 * x + 4]

    assert at(15, 6) == "@0"
    assert at(15, 15) == "@1"
    assert at(10, 6) == "A1"
    assert at(24, 15) == "A2"
    assert at(12, 6) == ">1"  # gun1, and its line over gallery, space and platform
    assert at(13, 6) == ".-"
    assert at(18, 6) == " -"
    assert at(19, 6) == ":-"
    assert at(14, 5) == "**"
    assert at(17, 7) == at(30, 16) == "[]"
    assert at(8, 4) == "g1"
    assert at(9, 4) == "##"
    assert at(15, 1) == ":|"  # p07's floor in the line of gun3 north of g2
    assert sorted((at(16, 0), at(16, 1))) == ["##", "07"]  # on one of its two walls
    assert at(0, 0) == "  "
    text = "\n".join(lines)
    for sentence in (
        "2 holes to mend!", "o2, grapple-gun (2)", "slow for 3 moves", "pays double on g2",
        "3 AP less next turn", "in the line of gun1", "blaster (2 left)",
        "seat 0, 2 points", "at 15,6 g2",
    ):  # fmt: skip
        assert sentence in text
    assert text.isascii()


def test_the_drawing_shows_how_a_platform_in_hand_would_lie():
    state = stands("at 15,6").resample(aicore.Rng(0))
    state.apply("lift p07")
    lines = drawn(state, 98)
    place = next(i for i, line in enumerate(lines) if "p07, a #2, after `turn`" in line)
    assert lines[place + 1][73:].split() == ["0", "1", "2", "3"]
    assert [line[73:].rstrip() for line in lines[place + 2 : place + 4]] == [
        ": ##  : :   ##:   ####",  # floor in the west as drawn, then north, east, south
        ": ##  ####  ##:   : :",
    ]


def test_numbers_are_separated_without_colors():
    """Pieces are on airlocks beside row numbers; platforms with one to three walls lie in a row."""
    fields = stands("at 15,6").to_dict()
    row = ["p15", "p16", "p07", "p17", "p01", "p08"]
    fields["spare"] = [f"p{n:02}" for n in range(1, 21) if f"p{n:02}" not in row]
    fields["spare"], fields["removed"] = [], fields["spare"]
    fields["platforms"] = {
        name: [2 * at, 1, at % 4] for name, at in sorted(zip(row, range(6), strict=True))
    }
    fields["pos"] = [[15, -1], [-1, 15]]
    state = aicore.load("relics").from_dict(fields)
    lines = drawn(state, 98)
    for line in lines[:34]:
        assert not re.search(r"\d{3}|\d@|@\d{2}", line[:72]), line
    text = "".join(line[3:69] for line in lines[1:32])
    assert all(name[1:] in text for name in row)


def test_odds_are_those_of_the_draws():
    view = stands("at 15,6; has heat-ray; has lunar-sickle from g1")
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(odds(view))
    text = capture.get()
    # 9 artifacts minus one; 22 items minus one
    assert re.search(r"12\.5 % +neptunian-shell +7 points +your heat-ray stops its trap", text)
    assert re.search(r"12\.5 % +jovian-scepter +6 points +no #2 until 2 others moved", text)
    assert re.search(rf"{200 / 21:.1f} % +tape", text)
    assert "lunar-sickle" not in text
    assert "heat-ray\n" not in text.split("The item")[1]
    state = view.resample(aicore.Rng(0))
    state.apply("take")
    assert {share for _, share in state.outcomes()} == {0.125}


def test_odds_of_what_lies_nowhere_are_not_shown():
    """Undrawn cards may be left over: here both kinds are."""
    fields = stands("at 15,6").to_dict()
    assert odds(aicore.load("relics").from_dict(fields)) is not None
    fields["tokens"] = dict.fromkeys(fields["tokens"], 0)
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(odds(aicore.load("relics").from_dict(fields)))
    assert "The item is" not in capture.get()
    assert "The artifact is" in capture.get()
    fields["artifact_on"] = []
    assert odds(aicore.load("relics").from_dict(fields)) is None
