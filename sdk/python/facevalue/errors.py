"""What a call can end with instead of an answer."""

from __future__ import annotations

from .operations import ERROR_TABLE, OrderStatus, Retry


class ApiError(Exception):
    """The platform refused the request."""

    def __init__(
        self, code: int, text: str, request_id: str | None, problems: list[dict[str, str]] | None = None
    ) -> None:
        self.problems = problems or []
        wanted = [f"{one['field']}: {one['wanted']}" for one in self.problems if "wanted" in one]
        super().__init__("; ".join([f"{code}: {text}", *wanted]))
        self.code = code
        # Whether the same request may get another answer; "no" for codes that this version does not know.
        self.retry: Retry = ERROR_TABLE[code].retry if code in ERROR_TABLE else "no"
        # Names of the fields that 3601 complains about; `problems` says of each why, and what is wanted, as the answer does.
        self.fields = text.split(": ")[1].split(", ") if code == 3601 and ": " in text else []
        # Quote it when you contact support.
        self.request_id = request_id


class NoAnswerError(Exception):
    """No answer came, however often it was asked; or the last attempt was refused, but one before it may be accepted.

    The refusal is the cause then. Call a make_order again with the same uuid, now or after a restart, and it orders at
    most once.
    """

    def __init__(self, cmd: str, why: str, uuid: str | None) -> None:
        super().__init__(f"{cmd} got no answer: {why}")
        # The uuid that was sent, if the operation has one.
        self.uuid = uuid


class NotEndedError(Exception):
    """The order had not ended when waiting for it did."""

    def __init__(self, last_status: OrderStatus) -> None:
        super().__init__(f"Order {last_status['id']} is still {last_status['status']}.")
        self.last_status = last_status
