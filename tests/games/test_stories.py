"""Tests of the stories of all games: each event's sentence says only what its reader knows."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import aicore
from aicore.core.registry import info, names
from aicore.core.story import Names, SeenEvent, ending, seen_event, tell_all
from kit.effort import THOROUGH, effort
from kit.positions import Variant, hear, seats_of, steps, variants

NAMES = ("mcts", "greedy", "script", "flat", "random", "mcts 2")
NAMED = [name for name in names() if (info(name).folder / "words" / "story.py").exists()]
GAMES_WITH_HIDDEN = [name for name in NAMED if aicore.load(name).has_hidden]


def tables() -> list[tuple[str, int]]:
    """Return every game with its numbers of seats."""
    return [(name, seats) for name in NAMED for seats in seats_of(name)]


def steps_of(
    game: aicore.Game, seed: int
) -> Iterator[tuple[aicore.State, int | str, str, aicore.State]]:
    """Yield the steps of a partly random game: state, actor, event and the state after it."""
    for before, event, after in steps(game, seed, policy=2 / 3):
        yield before, before.turn if before.turn >= 0 else "chance", game.text(event), after


@pytest.mark.parametrize(("name", "seats"), tables())
def test_every_event_and_every_end_has_a_sentence_for_everybody(name: str, seats: int) -> None:
    game = aicore.load(name, seats=seats)
    story = game.info.story
    for viewer in (*range(seats), None) if THOROUGH else (seats - 1, None):
        called = Names(NAMES[:seats], viewer)
        lines: list[SeenEvent] = []
        for before, actor, event, after in steps_of(game, seed=seats):
            one = seen_event(before, actor, event, after, viewer)
            lines.append(one)
            _reads_well(story.tell(game, one, called))
        for sentence in tell_all(game, lines, called):
            _reads_well(sentence)
        _reads_well(story.end(game, ending(after, viewer), called))
    if name in NAMED:
        assert after.end in story.ENDS


@pytest.mark.parametrize("name", NAMED)
def test_sentences_have_no_codes_that_only_the_notation_has(name: str) -> None:
    """No board shows p07, gun3, shields-guns or 0,14, but boards do show `S2` and `b2`."""
    game = aicore.load(name)
    called = Names(NAMES[: game.seats], 0)
    code = re.compile(r"-?\d+,-?\d+|[a-z]+\d+|[a-z0-9]+(?:[-.][a-z0-9]+)+")
    for seed in range(3):
        for before, actor, event, after in steps_of(game, seed):
            sentence = game.info.story.tell(
                game, seen_event(before, actor, event, after, 0), called
            )
            for one in code.findall(event.partition(" ")[2]):
                assert not re.search(rf"(?<!\w){re.escape(one)}(?!\w)", sentence), (event, sentence)


def _reads_well(sentence: str) -> None:
    assert sentence.endswith((".", "!")), sentence
    assert sentence == " ".join(sentence.split()), sentence
    for code in ("None", "{", "}", "?", "..", " ,", "_"):
        assert code not in sentence, sentence


@pytest.mark.parametrize("name", NAMED)
def test_the_aim_has_three_lines_and_perhaps_a_warning(name: str) -> None:
    game = aicore.load(name)
    lines = game.info.story.aim(game)
    assert 3 <= len(lines) <= 4
    for line in lines:
        _reads_well(line)


@pytest.mark.parametrize(
    "variant", [one for name in NAMED for one in variants(name)], ids=lambda one: one.id
)
def test_the_texts_read_well_with_every_option(variant: Variant) -> None:
    game = variant.load()
    if game is None:
        return
    story = game.info.story
    for text in (*story.aim(game), *story.glossary(game).values()):
        _reads_well(text)


@pytest.mark.parametrize(
    ("name", "events", "told"),
    [
        ("pig", ["roll", "rolls 1"], "You roll a 1."),
        ("pig", ["roll", "rolls 2", "roll", "rolls 1"], "You roll 2 and 1, and lose two points."),
        ("pig", ["roll", "rolls 5", "hold"], "You roll a 5 and hold 5: 5 points now."),
        ("connect_four", ["d"], "You drop a stone into d."),
    ],
)
def test_small_sentences(name: str, events: list[str], told: str) -> None:
    game = aicore.load(name)
    state = game.start()
    seen = [hear(state, event, 0) for event in events]
    assert tell_all(game, seen, Names(NAMES[: game.seats], 0)) == [told]


@pytest.mark.parametrize("name", NAMED)
def test_the_glossary_explains_every_word_that_is_typed(name: str) -> None:
    game = aicore.load(name)
    words = game.info.story.glossary(game)
    for about in words.values():
        _reads_well(about)
    typed = {
        action.split()[0] for state, actor, action, _ in steps_of(game, 1) if actor != "chance"
    }
    if name in ("tic_tac_toe", "connect_four"):  # cells and columns
        typed = {"cell" if name == "tic_tac_toe" else "column"}
    assert typed <= set(words)


@pytest.mark.parametrize("name", GAMES_WITH_HIDDEN)
def test_nothing_hidden_changes_a_word(name: str) -> None:
    """A seat's story is the same in every world that is possible for it."""
    game = aicore.load(name)
    story = game.info.story
    rng = aicore.Rng(7)
    compared = 0
    for seed in range(40):
        seat = seed % game.seats
        called = Names(NAMES[: game.seats], seat)
        for before, actor, event, after in steps_of(game, seed):
            heard = before.event_text(event, seat)
            if before == (world := before.resample(seat, rng)):
                continue
            possible = (
                world.legal() if actor != "chance" else [text for text, _ in world.outcomes()]
            )
            same = [text for text in possible if world.event_text(text, seat) == heard]
            if not same:  # the event showed a card that is elsewhere in this world
                continue
            chosen = same[rng.next() % len(same)]
            other = world.clone()
            other.apply(chosen)
            if other.to_dict(seat) != after.to_dict(seat):
                continue  # its consequences differ for the seat, too
            one = seen_event(before, actor, event, after, seat)
            two = seen_event(world, actor, chosen, other, seat)
            assert story.tell(game, one, called) == story.tell(game, two, called)
            assert tell_all(game, [one], called) == tell_all(game, [two], called)
            compared += 1
        if compared >= effort(400, 1000):
            break
    wanted = {"kuhn_poker": 30, "leduc_poker": 100}.get(name, effort(400, 1000))  # short games
    assert compared >= wanted


@pytest.mark.parametrize("name", NAMED)
def test_the_same_story_follows_from_the_same_knowledge(name: str) -> None:
    """A second telling is the same, even after another game: stories keep no state."""
    game = aicore.load(name)
    called = Names(NAMES[: game.seats], 0)

    def whole() -> list[str]:
        return tell_all(game, [seen_event(*step, 0) for step in steps_of(game, 3)], called)

    first = whole()
    [seen_event(*step, 0) for step in steps_of(game, 4)]
    assert whole() == first


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parent.glob("*/sentences.txt")), ids=lambda path: path.parent.name
)
def test_every_section_of_a_file_of_sentences_belongs_to_a_test(path: Path) -> None:
    """When a test is renamed or deleted, `--write-sentences` leaves its section behind."""
    kept = re.findall(r"^# (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    made = {
        node.name
        for file in path.parent.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and "say" in [one.arg for one in node.args.args]
    }
    assert set(kept) == made


def test_a_test_that_fails_writes_no_sentences(tmp_path: Path) -> None:
    """It stopped before it had said everything, so its section would lose sentences."""
    folder = tmp_path / "games"
    folder.mkdir()
    for place in (tmp_path, folder):
        source = Path(__file__).parents[place is tmp_path] / "conftest.py"
        (place / "conftest.py").write_bytes(source.read_bytes())
    golden = folder / "sentences.txt"
    golden.write_text("# test_one\n\nold\n\n# test_two\n\nold\n", "utf-8")
    (folder / "test_said.py").write_text(
        "def test_one(say):\n    say('new')\n    raise ValueError\n"
        "def test_two(say):\n    say('new')\n",
        "utf-8",
    )
    options = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".")
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--write-sentences", "games"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert golden.read_text("utf-8") == "# test_one\n\nold\n\n# test_two\n\nnew\n"
