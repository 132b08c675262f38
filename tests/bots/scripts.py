"""Small programs for the line protocol, good and bad, as commands."""

from __future__ import annotations

import shlex
import sys

_PRELUDE = """
import json, os, signal, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def told():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"type": "goodbye"}

def greet(**more):
    told()
    say(**{"type": "hello", "protocol": 1, "name": "Test", "version": "1", **more})

def ready():
    told()
    say(type="ready")

def answer(asked, **more):
    say(**{"type": "answer", "id": asked["id"], "do": asked["view"]["legal"][0], **more})

def serve(on_ask=answer, on_rules=lambda told: say(type="ready")):
    while (message := told())["type"] != "goodbye":
        if message["type"] == "ask":
            on_ask(message)
        elif message["type"] == "rules":
            on_rules(message)
"""


def script(body: str) -> str:
    """The command of a program that has the functions above, and does ``body``."""
    return shlex.join([sys.executable, "-I", "-S", "-c", _PRELUDE + body])


GOOD = script("greet(); serve()")
