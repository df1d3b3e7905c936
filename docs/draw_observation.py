"""Draw the picture of an observation in research.md: its fields, their kinds and their numbers.

python docs/draw_observation.py > docs/observation.svg
"""

from __future__ import annotations

import sys
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

import aicore
from aicore.core.features import Features

COLORS = {
    "amount": "#9ecae1", "flag": "#c7e9c0", "category": "#fdd0a2", "seat": "#dadaeb",
    "card": "#fcbba1", "square": "#d9d9d9",
}  # fmt: skip
CELL, ROW, NAME, WIDTH, MOST = 26, 30, 130, 900, 20


def text(parent: Element, x: float, y: float, words: str, anchor: str = "start") -> None:
    """Write words; `y` is their base line."""
    SubElement(
        parent, "text", x=f"{x:g}", y=f"{y:g}", **{"text-anchor": anchor, "font-size": "13"}
    ).text = words


def draw(game: aicore.Game, view: aicore.View) -> Element:
    """Draw a seat's observation, a row for each field."""
    numbers = iter(Features(game).numbers(np.frombuffer(view.observation(), np.uint8)).tolist())
    height = ROW * (len(game.fields) + 2)
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {height}")
    picture.set("font-family", "sans-serif")
    SubElement(picture, "rect", width=f"{WIDTH}", height=f"{height}", fill="#ffffff")
    for i, (kind, color) in enumerate(COLORS.items()):
        x = NAME + 100 * i
        SubElement(picture, "rect", x=f"{x}", y="8", width="14", height="14", fill=color)
        text(picture, x + 20, 20, kind)
    for row, field in enumerate(game.fields):
        y = ROW * (row + 1.5)
        text(picture, NAME - 10, y + 17, field.name, "end")
        values = [next(numbers) for _ in range(field.entries)]
        for i, value in enumerate(values[:MOST]):
            x = NAME + CELL * i
            SubElement(
                picture, "rect", x=f"{x}", y=f"{y:g}", width=f"{CELL - 2}", height=f"{CELL - 2}",
                rx="3", fill=COLORS[field.kind],
            )  # fmt: skip
            text(picture, x + CELL / 2 - 1, y + 17, str(value), "middle")
        rest = field.entries - MOST
        note = f"and {rest} more, 0 to {field.high}" if rest > 0 else f"0 to {field.high}"
        text(picture, NAME + CELL * min(MOST, field.entries) + 8, y + 17, note)
    return picture


def main() -> None:
    """Write the picture."""
    game = aicore.load("examples/liars_dice.py", 3)
    state = game.start()
    aicore.Chance(seed=4).settle(state)
    for bid in ("bid 3 4", "bid 4 4"):
        state.apply(bid)
    picture = draw(game, state.view(1))
    indent(picture)
    sys.stdout.write(tostring(picture, encoding="unicode") + "\n")


if __name__ == "__main__":
    main()
