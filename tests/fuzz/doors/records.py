"""Door of records and saves: files of lines of JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from aicore.cli.saves import read_save
from aicore.core.errors import AicoreError
from aicore.core.record import Record, read_records, replay
from fuzz import command, damage, material
from fuzz.door import ACCEPTED, Broken, Door, clear, folder, tell

DEEP = 0.0005  # probability of extreme nesting: it takes long


def line_of(fields: Any) -> bytes:
    """Return a line of JSON, including values that JSON does not know."""
    return json.dumps(fields).encode()


def damaged_line(fields: Any, rng: Random) -> bytes:
    """Return a line made of damaged fields, or damaged itself, or both."""
    if rng.random() < DEEP:
        line = line_of(fields)
        deep = rng.choice((b"[", b'{"a":', b"[{", b"1")) * rng.choice((990, 3000, 100_000))
        return rng.choice((deep, line.replace(b"null", deep, 1), line.replace(b"[", deep, 1)))
    kind = rng.random()
    line = line_of(damage.damaged(fields, rng) if kind < 0.7 else fields)
    return damage.garbled_bytes(line, rng) if kind > 0.6 else line


class Records(Door):
    """One record, read from a file, played again and written."""

    NAME = "records"
    SHARE = 120
    REFUSALS = (AicoreError, OSError)

    def prepare(self) -> None:
        """Make finished records of the small games, and unfinished ones of all."""
        count = len(material.GAMES)
        made = [material.record(number) for number in (*range(material.SMALL), 2, 3)]
        made += [material.record(number, plies=12) for number in range(count)]
        self.fields = [json.loads(record.to_line()) for record in made]
        (folder() / "r").write_bytes(line_of(self.fields[0]))
        command.run(["replay", str(folder() / "r")])  # loads the modules it needs
        clear()

    def attempt(self, rng: Random) -> str:
        """Damage one record, or cut it short, or leave it as it is."""
        fields = rng.choice(self.fields)
        if rng.random() < 0.15:  # stopped early, which is no damage
            events = fields["events"][: rng.randrange(20)]
            fields = {**fields, "events": events, "scores": None, "returns": None, "end": None}
        line = line_of(fields) if rng.random() < 0.1 else damaged_line(fields, rng)
        path = folder() / "r"
        path.write_bytes(line)
        if rng.random() < 0.004:
            options = rng.choice(([], ["--json"], ["--seat", "0"]))
            tell("aicore replay")
            return command.run(["replay", str(path), *options])
        for record in read_records(path):
            for _ in replay(record, unfinished=rng.random() < 0.9):
                pass
            if Record.from_line(record.to_line()) != record:
                raise Broken("written and read again it is another record")
        return ACCEPTED


class Saves(Door):
    """Files of several records, the last of which is to be continued."""

    NAME = "saves"
    SHARE = 20
    REFUSALS = (AicoreError, OSError)

    def prepare(self) -> None:
        """Make unfinished games with a person in them, with finished ones before them."""
        numbers = range(len(material.GAMES))
        saves = [material.record(number, plies=6, human=True) for number in numbers]
        self.saves = [json.loads(record.to_line()) for record in saves if not record.finished]
        done = [material.record(number) for number in range(material.SMALL)]
        self.done = [line_of(json.loads(record.to_line())) for record in done]
        (folder() / "s").write_bytes(line_of(self.saves[0]))
        command.run(["play", "--resume", str(folder() / "s")])
        clear()

    def attempt(self, rng: Random) -> str:
        """Damage the last record, or the file."""
        fields = rng.choice(self.saves)
        lines = [rng.choice(self.done) for _ in range(rng.randrange(3))]
        kind = rng.random()
        lines.append(line_of(fields) if kind < 0.3 else damaged_line(fields, rng))
        whole = b"\n".join(lines) + rng.choice((b"", b"\n", b"\r\n", b"\n\n", b"\n \n", b"\n\0"))
        if kind < 0.3:
            whole = damage.garbled_bytes(whole, rng)
        path = folder() / "s"
        path.write_bytes(whole)
        if rng.random() < 0.03:
            tell("aicore play --resume")
            return command.run(["play", "--resume", str(path)], rng.choice((b"", b"\n", b"?\n")))
        read_save(path)
        return ACCEPTED
