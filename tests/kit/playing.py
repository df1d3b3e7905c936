"""Games of a person in the terminal, played in this process: lines to type, and the output."""

import json

from kit import command


def run(*args, lines=()):
    text = "".join(f"{line}\n" for line in lines)
    return command.run("play", *args, input=text)


def play(*args, lines=()):
    result = run(*args, lines=lines)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert max(map(len, result.stdout.splitlines())) <= 200
    return result.stdout


def fails(*args):
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""
    return result.stderr.removeprefix("Error: ")


TTT = ["tic_tac_toe", "--vs", "random", "--seat", 0, "--seed", 1]
CELLS = [column + row for row in "321" for column in "abc"]


def all_cells(*first):
    """Return enough lines to end any game of tic-tac-toe: taken cells are refused and skipped."""
    return [*first, *CELLS]


LONG = "meld cosmonauts,chemical-rockets,near-earth-orbit,heavy-lifter-1,spaceport-extension"


def save(path, game, players, events, seed=1):
    fields = {"format": "aicore-record/1", "game": game, "seats": len(players), "options": {},
              "seed": seed, "players": players, "events": events,
              "scores": None, "returns": None, "end": None}  # fmt: skip
    path.write_text(json.dumps(fields) + "\n")
