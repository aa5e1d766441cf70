"""What crosses the wire, checked (docs/wire/auth.md, "Checks on input")."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from summerstow import facts
from summerstow.platform.http.asgi import read_body
from summerstow.platform.text import BeyondAsciiError, is_blank, mail_address

from .errors import AuthError, invalid

Metadata = dict[str, Any]
T = TypeVar("T")

#: Metadata travels in every access token, and those in a header.
MAX_METADATA_BYTES = 8192
MAX_METADATA_DEPTH = 32
MAX_NAME_CHARACTERS = 200
_LOCAL = re.compile(r'[^\s@<>"(),:;\\.]+(\.[^\s@<>"(),:;\\.]+)*\Z')
_DOMAIN = re.compile(r"([^\W_]([\w-]*[^\W_])?\.)+[^\W_][\w-]*[^\W_]\Z")
_PHONE = re.compile(r"[1-9][0-9]{1,14}\Z")
_CHALLENGE = re.compile(r"[A-Za-z0-9._~-]+\Z")


async def body_of(request: Request, shape: type[T]) -> T:
    """The request's JSON as `shape`; `null` is absent, unknown fields are ignored."""
    return decoded(await read_body(request.scope, request.receive), shape)


def decoded(raw: bytes, shape: type[T]) -> T:
    """JSON that has been read as `shape`; raises 400 `bad_json`."""
    try:
        return msgspec.json.decode(b"{}" if raw.strip() == b"null" else raw, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise AuthError(
            400, "bad_json", f"Could not parse request body as JSON: {reason}"
        ) from None


def email_address(value: str | None) -> str:
    """The address in small letters, its domain in ASCII; raises 400 `validation_failed`."""
    if not value:
        raise invalid("An email address is required")
    if len(value) > 255:
        raise invalid("An email address is too long")
    try:
        address = mail_address(value)
    except BeyondAsciiError:
        raise invalid(facts.booking().email_beyond_ascii) from None
    except ValueError:
        raise invalid("Unable to validate email address: invalid format") from None
    local, _, domain = address.rpartition("@")
    if (
        not address.isprintable()
        or len(address) > 255
        or len(local.encode()) > 64
        or not _LOCAL.match(local)
        or not _DOMAIN.match(domain)
    ):
        raise invalid("Unable to validate email address: invalid format")
    return address


def phone_number(value: str | None) -> str:
    """E.164 digits without the plus sign; raises 400 `validation_failed`."""
    digits = phone_digits(value)
    if digits is None:
        raise invalid("Invalid phone number format (E.164 required)")
    return digits


def phone_digits(value: str | None) -> str | None:
    """E.164 digits without the plus sign, or None where it is no number."""
    digits = (value or "").replace("+", "").replace(" ", "")
    return digits if _PHONE.match(digits) else None


def channel(value: str | None) -> None:
    """Raise unless a text message can go this way: `sms`, which is the default."""
    if value and value != "sms":
        raise invalid("Invalid channel, supported values are 'sms'")


def metadata(value: Metadata | None) -> Metadata:
    """Sign-up data or a change of it: bounded, and without what a database cannot hold."""
    if not value:
        return {}
    _check_values(value, MAX_METADATA_DEPTH)
    if len(msgspec.json.encode(value)) > MAX_METADATA_BYTES:
        raise invalid(f"data cannot be longer than {MAX_METADATA_BYTES} bytes as JSON")
    return value


def full_name(data: Metadata) -> str | None:
    """The profile's name: `full_name`, else `name`; raises where it is not one line of text."""
    for key in ("full_name", "name"):
        value = data.get(key)
        if isinstance(value, str) and value.strip():
            name = value.strip()
            if len(name) > MAX_NAME_CHARACTERS:
                raise invalid(f"A name cannot be longer than {MAX_NAME_CHARACTERS} characters")
            if re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", name):
                raise invalid("A name cannot hold line breaks or other control characters")
            if not is_blank(name):
                return name
    return None


class Challenge(msgspec.Struct, frozen=True):
    """A PKCE challenge; `method` is `s256` or `plain`."""

    value: str
    method: str


def pkce(challenge: str | None, method: str | None) -> Challenge | None:
    """The PKCE pair of a request, or None where it has none; raises where it is half or bad."""
    if not challenge and not method:
        return None
    if not challenge or not method:
        raise invalid("PKCE flow requires code_challenge_method and code_challenge")
    if not 43 <= len(challenge) <= 128:
        raise invalid("code challenge has to be between 43 and 128 characters")
    if not _CHALLENGE.match(challenge):
        raise invalid(
            "code challenge can only contain alphanumeric characters, hyphens, periods, "
            "underscores and tildes"
        )
    if method.lower() not in ("s256", "plain"):
        raise invalid("Invalid code_challenge_method: it has to be s256 or plain")
    return Challenge(challenge, method.lower())


def _check_values(value: object, depth: int) -> None:
    if isinstance(value, str) and "\x00" in value:
        raise invalid("data cannot hold the character U+0000")
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        inner = (*value.keys(), *value.values())
    elif isinstance(value, list):
        inner = value
    for one in inner:
        if depth == 0:
            raise invalid(f"data cannot be nested deeper than {MAX_METADATA_DEPTH} levels")
        _check_values(one, depth - 1)
