"""Tests of Gratis-3: the short lines that a person may type, and boards with plans on them."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

import aicore
from aicore.cli.menu import Menu
from aicore.core.errors import AmbiguousMove, NotationError
from aicore.core.game import State, View
from aicore.core.story import Names, notes, seen_event
from aicore.games.gratis3.picture.terminal import draw, draw_news, sketch
from aicore.games.gratis3.words.notation import STAGED
from aicore.session.move_input import Series, moves_meant
from games.gratis3.positions import play, position

RAVS = [("U1", 0, "bomber", None), ("D1", 0, "fighter", None)]
NAMES = Names(["you", "mcts"], 0)


@pytest.fixture
def view() -> View:
    """Return seat 0's view: Location 1, a Bomber on U1 and a Fighter on D1 that must move."""
    state = play(position(1, 3, ravs=RAVS), "play move-launch", "launched")
    return state.view(0)


def meant(view: View, typed: str) -> set[str]:
    try:
        return {moves_meant(typed, view)[0]}
    except AmbiguousMove as error:
        return set(error.moves)


def shown(drawing: object) -> str:
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


@pytest.mark.parametrize(
    "typed", ["U1 S1", "u1 to s1", "S1 from U1", "to S1 from U1", "rav U1 S1", "rav U1 to S1"]
)
def test_a_flight_is_named_by_its_ends_in_any_order(view: View, typed: str) -> None:
    assert meant(view, typed) == {"rav U1 to S1 tail U1", "rav U1 to S1 tail P1"}
    assert meant(view, f"{typed} tail P1") == {"rav U1 to S1 tail P1"}


def test_a_destination_alone_means_all_flights_to_it(view: View) -> None:
    flights = [move for move in view.legal() if move.startswith("rav ")]
    assert meant(view, "S1") == {move for move in flights if " to S1 " in move}
    assert meant(view, "U1") == {move for move in flights if "U1" in move.split()[1:4:2]}
    assert meant(view, "D3 tail Q2") == {"rav D1 to D3 tail Q2"}


@pytest.mark.parametrize("typed", ["U9 S1", "S1 from", "S1 U1 D1", "nonsense", "to", "tail"])
def test_lines_that_name_no_flight_are_refused(view: View, typed: str) -> None:
    with pytest.raises(NotationError) as caught:
        moves_meant(typed, view)
    assert not isinstance(caught.value, AmbiguousMove)
    assert re.search("You cannot play|no craft stands on U9", str(caught.value))


def test_flights_are_numbered_by_their_ends(view: View) -> None:
    menu = Menu(view.legal(), {}, STAGED)
    listing = shown(menu.listing(80))
    number, end = re.search(r"U1 to  .*?(\d+) (S1)", listing).groups()  # type: ignore[union-attr]
    assert meant(view, number) == meant(view, f"U1 {end}")
    assert len(meant(view, number)) == 2  # with two possible tails
    assert all(meant(view, str(at)) for at in range(1, len(menu.choices) + 1))
    with pytest.raises(NotationError, match=f"numbered 1 to {len(menu.choices)}"):
        moves_meant(str(len(menu.choices) + 1), view)


def test_a_number_of_the_list_is_no_seat() -> None:
    state, rng = aicore.load("gratis3").start(), aicore.Rng(1)
    while state.turn < 0 or sum(move.startswith("attack 1 ") for move in state.legal()) < 2:
        state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
    view = state.view(state.turn)
    assert len(meant(view, "attack 1")) > 1
    assert meant(view, "1") == {Menu(view.legal(), {}, STAGED).choices[0]}


def test_a_return_names_the_card_that_comes_back() -> None:
    state = play(position(3, 4, down={0: "nav"}), "play override")
    while "return override" not in state.legal():
        state.apply(state.legal()[0])
    noted = notes(state.view(0))
    assert noted["return"] == "Missile back in hand, Override stays"
    assert noted["return override"] == "back in hand, Missile stays"


def test_launches_and_attacks_are_named_by_their_space() -> None:
    launch = play(position(1, 3), "play move-launch").view(0)
    assert meant(launch, "fighter U2") == meant(launch, "U2 f") == {"launch fighter U2"}
    assert meant(launch, "U2") == {"launch fighter U2", "launch bomber U2"}
    state, rng = aicore.load("gratis3").start(), aicore.Rng(1)
    while state.turn < 0 or not re.search("attack [A-Z]", " ".join(state.legal())):
        state.apply(state.policy(rng) if state.turn >= 0 else state.sample(rng))
    attacks = {move for move in state.legal() if re.match("attack [A-Z]", move)}
    target = min(attacks).split()[1]
    view = state.view(state.turn)
    assert meant(view, target) == {move for move in attacks if move.split()[1] == target}
    by = min(attacks).split()[3]
    for typed in (f"{target} with {by}", f"attack {target} WITH {by}", f"{target} {by}"):
        assert meant(view, typed) == meant(view, typed.lower()) == {f"attack {target} with {by}"}


def test_flights_are_listed_by_where_they_lead(view: View) -> None:
    listing = shown(Menu(view.legal(), notes(view), STAGED).listing(80))
    flights = [move.split() for move in view.legal() if move.startswith("rav ")]
    for start in ("U1", "D1"):
        (row,) = re.findall(rf"{start} to((?:\s+\d+ \w\d)+)", listing)
        assert row.split()[1::2] == sorted({move[3] for move in flights if move[1] == start})
    assert "tail" not in listing


def test_a_line_of_several_moves_is_played_step_by_step() -> None:
    state = position(1, 3)
    line = "play move-launch; bomber U2; launched"
    steps = moves_meant(line, state.view(0))
    series = Series(line, steps, start=0)
    for ply, step in enumerate(["play move-launch", "launch bomber U2", "launched"]):
        assert series.next(state.view(0), ply) == step
        state.apply(step)
    assert not series.left


def test_ends_of_a_choice_say_what_they_do() -> None:
    launch = play(position(1, 3), "play move-launch").view(0)
    listing = shown(Menu(launch.legal(), notes(launch), STAGED).listing(80))
    assert "launched  stop launching" in listing
    assert listing.index("launch fighter") < listing.index("launched")


def test_cards_that_would_do_nothing_say_so() -> None:
    """The reason matches the story afterwards."""
    for places, down in (
        ((1, 3), ""),
        ((1, 2), ""),
        ((3, 3), ""),
        ((0, 2), ""),
        ((1, 2), "weapons"),
    ):
        state = position(*places, down={0: down} if down else {}, phase="command")
        noted = notes(state.view(0))
        for card in ("short-range", "missile"):
            after = play(state.clone(), f"play {card}")
            text = state.game.info.story.tell(
                state.game, seen_event(state, 0, f"play {card}", after, 0), NAMES
            )
            idle = noted[f"play {card}"] in ("nobody in range", "your weapons are Down")
            assert idle == ("to no effect" in text)


def test_a_plan_is_drawn_where_it_leads(view: View) -> None:
    text = shown(sketch(view, [["rav U1 to S1 tail P1", "rav D1 to D2 tail D1"]]))
    assert "B0 -b0--U2" in text  # from U1 to S1, between U1 and U2
    assert "F0 -----f0--S2" in text
    before = position(1, 3).view(0)
    assert "(0)" in shown(sketch(before, [["play move-launch"]]))
    assert sketch(before, [["play missile"]]) is None


def test_the_difference_between_choices_is_drawn(view: View) -> None:
    text = shown(sketch(view, [["rav U1 to S1 tail U1"], ["rav U1 to S1 tail P1"]]))
    assert "P1?" in text
    assert "U1?" not in text  # the Bomber is there in both


def moved(text: str) -> list[str]:
    """Return the parts of a colored drawing that stand out."""
    return re.findall(r"\x1b\[1;7m(.+?)\x1b", text)


def test_moves_of_others_stand_out() -> None:
    before = position(3, 3, ravs=[("U3", 1, "fighter", None)])
    after = position(3, 4, ravs=[("U4", 1, "fighter", "S3")])
    console = Console(width=80, force_terminal=True, height=60)
    with console.capture() as capture:
        console.print(draw_news(after, before.view(0), after.view(0), NAMES))
    assert moved(capture.get()) == ["F1", "[1]"]
    with console.capture() as capture:
        console.print(draw(after, names=NAMES))
    assert moved(capture.get()) == []


@pytest.mark.parametrize(("height", "framed"), [(19, False), (35, True)])
def test_the_board_fits_into_the_rows_of_a_terminal(height: int, framed: bool) -> None:
    state: State = position(3, 4, ravs=RAVS)
    console = Console(width=80, height=height, force_terminal=True)
    with console.capture() as capture:
        console.print(draw(state, names=NAMES))
    rows = capture.get().splitlines()
    assert len(rows) <= height
    assert ("╭" in rows[0]) == framed
    assert capture.get().count("next back") == 2
