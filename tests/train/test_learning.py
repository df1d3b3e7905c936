"""What a network learns, and runs that go on after any interruption."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aicore
from aicore.search.mcts.selfplay import Plan, selfplay
from kit.command import run

torch = pytest.importorskip("torch", reason="needs the extra `train`")
torch.set_num_threads(1)  # for networks so small the quickest, as the command has it

GENERATIONS = 6


def settings(folder: Path, **changes: Any) -> Any:
    """Those of a short run."""
    from aicore.train.course import Course
    from aicore.train.run import Settings

    plan = Plan(sims=8, fast=4)
    given = Settings(
        game="tic_tac_toe", seats=2, options={}, seed=3, seconds=0.0, generations=GENERATIONS,
        start="auto", course=Course(widths=(32, 32), plan=plan, positions=200),
        out=str(folder / "a.net"), match=False,
    )  # fmt: skip
    return replace(given, **changes)


def test_images_are_learned_with_what_they_become() -> None:
    """Each position of a batch is one that was played, or its mirror image with mirrored moves."""
    from aicore.train.replay import Replay

    game = aicore.load("connect_four")
    (mirror,) = game.symmetries
    found = selfplay(game, "playouts", 3, plan=Plan(sims=40, full=1.0), seed=1)
    first = np.cumsum(found.actions) - found.actions
    known: dict[bytes, list[dict[int, float]]] = {}
    for seen, start, count in zip(found.seen, first, found.actions, strict=True):
        part = slice(start, start + count)
        policy = dict(zip(found.rows[part, 0].tolist(), found.shares[part].tolist(), strict=True))
        known.setdefault(bytes(seen), []).append(policy)
        turned = {mirror.tokens[token]: share for token, share in policy.items()}
        known.setdefault(mirror.image(bytes(seen)), []).append(turned)
    replay = Replay(game, 1000, 0.5)
    replay.add(found)
    batch = replay.batch(np.random.default_rng(1), 200)
    for seen, tokens, shares in zip(batch.seen, batch.tokens[:, :, 0], batch.shares, strict=True):
        policy = dict(zip(tokens[tokens >= 0].tolist(), shares.tolist(), strict=False))
        assert policy in known[bytes(seen)]
    assert len({bytes(seen) for seen in batch.seen}) > len(found) * 1.2  # images among them


def test_values_are_the_movers_first() -> None:
    """With mix=0 a value is the outcome of the game for who is to move."""
    from aicore.train.replay import Replay

    game = aicore.load("tic_tac_toe")
    found = selfplay(game, "playouts", 20, plan=Plan(sims=10), seed=1)
    replay = Replay(game, 10_000, 0.0)
    replay.add(found)
    expected = {
        (bytes(seen), float(found.outcomes[number][seat]))
        for seen, seat, number in zip(found.seen, found.seats, found.games, strict=True)
    }
    replay._images = []
    batch = replay.batch(np.random.default_rng(1), 100)
    for seen, value in zip(batch.seen, batch.values, strict=True):
        assert (bytes(seen), float(value[0])) in expected


def test_old_positions_are_forgotten_by_whole_calls() -> None:
    from aicore.train.replay import Replay

    game = aicore.load("tic_tac_toe")
    parts = [selfplay(game, "script", 10, seed=seed) for seed in range(6)]
    replay = Replay(game, 2 * len(parts[0]), 0.5)
    for part in parts:
        replay.add(part)
    assert 2 * len(parts[0]) <= len(replay) < 4 * len(parts[0])
    assert replay.parts < len(parts)


def test_a_run_that_is_killed_again_and_again_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    from aicore.train.makers import makers
    from aicore.train.run import Run

    class Killed(BaseException):
        """Ends a run wherever it is."""

    whole = Run.begin(tmp_path / "whole", settings(tmp_path, out=str(tmp_path / "whole.net")))
    with makers(whole.game, 1) as players:
        whole.go(players, lambda what, figures: None)
    broken = Run.begin(tmp_path / "broken", settings(tmp_path, out=str(tmp_path / "broken.net")))

    def kill(what: str, figures: dict[str, Any]) -> None:
        raise Killed

    deaths = 0
    with makers(broken.game, 2) as players:
        while True:
            try:
                Run(broken.folder).go(players, kill)
                break
            except Killed:
                deaths += 1
    assert deaths > GENERATIONS
    assert (tmp_path / "whole.net").read_bytes() == (tmp_path / "broken.net").read_bytes()


def test_unfinished_files_of_a_killed_run_do_no_harm(tmp_path: Path) -> None:
    from aicore.train.makers import makers
    from aicore.train.run import Run

    run = Run.begin(tmp_path / "run", settings(tmp_path, start="nothing"))
    with makers(run.game, 1) as players:
        run.go(players, lambda what, figures: None)
        before = (tmp_path / "a.net").read_bytes()
        folder = run.folder / "network-0"
        (folder / "games" / "000099.npz").write_bytes(b"half")
        with (folder / "log.jsonl").open("a") as log:
            log.write('{"generation": 99')
        Run(run.folder).go(players, lambda what, figures: None)
    assert (tmp_path / "a.net").read_bytes() == before


def test_the_command_trains_and_its_network_plays(tmp_path: Path) -> None:
    folder, file = tmp_path / "run", tmp_path / "ttt.net"
    page = tmp_path / "page.html"
    result = run(
        "train", "tic_tac_toe", "--generations", 4, "--sims", 8, "--widths", "32", "--from",
        "playouts", "--run", folder, "--out", file, "--jobs", 1, "--html", page,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert f"Written: {file}" in " ".join(result.output.split())
    assert page.read_text().count("<svg") >= 3
    watched = run("watch", "tic_tac_toe", f"mcts:sims=20,net={file}", "random", "--seed", 1)
    assert watched.exit_code == 0, watched.output
    again = run("train", "--resume", folder, "--quiet")
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["train"], "name a game"),
        (["train", "pig", "--resume", "."], "name a game"),
        (["train", "--resume", "{empty}"], "no training run is there"),
        (["train", "pig", "--from", "elsewhere"], "nothing, playouts, script"),
        (["train", "pig", "--from", "{empty}/none.net"], "No such file"),
        (["train", "tic_tac_toe", "--from", "script"], "has no script"),
        (["train", "pig", "--widths", "33"], "multiples of 32"),
        (["train", "pig", "--minutes", "1", "--hours", "1"], "give one of them"),
        (["train", "pig", "--run", "{full}"], "something already"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(
    tmp_path: Path, given: list[str], words: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    places = {"empty": tmp_path / "empty", "full": tmp_path / "full"}
    result = run(*(word.format(**places) for word in given))
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())
    assert len(result.output.splitlines()) <= 6


@pytest.mark.slow
def test_it_learns_tic_tac_toe(tmp_path: Path) -> None:
    """From nothing, by its own games: it loses no game against random play, in either seat."""
    from aicore.train.makers import makers
    from aicore.train.run import Run

    whole = settings(tmp_path, generations=40, start="nothing")
    course = replace(whole.course, plan=Plan(), positions=2000)
    found = Run.begin(tmp_path / "run", replace(whole, course=course))
    with makers(found.game, 1) as players:
        found.go(players, lambda what, figures: None)
    player = aicore.player(f"mcts:sims=50,net={tmp_path / 'a.net'}", found.game, 1)
    lost = 0
    for deal in range(40):
        state, rng = found.game.start(), aicore.Rng(deal)
        while state.turn != aicore.END:
            own = state.turn == deal % 2
            state.apply(player.decide(state.view(state.turn)).action if own else state.sample(rng))
        lost += state.returns()[deal % 2] == 0.0
    assert lost == 0
