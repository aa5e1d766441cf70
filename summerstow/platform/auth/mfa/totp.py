"""Codes of an authenticator app: RFC 6238 with SHA1, six digits, 30 s."""

from __future__ import annotations

import hmac
import io
from datetime import datetime
from typing import Final
from urllib.parse import quote, urlencode

import pyotp

PERIOD: Final = 30
#: Steps before and after the present one whose code is taken, for clocks that differ.
WINDOW: Final = 1
#: 160 bits, as RFC 4226 recommends; base32 without padding.
_SECRET_CHARACTERS = 32


def new_secret() -> str:
    """A shared secret in base32."""
    return pyotp.random_base32(_SECRET_CHARACTERS)


def uri(secret: str, *, issuer: str, account: str) -> str:
    """What the QR code says. A colon parts issuer and account, so that neither may hold one."""
    issuer, account = (one.replace(":", " ").strip() for one in (issuer, account))
    parameters = {
        "algorithm": "SHA1",
        "digits": "6",
        "issuer": issuer,
        "period": str(PERIOD),
        "secret": secret,
    }
    label = f"{quote(issuer, safe='')}:{quote(account, safe='@')}"
    return f"otpauth://totp/{label}?{urlencode(parameters, quote_via=quote)}"


def qr_code(text: str) -> str:
    """An SVG without `#` and `%`: clients put it into a data URL as it is."""
    import segno  # noqa: PLC0415 - each process holds what it has loaded

    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, nl=False, scale=4, light="white", dark="black")
    return out.getvalue().decode().replace('"#fff"', '"white"').replace('"#000"', '"black"')


def step_of(code: str, secret: str, now: datetime, last_step: int | None) -> int | None:
    """The 30 s step that a code is of, later than `last_step`; None for a wrong or spent code."""
    digits = "".join(code.split()).encode()
    present = int(now.timestamp()) // PERIOD
    app = pyotp.TOTP(secret)
    match = None
    for step in range(present - WINDOW, present + WINDOW + 1):
        right = hmac.compare_digest(app.generate_otp(step).encode(), digits)
        if right and (last_step is None or step > last_step):
            match = step
    return match
