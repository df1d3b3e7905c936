"""Export of networks as ONNX models for other programs, with the extra `onnx`.

A model takes what the movers see, (n, net_input_size) uint8: see `View.net_input`. It returns
`values`, (n, values), the expected returns with the mover's first; `logits`, (n, net_tokens); and
`leads`, (n, values), as shares (see `aicore.core.policy_net`). It returns no beliefs.
`mcts:net=NAME.onnx` can use a model, too.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aicore.core.errors import AicoreError
from aicore.core.language import gettext as _
from aicore.core.policy_net import (
    FACT_UNIT,
    Lines,
    PolicyNet,
    Way,
    fields_of,
    inputs_of,
    lines_of,
    rows_of,
)

INT64, FLOAT, UINT8 = 7, 1, 2
"""Data types of `onnx.TensorProto.DataType`."""
OPSET, FORMAT = 17, 8
"""Versions of operators and format that ONNX Runtime has supported since 1.14."""


def write_onnx(path: str | Path, net: PolicyNet) -> None:
    """Write a network to a file as an ONNX model. Raises OSError; AicoreError without onnx."""
    game, graph = net.game, _Graph(net)
    seen = graph.add("Cast", "seen", to=INT64)
    numbers = _numbers(graph, seen, net)
    amounts = []  # the name of some amounts, and their rows of the table
    rows = []  # names of row indices, (n, k)
    row = place = 0
    for field, (way, each) in zip(fields_of(game), inputs_of(game), strict=True):
        part = graph.add("Gather", numbers, np.arange(place, place + field.entries), axis=1)
        first = row + each * np.arange(field.entries)
        if way in (Way.SCALED, Way.SIGNED):
            scale = np.float32(1 / (FACT_UNIT if way == Way.SIGNED else field.high))
            if way == Way.SIGNED:
                below = graph.add("Greater", part, np.int64(1 << 15))
                part = graph.add("Where", below, graph.add("Sub", part, np.int64(1 << 16)), part)
            floats = graph.add("Cast", part, to=FLOAT)
            amounts.append((graph.add("Mul", floats, scale), first))
        elif way == Way.LOOKED_UP:
            rows.append(graph.add("Add", graph.add("Min", part, np.int64(each - 1)), first))
        else:
            rows += _squares(graph, part, field, first)
        row += each * field.entries
        place += field.entries
    for lines in lines_of(game):
        rows.append(_lines(graph, seen, lines, row))
        row += lines.rows
    graph.write(path, _layers(graph, amounts, rows))


def _numbers(graph: _Graph, seen: str, net: PolicyNet) -> str:
    """Return the numbers of all fields, (n, numbers), from their bytes."""
    first: list[int] = []
    widths: list[int] = []
    start = 0
    for field in fields_of(net.game):
        first += range(start, start + field.size, field.width)
        widths += [field.width] * field.entries
        start += field.size
    width = np.array(widths)
    numbers = graph.add("Gather", seen, np.array(first), axis=1)
    for byte in range(1, int(width.max())):
        byte_at = np.where(width > byte, np.array(first) + byte, 0)
        part = graph.add("Gather", seen, byte_at, axis=1)
        unit = np.where(width > byte, 1 << 8 * byte, 0)
        numbers = graph.add("Add", numbers, graph.add("Mul", part, unit))
    return numbers


def _squares(graph: _Graph, part: str, field: Any, first: NDArray[np.int64]) -> list[str]:
    """Return the table rows for squares: one for the board's row, and one for its column.

    Without a square, the second adds nothing.
    """
    down, across = field.axes
    square = graph.add("Sub", part, np.int64(field.first))
    there = graph.add(
        "And",
        graph.add("GreaterOrEqual", square, np.int64(0)),
        graph.add("Less", square, np.int64(down * across)),
    )
    row = graph.add("Div", square, np.int64(across))
    column = graph.add("Mod", square, np.int64(across))
    return [
        graph.add("Where", there, graph.add("Add", row, first + 1), first),
        graph.add("Where", there, graph.add("Add", column, first + 1 + down), graph.nothing),
    ]


def _lines(graph: _Graph, seen: str, lines: Lines, row: int) -> str:
    """Return the table rows for a board's lines, (n, lines)."""
    cells = np.array(lines.cells)
    board = np.arange(1 + cells.max())
    code = None
    for at, least in lines.planes:
        plane = graph.add("Gather", seen, at + board, axis=1)
        known = graph.add("Add", plane, np.int64(least - 1))
        known = graph.add("Min", known, np.int64(lines.codes - 1))
        there = graph.add("Greater", plane, np.int64(0))
        code = graph.add("Where", there, known, np.int64(0) if code is None else code)
    index = None
    for column in cells.T:
        digit = graph.add("Gather", code, column, axis=1)
        if index is not None:
            index = graph.add("Mul", index, np.int64(lines.codes))
        index = digit if index is None else graph.add("Add", index, digit)
    return graph.add("Add", index, row + lines.each * np.arange(len(cells)))


def _layers(graph: _Graph, amounts: list[tuple[str, NDArray[np.int64]]], rows: list[str]) -> Any:
    """Add all layers. Return the name and the number of columns of each output."""
    net = graph.net
    bias, table = graph.take(net.width), graph.take(rows_of(net.game), net.width)
    hidden = None
    for name, first in amounts:
        part = graph.add("MatMul", name, table[first])
        hidden = part if hidden is None else graph.add("Add", hidden, part)
    if rows:
        padded = np.concatenate([table, np.zeros((1, net.width), np.float32)])
        looked_up = graph.add("Gather", padded, graph.add("Concat", *rows, axis=1), axis=0)
        part = graph.add("ReduceSum", looked_up, np.array([1]), keepdims=0)
        hidden = part if hidden is None else graph.add("Add", hidden, part)
    hidden = graph.add("Relu", graph.add("Add", hidden, bias))
    for before, after in zip(net.widths, net.widths[1:], strict=False):
        bias, weights = graph.take(after), graph.take(before, after)
        hidden = graph.add("Relu", graph.add("Add", graph.add("MatMul", hidden, weights), bias))
    heads = []
    for columns in (net.outcomes, net.outcomes, int(net.beliefs), net.tokens):
        bias, weights = graph.take(columns), graph.take(columns, net.last)
        heads.append(graph.add("Add", graph.add("MatMul", hidden, weights.T), bias))
    game = net.game
    shares = graph.add("Mul", graph.add("Sigmoid", heads[0]), np.float32(game.high - game.low))
    graph.add("Add", shares, np.float32(game.low), name="values")
    graph.add("Identity", heads[3], name="logits")
    graph.add("Sigmoid", heads[1], name="leads")
    return [("values", net.outcomes), ("logits", net.tokens), ("leads", net.outcomes)]


class _Graph:
    """Nodes of a model under construction.

    Args:
        net: the network, whose weights the nodes take in order.
    """

    def __init__(self, net: PolicyNet) -> None:
        try:
            self._onnx: Any = import_module("onnx")
        except ModuleNotFoundError:
            raise AicoreError(
                _(
                    "an ONNX model needs onnx: {command}",
                    command="pip install 'aicore-tabletop[onnx]'",
                )
            ) from None
        self.net = net
        self.nothing = np.int64(rows_of(net.game))  # index of a row of zeros, after the last row
        self._left = np.frombuffer(net.numbers, "<f4")
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def take(self, *shape: int) -> NDArray[np.float32]:
        """Return the network's next weights as an array of a given shape."""
        size = int(np.prod(shape))
        part, self._left = self._left[:size].reshape(shape), self._left[size:]
        return part

    def add(self, operator: str, *inputs: Any, name: str = "", **attributes: Any) -> str:
        """Add a node whose inputs are names or arrays; return its output's name."""
        name = name or f"n{len(self._nodes)}"
        names = [part if isinstance(part, str) else self._constant(part) for part in inputs]
        node = self._onnx.helper.make_node(operator, names, [name], **attributes)
        self._nodes.append(node)
        return name

    def _constant(self, array: Any) -> str:
        """Add a constant; return its name."""
        name = f"c{len(self._constants)}"
        array = np.ascontiguousarray(array)
        self._constants.append(self._onnx.numpy_helper.from_array(array, name))
        return name

    def write(self, path: str | Path, outputs: list[tuple[str, int]]) -> None:
        """Write the model. Raises OSError."""
        helper, size = self._onnx.helper, self.net.size
        graph = helper.make_graph(
            self._nodes,
            f"network of {self.net.game.name}",
            [helper.make_tensor_value_info("seen", UINT8, ["n", size])],
            [
                helper.make_tensor_value_info(name, FLOAT, ["n", columns])
                for name, columns in outputs
            ],
            self._constants,
        )
        versions = [helper.make_opsetid("", OPSET)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=FORMAT)
        self._onnx.save(model, str(path))
