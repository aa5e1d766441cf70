"""Which browser may end a sign-in with another provider: the one that began it."""

from __future__ import annotations

import pytest

from tests.auth.conftest import AuthApp, with_settings

from . import issuers, oidc
from .test_oauth import CALLBACK, CHALLENGE, exchange

pytestmark = pytest.mark.usefixtures("issuer")


async def test_a_state_is_of_no_use_in_another_browser(app: AuthApp) -> None:
    """Somebody begins, and lets another person come back from the provider."""
    back = await oidc.at_the_provider(await oidc.leave(app, issuers.person(), redirect_to=CALLBACK))
    mine = dict(app.client.cookies)
    assert len(mine) == 1
    for cookies in ({}, dict.fromkeys(mine, "A" * 43 + "="), dict.fromkeys(mine, "")):
        app.client.cookies.clear()
        app.client.cookies.update(cookies)
        other = await app.client.get(back)
        assert other.status_code == 303
        assert oidc.query(other)["error_code"] == "bad_oauth_state"
        assert oidc.query(other)["error_description"] == "OAuth state belongs to another browser"
    app.client.cookies.update(mine)
    assert "access_token" in oidc.fragment(await app.client.get(back))


async def test_the_mark_of_a_browser_is_kept_from_scripts_and_short(app: AuthApp) -> None:
    answer = await app.client.get("/authorize", params={"provider": "google"})
    mark = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Max-Age=300", "Path=/auth/v1/callback"):
        assert part in mark
    assert "Secure" not in mark


@with_settings(demo="0", site_url="https://storage.example.ca")
async def test_the_mark_goes_over_tls_alone_on_a_site_with_tls(app: AuthApp) -> None:
    answer = await app.client.get("/authorize", params={"provider": "google"})
    assert "Secure" in answer.headers["set-cookie"]


async def test_with_a_challenge_the_verifier_is_what_ties_the_browser(app: AuthApp) -> None:
    back = await oidc.at_the_provider(
        await oidc.leave(app, issuers.person(), redirect_to=CALLBACK, **CHALLENGE)
    )
    app.client.cookies.clear()
    code = oidc.query(await app.client.get(back))["code"]
    assert (await exchange(app, code, "w" * 64)).json()["error_code"] == "bad_code_verifier"
    assert (await exchange(app, code)).status_code == 200
