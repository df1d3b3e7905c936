"""Engine that misbehaves as its first argument says; tests show that this does no harm.

The argument is a mode for the request to decide, or ``MODE@TYPE`` for another type of message. The
modes `slow` and `answer` take a second argument: seconds, or fields of the answer. Tests find their
processes by further arguments.
"""

import json
import os
import subprocess
import sys
import time

MODE, _, WHEN = sys.argv[1].partition("@")
HELLO = {"type": "ready", "protocol": "aicore-engine/1", "name": MODE}


def say(message, fields):
    print(json.dumps({"id": message.get("id"), **fields}), flush=True)


def misbehave(message):
    if MODE == "crash":
        print("out of ideas", file=sys.stderr, flush=True)
        os._exit(3)
    elif MODE == "crash-with-child":
        subprocess.Popen(
            [sys.executable, __file__, "child", *sys.argv[2:]], stdin=subprocess.DEVNULL
        )
        os._exit(3)
    elif MODE == "signal":
        os.kill(os.getpid(), 9)
    elif MODE == "hang":
        time.sleep(3600)
    elif MODE == "garbage":
        print("e2e4", flush=True)
    elif MODE == "binary":
        os.write(1, bytes(range(256)) + b"\n")
    elif MODE == "deep":
        print("[" * 100_000, flush=True)
    elif MODE == "illegal":
        say(message, {"action": "castle"})
    elif MODE == "number":
        say(message, {"action": 7})
    elif MODE == "nonsense":
        say(message, {"action": "pass", "candidates": "many"})
    elif MODE == "refuse":
        say(message, {"error": "not in\nthe mood"})
    elif MODE == "flood":
        while True:
            os.write(1, b"x" * 65536)
    elif MODE == "flood-lines":
        while True:
            os.write(1, b'{"id":0}\n' * 4096)
    elif MODE == "flood-errors":
        while True:
            os.write(2, b"help\n" * 4096)
    elif MODE == "flood-thoughts":
        line = json.dumps({"id": message.get("id"), "type": "thinking"}).encode() + b"\n"
        while True:
            os.write(1, line * 4096)
    elif MODE == "thinking":
        for _ in range(20):
            say(message, {"type": "thinking"})
            time.sleep(0.05)
    elif MODE == "real-time-signal":
        os.kill(os.getpid(), 40)
    elif MODE == "slow":
        time.sleep(float(sys.argv[2]))
    elif MODE == "answer":
        say(message, {"action": message.get("legal", ["?"])[0], **json.loads(sys.argv[2])})
    elif MODE == "text-id":
        say({"id": str(message["id"])}, {"action": message["legal"][0]})
    elif MODE == "no-id":
        print(json.dumps({"action": message["legal"][0]}), flush=True)
    elif MODE == "future-id":
        say({"id": message["id"] + 1}, {"action": message["legal"][0]})
    elif MODE == "null-error":
        say({}, {"error": "not JSON"})
    elif MODE == "late":
        say({"id": 0}, {"action": "?"})
        say(message, {"action": message["legal"][0]})
    return MODE not in ("slow", "thinking")  # these continue and behave normally


if MODE in ("child", "mute"):  # mute: never reads, never writes
    time.sleep(3600)
if MODE == "early":
    sys.exit(1)

for line in sys.stdin:
    try:
        message = json.loads(line)
    except ValueError:
        message = {"type": "noise"}
    if message["type"] == (WHEN or "decide") and misbehave(message):
        continue
    if message["type"] == "hello":
        say(message, {**HELLO, "protocol": "chess"} if MODE == "protocol" else HELLO)
    elif message["type"] == "new":
        say(message, {"type": "ok"})
    elif message["type"] == "decide":
        say(message, {"action": message["legal"][0]})
    elif message["type"] == "quit":
        if MODE != "stubborn":
            break
    elif MODE != "stubborn":
        say(message, {"error": "what?"})
