"""Networks from ONNX files: `mcts:net=FILE.onnx`."""

from __future__ import annotations

import pickle

import pytest

import aicore
from aicore.core.errors import SpecError
from aicore.web.allowed import read_player
from aicore.web.errors import WebError

np = pytest.importorskip("numpy")
onnx = pytest.importorskip("onnx", reason="no onnx to make models with")
pytest.importorskip("onnxruntime", reason="no ONNX Runtime")
GAME = aicore.load("connect_four")


def model(path, size=GAME.observation_size, whole=False, logits=False, seed=1):
    """A model of one layer: a value between 0 and 1, and a logit for each column."""
    from onnx import TensorProto, helper, numpy_helper

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
    high = np.array([field.high for field in GAME.fields for _ in range(field.size)], np.float32)

    def judge(observations):
        seen = np.asarray(observations).astype(np.float32) / (1 if whole else high)
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


def test_a_model_for_another_game_is_refused(tmp_path):
    model(tmp_path / "net.onnx", size=5)
    with pytest.raises(SpecError, match=r"it looks at 5 numbers, a seat of connect_four sees 84"):
        aicore.player(f"mcts:net={tmp_path / 'net.onnx'}", GAME)


def test_what_is_no_model_is_named(tmp_path):
    (tmp_path / "net.onnx").write_bytes(b"nonsense")
    with pytest.raises(SpecError, match="not a model that can be read"):
        aicore.player(f"mcts:net={tmp_path / 'net.onnx'}", GAME)
    with pytest.raises(SpecError, match="there is no such file"):
        aicore.player(f"mcts:net={tmp_path / 'other.onnx'}", GAME)


def test_no_page_may_name_a_file(tmp_path):
    model(tmp_path / "net.onnx")
    with pytest.raises(WebError, match="names a file"):
        read_player(f"mcts:net={tmp_path / 'net.onnx'}", GAME)
    assert "net=none" in read_player("mcts:sims=5", GAME)
