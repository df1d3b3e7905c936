"""Check of an author's picture in SVG: only shapes and texts, nothing that runs or loads."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from aicore.core.errors import AicoreError

SHAPES = {"svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text",
          "tspan", "title", "defs", "linearGradient", "radialGradient", "stop"}  # fmt: skip
PLAIN = re.compile(r"(?!on|style$|href$|src$)[a-z-]+", re.IGNORECASE)
LOADS = re.compile(r"javascript:|@import|\\|image(-set)?\(|url\((?!#)", re.IGNORECASE)
MAX_SIZE = 1e5
"""Limit of the width and height of a picture, in its units."""

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
    for one in root.iter():
        one.tag = one.tag.removeprefix(SPACE)
        if one.tag not in SHAPES:
            raise AicoreError(f"picture: the SVG must not have <{one.tag}>")
        for name, value in one.attrib.items():
            if not PLAIN.fullmatch(name) or LOADS.search(value):
                raise AicoreError(f"picture: the SVG must not have {name}={value!r}")
    numbers = root.get("viewBox", "").replace(",", " ").split()
    try:
        left, top, wide, high = map(float, numbers)
    except ValueError:
        wide = high = 0.0
        left = top = 0.0
    if not (0 < wide < MAX_SIZE and 0 < high < MAX_SIZE):
        raise AicoreError('picture: the SVG needs viewBox="0 0 WIDTH HEIGHT"')
    root.set("viewBox", f"{left:g} {top:g} {wide:g} {high:g}")
    return root
