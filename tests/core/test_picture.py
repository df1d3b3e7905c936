"""Pictures: what every game's must be; see also tests/games/test_pictures.py."""

from xml.etree.ElementTree import fromstring

import aicore
from aicore.core.picture import MARKS, Scene, canvas, mark, to_svg

PLAIN = "aicore.core.plain_picture"


def test_a_game_without_a_picture_is_shown_as_text_with_its_moves():
    from aicore.core.plain_picture import draw

    state = aicore.load("tic_tac_toe").start()
    legal = tuple(state.legal())
    picture = draw(Scene(state, legal=legal))
    choices = [one for one in picture.iter() if one.get("data-actions") is not None]
    assert [one.get("aria-label") for one in choices] == list(legal)
    assert [one.get("data-actions") for one in choices] == [str(i) for i in range(len(legal))]


def test_every_seat_has_a_shape_of_its_own():
    picture = canvas(100, 100, "marks")
    shapes = {
        (one.tag, one.get("points"))
        for one in (mark(picture, seat, 50, 50, 20) for seat in range(len(MARKS)))
    }
    assert len(shapes) == len(MARKS)


def test_positions_show_themselves_in_notebooks_and_views_no_more_than_they_know():
    game = aicore.load("kuhn_poker")
    jack, king = game.start(), game.start()
    for state, other in ((jack, "J"), (king, "K")):
        state.apply("deal 0 Q")
        state.apply(f"deal 1 {other}")
    assert jack.view(0)._repr_svg_() == king.view(0)._repr_svg_()
    assert jack.view(1)._repr_svg_() != king.view(1)._repr_svg_()
    assert jack._repr_svg_() == to_svg(Scene(jack))


def test_a_picture_alone_brings_its_colours():
    scene = Scene(aicore.load("tic_tac_toe").start())
    alone, inside = (fromstring(to_svg(scene, alone)) for alone in (True, False))
    style = "{http://www.w3.org/2000/svg}style"
    assert "--ink" in (alone.findtext(style) or "")
    assert inside.find(style) is None
