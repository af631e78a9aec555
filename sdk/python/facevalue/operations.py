# Made by sdk/generate.ts from docs/openapi.json. Do not edit.
"""Types and operations of the client API."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

TestAnswer = TypedDict("TestAnswer", {
    "sample_text": Literal["Test function works!"],
    "available_methods": list[str],
})

# Fields of getProducts.
GetProductsRequest = TypedDict("GetProductsRequest", {
    # Names of further fields, comma-separated. Every field is always sent.
    "extended": NotRequired[str],
})

ProductImage = TypedDict("ProductImage", {
    "small": str,
    "medium": str,
    "large": str,
})

Product = TypedDict("Product", {
    "id": str,
    "title": str,
    "url": str,
    "brief": str,
    "supplier_id": int,
    "certificates_in_one_purchase": int,
    "region": str,
    "code": str,
    "main_image": ProductImage,
    "image_url": str,
    "categories": list[int],
    # Roubles, ascending, orderable now. 0 means a free amount from face_min to face_max.
    "faces": list[int | float],
    "face_step": str,
    "face_min": str,
    "face_max": str,
    "digital_acceptance": Literal["eshop", "offline", "any", "no", "exchange"],
    "is_merchant_cert": Literal["0", "1"],
    "is_predefined_cert": Literal["0", "1"],
    "www": str,
    # Terms of use, HTML.
    "disclaimer": str,
    "catalog_comment": str,
    "activation_delay": int,
    "face_multiplier": int,
})

Category = TypedDict("Category", {
    "id": str,
    "code": str,
    "url": str,
    "title": str,
    "title_en": str,
    "type": Literal["catalog"],
    "active": Literal["1"],
    "seo_h1": str,
    "seo_text": str,
    "sort": str,
    "visible_since": str | None,
    "visible_until": str | None,
    "visible_yearly": int,
    "products_count": int,
    "elements": int,
    "region": str | None,
})

# Fields of getAddress.
GetAddressRequest = TypedDict("GetAddressRequest", {
    # Products to list; all when absent.
    "product_id": NotRequired[list[int]],
    # Only this area.
    "area_name": NotRequired[str],
    # Only this locality.
    "locality_name": NotRequired[str],
})

GetBalanceAnswer = TypedDict("GetBalanceAnswer", {
    # Whole roubles, rounded towards zero.
    "balance": int,
})

# Fields of makeOrder.
Order = TypedDict("Order", {
    # A product of getProducts.
    "product_id": int,
    # Roubles; one of the faces of the product, or a free amount where it has one.
    "face": int | float,
    # Protects from duplicates: the same uuid brings the same request.
    "uuid": NotRequired[str],
    # Sender's e-mail.
    "email_from": NotRequired[str],
    # Recipient's e-mail; without it nothing is sent.
    "email_to": NotRequired[str],
    # Sender's name, for the letter.
    "from": NotRequired[str],
    # Recipient's name, for the letter.
    "to": NotRequired[str],
    # Recipient's phone, 7XXXXXXXXXX.
    "to_phone": NotRequired[str],
    # When to send: YYYY-MM-DDThh:mm:ss±hh:mm (or Z), within ten years from now.
    "date_send": NotRequired[str],
    # Greeting.
    "text": NotRequired[str],
    # Service code of the order.
    "code": NotRequired[str],
    # Service comment; scripts the outcome of test orders.
    "comment": NotRequired[str],
    # Identifier in the client's own system.
    "external_id": NotRequired[str],
    # How the certificate is handed over.
    "delivery_type": NotRequired[Literal["email", "sms", "link", "download", "code"]],
    # Seconds after which an unprocessed order is cancelled.
    "ttl": NotRequired[int],
    # A test order: canned values, no money; also 1, "1", "true".
    "testmode": NotRequired[bool],
    # This order's own callback address: http or https without user name and password, not in a private network unless the installation allows that.
    "callback": NotRequired[str],
})

MakeOrderAnswer = TypedDict("MakeOrderAnswer", {
    # Id of the queue request, for getStatus.
    "id": int,
    # The uuid that was sent; the SDK adds it to the answer.
    "uuid": str,
})

# Fields of getStatus.
GetStatusRequest = TypedDict("GetStatusRequest", {
    # Id of the queue request, from makeOrder.
    "id": int,
})

Delivery = TypedDict("Delivery", {
    "channel": Literal["email", "sms"],
    # The certificate itself, a notice that it went by e-mail, or a code for later receipt.
    "kind": Literal["certificate", "notice", "receipt"],
    # Masked.
    "to": str,
    "state": Literal["scheduled", "waiting", "retrying", "sent", "delivered", "failed", "unknown", "dropped"],
    # Since when; of scheduled and retrying the next try. Moscow time.
    "at": str,
    # Why it was not delivered, without an address.
    "reason": NotRequired[str],
})

OrderStatus = TypedDict("OrderStatus", {
    "status": Literal["processing", "delayed", "ok", "error"],
    "id": int,
    "order_id": int | None,
    "product_id": int,
    "face": int | float,
    "balance": None,
    "sum": int | float | None,
    # YYYY-MM-DD hh:mm:ss, Moscow time.
    "expire_date": str | None,
    # The order's service code, not the certificate's.
    "code": str,
    "comment": str,
    "external_id": str | None,
    "testmode": Literal[0, 1],
    # Gift page, once issued.
    "link": NotRequired[str],
    # What became of the letter and the text that bring the certificate, once issued.
    "delivery": NotRequired[list[Delivery]],
    # Only for a refunded certificate: when its sum was returned, Moscow time.
    "refunded_at": NotRequired[str],
    # Only for a refunded certificate: what was returned, less than sum if a part of it was used.
    "refunded_sum": NotRequired[int | float],
    # Only and always when status is error.
    "error_code": NotRequired[int],
    "error_text": NotRequired[str],
    # Only and always when status is error: it failed, its ttl expired, or it was refunded.
    "reason": NotRequired[Literal["failed", "cancelled", "refunded"]],
})

# Fields of getLinks.
GetLinksRequest = TypedDict("GetLinksRequest", {
    # Id of the queue request, from makeOrder.
    "queue_id": NotRequired[int],
    # The same under the name of getStatus.
    "id": NotRequired[int],
})

GetLinksAnswer = TypedDict("GetLinksAnswer", {
    # Gift page.
    "download_url": str | None,
    # Of a choice certificate the page on which it is exchanged for others; else null.
    "exchange_url": str | None,
})

# Fields of getCode.
GetCodeRequest = TypedDict("GetCodeRequest", {
    # Id of the queue request, from makeOrder.
    "queue_id": NotRequired[int],
    # The same under the name of getStatus.
    "id": NotRequired[int],
})

GetCodeAnswer = TypedDict("GetCodeAnswer", {
    # The certificate's number.
    "code": str,
    # Empty when the brand has none.
    "pin": str,
    # YYYY-MM-DD hh:mm:ss, Moscow time.
    "expire_date": str | None,
    # Kind of barcode: code128, ean13, qr, … or none.
    "format": str,
})

# Fields of getCertificate.
GetCertificateRequest = TypedDict("GetCertificateRequest", {
    # Id of the queue request, from makeOrder.
    "queue_id": NotRequired[int],
    # The same under the name of getStatus.
    "id": NotRequired[int],
})

GetCertificateAnswer = TypedDict("GetCertificateAnswer", {
    # PDF, base64.
    "certificate": str,
})

# Fields of resend.
ResendRequest = TypedDict("ResendRequest", {
    # Id of the queue request, from makeOrder.
    "queue_id": NotRequired[int],
    # The same under the name of getStatus.
    "id": NotRequired[int],
    # The corrected e-mail; the certificate goes there.
    "email_to": NotRequired[str],
    # The corrected phone, 7XXXXXXXXXX; a code for later receipt goes there.
    "to_phone": NotRequired[str],
})

ResendAnswer = TypedDict("ResendAnswer", {
    # The request.
    "id": int,
    # How it is being sent.
    "channels": list[Literal["email", "sms"]],
    # Resends of this order that are left today, Moscow time.
    "left_today": int,
})

# Fields of makeBulkOrder.
MakeBulkOrderRequest = TypedDict("MakeBulkOrderRequest", {
    # Names the bulk order; all its parts carry the same.
    "uuid": str,
    # Orders, each with the fields of makeOrder.
    "orders": list[Order],
    # Which part this is; 1 when absent.
    "part": NotRequired[int],
    # How many parts there are; 1 when absent.
    "parts": NotRequired[int],
    # all: nothing is placed if any order is wrong; right: wrong ones are left out; asked: a person confirms.
    "placing": NotRequired[Literal["all", "right", "asked"]],
})

MakeBulkOrderAnswer = TypedDict("MakeBulkOrderAnswer", {
    # Id of the bulk order, for getReport.
    "id": int,
    "status": Literal["reading", "preview", "placing", "paused", "done", "cancelled"],
    "parts_received": int,
    # Received so far.
    "orders": int,
    # Of these filled incorrectly.
    "wrong": int,
})

# Fields of getReport.
GetReportRequest = TypedDict("GetReportRequest", {
    # Id of the bulk order, from makeBulkOrder; or.
    "id": NotRequired[int],
    # its uuid.
    "uuid": NotRequired[str],
    # Only lines after this one: `next` of the answer before.
    "after": NotRequired[int],
})

BulkProblem = TypedDict("BulkProblem", {
    "field": str,
    "reason": str,
    "text": str,
})

BulkLine = TypedDict("BulkLine", {
    # Place of the order in what was sent, from 1.
    "line": int,
    "status": Literal["right", "wrong", "placed", "issued", "failed", "refused"],
    # Id of the queue request, for getStatus.
    "id": int | None,
    "order_id": int | None,
    "external_id": str,
    # Gift page, once issued.
    "link": str | None,
    "problems": list[BulkProblem],
})

BulkReport = TypedDict("BulkReport", {
    "id": int,
    "uuid": str | None,
    "status": Literal["reading", "preview", "placing", "paused", "done", "cancelled"],
    # Why it is paused, or why nothing was placed.
    "reason": str | None,
    "orders": int,
    "wrong": int,
    "placed": int,
    "refused": int,
    "issued": int,
    "failed": int,
    # Moscow time.
    "added_at": str,
    "ended_at": str | None,
    # At most 500.
    "lines": list[BulkLine],
    # For `after` of the next request; null: these are the last.
    "next": int | None,
})

# Fields of makeTopUp.
MakeTopUpRequest = TypedDict("MakeTopUpRequest", {
    # Roubles that will be paid.
    "sum": int | float,
    # Protects from duplicates: the same uuid brings the same request.
    "uuid": NotRequired[str],
})

MakeTopUpAnswer = TypedDict("MakeTopUpAnswer", {
    # For getTopUpStatus.
    "id": int,
    # Name it in the payment: the operator books it under this.
    "reference": str,
    "sum": int | float,
    "status": Literal["waiting", "booked", "reversed", "withdrawn"],
    # What was booked; it may differ from what was announced.
    "booked_sum": int | float | None,
    # Moscow time.
    "booked_at": str | None,
    # The uuid that was sent; the SDK adds it to the answer.
    "uuid": str,
})

# Fields of getTopUpStatus.
GetTopUpStatusRequest = TypedDict("GetTopUpStatusRequest", {
    # Id of the top-up, from makeTopUp.
    "id": int,
})

GetTopUpStatusAnswer = TypedDict("GetTopUpStatusAnswer", {
    # For getTopUpStatus.
    "id": int,
    # Name it in the payment: the operator books it under this.
    "reference": str,
    "sum": int | float,
    "status": Literal["waiting", "booked", "reversed", "withdrawn"],
    # What was booked; it may differ from what was announced.
    "booked_sum": int | float | None,
    # Moscow time.
    "booked_at": str | None,
})

GetTopUpLimitAnswer = TypedDict("GetTopUpLimitAnswer", {
    # Roubles that one top-up has at the least.
    "min": int | float,
    "max": int | float,
    # Top-ups that are announced and not booked.
    "waiting": int,
    # How many may wait at once.
    "waiting_max": int,
})

# Fields of moveTestClock.
MoveTestClockRequest = TypedDict("MoveTestClockRequest", {
    # Id of the queue request, from makeOrder.
    "id": int,
    # By how much the clock of this order goes forward.
    "seconds": int,
})

MoveTestClockAnswer = TypedDict("MoveTestClockAnswer", {
    "id": int,
    # By how many seconds its clock is ahead in all.
    "ahead": int,
})

Retry = Literal["after-fix", "later", "no", "yes"]


class ErrorLine(NamedTuple):
    meaning: str
    # Whether the same request may get another answer: never, at once, later, or after a correction.
    retry: Retry


# Every error code of the API and its callbacks.
ERROR_TABLE: dict[int, ErrorLine] = {
    1000: ErrorLine("The request could not be read", "after-fix"),
    1001: ErrorLine("There is no such operation", "after-fix"),
    1002: ErrorLine("Client, signature or address is not accepted", "after-fix"),
    1003: ErrorLine("Too many requests are waiting", "later"),
    1004: ErrorLine("The certificate is not issued yet", "later"),
    1005: ErrorLine("Not possible with this kind of key, test or live", "after-fix"),
    1102: ErrorLine("Restricted by the limits of the brand", "later"),
    1201: ErrorLine("The client has no such request", "no"),
    1207: ErrorLine("The uuid was used before with other parameters", "no"),
    1208: ErrorLine("The order waits for codes, or its code for activation", "later"),
    1209: ErrorLine("The order ended without a certificate, or it was taken back", "no"),
    1210: ErrorLine("The ttl ran out before the order was processed", "no"),
    1211: ErrorLine("The certificate was sent again too often, or is being sent", "later"),
    1212: ErrorLine("The order was cancelled before it was processed", "no"),
    1301: ErrorLine("The supplier could not issue the certificate", "later"),
    3601: ErrorLine("Fields are filled incorrectly, or the face is not available", "after-fix"),
    5000: ErrorLine("The balance does not suffice", "later"),
    9000: ErrorLine("Nothing could be decided", "yes"),
}

# Operations whose request gets a uuid when it has none, so that they can be repeated safely.
COMMANDS_WITH_UUID = frozenset({"makeOrder", "makeTopUp"})


class Operations:
    """One method an operation."""

    def _call(self, cmd: str, fields: Any) -> Any:
        raise NotImplementedError

    def test(self) -> TestAnswer:
        """Checks the connection and the signature."""
        return self._call("test", {})

    def get_products(self, fields: GetProductsRequest | None = None) -> list[Product]:
        """The catalogue: products that are on, with the faces that can be ordered now."""
        return self._call("getProducts", fields or {})

    def get_categories(self) -> list[Category]:
        """The categories of the catalogue."""
        return self._call("getCategories", {})

    def get_address(self, fields: GetAddressRequest | None = None) -> dict[str, dict[str, dict[str, list[list[str]]]]]:
        """Where certificates can be spent: area, locality, product, addresses."""
        return self._call("getAddress", fields or {})

    def get_balance(self) -> GetBalanceAnswer:
        """What can be spent now: balance and credit line less what is held."""
        return self._call("getBalance", {})

    def make_order(self, fields: Order) -> MakeOrderAnswer:
        """Orders one certificate."""
        return self._call("makeOrder", fields)

    def get_status(self, fields: GetStatusRequest | int) -> OrderStatus:
        """What has become of a request."""
        return self._call("getStatus", {"id": fields} if isinstance(fields, int) else fields)

    def get_links(self, fields: GetLinksRequest | int | None = None) -> GetLinksAnswer:
        """The receiving link of a certificate."""
        return self._call("getLinks", {"id": fields} if isinstance(fields, int) else fields or {})

    def get_code(self, fields: GetCodeRequest | int | None = None) -> GetCodeAnswer:
        """Number and PIN of a certificate. Each reading is recorded."""
        return self._call("getCode", {"id": fields} if isinstance(fields, int) else fields or {})

    def get_certificate(self, fields: GetCertificateRequest | int | None = None) -> GetCertificateAnswer:
        """The certificate as a PDF. Each reading is recorded."""
        return self._call("getCertificate", {"id": fields} if isinstance(fields, int) else fields or {})

    def resend(self, fields: ResendRequest | None = None) -> ResendAnswer:
        """Sends an issued certificate again, to the same or a corrected address."""
        return self._call("resend", fields or {})

    def make_bulk_order(self, fields: MakeBulkOrderRequest) -> MakeBulkOrderAnswer:
        """Orders many certificates, in one part or several."""
        return self._call("makeBulkOrder", fields)

    def get_report(self, fields: GetReportRequest | None = None) -> BulkReport:
        """What has become of a bulk order and of its lines."""
        return self._call("getReport", fields or {})

    def make_top_up(self, fields: MakeTopUpRequest) -> MakeTopUpAnswer:
        """Announces a payment and gives it a reference; books nothing."""
        return self._call("makeTopUp", fields)

    def get_top_up_status(self, fields: GetTopUpStatusRequest | int) -> GetTopUpStatusAnswer:
        """Whether an announced payment was booked."""
        return self._call("getTopUpStatus", {"id": fields} if isinstance(fields, int) else fields)

    def get_top_up_limit(self) -> GetTopUpLimitAnswer:
        """What sums makeTopUp takes, and how many may wait."""
        return self._call("getTopUpLimit", {})

    def move_test_clock(self, fields: MoveTestClockRequest) -> MoveTestClockAnswer:
        """Moves the clock of one test order forward; only with a test key."""
        return self._call("moveTestClock", fields)
