"""Training run as one HTML page, without scripts or files from the network."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from aicore import END
from aicore.arena import plots
from aicore.arena.match import Match
from aicore.arena.page import NONE, document, table
from aicore.players import player
from aicore.train.run import Run
from aicore.train.sentences import verdict

SAMPLES = 2  # number of sample games
MAX_STEPS = 60  # maximum number of pictures of a game
MAX_POINTS = 400  # approximate maximum number of points on a curve

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


def page(run: Run) -> str:
    """Return the whole page, with result, curves, matches and games to step through."""
    return document(f"Training: {run.game.info.title}", "\n".join(_parts(run)), POLICY, STEPS)


def _parts(run: Run) -> Iterator[str]:
    training, progress = run.training, run.progress
    assert training is not None
    seats = run.game.seats
    yield (
        f'<p class="soft">{seats} seat{"s" * (seats > 1)}, seed {run.settings.seed}, '
        f"{training.generation:,} generations, {training.games:,} games and "
        f"{training.positions:,} positions in {training.seconds / 60:.1f} minutes.</p>"
    )
    if progress.match is not None:
        yield f"<p><b>{escape(verdict(run))}</b></p>"
    if progress.trials:
        scores = ", ".join(f"{name} {score:.0%}" for name, score in progress.trials.items())
        begun = f"It started with {progress.start}, the best in short trials: {scores}."
        yield f"<p>{escape(begun)}</p>"
    yield "<h2>Progress</h2>"
    yield from _curves(run)
    if progress.gates:
        yield "<h2>Matches between generations</h2>"
        yield table(["generation", "minutes", "score", "95 % interval", "games", "rating", ""], [
            [
                f"{gate.generation:,}", f"{gate.seconds / 60:.1f}",
                *(
                    [NONE] * 3 if gate.score is None else [
                        f"{gate.score.score:.1%}",
                        f"{gate.score.low:.0%} to {gate.score.high:.0%}", f"{gate.score.games}",
                    ]
                ),
                f"{gate.rating:+.0f}", "kept" if gate.kept else "rejected",
            ]
            for gate in progress.gates
        ])  # fmt: skip
    if run.best.exists():
        yield "<h2>Sample games of the network against itself</h2>"
        for number in range(SAMPLES):
            yield _game(run, number)


def _curves(run: Run) -> Iterator[str]:
    """Yield the curves of the losses, of the length of games, and of the rating."""
    training = run.training
    assert training is not None
    log = training.log
    if len(log) < 2:
        return
    thinned = [*log[:: max(1, len(log) // MAX_POINTS)], log[-1]]
    learned = [entry for entry in thinned if entry["losses"]]
    titles = ("value loss", "lead loss", "policy loss", "belief loss")
    for place, title in enumerate(titles[: len(learned[0]["losses"]) if learned else 0]):
        points = [(float(entry["generation"]), entry["losses"][place]) for entry in learned]
        if points:
            yield plots.curve(points, title, "generations")
    lengths = [(float(entry["generation"]), float(entry["plies"])) for entry in thinned]
    yield plots.curve(lengths, "moves per game", "generations")
    gates = run.progress.gates
    if len(gates) > 1:
        yield plots.curve(
            [(0.0, 0.0), *((float(gate.generation), gate.rating) for gate in gates)],
            "rating", "generations",
        )  # fmt: skip


def _game(run: Run, number: int) -> str:
    """Return a game to step through, with a picture of each position and buttons."""
    sims = run.settings.course.plan.sims
    one = player(f"mcts:sims={sims},net={run.best},{run.spec}", run.game, number)
    match = Match(run.game, [one] * run.game.seats, f"{run.settings.seed}-sample-{number}")
    steps: list[str] = []
    state = run.game.start()
    said = "The game begins."
    for _, event in match.finish().events:
        if state.turn >= 0:
            steps.append(_step(run, number, len(steps), said, state))
        said = f"Seat {state.turn}: {event}" if state.turn >= 0 else f"Luck: {event}"
        state.apply(event)
    returns = ", ".join(f"{value:g}" for value in state.returns()) if state.turn == END else ""
    if len(steps) > MAX_STEPS:
        left = len(steps) - MAX_STEPS
        steps = steps[:MAX_STEPS]
        said = f"{left} more moves, then {said}"
    steps.append(_step(run, number, len(steps), f"{said}. Returns: {returns}", state, last=True))
    return f'<div class="game">{"".join(steps)}</div>'


def _step(run: Run, game: int, step: int, said: str, state: object, last: bool = False) -> str:
    """Return the HTML of one position, which appears after a click on its button."""
    picture = b64encode(state._repr_svg_().encode()).decode()  # type: ignore[attr-defined]
    buttons = f'<label for="g{game}s{step - 1}">Back</label>' if step else ""
    buttons += "" if last else f'<label for="g{game}s{step + 1}">Next</label>'
    return (
        f'<input type="radio" name="g{game}" id="g{game}s{step}"{" checked" * (step == 0)}>'
        f'<div class="step">{buttons}<p>{escape(said)}</p>'
        f'<img alt="" src="data:image/svg+xml;base64,{picture}"></div>'
    )
