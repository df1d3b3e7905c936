#!/usr/bin/env python3
"""Engine in 40 lines: it plays a random legal action, in any game. Any language will do."""

import json
import random
import sys


def answer(message):
    """Return the answer to a message."""
    kind = message.get("type")
    if kind == "hello":
        return {"type": "ready", "protocol": "aicore-engine/1", "name": "random in 40 lines"}
    if kind == "new":  # game, seats, options and seat: a place to look at the rules
        return {"type": "ok"}
    if kind == "decide":
        # message["view"] is what the seat knows, message["clock"] the time limits
        choice = random.Random(message["seed"])
        return {"action": choice.choice(message["legal"])}
    return {"error": f"unknown type {kind!r}"}


def main():
    """Read a line, write a line, until `quit` or the end of the input."""
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            print(json.dumps({"id": None, "error": "not JSON"}), flush=True)
            continue
        if message.get("type") == "quit":
            return
        print(json.dumps({"id": message.get("id"), **answer(message)}), flush=True)


if __name__ == "__main__":
    main()
