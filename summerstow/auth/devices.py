"""What is known of the device behind a request, and of the place that it asks from."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request


@dataclass(frozen=True, slots=True)
class Device:
    """What is known of the one who asks, kept with the session for its owner to recognise."""

    user_agent: str | None
    ip: str | None


def device(request: Request) -> Device:
    """The device behind a request."""
    agent = request.headers.get("user-agent")
    printable = "".join(sign for sign in agent[:255] if sign.isprintable()) if agent else None
    return Device(printable, request.client.host if request.client else None)
