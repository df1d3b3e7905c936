"""Tests of a decision's menu: its moves grouped, numbered, shortened and found."""

import re
from itertools import combinations

import pytest
from rich.console import Console

from aicore.cli.menu import MANY, SHOWN, Menu
from aicore.core.errors import AmbiguousMove, NotationError
from aicore.session.moves import Moves
from kit.playing import LONG

MOVES = ["pass", "eject mars", "eject luna", "eject mars,luna", "meld a,b", "meld a,c"] + [
    f"at {x},{y}" for x in range(10) for y in range(3)
]


def test_menu_groups_by_first_word_and_numbers_through():
    menu = Menu(MOVES)
    assert list(menu.groups) == ["eject", "meld", "at", ""]
    assert sorted(menu.moves) == sorted(MOVES)
    for place, move in enumerate(menu.moves, 1):
        assert menu.find(str(place)) == move
        assert menu.find(move) == move


def test_menu_takes_unique_beginnings_of_words():
    menu = Menu(MOVES)
    assert menu.find("p") == "pass"
    assert menu.find("e l") == "eject luna"
    assert menu.find("eject mars") == "eject mars"  # an exact move, although another begins with it
    assert menu.find("M A,C") == "meld a,c"
    assert menu.find("e m") == "eject mars"  # the other one only extends it
    with pytest.raises(NotationError, match="'m a' matches 2 moves"):
        menu.find("m a")
    with pytest.raises(NotationError, match="You cannot play"):
        menu.find("pass on")


def test_menu_does_not_number_moves_that_are_numbers():
    menu = Menu(["3", "1", "2"])
    assert menu.find("1") == "1"
    assert not menu.numbered


def shown(menu, *args, width=80, **options):
    console = Console(width=width, file=None, record=True, markup=False, highlight=False)
    with console.capture() as capture:
        console.print(menu.listing(width, *args, **options))
    return capture.get()


@pytest.mark.parametrize("width", [40, 80, 100])
def test_menu_listing_fits_and_is_complete(width):
    text = shown(Menu(MOVES), width=width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    assert [int(n) for n in sorted(re.findall(r"\b(\d+) [a-z0-9]", text), key=int)][-1] == 36
    assert re.search(r"^  eject +1 mars", text, re.M)


def test_menu_shortens_long_groups():
    moves = [f"at a{x}" for x in range(MANY)] + ["end", "turn 1", "turn 2"]
    text = shown(Menu(moves))
    assert f"{MANY - SHOWN} more: moves at" in text
    assert f" a{MANY - 1}" not in text
    assert "end" in text
    assert f" a{MANY - 1}" in shown(Menu(moves), ["at"], everything=True)
    assert "turn" not in shown(Menu(moves), ["at"], everything=True)


def test_menu_condenses_many_squares_to_their_form():
    squares = [f"use doorway 1,{y} {x},2" for x in range(31) for y in (4, 5)]
    moves = [*squares, "use o2", "lift p01", "lift p02", "end"]
    text = shown(Menu(moves))
    hack = [f"use hack p{number:02} {turns}" for number in range(1, 13) for turns in range(4)]
    output = shown(Menu([*hack, "end"]))
    assert "hack X N   48, such as hack p07 0; all: moves use hack" in output
    assert "doorway X,Y X,Y   62, such as doorway 1,5 0,2; all: moves use doorway" in text
    for other in ("63 o2", "64 p01", "65 p02", "66 end"):
        assert other in text
    assert "doorway 1,4 30,2" in shown(Menu(moves), ["use", "door"], everything=True)
    assert max(map(len, shown(Menu(moves), width=60).split("\n"))) <= 60


def test_menu_cuts_a_long_group_between_words():
    moves = [f"lift p{number:02}" for number in range(1, 50)] + ["move n", "move s", "end"]
    for width in range(56, 60):
        text = shown(Menu(moves), width=width, rows=4)
        assert re.search(r" p\d\d \.\.\. all: moves lift *\n", text)


def test_menu_sets_thousands_of_moves_apart():
    moves = [f"at {x},{y}" for x in range(40) for y in range(40)]
    assert "X,Y   1,600, such as" in shown(Menu([*moves, "end", "go a", "go b"]))


HAND = ["luna", "comm-sat", "virtual", "mars", "ion-drive", "computer-ai"]
EJECTS = [f"eject {card}" for card in HAND] + [f"eject {a},{b}" for a, b in combinations(HAND, 2)]


def test_menu_condenses_lists_of_other_moves_to_a_line():
    menu = Menu(EJECTS)
    text = shown(menu)
    assert len(text.splitlines()) <= 4
    assert "or pick two with commas, as in 1,2   15 such moves; all: moves eject" in text
    assert all(card in text for card in HAND)
    assert "mars,ion-drive" not in text
    assert "mars,ion-drive" in shown(menu, ["eject"], everything=True)
    for typed in ("4,5", "eject 5,4", "mars,ion", "e ion,m", "eject mars,ion-drive"):
        assert menu.find(typed) == "eject mars,ion-drive"
    assert menu.find("eject ion") == "eject ion-drive"
    for wrong, error in (
        ("co,mars", "matches 2 moves"),
        ("4,4", "You cannot play"),
        ("4,9", "You cannot play"),
    ):
        with pytest.raises(NotationError, match=error):
            menu.find(wrong)


def test_menu_condenses_moves_of_the_same_words_to_their_parts():
    ammo = ["b.ba", "f.k", "b.ba,f.k"]
    moves = [
        f"boost {goal} with {cards} using {held}"
        for goal in ("alpha.k", "alpha.ba")
        for cards in ammo
        for held in ("beta.sr", "delta.k", "delta.ba")
    ]
    menu = Menu([*moves, "discard b.ba", "discard f.k"])
    text = shown(menu)
    assert len(text.splitlines()) < len(moves) / 2
    assert re.search(r"with +b.ba +f.k +b.ba,f.k", text)
    assert "18 in all, such as boost alpha.ba with b.ba,f.k using delta.ba" in text
    assert " ".join(moves[0].split()[1:]) in shown(menu, ["boost"], everything=True)
    assert menu.find("b alpha.k w b.ba,f.k u b") == "boost alpha.k with b.ba,f.k using beta.sr"


def test_menu_condenses_long_lists_to_their_parts():
    moves = [f"meld {a},ion-drive,{b},{c}" for a in ("ada", "bo") for b in "xyz" for c in "pq"]
    text = shown(Menu([*moves, "pass", "eject mars"]), rows=6)
    lines = [line.split() for line in text.splitlines()]
    assert ["ion-drive"] in lines
    assert ["x", "y", "z"] in lines
    assert "12 in all, such as meld bo,ion-drive,z,q" in text
    assert len(lines) <= 8
    assert shown(Menu(moves), ["meld"], everything=True).count("ion-drive") == len(moves)


@pytest.mark.parametrize("width", [40, 80])
def test_menu_shows_notes_beside_moves(width):
    notes = {"buy illegals": "3 V", LONG: "six points", "done": "then you jump"}
    lines = shown(Menu([*notes, "wait"], notes), width=width).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    text = " ".join(" ".join(lines).split())
    assert re.search(r"buy illegals\W+3 V", text)
    assert re.search(r"wait *($|[^ \w])", text)
    assert "six points" in text


def test_menu_takes_words_without_the_first():
    menu = Menu(["at 1,2", "at 1,3", "end"])
    assert menu.find("1,3") == "at 1,3"
    turns = Menu(["turn 1", "turn 2", "turn 3"])
    assert not turns.numbered
    assert turns.find("3") == "turn 3"
    both = Menu(["move n", "send n", "end"])
    with pytest.raises(NotationError, match="'n' matches 2 moves"):
        both.find("n")


@pytest.mark.parametrize("width", [40, 60])
def test_menus_of_long_moves_break_between_words(width):
    text = shown(Menu([LONG, "pass"]), width=width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    sentence = set(re.findall(r"[a-z][a-z0-9-]*", text))
    assert sentence == {"pass", *re.findall(r"[a-z][a-z0-9-]*", LONG)}


def test_many_moves_that_end_in_numbers_are_shown_as_ranges():
    """A bid is a count and a face: the legal bids are two ranges, not sixty numbers."""
    bids = [f"bid {count} {face}" for count in range(1, 11) for face in range(1, 7)]
    output = shown(Menu([*bids[3:], "liar"]), rows=8)
    assert "1 4-6   2-10 1-6" in output
    assert "57 in all, such as 6 2; all: moves bid" in output
    assert "1-6 1 2" not in output
    assert "1 4-6" not in shown(Menu(bids[3:]), everything=True)


def test_a_few_moves_that_end_in_numbers_are_listed_one_by_one():
    output = shown(Menu([f"take {n} from {row}" for row in (1, 2) for n in (1, 2)]))
    assert "take 2 from 1" in " ".join(output.split())


def test_last_words_mean_a_move_preferably_of_one_word_more():
    assert Moves(["go north fast", "walk fast", "stop"]).find("fast") == "walk fast"
    assert Moves(["go north fast", "walk fast", "stop"]).find("north fast") == "go north fast"
    assert Moves(["run very fast", "stop"]).find("fast") == "run very fast"
    with pytest.raises(AmbiguousMove):
        Moves(["go very fast", "run so fast"]).find("fast")
