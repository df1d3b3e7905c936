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
        raise click.ClickException(f"{name} has no arrays for networks")
    console = make_console()
    most = "one per decision" if game.max_tokens == 1 else f"up to {game.max_tokens} per decision"
    recall = "all that the seat ever learned" if game.perfect_recall else "what the seat knows"
    console.print(
        f"{game.num_tokens:,} action words, {most}; at most {game.max_length:,} actions in a game."
    )
    console.print(f"Observations of {game.observation_size:,} bytes, with {recall}.")
    console.print(f"Encoding version: {game.observation_version}.")
    listing = table("from", "field", "shape", "kind", "highest", right=["from", "highest"])
    place = 0
    for field in game.fields:
        shape = " x ".join(map(str, field.shape))
        listing.add_row(f"{place:,}", field.name, shape, field.kind, str(field.high))
        place += field.size
    console.print(listing)
