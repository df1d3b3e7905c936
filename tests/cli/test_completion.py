"""Tests of the shell's completions of specs and rule options."""

from __future__ import annotations

import click

import aicore
from aicore.cli import main, options
from aicore.players import player_class


def offered(kind, text, **given):
    """Return a parameter's completions for the beginning of a word."""
    context = click.Context(main, info_name="aicore")
    context.params.update(given)
    return [one.value for one in kind.shell_complete(context, click.Option(["--x"]), text)]


def test_a_spec_is_completed_word_by_word():
    spec = options.SPEC
    assert offered(spec, "exp") == ["expectimax"]
    assert {"level", "greedy", "mcts"} <= {*offered(spec, "")}
    assert "human" not in offered(spec, "")
    assert offered(spec, "level:") == [f"level:{k}" for k in range(1, 10)]
    assert "level:3" not in offered(spec, "level:3")
    keys = [one.name for one in player_class("mcts").PARAMETERS]
    assert offered(spec, "mcts:") == [f"mcts:{key}=" for key in keys]
    first = f"mcts:sims=20,{keys[1]}"
    assert offered(spec, "mcts:sims=20,") == [
        f"mcts:sims=20,{key}=" for key in keys if key != "sims"
    ]
    assert f"{first}=" in offered(spec, first)
    for one in player_class("mcts").PARAMETERS:
        words = ("on", "off") if isinstance(one.default, bool) else one.choices
        assert {*offered(spec, f"mcts:{one.name}=")} == {f"mcts:{one.name}={w}" for w in words}
        for word in words:
            assert f"mcts:{one.name}={word}" in offered(spec, f"mcts:{one.name}={word[:1]}")
    assert offered(spec, "nobody:") == []
    assert offered(spec, "mcts:nothing=") == []


def test_an_option_is_completed_word_by_word():
    kind = options.KeyValue()
    assert offered(kind, "") == []
    for name in aicore.names():
        declared = aicore.info(name).options
        assert offered(kind, "", game=name) == [f"{key}=" for key in declared]
        for key, one in declared.items():
            assert f"{key}=" in offered(kind, key[:2], game=name)
            words = ("on", "off") if isinstance(one.default, bool) else one.choices
            assert {*offered(kind, f"{key}=", game=name)} == {f"{key}={word}" for word in words}
        assert offered(kind, "nothing=", game=name) == []
