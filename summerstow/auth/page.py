"""The page behind a mail link: one button, no script, its style allowed by its hash alone."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import Response

from summerstow.kit import facts

_WORDS = {
    "recovery": ("Set a new password", "One click, and you can choose a new password.", "Go on"),
    "magiclink": ("Sign in", "One click, and you are signed in on this device.", "Sign me in"),
    "invite": ("You are invited", "One click, and your account is yours.", "Accept the invitation"),
}
_CONFIRM = (
    "Confirm your email",
    "One click, and your account is open, with whatever you booked under this address.",
    "Confirm my email",
)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("summerstow.auth", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
    )


@cache
def _style() -> str:
    return (files("summerstow.auth") / "templates" / "confirm.css").read_text()


def confirm(kind: str) -> Response:
    """The page for a link of this type; its form posts to the very address it stands at."""
    heading, text, button = _WORDS.get(kind, _CONFIRM)
    html = (
        _environment()
        .get_template("confirm.html")
        .render(
            heading=heading,
            text=text,
            button=button,
            style=_style(),
            name=facts.contact().name,
        )
    )
    digest = b64encode(hashlib.sha256(_style().encode()).digest()).decode()
    # No form-action: browsers apply it to the redirect too, which may lead to an app's own scheme.
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"
    )
    return Response(
        html,
        headers={
            "content-security-policy": policy,
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
            "x-robots-tag": "noindex",
            "cache-control": "no-store",
        },
        media_type="text/html",
    )
