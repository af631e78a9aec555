"""The API of one client."""

from __future__ import annotations

import base64
import json
import random
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from .bulk_parts import bulk_parts
from .errors import ApiError, NoAnswerError, NotEndedError
from .operations import (
    COMMANDS_WITH_UUID,
    BulkLine,
    GetReportRequest,
    MakeBulkOrderAnswer,
    MakeBulkOrderRequest,
    Operations,
    OrderStatus,
)
from .transport import Access, NoAnswer, Ok, send

TOO_MANY_WAITING = 1003
NOTHING_DECIDED = 9000
# Requests that were not read, signed or taken have lower codes: nobody looked whether their uuid is known.
FIRST_DECISION = 1100
LONGEST_PAUSE = 5.0


class Facevalue(Operations):
    """The API of one client.

    Requests that got no answer, 9000 or 1003 are repeated, which is safe: what orders or announces carries a uuid (one
    is made where you give none), the rest only reads or sends at most once a minute. Raises ApiError when the platform
    refuses; NoAnswerError when no answer came, or when an order may have been accepted by an attempt before the last one.

    base_url: address of the installation, for instance https://gifts.example
    id: the client's identifier, digits
    timeout: seconds of one request
    attempts: how often a request is sent at most when no answer comes
    pause: seconds before the second attempt, doubled before each further one
    """

    def __init__(
        self,
        base_url: str,
        id: int | str,
        secret: str,
        *,
        timeout: float = 30,
        attempts: int = 5,
        pause: float = 0.5,
    ) -> None:
        self._access = Access(base_url, id, secret, timeout)
        self._attempts = attempts
        self._pause = pause

    def wait_for_order(self, id: int, *, timeout: float = 120, pause: float = 0.2) -> OrderStatus:
        """Asks for the status until the order is ok or error; raises NotEndedError after `timeout` seconds.

        Orders that are delayed may take hours: rely on the callback there.
        """
        end = time.monotonic() + timeout
        while True:
            status = self.get_status({"id": id})
            if status["status"] in ("ok", "error"):
                return status
            if time.monotonic() + pause > end:
                raise NotEndedError(status)
            time.sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)

    def get_certificate_pdf(self, id: int) -> bytes:
        """The certificate as a PDF."""
        return base64.b64decode(self.get_certificate({"queue_id": id})["certificate"])

    def make_whole_bulk_order(self, bulk: MakeBulkOrderRequest) -> MakeBulkOrderAnswer:
        """Orders any number of certificates (up to 100,000) as one bulk order, in parts that fit into a request."""
        parts = bulk_parts(bulk["orders"])
        if not parts:
            raise ValueError("A bulk order needs at least one order.")
        for index, orders in enumerate(parts, start=1):
            answer = self.make_bulk_order({**bulk, "orders": orders, "part": index, "parts": len(parts)})
        return answer

    def report_lines(self, bulk: GetReportRequest) -> Iterator[BulkLine]:
        """All lines of a bulk order (by its id or uuid) as they stand now, page by page."""
        after: int | None = 0
        while after is not None:
            page = self.get_report({**bulk, "after": after})
            yield from page["lines"]
            after = page["next"]

    def _call(self, cmd: str, fields: Any) -> Any:
        if not isinstance(fields, dict):
            raise TypeError(f"{cmd} takes a dictionary of fields, not {type(fields).__name__}")
        uuid = _uuid_of(fields) if cmd in COMMANDS_WITH_UUID else None
        sent = fields if uuid is None else {**fields, "uuid": uuid}
        # Signed and sent as one text: a second encoding might differ.
        data = json.dumps(sent, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        may_be_accepted = False
        for attempt in range(1, self._attempts + 1):
            answer = send(self._access, cmd, data)
            if isinstance(answer, Ok):
                return answer.data if uuid is None else {**answer.data, "uuid": uuid}
            last = attempt == self._attempts
            if isinstance(answer, NoAnswer):
                may_be_accepted = True
                if last:
                    raise NoAnswerError(cmd, answer.why, uuid)
            else:
                error = ApiError(*answer)
                may_be_accepted = may_be_accepted or answer.code == NOTHING_DECIDED
                if last or answer.code not in (TOO_MANY_WAITING, NOTHING_DECIDED):
                    if may_be_accepted and uuid is not None and not _is_decision(answer.code):
                        raise NoAnswerError(cmd, str(error), uuid) from error
                    raise error
            time.sleep(min(self._pause * 2 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.75, 1.25))
        raise ValueError("attempts must be at least 1")


def _is_decision(code: int) -> bool:
    return code >= FIRST_DECISION and code != NOTHING_DECIDED


def _uuid_of(fields: Any) -> Any:
    """Its own uuid or a new one, which all repeats then share. The platform takes None and "" for absent, but not 0."""
    given = fields.get("uuid")
    return str(uuid4()) if given is None or given == "" else given
