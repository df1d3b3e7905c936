"""Course: the settings for the training of a network."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from aicore.core.game import Game
from aicore.core.policy_net import believes
from aicore.players.defaults import defaults_of
from aicore.search.mcts.selfplay import Plan

SETTLED = 0.8
"""Part of a training after which the value targets have their final form."""
FINAL_MUTATION = 0.1  # mutation at the end, as a share of the initial one
MUTATION = 0.002  # initial mutation of the policies in an equilibrium's training
SMALL_ROOM = 50_000  # positions to keep where networks improve within a few thousand games
DRAWN_ROOM = 100_000  # positions to keep where policies learn from the results of their own draws
LARGE_ROOM = 3_000_000  # positions to keep for a game with hidden information


@dataclass(frozen=True)
class Course:
    """Settings for the training of a network.

    Args:
        widths: widths of the network's layers, multiples of 32 up to 256.
        plan: the plan for playing the training's games.
        taught: factor on the simulations of a teacher, because its playouts judge less well than
            a network.
        first: number of games in the first generation, before their length is known.
        positions: approximate number of decisions in a generation's games.
        room: size of the replay buffer in positions; it keeps the latest ones.
        recent: number of latest positions to learn from, until policies are averaged; 0 for all.
        averaged: last part of the training, 0 to 1, which learns from nearly all games. There the
            network becomes the mean of earlier networks, and matches do not reject it.
        reuse: number of times that the network learns from a position.
        scripted: the same for positions of the script's games; 0 for `reuse`.
        warmup: number of games until positions are reused fully; the reuse grows with the games.
            Networks learn the results of few games by heart.
        random: first part of a training from nothing, 0 to 1, whose games are random. They cost
            little, and an untrained network's games are hardly better.
        batch: number of positions in a learning step.
        parts: number of equal parts of a batch, whose gradients are computed in as many threads.
        rate: initial learning rate; it falls to a twentieth over the training.
        trace: final weight of later results in a position's value target: 0 is the search value,
            and 1 is the outcome (TD(lambda); Sutton 1988, "Learning to predict by the methods of
            temporal differences"). The training begins with 1, as early searches know nothing.
        step, pull: how far results and the uniform policy move the policy where actions are drawn;
            see `aicore.train.replay_buffer.drawn_targets`.
        lead: weight of the leads in the loss.
        policy: weight of the policies in the loss; values have the weight 1.
        puct, fpu, mix, playouts, cutoff, policy_temperature: parameters of `mcts` when the network
            plays.
    """

    widths: tuple[int, ...] = (64, 64, 32)
    plan: Plan = field(default_factory=Plan)
    taught: int = 8
    first: int = 40
    positions: int = 4000
    room: int = 300_000
    recent: int = 0
    averaged: float = 0.0
    reuse: float = 6.0
    scripted: float = 0.0
    warmup: int = 0
    random: float = 0.0
    batch: int = 256
    parts: int = 1
    rate: float = 2e-3
    trace: float = 0.95
    step: float = 1.0
    pull: float = 0.02
    lead: float = 0.5
    policy: float = 1.0
    puct: float = 0.8
    fpu: float = 0.2
    mix: float = 0.0
    playouts: str | None = None
    cutoff: int | None = None
    policy_temperature: float = 1.0

    def trace_at(self, progress: float) -> float:
        """Return the trace at a progress of the training, 0 to 1."""
        return 1 - (1 - self.trace) * min(progress / SETTLED, 1.0)

    def plan_at(self, progress: float) -> Plan:
        """Return the plan at a progress of the training, 0 to 1; its mutation fades."""
        return replace(self.plan, mutation=self.plan.mutation * FINAL_MUTATION**progress)

    def parameters(self, game: Game) -> dict[str, Any]:
        """Return the parameters of `mcts` that suit the network."""
        chosen = {"root": "ucb", "prune": "off", "trust": 0, "puct": self.puct, "fpu": self.fpu}
        for name in ("mix", "playouts", "cutoff", "policy_temperature"):
            value = getattr(self, name)
            if value != getattr(Course, name):
                chosen[name] = value
        return {**chosen, "hands": "likely"} if believes(game) else chosen

    def spec(self, game: Game) -> str:
        """Return these parameters as text."""
        return ",".join(f"{name}={value}" for name, value in self.parameters(game).items())

    def averages(self, progress: float) -> bool:
        """Whether policies are averaged at a progress of the training, 0 to 1."""
        return self.averaged > 0 and progress >= 1 - self.averaged

    def to_dict(self) -> dict[str, Any]:
        """Return the settings in plain types."""
        return {**asdict(self), "widths": list(self.widths)}

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Course:
        """Return the course that a dictionary describes."""
        parts = {"widths": tuple(given["widths"]), "plan": Plan(**given["plan"])}
        return cls(**{**given, **parts})


def course_of(game: Game) -> Course:
    """Return the course that suits a game.

    With luck or hidden information, a few simulations say little about an action's value. So
    actions are drawn from the policy, which learns from the results of many games. This makes it
    overconfident, so searches flatten its priors. In other games, searches improve policies.

    If a game's rules are Python code, a larger network costs little and playouts cost much, so
    games begin at random. If these games have no luck, positions are reused often, after the first
    few thousand games. With luck and for points, searches play on to the end by the network's
    policy: its values err alike in similar positions, and more simulations do not help against
    that. Wins and losses vary too much for such playouts.

    In a game of luck for stakes or for one seat, a decision changes the result little, so many
    games say more than deep searches. No tree is searched: a look-ahead over the mover's own turn
    compares all actions by the network's values. Policies weigh little in the loss: they share the
    layers with values, which get better then.

    In a zero-sum game for two with stakes and hidden information, the best play mixes actions.
    Policies there move by replicator dynamics toward an equilibrium. Their mean at the end comes
    closer to it, because best responses to the latest play may go in circles (Heinrich and Silver
    2016, "Deep reinforcement learning from self-play in imperfect-information games").

    If the game has an evaluation, searches use it: half of a position's value comes from a short
    playout by the game's policy. Positions of the script's games are reused less, because these
    games cost little.
    """
    luck = game.has_chance or game.has_hidden
    stakes = bool(game.info.data["game"].get("stakes"))
    solitaire_of_luck = game.seats == 1 and game.has_chance
    if (stakes or solitaire_of_luck) and not game.has_hidden and not game.scripted:
        return Course(
            widths=(256, 64) if stakes else (128, 64),
            plan=Plan(temperature=0.002 if stakes else 0.01),
            positions=50_000,
            reuse=1.0,
            batch=512,
            parts=4,
            rate=1e-3,
            trace=0.8,
            policy=0.05,
            puct=0.25,
        )
    if stakes and game.has_hidden and game.seats == 2 and game.constant_sum:
        plan = Plan(sims=16, full=1.0, warm=0, stray=0.0, daring=0.0, mutation=MUTATION)
        return Course(
            plan=plan,
            positions=1000,
            room=LARGE_ROOM,
            recent=5000,
            averaged=0.3,
            reuse=3.0,
            trace=1.0,
        )
    own = defaults_of(game.info, "mcts")
    evaluates = own.get("playouts") == "guided" and own.get("cutoff", -1) >= 0
    mix = 0.5 if evaluates and not game.scripted else 0.0
    if luck:
        course = Course(
            plan=Plan(sims=48, fast=12, drawn=True, luck=False),
            taught=2,
            positions=16_000,
            room=DRAWN_ROOM,
            reuse=1.0,
            scripted=0.4,
            rate=1e-3,
            puct=0.25,
            mix=mix,
            policy_temperature=3.0,
        )
        if not game.scripted:
            return course
        course = _plain(course, positions=8000, puct=Course.puct)
        return replace(course, mix=1.0, playouts="network", cutoff=-1) if stakes else course
    if game.scripted:
        return _plain(Course(), positions=1000, room=SMALL_ROOM, rate=1e-3)
    return Course(plan=Plan(mix=mix), reuse=3.0, mix=mix)


def _plain(course: Course, **changes: Any) -> Course:
    """Return a course for a game in plain Python, in which a position takes long."""
    course = replace(course, widths=(128, 64, 64), taught=1, first=4, warmup=2000, random=0.06)
    return replace(course, **changes)
