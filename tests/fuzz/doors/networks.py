"""Door of networks from ONNX files: models of odd shapes and types, and damaged files."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import aicore
from aicore.core.errors import AicoreError
from aicore.players import player
from fuzz import damage
from fuzz.door import ACCEPTED, Broken, Door, clear, folder, tell
from kit.networks import BOOL, F32, F64, TEXT, graph

SPECIAL = (0.0, 1.0, -1.0, 1e30, -3e38, 3e38, float("inf"), float("-inf"), float("nan"))


class Networks(Door):
    """A model of another kind, or a file with changed bytes; an accepted one must decide."""

    NAME = "networks"
    SHARE = 10
    NEEDS = ("onnx", "onnxruntime")

    def prepare(self) -> None:
        """Make a good model."""
        self.numpy: Any = import_module("numpy")
        import_module("onnxruntime")
        self.game = aicore.load("connect_four")
        self.view = self.game.start().view(0)
        self.size, self.words = aicore.features(self.game).size, self.game.num_tokens
        path = folder() / "good.onnx"
        self.write(path, Random(0), odd=0.0)
        self.good = path.read_bytes()
        clear()

    def attempt(self, rng: Random) -> str:
        """Write a file, load it, decide."""
        path = folder() / "n.onnx"
        if rng.random() < 0.5:
            tell("a damaged model")
            path.write_bytes(damage.garbled_bytes(self.good, rng))
        else:
            tell("a model of odd parts")
            try:
                self.write(path, rng, odd=0.25)
            except (ValueError, TypeError):  # `onnx` itself refuses to make the model
                path.write_bytes(self.good)
        spec = f"mcts:sims=8,batch=4,net={path}"
        one = player(spec, self.game)
        if player(one.spec, self.game).spec != one.spec:
            raise Broken(f"{one.spec} is another player, read again")
        try:
            decision = one.decide(self.view)
        except AicoreError as error:
            if not str(error).startswith("net="):
                raise Broken(f"it does not name the file: {error}") from error
            raise
        self.game.start().apply(decision.action)
        return ACCEPTED

    def write(self, path: Any, rng: Random, odd: float) -> None:
        """Write a model whose parts are each odd with this probability."""

        def some(usual: Any, *others: Any) -> Any:
            return rng.choice(others) if rng.random() < odd else usual

        width = some(self.size, 1, self.size - 1, "m", 0)
        rows = some("n", 1, 3, "m", None)
        inputs = [("seen", some(F32, F32, F64, BOOL, TEXT), some([rows, width], [width], [], None))]
        if rng.random() < odd / 2:
            inputs = rng.choice(([], [*inputs, ("more", F32, ["n", width])]))
        columns = some(self.words, 1, self.words + 1, self.size)
        height = self.size if isinstance(width, str) else width
        tables = [
            ("v", self.numbers(rng, (height, some(1, 2, 3)), odd)),
            ("l", self.numbers(rng, (height, columns), odd)),
        ]
        nodes: list[tuple[Any, ...]] = [
            ("MatMul", ["seen", "v"], ["value"]), ("MatMul", ["seen", "l"], ["logits"]),
        ]  # fmt: skip
        outputs = [
            ("value", F32, some(["n", 1], None)),
            ("logits", F32, some(["n", columns], None)),
        ]
        if rng.random() < odd:
            nodes.append((some("Identity", "Exp", "Log", "Sqrt", "ReduceSum", "Shape"),
                          ["logits"], ["more"]))  # fmt: skip
            outputs = rng.choice(([outputs[0], ("more", F32, None)], [("more", F32, None)]))
        outputs = some(outputs, outputs[:1], outputs[::-1], [])
        graph(path, self.game, nodes, outputs, inputs, tables)

    def numbers(self, rng: Random, shape: tuple[int, int], odd: float) -> Any:
        """Return weights, one of them perhaps infinite or NaN."""
        table = self.numpy.full(shape, 0.01, "f4")
        if rng.random() < odd and table.size:
            table.flat[rng.randrange(table.size)] = rng.choice(SPECIAL)
        return table
