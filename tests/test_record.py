"""Records: what is written is read back, and what is damaged is named."""

import json

import pytest

import aicore
from aicore.arena.match import play_match
from aicore.core.errors import RecordError
from aicore.core.record import Record, read_records, replay

GAMES = ["tic_tac_toe", "pig", "leduc_poker"]


def played(name="tic_tac_toe", seed=1, **options):
    game = aicore.load(name, **options)
    return play_match(game, [aicore.player("random", game) for _ in range(game.seats)], seed)


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


@pytest.mark.parametrize("name", GAMES)
def test_round_trip_through_a_file(name, tmp_path):
    path = tmp_path / "games.jsonl"
    records = [played(name, seed) for seed in range(3)]
    for record in records:
        record.write(path)
        assert path.read_text().endswith("\n")
    assert list(read_records(path)) == records


def test_plies_say_what_can_happen():
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


def test_an_unfinished_record_is_welcome_only_where_said(tmp_path):
    record = unfinished(2)
    assert not record.finished
    record.write(tmp_path / "game.jsonl")
    assert list(read_records(tmp_path / "game.jsonl")) == [record]
    assert len(list(replay(record, unfinished=True))) == 3
    with pytest.raises(RecordError, match="unfinished: the record stops after 2 plies"):
        list(replay(record))


def edited(**changes):
    return Record(**{**vars(played()), **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"events": [(1, "b2")]}, "ply 0, 'b2' by seat 1: seat 0 is to move"),
        ({"events": [("chance", "b2")]}, "ply 0, 'b2' by chance: seat 0 is to move"),
        ({"events": [(0, "b2"), (1, "b2")]}, "ply 1, by seat 1: 'b2' is not a possible action"),
        ({"events": [(0, "b9")]}, "ply 0, by seat 0: 'b9' is not a cell"),
        ({"events": [(0, "b2")]}, "ply 1: the events stop before the game is over"),
        ({"game": "chess"}, "the record's game: no game 'chess'"),
        ({"seats": 3, "players": ["random"] * 3}, "tic_tac_toe with 3 seats"),
        ({"options": {"size": 4}}, "has no option 'size'"),
        ({"scores": [7, 7]}, r"scores: the record says \[7, 7\], by the rules it is"),
        ({"returns": [0.25, 0.75]}, r"returns: the record says \[0.25, 0.75\]"),
        ({"end": "boredom"}, 'end: the record says "boredom", by the rules it is "'),
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
        ("\xff", "line 2: not UTF-8 text"),
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
        ({"game": 3}, "game: it must be a text"),
        ({"seats": "2"}, "seats: it must be a whole number"),
        ({"seats": True}, "seats: it must be a whole number"),
        ({"seed": 1.5}, "seed: it must be a whole number"),
        ({"options": []}, "options: it must be an object"),
        ({"players": "random"}, "players: it must be a list"),
        ({"players": ["random"]}, "players: 1 specs for 2 seats"),
        ({"events": {}}, "events: it must be a list"),
        ({"events": [["luck", "b2"]]}, "events: ply 0 must be"),
        ({"events": [[0, 5]]}, "events: ply 0 must be"),
        ({"events": [[0, "b2", 1]]}, "events: ply 0 must be"),
        ({"scores": None}, "scores, returns, end: all of them are null"),
        ({"scores": 3}, "scores, returns: they must be lists"),
        ({"end": 3}, "end: it must be a text"),
        ({"extra": 1}, "extra: not a field of a record"),
    ],
)
def test_reading_checks_the_fields(changes, message):
    fields = {**json.loads(played().to_line()), **changes}
    with pytest.raises(RecordError, match=message):
        Record.from_line(json.dumps(fields))


def test_empty_lines_are_passed_over(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{played().to_line()}\n\n")
    assert len(list(read_records(path))) == 1
