"""The cookie that ties an OAuth state to the browser which left with it.

Without it, an attacker could begin a sign-in and let a victim finish it: the victim's Google
identity would join the attacker's account, or the victim would be signed in as the attacker. A PKCE
challenge is tied by its verifier instead, which also serves clients on another origin.
"""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.auth.context import AuthContext

#: Seconds between leaving for the provider and coming back.
LIFETIME: Final = 300
_DOMAIN: Final = b"oauth-state"
_PATH: Final = "/auth/v1/callback"
#: Where an answer by SAML arrives: a POST from another site.
SAML_PATH: Final = "/auth/v1/sso/saml/acs"


def mark(context: AuthContext, answer: Response, flow_id: UUID, path: str = _PATH) -> Response:
    """Let the browser that gets this answer be known when it comes back to `path`."""
    # Browsers send no lax cookie with a POST from another site, and none to all without TLS.
    across = path == SAML_PATH and context.settings.secure_site
    value = urlsafe_b64encode(context.keys.keyed_hash(_DOMAIN, flow_id.bytes)).decode()
    answer.set_cookie(
        _name(flow_id),
        value,
        max_age=LIFETIME,
        path=path,
        httponly=True,
        samesite="none" if across else "lax",
        secure=context.settings.secure_site,
    )
    return answer


def is_marked(context: AuthContext, request: Request, flow_id: UUID) -> bool:
    """Whether this browser began the flow."""
    try:
        cookie = urlsafe_b64decode(request.cookies.get(_name(flow_id), ""))
    except (binascii.Error, ValueError):
        return False
    return len(cookie) == 32 and context.keys.matches(cookie, _DOMAIN, flow_id.bytes)


def forget(answer: Response, flow_id: UUID) -> Response:
    """Take the mark from a browser that has come back."""
    answer.delete_cookie(_name(flow_id), path=_PATH)
    return answer


def _name(flow_id: UUID) -> str:
    """One for each flow: two tabs may be on their way at once."""
    return f"summerstow_state_{flow_id.hex[:12]}"
