"""The ways in which text providers are spoken to: as Twilio is, or by a plain JSON form.

Wire: docs/wire/texts.md.
"""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

import httpx
import msgspec

from summerstow.platform.outbox.senders import NotAccepted, Undeliverable

FormName = Literal["twilio", "json"]
INCOMING: Final = "/texts/incoming"
REPORTS: Final = "/texts/reports"
#: The provider's codes of a sender that is wrong: every message has that trouble.
_BAD_SENDERS: Final = frozenset({21212, 21603, 21606, 21659})
#: The provider's codes of a number that cannot be texted, or does not want to be.
_BAD_NUMBERS: Final = frozenset({21211, 21214, 21217, 21219, 21265, 21610, 21612, 21614})
#: Twilio's words for the end of a message's way.
_ENDS: Final[dict[str, bool]] = {"delivered": True, "undelivered": False, "failed": False}


class Report(msgspec.Struct, frozen=True):
    """What became of a message; `cause` identifies it, `why` says what went wrong."""

    cause: str
    delivered: bool
    why: str = ""


class IncomingText(msgspec.Struct, frozen=True):
    """A text message from a number (E.164). `asks`: the provider says so itself."""

    number: str
    words: str
    asks: Literal["stop", "start"] | None = None


@dataclass(frozen=True, slots=True)
class TextAddress:
    """`SMS_URL` in its parts. `fixed`: what stands in its query, such as the sender."""

    url: str
    user: str
    token: str
    fixed: dict[str, str]

    @classmethod
    def of(cls, url: str) -> TextAddress:
        """Read an address."""
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        return cls(
            urlunsplit((parts.scheme, host, parts.path, "", "")),
            unquote(parts.username or ""),
            unquote(parts.password or ""),
            # A query of a form reads "+" as a space; here it begins a phone number.
            dict(parse_qsl(parts.query.replace("+", "%2B"))),
        )


class TextForm(Protocol):
    """How a provider takes messages, and how its own requests are read."""

    def request(self, cause: str, to: str, words: str) -> dict[str, Any]:
        """Return the arguments of `httpx.AsyncClient.post`, beside the address."""

    def refuse(self, answer: httpx.Response) -> None:
        """Raise `Undeliverable` or `NotAccepted` for an answer that is no success."""

    def is_signed(self, url: str, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether a request to an address of ours is the provider's."""

    def read_incoming(self, body: bytes) -> IncomingText | None:
        """Return the message of a request; None where it holds none."""

    def read_report(self, query: str, body: bytes) -> Report | None:
        """Return what a request reports; None while a message is on its way."""

    def missing(self) -> list[str]:
        """Return in sentences what `SMS_URL` lacks."""


def form_of(name: FormName, url: str, reports_to: str = "") -> TextForm:
    """Return the form of a provider; `reports_to`: the site's address, for delivery reports."""
    address = TextAddress.of(url)
    return TwilioForm(address, reports_to) if name == "twilio" else JsonForm(address, reports_to)


def _report_address(site: str, cause: str) -> str:
    return f"{site}{REPORTS}?message={quote(cause, safe='')}"


@dataclass(frozen=True, slots=True)
class TwilioForm:
    """Twilio's: a form with To, Body and what stands in the query (From or a service's id)."""

    address: TextAddress
    reports_to: str = ""

    def request(self, cause: str, to: str, words: str) -> dict[str, Any]:
        """Return the arguments of `httpx.AsyncClient.post`, beside the address."""
        data = {**self.address.fixed, "To": to, "Body": words}
        if self.reports_to:
            data["StatusCallback"] = _report_address(self.reports_to, cause)
        return {
            "data": data,
            "headers": {"Idempotency-Key": cause},
            "auth": (self.address.user, self.address.token),
        }

    def refuse(self, answer: httpx.Response) -> None:
        """Raise `Undeliverable` or `NotAccepted`."""
        words = f"the text provider answered {answer.status_code}"
        # The account's own troubles (a bad key, too many at once) pass; a number's do not.
        code = _decoded(answer.content, _TwilioRefusal, _TwilioRefusal()).code
        if code in _BAD_NUMBERS:
            raise Undeliverable(f"{words}, code {code}")
        if code in _BAD_SENDERS:
            raise NotAccepted(f"{words}, code {code}: see From in SMS_URL", channel=True)
        raise NotAccepted(words, channel=answer.status_code not in (400, 422))

    def is_signed(self, url: str, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether a request is the provider's."""
        fields = sorted(_fields(body))
        signed = url + "".join(name + value for name, value in fields)
        right = hmac.digest(self.address.token.encode(), signed.encode(), "sha1")
        given = headers.get("x-twilio-signature", "").encode("utf-8", "replace")
        return bool(self.address.token) and hmac.compare_digest(b64encode(right), given)

    def read_incoming(self, body: bytes) -> IncomingText | None:
        """Return the message of a request, if any."""
        form = dict(_fields(body))
        if "From" not in form:
            return None
        asks = form.get("OptOutType", "").lower()
        return IncomingText(
            form["From"],
            form.get("Body", ""),
            "stop" if asks == "stop" else "start" if asks == "start" else None,
        )

    def read_report(self, query: str, body: bytes) -> Report | None:
        """Return what a request reports, if anything."""
        form, cause = dict(_fields(body)), dict(parse_qsl(query)).get("message")
        ended = _ENDS.get(form.get("MessageStatus", ""))
        if cause is None or ended is None:
            return None
        code = form.get("ErrorCode", "")
        why = "" if ended else f"{form['MessageStatus']}{f', code {code}' if code else ''}"
        return Report(cause, ended, why)

    def missing(self) -> list[str]:
        """Return in sentences what `SMS_URL` lacks."""
        found = []
        if not (self.address.user and self.address.token):
            found.append("SMS_URL has no account and token: https://ACCOUNT:TOKEN@…")
        if not self.address.fixed.keys() & {"From", "MessagingServiceSid"}:
            found.append("SMS_URL names no sender: it ends with ?From=+1604… or a service's id.")
        return found


class _TwilioRefusal(msgspec.Struct):
    code: int = 0


class _JsonRefusal(msgspec.Struct):
    error: str = ""


class _JsonIncoming(msgspec.Struct):
    number: str = msgspec.field(name="from")
    text: str = ""


class _JsonReport(msgspec.Struct):
    id: str
    state: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class JsonForm:
    """A plain form: `{id, to, from, text}` as JSON with a bearer token."""

    address: TextAddress
    reports_to: str = ""

    def request(self, cause: str, to: str, words: str) -> dict[str, Any]:
        """Return the arguments of `httpx.AsyncClient.post`, beside the address."""
        content = {**self.address.fixed, "id": cause, "to": to, "text": words}
        if self.reports_to:
            content["reports_to"] = f"{self.reports_to}{REPORTS}"
        return {
            "json": content,
            "headers": {"Idempotency-Key": cause, "Authorization": f"Bearer {self.address.token}"},
        }

    def refuse(self, answer: httpx.Response) -> None:
        """Raise `Undeliverable` or `NotAccepted`."""
        error = _decoded(answer.content, _JsonRefusal, _JsonRefusal()).error
        words = f"the text provider answered {answer.status_code}"
        if error in ("bad_number", "stopped"):
            raise Undeliverable(f"{words}, {error}")
        if error == "bad_sender":
            raise NotAccepted(f"{words}, {error}: see from in SMS_URL", channel=True)
        raise NotAccepted(words, channel=answer.status_code not in (400, 422))

    def is_signed(self, url: str, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether a request is the provider's."""
        del url, body
        given = headers.get("authorization", "").encode("utf-8", "replace")
        right = f"Bearer {self.address.token}".encode()
        return bool(self.address.token) and hmac.compare_digest(given, right)

    def read_incoming(self, body: bytes) -> IncomingText | None:
        """Return the message of a request, if any."""
        text = _decoded(body, _JsonIncoming, None)
        return None if text is None else IncomingText(text.number, text.text)

    def read_report(self, query: str, body: bytes) -> Report | None:
        """Return what a request reports, if anything."""
        del query
        report = _decoded(body, _JsonReport, None)
        if report is None or report.state not in ("delivered", "failed"):
            return None
        delivered = report.state == "delivered"
        return Report(report.id, delivered, "" if delivered else report.reason or "failed")

    def missing(self) -> list[str]:
        """Return in sentences what `SMS_URL` lacks."""
        found = []
        if not self.address.token:
            found.append("SMS_URL has no token: https://:TOKEN@…")
        if "from" not in self.address.fixed:
            found.append("SMS_URL names no sender: it ends with ?from=+1604…")
        return found


def _fields(body: bytes) -> list[tuple[str, str]]:
    return parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)


def _decoded(content: bytes, kind: Any, otherwise: Any) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.MsgspecError:
        return otherwise
