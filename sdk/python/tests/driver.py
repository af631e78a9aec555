"""Runs steps given on standard input with this SDK and prints their outcomes: the same program exists in each language."""

import json
import os
import re
import sys
from enum import Enum
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from facevalue import ApiError, CallbackError, Facevalue, NoAnswerError, NotEndedError, read_callback, sign

timeout = float(os.environ.get("TIMEOUT", "10"))
client = Facevalue(
    os.environ["BASE_URL"], os.environ["ID"], os.environ["SECRET"], timeout=timeout, attempts=3, pause=0.02
)


class Name(str, Enum):
    EMPTY = ""


# Values that a program of this language may have for a uuid and JSON has not.
unusual = {
    "not a number": float("nan"),
    "infinite": float("inf"),
    "empty text of an enumeration": Name.EMPTY,
    "empty tuple": (),
    "bytes": b"",
}


def order_twice(step):
    """Orders, and once more with the uuid that the answer or the error brought: as a shop does after a restart."""
    fields = dict(step["fields"])
    if "uuidIs" in step:
        fields["uuid"] = unusual[step["uuidIs"]]
    try:
        uuid = client.make_order(fields)["uuid"]
    except NoAnswerError as error:
        uuid = error.uuid
    return client.make_order({**fields, "uuid": uuid})


def run(step):
    match step["do"]:
        case "sign":
            return sign(step["cmd"], step["data"], step["secret"])
        case "callback":
            callback = read_callback(step["headers"], step["body"].encode(), step["secret"], now=step["now"])
            read = {"webhookId": callback.webhook_id, "status": callback.status, "data": callback.data}
            return read if callback.error is None else {**read, "error": callback.error}
        case "orderTwice":
            return order_twice(step)
        case "wait":
            return client.wait_for_order(step["id"], timeout=step["ms"] / 1000, pause=0.02)
        case "pdf":
            return client.get_certificate_pdf(step["id"])[:5].decode()
        case "bulk":
            return client.make_whole_bulk_order(step["fields"])
        case "lines":
            return list(client.report_lines(step["fields"]))
        case cmd:
            operation = getattr(client, re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), cmd))
            return operation(step["fields"]) if "fields" in step else operation()


def outcome_of(step):
    try:
        return {"ok": run(step)}
    except ApiError as error:
        return {
            "error": "ApiError",
            "code": error.code,
            "retry": error.retry,
            "fields": error.fields,
            "problems": error.problems,
            "message": str(error),
            "hasRequestId": error.request_id is not None,
        }
    except NoAnswerError as error:
        return {"error": "NoAnswerError", "hasUuid": error.uuid is not None, "message": str(error)}
    except NotEndedError as error:
        return {"error": "NotEndedError", "status": error.last_status["status"]}
    except CallbackError as error:
        return {"error": "CallbackError", "message": str(error)}
    except (TypeError, ValueError) as error:
        return {"error": "refused before it was sent", "message": str(error)}


json.dump([outcome_of(step) for step in json.load(sys.stdin)], sys.stdout)
