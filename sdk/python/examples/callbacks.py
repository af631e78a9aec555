"""Receives callbacks on PORT and prints what became of each order, once."""

import os
from wsgiref.simple_server import make_server

from facevalue import wsgi_app

# A real program remembers them in its database, in the transaction that handles the callback.
seen = set()


def handle(callback):
    if callback.webhook_id in seen:
        return
    seen.add(callback.webhook_id)
    number = callback.data["order_id"]
    outcome = f"issued as {number}" if callback.status == "ok" else f"failed: {callback.error['code']}"
    print(f"request {callback.data['id']} {outcome}", flush=True)


app = wsgi_app(os.environ["CALLBACK_SECRET"], handle)
make_server("127.0.0.1", int(os.environ.get("PORT", "8080")), app).serve_forever()
