"""What auto-confirmation does not bring: it is nobody's word that an address is theirs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import httpx

from tests.auth.conftest import AuthApp, error_of, with_settings

STRANGER = "password-of-a-stranger"
LISTED = "admin@demo.test"

autoconfirmed = with_settings(autoconfirm="1")


async def role_of(app: AuthApp, user_id: str) -> Any:
    return await app.value("select role from public.users where id = $1", UUID(user_id))


async def read_mail(app: AuthApp, email: str) -> httpx.Response:
    """Ask for a magic link and answer it, as the mailbox's owner."""
    assert (await app.post("/otp", {"email": email})).status_code == 200
    code = (await app.mails(email))[0]["code"]
    return await app.post("/verify", {"type": "magiclink", "email": email, "token": code})


@autoconfirmed
async def test_signing_up_as_a_staff_address_makes_a_customer_until_its_mail_is_read(
    app: AuthApp,
) -> None:
    taken = (await app.sign_up(LISTED, STRANGER)).json()
    again = (await app.sign_in(LISTED, STRANGER)).json()
    assert await role_of(app, taken["user"]["id"]) == "customer"
    assert app.welcomed == []
    owner = (await read_mail(app, LISTED)).json()
    assert owner["user"]["id"] == taken["user"]["id"]
    assert await role_of(app, owner["user"]["id"]) == "admin"
    assert [email for _, email in app.welcomed] == [LISTED]
    # The stranger has nothing of what is the owner's now.
    assert error_of(await app.sign_in(LISTED, STRANGER))[1] == "invalid_credentials"
    for session in (taken, again):
        refused = await app.as_user(session, "GET", "/user")
        assert error_of(refused)[1] == "session_not_found"


@autoconfirmed
async def test_a_way_in_by_mail_alone_keeps_what_was_proved(app: AuthApp, address: str) -> None:
    """An account that /otp makes counts as confirmed at once, and is proved by its first mail."""
    first = (await read_mail(app, address)).json()
    assert [email for _, email in app.welcomed] == [address]
    set_one = await app.as_user(first, "PUT", "/user", json={"password": "plum-kettle-94"})
    assert set_one.status_code == 200, set_one.text
    assert (await read_mail(app, address)).status_code == 200
    assert (await app.sign_in(address)).status_code == 200, "proved, so the password stays"


@with_settings(anonymous="1", autoconfirm="1")
async def test_an_anonymous_visitor_who_names_an_address_brings_nothing_along(
    app: AuthApp, address: str
) -> None:
    session = (await app.post("/signup", {})).json()
    user = (await app.as_user(session, "PUT", "/user", json={"email": address})).json()
    assert user["email"] == address
    assert app.welcomed == []


@autoconfirmed
async def test_the_service_key_may_confirm_an_address(app: AuthApp, address: str) -> None:
    made = (await app.sign_up(address)).json()
    service = {"authorization": f"Bearer {app.settings.service_key}"}
    path = f"/admin/users/{made['user']['id']}"
    await app.book_as_guest(address)
    answer = await app.client.put(path, json={"email_confirm": True}, headers=service)
    assert answer.status_code == 200, answer.text
    await app.sign_in(address)
    assert [email for _, email in app.welcomed] == [address]
