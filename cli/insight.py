"""Search results for the person: hints, and the reasons for an opponent's moves."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.text import Text

from aicore.cli.narrator import wrapped_lines
from aicore.cli.screen import Within, folded, grouped, sketch, table
from aicore.cli.thinking import thinking
from aicore.coach.advice import chosen_first, why_not_others
from aicore.coach.draws import WinProbability, draw_share, drawable
from aicore.coach.results import figure, half_width, result, speaks_of_chances, stakes
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.rng import Rng
from aicore.core.story import Names
from aicore.session import jobs
from aicore.session.thoughts import Thought, keeps_secret

if TYPE_CHECKING:
    from aicore.core.decision import Candidate, Decision
    from aicore.core.game import Game, State, View

PLAY_IT = "play it"  # typed after a hint
LISTED = 8  # candidates shown
INDENT = 2
GAP = 2  # columns after each column of a table
FIGURES = (N_("share"), N_("visits"))


def show_hint(console: Console, view: View, names: Names) -> str:
    """Search from the knowledge of the person's seat, and show the best actions.

    If the turn needs several actions, all are shown: in sentences, then as they are typed.

    Return the text that plays them.
    """
    game = view.game
    legal = view.legal()
    if len(legal) == 1:
        only = _(", the only legal move")
        console.print(_headline(console, _("Hint:"), legal[0], only))
        return legal[0]
    what = _("looking for a hint")
    with thinking(console, what, stop=N_("answer now"), game=game) as progress:
        decision, advice = jobs.hint(progress, view, names)
    worth = ""
    chosen = chosen_first(decision)[:1]
    if chosen:
        share = result(game, game.share(chosen[0].values[view.seat]))
        worth = (
            _("Win chance {share}.", share=share)
            if speaks_of_chances(game)
            else _("Expected result: {result}.", result=share)
            if stakes(game)
            else _("{share} of the best result.", share=share)
        )
        if drawable(game):
            shares = game.shares(chosen[0].values)
            world = view.resample(Rng(0))  # nothing is hidden: there is only one world
            draw = draw_share(world, shares)
            win = WinProbability(shares, draw).wins[view.seat]
            worth = _("Win chance {win:.0f} %, draw {draw:.0f} %.", win=100 * win, draw=100 * draw)
    line = "; ".join(advice.typed)
    label = _("Hint:")
    parts: list[RenderableType] = []
    if advice.sentences:
        first, *more = advice.sentences
        parts += wrapped_lines([f"{label} {first}", *more], names, console.width)
        label = _("To do so, type `play it` or:")
    parts += [
        _headline(console, label, line),
        *([Text(_indented(worth))] if worth else []),
        *_candidates(console, game, decision, view.seat, 3),
    ]
    drawing = sketch(view, [advice.steps])
    if drawing is not None:
        below = sum(len(console.render_lines(part)) for part in parts) + 1
        parts.insert(0, Within(drawing, max(1, console.height - below)))
    for part in parts:
        console.print(part)
    return line


def show_turn(console: Console, name: str, turn: Sequence[Thought], viewer: int) -> None:
    """Show the alternatives that an opponent considered in a turn, decision by decision.

    They are shown only if `viewer` could have considered them as well: see `show_thought`.
    """
    if len(turn) == 1 or _secret(turn, viewer):
        chosen = _(", then ").join(
            thought.before.event_text(thought.decision.action, viewer) for thought in turn
        )
        if len(turn) == 1:
            show_thought(console, name, turn[0].before, turn[0].decision, viewer)
        else:
            _keep_secret(console, name, chosen)
        return
    value = _value_name(turn[0].before.game)
    chose = _("{who} chose", who=name)
    listing = table(f"  {chose}", value, _("rather than"), value, right=[value])
    for thought in turn:
        game, candidates = thought.before.game, chosen_first(thought.decision)
        cells = ["", "", ""]
        if candidates:
            cells[0] = figure(game, game.share(candidates[0].values[thought.seat]))
        if len(candidates) > 1:
            other = candidates[1]
            cells[1:] = other.action, figure(game, game.share(other.values[thought.seat]))
        listing.add_row(Text(f"  {thought.decision.action}", "bold"), *cells)
    console.print(listing)


def _secret(turn: Sequence[Thought], viewer: int) -> bool:
    """Whether the reasons of a turn's decisions stay secret."""
    return any(keeps_secret(thought.before, thought.decision, viewer) for thought in turn)


def _keep_secret(console: Console, name: str, chosen: str) -> None:
    """Print an opponent's choice without its reasons."""
    console.print(_headline(console, _("{who} chose", who=name), chosen))
    why = _("It may know things that you do not, so its reasoning stays hidden.")
    console.print(f"  {why}")


def show_thought(
    console: Console, name: str, before: State, decision: Decision, viewer: int
) -> None:
    """Show the alternatives an opponent considered, if `viewer` could have considered them, too.

    Where something is hidden from the viewer, the opponent may have known it. Every figure of
    its search then depends on that: the shares of simulations, and the depth and time. If the
    choice itself is hidden, they would show it.
    """
    seat = before.turn
    chosen = before.event_text(decision.action, viewer)
    if keeps_secret(before, decision, viewer):
        _keep_secret(console, name, chosen)
        return
    runs, depth, seconds = decision.simulations, decision.depth, decision.seconds
    facts = [_("{n} simulations", n=grouped(runs))] if runs else []
    facts += [_("depth {depth}", depth=depth)] if depth else []
    facts += [fill("{seconds:.2f} s", seconds=seconds)] if seconds else []
    more = "".join(f", {fact}" for fact in facts)
    console.print(_headline(console, _("{who} chose", who=name), chosen, more))
    if not decision.candidates:
        none = _("It did not search.")
        console.print(f"  {none}")
        return
    for part in _candidates(console, before.game, decision, seat, LISTED):
        console.print(part)
    if len(decision.continuation) > 1 and not before.game.has_hidden:  # it may have secret choices
        expected = _("expected line: {moves}", moves=", ".join(decision.continuation))
        console.print(Text(_indented(folded(expected, console.width - INDENT)), "dim"))


def _headline(console: Console, label: str, move: str, more: str = "") -> Text:
    """Return a label, a move and more text, in rows of whole words."""
    text = _indented(folded(f"{label} {move}{more}", console.width - INDENT))
    shown = Text(text)
    shown.stylize("bold", INDENT + len(label) + 1, len(text) - len(more))
    return shown


def _indented(text: str) -> str:
    return indent(text, " " * INDENT)


def _candidates(
    console: Console, game: Game, decision: Decision, seat: int, limit: int
) -> list[RenderableType]:
    """Return a table of the first candidates of a search."""
    if not decision.candidates:
        return []
    ranked = chosen_first(decision)
    shown = ranked[:limit]
    figures = [_figures(game, decision, candidate, seat) for candidate in shown]
    names = (*map(_, FIGURES), _value_name(game))
    move = _("move")
    listing = table(f"  {move}", *names, right=names)
    taken = sum(
        max(len(name), *map(len, column)) + GAP
        for name, column in zip(names, zip(*figures, strict=True), strict=True)
    )
    for candidate, cells in zip(shown, figures, strict=True):
        move = _indented(folded(candidate.action, console.width - taken - INDENT - GAP))
        style = "bold" if candidate.action == decision.action else ""
        listing.add_row(Text(move, style), *cells)
    parts: list[RenderableType] = [listing]
    for line in why_not_others(game, shown, seat):
        parts.append(Text(_indented(folded(line, console.width - INDENT)), "dim"))
    left = len(ranked) - limit
    more = _("and {n} more", n=left)
    return [*parts, Text(f"  {more}", "dim")] if left > 0 else parts


def _value_name(game: Game) -> str:
    """Return the name of the expected results of actions."""
    if drawable(game):
        return _("win + ½ draw")
    if unit := stakes(game):
        return _("expected {stakes}", stakes=unit)
    return _("win chance") if game.seats > 1 else _("of the best result")


def _figures(game: Game, decision: Decision, candidate: Candidate, seat: int) -> tuple[str, ...]:
    """Return a search's figures on an action: cells for the columns FIGURES, then its value."""
    value = figure(game, game.share(candidate.values[seat]))
    if candidate.bound:
        value = _("at most {value}", value=value)
    if candidate.error:
        value += f" ±{half_width(game, candidate.error)}"
    share = decision.share(candidate)
    return "" if share is None else f"{100 * share:.0f} %", grouped(candidate.visits), value
