"""Tests of every lesson: played as its own words say, with a wrong move at each step."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import aicore
from aicore.arena.log import GameLog
from aicore.cli import main
from aicore.coach.lesson import SEAT, STRAYED, NoLesson, has_lesson, load_lesson
from aicore.session import lessons
from aicore.session.inline import advance, respond
from aicore.session.seated_game import SeatedGame
from aicore.session.session import Session
from kit.effort import effort

LESSONS = [name for name in aicore.names() if has_lesson(name)]


class Learner(Session):
    """Learner of a lesson."""

    def __init__(self, lesson):
        log = GameLog(lesson.game, lesson.seed)
        super().__init__(SeatedGame(log, lesson.players, lesson=lesson), SEAT)
        self.lesson = lesson
        advance(self.table)

    @property
    def progress(self):
        return lessons.progress(self.table)

    @property
    def place(self):
        return self.progress["step"]


def put(learning, message):
    """Return the replies to a message, with all thinking done."""
    return respond(learning, message)[0]


def wanted(learning, lesson):
    """Return the legal action that finishes the step: the longest that its sentence names."""
    legal = learning.table.state.view(0).legal()
    step = learning.lesson.steps[lesson["step"]]
    assert lesson["lit"], f"nothing to do is legal: {lesson['do']}"
    named = [one for one in legal if re.search(rf"(?<!\S){re.escape(one)}(?![\w,])", step.do)]
    assert named, f"the sentence names no legal move: {lesson['do']}"
    chosen = max(named, key=len)
    assert step.done == chosen
    return chosen


@pytest.mark.parametrize("name", LESSONS)
def test_a_refusal_names_the_move_of_the_step(name):
    for step in load_lesson(name).steps:
        assert step.done in step.refusal
        clicked = step.clicked()
        assert "Type" not in clicked.refusal
        assert clicked.done == step.done


@pytest.mark.parametrize("name", LESSONS)
def test_a_hint_is_the_action_of_the_step(name):
    learning = Learner(load_lesson(name))
    lesson = learning.progress
    for step in learning.lesson.steps:
        (hint,) = put(learning, {"type": "hint"})  # without a search
        assert (hint["type"], hint["actions"]) == ("hint", [step.done])
        assert hint["sentences"]
        message = {"type": "act", "actions": hint["actions"], "ply": learning.table.ply}
        put(learning, message)
        lesson = learning.progress
    assert lesson["step"] == lesson["steps"]


def test_a_typed_number_that_is_another_move_is_refused():
    """Booster's first list has another mission on top, which once made the last step impossible."""
    learning = Learner(load_lesson("booster"))
    for step in learning.lesson.steps[:4]:
        put(learning, {"type": "type", "line": step.done, "ply": learning.table.ply})
    (answer,) = put(learning, {"type": "type", "line": "1", "ply": learning.table.ply})
    assert "spaceport-extension" in answer["message"]
    assert learning.place == 4


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_never_asks_for_an_illegal_move(name):
    """A table may come from another version of the script, or have another opponent."""
    learning = Learner(load_lesson(name))
    steps = iter(learning.lesson.steps)
    while len(learning.table.state.view(0).legal()) < 2:
        put(learning, {"type": "act", "actions": [next(steps).done], "ply": learning.table.ply})
    due = next(steps).done
    other = next(one for one in learning.table.state.view(0).legal() if one != due)
    learning.table.play(0, other)
    lesson = learning.progress
    assert (lesson["step"], lesson["do"], lesson["lit"]) == (lesson["steps"], STRAYED, [])
    assert lessons.due(learning.table) is None
    for count in range(1, len(learning.lesson.script)):  # no longer repeated
        wished = ["anything"] * count
        assert lessons.with_repetitions(learning.table, wished) == wished
    own = learning.table.actions_of(0)
    assert not learning.lesson.refusal(own, [], ["anything"])
    script = load_lesson(name)
    assert script.progress([], ["nothing of it"])["do"] == STRAYED
    assert not script.refusal([], ["nothing of it"], ["nothing of it"])


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_finished_by_following_its_sentences(name):
    learning = Learner(load_lesson(name))
    lesson = learning.progress
    for number in range(lesson["steps"]):
        assert lesson["step"] == number
        legal, ply = learning.table.state.view(0).legal(), learning.table.ply
        chosen = wanted(learning, lesson)
        assert [legal[place] for place in lesson["lit"]] == [chosen]
        for wrong in legal:
            if wrong == chosen:
                continue
            (answer,) = put(learning, {"type": "act", "actions": [wrong], "ply": ply})
            assert answer["type"] == "error"
            assert answer["message"] == learning.lesson.steps[number].refusal
            assert (learning.table.ply, learning.place) == (ply, number)
        heard = put(learning, {"type": "type", "line": chosen, "ply": ply})
        assert not [one for one in heard if one["type"] == "error"]
        lesson = learning.progress
    assert lesson["step"] == lesson["steps"]
    assert lesson["do"] == learning.lesson.end


@pytest.mark.parametrize("name", LESSONS)
def test_no_lesson_ends_in_a_loss_or_takes_a_click_three_times(name):
    learning = Learner(load_lesson(name))
    done = [step.done for step in learning.lesson.steps]
    assert not [one for one in zip(done, done[1:], done[2:], strict=False) if len({*one}) == 1]
    for action in done:
        put(learning, {"type": "act", "actions": [action], "ply": learning.table.ply})
    assert len(learning.table.actions_of(0)) == sum(step.times for step in learning.lesson.steps)
    end = learning.presenter.end()
    scores = learning.table.state.scores() if end is None else end["shares"]
    assert learning.table.game.seats == 1 or scores[0] == max(scores)


def test_undo_within_a_step_of_several_moves_leads_back_to_it():
    learning = Learner(load_lesson("relics"))
    steps = learning.lesson.steps
    several = next(number for number, step in enumerate(steps) if step.times > 1)
    for step in steps[: several + 1]:
        put(learning, {"type": "act", "actions": [step.done], "ply": learning.table.ply})
    assert learning.place == several + 1
    put(learning, {"type": "undo"})
    assert learning.place == several
    put(learning, {"type": "act", "actions": [steps[several].done], "ply": learning.table.ply})
    assert learning.place == several + 1


IDEAS = {  # actions that a first game uses once, by their first words
    "gratis3": ["launch", "rav", "attack", "evade", "shields", "emp", "play short-range"],
    "ransom": ["discard", "capture", "merchant", "boost"],
}


@pytest.mark.parametrize(("name", "ideas"), IDEAS.items())
def test_a_lesson_uses_each_idea(name, ideas):
    done = [step.done for step in load_lesson(name).steps]
    assert [
        one for one in ideas if not any(f"{each} ".startswith(f"{one} ") for each in done)
    ] == []


def test_the_lesson_of_gratis3_lands():
    learning = Learner(load_lesson("gratis3"))
    for step in learning.lesson.steps:
        put(learning, {"type": "act", "actions": [step.done], "ply": learning.table.ply})
    board = learning.table.state.view(0).to_dict()
    assert board["locations"][0] == learning.lesson.game.options["locations"]
    own, other = learning.table.state.scores()
    assert f"{own} points to {other}" in learning.lesson.end


def test_undo_leads_back_to_the_step_before():
    learning = Learner(load_lesson("ransom"))
    put(learning, {"type": "act", "actions": ["discard b.sr,b.ba"], "ply": learning.table.ply})
    assert learning.place == 1
    put(learning, {"type": "undo"})
    assert learning.place == 0


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_does_not_depend_on_hidden_information(name):
    learning = Learner(load_lesson(name))
    table, rng = learning.table, aicore.Rng(1)
    view = table.state.view(0)
    message = learning.progress
    for _ in range(8):
        table.log.state = view.resample(rng)
        assert learning.progress == message


def test_a_game_without_a_lesson_says_so():
    with pytest.raises(NoLesson, match="no lesson yet"):
        load_lesson("leduc_poker")
    result = CliRunner().invoke(main, ["learn", "leduc_poker"])
    assert result.exit_code == 2


def test_hint_and_help_answer_at_the_terminal():
    typed = f"{'9' * 5000}\nhint\n?\n? meld\nHINT\nmoves\nmoves p\nmoves z\nQ\n"
    result = CliRunner(env={"COLUMNS": "80"}).invoke(main, ["learn", "booster"], typed)
    assert result.exit_code == 0
    shown = " ".join(result.output.split())
    assert shown.count("Hint: You pass. To do so, type: pass") == 2
    assert shown.count("Type the move. hint shows it") == 1
    assert "No legal move begins with 'z'" in shown
    assert "is too long: type at most 500 characters" in shown
    assert "cannot play" not in shown


@pytest.mark.parametrize("name", effort(["booster", "ransom"], LESSONS))
def test_a_lesson_is_learned_at_the_terminal(name):
    lesson = load_lesson(name)
    typed = "\n".join(step.done for step in lesson.steps)
    result = CliRunner(env={"COLUMNS": "80"}).invoke(main, ["learn", name], typed)
    assert result.exit_code == 0, result.output
    shown = " ".join(result.output.split())
    assert " ".join(lesson.end.split()) in shown
    for step in lesson.steps:
        assert " ".join(step.comment.split()) in shown
