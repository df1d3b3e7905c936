"""`aicore new game --cython`: folder of a compiled game, made from a game in plain Python.

The folder includes the plain file, which still declares fields and forms. A test plays both games
in lock step, because the compiled methods must match the plain ones.
"""

from __future__ import annotations

import inspect
import json
import keyword
from collections.abc import Iterator
from importlib import import_module
from math import prod
from pathlib import Path
from textwrap import indent
from typing import Any

from aicore.core.errors import AicoreError, short
from aicore.core.grammar import Blank
from aicore.core.kinds import Kind
from aicore.core.registry import GameInfo, names
from aicore.core.registry import info as info_by_name
from aicore.plain import loading
from aicore.plain.build import GameSpec, fields_of, forms_of
from aicore.plain.forms import PlainForm
from aicore.plain.game import Game
from aicore.plain.info import PlainInfo
from aicore.plain.ports import BUILD, DRAW, FIND_SOURCE, GAME, MODULES, PROOF, READ_ME

RESERVED = {
    "auto", "bool", "case", "char", "const", "default", "do", "double", "enum", "extern", "float",
    "goto", "inline", "int", "long", "register", "restrict", "short", "signed", "sizeof", "static",
    "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "padding",
}  # fmt: skip
"""Words that cannot name a member of a C struct; a "_" is added to them."""
TAKEN = {"CHANCE", "END", "SEATS", "NULL", "GAME"}
"""Names in the module that a form's constant cannot have; a "_" is added to them."""
Sources = dict[str, tuple[int, str, str]] | None
"""Source of each form of chance events, as in `GameSpec.sources`; None for a single die."""


def game_spec_of(info: GameInfo, seats: int, options: dict[str, Any]) -> GameSpec:
    """Return engine data from a folder's plain file, with room for all seats.

    Raises AicoreError.
    """
    module = import_module(f"aicore.games.{info.name}.plain")
    kind = loading.the_class(module, Game, "plain.py", "a game", "aicore.plain.Game")
    return GameSpec(kind, seats, options, str(module.__file__), info.seats[1])


def only_source(sources: Sources) -> tuple[int, int] | None:
    """Return a game's only die or deck, and the pass through it (-1 for a die).

    Return None if they differ between events or positions.

    Args:
        sources: `GameSpec.sources[1]`: the sources of the forms.
    """
    if sources is None:
        return 0, -1
    kinds = {(source, bool(deck), passes) for source, deck, passes in sources.values()}
    source, deck, passes = kinds.pop()
    return None if kinds or passes else (source, 0 if deck else -1)


def write_port(name: str, text: str, bodies: str = "") -> tuple[list[Path], str]:
    """Write the folder of a compiled game. Returns its files and the next steps.

    Args:
        name: name of the game and its folder, in the current folder.
        text: text of the game in plain Python.
        bodies: methods in Cython; "" writes comments with the methods to move instead.

    Raises AicoreError, OSError.
    """
    if name in names():
        raise AicoreError(f"a game named {name} already exists: choose another name")
    folder = Path(name)
    if folder.exists():
        raise AicoreError(f"{short(folder)} already exists; nothing was written")
    about = info_by_name(loading.register_text(f"{name}.py", text, f"{name}.py"))
    assert isinstance(about, PlainInfo)
    if obstacles := list(_unported(about)):
        raise AicoreError("; ".join(obstacles))
    files = {
        "setup.py": BUILD,
        f"test_{name}.py": PROOF.format(name=name, low=about.seats[0], high=about.seats[1] + 1),
        f"{name}/plain.py": text,
        f"{name}/game.pyx": game_text(about, bodies),
        f"{name}/data.toml": _data(about),
        f"{name}/RULES.md": about.rules_text,
        f"{name}/README.md": READ_ME.format(law=about.law.rpartition("\nSource:")[0].rstrip()),
        **{f"{name}/{file}": body.format(title=about.title) for file, body in MODULES.items()},
    }
    for file, body in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    return [folder / file for file in files], (
        f"next: cd {name} && python setup.py -q build_ext --inplace && pytest\n"
        f"then: AICORE_GAMES=. aicore play {name}"
    )


def _unported(about: PlainInfo) -> Iterator[str]:
    """Yield a sentence for each declaration that compiled games do not support."""
    if about.kind.history:
        yield "history = ... does not work in compiled games; remove it"
    if any(form.together for form in forms_of(about.kind)):
        yield (
            "together=... does not work in compiled games: use secret=True, and let an event "
            "reveal the choices"
        )
    for name, field in fields_of(about.kind).items():
        if field.remembers:
            yield (
                f"{name}: remembers=True does not work in compiled games: write resample, and "
                "keep there what a seat saw"
            )


def game_text(about: PlainInfo, bodies: str = "") -> str:
    """Return the text of the Cython module with the rules.

    Args:
        bodies: methods in Cython, as for `write_port`.
    """
    low, high = about.seats
    options: dict[str, Any] = {key: one.default for key, one in about.options.items()}
    every = [about.make(seats, dict(options)) for seats in range(low, high + 1)]
    kind = about.kind.__name__.replace("_", "")
    codes, late = _codes(every)
    made = GameSpec(about.kind, high, dict(options), room=high)
    body = bodies.format(state=f"{kind}State") if bodies else _to_move(about, kind)
    return GAME.format(
        title=about.title,
        kind=kind,
        seats=high,
        codes="\n".join(codes),
        struct="\n".join(_struct(made, about)),
        late="".join(f"    cdef u32 {key}  # {note}\n" for key, note in late.items()),
        found="".join(f'        self.{key} = self.first_of("{key}")\n' for key in late),
        bodies=body.strip("\n"),
        draw=_draw(made) if made.grammar.events else "",
    )


def _draw(made: GameSpec) -> str:
    """Return the text of the method that samples chance events."""
    only = only_source(made.sources[1])
    if only:
        return DRAW.format(find="", source=only[0])
    return DRAW.format(find=FIND_SOURCE, source="source")


def _codes(every: list[GameSpec]) -> tuple[list[str], dict[str, str]]:
    """Return lines of constants for forms' numbers, and notes on the other forms, by name.

    The other forms' numbers depend on the number of seats.
    """
    codes, late = [], {}
    for place, form in enumerate(every[-1].grammar):
        note = f"{form.pattern}: "
        if len({made.grammar.forms[place].first for made in every}) > 1:
            late[form.name] = note + _formula(form.name, form)
            continue
        code = form.name.upper()
        code += "_" if code in TAKEN else ""
        codes.append(f"    {code} = {form.first}  # {note}{_formula(code, form)}")
    return codes, late


def _formula(code: str, form: PlainForm) -> str:
    """Return the formula of an event's number from the values of its blanks."""
    formula = ""
    for blank in form.blanks:
        size = "self.seats" if form.ranges[blank.name] == "seats" else len(blank)
        if formula:
            simple = formula.isalnum() or formula[0] == "("
            formula = f"{formula if simple else f'({formula})'} * {size} + "
        formula += _place(blank)
    return f"{code} + {formula}" if formula else code


def _place(blank: Blank) -> str:
    first = blank.values[0]
    if not isinstance(first, int):
        return f"{blank.name}'s place"
    return blank.name if first == 0 else f"({blank.name} {'-' if first > 0 else '+'} {abs(first)})"


def _struct(made: GameSpec, about: PlainInfo) -> list[str]:
    """Return the struct's members, in the layout of the plain state."""
    lines, size = [], 1
    declared = fields_of(about.kind)
    for part in made.layout:
        kind = part.kind
        shape = "".join(
            f"[{'SEATS' if kind.seats and place == 0 else length}]"
            for place, length in enumerate(part.shape)
        )
        name = part.name + ("_" if part.name in RESERVED or keyword.iskeyword(part.name) else "")
        lines.append(f"    {_type(kind)}{shape} {name}  # {_values(declared[part.name])}")
        size += prod(part.shape) * part.width
    if made.packing.size > size:
        lines.append(f"    u8[{made.packing.size - size}] padding")
    return lines


def _type(field: Kind) -> str:
    return f"{'i' if field.low < 0 else 'u'}{8 * field.width}"


def _values(field: Kind) -> str:
    if field.names:
        named = ", ".join(f"{number} {word}" for number, word in enumerate(field.names[:8]))
        return named + (", ..." if len(field.names) > 8 else "")
    return f"{field.low} to {field.high}" + (", hidden" if field.hidden else "")


def _to_move(about: PlainInfo, kind: str) -> str:
    """Return the methods to port, as comments with their Python source."""
    blocks = []
    for head, sources in _sources(about).items():
        source = "\n".join(sources).rstrip() or "nothing: the field as it is"
        blocks.append(f"    # {head}\n" + indent(source, "    #   ", lambda line: True))
    return "\n\n".join(["    # Port these one by one; build and test after each.", *blocks])


def _sources(about: PlainInfo) -> dict[str, list[str]]:
    """Return the source of the author's methods by the head of the Cython method for them."""
    options: dict[str, Any] = {name: one.default for name, one in about.options.items()}
    made = about.make(about.default_seats, options)
    actions, events = made.grammar.actions, made.grammar.events
    methods: dict[str, list[Any]] = {
        "cdef void begin(self, void* state) noexcept nogil:  # self.blank(state) first":
            [about.kind.setup],
        "cdef int actions(self, const void* state, u32* out) noexcept nogil:  # their number":
            [form.lister for form in actions],
        "cdef u32 sample_action(self, const void* state, RngState* rng) noexcept nogil:":
            ["for speed: one of `actions`, all equally likely, without the list"],
        "cdef void apply(self, void* state, u32 event) noexcept nogil:":
            [form.play for form in made.grammar],
        "cdef int outcomes(self, const void* state, u32* out, double* chance) noexcept nogil:":
            [form.lister for form in events],
        "cdef u32 sample_outcome(self, const void* state, RngState* rng) noexcept nogil:":
            ["for speed: one of `outcomes`, by its probability, without the list"] * bool(events),
        "cdef int chance_source(self, const void* state, int* number) noexcept nogil:":
            ["the die or deck that comes next; see aicore/core/ruleset.pyx"]
            * (only_source(made.sources[1]) is None),
        "cdef void returns(self, const void* state, double* out) noexcept nogil:":
            [about.kind.result],
    }  # fmt: skip
    for name, head in {
        "estimate": "cdef void evaluate(self, const void* state, double* out) noexcept nogil:",
        "suggest": "cdef u32 policy(self, const void* state, RngState* rng) noexcept nogil:",
        "promising": "cdef int promising(self, const void* state, u32* out, float* weight) "
        "noexcept nogil:",
    }.items():
        if hasattr(about.kind, name):
            methods[head] = [getattr(about.kind, name)]
    if any(one.hidden for one in fields_of(about.kind).values()):
        own = getattr(
            about.kind, "resample", "for speed: encode the fields in their declared order"
        )
        methods |= {
            "cdef void conceal(self, void* state, int seat) noexcept nogil:":
                ["for speed: put what `seat` does not see in a fixed order"],
            "cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:": [own],
        }  # fmt: skip
    return {
        head: [_source(one) for one in given if one] for head, given in methods.items() if given
    }


def _source(method: Any) -> str:
    if isinstance(method, str):
        return method
    try:
        return inspect.cleandoc("\n" + inspect.getsource(method))
    except (OSError, TypeError):
        return f"{getattr(method, '__name__', 'a method')}: see plain.py"


def _data(about: PlainInfo) -> str:
    """Return the text of data.toml."""
    game = {key: value for key, value in about.data["game"].items() if key != "digest"}
    lines = ["[game]", *_table(game)]
    for name, option in about.data["options"].items():
        lines += ["", f"[options.{name}]", *_table(option)]
    for name, keys in about.data["players"].items():
        lines += ["", f"[players.{name}]", *_table(keys)]
    return "\n".join(lines) + "\n"


def _table(entries: dict[str, Any]) -> list[str]:
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entries.items()]
