"""Networks for tests: ONNX models, made from their parts. Needs `onnx`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aicore.core.features import Features
from aicore.core.game import Game

F32, F64, BOOL, TEXT = 1, 11, 9, 8  # ONNX: TensorProto.DataType


def graph(
    path: str | Path,
    game: Game,
    nodes: Sequence[tuple[Any, ...]],
    outputs: Sequence[tuple[Any, ...]],
    inputs: Sequence[tuple[Any, ...]] | None = None,
    weights: Sequence[tuple[str, Any]] = (),
) -> None:
    """Write a model; it has one valid input unless others are given.

    Args:
        nodes: operator, inputs and outputs of each, then pairs of attributes.
        outputs, inputs: name, type and shape of each.
    """
    import numpy as np  # tests that use networks have it
    import onnx
    from onnx import helper, numpy_helper

    seen = ("seen", F32, ["n", Features(game).size])
    made = helper.make_graph(
        [helper.make_node(*node[:3], **dict(node[3:])) for node in nodes],
        "judge",
        [helper.make_tensor_value_info(*one) for one in ([seen] if inputs is None else inputs)],
        [helper.make_tensor_value_info(*one) for one in outputs],
        [numpy_helper.from_array(np.asarray(array), name) for name, array in weights],
    )
    whole = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(whole, path)
