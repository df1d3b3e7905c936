def __getattr__(name: str) -> int: ...  # the codes of state.pxd
