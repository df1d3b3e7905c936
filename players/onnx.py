"""Networks from ONNX files as evaluators of `mcts`: `mcts:net=FILE.onnx`.

The model's first input is what the mover sees, (n, observation_size): bytes as they are, or floats
scaled to 0 .. 1 as by `aicore.envs.Scaled`. Its first output is the mover's expected return, (n,),
(n, 1) or (n, seats), the second, where there is one, a logit for each word, (n, num_tokens).
ONNX Runtime (extra `onnx`) computes on one thread, so equal files decide alike on equal machines.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aicore.core.errors import SpecError, one_line

if TYPE_CHECKING:
    from aicore.core.game import Game


class Network:
    """A model that judges positions of one game.

    Args:
        path: of the ONNX file.

    Raises SpecError where it cannot be read, or judges something else.
    """

    def __init__(self, path: str, game: Game) -> None:
        try:
            self._numpy: Any = import_module("numpy")
            runtime: Any = import_module("onnxruntime")
        except ModuleNotFoundError as error:
            raise SpecError(
                "net needs ONNX Runtime: pip install 'aicore-tabletop[onnx]'"
            ) from error
        self.path = path
        self.game = game
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        if not Path(path).is_file():
            raise SpecError(f"net={path}: there is no such file")
        try:
            self._session = runtime.InferenceSession(
                path, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # each version of the runtime has errors of its own
            why = one_line(error, 80)
            raise SpecError(f"net={path}: not a model that can be read ({why})") from error
        first = self._session.get_inputs()[0]
        self._input = first.name
        self._bytes = first.type == "tensor(uint8)"
        if not self._bytes and first.type != "tensor(float)":
            raise SpecError(f"net={path}: its input is {first.type}, not uint8 or float")
        size = first.shape[-1]
        if isinstance(size, int) and size != game.observation_size:
            raise SpecError(
                f"net={path}: it looks at {size} numbers, a seat of {game.name} sees "
                f"{game.observation_size}"
            )
        self._outputs = [one.name for one in self._session.get_outputs()[:2]]
        self._scale: Any = None
        if not self._bytes:
            highs = [field.high for field in game.fields for _ in range(field.size)]
            self._scale = 1 / self._numpy.asarray(highs, self._numpy.float32)

    def __call__(self, observations: memoryview) -> Any:
        """Values, and logits where the model gives them."""
        numpy = self._numpy
        seen = numpy.asarray(observations)
        if self._scale is not None:
            seen = seen.astype(numpy.float32) * self._scale
        found = self._session.run(self._outputs, {self._input: seen})
        values = numpy.ascontiguousarray(found[0], numpy.float32)
        if values.ndim == 2 and values.shape[1] == 1:
            values = values[:, 0]
        if len(found) == 1:
            return values
        return values, numpy.ascontiguousarray(found[1], numpy.float32)
