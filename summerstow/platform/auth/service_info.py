"""GET /settings, /health and the public keys."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from .context import AuthContext
from .responses import json


async def settings(context: AuthContext, request: Request) -> Response:
    """Which ways of signing in are offered."""
    del request
    return json(
        {
            "external": {
                "anonymous_users": context.settings.anonymous,
                "email": True,
                "phone": context.settings.phone,
                "google": context.google.enabled,
            },
            "disable_signup": context.settings.disable_signup,
            "mailer_autoconfirm": context.settings.autoconfirm,
            "phone_autoconfirm": context.settings.autoconfirm,
            "sms_provider": _sms_provider(context),
            "saml_enabled": context.settings.saml,
        }
    )


def _sms_provider(context: AuthContext) -> str:
    """Return the text message provider; empty if messages are captured."""
    return "twilio" if context.settings.sms_url else ""


async def health(context: AuthContext, request: Request) -> Response:
    """That the process answers; `/healthz` tries the database too."""
    del context, request
    return json(
        {
            "version": "v2.0.0-summerstow",
            "name": "GoTrue",
            "description": "GoTrue is a user registration and authentication API",
        }
    )


async def jwks(context: AuthContext, request: Request) -> Response:
    """The public keys, which clients keep for ten minutes."""
    del request
    return json(context.keys.jwks(), headers={"cache-control": "public, max-age=600"})
