"""Tests of attempts to learn hidden information: from seeds, from words and from files."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

import aicore
from aicore.cli.insight import show_hint, show_thought, show_turn
from aicore.cli.screen import Screen
from aicore.cli.thinking import thinking
from aicore.core.story import Names
from aicore.session.thoughts import Thought, hides
from fairness import reading_person, seed_adversary
from kit import command
from kit.effort import effort
from kit.hiding import HIDING, load, positions
from kit.positions import decisions


@pytest.fixture(scope="module")
def adversary() -> seed_adversary.Adversary:
    return seed_adversary.Adversary(below=600, watched=300)


@pytest.mark.parametrize("kind", seed_adversary.OPEN)
def test_the_adversary_finds_deals_whose_seeds_are_open(
    adversary: seed_adversary.Adversary, kind: str
) -> None:
    """The adversary is effective: with open deals it finds every card."""
    assert seed_adversary.found_open(adversary, kind, range(0, 300, effort(60, 15))) == effort(
        5, 20
    )


@pytest.mark.parametrize("name", seed_adversary.DOORS)
def test_the_adversary_finds_deals_whose_seeds_it_guesses(
    adversary: seed_adversary.Adversary, name: str
) -> None:
    """Guessing the seed reveals the deal at every door: the only protection is slow guessing."""
    door = seed_adversary.DOORS[name]
    seen, truth = door("314")
    assert adversary.names(door, seen, ["313", "314"]) == truth
    assert adversary.names(door, seen, ["313"]) is None


@pytest.mark.parametrize("name", seed_adversary.DOORS)
@pytest.mark.parametrize("seeded", [False, True], ids=["secret", "seed"])
def test_no_seat_finds_the_deal(
    adversary: seed_adversary.Adversary, name: str, seeded: bool
) -> None:
    """`python tests/fairness/seed_adversary.py` tries a thousand deals of each door."""
    number, guesses = effort(1, 20), effort(0, seed_adversary.GUESSES)
    assert seed_adversary.found(adversary, name, number, seeded, guesses) == 0


@pytest.mark.parametrize("name", effort(["leduc_poker"], ["kuhn_poker", "leduc_poker"]))
@pytest.mark.parametrize("opponent", reading_person.OPPONENTS)
@pytest.mark.usefixtures("quick")
def test_messages_depend_only_on_the_persons_knowledge(name: str, opponent: str) -> None:
    """`python tests/fairness/reading_person.py` reads ten thousand games."""
    reading_person.prepare()
    ways, apart, play, output = reading_person.read(name, opponent, effort(6, 16))
    assert ways > 3
    assert apart == 0
    assert play == output


@pytest.mark.parametrize("opponent", reading_person.OPPONENTS)
@pytest.mark.usefixtures("quick")
def test_messages_do_not_depend_on_a_choice_at_the_same_time(opponent: str) -> None:
    reading_person.prepare()
    ways, apart, play, output = reading_person.read(reading_person.SEALED, opponent, 8)
    assert (ways, apart) == (2, 0)  # all the games of a seat look the same before it chooses
    assert play == output


def shown(tell: Callable[..., None], *about: object) -> str:
    """Return what a function writes on a console."""
    screen = io.StringIO()
    tell(Screen(file=screen, width=100), *about)
    return screen.getvalue()


@pytest.mark.parametrize("name", [name for name in HIDING if name != "goofspiel"])
@pytest.mark.usefixtures("quick")
def test_why_and_hint_depend_only_on_the_persons_knowledge(name: str) -> None:
    """Rearranging what is hidden from a spectating seat does not change what it reads."""
    game = load(name)
    rng = aicore.Rng(5)
    compared = covered = 0
    for state in positions(game, effort(30, 60)):
        viewer = (state.turn + 1) % game.seats
        other = state.resample(viewer, rng)
        assert hides(state, viewer) == hides(other, viewer)
        covered += hides(state, viewer)
        lines = []
        chosen = None  # as the viewer sees it
        for one in (state, other):
            decision = aicore.player("mcts:sims=30", game, seed=2).decide(one.view(one.turn))
            if chosen is None:
                chosen = one.event_text(decision.action, viewer)
            alike = [move for move in one.legal() if one.event_text(move, viewer) == chosen]
            if alike:  # the searches may differ, but look the same to the viewer
                decision = dataclasses.replace(decision, action=alike[0])
                lines.append(shown(show_thought, "mcts", one, decision, viewer))
        if other != state and len(lines) == 2:
            compared += 1
            assert lines[0] == lines[1]
        mine, same = state.view(state.turn), state.resample(state.turn, rng).view(state.turn)
        names = Names(["mcts"] * state.game.seats, state.turn)
        assert shown(show_hint, mine, names) == shown(show_hint, same, names)
    assert covered > effort(5, 10)
    assert compared >= effort(2, 8)


@pytest.mark.parametrize("name", ["goofspiel", "feints"])
def test_why_does_not_show_a_hidden_choice(name: str) -> None:
    """In goofspiel nothing else is hidden, but the most visited bid is mostly the choice."""
    game = load(name)
    compared = 0
    for state in islice(decisions(game, 1), 20):
        decision = aicore.player("mcts:sims=30", game, seed=2).decide(state.view(state.turn))
        viewer = (state.turn + 1) % game.seats
        if state.event_text(decision.action, viewer) != decision.action:
            compared += 1
            thought = Thought(state, state.turn, decision)
            for told in (
                shown(show_thought, "mcts", state, decision, viewer),
                shown(show_turn, "mcts", [thought, thought], viewer),
            ):
                assert "stays hidden" in told
                assert decision.action not in told
    assert compared > 5


def test_a_secret_search_shows_no_thoughts() -> None:
    screen = io.StringIO()
    console = Screen(file=screen, force_terminal=True, width=80)
    game = aicore.load("kuhn_poker")
    with thinking(console, "mcts is thinking", secret=True, game=game) as progress:
        assert progress is not None
        progress("fold", 0.25)
    assert "mcts is thinking" in screen.getvalue()
    assert "fold" not in screen.getvalue()
    assert "chips" not in screen.getvalue()


@pytest.mark.parametrize("seed", ['"0123456789abcdef0123456789abcdef"', '"7"', "7"])
def test_a_record_replayed_for_a_seat_shows_only_its_knowledge(tmp_path: Path, seed: str) -> None:
    """Two unfinished games that only the other seat can distinguish read the same."""
    read = []
    for hidden in "JQ":
        file = tmp_path / f"{hidden}.jsonl"
        file.write_text(
            '{"format":"aicore-record/1","game":"kuhn_poker","seats":2,"options":{},'
            f'"seed":{seed if hidden == "J" else seed.replace("7", "8")},'
            '"players":["random","random"],"events":[["chance","deal 0 K"],'
            f'["chance","deal 1 {hidden}"],[0,"check"],[1,"bet"]],'
            '"scores":null,"returns":null,"end":null}\n'
        )
        result = command.run("replay", str(file), "--seat", "0")
        assert result.exit_code == 0
        assert "K" in result.output
        read.append(result.output)
    assert read[0] == read[1]
