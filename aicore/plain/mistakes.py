"""Descriptions of mistakes in a game's code: one sentence that names the author's line."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from aicore.core.errors import MistakeError, one_line, short
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.layout import Layout
from aicore.plain.forms import PlainForm, PlainGrammar
from aicore.plain.state import Struct

METHODS = {
    "legal": N_("listing the legal actions"),
    "chances": N_("listing the chance events"),
}
"""Tasks in which each form has its own method of the author, and their descriptions."""


class Blamed(Protocol):
    """Parts of a plain game that descriptions of mistakes need."""

    @property
    def name(self) -> str:
        """Name of the game."""
        ...

    @property
    def author(self) -> Any:
        """The author's game object."""

    @property
    def file(self) -> str:
        """The author's file, as tracebacks name it."""
        ...

    @property
    def layout(self) -> Layout:
        """Fields of the state."""
        ...

    @property
    def grammar(self) -> PlainGrammar:
        """Forms of actions and chance events."""
        ...


class Wrong(Exception):
    """Mistake that the engine found in a method's result.

    Args:
        kind: key of SENTENCES.
        about: form or name of the method to blame, if any.
        value: the wrong result or a part of it.
    """

    def __init__(self, kind: str, about: PlainForm | str | None, value: Any) -> None:
        super().__init__(kind)
        self.kind, self.about, self.value = kind, about, value


def _unknown(about: Any, value: Any) -> str:
    if about.blanks:
        return _(
            "it lists {value}, which does not fit the form {form}",
            value=short(repr(value)),
            form=about.wording(),
        )
    return _("the form {form!r} has no blanks: return True or False", form=about.pattern)


def _no_chance(about: Any, _value: Any) -> str:
    if about:
        return _(
            "it is chance's turn, but no event can happen: list the possible events, or set s.turn "
            "to a seat or END"
        )
    return _(
        "it is chance's turn, but no event can happen: the game has no @event; set s.turn to a "
        "seat or END"
    )


def _returns(about: Any, value: Any) -> str:
    text = (
        _(
            "{method} returned {value}: it must return a list with a finite number per seat, the "
            "winner's seat, or None for a draw"
        )
        if about == "result"
        else _("{method} returned {value}: it must return a list with a finite number per seat")
    )
    return fill(text, method=about, value=short(repr(value)))


def _team_returns(about: Any, value: Any) -> str:
    text = (
        _(
            "{method} returned {value}: in a game of teams it must return a list with a finite "
            "number per team; one number, or True or False, if all play together"
        )
        if about == "result"
        else _(
            "{method} returned {value}: in a game of teams it must return a list with a finite "
            "number per team"
        )
    )
    return fill(text, method=about, value=short(repr(value)))


SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "unknown": _unknown,
    "many": lambda about, value: _(
        "it lists more than {most} actions: does it list some twice, or never stop? "
        "Otherwise set most_actions in the class",
        most=value,
    ),
    "many chances": lambda about, value: _(
        "it lists more than {most} outcomes: does it list some twice, or never stop? "
        "Otherwise set most_outcomes in the class",
        most=value,
    ),
    "none": lambda about, value: _(
        "seat {seat} is to move and has no legal action: offer one, such as 'pass', "
        "or give the turn to another seat",
        seat=value,
    ),
    "no chance": _no_chance,
    "two chances": lambda about, value: _(
        "several events can happen at once: give each outcome's probability in a dict, "
        "or allow one event at a time"
    ),
    "sum": lambda about, value: _(
        "the probabilities add up to {sum:.9g}, not 1 (whole numbers would count as weights)",
        sum=value,
    ),
    "weight": lambda about, value: _(
        "{outcome} has the probability {value}: it must be a number of at least 0",
        outcome=short(repr(value[0])),
        value=short(repr(value[1])),
    ),
    "advice": lambda about, value: _(
        "{method} names {action}, which is not a legal action here",
        method=value[0],
        action=short(repr(value[1])),
    ),
    "weight of advice": lambda about, value: _(
        "promising gives {action} the weight {value}: it must be a number above 0",
        action=short(repr(value[0])),
        value=short(repr(value[1])),
    ),
    "returns": _returns,
    "team returns": _team_returns,
    "solo returns": lambda about, value: _(
        "{method} returned {value}: in a game for one player it must return a finite number, or "
        "True or False",
        method=about,
        value=short(repr(value)),
    ),
    "likelihood": lambda about, value: _(
        "plausible returned {value}: it must return True, False or a number from 0 to 1: how "
        "likely the hidden fields are, given what the seat knows",
        value=short(repr(value)),
    ),
    "bounds": lambda about, value: _(
        "{method} returned {value}, outside the class's returns = (low, high)",
        method=about,
        value=short(repr(value)),
    ),
    "constant": lambda about, value: _(
        "the returns add up to {here:g} here and to {there:g} in another game: "
        "set constant_sum = False in the class",
        here=value[0],
        there=value[1],
    ),
    "no end": lambda about, value: _(
        "the game is not over after {n} random moves: does it always end? "
        "If games can be this long, set longest in the class",
        n=value,
    ),
    "chance for ever": lambda about, value: _(
        "chance goes on forever: sooner or later an event must set s.turn to a seat or END"
    ),
    "redrawn": lambda about, value: _(
        "resample changed something that seat {seat} can see", seat=value
    ),
    "lines": lambda about, value: _(
        "aim returned {value}: it must return a text or a list of lines", value=short(repr(value))
    ),
    "word": lambda about, value: _(
        "ending returned {value}: it must return a word or two", value=short(repr(value))
    ),
}


def describe(
    game: Blamed, error: BaseException, state: Struct | None, doing: str, event: int | None
) -> BaseException:
    """Return the error to raise for a failure in the author's code.

    Args:
        error: the failure.
        state: state at the time of the failure, if known.
        doing: task of the engine at that time: a key of METHODS or the name of a method.
        event: event that the engine was carrying out, if any.
    """
    if isinstance(error, KeyboardInterrupt):
        return error
    fields: dict[str, Any] | None = None
    if state is not None:
        try:
            fields = state.to_dict()
        except Exception:
            fields = None
    text = None
    if event is not None:
        text = game.grammar.to_text(event)
    file, line, name = _place(game, error, doing, event)
    if isinstance(error, Wrong):
        what = SENTENCES[error.kind](error.about, error.value)
    else:
        what = f"{type(error).__name__}: {one_line(error, 120)}".rstrip(": ")
        source = linecache.getline(file, line).strip() if line else ""
        if source:
            what = _("{what} in `{source}`", what=what, source=short(source))
    where = _where(game, file, line, name or doing)
    # Players read the sentence, so it reveals nothing hidden; the error's `state` has all fields.
    playing, at = separators()
    played = f"{playing} {_open_text(game, event, text)}" if text and event is not None else ""
    if fields is not None:
        first = _mentioned(error, file, line, _function(game, error, doing, event))
        fields = {name: fields[name] for name in sorted(fields, key=partial(_place_in, first))}
    shown = f"{at} {written(_open(game, fields))}" if fields is not None else ""
    mistake = MistakeError(f"{where}: {what}{played}{shown}", file, line, fields, text)
    if not isinstance(error, Wrong):
        mistake.__cause__ = error
    return mistake


def separators() -> tuple[str, str]:
    """Return the texts before the event and before the state in a description."""
    return _("; playing"), _("; state")


def _open(game: Blamed, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that are hidden from no seat."""
    hidden = {part.name for part in game.layout if part.kind.hidden}
    return {name: value for name, value in fields.items() if name not in hidden}


def _open_text(game: Blamed, event: int, text: str) -> str:
    """Return an event's text without words hidden from any seat."""
    form = game.grammar.form_of(event)
    return game.grammar.concealed_text(event) if form.secret or form.seen_by else text


def written(fields: dict[str, Any]) -> str:
    """Return the fields of a state and their values as text."""
    return ", ".join(
        f"{name}={short(str(value).replace(' ', ''))}" for name, value in fields.items()
    )


def _place_in(groups: Sequence[set[str]], name: str) -> int:
    """Return the index of the first group that contains a name, or the number of groups."""
    return next((place for place, names in enumerate(groups) if name in names), len(groups))


def _mentioned(error: BaseException, file: str, line: int | None, function: Any) -> list[set[str]]:
    """Return the names in the line to blame, then the names in the rest of its function."""
    code = getattr(function, "__code__", None)
    if not isinstance(error, Wrong):
        for frame, number in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename == file:
                code, line = frame.f_code, number
    words = re.findall(r"\w+", linecache.getline(file, line)) if line else []
    return [set(words), set(code.co_names) if code is not None else set()]


def _where(game: Blamed, file: str, line: int | None, name: str) -> str:
    label = Path(file).name if file else game.name
    if line is None:
        return f"{label}, {_(METHODS[name]) if name in METHODS else name}"
    return _("{file}, line {number}, {name}", file=label, number=line, name=name)


def _place(
    game: Blamed, error: BaseException, doing: str, event: int | None
) -> tuple[str, int | None, str]:
    """Return the author's file, line and function to blame."""
    own = game.file
    if not isinstance(error, Wrong):
        frame = last_line(error.__traceback__, own)
        if frame is not None:
            return frame
    code = getattr(_function(game, error, doing, event), "__code__", None)
    if code is None:
        return own, None, doing
    return own, code.co_firstlineno, code.co_name


def _function(game: Blamed, error: BaseException, doing: str, event: int | None) -> Any:
    """Return the author's function to blame if no line is known; None if there is none."""
    about = getattr(error, "about", None)
    if isinstance(about, PlainForm):
        return about.lister if doing in METHODS and about.lister else about.play
    if isinstance(about, str):
        return getattr(type(game.author), about, None)
    if event is not None:
        return game.grammar.form_of(event).play
    return getattr(type(game.author), doing, None)


def last_line(trace: TracebackType | None, file: str) -> tuple[str, int | None, str] | None:
    """Return the file, line and function of a file's innermost frame; None if there is none."""
    for frame in reversed(traceback.extract_tb(trace)):
        if frame.filename == file:
            return file, frame.lineno, frame.name
    return None


def method_at(file: str, number: int) -> str:
    """Return the text of the method around a line of a file; "" if there is none."""
    lines = linecache.getlines(file)
    start = number - 1
    while 0 <= start < len(lines) and not lines[start].lstrip().startswith("def "):
        start += 1 if lines[start].lstrip().startswith("@") else -1
    if not 0 <= start < len(lines):
        return ""
    depth = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and (
        not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth
    ):
        end += 1
    return "".join(lines[start:end])


def ask_author(game: Any, name: str, *given: Any) -> Any:
    """Call an author's method, and return its result. Raises MistakeError."""
    try:
        return getattr(game.author, name)(*given)
    except Exception as error:
        raise describe(game, error, None, name, None) from error
