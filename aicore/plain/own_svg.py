"""Check of an author's picture in SVG: only shapes and texts, nothing that runs or loads."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from aicore.core.errors import AicoreError

SHAPES = {"svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text",
          "tspan", "title", "defs", "linearGradient", "radialGradient", "stop"}  # fmt: skip
PLAIN = re.compile(r"(?!on|style$|href$|src$)[a-z][a-z0-9-]*", re.IGNORECASE)
"""Pattern of allowed attributes, such as `fill` and `x1`; none of them runs or loads anything."""
LOADS = re.compile(r"javascript:|@import|\\|image(-set)?\(|url\((?!#)", re.IGNORECASE)
"""Pattern in values of attributes that would run or load something."""
MAX_SIZE = 1e5
"""Limit of the width and height of a picture, and of its left and top, in its units."""

SPACE = "{http://www.w3.org/2000/svg}"


def own_svg(text: str) -> Element:
    """Return a picture as an element. Raises AicoreError if it is not a plain drawing.

    The root has `viewBox`. Elements are shapes and texts; no attribute runs or loads anything.
    """
    if "<!" in text or "<?" in text:
        raise AicoreError("picture: the SVG must not have a DOCTYPE, comments or instructions")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise AicoreError(f"picture: the SVG is not well-formed: {error}") from error
    for element in root.iter():
        element.tag = element.tag.removeprefix(SPACE)
        if element.tag not in SHAPES:
            raise AicoreError(f"picture: the SVG must not have <{element.tag}>")
        for name, value in element.attrib.items():
            if not PLAIN.fullmatch(name) or LOADS.search(value):
                raise AicoreError(f"picture: the SVG must not have {name}={value!r}")
    numbers = root.get("viewBox", "").replace(",", " ").split()
    try:
        left, top, wide, high = map(float, numbers)
    except ValueError:
        wide = high = 0.0
        left = top = 0.0
    fits = 0 < wide < MAX_SIZE and 0 < high < MAX_SIZE
    if not (fits and abs(left) < MAX_SIZE and abs(top) < MAX_SIZE):
        raise AicoreError('picture: the SVG needs viewBox="0 0 WIDTH HEIGHT"')
    root.set("viewBox", f"{left:g} {top:g} {wide:g} {high:g}")
    return root
