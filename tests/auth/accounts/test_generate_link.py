"""POST /admin/generate_link: links for whoever holds the service key to send."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings

KEY = {"authorization": "Bearer demo-service-key"}


async def generate(app: AuthApp, **body: Any) -> httpx.Response:
    return await app.client.post("/admin/generate_link", json=body, headers=KEY)


async def prove(app: AuthApp, link: dict[str, Any]) -> httpx.Response:
    body = {"type": link["verification_type"], "token_hash": link["hashed_token"]}
    return await app.post("/verify", body)


@pytest.mark.parametrize("kind", ["signup", "invite", "magiclink"])
async def test_a_link_for_somebody_new_makes_the_account(
    app: AuthApp, address: str, kind: str
) -> None:
    back = f"{app.settings.site_url}/auth/callback?next=/book"
    answer = await generate(
        app,
        type=kind,
        email=address,
        password=PASSWORD,
        data={"full_name": "Noor New"},
        redirect_to=back,
    )
    link = answer.json()
    assert answer.status_code == 200, link
    assert link["email"] == address
    assert link["user_metadata"] == {"full_name": "Noor New"}
    # Somebody new who asks for a magic link signs up by it.
    assert link["verification_type"] == ("invite" if kind == "invite" else "signup")
    assert ("invited_at" in link) is (kind == "invite")
    assert link["redirect_to"] == back
    opened = httpx.URL(link["action_link"])
    assert opened.path == "/auth/v1/verify"
    assert dict(opened.params) == {
        "token": link["hashed_token"],
        "type": link["verification_type"],
        "redirect_to": back,
    }
    assert await app.mails(address) == []
    session = (await prove(app, link)).json()
    assert session["user"]["email_confirmed_at"]
    again = await prove(app, link)
    assert error_of(again) == (403, "otp_expired", "Email link is invalid or has expired")
    signed_in = await app.sign_in(address)
    assert (signed_in.status_code == 200) is (kind == "signup")


@pytest.mark.parametrize("kind", ["magiclink", "recovery"])
async def test_a_link_for_somebody_known_signs_them_in(app: AuthApp, kind: str) -> None:
    user = (await app.confirmed())["user"]
    link = (await generate(app, type=kind, email=user["email"])).json()
    assert (link["id"], link["verification_type"]) == (user["id"], kind)
    answer = await app.post(
        "/verify", {"type": kind, "email": user["email"], "token": link["email_otp"]}
    )
    assert answer.status_code == 200
    assert (await app.sign_in(user["email"])).status_code == 200


async def test_a_new_address_is_confirmed_from_both_mailboxes(app: AuthApp) -> None:
    user, email = (await app.confirmed())["user"], new_address("moved")
    ask = {"email": user["email"], "new_email": email}
    new = (await generate(app, type="email_change_new", **ask)).json()
    current = (await generate(app, type="email_change_current", **ask)).json()
    assert httpx.URL(current["action_link"]).params["type"] == "email_change"
    assert (new["new_email"], new["verification_type"]) == (email, "email_change_new")
    for link in (new, current):
        body = {"type": "email_change", "token_hash": link["hashed_token"]}
        answer = await app.post("/verify", body)
        assert answer.status_code == 200, answer.text
    assert answer.json()["user"]["email"] == email


async def test_a_link_replaces_the_one_before(app: AuthApp, address: str) -> None:
    ask = {"type": "signup", "email": address, "password": PASSWORD}
    first = (await generate(app, **ask)).json()
    second = (await generate(app, **ask)).json()
    assert (await prove(app, first)).status_code == 403
    assert (await prove(app, second)).status_code == 200


@with_settings(mail_interval="60")
async def test_no_link_waits_for_the_one_before(app: AuthApp, address: str) -> None:
    ask = {"type": "magiclink", "email": address}
    assert {(await generate(app, **ask)).status_code for _ in range(3)} == {200}


async def test_links_that_are_refused(app: AuthApp, address: str) -> None:
    known = (await app.confirmed())["user"]["email"]
    other = (await app.confirmed())["user"]["email"]
    taken = (422, "email_exists", "A user with this email address has already been registered")
    nobody = (404, "user_not_found", "User with this email not found")
    for body, refusal in (
        ({"type": "x", "email": address}, "Invalid email action link type requested: x"),
        ({"type": "recovery", "email": ""}, "An email address is required"),
        ({"type": "signup", "email": address}, "Signup requires a valid password"),
        ({"type": "email_change_new", "email": known}, "An email address is required"),
        ({"type": "signup", "email": known, "password": PASSWORD}, taken),
        ({"type": "invite", "email": known}, taken),
        ({"type": "email_change_new", "email": known, "new_email": other}, taken),
        ({"type": "recovery", "email": address}, nobody),
        ({"type": "email_change_current", "email": address, "new_email": other}, nobody),
    ):
        expected = (400, "validation_failed", refusal) if isinstance(refusal, str) else refusal
        assert error_of(await generate(app, **body)) == expected, body
    weak = await generate(app, type="signup", email=address, password="123")
    assert error_of(weak)[:2] == (422, "weak_password")
    count = "select count(*) from auth.users where email = $1"
    assert await app.value(count, address) == 0


async def test_a_way_back_that_is_refused_is_replaced(app: AuthApp, address: str) -> None:
    answer = await generate(
        app, type="magiclink", email=address, redirect_to="https://elsewhere.test/"
    )
    assert answer.json()["redirect_to"] == app.settings.site_url
