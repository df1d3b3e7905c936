"""Tests of networks from ONNX files: `mcts:net=FILE.onnx`."""

from __future__ import annotations

import pickle
import re

import pytest

import aicore
from aicore.arena.plan import configure
from aicore.arena.store import Store
from aicore.core.errors import SpecError
from aicore.web.access_policy import read_player
from aicore.web.errors import WebError
from kit.command import fails, works
from kit.networks import BOOL, F32, F64, TEXT, graph

np = pytest.importorskip("numpy")
onnx = pytest.importorskip("onnx", reason="no onnx to make models with")
pytest.importorskip("onnxruntime", reason="no ONNX Runtime")
GAME = aicore.load("connect_four")
SIZE, TOKENS = aicore.features(GAME).size, GAME.num_tokens


def model(path, size=0, whole=False, logits=False, seed=1):
    """Write a model of one layer: a value between 0 and 1, and a logit for each column."""
    from onnx import TensorProto, helper, numpy_helper

    size = size or (GAME.observation_size if whole else SIZE)
    rng = np.random.default_rng(seed)
    weights = [
        numpy_helper.from_array(rng.normal(0, 0.3, shape).astype(np.float32), name)
        for name, shape in (("v", (size, 1)), ("l", (size, GAME.num_tokens)))
    ]
    kind = TensorProto.UINT8 if whole else TensorProto.FLOAT
    nodes = [helper.make_node("Cast", ["seen"], ["x"], to=TensorProto.FLOAT)]
    nodes += [helper.make_node("MatMul", ["x", "v"], ["sum"])]
    nodes += [helper.make_node("Sigmoid", ["sum"], ["value"])]
    outputs = [helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n", 1])]
    if logits:
        nodes += [helper.make_node("MatMul", ["x", "l"], ["logits"])]
        outputs += [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", GAME.num_tokens])
        ]
    seen = helper.make_tensor_value_info("seen", kind, ["n", size])
    graph = helper.make_graph(nodes, "judge", [seen], outputs, weights)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(made, path)
    return [numpy_helper.to_array(one) for one in weights]


@pytest.mark.parametrize("logits", [False, True])
@pytest.mark.parametrize("whole", [False, True])
def test_it_decides_as_the_same_network_in_numpy(tmp_path, whole, logits):
    values, columns = model(tmp_path / "net.onnx", whole=whole, logits=logits)
    dense = aicore.features(GAME).dense

    def judge(observations):
        seen = np.asarray(observations)
        seen = seen.astype(np.float32) if whole else dense(seen)
        found = 1 / (1 + np.exp(-(seen @ values)[:, 0]))
        return (found, seen @ columns) if logits else found

    view = GAME.start().view(0)
    spec = f"mcts:sims=300,batch=8,net={tmp_path / 'net.onnx'}"
    ours = aicore.player(spec, GAME, 3)
    other = aicore.player("mcts:sims=300,batch=8", GAME, 3, evaluator=judge)
    one, two = ours.decide(view), other.decide(view)
    assert [each.visits for each in one.candidates] == [each.visits for each in two.candidates]
    for each, same in zip(one.candidates, two.candidates, strict=True):
        assert each.values[0] == pytest.approx(same.values[0], abs=1e-4)
    assert aicore.player(ours.spec, GAME, 3).decide(view).candidates == one.candidates
    again = pickle.loads(pickle.dumps(aicore.player(spec, GAME, 3)))
    assert again.decide(view).candidates == one.candidates


SUM = ("ReduceMean", ["seen"], ["value"], ("axes", [1]), ("keepdims", 0))
VALUE = ("value", F32, ["n"])
LARGE = ("large", np.float32(3e38))

BROKEN = {
    "fixed batch": (
        "only 1 positions at a time; export it with a dynamic batch size",
        {"nodes": [SUM], "outputs": [("value", F32, [1])], "inputs": [("seen", F32, [1, SIZE])]},
    ),
    "fixed batch within": (
        "it fails for 3 positions",
        {"nodes": [("Reshape", ["seen", "one"], ["flat"]),
                   ("ReduceMean", ["flat"], ["value"], ("axes", [1]), ("keepdims", 0))],
         "outputs": [VALUE], "weights": [("one", np.array([1, SIZE]))]},
    ),
    "second input": (
        "the model has 2 inputs; it must have one, the observation",
        {"nodes": [SUM], "outputs": [VALUE],
         "inputs": [("seen", F32, ["n", SIZE]), ("more", F32, ["n", SIZE])]},
    ),
    "no input": (
        "the model has 0 inputs",
        {"nodes": [("Identity", ["one"], ["value"])], "outputs": [("value", F32, [1])],
         "inputs": [], "weights": [("one", np.float32([1]))]},
    ),
    "wrong width": (
        "it reads 5 numbers; an observation of connect_four has ",
        {"nodes": [SUM], "outputs": [VALUE], "inputs": [("seen", F32, ["n", 5])]},
    ),
    "wrong width within": (
        "it fails for 3 positions",
        {"nodes": [("MatMul", ["seen", "w"], ["value"])], "outputs": [("value", F32, ["n", 1])],
         "inputs": [("seen", F32, ["n", "m"])], "weights": [("w", np.ones((5, 1), np.float32))]},
    ),
    "three dimensions": (
        "its input has 3 dimensions",
        {"nodes": [("ReduceMean", ["seen"], ["value"], ("axes", [1, 2]), ("keepdims", 0))],
         "outputs": [VALUE], "inputs": [("seen", F32, ["n", 6, 14])]},
    ),
    "wrong input type": (
        r"its input is tensor\(double\), not uint8 or float",
        {"nodes": [SUM], "outputs": [("value", F64, ["n"])],
         "inputs": [("seen", F64, ["n", SIZE])]},
    ),
    "wrong output type": (
        r"its values are tensor\(bool\), not floats",
        {"nodes": [SUM, ("Cast", ["value"], ["won"], ("to", BOOL))],
         "outputs": [("won", BOOL, ["n"])]},
    ),
    "texts as logits": (
        r"its logits are tensor\(string\), not floats",
        {"nodes": [SUM, ("Cast", ["seen"], ["word"], ("to", TEXT))],
         "outputs": [VALUE, ("word", TEXT, ["n", SIZE])]},
    ),
    "values of no shape": (
        r"its values for 3 positions have the shape \(3, 84\), not \(3,\) or \(3, 1\) or \(3, 2\)",
        {"nodes": [("Identity", ["seen"], ["value"])], "outputs": [("value", F32, ["n", SIZE])]},
    ),
    "one value for all": (
        r"its values for 3 positions have the shape \((1,)?\), not",
        {"nodes": [("ReduceMean", ["seen"], ["value"], ("keepdims", 0))],
         "outputs": [("value", F32, [])]},
    ),
    "logits for another game": (
        r"its logits for 3 positions have the shape \(3, 84\), not \(3, 7\)",
        {"nodes": [SUM, ("Identity", ["seen"], ["logits"])],
         "outputs": [VALUE, ("logits", F32, ["n", SIZE])]},
    ),
    "infinite values": (
        "one of its values is inf or nan",
        {"nodes": [SUM, ("Add", ["value", "large"], ["more"]),
                   ("Mul", ["more", "large"], ["most"])],
         "outputs": [("most", F32, ["n"])], "weights": [LARGE]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_a_model_that_does_not_fit_is_refused_when_it_is_loaded(kind, tmp_path):
    message, parts = BROKEN[kind]
    graph(tmp_path / "net.onnx", GAME, **parts)
    with pytest.raises(SpecError, match=message) as caught:
        aicore.player(f"mcts:net={tmp_path / 'net.onnx'}", GAME)
    assert str(caught.value).startswith("net=")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("content", ["nonsense", "", "half", "later"])
def test_a_file_that_is_no_model_is_named(content, tmp_path):
    file = tmp_path / "net.onnx"
    model(file, logits=True)
    whole = file.read_bytes()
    some = {"half": whole[: len(whole) // 2], "later": whole[100:]}
    file.write_bytes(some.get(content, content.encode()))
    with pytest.raises(
        SpecError, match=r"^net=.*(the model cannot be read|the model has 0 inputs|no outputs)"
    ):
        aicore.player(f"mcts:net={file}", GAME)


def test_a_missing_file_is_named(tmp_path):
    for path in (tmp_path / "other.onnx", tmp_path, "/dev/zero", "\0"):
        with pytest.raises(SpecError, match=r"^net=.*there is no such file"):
            aicore.player(f"mcts:net={path}", GAME)
    with pytest.raises(SpecError, match=r"^net=x.*File name too long"):
        aicore.player(f"mcts:net={'x' * 5000}", GAME)


def test_a_number_that_is_not_finite_names_the_model(tmp_path):
    """Values are finite at the start of the game, and inf once a column has its first stone."""
    view = GAME.start().view(0)
    row = np.frombuffer(bytes(view.observation()), np.uint8)
    after = GAME.start()
    after.apply("d")
    other = np.frombuffer(bytes(after.view(1).observation()), np.uint8)
    place = int(np.flatnonzero(row < other)[0])
    weights = np.zeros((SIZE, 1), np.float32)
    weights[place] = 3e38
    nodes = [("MatMul", ["seen", "w"], ["sum"]), ("Mul", ["sum", "ten"], ["value"])]
    graph(tmp_path / "net.onnx", GAME, nodes, [("value", F32, ["n", 1])],
          weights=[("w", weights), ("ten", np.float32(10))])  # fmt: skip
    player = aicore.player(f"mcts:net={tmp_path / 'net.onnx'}", GAME)
    with pytest.raises(SpecError, match=r"^net=.*: one of its values is inf or nan"):
        player.decide(view)


def test_a_logit_of_minus_infinity_is_fine_and_of_infinity_is_not(tmp_path):
    def made(given):
        logits = np.zeros((1, TOKENS), np.float32)
        logits[0, 0] = given
        nodes = [SUM, ("MatMul", ["seen", "zero"], ["none"]), ("Add", ["none", "l"], ["logits"])]
        graph(tmp_path / "net.onnx", GAME, nodes, [VALUE, ("logits", F32, ["n", TOKENS])],
              weights=[("zero", np.zeros((SIZE, TOKENS), np.float32)), ("l", logits)])  # fmt: skip
        return aicore.player(f"mcts:sims=50,prior=0,net={tmp_path / 'net.onnx'}", GAME)

    found = made(-np.inf).decide(GAME.start().view(0))
    assert [one.action for one in found.candidates if one.visits]
    assert found.action != "a"
    with pytest.raises(SpecError, match="one of its logits is inf or nan"):
        made(np.inf)


def test_a_network_that_was_swapped_is_refused(tmp_path):
    file = tmp_path / "net.onnx"
    model(file)
    spec = aicore.player(f"mcts:sims=20,net={file}", GAME).spec
    assert re.search(r"net=[^,]*#[0-9a-f]{12}", spec)
    assert aicore.player(spec, GAME).spec == spec
    pickled = pickle.dumps(aicore.player(spec, GAME))
    model(file, seed=2)
    for make in (lambda: aicore.player(spec, GAME), lambda: pickle.loads(pickled)):
        with pytest.raises(SpecError, match=r"the file has changed \(it was #[0-9a-f]{12}, now #"):
            make()
    model(file)
    (tmp_path / "net.onnx.data").write_bytes(b"weights that lie beside it")
    with pytest.raises(SpecError, match="the file has changed"):
        aicore.player(spec, GAME)


def test_a_tournament_does_not_go_on_with_another_network(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model("net.onnx")
    config = configure(GAME, ["mcts:sims=2,net=net.onnx", "random"], games=4)
    Store.create("t", config).close()
    model("net.onnx", seed=2)
    error = fails("tournament", "--resume", "t", "--jobs", 1, "--trust")
    assert error.startswith("net=net.onnx: the file has changed (it was #")
    error = fails(
        "tournament", "--resume", "t", "connect_four", "mcts:sims=2,net=net.onnx", "random"
    )
    assert "started with player 1 mcts:" in error
    model("net.onnx")
    works("tournament", "--resume", "t", "--jobs", 1, "--trust", "--quiet")


def test_no_page_may_name_a_file(tmp_path):
    model(tmp_path / "net.onnx")
    with pytest.raises(WebError, match="names a file"):
        read_player(f"mcts:net={tmp_path / 'net.onnx'}", GAME)
    assert "net=own" in read_player("mcts:sims=5", GAME)  # the game's own is not a user's file
