"""Games in the forms that research tools expect: PettingZoo, Gymnasium, OpenSpiel, vectors.

Each form is a separate module, imported on use: `aicore.envs.pettingzoo`, `aicore.envs.gymnasium`,
`aicore.envs.vector`, `aicore.envs.stable_baselines3`, `aicore.envs.openspiel`. `Scaled` and
`ScaledVector` convert the observations of the Gymnasium environments to floats.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aicore.envs.scaled import Scaled, ScaledVector

__all__ = ["Scaled", "ScaledVector"]


def __getattr__(name: str) -> Any:
    """Import the wrappers, which need Gymnasium, on first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from aicore.envs import scaled  # it needs the extra `rl`

    return getattr(scaled, name)
