"""Evaluators: functions that replace playouts, such as neural networks.

An evaluator is any callable. It gets the movers' observations of many positions at once:

    def evaluate(observations):  # (n, game.observation_size), unsigned bytes
        return values  # (n,) floats: the movers' expected returns
        return values, logits  # and (n, game.num_tokens) floats, one for each token of an action

Values are in units of returns, from `game.low` to `game.high`. In games for more than two seats,
and in games for two without a constant sum, values are (n, seats). The mover comes first, then the
seats after it in turn order, as in observations. With logits, the tree selects by PUCT, where `c`
weights the priors. All numbers must be finite, but a logit may be -inf: the search then never plays
the action. If all legal actions have -inf, all are equally likely.

If an evaluator has a true attribute `sees_facts`, it gets the inputs of the game's networks,
(n, game.net_input_size), instead of observations: see `View.net_input`. Its logits are then
(n, game.net_tokens).

Observations are valid until the evaluator returns; copy them to keep them. NumPy reads them without
a copy: `numpy.asarray(observations)`. If an evaluator gives equal answers to equal observations,
the search makes equal decisions. Only one thread at a time calls an evaluator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from aicore.core.errors import AicoreError, quoted

if TYPE_CHECKING:
    from aicore.search.mcts.tree import Tree


class Evaluator(Protocol):
    """Function that estimates the values of positions, and optionally scores their actions."""

    def __call__(self, observations: memoryview, /) -> Any:
        """Return values, or a tuple of values and logits, in the shapes given above."""
        ...


def ask(evaluator: Evaluator, observations: memoryview) -> tuple[Any, Any]:
    """Call an evaluator. Return its values, and its logits or None.

    Raises AicoreError unless values and logits have a row for each position.
    """
    values = evaluator(observations)
    if values is None:
        raise AicoreError(
            "the evaluator returned nothing: it must return values, or values and logits"
        )
    logits = None
    if isinstance(values, tuple):
        if len(values) != 2:
            raise AicoreError(
                f"the evaluator returned {len(values)} items: it must return values and logits"
            )
        values, logits = values
    _check_rows("values", values, len(observations))
    if logits is not None:
        _check_rows("logits", logits, len(observations))
    return values, logits


def _check_rows(name: str, table: Any, rows: int) -> None:
    try:
        count = len(table)
        table[0:0]  # the caller slices it
    except Exception as error:  # a custom type may raise anything
        raise AicoreError(
            f"the evaluator's {name} must be rows of floats, not {quoted(table)}"
        ) from error
    if count != rows:
        raise AicoreError(f"the evaluator returned {count} {name} for {rows} positions")


def prepare(trees: Sequence[tuple[Tree, float]], evaluator: Evaluator) -> None:
    """Set the priors at the roots of trees from an evaluator's logits, right after `set_root`.

    Args:
        trees: trees, each with the share of random priors to mix in at its root.

    Raises AicoreError, MemoryError.
    """
    if not trees:
        return
    facts = getattr(evaluator, "sees_facts", False)
    rows = [tree.root_observation(facts) for tree, _ in trees]
    _, logits = ask(evaluator, _joined(rows))
    if logits is None:
        return
    for number, (tree, noise) in enumerate(trees):
        tree.set_priors(logits[number : number + 1], noise)


def step(trees: Sequence[tuple[Tree, int]], evaluator: Evaluator) -> list[bool]:
    """Run a batch of simulations in each tree, with one call of the evaluator for all.

    Args:
        trees: trees, each with its maximum total number of simulations.

    Returns, for each tree, whether it had simulations left to run. Raises AicoreError.
    """
    tables = [tree.collect_leaves(most) for tree, most in trees]
    filled = [table for table in tables if table is not None and len(table)]
    values: Any = ()
    logits: Any = None
    if filled:
        values, logits = ask(evaluator, _joined(filled))
    first = 0
    for (tree, _), table in zip(trees, tables, strict=True):
        if table is None:
            continue
        last = first + len(table)
        tree.apply_values(values[first:last], None if logits is None else logits[first:last])
        first = last
    return [table is not None for table in tables]


def _joined(rows: Sequence[memoryview]) -> memoryview:
    """Return one table with the rows of several tables."""
    if len(rows) == 1:
        return rows[0]
    size = rows[0].nbytes // len(rows[0])
    return memoryview(bytearray().join(rows)).cast("B", [sum(map(len, rows)), size])
