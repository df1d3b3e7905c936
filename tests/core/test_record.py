"""Tests of records: every written record is read back, and damage is named."""

import contextlib
import json

import pytest

import aicore
from aicore.arena.match import Match
from aicore.core.errors import AicoreError, RecordError
from aicore.core.record import Record, read_records, replay

GAMES = ["tic_tac_toe", "pig", "leduc_poker"]


def played(name="tic_tac_toe", seed=1, **options):
    game = aicore.load(name, **options)
    return Match(game, [aicore.player("random", game) for _ in range(game.seats)], seed).finish()


@pytest.mark.parametrize("name", aicore.names())
def test_every_game_replays(name):
    record = played(name)
    plies = list(replay(record))
    assert len(plies) == len(record.events) + 1
    assert [ply.number for ply in plies] == list(range(len(plies)))
    assert plies[-1].turn == "end"
    assert plies[-1].event is None


def test_a_line_has_the_documented_fields_in_order():
    fields = json.loads(played("pig", seed=7, target=10).to_line())
    assert list(fields) == [
        "format", "game", "seats", "options", "seed", "players", "events", "scores", "returns",
        "end",
    ]  # fmt: skip
    assert fields["format"] == "aicore-record/1"
    assert fields["options"] == {"target": 10}
    assert fields["players"] == ["random", "random"]
    assert fields["events"][0] == [0, "roll"]
    assert fields["events"][1][0] == "chance"
    assert sorted(fields["returns"]) == [0.0, 1.0]
    assert fields["end"] == "target"


def test_a_duel_names_the_rival():
    record = edited(rival="mcts:sims=9")
    assert json.loads(record.to_line())["rival"] == "mcts:sims=9"
    assert Record.from_line(record.to_line()) == record
    with pytest.raises(RecordError, match="rival: it must be a spec"):
        Record.from_line(edited(rival=["mcts"]).to_line())


@pytest.mark.parametrize("name", GAMES)
def test_round_trip_through_a_file(name, tmp_path):
    path = tmp_path / "games.jsonl"
    records = [played(name, seed) for seed in range(3)]
    for record in records:
        record.write(path)
        assert path.read_text().endswith("\n")
    assert list(read_records(path)) == records


def test_plies_list_the_possible_events():
    plies = [ply.to_dict() for ply in replay(played("pig", target=10))]
    decision, chance, end = plies[0], plies[1], plies[-1]
    assert decision["turn"] == 0
    assert decision["legal"] == ["roll"]
    assert "outcomes" not in decision
    assert chance["turn"] == "chance"
    # one fair die
    assert chance["outcomes"] == [[f"rolls {face}", pytest.approx(1 / 6)] for face in range(1, 7)]
    assert "legal" not in chance
    assert end["turn"] == "end"
    assert end["event"] is None
    assert "legal" not in end
    assert "outcomes" not in end
    assert decision["state"]["scores"] == [0, 0]


def test_plies_are_independent_copies():
    plies = list(replay(played()))
    assert plies[0].state.legal() == aicore.load("tic_tac_toe").start().legal()


def unfinished(length):
    record = played()
    return Record(**{**vars(record), "events": record.events[:length],
                     "scores": None, "returns": None, "end": None})  # fmt: skip


def test_unfinished_records_are_accepted_only_on_request(tmp_path):
    record = unfinished(2)
    assert not record.finished
    record.write(tmp_path / "game.jsonl")
    assert list(read_records(tmp_path / "game.jsonl")) == [record]
    assert len(list(replay(record, unfinished=True))) == 3
    with pytest.raises(RecordError, match="the record is unfinished: it stops after 2 plies"):
        list(replay(record))


def edited(**changes):
    return Record(**{**vars(played()), **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"events": [(1, "b2")]}, "ply 0, 'b2' by seat 1: seat 0 is to move"),
        ({"events": [("chance", "b2")]}, "ply 0, 'b2' by chance: seat 0 is to move"),
        ({"events": [(0, "b2"), (1, "b2")]}, "ply 1, by seat 1: 'b2' is not a possible action"),
        ({"events": [(0, "b9")]}, 'ply 0, by seat 0: There is no CELL "b9"'),
        ({"events": [(0, "b2")]}, "ply 1: the events end before the game does"),
        ({"game": "chess"}, 'the record\'s game cannot be loaded: There is no game "chess"'),
        ({"seats": 3, "players": ["random"] * 3}, "tic_tac_toe has exactly 2 seats, not 3"),
        ({"options": {"size": 4}}, 'has no option "size"'),
        ({"options": {"seats": 2}}, 'has no option "seats"'),
        ({"options": {"name": "pig"}}, 'has no option "name"'),
        ({"events": [(0, "x" * 1000)]}, "ply 0, by seat 0: "),
        ({"scores": [7, 7]}, r"scores: the record says \[7, 7\], but by the rules it is"),
        ({"returns": [0.25, 0.75]}, r"returns: the record says \[0.25, 0.75\]"),
        ({"end": "boredom"}, 'end: the record says "boredom", but by the rules it is "'),
        ({"scores": None, "returns": None, "end": None}, "scores: the record says null"),
    ],
)
def test_replay_names_what_breaks_the_rules(changes, message):
    with pytest.raises(RecordError, match=message):
        list(replay(edited(**changes), unfinished=True))


def test_replay_refuses_events_after_the_end():
    record = played()
    with pytest.raises(RecordError, match="the game is over"):
        list(replay(edited(events=[*record.events, (0, "a1")])))


def test_replay_refuses_impossible_chance():
    record = Record("pig", 2, {}, 1, ["random"] * 2, [(0, "roll"), ("chance", "rolls 7")])
    with pytest.raises(RecordError, match="ply 1, by chance"):
        list(replay(record, unfinished=True))
    record.events = [(0, "roll"), (1, "roll")]
    with pytest.raises(RecordError, match="ply 1, 'roll' by seat 1: a chance event is due"):
        list(replay(record, unfinished=True))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a record"),
        ('{"format":"aicore-record/9"}', "line 2: not a record"),
        ('{"format":"aicore-record/1"}', "line 2: game: missing"),
        ("[" * 100_000, "line 2: not JSON: nested too deeply"),
        ('{"seed":' + "1" * 4000 + "}", r"line 2: not JSON: the number 1111.* has 4000 digits"),
        ('{"seed":1e999}', "line 2: not JSON: 1e999 is not a finite number"),
        ('{"seed":NaN}', "line 2: not JSON: NaN is not a finite number"),
        ('{"seed":1,"seed":2}', "line 2: not JSON: seed appears twice"),
        ("\xff", "line 2 is not UTF-8 text"),
    ],
)
def test_reading_names_the_damaged_line(line, message, tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(played().to_line().encode() + b"\n" + line.encode("latin-1") + b"\n")
    with pytest.raises(RecordError, match=message) as caught:
        list(read_records(path))
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": 3}, "game: it must be a string"),
        ({"seats": "2"}, "seats: it must be a whole number"),
        ({"seats": True}, "seats: it must be a whole number"),
        ({"seed": 1.5}, "seed: it must be a whole number"),
        ({"options": []}, "options: it must be an object"),
        ({"players": "random"}, "players: it must be a list"),
        ({"players": ["random"]}, "players: expected 2, one per seat, not 1"),
        ({"events": {}}, "events: it must be a list"),
        ({"events": [["luck", "b2"]]}, "events: ply 0 must be"),
        ({"events": [[0, 5]]}, "events: ply 0 must be"),
        ({"events": [[0, "b2", 1]]}, "events: ply 0 must be"),
        ({"scores": None}, "scores, returns, end: either all must be null"),
        ({"scores": 3}, "scores, returns: they must be lists"),
        ({"end": 3}, "end: it must be a string"),
        ({"returns": [1]}, "returns: it must be a list with one number per seat"),
        ({"returns": [1, True]}, "returns: it must be a list with one number per seat"),
        ({"seats": 10**30}, "seats: it must be a whole number from 1 to 100"),
        (
            {"seed": "x" * 201},
            "seed: it must be a whole number or a string of 1 to 200 characters",
        ),
        ({"seed": "a\nb"}, "seed: it must be a whole number or a string of 1 to 200 characters"),
        ({"seed": ""}, "seed: it must be a whole number or a string of 1 to 200 characters"),
        ({"options": {"size": [4]}}, "options.size: it must be a whole number or a string"),
        ({"events": [[2, "b2"]]}, "events: ply 0 must be .* a seat from 0 to 1"),
        (
            {"events": [[0, "b" * 1001]]},
            "events: ply 0 must be a string of at most 1000 characters",
        ),
        ({"x" * 10**6: 1}, r"^xxx.*x\.\.\.: records have no such field"),
        ({"extra": 1}, "extra: records have no such field"),
    ],
)
def test_reading_checks_the_fields(changes, message):
    fields = {**json.loads(played().to_line()), **changes}
    with pytest.raises(RecordError, match=message):
        Record.from_line(json.dumps(fields))


@pytest.mark.parametrize("seed", [7, -1, "7", "a secret of mine", "é" * 200])
def test_a_seed_is_a_text_or_a_number(seed):
    record = edited(seed=seed)
    assert Record.from_line(record.to_line()) == record


def test_errors_stay_short(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"[" + b"1" * 17_000_000)
    with pytest.raises(RecordError, match="line 1 is longer than 16 MiB"):
        list(read_records(path))
    with pytest.raises(RecordError, match="line 1 is longer than 16 MiB"):
        list(read_records("/dev/zero"))


def test_mutated_lines_are_read_or_refused():
    """Each value of a record in turn is replaced: the result is a record, or a RecordError."""
    fields = json.loads(played("pig", target=10).to_line())
    others = [None, True, -1, 1.5, 10**20, "", "x" * 300, "\ud800", [], [[]], {}, {"a": [None]}]
    for name in fields:
        places = [(fields, name)]
        if isinstance(fields[name], list):
            places += [(fields[name], place) for place in range(min(2, len(fields[name])))]
        if isinstance(fields[name], dict):
            places += [(fields[name], key) for key in list(fields[name])]
        for holder, key in places:
            before = holder[key]
            for other in others:
                holder[key] = other
                with contextlib.suppress(RecordError):
                    list(replay(Record.from_line(json.dumps(fields)), unfinished=True))
            holder[key] = before
    line = json.dumps(fields)
    for place in range(len(line)):
        for mutant in (line[:place], line[:place] + line[place + 1 :], line[:place] + "9" + line):
            with contextlib.suppress(RecordError):
                list(replay(Record.from_line(mutant), unfinished=True))


def test_only_files_of_records_are_written_to(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("milk\n")
    with pytest.raises(AicoreError, match=r"notes\.txt: it is not a record file"):
        played().write(path)
    assert path.read_text() == "milk\n"
    path.write_text(played().to_line())  # without a final newline
    played().write(path)
    assert len(list(read_records(path))) == 2


def test_empty_lines_are_skipped(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{played().to_line()}\n\n")
    assert len(list(read_records(path))) == 1


@pytest.mark.parametrize("field", ["players", "game", "seed", "rival"])
def test_half_a_character_is_refused(field):
    """No screen, file or page could hold this text."""
    half = "\ud800"
    line = edited(**{field: [half, "random"] if field == "players" else half}).to_line()
    with pytest.raises(RecordError, match="half of a surrogate pair") as refused:
        Record.from_line(line)
    assert str(refused.value).isascii()
    with pytest.raises(RecordError, match="half of a surrogate pair"):
        Record.from_line(line.replace("\\ud800", half))
    whole = edited(players=["\N{GRINNING FACE}", "random"])
    assert Record.from_line(whole.to_line()) == whole
