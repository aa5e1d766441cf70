"""Stripe's side of the wire: an HTTP server on this machine, and webhooks signed as it signs."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl
from uuid import uuid4

WEBHOOK_SECRET = "whsec_test"


class StripeServer:
    """Pages of Checkout by their idempotency key; `down` refuses everything."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.keys: list[str] = []
        self.forms: dict[str, dict[str, str]] = {}
        self.pages: dict[str, dict[str, Any]] = {}
        self.status: dict[str, str] = {}
        self.expired: list[str] = []
        self.refunds: dict[str, dict[str, str]] = {}
        self.gone_back: set[str] = set()
        self.charges: dict[str, dict[str, str]] = {}
        self.declined: set[str] = set()
        #: The status with which a charge or a refund that was made is answered.
        self.lost = 0
        self.down = 0
        self.refuses_key = False
        self.address = ""

    def create(self, form: dict[str, str], key: str) -> tuple[int, dict[str, Any]]:
        """The page of this key, made once."""
        self.asked.append(form)
        self.keys.append(key)
        if self.forms.setdefault(key, form) != form:
            words = "Keys for idempotent requests can only be used with the same parameters."
            return 400, {"error": {"type": "idempotency_error", "message": words}}
        if key not in self.pages:
            number = f"cs_test_{uuid4().hex}"
            self.pages[key] = {
                "id": number,
                "object": "checkout.session",
                "status": "open",
                "url": f"https://checkout.stripe.test/{number}",
                "client_reference_id": form["client_reference_id"],
            }
            self.status[number] = "open"
        return 200, self.pages[key]

    def expire(self, number: str) -> tuple[int, dict[str, Any]]:
        """Close an open page."""
        if self.status[number] != "open":
            error = {"type": "invalid_request_error", "message": "It cannot be expired."}
            return 400, {"error": error}
        self.status[number] = "expired"
        self.expired.append(number)
        return 200, {"id": number, "object": "checkout.session", "status": "expired"}

    def refund(self, form: dict[str, str], key: str) -> tuple[int, dict[str, Any]]:
        """Send money back, once for each key; a charge that is gone back whole is refused."""
        if form["payment_intent"] in self.gone_back:
            error = {"type": "invalid_request_error", "code": "charge_already_refunded"}
            return 400, {"error": error | {"message": "It has been refunded."}}
        self.refunds[key] = form
        if self.lost:
            return self.lost, {"error": {"type": "api_error", "message": "The answer is lost."}}
        return 200, {"id": f"re_{key}", "object": "refund", "status": "succeeded"}

    def listed(self, made: dict[str, dict[str, str]], kind: str) -> tuple[int, dict[str, Any]]:
        """All that was made, as Stripe lists it."""
        ours = "metadata[summerstow_id]"
        prefix = "pi" if kind == "payment_intent" else "re"
        data = [
            {
                "id": f"{prefix}_{key}",
                "object": kind,
                "status": "succeeded",
                "metadata": {"summerstow_id": form[ours]},
            }
            for key, form in made.items()
        ]
        return 200, {"object": "list", "data": data, "has_more": False, "url": "/"}

    def intent(
        self, method: str, path: str, form: dict[str, str], key: str
    ) -> tuple[int, dict[str, Any]]:
        """The card of a payment, or a payment by a card that is kept."""
        if method == "GET" and path.startswith("/v1/payment_intents?"):
            return self.listed(self.charges, "payment_intent")
        if method == "GET":
            card = {"brand": "visa", "last4": "4242"}
            return 200, {
                "id": path.partition("?")[0].rpartition("/")[2],
                "object": "payment_intent",
                "status": "succeeded",
                "customer": "cus_grandpa",
                "payment_method": {"id": "pm_visa", "object": "payment_method", "card": card},
            }
        if form["payment_method"] in self.declined:
            error = {"type": "card_error", "code": "card_declined", "message": "Declined."}
            return 402, {"error": error}
        self.charges[key] = form
        if self.lost:
            return self.lost, {"error": {"type": "api_error", "message": "The answer is lost."}}
        return 200, {"id": f"pi_{key}", "object": "payment_intent", "status": "succeeded"}

    def retrieve(self, number: str) -> tuple[int, dict[str, Any]]:
        """What a page is now."""
        return 200, {
            "id": number,
            "object": "checkout.session",
            "status": self.status[number],
        }

    def answer(self, method: str, path: str, body: bytes, key: str) -> tuple[int, dict[str, Any]]:
        """One request."""
        if self.down:
            return self.down, {"error": {"type": "api_error", "message": "sk_test_secret is bad"}}
        if path == "/v1/balance":
            if self.refuses_key:
                return 401, {"error": {"type": "invalid_request_error", "message": "No such key"}}
            return 200, {"object": "balance", "livemode": False}
        parts = path.removeprefix("/v1/checkout/sessions").strip("/").split("/")
        if path.startswith("/v1/payment_intents"):
            return self.intent(method, path, dict(parse_qsl(body.decode())), key)
        if path.startswith("/v1/refunds"):
            if method == "GET":
                return self.listed(self.refunds, "refund")
            return self.refund(dict(parse_qsl(body.decode())), key)
        if method == "GET":
            return self.retrieve(parts[0])
        if parts == [""]:
            return self.create(dict(parse_qsl(body.decode())), key)
        return self.expire(parts[0])


@contextmanager
def stripe_server() -> Iterator[StripeServer]:
    """A desk that listens until the block ends."""
    desk = StripeServer()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            key = self.headers.get("idempotency-key") or ""
            status, answer = desk.answer(self.command, self.path, body, key)
            text = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            # No second try by the library: a refusal is answered at once.
            self.send_header("stripe-should-retry", "false")
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = _serve  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    desk.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield desk
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def event(kind: str, checkout_id: str, cents: int, **changes: Any) -> bytes:
    """A webhook's body about a page."""
    session = {
        "id": f"cs_test_{uuid4().hex}",
        "object": "checkout.session",
        "client_reference_id": checkout_id,
        "payment_status": "paid",
        "currency": "cad",
        "amount_total": cents,
        "payment_intent": f"pi_{uuid4().hex}",
    } | changes
    return json.dumps(
        {
            "id": f"evt_{uuid4().hex}",
            "object": "event",
            "type": kind,
            "data": {"object": session},
        }
    ).encode()


def signature(body: bytes, *, secret: str = WEBHOOK_SECRET, age: int = 0) -> str:
    """The header that Stripe sends with a body."""
    moment = int(time.time()) - age
    digest = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"
