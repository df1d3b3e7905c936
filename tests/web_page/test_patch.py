"""Tests of pictures that become others: the result is the new picture, and what is equal stays."""

from __future__ import annotations

from typing import Any

from web_page.person import NOWHERE, click_choice, settled, sit

BECOME = """async ([old, next]) => {
  const {patch} = await import('/static/patch.js');
  const svg = (inside) => new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`, 'image/svg+xml').documentElement;
  const [one, other] = [svg(old), svg(next)];
  document.documentElement.append(one);
  const kept = [...one.querySelectorAll('*')];
  patch(one, other);
  const names = kept.filter((node) => node.isConnected).map((node) => node.getAttribute('data-id'));
  const same = one.isEqualNode(svg(next));
  one.remove();
  return [same, names];
}"""
PAWN, ROOK = '<g data-id="pawn"><circle r="3"/></g>', '<g data-id="rook" x="1">R</g>'
MOVED = ROOK.replace("R", "r").replace('x="1"', 'y="2"')


def test_a_picture_becomes_another_one_and_keeps_what_is_equal(visit: Any) -> None:
    page = visit(NOWHERE)
    cases: list[tuple[str, str, list[str | None]]] = [
        (PAWN + ROOK, PAWN + MOVED, ["pawn", None, "rook"]),
        (PAWN + ROOK, ROOK, ["rook"]),
        (ROOK, PAWN + ROOK, ["rook"]),
        (PAWN + ROOK, '<text class="a">end</text>', []),
        (f"<g>{PAWN}</g>" + ROOK, f"<g>{ROOK}{PAWN}</g>" + ROOK, [None, "pawn", None, "rook"]),
        ("", PAWN, []),
        (PAWN, "", []),
    ]  # fmt: skip
    for old, new, kept in cases:
        assert page.evaluate(BECOME, [old, new]) == [True, kept], (old, new)


def test_the_board_keeps_its_picture_when_a_move_is_made(visit: Any) -> None:
    page = visit("/")
    sit(page, "connect_four", ["me", "random"], seed="s")
    settled(page)
    page.evaluate("globalThis.svg = document.querySelector('.board svg')")
    click_choice(page, 0.5)
    page.wait_for_function("() => Number(document.querySelector('main').dataset.ply) >= 2")
    assert page.evaluate("svg.isConnected && svg.querySelectorAll('[data-actions]').length > 1")
