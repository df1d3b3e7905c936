"""Pictures as pixels, for films: the SVG of a position, drawn by resvg.

A frame always has the same size, with the picture at its top. A picture that is too high becomes
smaller. Texts need one of these fonts: DejaVu, Liberation, Noto, Arial or Helvetica.
"""

from __future__ import annotations

import io
import re
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aicore.core.errors import AicoreError

WIDTH, HEIGHT = 960, 720
FONTS = {
    "system-ui, sans-serif": "DejaVu Sans, Liberation Sans, Noto Sans, Arial, Helvetica",
    "ui-monospace, monospace": "DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Courier New",
}
"""Fonts for the font families of a picture; resvg tries these names in turn."""


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return a picture as (720, 960, 3) uint8, RGB. Raises AicoreError without the extra `rl`."""
    try:
        resvg: Any = import_module("resvg_py")
        image: Any = import_module("PIL.Image")
    except ModuleNotFoundError as error:
        raise AicoreError(
            "rgb_array needs resvg-py and Pillow: pip install 'aicore-tabletop[rl]'"
        ) from error
    plain, ground = settled(svg)
    zoom = min(1.0, HEIGHT / height_of(svg))
    drawn = image.open(
        io.BytesIO(bytes(resvg.svg_to_bytes(svg_string=plain, background=ground, zoom=zoom)))
    )
    frame = image.new("RGB", (WIDTH, HEIGHT), ground)
    frame.paste(drawn, ((WIDTH - drawn.width) // 2, 0))
    return np.array(frame, np.uint8)


def height_of(svg: str) -> float:
    """Return the height of a picture, in its units."""
    match = re.search(r'viewBox="\S+ \S+ \S+ (\S+)"', svg)
    assert match is not None
    return float(match[1])


def settled(svg: str) -> tuple[str, str]:
    """Return a picture with its variables replaced by their values, and the table's color."""
    colors: dict[str, str] = {}
    for name, color in re.findall(r"--(\w+): ([^;]+);", svg):
        colors.setdefault(name, color)  # the colors of dark pages come later
    plain = re.sub(r"--\w+: [^;]+;", "", svg)
    plain = re.sub(r"var\(--(\w+)\)", lambda match: colors[match[1]], plain)
    plain = re.sub(
        r"font: (\w+) ([^;]+);",
        lambda match: f"font-size: {match[1]}; font-family: {FONTS[match[2]]};",
        plain,
    )
    return plain, colors["table"]
