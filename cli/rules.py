"""`aicore rules`: a game's rules, and the arrays for its networks."""

from __future__ import annotations

import click

from aicore.cli.manual import find_section, in_columns, show_rules
from aicore.cli.screen import grouped, make_console, table
from aicore.cli.streams import say, stdout
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.registry import info, load


def run(game: str, word: tuple[str, ...], law: bool, arrays: bool) -> None:
    """Run `aicore rules`."""
    if arrays:
        _show_arrays(game)
        return
    text = info(game).law if law else info(game).rules
    if word:
        text = find_section(text, " ".join(word))
    if stdout().isatty():
        show_rules(make_console(), text)
    else:
        say(in_columns(text.rstrip("\n")))


def _show_arrays(name: str) -> None:
    game = load(name)
    if not game.num_tokens:
        raise click.ClickException(_("{game} has no arrays for networks", game=name))
    console = make_console()
    words, length = grouped(game.num_tokens), grouped(game.max_length)
    console.print(
        _("{words} action words, one per decision; at most {length} actions in a game.",
          words=words, length=length)
        if game.max_tokens == 1
        else _("{words} action words, up to {most} per decision; at most {length} actions in a "
               "game.", words=words, most=game.max_tokens, length=length)
    )  # fmt: skip
    size = grouped(game.observation_size)
    console.print(
        _("Observations of {n} bytes, with all that the seat ever learned.", n=size)
        if game.perfect_recall
        else _("Observations of {n} bytes, with what the seat knows.", n=size)
    )
    console.print(_("Encoding version: {version}.", version=game.observation_version))
    first, highest = pgettext("place", "from"), _("highest")
    listing = table(
        first, _("field"), _("shape"), pgettext("of a field", "kind"), highest,
        right=[first, highest],
    )  # fmt: skip
    offset = 0
    for field in game.fields:
        shape = " x ".join(map(str, field.shape))
        listing.add_row(grouped(offset), field.name, shape, field.kind, str(field.high))
        offset += field.size
    console.print(listing)
