"""Callbacks: their signature, their reading, and handlers that answer exactly OK."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict
from urllib.parse import parse_qsl

# Callbacks are far smaller.
MAX_CALLBACK_BYTES = 256 * 1024

CallbackData = TypedDict(
    "CallbackData",
    {
        # 0 in a test call from the cabinet.
        "id": int,
        "uuid": str,
        "order_id": int | None,
        "product_id": int,
        "face": int | float,
        "sum": int | float,
        "code": str,
        "comment": str,
        "external_id": str,
        # Only when ok. Whoever has it has the certificate.
        "gift_page_url": NotRequired[str],
    },
)


class Problem(TypedDict):
    code: int
    text: str


class Callback(NamedTuple):
    """The result of an order, as the platform tells it."""

    # The same in every repeat: remember it to handle a callback once.
    webhook_id: str
    status: Literal["ok", "error"]
    data: CallbackData
    # Only when status is error.
    error: Problem | None


class CallbackError(Exception):
    """The callback is not genuine or cannot be read. Its text has nothing of the callback in it."""


Handle = Callable[[Callback], None]
# For your log: what was answered with 500. By default the logger "facevalue" has it, with its traceback.
OnError = Callable[[Exception], None]

_log = logging.getLogger("facevalue")


def read_callback(
    headers: Mapping[str, str],
    body: bytes,
    secret: str | list[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> Callback:
    """Reads a callback, form or JSON, after checking its signature and time.

    body: the bytes exactly as received
    secret: the callback secret, whsec_…; several while it is being replaced
    tolerance: how many seconds the time of the callback may be from ours
    """
    lower = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp, signature = (lower.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (webhook_id and timestamp and signature):
        raise CallbackError("The callback is not signed.")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(int(timestamp) - (now or time.time())) > tolerance:
        raise CallbackError("The time of the callback is too far from now.")
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = [_signature_of(key, signed) for key in _keys_of(secret)]
    given = [one.encode() for one in signature.split(" ")]
    if not any([hmac.compare_digest(one, two) for one in expected for two in given]):
        raise CallbackError("The signature of the callback is wrong.")
    try:
        read = _read_json(body) if body.startswith(b"{") else _read_form(body)
        status, data = read["status"], read["data"]
        if status not in ("ok", "error") or not isinstance(data["id"], int):
            raise ValueError("neither ok nor error")
        return Callback(webhook_id, status, data, read.get("error"))
    except (ValueError, KeyError, TypeError) as error:
        raise CallbackError("The callback cannot be read.") from error


def _keys_of(secret: str | list[str] | None) -> list[bytes]:
    """With an empty key anybody could sign. One of several secrets may be missing, for instance while none is being replaced."""
    secrets = [secret] if isinstance(secret, str) else secret or []
    try:
        keys = [base64.b64decode((one or "").removeprefix("whsec_")) for one in secrets]
    except ValueError as error:
        raise ValueError("The callback secret is not base64.") from error
    whole = [key for key in keys if key]
    if not whole:
        raise ValueError("The callback secret is missing or is not base64.")
    return whole


def _signature_of(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())


def _read_json(body: bytes) -> dict[str, Any]:
    return json.loads(body)


_INTEGERS = {"id", "order_id", "product_id"}
_NUMBERS = {"face", "sum"}


def _read_form(body: bytes) -> dict[str, Any]:
    """A form has texts only: numbers are read, an empty number is None."""
    callback: dict[str, Any] = {}
    for key, value in parse_qsl(body.decode(), keep_blank_values=True, errors="strict"):
        part = re.fullmatch(r"(data|error)\[(\w+)\]", key)
        if part is None:
            callback[key] = value
        else:
            group, field = part.groups()
            callback.setdefault(group, {})[field] = _value_of(group, field, value)
    return callback


def _value_of(group: str, field: str, value: str) -> Any:
    if group == "error":
        return int(value) if field == "code" else value
    if field in _INTEGERS or field in _NUMBERS:
        if value == "":
            return None
        return float(value) if "." in value else int(value)
    return value


def accept_callback(
    headers: Mapping[str, str],
    body: bytes,
    secret: str | list[str],
    handle: Handle,
    *,
    on_error: OnError | None = None,
) -> tuple[int, str]:
    """For any framework: the status and the text to answer.

    Exactly OK once `handle` is done, 401 when the callback is not genuine, 500 when `handle` raises or something is set
    up wrongly, so that the platform repeats it. What was raised reaches your log. `handle` must be quick (the platform
    waits 10 s) and may be called again for the same webhook_id.
    """
    try:
        callback = read_callback(headers, body, secret)
    except CallbackError as error:
        return 401, str(error)
    except Exception as error:
        return _failed(error, on_error)
    try:
        handle(callback)
    except Exception as error:
        return _failed(error, on_error)
    return 200, "OK"


def _failed(error: Exception, on_error: OnError | None) -> tuple[int, str]:
    if on_error is None:
        _log.error("A callback could not be handled.", exc_info=error)
    else:
        try:
            on_error(error)
        except Exception:
            # Its traceback has the error before as well.
            _log.exception("A callback could not be handled, and on_error failed.")
    return 500, "The callback could not be handled."


def wsgi_app(
    secret: str | list[str], handle: Handle, *, on_error: OnError | None = None
) -> Callable[[dict[str, Any], Any], Iterable[bytes]]:
    """A WSGI application for the callback address: gunicorn, uWSGI, Flask's dispatcher."""

    def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        status, text = answer_to(environ)
        start_response(f"{status} {'OK' if status == 200 else 'Refused'}", [("Content-Type", "text/plain")])
        return [text.encode()]

    def answer_to(environ: dict[str, Any]) -> tuple[int, str]:
        size = environ.get("CONTENT_LENGTH") or "0"
        if not re.fullmatch(r"[0-9]{1,9}", size) or int(size) > MAX_CALLBACK_BYTES:
            return 413, "The callback is too large."
        try:
            body = environ["wsgi.input"].read(int(size))
        except OSError:
            body = b""
        if len(body) < int(size):
            return 400, "The callback did not arrive as a whole."
        names = ("id", "timestamp", "signature")
        headers = {f"webhook-{name}": environ.get(f"HTTP_WEBHOOK_{name.upper()}", "") for name in names}
        return accept_callback(headers, body, secret, handle, on_error=on_error)

    return app


def django_view(
    secret: str | list[str], handle: Handle, *, on_error: OnError | None = None
) -> Callable[[Any], Any]:
    """A Django view: path("callbacks", django_view(SECRET, handle)). Django's size limit of bodies holds."""
    from django.http import HttpResponse, UnreadablePostError
    from django.views.decorators.csrf import csrf_exempt

    @csrf_exempt
    def view(request: Any) -> Any:
        try:
            body = request.body
        except UnreadablePostError:
            return HttpResponse("The callback did not arrive as a whole.", status=400, content_type="text/plain")
        status, text = accept_callback(request.headers, body, secret, handle, on_error=on_error)
        return HttpResponse(text, status=status, content_type="text/plain")

    return view
