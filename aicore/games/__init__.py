"""Games, each with a folder for its rules, data, notation, drawing and README.

The environment variable AICORE_GAMES lists folders with more games, separated as in PATH.
"""

import os

__path__ += map(os.path.abspath, filter(None, os.environ.get("AICORE_GAMES", "").split(os.pathsep)))
