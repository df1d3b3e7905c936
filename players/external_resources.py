"""External files and programs that specs and options name.

A person may type the name of any file or program. A spec from a page, a query, a saved game or a
tournament's file may name a file or program only if the person allows it. Callers must use this
module before they use a spec from one of these sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aicore.core.data_files import split_digest
from aicore.core.errors import SpecError
from aicore.core.language import gettext as _
from aicore.core.parameter import Parameter
from aicore.core.registry import info
from aicore.players import player_class
from aicore.players.spec import split


@dataclass(frozen=True)
class ExternalResource:
    """File that a spec or option would read, or program that it would start.

    Args:
        owner: player or option, such as "player mcts" or "option data", in the current language.
        key: parameter that names the file or program, such as "net".
        name: path of the file, or the program with its arguments.
        program: whether the resource is a program.
    """

    owner: str
    key: str
    name: str
    program: bool = False


def external_resources(specs: Iterable[str]) -> list[ExternalResource]:
    """Return the files and programs that players name; an invalid spec names none.

    Players from Python files do not count: only a person's command line can run these files.
    """
    resources: list[ExternalResource] = []
    for spec in specs:
        try:
            name, given = split(spec)
            parameters = player_class(name).PARAMETERS
        except SpecError:
            continue
        resources += _named(_("player {name}", name=name), parameters, given)
    return resources


def external_rule_files(game: str, options: Mapping[str, object]) -> list[ExternalResource]:
    """Return the files that a game's options name. Raises UnknownGame."""
    return [
        resource
        for name, parameter in info(game).options.items()
        for resource in _named(_("option {name}", name=name), (parameter,), options)
    ]


def _named(
    owner: str, parameters: Iterable[Parameter], given: Mapping[str, object]
) -> Iterable[ExternalResource]:
    """Yield the files and programs that parameters name, except defaults."""
    for parameter in parameters:
        name = split_digest(str(given.get(parameter.name, parameter.default)))[0]
        usual = (str(parameter.default), "", *parameter.words)
        if (parameter.file or parameter.program) and name not in usual:
            yield ExternalResource(owner, parameter.name, name, parameter.program)
