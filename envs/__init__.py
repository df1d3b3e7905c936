"""Games in the forms that tools for research expect: PettingZoo, Gymnasium, OpenSpiel, vectors.

Each form is a module of its own, imported by who uses it: `aicore.envs.pettingzoo`,
`aicore.envs.gymnasium`, `aicore.envs.vector`, `aicore.envs.openspiel`.
"""
