"""Evaluators: outside judges of positions, such as neural networks, in place of playouts.

An evaluator is any callable. It is asked about many positions at once, each as its mover sees it:

    def judge(observations):  # (n, game.observation_size), unsigned bytes
        return values  # (n,) floats: the movers' expected returns
        return values, logits  # and (n, game.num_tokens) floats, one for each token of an action

Values are in units of returns, from `game.low` to `game.high`. In games of more than two seats, or
of two that do not share a constant sum, they are (n, seats): the mover first, then the seats after
it in turn, as in observations. With logits the tree selects by PUCT, where `c` weights the priors.
All numbers are finite, except that a logit of -inf means that an action is never to be played; if
all legal actions have it, all are equally likely.

Observations are valid until the evaluator returns; copy them to keep them. NumPy reads them without
a copy: `numpy.asarray(observations)`. If an evaluator gives equal answers to equal observations,
the search makes equal decisions. It is called from one thread at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from aicore.core.errors import AicoreError, quoted

if TYPE_CHECKING:
    from aicore.search.mcts.tree import Tree


class Evaluator(Protocol):
    """Estimate of the values of positions, and optionally of good actions."""

    def __call__(self, observations: memoryview, /) -> Any:
        """Return values, or a pair of values and logits: see the module."""
        ...


def asked(evaluator: Evaluator, observations: memoryview) -> tuple[Any, Any]:
    """Return values, and logits or None. Raises AicoreError unless each has a row per position."""
    found = evaluator(observations)
    if found is None:
        raise AicoreError(
            "the evaluator returned nothing: it must return values, or values and logits"
        )
    logits = None
    if isinstance(found, tuple):
        if len(found) != 2:
            raise AicoreError(
                f"the evaluator returned {len(found)} items: it must return values and logits"
            )
        found, logits = found
    _check_rows("values", found, len(observations))
    if logits is not None:
        _check_rows("logits", logits, len(observations))
    return found, logits


def _check_rows(name: str, table: Any, rows: int) -> None:
    try:
        count = len(table)
        table[0:0]  # slices of it are passed on
    except Exception as error:  # a custom type may raise anything
        raise AicoreError(
            f"the evaluator's {name} must be rows of floats, not {quoted(table)}"
        ) from error
    if count != rows:
        raise AicoreError(f"the evaluator returned {count} {name} for {rows} positions")


def prepare(trees: Sequence[tuple[Tree, float]], evaluator: Evaluator) -> None:
    """Show the roots of trees to an evaluator, right after `set_root`.

    Args:
        trees: each with the share of random priors at its root.

    Raises AicoreError, MemoryError.
    """
    if not trees:
        return
    rows = [tree.root_observation() for tree, _ in trees]
    _, logits = asked(evaluator, _joined(rows))
    if logits is None:
        return
    for number, (tree, noise) in enumerate(trees):
        tree.set_priors(logits[number : number + 1], noise)


def step(trees: Sequence[tuple[Tree, int]], evaluator: Evaluator) -> list[bool]:
    """Run a batch of each tree, judged together.

    Args:
        trees: each with the number of simulations that it may have in all.

    Returns for each tree whether it had something to do.
    """
    sent = [tree.collect_leaves(most) for tree, most in trees]
    rows = [row for row in sent if row is not None and len(row)]
    values: Any = ()
    logits: Any = None
    if rows:
        values, logits = asked(evaluator, _joined(rows))
    first = 0
    for (tree, _), row in zip(trees, sent, strict=True):
        if row is None:
            continue
        last = first + len(row)
        tree.apply_values(values[first:last], None if logits is None else logits[first:last])
        first = last
    return [row is not None for row in sent]


def _joined(rows: Sequence[memoryview]) -> memoryview:
    """Return the rows of several tables in one table."""
    if len(rows) == 1:
        return rows[0]
    size = rows[0].nbytes // len(rows[0])
    return memoryview(bytearray().join(rows)).cast("B", [sum(map(len, rows)), size])
