"""Names of rounds, scores, things and findings, as people read them."""

from __future__ import annotations

from collections.abc import Callable

from aicore.core.language import SOURCE, fill, language, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.registry import info
from aicore.study.played_game import COUNTED, Design


def rounds_called(design: Design, n: int = 2) -> str:
    """Return the noun for `n` of a game's rounds; see `aicore.study.played_game.rounds`."""
    fields = design.load().start().to_dict()
    counted = next((name for name in COUNTED if isinstance(fields.get(name), int)), None)
    if counted == "month":
        return ngettext("month", "months", n)
    if counted is None and design.seats == 1:
        return ngettext("turn", "turns", n)
    return ngettext("round", "rounds", n)


def score_called(design: Design, n: int = 2) -> str:
    """Return the unit of the score in a game for one seat."""
    name = info(design.game).story.SCORE
    if n == 1 and language() == SOURCE:
        return name.removesuffix("s")
    return _(name)


def things_called(design: Design) -> Callable[[str], str]:
    """Return a function that replaces codes with names in the things of a design."""
    titles = info(design.game).story.titles
    names = titles(design.load()) if titles else {}

    def called(thing: str) -> str:
        return " ".join(names.get(word, word) for word in thing.split())

    return called


def contents_called(name: str, n: int) -> str:
    """Return the contents of a field, in words; the field's own name if it is unknown."""
    if name in ("hand", "hands"):
        return ngettext("card in hand", "cards in hand", n)
    if name == "queue":
        return ngettext("card in the queue", "cards in the queue", n)
    return name.removesuffix("s") if n == 1 and language() == SOURCE else name


def titled(design: Design) -> Callable[[str], str]:
    """Return a function that returns a finding's name as people read it."""
    called = things_called(design)
    plain = {
        "score": pgettext("finding", "score"),
        "success": pgettext("finding", "success"),
        "shared": pgettext("finding", "shared"),
        "rounds": pgettext("finding", "rounds"),
        "choices": pgettext("finding", "choices"),
        "minutes": pgettext("finding", "minutes"),
        "settled": pgettext("finding", "settled"),
        "lead changes": pgettext("finding", "lead changes"),
        "legal": pgettext("finding", "legal"),
        "promising": pgettext("finding", "promising"),
        "mattered": pgettext("finding", "mattered"),
    }
    about = {
        "seat": pgettext("finding", "seat {thing}"),
        "team": pgettext("finding", "team {thing}"),
        "end": pgettext("finding", "end {thing}"),
        "use": pgettext("finding", "use {thing}"),
        "seats": pgettext("finding", "seats {thing}"),
        "worth": pgettext("finding", "worth {thing}"),
    }

    def title(name: str) -> str:
        kind, _space, thing = name.partition(" ")
        if name in plain:
            return plain[name]
        if name.endswith(" of all"):
            return pgettext("finding", "{things} of all", things=called(name[: -len(" of all")]))
        if name.endswith(" of winners"):
            things = called(name[: -len(" of winners")])
            return pgettext("finding", "{things} of winners", things=things)
        return fill(about[kind], thing=called(thing)) if kind in about else called(name)

    return title
