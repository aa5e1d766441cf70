"""The pages behind a mail link: no script, their style allowed by its hash alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import Response

from summerstow.platform import published
from summerstow.platform.http import inline_sources


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says."""

    heading: str
    text: str
    button: str


_WORDS: Final = {
    "recovery": PageText(
        "Set a new password", "One click, and you can choose a new password.", "Go on"
    ),
    "magiclink": PageText(
        "Sign in", "One click, and you are signed in on this device.", "Sign me in"
    ),
    "invite": PageText(
        "You are invited", "One click, and your account is yours.", "Accept the invitation"
    ),
    "email_change": PageText(
        "Change your email",
        "One click, and this mailbox has agreed to the new address of your account.",
        "Agree to the change",
    ),
}
_CONFIRM: Final = PageText(
    "Confirm your email",
    "One click, and your account is open, with whatever you booked under this address.",
    "Confirm my email",
)
_PKCE: Final = (
    "Press the button in the browser where you began. "
    "If that is another device, type the six digits of the mail there instead."
)
#: The page on which a new link can be requested, and what its button says.
_ANEW: Final = {
    "recovery": ("/auth/forgot", "Send me a new link"),
    "email_change": ("/account", "Go to my account"),
}


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("summerstow.platform.auth.verify", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
    )


@cache
def _style() -> str:
    return (files("summerstow.platform.auth.verify") / "templates" / "confirm.css").read_text()


def confirm(kind: str, *, pkce: bool) -> Response:
    """The page for a link of this type; its form posts to the very address it stands at.

    A PKCE link is of use only to the browser that began, and says so.
    """
    words = _WORDS.get(kind, _CONFIRM)
    return _page(words, note=_PKCE if pkce else "", link=None, status=200)


def half_done(left: str, site_url: str) -> Response:
    """A change of address to which one mailbox has agreed; `left` is the one that has not."""
    words = PageText(
        "One more mailbox",
        f"This one has agreed. Now open the mail that we sent to {left}, and agree there too. "
        "Until then your address stays as it is.",
        "Go to my account",
    )
    return _page(words, note="", link=f"{site_url}/account", status=200)


def expired(kind: str, site_url: str) -> Response:
    """A link that is good no more, and what to do next."""
    path, button = _ANEW.get(kind, ("/auth", "Sign in or get a new link"))
    words = PageText(
        "This link is used up",
        "A link works once and for an hour, and a newer mail replaces it. "
        "If you pressed its button before, it has done its work, and you can simply sign in.",
        button,
    )
    return _page(words, note="", link=f"{site_url}{path}", status=403)


def _page(words: PageText, *, note: str, link: str | None, status: int) -> Response:
    html = (
        _environment()
        .get_template("confirm.html")
        .render(words=words, note=note, link=link, style=_style(), name=published.business().name)
    )
    # No form-action: browsers apply it to the redirect too, which may lead to an app's own scheme.
    policy = (
        f"default-src 'none'; style-src {inline_sources.source(_style().encode())}; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    return Response(
        html,
        status,
        headers={
            "content-security-policy": policy,
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
            "x-robots-tag": "noindex",
            "cache-control": "no-store",
        },
        media_type="text/html",
    )
