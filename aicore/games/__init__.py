"""The games, a folder each: rules, data, notation, drawing, README.

More of them are in the folders that the environment's AICORE_GAMES lists, as PATH lists others.
"""

import os

__path__ += map(os.path.abspath, filter(None, os.environ.get("AICORE_GAMES", "").split(os.pathsep)))
