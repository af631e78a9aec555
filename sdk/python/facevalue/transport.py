"""One signed request and its answer; nothing is repeated here."""

from __future__ import annotations

import hashlib
import json
import re
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, build_opener

# The largest answer, a page of 500 lines or a PDF, is far below.
MAX_ANSWER_BYTES = 64 * 1024 * 1024


class Access(NamedTuple):
    # Address of the installation, for instance https://gifts.example
    base_url: str
    # The client's identifier.
    id: int | str
    secret: str
    # Seconds.
    timeout: float


class Ok(NamedTuple):
    data: Any


class Refused(NamedTuple):
    code: int
    text: str
    request_id: str | None
    # What the answer says of each field: "field", "reason", and "wanted" where it has to be of a certain form.
    problems: list[dict[str, str]]


class NoAnswer(NamedTuple):
    why: str


def sign(cmd: str, data: str, secret: str) -> str:
    """The signature of a call: hex SHA-256 of the command, the text of data exactly as sent, and the secret."""
    return hashlib.sha256((cmd + data + secret).encode()).hexdigest()


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_opener = build_opener(_NoRedirects)


def send(access: Access, cmd: str, data: str) -> Ok | Refused | NoAnswer:
    if not re.match("https?://[^/]", access.base_url, re.IGNORECASE):
        return NoAnswer(f'the address "{access.base_url}" does not begin with https:// or http://')
    sig = sign(cmd, data, access.secret)
    query = urlencode({"cmd": cmd, "id": access.id, "in": "json", "out": "json", "sig": sig})
    address = f"{access.base_url.rstrip('/')}/?{query}"
    try:
        try:
            response = _opener.open(address, urlencode({"data": data}).encode(), timeout=access.timeout)
        except HTTPError as error:
            response = error
        with response:
            body = response.read(MAX_ANSWER_BYTES + 1)
            if len(body) > MAX_ANSWER_BYTES:
                return NoAnswer(f"the answer is larger than {MAX_ANSWER_BYTES} bytes")
            return _answer_of(response.status, response.headers.get("x-request-id"), body)
    except (OSError, HTTPException) as error:
        return NoAnswer(str(error) or type(error).__name__)


def _answer_of(status: int, request_id: str | None, body: bytes) -> Ok | Refused | NoAnswer:
    """Whatever is no envelope comes from something before the platform, a proxy for instance."""
    try:
        envelope = json.loads(body)
    except ValueError:
        envelope = None
    if isinstance(envelope, dict):
        if envelope.get("status") == "ok" and isinstance(envelope.get("data"), (dict, list)):
            return Ok(envelope["data"])
        error = envelope.get("error")
        if envelope.get("status") == "error" and isinstance(error, dict) and isinstance(error.get("code"), int):
            return Refused(error["code"], str(error.get("text")), request_id, _problems_in(error.get("fields")))
    return NoAnswer(f"HTTP {status} without an envelope")


def _problems_in(fields: Any) -> list[dict[str, str]]:
    """Only what is text: older platforms send none."""
    listed = fields if isinstance(fields, list) else []
    return [
        {name: text for name, text in one.items() if isinstance(text, str)}
        for one in listed
        if isinstance(one, dict) and isinstance(one.get("field"), str)
    ]
