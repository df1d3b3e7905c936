"""Networks from ONNX files as evaluators of `mcts`: `mcts:net=FILE.onnx`.

The model has one input, the mover's observation. It is either bytes, (n, observation_size), or
floats from 0 to 1 from `aicore.Features.dense`, (n, size). In games with facts, it may also be the
input of networks in C, (n, net_input_size) bytes; then logits are (n, net_tokens). The first output
is the mover's expected return, (n,) or (n, 1), or all seats' returns, (n, seats). The optional
second output is a logit for each token, (n, num_tokens). ONNX Runtime (extra `onnx`) computes on
one thread, so equal files give equal decisions on equal machines.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.data_files import split_digest
from aicore.core.errors import SpecError, one_line, reason_of, short
from aicore.core.features import Features
from aicore.core.language import N_
from aicore.core.language import gettext as _

if TYPE_CHECKING:
    from aicore.core.game import Game

FLOATS = ("tensor(float)", "tensor(double)", "tensor(float16)")
"""Types that a model's outputs may have."""
TRIAL_POSITIONS = 3  # number of positions that the test at loading evaluates together


class Network:
    """Model that evaluates positions of one game, tested once at loading.

    Args:
        path: path of the ONNX file, optionally with "#" and the digest that it must have, as in
            `name`.
        game: game whose positions the model evaluates.

    Raises SpecError if the file cannot be read or has changed, or if the model's inputs or outputs
    do not fit the game.
    """

    sees_facts = False
    """Whether the model reads the input of networks in C: see `aicore.search.mcts.evaluator`."""

    def __init__(self, path: str, game: Game) -> None:
        self.path, digest = split_digest(path)
        self.game = game
        current = self._digest()
        if digest not in ("", current):
            raise self._wrong(
                _("the file has changed (it was #{before}, now #{now})", before=digest, now=current)
            )
        self.name = f"{self.path}#{current}"
        """Path with the digest of the file; a spec with this name refuses a changed file."""
        try:
            self._numpy: Any = import_module("numpy")
            runtime: Any = import_module("onnxruntime")
        except ModuleNotFoundError as error:
            raise SpecError(
                _(
                    "net needs ONNX Runtime: {command}",
                    command="pip install 'aicore-tabletop[onnx]'",
                )
            ) from error
        if not game.num_tokens:
            raise self._wrong(
                _("{game} has no arrays, so a network cannot read it", game=game.name)
            )
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = runtime.InferenceSession(
                self.path, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # each version of the runtime has its own errors
            why = one_line(error, 80)
            raise self._wrong(_("the model cannot be read ({error})", error=why)) from error
        self._check_input(self._session.get_inputs())
        self._check_outputs(self._session.get_outputs())
        self._try()

    def _digest(self) -> str:
        """Return a digest of the model, including weights stored beside it in FILE.data."""
        path = Path(self.path)
        digest = hashlib.sha256()
        try:
            if not path.is_file():
                raise self._wrong(_("there is no such file"))
            for part in (path, path.with_name(path.name + ".data")):
                if part.is_file():
                    with part.open("rb") as file:
                        digest.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise self._wrong(reason_of(error)) from error
        return digest.hexdigest()[:12]

    def _check_input(self, inputs: list[Any]) -> None:
        """Check that the model reads the game's observations. Raises SpecError."""
        if len(inputs) != 1:
            raise self._wrong(
                _("the model has {n} inputs; it must have one, the observation", n=len(inputs))
            )
        (observation,) = inputs
        self._input, self._bytes = observation.name, observation.type == "tensor(uint8)"
        self._features = Features(self.game)
        size = self.game.observation_size if self._bytes else self._features.size
        with_facts = self.game.net_input_size
        if self._bytes and self.game.facts and list(observation.shape)[1:] == [with_facts]:
            self.sees_facts, size = True, with_facts
        if not self._bytes and observation.type != "tensor(float)":
            raise self._wrong(_("its input is {kind}, not uint8 or float", kind=observation.type))
        if observation.shape and len(observation.shape) != 2:
            raise self._wrong(
                _(
                    "its input has {n} dimensions; the shape must be (n, {size})",
                    n=len(observation.shape),
                    size=size,
                )
            )
        if (
            observation.shape
            and isinstance(observation.shape[1], int)
            and observation.shape[1] != size
        ):
            raise self._wrong(
                _(
                    "it reads {n} numbers; an observation of {game} has {size} bytes",
                    n=observation.shape[1],
                    game=self.game.name,
                    size=size,
                )
                if self._bytes
                else _(
                    "it reads {n} numbers; an observation of {game} has {size} floats",
                    n=observation.shape[1],
                    game=self.game.name,
                    size=size,
                )
            )
        if observation.shape and isinstance(observation.shape[0], int):
            raise self._wrong(
                _(
                    "it accepts only {n} positions at a time; export it with a dynamic batch size "
                    "(first axis)",
                    n=observation.shape[0],
                )
            )

    def _check_outputs(self, outputs: list[Any]) -> None:
        """Check that the model has outputs of floats. Raises SpecError."""
        self._outputs = [one.name for one in outputs[:2]]
        if not outputs:
            raise self._wrong(_("it has no outputs; the first must be the mover's expected return"))
        for one, what in zip(outputs[:2], (N_("values"), N_("logits")), strict=False):
            if one.type not in FLOATS:
                raise self._wrong(
                    _("its {what} are {kind}, not floats", what=_(what), kind=one.type)
                )

    def _try(self) -> None:
        """Evaluate a few positions. Raises SpecError."""
        game = self.game
        view = game.start().view(0)
        row = view.net_input() if self.sees_facts else bytes(view.observation())
        values, *rest = self._run(
            memoryview(row * TRIAL_POSITIONS).cast("B", [TRIAL_POSITIONS, len(row)])
        )
        self._check_shape("values", values, self._values_shapes(TRIAL_POSITIONS))
        for logits in rest:
            tokens = game.net_tokens if self.sees_facts else game.num_tokens
            self._check_shape("logits", logits, [(TRIAL_POSITIONS, tokens)])

    def _values_shapes(self, n: int) -> list[tuple[int, ...]]:
        """Return the allowed shapes of the values of n positions."""
        game = self.game
        if game.seats == 1 or (game.seats == 2 and game.constant_sum):
            return [(n,), (n, 1), (n, game.seats)]
        return [(n, game.seats)]

    def _check_shape(self, name: str, table: Any, fit: list[tuple[int, ...]]) -> None:
        """Check that an output has one of the allowed shapes. Raises SpecError."""
        if table.shape not in fit:
            raise self._wrong(
                _(
                    "its {what} for {n} positions have the shape {shape}, not {others}",
                    what=_(name),
                    n=TRIAL_POSITIONS,
                    shape=_shape(table.shape),
                    others=_(" or ").join(dict.fromkeys(map(_shape, fit))),
                )
            )

    def __reduce__(self) -> tuple[object, ...]:
        return Network, (self.name, self.game)

    def __call__(self, observations: memoryview) -> Any:
        """Return values, and logits if the model has them. Raises SpecError if the model fails."""
        values, *rest = self._run(observations)
        if values.ndim == 2 and values.shape[1] == 1:
            values = values[:, 0]
        return (values, *rest) if rest else values

    def _run(self, observations: memoryview) -> list[Any]:
        """Return the outputs as floats. Raises SpecError if a number is not finite."""
        numpy = self._numpy
        seen = numpy.asarray(observations)
        if not self._bytes:
            seen = self._features.dense(seen)
        try:
            outputs = self._session.run(self._outputs, {self._input: seen})
            results = [numpy.ascontiguousarray(one, numpy.float32) for one in outputs]
        except Exception as error:  # each version of the runtime has its own errors
            why = one_line(error, 120)
            raise self._wrong(
                _("it fails for {n} positions ({error})", n=len(seen), error=why)
            ) from error
        if not numpy.isfinite(results[0]).all():
            raise self._wrong(_("one of its values is inf or nan"))
        # A logit of -inf is allowed: its probability is 0.
        if len(results) > 1 and not (results[1] < numpy.inf).all():
            raise self._wrong(_("one of its logits is inf or nan"))
        return results

    def _wrong(self, why: str) -> SpecError:
        """Return the error for this model, with a reason."""
        return SpecError(f"net={short(Path(self.path))}: {why}")


def _shape(lengths: tuple[int, ...]) -> str:
    """Return a shape as Python writes it."""
    return f"({', '.join(map(str, lengths))}{',' * (len(lengths) == 1)})"
