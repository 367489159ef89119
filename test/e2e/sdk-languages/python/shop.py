"""Raises known things with sentry-sdk and prints what it raised as one line of JSON."""

import json
import os
import threading
import time

import sentry_sdk
from sentry_sdk import crons, logger

ids = {}


class CardDeclined(Exception):
    pass


class StockLost(Exception):
    pass


def note_id(event, _hint):
    if event.get("type") == "check_in":
        return event
    exceptions = event.get("exception", {}).get("values")
    ids[exceptions[-1]["value"] if exceptions else event["message"]] = event["event_id"]
    return event


def ask_bank():
    raise ConnectionError("connection refused")


def charge_card(order):
    try:
        ask_bank()
    except ConnectionError as cause:
        raise CardDeclined("card declined for order %d" % order) from cause


def count_stock():
    raise StockLost("no stock at shelf 12")


def check_out(order):
    try:
        charge_card(order)
    except CardDeclined as declined:
        sentry_sdk.capture_exception(declined)


threading.excepthook = lambda _args: None
sentry_sdk.init(
    os.environ["SENTRY_DSN"],
    release="shop@1.4.0",
    environment="staging",
    server_name="shop",
    traces_sample_rate=1.0,
    enable_logs=True,
    before_send=note_id,
)
sentry_sdk.set_tag("region", "eu-west")
sentry_sdk.set_user({"id": "u-17", "email": "ada@example.com"})
sentry_sdk.add_breadcrumb(category="cart", message="opened the cart")
sentry_sdk.add_breadcrumb(category="cart", message="went to pay")
sentry_sdk.add_attachment(bytes=b"order 1\nthree books", filename="order.txt")

incoming = {"sentry-trace": os.environ["SENTRY_TRACE"]}
transaction = sentry_sdk.continue_trace(incoming, op="http.server", name="POST /checkout")
with sentry_sdk.start_transaction(transaction):
    with sentry_sdk.start_span(op="db", name="SELECT orders"):
        time.sleep(0.01)
    with sentry_sdk.start_span(op="payment", name="charge card"):
        for order in (1, 2):
            check_out(order)
    outgoing = sentry_sdk.get_traceparent()
sentry_sdk.capture_message("disk almost full", level="warning")
logger.info("order 1 placed")
check_in = crons.capture_checkin(monitor_slug="nightly-billing", status="ok", duration=12.5)
crash = threading.Thread(target=count_stock)
crash.start()
crash.join()
sentry_sdk.flush(10)

chain = ["CardDeclined", "ConnectionError"]


def raised(value, types, function, handled):
    # This SDK names the last transaction as the culprit.
    return {"id": ids[value], "type": types[0], "value": value, "chain": types, "in": function, "culprit": "POST /checkout", "handled": handled}


statement = {
    "sdk": "sentry.python",
    "errors": [
        raised("card declined for order 1", chain, "charge_card", True),
        raised("card declined for order 2", chain, "charge_card", True),
        raised("no stock at shelf 12", ["StockLost"], "count_stock", False),
    ],
    "breadcrumbs": 2,
    "attachment": {"name": "order.txt", "content": "order 1\nthree books"},
    "message": {"id": ids["disk almost full"], "text": "disk almost full"},
    "transaction": {
        "trace_id": transaction.trace_id,
        "span_id": transaction.span_id,
        "parent_span_id": transaction.parent_span_id,
        "children": ["SELECT orders", "charge card"],
    },
    "outgoing": outgoing,
    "check_in": check_in,
    "logs": ["order 1 placed"],
}
print(json.dumps(statement))
