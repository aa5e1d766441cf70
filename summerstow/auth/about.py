"""What the room says of itself: settings, health, its public keys (contract A2.6, A4.16)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from .answers import json
from .room import Room


async def settings(room: Room, request: Request) -> Response:
    """Which ways of signing in are offered."""
    del request
    return json(
        {
            "external": {
                "anonymous_users": room.settings.anonymous,
                "email": True,
                "phone": room.settings.phone,
                "google": room.google.enabled,
            },
            "disable_signup": room.settings.disable_signup,
            "mailer_autoconfirm": room.settings.autoconfirm,
            "phone_autoconfirm": room.settings.autoconfirm,
            "sms_provider": _sms_provider(room),
            "saml_enabled": room.settings.saml,
        }
    )


def _sms_provider(room: Room) -> str:
    """Who carries text messages: nobody where they are captured."""
    return "twilio" if room.settings.sms_url else ""


async def health(room: Room, request: Request) -> Response:
    """That the process answers; `/healthz` asks the database too."""
    del room, request
    return json(
        {
            "version": "v2.0.0-summerstow",
            "name": "GoTrue",
            "description": "GoTrue is a user registration and authentication API",
        }
    )


async def jwks(room: Room, request: Request) -> Response:
    """The public keys, which clients keep for ten minutes."""
    del request
    return json(room.keys.jwks(), headers={"cache-control": "public, max-age=600"})
