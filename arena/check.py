"""Checks of everything in a tournament's file, before any of it is used.

A file may come from anywhere and be damaged in any way. Values that pass the functions here have
the types, shapes and ranges that the rest of the arena relies on. All others raise `InvalidEntry`
with a short text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from aicore.arena.adjudication import RULES
from aicore.arena.block_runner import GameRow
from aicore.arena.config import ADAPTIVE, FORMATS, MODELS, Config
from aicore.arena.openings import MAX_OPENINGS, MAX_PLIES
from aicore.arena.plan import MAX_DEALS, Plan
from aicore.core.errors import AicoreError, FileNeeded, quoted
from aicore.core.schema import NotJson, is_number, is_whole, parse

FORMAT = "aicore-tournament/4"

MAX_SEATS = 8
MAX_PLAYERS = 1000
MAX_ROUNDS = 10_000
MAX_SESSIONS = 10_000  # maximum number of sessions of a ladder
MAX_MERGED = 1000  # maximum number of tournaments merged into one
MAX_FACT = 1 << 22  # maximum characters of JSON that describe a tournament
MAX_SPEC = 20_000  # maximum characters of a spec, since a command may name many paths
MAX_WORD = 1000  # maximum characters of a seed, an option's value or a digest
MAX_REASON = 10_000  # maximum characters of a forfeit's reason, or of a logged event

# characters that no terminal or page can show: control characters and unpaired surrogates
_STRANGE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NAME = re.compile("[a-z0-9_]{1,64}")
_FILE = re.compile(r"[^/:]{1,255}\.py#[0-9a-f]{10}")  # a game in plain Python
_SEED = re.compile("[0-9a-f]{32}")

# numbers that are safe to compute with: valid JSON, so no leading zeros, and not too large
_NUMBER = r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,20})?(?:e-[0-9]{1,3})?"
_COUNT = "(?:0|[1-9][0-9]{0,14})"
_SECONDS = r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,20})?(?:e-[0-9]{1,3})?"


class InvalidEntry(ValueError):
    """Error for invalid content of a tournament's file; its text names the invalid entry."""


def facts(text: str, what: str) -> Any:
    """Parse JSON from a file, and return its value. Raises InvalidEntry."""
    if len(text) > MAX_FACT:
        raise InvalidEntry(f"its {what} is too long ({len(text)} characters)")
    try:
        return parse(text)
    except NotJson as error:
        raise InvalidEntry(f"its {what} is not JSON") from error


def config(given: object) -> Config:
    """Return the configuration that plain types describe, after checking every field and range.

    Raises InvalidEntry.
    """
    if not isinstance(given, dict):
        raise InvalidEntry("its configuration is not an object")
    for name, fits in _FITS.items():
        if name not in given:
            if name in _LATER:
                continue
            raise InvalidEntry(f"its configuration has no {name}")
        if not fits(given[name]):
            raise InvalidEntry(f"its configuration has an invalid {name}: {quoted(given[name])}")
    team = given.get("team", 1)
    if len(given["names"]) * team != len(given["players"]):
        raise InvalidEntry(
            f"it has {len(given['players'])} players but {len(given['names'])} names"
        )
    if given["seats"] % team or (team > 1 and given["seats"] < 2 * team):
        raise InvalidEntry(f"teams of {team} cannot share {given['seats']} seats")
    partners = given.get("partners", ())
    if partners and set(partners) != set(range(given["seats"])):
        raise InvalidEntry(f"its partners do not form {given['seats']} teams")
    swiss = given["format"] == "swiss"
    if swiss != (given.get("rounds") is not None):
        raise InvalidEntry(f"its format {given['format']} does not fit its rounds")
    sessions = given.get("sessions", ())
    if (given["format"] == "ladder") != bool(sessions):
        raise InvalidEntry(f"its format {given['format']} does not fit its sessions")
    if any(len(active) < given["seats"] // team or max(active) >= len(given["names"])
           for active, _ in sessions):  # fmt: skip
        raise InvalidEntry("its sessions have players that do not exist, or too few")
    if given["format"] == "knockout" and given["seats"] != 2 * team:
        raise InvalidEntry("its knockout does not have two players or teams at a table")
    if given["format"] in ADAPTIVE and (
        given["seats"] == 1 or len(given["players"]) < given["seats"]
    ):
        raise InvalidEntry(f"its {given['format']} has {len(given['players'])} players")
    if (given["sprt"] is None) != (given["format"] != "sprt"):
        raise InvalidEntry(
            f"its format {given['format']} does not fit its test {quoted(given['sprt'])}"
        )
    test = given["sprt"]
    if test is not None and test["model"] == "returns" and given.get("stakes") is None:
        raise InvalidEntry("its test compares returns, but it has no stakes")
    if given["sprt"] is None and given["deals"] is None:
        raise InvalidEntry("it has no number of deals, so it would never end")
    fewest = 2 if given["sprt"] is not None or given["seats"] > 1 else 1
    if len(given["players"]) < fewest or (given["sprt"] is not None and len(given["players"]) != 2):
        raise InvalidEntry(f"its configuration has {len(given['players'])} players")
    try:
        checked = Config.from_dict(given)
        Plan(checked)
    except FileNeeded:
        raise
    except AicoreError as error:
        raise InvalidEntry(str(error)) from error
    return checked


def _text(value: object, longest: int = MAX_WORD) -> bool:
    return type(value) is str and 0 < len(value) <= longest and not _STRANGE.search(value)


def _texts(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and 0 < len(value) <= MAX_PLAYERS
        and all(_text(item, MAX_SPEC) for item in value)
    )


def _specs(value: object) -> bool:
    return _texts(value) and not any(spec.partition(":")[0] == "human" for spec in value)  # type: ignore[attr-defined]


def _options(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= 100
        and all(
            type(key) is str
            and _NAME.fullmatch(key.replace("-", "_"))
            and (is_whole(item, -(10**15), 10**15) or item == "" or _text(item, MAX_SPEC))
            for key, item in value.items()
        )
    )


def _sprt(value: object) -> bool:
    return value is None or (
        isinstance(value, dict)
        and set(value) == {"elo0", "elo1", "model", "alpha", "beta"}
        and is_number(value["elo0"], -4000, 4000)
        and is_number(value["elo1"], -4000, 4000)
        and value["elo0"] < value["elo1"]
        and value["model"] in MODELS
        and is_number(value["alpha"], 1e-12, 0.5)
        and is_number(value["beta"], 1e-12, 0.5)
    )


def _merged(value: object) -> bool:
    """Whether a value lists the seeds of merged tournaments, ordered by their first deals."""
    if not (isinstance(value, list | tuple) and len(value) <= MAX_MERGED):
        return False
    start = 0
    for part in value:
        if not (isinstance(part, list | tuple) and len(part) == 2):
            return False
        if not (is_whole(part[0], start + 1, MAX_DEALS) and _text(part[1])):
            return False
        start = part[0]
    return True


def _programs(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_PLAYERS
        and all(
            _text(key, MAX_SPEC) and (digest == "" or _text(digest, 100))
            for key, digest in value.items()
        )
    )


def _openings(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) <= MAX_OPENINGS
        and all(
            isinstance(moves, list | tuple) and len(moves) <= MAX_PLIES and all(map(_text, moves))
            for moves in value
        )
    )


def _clock(value: object) -> bool:
    return value is None or (
        isinstance(value, list | tuple)
        and len(value) == 2
        and is_number(value[0], 1e-3, 1e9)
        and is_number(value[1], 0, 1e9)
    )


def _sessions(value: object) -> bool:
    """Whether a value lists a ladder's sessions, each with more games than the one before."""
    if not (isinstance(value, list | tuple) and len(value) <= MAX_SESSIONS):
        return False
    before = 0
    for session in value:
        if not (isinstance(session, list | tuple) and len(session) == 2):
            return False
        active, games = session
        if not (isinstance(active, list | tuple) and 0 < len(active) <= MAX_PLAYERS):
            return False
        if len(set(map(str, active))) < len(active) or not is_whole(games, before + 1, 10**12):
            return False
        if not all(is_whole(player, 0, MAX_PLAYERS) for player in active):
            return False
        before = games
    return True


def _stakes(value: object) -> bool:
    return value is None or (
        isinstance(value, dict)
        and set(value) == {"unit", "low", "high"}
        and _text(value["unit"], 20)
        and is_number(value["low"], -1e12, 1e12)
        and is_number(value["high"], -1e12, 1e12)
        and value["low"] < value["high"]
    )


_FITS: dict[str, Any] = {
    "aicore": lambda value: _text(value, 100),
    "game": lambda value: _text(value) and (_NAME.fullmatch(value) or _FILE.fullmatch(value)),
    "seats": lambda value: is_whole(value, 1, MAX_SEATS),
    "options": _options,
    "rules": lambda value: _text(value, 100),
    "names": _texts,
    "players": _specs,
    "format": lambda value: type(value) is str and value in FORMATS,
    "sprt": _sprt,
    "deals": lambda value: value is None or is_whole(value, 1, MAX_DEALS),
    "seed": _text,
    "move_time": lambda value: is_number(value, 0, 1e9),
    "luck": lambda value: type(value) is bool,
    "stakes": _stakes,
    "merged": _merged,
    "programs": _programs,
    "rounds": lambda value: value is None or is_whole(value, 1, MAX_ROUNDS),
    "team": lambda value: is_whole(value, 1, MAX_SEATS),
    "openings": _openings,
    "drawn": lambda value: is_whole(value, 0, MAX_PLIES),
    "adjudicate": lambda value: (
        isinstance(value, list | tuple) and all(one in RULES for one in value)
    ),
    "clock": _clock,
    "sessions": _sessions,
    "partners": lambda value: (
        isinstance(value, list | tuple)
        and len(value) <= MAX_SEATS
        and all(is_whole(one, 0, MAX_SEATS - 1) for one in value)
    ),
}

# fields that files of earlier versions do not have
_LATER = {
    "stakes", "merged", "programs", "rounds", "team", "openings", "drawn", "adjudicate", "clock",
    "sessions", "partners",
}  # fmt: skip


def finish(given: object) -> dict[str, Any]:
    """Return the checked facts about the end of a finished tournament. Raises InvalidEntry."""
    if (
        not isinstance(given, dict)
        or not is_whole(given.get("blocks"), 0, 1 << 62)
        or given.get("decided") not in ("", "elo0", "elo1")
    ):
        raise InvalidEntry(f"its ending is invalid: {quoted(given)}")
    return given


def note(row: tuple[Any, ...]) -> tuple[float, str, str]:
    """Return a logged event of a run as time, kind and text, checked. Raises InvalidEntry."""
    at, kind, text = row
    if not (
        is_number(at, -1e12, 1e12) and _text(kind, 100) and type(text) is str
        and len(text) <= MAX_REASON and not _STRANGE.search(text)
    ):  # fmt: skip
        raise InvalidEntry(f"a logged event is invalid: {quoted(row)}")
    return float(at), kind, text


# types of the fields of a GameRow: for a game that was played, and for a forfeited one
_PLAYED = tuple(map(type, (0, 0, "", "", "", "", None, None, "", 0, "", None, None, None, b"", "")))
_FORFEIT = tuple(map(type, (0, 0, "", "", "", None, None, None, None, 0, "", 0, "", "", b"", "")))
_LUCK = GameRow._fields.index("luck")
_STANDING = GameRow._fields.index("standing")


class Rows:
    """Checker of a file's games while they are read, ordered by block and number.

    Args:
        config: the configuration of the tournament, already checked.
    """

    def __init__(self, config: Config) -> None:
        self._plan = Plan(config)
        self._line_ups = [
            [json.dumps(seating, separators=(",", ":")) for seating in line_up]
            for line_up in self._plan.line_ups
        ]
        self._seats = config.seats
        played = list(_PLAYED)
        forfeit = list(_FORFEIT)
        if config.seats == 1:
            played[_STANDING] = str
        if config.luck:
            played[_LUCK] = forfeit[_LUCK] = str
        self._played, self._forfeit = tuple(played), tuple(forfeit)
        each = config.seats
        score = rf"(?:{_NUMBER}|\[{_listed(_NUMBER, 1, 16)}\])"
        many = (1, 16) if each == 1 else (each, each)
        texts = [
            rf"\[{_listed(score, *many)}\]",
            rf"\[{_listed(_NUMBER, each, each)}\]",
            rf"\[{_listed(_COUNT, each, each)}\]",
            rf"\[(?:{_listed(_SECONDS, each, each)})?\]",
            rf"\[{_listed(_NUMBER, each, each)}\]" if config.luck else "",
            _SEED.pattern,
        ]
        self._fit = re.compile(";".join(texts)).fullmatch
        texts[1] = ""  # returns
        self._fit_forfeit = re.compile(";".join(texts)).fullmatch
        self._standing = re.compile(rf"\[{_listed(_NUMBER, 1, 32)}\]").fullmatch
        self._ends: set[str] = set()

    def read(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[GameRow]:
        """Yield the rows, each checked. Raises InvalidEntry."""
        block, game = -1, 0
        seatings: list[str] = []
        for row in rows:
            if row[0] != block or game == len(seatings):
                self._require_whole(block, game)
                if not is_whole(row[0], block + 1) or not self._plan.holds(row[0]):
                    raise InvalidEntry(f"a game has an invalid block: {quoted(row[0])}")
                block, game, seatings = row[0], 0, self._line_ups[self._plan.line_up(row[0])]
            game_row = GameRow(*row)
            self.look(game_row)
            if game_row.game != game:
                raise InvalidEntry(
                    f"block {block} has game {quoted(game_row.game)} instead of {game}"
                )
            if game_row.seating != seatings[game]:
                raise InvalidEntry(
                    f"block {block}, game {game} has an invalid seating: {quoted(game_row.seating)}"
                )
            yield game_row
            game += 1
        self._require_whole(block, game)

    def _require_whole(self, block: int, games: int) -> None:
        """Check the number of games in a block. Raises InvalidEntry.

        Games may be missing only if every player plays the deal alone: some players may have joined
        later.
        """
        wanted = len(self._plan.seatings(block)) if block >= 0 else 0
        if games != wanted and (self._seats > 1 or games == 0):
            raise InvalidEntry(f"game {games} of block {block} is missing")

    def look(self, row: GameRow) -> None:
        """Check one game by itself. Raises InvalidEntry."""
        where = f"block {row.block}, game {row.game}"
        kinds = tuple(map(type, row))
        if kinds == self._played:
            fits, returns = self._fit, row.returns
        elif kinds == self._forfeit:
            fits, returns = self._fit_forfeit, ""
        else:
            raise InvalidEntry(self._mistyped(row))
        text = ";".join([
            row.scores, returns or "", row.decisions, row.seconds, row.luck or "", row.seed
        ])  # fmt: skip
        if not fits(text):
            raise InvalidEntry(f"{where} has an invalid result: {quoted(text)}")
        if not 0 <= row.plies < 1 << 40:
            raise InvalidEntry(f"{where} has {row.plies} plies")
        if row.loser is not None:
            if not 0 <= row.loser < self._seats:
                raise InvalidEntry(f"{where}: seat {row.loser} cannot forfeit")
            if not _text(row.kind, 100):
                raise InvalidEntry(f"{where}: invalid kind of forfeit: {quoted(row.kind)}")
            if len(row.reason or "") > MAX_REASON or _STRANGE.search(row.reason or ""):
                raise InvalidEntry(f"{where}: invalid reason: {quoted(row.reason)}")
            return
        if row.standing is not None and not self._standing(row.standing):
            raise InvalidEntry(f"{where}: invalid standing: {quoted(row.standing)}")
        if row.end not in self._ends:
            if not _text(row.end, 200) or len(self._ends) > 10_000:
                raise InvalidEntry(f"{where} has an invalid ending: {quoted(row.end)}")
            self._ends.add(row.end or "")

    def _mistyped(self, row: GameRow) -> str:
        wanted = self._played if row.loser is None else self._forfeit
        for name, value, kind in zip(GameRow._fields, row, wanted, strict=True):
            if type(value) is not kind:
                where = f"block {quoted(row.block)}, game {quoted(row.game)}"
                return f"{where}: invalid {name}: {quoted(value)}"
        raise AssertionError

    def whole(self, groups: Iterable[tuple[Any, ...]]) -> dict[int, int]:
        """Return the number of games of each block, checked.

        Args:
            groups: block, number of games, and the least and the greatest number of a game.

        Raises InvalidEntry.
        """
        counts = {}
        for block, games, least, most in groups:
            if not is_whole(block, 0) or not self._plan.holds(block):
                raise InvalidEntry(f"a game has an invalid block: {quoted(block)}")
            wanted = len(self._plan.seatings(block))
            if self._seats == 1 and is_whole(games, 1, wanted):
                wanted = games
            if (games, least, most) != (wanted, 0, wanted - 1):
                raise InvalidEntry(
                    f"block {block} has {games} games, numbered {quoted((least, most))}"
                )
            counts[block] = games
        return counts


def _listed(item: str, low: int, high: int) -> str:
    """Return a regular expression for `low` to `high` items with commas between them."""
    return f"{item}(?:,{item}){{{low - 1},{high - 1}}}"
