#!/usr/bin/env python3
"""A small program that plays Mestre by its bot protocol (docs/bot-protocol.md).

usage: example_bot.py [MESTRE] [mestre bot options...]
for instance: example_bot.py build/mestre --ruleset sample --seed 3

It prefers decisions that hurt (a shot, a charge), never lets a chance pass if it has
another offer, and lets the engine fill in places on the table.
"""
import json
import random
import subprocess
import sys

LIKED = {"fire": 6, "charge": 6, "react": 4, "pass": 0}


def choose(offers):
    """The place of one offer in the list, at random, the liked ones more often."""
    weights = [LIKED.get(offer["do"], 2) for offer in offers]
    if not any(weights):
        weights = [1] * len(offers)
    return random.choices(range(len(offers)), weights)[0]


class Table:
    """The running `mestre bot`: one JSON object a line, both ways."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def decide(self, offers):
        """Answer a view; what is open in the offer is filled in by asking for a sample."""
        number = choose(offers)
        decision = {key: value for key, value in offers[number].items() if key not in ("open", "text")}
        if "open" in offers[number]:
            self.send({"ask": "sample", "offer": number})
            decision = self.read()["sample"] or next(o for o in offers if "open" not in o)
        self.send(decision)


def main():
    command = sys.argv[1:] or ["mestre"]
    options = command[1:] or ["--ruleset", "sample"]
    random.seed(1)
    table = Table([command[0], "bot", *options])
    while (message := table.read()) is not None:
        if "view" in message:
            table.decide(message["view"]["offers"])
        elif "events" in message:
            for event in message["events"]:
                print(event["text"], event["rule"], sep="  ")
        elif "refused" in message or "error" in message:
            sys.exit(f"the table did not accept that: {message}")
        elif "over" in message:
            print("the winner is", message["over"]["winner"])
    return table.process.wait()


if __name__ == "__main__":
    sys.exit(main())
