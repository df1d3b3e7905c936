"""Tests of the elements of pictures: shortened numbers, and the same text as ElementTree's."""

from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aicore.core.svg import add, serialized, short, write
from kit.effort import effort

TEXTS = st.text(st.characters() | st.sampled_from("&<>\"'\n\r\t\u20ac"), max_size=8)
NAMES = st.sampled_from(["g", "text", "path", "data-id", "x"])


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> Element:
    element = Element(draw(NAMES), draw(st.dictionaries(NAMES, TEXTS, max_size=4)))
    element.text, element.tail = draw(st.none() | TEXTS), draw(st.none() | TEXTS)
    if depth:
        element.extend(draw(st.lists(trees(depth - 1), max_size=3)))
    return element


@settings(deadline=None, max_examples=effort(30, 100))  # the machine may be busy
@given(trees())
def test_an_element_is_written_as_elementtree_writes_it(element: Element) -> None:
    assert serialized(element) == tostring(element, encoding="unicode")


def test_half_a_surrogate_pair_is_written_as_elementtree_writes_it() -> None:
    element = Element("g", {"aria-label": "\ud83d"})
    SubElement(element, "text").text = "a name \udc00"
    assert serialized(element) == tostring(element, encoding="unicode")


@settings(deadline=None)  # the machine may be busy
@given(st.floats() | st.integers(-(10**12), 10**12).map(lambda whole: whole / 1000))
@example(0.125)  # a tie that a float can hold: Python rounds it to the even digit
@example(0.375)
@example(1.005)  # just below the tie that it looks like
@example(-0.001)
@example(-0.0)
@example(9_999_999.996)
def test_numbers_have_two_decimals_at_most(number: float) -> None:
    assert short(number) == f"{number:.2f}".rstrip("0").rstrip(".")


@pytest.mark.parametrize("whole", [0, -7, 10**30])
def test_whole_numbers_stay_as_they_are(whole: int) -> None:
    assert short(whole) == str(whole)


def test_attributes_follow_the_classes_in_their_order() -> None:
    parent = Element("g")
    add(parent, "rect", "paper edge", x=1, rx=2.50, stroke_width="3")
    write(parent, 4.0, 5, "R & D", "bold", font_size=12)
    assert serialized(parent) == (
        '<g><rect class="paper edge" x="1" rx="2.5" stroke-width="3" />'
        '<text class="bold" x="4" y="5" font-size="12">R &amp; D</text></g>'
    )
    assert fromstring(serialized(parent))[1].text == "R & D"
