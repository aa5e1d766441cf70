"""What a person with a second factor does: set one up, prove it, look at what it gave."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pyotp
from joserfc.util import urlsafe_b64decode

from tests.auth.conftest import AuthApp

Session = dict[str, Any]


def claims_of(session: Session) -> dict[str, Any]:
    payload = session["access_token"].split(".")[1]
    return msgspec.json.decode(urlsafe_b64decode(payload.encode()), type=dict[str, Any])


async def enroll(app: AuthApp, session: Session, **body: Any) -> dict[str, Any]:
    """A factor that is not verified yet; an authenticator app unless the body says otherwise."""
    answer = await app.as_user(session, "POST", "/factors", json={"factor_type": "totp"} | body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def challenge(app: AuthApp, session: Session, factor_id: str) -> dict[str, Any]:
    answer = await app.as_user(session, "POST", f"/factors/{factor_id}/challenge", content=b"")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def answer_challenge(
    app: AuthApp, session: Session, factor_id: str, challenge_id: str, code: str
) -> httpx.Response:
    body = {"challenge_id": challenge_id, "code": code}
    return await app.as_user(session, "POST", f"/factors/{factor_id}/verify", json=body)


def code_now(app: AuthApp, secret: str) -> str:
    """What the authenticator app shows."""
    return pyotp.TOTP(secret).at(app.clock())


async def prove(app: AuthApp, session: Session, factor: dict[str, Any]) -> httpx.Response:
    """Challenge and the app's code."""
    begun = await challenge(app, session, factor["id"])
    code = code_now(app, factor["totp"]["secret"])
    return await answer_challenge(app, session, factor["id"], begun["id"], code)


async def raised(app: AuthApp, session: Session, **body: Any) -> tuple[dict[str, Any], Session]:
    """A verified authenticator app and the session at aal2; its next code is good already."""
    factor = await enroll(app, session, **body)
    answer = await prove(app, session, factor)
    assert answer.status_code == 200, answer.text
    app.clock.pass_(seconds=60)
    return factor, answer.json()


async def remove(app: AuthApp, session: Session, factor_id: str) -> httpx.Response:
    headers = {"content-type": "application/json;charset=UTF-8"}
    return await app.as_user(session, "DELETE", f"/factors/{factor_id}", headers=headers)
