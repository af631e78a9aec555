"""Orders a test certificate, waits until it is issued, and prints its gift page."""

import os

from facevalue import Facevalue

facevalue = Facevalue(os.environ["BASE_URL"], os.environ["ID"], os.environ["SECRET"])

accepted = facevalue.make_order(
    {
        "product_id": int(os.environ["PRODUCT"]),
        "face": int(os.environ["FACE"]),
        "delivery_type": "link",
        "comment": "Подарок маме",
        "testmode": True,
        # The number of the order in your shop: a program that was killed calls again with the same and orders once.
        "uuid": os.environ.get("ORDER_NUMBER", ""),
    }
)
order = facevalue.wait_for_order(accepted["id"])
if order["status"] != "ok":
    raise SystemExit(f"The order ended with {order['error_code']}: {order['error_text']}")
print(order["link"])
