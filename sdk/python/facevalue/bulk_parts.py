"""Cuts the orders of a bulk order into parts, each small enough for one request."""

from __future__ import annotations

import json
from urllib.parse import quote_plus

from .operations import Order

# What makeBulkOrder takes at once: orders, and bytes of a form-encoded body with some space for its other fields.
MAX_ORDERS = 1_000
MAX_BODY_BYTES = 64_000


def bulk_parts(orders: list[Order]) -> list[list[Order]]:
    """The same orders are always cut alike."""
    parts: list[list[Order]] = []
    size = 0
    for order in orders:
        more = len(quote_plus(json.dumps(order, ensure_ascii=False, separators=(",", ":")))) + 3
        if not parts or len(parts[-1]) == MAX_ORDERS or size + more > MAX_BODY_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(order)
        size += more
    return parts
