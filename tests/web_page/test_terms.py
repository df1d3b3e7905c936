"""Tests of the words on a board: the page explains one that is pointed at or clicked."""

from __future__ import annotations

from typing import Any

import pytest

from web_page.person import settled, sit

WORDS = {  # what a newcomer reads on a board, or in the names of what is drawn there
    "gratis3": [
        "tail", "Fighter", "Bomber", "Carrier", "Engine", "Hangar", "Defense", "Weapons", "Cooling",
        "Hand", "Gate", "Location", "Space", "shields", "chips", "points", "Down", "Online",
    ],
    "relics": [
        "artifact", "the Heart of Sol", "items left", "spare platforms left", "a gun and its fire",
        "AP", "Round 1 of 12", "airlock", "the north gallery", "shield", "blaster", "points",
    ],
    "booster": [
        "Crew", "Propulsion", "Destination", "Transport", "Payload", "near", "mid", "far", "light",
        "med", "heavy", "needs solar", "ore", "moon", "atmosphere", "must hold", "deck", "discard",
        "Still to come", "Fly no mission",
    ],
    "trader": [
        "Month 1", "Market", "Hold", "Next payment", "Still to come", "Weapons", "Defenses",
        "Engines", "Cargo", "law 2", "vectorium", "Pirate 2", "Invader 1", "Police", "Starport",
    ],
    "ransom": [
        "fuel", "No shield", "Holding cell", "Hand", "Boosts", "Merchant", "ammo", "Alpha", "Beta",
        "Gamma", "Delta", "Sirens", "Barons", "Pirates", "Cursed Calcium", "Helium", "new",
    ],
}  # fmt: skip
UNEXPLAINED = """async ([game, words]) => {
  const {explained, terms} = await import('/static/terms.js');
  const known = await terms(game);
  return words.filter((word) => !explained(word, known).length);
}"""


@pytest.mark.parametrize("game", WORDS)
def test_the_words_on_a_board_are_explained_without_how_to_type_them(visit: Any, game: str) -> None:
    page = visit()
    assert page.evaluate(UNEXPLAINED, [game, WORDS[game]]) == []
    lines = page.evaluate(
        """async (game) => [...(await (await import('/static/terms.js')).terms(game)).values()]""",
        game,
    )
    assert not [line for line in lines if "`" in line]


def test_a_click_on_a_word_that_does_nothing_explains_it(visit: Any) -> None:
    page = visit()
    sit(page, "gratis3", ["me", "level 1"], seed="7")
    settled(page)
    page.wait_for_selector(".board text > title", state="attached")
    page.click(".board text:has-text('Cooling') >> nth=0")
    page.wait_for_selector("#notes:has-text('The leftmost comes back next')")
    page.click(".board text:has-text('Hangar') >> nth=0")
    page.wait_for_selector("#notes:has-text('cannot launch, fly or attack')")
