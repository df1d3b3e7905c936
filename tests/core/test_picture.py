"""Tests of the rules for every game's picture; see also tests/games/test_pictures.py."""

import re
from xml.etree.ElementTree import fromstring

import pytest

import aicore
from aicore.core.picture import MARKS, Scene, canvas, mark, plate, stylesheet, to_svg
from aicore.core.tabletop import GAP, in_rows, paragraph


def test_a_game_without_a_picture_is_shown_as_text_with_its_moves():
    from aicore.core.plain_picture import draw

    state = aicore.load("tic_tac_toe").start()
    legal = tuple(state.legal())
    picture = draw(Scene(state, legal=legal))
    choices = [one for one in picture.iter() if one.get("data-actions") is not None]
    assert [one.get("aria-label") for one in choices] == list(legal)
    assert [one.get("data-actions") for one in choices] == [str(i) for i in range(len(legal))]


def test_every_seat_has_its_own_shape():
    picture = canvas(100, 100, "marks")
    shapes = {
        (one.tag, one.get("points"))
        for one in (mark(picture, seat, 50, 50, 20) for seat in range(len(MARKS)))
    }
    assert len(shapes) == len(MARKS)


def test_boxes_lie_in_rows_above_the_space_below():
    """Five boxes are placed two to a row of 108 units."""
    boxes, below = in_rows(5, 2, 10, 20, 100 + GAP, 30)
    second, third = 20 + 30 + GAP, 20 + 2 * (30 + GAP)
    corners = [(10, 20), (60 + GAP, 20), (10, second), (60 + GAP, second), (10, third)]
    assert boxes == [(*corner, 50, 30) for corner in corners]
    assert below == third + 30 + GAP
    assert in_rows(0, 2, 10, 20, 100, 30) == ([], 20)


def test_a_paragraph_ends_below_its_last_line():
    picture = canvas(100, 100, "lines")
    assert paragraph(picture, 5, 10, ["one", "two"], step=16, drop=12) == 42
    assert [(line.text, line.get("y")) for line in picture] == [("one", "22"), ("two", "38")]


def test_a_plate_writes_a_name_smaller_before_it_cuts_it():
    """200 units are the width beside the station of relics."""
    state = aicore.load("tic_tac_toe").start()
    for note, expected in (("", "15"), ("lost inside", "13")):
        scene = Scene(state, ("Apprentice", "you"))
        drawn = plate(canvas(300, 300, "plate"), scene, 0, 0, 0, 200, note=note or " ")
        name = next(one for one in drawn.iter("text") if "bold" in one.get("class", ""))
        assert (name.text, name.get("font-size")) == ("Apprentice", expected)


def test_notebooks_show_positions_and_only_the_knowledge_of_views():
    game = aicore.load("kuhn_poker")
    jack, king = game.start(), game.start()
    for state, other in ((jack, "J"), (king, "K")):
        state.apply("deal 0 Q")
        state.apply(f"deal 1 {other}")
    assert jack.view(0)._repr_svg_() == king.view(0)._repr_svg_()
    assert jack.view(1)._repr_svg_() != king.view(1)._repr_svg_()
    assert jack._repr_svg_() == to_svg(Scene(jack))


JACK_AND_QUEEN = ("deal 0 J", "deal 1 Q")


@pytest.mark.parametrize(
    ("name", "events", "line"),
    [
        ("kuhn_poker", (), "dealing cards"),
        ("kuhn_poker", JACK_AND_QUEEN, "Check or bet?"),
        ("kuhn_poker", (*JACK_AND_QUEEN, "check"), "mcts thinks"),
        ("kuhn_poker", (*JACK_AND_QUEEN, "check", "bet"), "A bet: what now?"),
        ("kuhn_poker", (*JACK_AND_QUEEN, "check", "check"), "mcts wins the pot"),
        ("kuhn_poker", (*JACK_AND_QUEEN, "bet", "fold"), "you win the pot"),
        ("leduc_poker", ("deal 0 Jh", "deal 1 Js", "check", "check", "public Kh", "check", "check"),
         "the pot is shared"),
    ],
)  # fmt: skip
def test_a_poker_table_says_whose_turn_it_is_or_who_won(
    name: str, events: tuple[str, ...], line: str
) -> None:
    state = aicore.load(name).start()
    for event in events:
        state.apply(event)
    legal = tuple(state.legal()) if state.turn == 0 else ()
    drawn = to_svg(Scene(state.view(0), names=("you", "mcts"), legal=legal))
    texts = {text.strip() for text in fromstring(drawn).itertext()}
    assert line[0].upper() + line[1:] in texts or line in texts


def test_a_card_that_was_just_dealt_is_drawn_as_new() -> None:
    state = aicore.load("kuhn_poker").start()
    for event in JACK_AND_QUEEN:
        state.apply(event)
    old, other, own = (
        to_svg(Scene(state.view(0), names=("you", "mcts"), last=last))
        for last in (
            (),
            (("chance", "deal 1 ?"),),
            (("chance", "deal 0 J"), ("chance", "deal 1 ?")),
        )
    )
    assert old == other
    assert old != own


def colors(block: str) -> dict[str, str]:
    """Return the colors that a block of the style sheet sets, by name."""
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))


def themes() -> list[dict[str, str]]:
    """Return the themes: light, dark by the system's setting, dark by the page's."""
    light, system, page = re.findall(r"{([^{}]*--ink:[^{}]*)}", stylesheet())
    return [colors(light), colors(system), colors(page)]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, 1 to 21 (WCAG 2.2, relative luminance and contrast)."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_ranges_from_1_to_21():
    assert round(contrast("#000000", "#ffffff"), 3) == 21  # WCAG 2.2
    assert contrast("#336699", "#336699") == 1


def test_both_dark_themes_are_equal_and_complete():
    light, system, page = themes()
    assert system == page
    assert set(light) == set(page)


def test_texts_and_marks_stand_out_in_light_and_in_dark():
    for theme in themes():
        for ground in ("paper", "table"):
            for text in ("ink", "muted", "accent", "good", "bad"):
                assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground)  # WCAG, text
            for seat in range(len(MARKS)):
                assert contrast(theme[f"seat{seat}"], theme[ground]) >= 3  # WCAG, graphics
        for seat in range(len(MARKS)):
            assert contrast(theme["paper"], theme[f"seat{seat}"]) >= 4.5  # letters on marks


def test_a_standalone_picture_includes_only_the_colors_that_it_uses():
    scene = Scene(aicore.load("tic_tac_toe").start(), legal=("a1", "b2"), hint=("b2",))
    alone, inside = (fromstring(to_svg(scene, alone)) for alone in (True, False))
    style = "{http://www.w3.org/2000/svg}style"
    assert inside.find(style) is None
    brought = alone.findtext(style) or ""
    used = {name for one in inside.iter() for name in (one.get("class") or "").split()}
    assert {"choice", "hint", "faint", "line0"} <= used
    rules = re.findall(r"^\.picture .*}$", stylesheet(), re.M)
    for rule in rules:
        chosen = [set(re.findall(r"\.(\w+)", one)) for one in rule.split("{")[0].split(",")]
        assert (rule in brought) == any(names <= used for names in chosen)
    for color in colors(stylesheet()):
        assert (f"--{color}: " in brought) == (f"var(--{color})" in brought), color
