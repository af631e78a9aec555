"""A supplier in Facevalue's sample shape: python3 supplier-server.py [port] [token] [database file]."""

import hmac
import json
import secrets
import sqlite3
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port, token, file = (sys.argv[1:] + ["8099", "", "supplier.db"][len(sys.argv) - 1 :])[:3]
MAX_BODY_BYTES = 64 * 1024
FACES = (500, 1000, 3000)
EXPIRE_AT = "2030-12-31 23:59:59"  # Moscow time

database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
database.execute("create table if not exists issued (request_id text primary key, code text unique, answer text)")
lock = threading.Lock()


def digits(count):
    return "".join(secrets.choice("0123456789") for _ in range(count))


def refused(status, code):
    return status, {"error": {"code": code, "text": code}}


def issue(request):
    request_id, face = request.get("request_id"), request.get("denomination")
    if not isinstance(request_id, str) or request_id == "":
        return refused(400, "malformed")
    if face not in FACES:
        return refused(422, "bad_face")
    answer = {
        "request_id": request_id,
        "denomination": face,
        "code": digits(16),
        "pin": digits(4),
        "expire_at": EXPIRE_AT,
    }
    # A repeat, even at the same moment, gets the answer of the first.
    with lock:
        row = (request_id, answer["code"], json.dumps(answer))
        database.execute("insert into issued values (?, ?, ?) on conflict (request_id) do nothing", row)
        kept = database.execute("select answer from issued where request_id = ?", (request_id,)).fetchone()
    return 201, json.loads(kept[0])


def activate(request):
    with lock:
        known = database.execute("select 1 from issued where code = ?", (request.get("code"),)).fetchone()
    return (200, None) if known else refused(404, "bad_code")


OPERATIONS = {"POST /api/issueCertificate": issue, "PUT /api/activateCertificate": activate}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        size = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(min(size, MAX_BODY_BYTES))
        if token and not hmac.compare_digest(self.headers.get("authorization") or "", f"Bearer {token}"):
            status, answer = refused(401, "unauthorized")
        else:
            try:
                status, answer = OPERATIONS[f"{self.command} {self.path}"](json.loads(body))
            except (KeyError, ValueError, AttributeError, sqlite3.Error):
                status, answer = refused(400, "malformed")
        text = b"" if answer is None else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_POST = do_PUT = do_GET = answer

    def log_message(self, *_):
        pass  # Request lines hold nothing secret, but codes must not reach a log by accident.


server = ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
print(f"port {server.server_port}", flush=True)
server.serve_forever()
