"""A shop whose database is away, asked in several set-ups; prints what each answered and told. Exists in each language."""

import json
import sys

from facevalue import accept_callback

asked = json.load(sys.stdin)
answers = []
for setup in asked["setups"]:
    told = []

    def fail(error):
        raise RuntimeError("no log")

    def handle(callback):
        if not setup["works"]:
            raise RuntimeError("no database")

    hook = {"none": None, "tells": lambda error: told.append(str(error)), "fails": fail}[setup["hook"]]
    status, _ = accept_callback(asked["headers"], asked["body"].encode(), setup["secret"], handle, on_error=hook)
    answers.append([status, told])
print(json.dumps(answers))
