"""Lock-step comparison of a compiled game with a plain file of the same rules, by random games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from aicore import CHANCE, END
from aicore.core.errors import AicoreError, OptionError, one_line, short
from aicore.core.game import Game, State, View
from aicore.core.language import fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.registry import GameInfo, info, load_with
from aicore.core.rng import Rng
from aicore.core.sources import file_of
from aicore.plain.check import MAX_SECONDS
from aicore.plain.loading import load, register
from aicore.plain.ported import PortedGame
from aicore.plain.variants import Variant, fewer, seeds, variants

MAX_LISTED = 6  # maximum number of events that a message lists if only one game has them
MAX_MOVES = 100  # maximum number of a game's last events in a message
WIDTH = 78  # width of a message in columns


class Differs(AssertionError):
    """Difference between two games that should be equal; the text says where, in a few lines."""


class Difference(Exception):
    """Difference between the two games in one position.

    Args:
        what: the part of the position that differs.
        here, there: that part in the compiled and in the plain game; both "" shows neither.
    """

    def __init__(self, what: str, here: str = "", there: str = "") -> None:
        super().__init__(what)
        self.what, self.here, self.there = what, here, there


@dataclass
class Pair:
    """The same position in each of two games.

    Args:
        fast: state of the compiled game.
        slow: state of the plain game.
        events: texts of the events that led to the position.
    """

    fast: State
    slow: State
    events: list[str] = field(default_factory=list)

    def apply(self, text: str) -> None:
        """Apply an event to both states."""
        self.fast.apply(text)
        self.slow.apply(text)
        self.events.append(text)

    def copy(self) -> Pair:
        """Return an independent copy."""
        return Pair(self.fast.clone(), self.slow.clone(), [*self.events])


@dataclass
class Twins:
    """Two games that should be equal, with counts of the comparisons.

    Args:
        fast: the compiled game.
        slow: the plain game.
        games, positions, decisions: numbers of compared games, positions and decisions.
    """

    fast: Game
    slow: Game
    games: int = 0
    positions: int = 0
    decisions: int = 0

    def __post_init__(self) -> None:
        self.ported = isinstance(self.fast, PortedGame)
        self.scored = hasattr(self.slow.author, "scores")  # type: ignore[attr-defined]
        self.hidden = self.fast.has_hidden or self.slow.has_hidden
        self.arrays = bool(self.slow.num_tokens) and self.fast.fields == self.slow.fields

    def play(self, seed: int) -> None:
        """Play a random game with both and compare their positions. Raises Differs, AicoreError.

        One seat also watches a second game, which differs only in parts hidden from this seat. Both
        implementations must hide the difference, or neither of them.
        """
        rng, seat = Rng(seed), seed % self.slow.seats
        pair = Pair(self.fast.start(), self.slow.start())
        other: Pair | None = None
        try:
            while self._compare(pair) != END:
                text = self.slow.text(pair.slow.sample(rng))
                self.slow.bound(len(pair.events))
                if self.hidden:
                    self._compare_texts(pair, text)
                    other = self._follow(pair, other or pair.copy(), text, seat, rng)
                pair.apply(text)
                if other and not self._looks_alike(pair, other, seat):
                    other = None
        except Difference as difference:
            beside = other if other and other.events != pair.events else None
            raise Differs(self._block(difference, seed, pair, beside)) from None
        except (AicoreError, RuntimeError) as error:
            raise Differs(self._block(Difference(one_line(error)), seed, pair, None)) from error
        self.games += 1

    def _compare(self, pair: Pair) -> int:
        """Compare all parts of a position. Returns the seat to move. Raises Difference."""
        fast, slow = pair.fast, pair.slow
        if fast.turn != slow.turn:
            raise Difference(_("whose turn it is"), _turn(fast), _turn(slow))
        if slow.turn >= 0:
            _check_equal_events(
                _("the legal actions of seat {seat}", seat=slow.turn), fast.legal(), slow.legal()
            )
        elif slow.turn == CHANCE:
            here, there = _chances(fast), _chances(slow)
            _check_equal_events(_("the chance events"), list(here), list(there))
            for text, chance in here.items():
                _check_equal(_("the probability of {event!r}", event=text), chance, there[text])
        else:
            _check_equal(_("the returns"), fast.returns(), slow.returns())
        _check_equal_fields("{field}", fast.to_dict(), slow.to_dict())
        for seat in range(self.slow.seats):
            views = fast.view(seat), slow.view(seat)
            seen = _("{field} as seat {seat} sees it")
            _check_equal_fields(
                fill(seen, seat=seat, field="{field}"), *(view.to_dict() for view in views)
            )
            if self.arrays:
                arrays = ({"observation": [*view.observation()]} for view in views)
                _check_equal_fields(
                    _("{field} of seat {seat}", seat=seat, field="{field}"), *arrays
                )
        if self.scored:
            _check_equal(_("the scores"), fast.scores(), slow.scores())
        if self.ported and slow.turn >= 0:
            _check_equal(_("the estimate"), fast.evaluate(), slow.evaluate())
        self.positions += 1
        self.decisions += slow.turn >= 0
        return slow.turn

    def _compare_texts(self, pair: Pair, text: str) -> None:
        """Compare each seat's text of the coming event. Raises Difference."""
        for seat in range(self.slow.seats):
            read = (state.event_text(text, seat) for state in (pair.fast, pair.slow))
            what = _("the text that seat {seat} reads for {event!r}", seat=seat, event=text)
            _check_equal(what, *read)

    def _follow(self, pair: Pair, other: Pair, text: str, seat: int, rng: Rng) -> Pair | None:
        """Apply to `other` an event that `seat` cannot distinguish from the coming event.

        Returns `other`, or None if there is no such event.
        """
        if pair.slow.event_text(text, seat) == text:
            alike = [text]
        else:
            begin = text.rpartition(" ")[0]
            alike = [one for one in _possible(other.slow) if one.rpartition(" ")[0] == begin]
        both = [*(set(alike) & set(_possible(other.slow)) & set(_possible(other.fast)))]
        if not both:
            return None
        other.apply(sorted(both)[rng.below(len(both))])
        return other

    def _looks_alike(self, pair: Pair, other: Pair, seat: int) -> bool:
        """Whether `seat` cannot distinguish two positions in either game. Raises Difference."""
        fast, slow = (
            [state.view(seat) for state in states]
            for states in ((pair.fast, other.fast), (pair.slow, other.slow))
        )
        alike = slow[0] == slow[1]
        if alike != (fast[0] == fast[1]):
            raise Difference(
                _("whether seat {seat} can distinguish two games", seat=seat),
                _seen(*fast),
                _seen(*slow),
            )
        return alike

    def _block(self, difference: Difference, seed: int, pair: Pair, other: Pair | None) -> str:
        """Return a description of a difference, with the moves that reproduce it."""
        names = [label(game.info) for game in (self.fast, self.slow)]
        variant = Variant(self.slow.seats, self.slow.options)
        which = _("{variant}, seed {seed}", variant=variant, seed=seed)
        rows = [(_("game"), which), (_("moves"), _line(pair.events))]
        if other:
            rows.append((_("or moves"), _line(other.events)))
        if difference.here or difference.there:
            rows = [*zip(names, (difference.here, difference.there), strict=True), *rows]
        wide = max(len(name) for name, _text in rows) + 2
        text = _("{one} and {other} differ: {what}")
        lines = [fill(text, one=names[0], other=names[1], what=difference.what)]
        for name, text in rows:
            lines += wrap(
                text, WIDTH, initial_indent=f"  {name:{wide}}", subsequent_indent=" " * (wide + 2),
                break_long_words=False, break_on_hyphens=False,
            ) or [f"  {name}"]  # fmt: skip
        return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def lock_step(name: str, file: str | Path, games: int = 20, seats: int | None = None,
              **options: Any) -> int:  # fmt: skip
    """Check, with random games, that a compiled game equals its twin in plain Python.

    Args:
        name: name of the compiled game.
        file: path of the plain file.
        games: number of random games.
        seats, options: seats and options of both games.

    Returns the number of positions compared. Raises Differs (an AssertionError) and AicoreError.
    """
    twins = Twins(load_with(name, seats, options), load(Path(file), seats, **options))
    for seed in range(games):
        twins.play(seed)
    return twins.positions


def check_against(
    name: str, file: Path, games: int, progress: Callable[[str], None],
    seconds: float = MAX_SECONDS,
) -> list[str]:  # fmt: skip
    """Compare a game with a plain file for all numbers of seats and options that both have.

    Args:
        name: name of the game.
        file: path of the plain file.
        games: number of random games of the first variant; other variants get a quarter of them.
        progress: function that is called with the variant to be played next.
        seconds: time after which no further game of a variant starts.

    Returns lines that report the comparisons. Raises Differs, AicoreError, OSError.
    """
    fast, slow = info(name), info(register(file))
    compared: list[Twins] = []
    for variant in variants(slow):
        try:
            twins = Twins(
                load_with(fast.name, variant.seats, variant.options),
                load_with(slow.name, variant.seats, variant.options),
            )
        except OptionError:
            continue
        progress(str(variant))
        for seed in seeds(fewer(games) if compared else games, seconds):
            twins.play(seed)
        compared.append(twins)
    if not compared:
        text = _("{one} and {other} share no number of seats")
        raise OptionError(fill(text, one=label(fast), other=label(slow)))
    text = _(
        "{one} plays exactly like {other}: {games:,} games, {positions:,} positions, "
        "{decisions:,} decisions"
    )
    counts = {
        what: sum(getattr(twins, what) for twins in compared)
        for what in ("games", "positions", "decisions")
    }
    return [*_apart(compared[0]), fill(text, one=label(fast), other=label(slow), **counts)]


def _apart(twins: Twins) -> list[str]:
    """Return notes on parts that only one game has, and that were not compared."""
    lines = []
    games = twins.fast, twins.slow
    for one, other in (games, games[::-1]):
        seats = {
            ngettext("{n} seat", "{n} seats", seats) for seats in {*_seats(one)} - {*_seats(other)}
        }
        options = {
            _("option {name}", name=name) for name in one.options.keys() - other.options.keys()
        }
        entries = one.start().to_dict().keys() - other.start().to_dict().keys()
        alone = (
            sorted(seats)
            + sorted(options)
            + sorted(_("entry {name}", name=name) for name in entries)
        )
        if alone:
            text = _("note: only {game} has: {parts}")
            lines.append(fill(text, game=label(one.info), parts=", ".join(alone)))
    return lines


def _seats(game: Game) -> range:
    fewest, most = game.info.seats
    return range(fewest, most + 1)


def label(about: GameInfo) -> str:
    """Return the word for a game in messages: its file, or its name."""
    return file_of(about.name) or about.name


def _turn(state: State) -> str:
    words = {CHANCE: pgettext("turn", "chance"), END: _("nobody's: the game is over")}
    return words.get(state.turn, _("seat {seat}", seat=state.turn))


def _possible(state: State) -> list[str]:
    return state.legal() or [*_chances(state)]


def _chances(state: State) -> dict[str, float]:
    chances: dict[str, float] = {}
    for text, chance in state.outcomes():
        chances[text] = chances.get(text, 0.0) + chance
    return chances


def _check_equal(what: str, here: Any, there: Any) -> None:
    """Raise Difference if two values are not the same."""
    if _first(here, there):
        raise Difference(what, _shown(here), _shown(there))


def _check_equal_fields(whose: str, here: dict[str, Any], there: dict[str, Any]) -> None:
    """Raise Difference if two dumps differ in an entry that both have.

    Args:
        whose: text for the difference, with "{field}" for the entry's name.
    """
    for name in [name for name in here if name in there]:
        difference = _first(here[name], there[name])
        if difference:
            place, mine, other = difference
            what = whose.replace("{field}", f"{name}{place}")
            raise Difference(what, _shown(mine), _shown(other))


def _check_equal_events(what: str, here: list[str], there: list[str]) -> None:
    """Raise Difference if two lists of events differ, regardless of order."""
    if sorted(here) != sorted(there):
        raise Difference(what, _listing(here, there), _listing(there, here))


def _listing(mine: list[str], others: list[str]) -> str:
    """Return, as text, the events only in `mine`, and the number of events in both lists."""
    alone = [*(Counter(mine) - Counter(others)).elements()]
    shown = [*alone[:MAX_LISTED], *(["..."] if len(alone) > MAX_LISTED else [])]
    text = _("{events} only here; {n} in both")
    return fill(
        text, events=", ".join(shown) or pgettext("events", "none"), n=len(mine) - len(alone)
    )


def _first(here: Any, there: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Return the place of the first different entry, and both values; None if all are equal."""
    if isinstance(here, str) and isinstance(there, list):
        here = [*here]  # a row of letters may be written as one string
    elif isinstance(here, list) and isinstance(there, str):
        there = [*there]
    parts: list[tuple[str, Any, Any]] = []
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        parts = [(f"{place}[{name!r}]", here[name], there[name]) for name in here]
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        parts = [(f"{place}[{i}]", *both) for i, both in enumerate(zip(here, there, strict=True))]
    elif isinstance(here, int | float) and isinstance(there, int | float):
        if not math.isclose(here, there, rel_tol=1e-9, abs_tol=1e-9):
            return place, here, there
    elif here != there:
        return place, here, there
    return next(filter(None, (_first(mine, other, where) for where, mine, other in parts)), None)


def _seen(first: View, second: View) -> str:
    """Return "no" if two views are equal, otherwise "yes" and the first difference."""
    if first == second:
        return pgettext("answer", "no")
    for name, value in first.to_dict().items():
        difference = _first(value, second[name])
        if difference:
            place, mine, other = difference
            text = _("yes: {field} is {one} or {other}")
            return fill(text, field=f"{name}{place}", one=_shown(mine), other=_shown(other))
    return _("yes: the bytes of its views")


def _shown(value: Any) -> str:
    return short(repr(value))


def _line(events: list[str]) -> str:
    """Return the events of a game as a line; of a long game, only the last ones."""
    more = len(events) - MAX_MOVES
    before = [_("({n} more)", n=more)] if more > 0 else []
    last = (text.replace(" ", "\N{NO-BREAK SPACE}") for text in events[-MAX_MOVES:])
    return "; ".join([*before, *last]) or pgettext("events", "none")
