"""Training run as one HTML page, without scripts or external files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from aicore import END
from aicore.arena import plots
from aicore.arena.match import Match
from aicore.arena.page import NONE, document, table
from aicore.core.language import fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.players import player
from aicore.train.run import Run
from aicore.train.sentences import verdict

SAMPLES = 2  # number of sample games
MAX_STEPS = 60  # maximum number of pictures of a game
MAX_POINTS = 400  # approximate maximum number of points on a curve

# style sheet for games to step through
STEPS = """
.game { border: 1px solid var(--rule); border-radius: 8px; padding: .75rem; margin: 1rem 0; }
.game input { position: absolute; opacity: 0; pointer-events: none; }
.game .step { display: none; }
.game input:checked + .step { display: block; }
.game img { max-width: min(100%, 34rem); max-height: 30rem; display: block; }
.game label { display: inline-block; padding: .35rem .9rem; margin: .25rem .25rem .5rem 0;
  border: 1px solid var(--rule); border-radius: 6px; cursor: pointer; }
.game input:focus-visible + .step label { outline: 2px solid var(--accent); }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Content security policy of the page."""


def page(run: Run) -> str:
    """Return the whole page, with result, curves, matches and games to step through."""
    title = _("Training: {game}", game=run.game.info.title)
    return document(title, "\n".join(_parts(run)), POLICY, STEPS)


def _parts(run: Run) -> Iterator[str]:
    training, progress = run.training, run.progress
    assert training is not None
    seats = run.game.seats
    done = ngettext(
        "{n} seat, seed {seed}, {generations} generations, {games} games and {positions} "
        "positions in {minutes:.1f} minutes.",
        "{n} seats, seed {seed}, {generations} generations, {games} games and {positions} "
        "positions in {minutes:.1f} minutes.",
        seats,
        seed=run.settings.seed,
        generations=_whole(training.generation),
        games=_whole(training.games),
        positions=_whole(training.positions),
        minutes=training.seconds / 60,
    )
    yield f'<p class="soft">{escape(done)}</p>'
    if progress.match is not None:
        yield f"<p><b>{escape(verdict(run))}</b></p>"
    if progress.trials:
        scores = ", ".join(f"{name} {score:.0%}" for name, score in progress.trials.items())
        begun = _("It started with {start}, the best in short trials: {scores}.",
                  start=progress.start, scores=scores)  # fmt: skip
        yield f"<p>{escape(begun)}</p>"
    head = _("Progress")
    yield f"<h2>{head}</h2>"
    yield from _curves(run)
    if progress.gates:
        head = _("Matches between generations")
        yield f"<h2>{head}</h2>"
        columns = [
            _("generation"), _("minutes"), pgettext("in matches", "score"), _("95 % interval"),
            _("games"), _("rating"), "",
        ]  # fmt: skip
        yield table(columns, [
            [
                _whole(gate.generation), fill("{n:.1f}", n=gate.seconds / 60),
                *(
                    [NONE] * 3 if gate.score is None else [
                        _("{share:.1f}%", share=100.0 * gate.score.score),
                        _("{low:.0f}% to {high:.0f}%",
                          low=100.0 * gate.score.low, high=100.0 * gate.score.high),
                        f"{gate.score.games}",
                    ]
                ),
                f"{gate.rating:+.0f}", _("kept") if gate.kept else _("rejected"),
            ]
            for gate in progress.gates
        ])  # fmt: skip
    if run.best.exists():
        head = _("Sample games of the network against itself")
        yield f"<h2>{head}</h2>"
        for number in range(SAMPLES):
            yield _game(run, number)


def _whole(count: int) -> str:
    return fill("{n:,.0f}", n=count)


def _curves(run: Run) -> Iterator[str]:
    """Yield the curves of the losses, of the length of games, and of the rating."""
    training = run.training
    assert training is not None
    log = training.log
    if len(log) < 2:
        return
    thinned = [*log[:: max(1, len(log) // MAX_POINTS)], log[-1]]
    learned = [entry for entry in thinned if entry["losses"]]
    titles = (_("value loss"), _("lead loss"), _("policy loss"), _("belief loss"))
    for place, title in enumerate(titles[: len(learned[0]["losses"]) if learned else 0]):
        points = [(float(entry["generation"]), entry["losses"][place]) for entry in learned]
        if points:
            yield plots.curve(points, title, _("generations"))
    lengths = [(float(entry["generation"]), float(entry["plies"])) for entry in thinned]
    yield plots.curve(lengths, _("moves per game"), _("generations"))
    gates = run.progress.gates
    if len(gates) > 1:
        yield plots.curve(
            [(0.0, 0.0), *((float(gate.generation), gate.rating) for gate in gates)],
            _("rating"), _("generations"),
        )  # fmt: skip


def _game(run: Run, number: int) -> str:
    """Return a game to step through, with a picture of each position and buttons."""
    sims = run.settings.course.plan.sims
    network = player(f"mcts:sims={sims},net={run.best},{run.spec}", run.game, number)
    match = Match(run.game, [network] * run.game.seats, f"{run.settings.seed}-sample-{number}")
    steps: list[str] = []
    state = run.game.start()
    said = _("The game begins.")
    for _actor, event in match.finish().events:
        if state.turn >= 0:
            steps.append(_step(run, number, len(steps), said, state))
        said = (
            _("Seat {seat}: {event}", seat=state.turn, event=event)
            if state.turn >= 0
            else _("Luck: {event}", event=event)
        )
        state.apply(event)
    returns = ", ".join(f"{value:g}" for value in state.returns()) if state.turn == END else ""
    if len(steps) > MAX_STEPS:
        more = len(steps) - MAX_STEPS
        steps = steps[:MAX_STEPS]
        said = ngettext("{n} more move, then {event}", "{n} more moves, then {event}", more,
                        event=said)  # fmt: skip
    ended = _("{event}. Returns: {returns}", event=said, returns=returns)
    steps.append(_step(run, number, len(steps), ended, state, last=True))
    return f'<div class="game">{"".join(steps)}</div>'


def _step(run: Run, game: int, step: int, said: str, state: object, last: bool = False) -> str:
    """Return the HTML of one position, which appears after a click on its button."""
    picture = b64encode(state._repr_svg_().encode()).decode()  # type: ignore[attr-defined]
    back, on = _("Back"), _("Next")
    buttons = f'<label for="g{game}s{step - 1}">{back}</label>' if step else ""
    buttons += "" if last else f'<label for="g{game}s{step + 1}">{on}</label>'
    return (
        f'<input type="radio" name="g{game}" id="g{game}s{step}"{" checked" * (step == 0)}>'
        f'<div class="step">{buttons}<p>{escape(said)}</p>'
        f'<img alt="" src="data:image/svg+xml;base64,{picture}"></div>'
    )
