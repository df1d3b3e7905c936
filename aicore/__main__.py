"""``python -m aicore``: the command line."""

from aicore.cli import main

if __name__ == "__main__":
    main(prog_name="aicore")
