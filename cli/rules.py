"""`aicore rules`: a game's rules, and the arrays for its networks."""

from __future__ import annotations

import click

from aicore.cli.manual import find_section, in_columns, show_rules
from aicore.cli.screen import make_console, table
from aicore.cli.streams import say, stdout
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
        raise click.ClickException(f"{name} has no arrays")
    console = make_console()
    most = "one a decision" if game.max_tokens == 1 else f"up to {game.max_tokens} a decision"
    recall = "all that its seat ever learned" if game.perfect_recall else "what its seat knows"
    console.print(
        f"Words: {game.num_tokens:,}, {most}; a game has at most {game.max_length:,} actions."
    )
    console.print(f"An observation: {game.observation_size:,} bytes, {recall}.")
    console.print(f"Version of the encoding: {game.observation_version}.")
    listing = table("from", "field", "shape", "kind", "highest", right=["from", "highest"])
    place = 0
    for field in game.fields:
        shape = " x ".join(map(str, field.shape))
        listing.add_row(f"{place:,}", field.name, shape, field.kind, str(field.high))
        place += field.size
    console.print(listing)
