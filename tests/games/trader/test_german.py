"""Tests of Free Trader in German, and of the texts that other tests of languages do not read."""

from __future__ import annotations

import io
from gettext import NullTranslations

import pytest
from rich.console import Console

import aicore
from aicore.core import language
from aicore.core.language import speaking
from aicore.core.picture import Scene, drawn
from aicore.core.story import Names, seen_event, tell_all
from aicore.games.trader.picture.odds import odds
from aicore.games.trader.picture.terminal import table
from aicore.games.trader.words import story, vocabulary
from aicore.session.move_input import moves_meant
from games.trader.table import EVENTS, GAME, HOLD, MODULES, PLANETS, combat, drawing, position
from kit.effort import effort
from kit.languages import masking, words_left
from kit.positions import hear, steps

SEEDS = range(effort(2, 8))
AROUND = {"earth": (0, 0), "forge": (0, 1), "haven": (1, 0), "smugglers-moon": (0, -1)}
MOVES = rf"(place|jump|flee|damage|cargo|counterattack|{'|'.join({*HOLD, *MODULES})})\b"


def printed(shown: object) -> str:
    console = Console(width=78, no_color=True, file=io.StringIO())
    console.print(shown)
    return console.file.getvalue()


def test_odds_and_refusals_come_from_a_catalog():
    with masking(strict=True):
        for seed in SEEDS:
            for before, _, _ in steps(GAME, seed, policy=0.7):
                if before.turn != 0:
                    continue
                view = before.view(0)
                if shown := odds(view):
                    assert not words_left(printed(shown), MOVES)
                for element in drawn(Scene(view, ("◦",), tuple(view.legal()))).iter():
                    assert not words_left(element.get("data-why", ""))


def test_rare_events_come_from_a_catalog():
    fined = drawing("fine", hold={"illegals": 2, "weapons": 1}, face_up=["e08"], modules={})
    lone = combat(planets={"earth": (0, 0)})
    events = {fined: ("event e04", "sell-module cargo weapons"), lone: ("flee", "planet forge")}
    with masking(strict=True):
        for state, texts in events.items():
            found = [hear(state, text, 0) for text in texts]
            for names in (Names(["◦"], 0), Names(["◦"])):
                for text in (*(story.tell(GAME, each, names) for each in found),
                             *tell_all(GAME, found, names)):  # fmt: skip
                    assert not words_left(text), text


def test_every_text_of_a_game_has_a_translation(monkeypatch):
    """A text that the extraction of catalogs misses would stay English."""
    lost = []

    class Lost(NullTranslations):
        def gettext(self, message):
            lost.append(message)
            return message

        def pgettext(self, context, message):
            return self.gettext(message)

        def ngettext(self, one, many, n):
            return self.gettext(one)

        def npgettext(self, context, one, many, n):
            return self.gettext(one)

    with speaking("de"):
        monkeypatch.setattr(language._catalog("de"), "_fallback", Lost())
        for seed in SEEDS:
            names, seen = Names(["mcts"], 0), []
            for before, event, after in steps(GAME, seed, policy=0.7):
                actor = before.turn if before.turn >= 0 else "chance"
                seen.append(seen_event(before, actor, event, after, 0))
                story.tell(GAME, seen[-1], names)
                drawn(Scene(before.view(0), names, tuple(before.legal() if actor == 0 else ())))
                printed(table(before, 1, True))
            tell_all(GAME, seen, names)
        story.glossary(GAME)
    assert not lost


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("jump norden", "jump 0,1"),
        ("osten", "jump 1,0"),
        ("Schmiede", "jump 0,1"),
        ("jump hehler", "jump 0,-1"),
        ("jump north", "jump 0,1"),
        ("haven", "jump 1,0"),
    ],
)
def test_places_are_named_as_the_screen_shows_them(typed, meant):
    state = position(phase="jump", planets=AROUND, modules={"engines": 6})
    with speaking("de"):
        assert moves_meant(typed, state.view(0)) == [meant]


def test_german_names_are_shown_whole_and_found_in_the_glossary():
    with speaking("de"):
        words = story.glossary(GAME)
        names = [*map(vocabulary.planet, PLANETS), *map(vocabulary.good, HOLD),
                 *map(vocabulary.module, MODULES)]  # fmt: skip
        assert {name.lower() for name in names} | set(EVENTS) <= set(words)
        assert len(set(names)) == len(names)
        for before, _, _ in steps(GAME, 1, policy=0.9):
            for narrow in (False, True):
                picture = drawn(Scene(before.view(0), ("du",), (), narrow=narrow))
                assert not [one.text for one in picture.iter("text") if "…" in (one.text or "")]


def test_the_german_table_needs_no_more_rows_than_the_english_one():
    for seed in SEEDS:
        for number, (before, _, _) in enumerate(steps(GAME, seed, policy=0.9)):
            if number % 7 and before["phase"] != "damage":
                continue
            for size in ((2, False), (2, True), (1, True)):
                shown = {}
                for code in ("en", "de"):
                    with speaking(code):
                        shown[code] = printed(table(before, *size)).splitlines()
                assert "…" not in "".join(shown["de"])
                assert len(shown["de"]) <= len(shown["en"]), "\n".join(shown["de"])


def test_names_in_data_files_stay_as_they_are(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text('[goods]\nids = ["ore", "tea", "eggs", "secrets"]\n')
    game = aicore.load("trader", data=str(path))
    state = game.start()
    with speaking("de"):
        seen = [
            hear(state, text, 0) for text in ("planet forge", "place 0,1", "event e05", "buy tea")
        ]
        assert story.tell(game, seen[-1], Names(["mcts"], 0)) == (
            "Du kaufst eine Ladung tea für 1 V: noch 4 V, zwei Laderäume frei."
        )
