"""Games in the forms that tools for research expect: PettingZoo, Gymnasium, OpenSpiel, vectors.

Each form is a module of its own, imported by who uses it: `aicore.envs.pettingzoo`,
`aicore.envs.gymnasium`, `aicore.envs.vector`, `aicore.envs.stable_baselines3`,
`aicore.envs.openspiel`. `Scaled` and `ScaledVector`
make floats of what the Gymnasium environments show.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aicore.envs.scaled import Scaled, ScaledVector

__all__ = ["Scaled", "ScaledVector"]


def __getattr__(name: str) -> Any:
    """The wrappers, which need Gymnasium, when they are first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from aicore.envs import scaled  # it needs the extra `rl`

    return getattr(scaled, name)
