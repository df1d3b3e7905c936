"""Tests that `aicore check` finds and explains planted mistakes; the examples have none."""

from __future__ import annotations

import pytest

from aicore.plain.check import check_file
from aicore.plain.check_report import CheckReport
from aicore.players import player
from plain.conftest import EXAMPLES, NAMES

PLANTED = {
    # case: example, the changed line, its replacement, the required text of the report
    "exception": ("nim", "s.sticks[row - 1] -= n", "s.sticks[row] -= n",
                  ["nim.py, line 21, take: ValueError: sticks = -1", "`s.sticks[row] -= n`"]),
    "value beyond its range": ("pig", "Seat(shown=False), Int(0, 1005)", "Seat(shown=False), Int(0, 20)",
                               ["face: ValueError: total = 2", "a whole number from 0 to 20"]),
    "syntax": ("nim", "def result(self, s):", "def result(self, s)", ["nim.py, line 29", "SyntaxError"]),
    "unknown field": ("pig", "s.turn = CHANCE", "s.trun = CHANCE", ["roll: AttributeError", "trun"]),
    "no field": ("connect_four", "s.height[column] += 1", "s.heights[column] += 1",
                 ["drop: AttributeError", "heights"]),
    "probabilities": ("backgammon", "1 + (a > b) for", "(1 + (a > b)) / 35 for",
                      ["rolls: the probabilities add up to 1.02857", "not 1"]),
    "impossible outcome": ("backgammon", "for b in range(1, a)]", "for b in range(a)]",
                             ["openings: it lists (0, 1, 0)", "LOW is a number from 1 to 6"]),
    "impossible action": ("nim", "for n in range(1, left + 1)", "for n in range(left + 1)",
                            ["takes: it lists (0, 1)", "N is a number from 1 to 7"]),
    "listed twice": ("liars_dice", "return higher + [", "return higher + higher + [",
                     ["bids: it lists 'bid ", "twice"]),
    "nothing legal": ("liars_dice", "return s.count > 0", "return s.count > 40",
                      ["is to move and has no legal action"]),
    "hidden field leaks": ("liars_dice", "return s.count > 0", "return s.cup[1 - s.turn][0] > 3",
                           ["may_doubt: the legal actions of seat", "'liar'", "depends on fields"]),
    "event leaks": ("liars_dice", ', seen_by="SEAT")', ")",
                    ["roll: the text ", "reveals to seat ", "seen_by="]),
    "no end": ("nim", "s.sticks[row - 1] -= n", "s.sticks[row - 1] -= 0",
               ["actions: does it always end", "longest"]),
    "chance for ever": ("backgammon", "        s.turn = s.mover\n", "        pass\n",
                        ["chance events in a row", "turn"]),
    "chance without an event": ("nim", "s.turn = self.after(s.turn) if any(s.sticks) else END",
                                "s.turn = -1", ["take: it is chance's turn", "has no @event"]),
    "result misspelled": ("nim", "def result(self, s):", "def reslut(self, s):",
                          ["reslut: aicore never calls it; did you mean result?"]),
    "result of the wrong size": ("backgammon", "return [worth, -worth] if winner == 0 else", "return [worth] if winner == 0 else",
                                 ["result returned [", "a finite number per seat"]),
    "result beyond its bounds": ("backgammon", "returns = -3, 3", "returns = -1, 1",
                                 ["outside the class's returns"]),
    "not constant": ("backgammon", "if winner == 0 else [-worth, worth]", "if winner == 0 else [0, worth]",
                     ["the returns add up to", "constant_sum = False"]),
    "memory outside the state": ("nim", "s.winner = s.turn", "s.winner = self.last = 1 - getattr(self, 'last', 0)",
                                 ["twice from one position leads to two different positions"]),
    "too many bytes": ("connect_four", "ROWS, COLUMNS = 6, 7", "ROWS, COLUMNS = 60, 70",
                       ["connect_four.py", "bytes", "at most 4096 fit"]),
    "blank without a range": ("nim", "ROW=(1, 5)", "ROWE=(1, 5)", ["add the possible values of ROW"]),
    "seat that never moves": ("connect_four", "s.turn = END if min(s.height) == ROWS else 1 - seat",
                              "s.turn = END if min(s.height) == ROWS else seat",
                              ["seat 1 never got the turn"]),
    "more teams than seats": ("whist", "    teams = 2  #", "    teams = 5  #",
                              ["whist.py: teams = 5: it must be a number of teams"]),
    "no result for the only team": ("firebreak", "return s.burnt < ASH", "return None",
                                   ["result returned None", "True or False, if all play together"]),
    "choices neither open nor secret": ("saboteurs", 'together="secret"', 'together="hidden"',
                                        ["'vote HOW'", 'together= must be True or "secret"']),
    "barred names no field": ("hearts", 'barred="void"', 'barred="voids"',
                           ["hand: barred='voids' must name a field with seats=True"]),
    "roles without copies": ("saboteurs", ' copies=roles,', "",
                                    ["role, hidden from seat", "of the deals, but in", "when redrawn"]),
    "road that is not a pair": ("firebreak", "fire = Graph(Int(0, ASH), PLACES, ROADS)", "fire = Graph(Int(0, ASH), PLACES, PLACES)", ["Graph: a road is a pair of places such as"]),
    "seventh direction": ("lichen", "self.rock.step(place, way)", "self.rock.step(place, way + 6)",
                          ["line 51, ", "ValueError: step: direction 7 must be from 0 to 5"]),
    "hexagon off the board": ("lichen", "return sorted(place for place in reached", "return sorted('h' + place for place in reached",
                            ["targets: it lists 'h", "PLACE is one of d1, e1"]),
    "card that is not in the hand": ("goofspiel", "return s.hand[s.turn].held()", "return [9]",
                        ["bids: it lists 9", "CARD is one of 1, 2, 3"]),
}  # fmt: skip


@pytest.mark.parametrize("what", PLANTED)
def test_planted_mistakes_are_found(what, tmp_path):
    name, line, wrong, lines = PLANTED[what]
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert text.count(line) == 1, "plant it elsewhere"
    file = tmp_path / f"{name}.py"
    file.write_text(text.replace(line, wrong), encoding="utf-8")
    games = {"seat that never moves": 12, "not constant": 6, "listed twice": 2}.get(what, 1)
    report = check_file(file, games, lambda text: None, 60.0, all_variants=False)
    assert any(all(part in one for part in lines) for one in report.findings), report.lines()


LONG = ("backgammon", "hearts", "liars_dice", "saboteurs", "whist")


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow if one in LONG else ()) for one in NAMES],
)
def test_the_examples_have_no_mistakes(name):
    report = check_file(EXAMPLES / f"{name}.py", 1, lambda text: None, 60.0, all_variants=False)
    assert report.findings == []


HEADER = """
from aicore.plain import CHANCE, END, Array, Game, Int, action, event
"""


def checked(tmp_path, text, **given):
    file = tmp_path / "own.py"
    file.write_text(HEADER + text)
    return check_file(file, 20, lambda text: None, **given)


COOPERATIVE = """
class Vault(Game):
    \"\"\"Open a vault together: only one code in 4^6 opens it.\"\"\"
    constant_sum = False
    longest = 7
    right = Int(0, 6, shown=False)
    tries = Int(0, 6)

    @action("dial N", N=(0, 3))
    def dial(self, s, n):
        s.right += n == s.tries % 4
        s.tries += 1
        s.turn = END if s.tries == 6 else self.after(s.turn)

    def result(self, s):
        return [1, 1] if s.right == 6 else [0, 0]
"""


def test_a_hard_cooperative_game_is_not_wrong(tmp_path):
    """Random games never win it, so they do not show whether `result` looks at s."""
    report = checked(tmp_path, COOPERATIVE)
    assert not report.findings
    assert any("end with [0.0, 0.0], the same for every seat" in one for one in report.remarks)
    rigged = COOPERATIVE.replace("[1, 1] if s.right == 6 else [0, 0]", "[1, 0]")
    (finding,) = checked(tmp_path, rigged).findings
    assert "does it use s?" in finding


NUMBERS = """
class Numbers(Game):
    \"\"\"Say numbers until they are too many.\"\"\"
    longest = 20
    said = Int(0, 30)
    turns = Int(0, 10)

    @action("say N", N=(1, 9))
    def say(self, s, n):
        s.turns += 1
        s.said += n
        s.turn = END if s.turns == 10 else self.after(s.turn)

    def result(self, s):
        return s.said % 2
"""


def test_a_mistake_is_reported_once_with_its_count(tmp_path):
    """Its sentence has another number in every game; it was once reported 58 times."""
    report = checked(tmp_path, NUMBERS)
    assert len(report.findings) == 1
    (line,) = (line for line in report.lines() if line.startswith("wrong"))
    assert line.startswith("wrong, ")
    assert " times: own.py, line 13, say: ValueError: said = " in line


def test_a_mistake_in_real_positions_is_not_repeated_for_imagined_ones():
    report = CheckReport("own.py")
    real = "own.py, line 11, go: ValueError: round = {}: it must be a whole number from 0 to 3"
    report.add(f"own.py: in a position that seat 0 considers possible: {real.format(5)}")
    report.add("own.py: in a position that seat 0 considers possible: own.py, line 2: no")
    report.add(real.format(4))
    assert [line.partition("own.py")[2] for line in report.lines()] == [
        ": in a position that seat 0 considers possible: own.py, line 2: no",
        real.format(4).removeprefix("own.py"),
    ]


def test_few_games_in_the_time_are_remarked(tmp_path):
    report = checked(tmp_path, COOPERATIVE, seconds=0.0)
    assert any("only 1 random game fitted into 0 s" in one for one in report.remarks)
    assert not any("fitted" in one for one in checked(tmp_path, COOPERATIVE).remarks)


EVENTS = """
class Events(Game):
    \"\"\"Three kinds of luck, of which two come at once.\"\"\"
    longest = 9
    rolled = Int(0, 9)

    def setup(self, s):
        s.turn = CHANCE

    @event("never")
    def never(self, s):
        s.turn = 0

    @never.chances
    def nevers(self, s):
        return False

    @event("roll N", N=(1, 6))
    def roll(self, s, n):
        s.turn = 0

    @event("flip N", N=(1, 2))
    def flip(self, s, n):
        s.turn = 0

    @action("stop")
    def stop(self, s):
        s.turn = END

    def result(self, s):
        return 0
"""


def test_the_event_that_is_due_is_blamed_not_the_first_in_the_file(tmp_path):
    (finding,) = checked(tmp_path, EVENTS).findings
    assert "several events can happen at once" in finding
    assert ", flip: " in finding
    none = EVENTS.replace('@event("roll N", N=(1, 6))', '@event("roll", )').replace(
        "def roll(self, s, n)", "def roll(self, s)"
    ).replace('    @event("flip N", N=(1, 2))\n    def flip(self, s, n):\n        s.turn = 0\n', (
        "    @roll.chances\n    def rolls(self, s):\n        return False\n"
    ))  # fmt: skip
    (finding,) = checked(tmp_path, none).findings
    assert "listing the chance events: it is chance's turn, but no event can happen" in finding
    assert "never" not in finding


LARGE = """
class Large(Game):
    \"\"\"Its state is large, and one number matters.\"\"\"
    longest = 9
    board = Array(Int(0, 9), 200)
    other = Array(Int(0, 9), 200)
    matters = Int(0, 3)
    counts = Int(0, 9)

    @action("go")
    def go(self, s):
        s.counts += 1
        s.matters += 2
        s.turn = self.after(s.turn)

    def result(self, s):
        return 0
"""


def test_the_state_begins_with_the_fields_of_the_wrong_line(tmp_path):
    """Fields that the method does not name are left out."""
    (finding,) = checked(tmp_path, LARGE).findings
    assert "`s.matters += 2`" in finding
    assert finding.endswith("; state matters=2, turn=1, counts=2")


PEEKING = """
class Peeking(Game):
    \"\"\"Guess whose number is greater.\"\"\"
    longest = 2
    number = Int(0, 9, seats=True, hidden=True)

    def setup(self, s):
        s.turn = CHANCE

    @event("deal SEAT N", SEAT="seats", N=(1, 9), seen_by="SEAT")
    def deal(self, s, seat, n):
        s.number[seat] = n
        s.turn = CHANCE if 0 in s.number else 0

    @deal.chances
    def deals(self, s):
        return [(list(s.number).index(0), n) for n in range(1, 10)]

    @action("guess N", N=(0, 1))
    def guess(self, s, n):
        s.turn = END if s.turn else 1

    def scores(self, s):
        return {scores}

    def result(self, s):
        return int(s.number[1] > s.number[0])
"""


def test_scores_that_depend_on_hidden_fields_are_remarked(tmp_path):
    report = checked(tmp_path, PEEKING.replace("{scores}", "list(s.number)"))
    (remark,) = (one for one in report.remarks if ", scores: " in one)
    assert "it depends on hidden fields: seat 0 reads [" in remark
    report = checked(tmp_path, PEEKING.replace("{scores}", "[0, 0]"))
    assert not any(", scores: " in one for one in report.remarks)


@pytest.mark.parametrize(("line", "sentence"), [
    ('options = {"n": Option(5, "x", low=6, high=9)}', "the default n=5: it must be a whole number from 6"),
    ('options = {"n": Option("a", "x", choices=("b", "c"))}', "it must be b | c"),
    ('options = {"n": Option(True, "x")}', "the default n=True must be a whole number, or a word"),
    ('options = {"n": Option("a", "x")}', "the default n='a' must be a whole number, or a word"),
    ("longest = 0", "longest: it must be a whole number from 1"),
    ('symmetries = ("columns",)', "they need a Grid"),
    ('players = {"mcts": {"simz": 5}}', 'has no parameter "simz"'),
    ("def tell(self, event, names): 1 / 0", "tell: ZeroDivisionError"),
    ("def aim(self): pass", "aim returned None: it must return a text or a list of lines"),
    ("def ending(self, s): 1 / 0", "ending: ZeroDivisionError"),
    ("def picture(self, s): return '<svg><script/></svg>'", "the SVG must not have <script>"),
])  # fmt: skip
def test_declarations_and_methods_for_the_screen_are_checked(tmp_path, line, sentence):
    text = NUMBERS.replace("    said = Int(0, 30)\n", f"    said = Int(0, 90)\n    {line}\n")
    report = checked(tmp_path, f"from aicore.plain import Option\n{text}", make_player=player)
    assert any(sentence in one for one in report.findings), report.lines()


def test_recall_is_not_checked_without_tokens(tmp_path):
    text = NUMBERS.replace("    said = Int(0, 30)\n", """    said = Int(0, 90)
    perfect_recall = True
    hand = Int(0, 9, seats=True, hidden=True)
    @action("move A B", A=(0, 40_000), B=(0, 1))
    def move(self, s, a, b):
        self.say(s, 1)
    @move.legal
    def moves(self, s):
        return [(40_000, 1)]
""")  # fmt: skip
    assert checked(tmp_path, text).findings == []


def test_a_method_that_the_author_calls_is_not_misspelled(tmp_path):
    text = NUMBERS + "    def estimates(self, s):\n        return [0.5, 0.5]\n"
    sentence = "estimates: aicore never calls it; did you mean estimate?"
    assert any(sentence in one for one in checked(tmp_path, text).findings)
    text += "    def scores(self, s):\n        return [share for share in self.estimates(s)]\n"
    assert not any(sentence in one for one in checked(tmp_path, text).findings)


@pytest.mark.parametrize("decorator", ["@property", "@cached_property", "@staticmethod", "@cache"])
def test_calls_in_properties_and_base_classes_count(tmp_path, decorator):
    text = "from functools import cache, cached_property\n" + NUMBERS
    text += "    def estimates(self, s):\n        return [0.5, 0.5]\n"
    called = f"    {decorator}\n    def shares(self):\n        return self.estimates(self)\n"
    assert not any("estimates" in one for one in checked(tmp_path, text + called).findings)
    mixed = text.replace("(Game)", "(Shares, Game)")
    text = mixed.replace("class ", f"class Shares:\n{called}\nclass ", 1)
    assert not any("estimates" in one for one in checked(tmp_path, text).findings)


@pytest.mark.parametrize("given", ["2", "[[1]]"])
def test_what_is_no_list_of_values_is_blamed_on_its_method(tmp_path, given):
    text = NUMBERS + f"    @say.legal\n    def sayable(self, s):\n        return {given}\n"
    report = checked(tmp_path, text)
    value = given.removeprefix("[").removesuffix("]")
    assert f"sayable: it lists {value}, which does not fit the form 'say N'" in report.lines()[-1]
    tossed = """    @event("toss N", N=(1, 2))
    def toss(self, s, n):
        pass
    @toss.chances
    def tosses(self, s):
        return 2
    def setup(self, s):
        s.turn = -1
"""
    report = checked(tmp_path, NUMBERS + tossed.replace("return 2", f"return {given}"))
    assert f"tosses: it lists {value}, which does not fit the form" in report.lines()[-1]
