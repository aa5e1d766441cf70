"""Whose account it is that Google vouches for: the table of A5, through the ID token grant.

The provider may say anything here; that the grant believes only what is signed is in
test_id_token.py.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings

from . import issuers

pytestmark = pytest.mark.usefixtures("google")


@pytest.fixture
def grant(app: AuthApp, google: issuers.FakeIssuer) -> Any:
    """`await grant(claims)`: what the ID token grant answers a person of these claims."""

    async def ask(claims: dict[str, Any]) -> httpx.Response:
        body = {"provider": "google", "id_token": google.token(**claims)}
        return await app.post("/token?grant_type=id_token", body)

    return ask


def providers_of(session: dict[str, Any]) -> list[str]:
    return [one["provider"] for one in session["user"]["identities"]]


async def answer_mail(app: AuthApp, address: str) -> httpx.Response:
    code = (await app.mails(address))[0]["code"]
    return await app.post("/verify", {"type": "signup", "email": address, "token": code})


async def test_a_verified_address_leads_into_its_account_and_the_owner_is_told(
    app: AuthApp, grant: Any, address: str
) -> None:
    owner = await app.confirmed(address, data={"full_name": "Kai", "diet": "vegan"})
    session = (await grant(issuers.person(address.upper()))).json()
    assert session["user"]["id"] == owner["user"]["id"]
    assert providers_of(session) == ["email", "google"]
    assert session["user"]["app_metadata"] == {
        "provider": "email",
        "providers": ["email", "google"],
    }
    assert session["user"]["user_metadata"]["diet"] == "vegan"
    assert session["user"]["user_metadata"]["full_name"] == "Noa Gold"
    (mail, *_) = await app.mails(address)
    assert mail["kind"] == "identity_linked"
    assert mail["password_removed"] is False
    assert (await app.sign_in(address)).status_code == 200
    assert await app.value(
        "select count(*) from public.audit_log where action = 'identity_linked' and row_id = $1",
        owner["user"]["id"],
    )
    told = len(await app.mails(address))
    assert (await grant(issuers.person(address))).status_code == 200
    assert len(await app.mails(address)) == told + 1


async def test_whoever_squatted_on_an_address_loses_it_to_its_owner(
    app: AuthApp, grant: Any, address: str
) -> None:
    await app.sign_up(address, data={"full_name": "Squatter", "note": "mine"})
    squatted = (await app.mails(address))[0]["code"]
    session = (await grant(issuers.person(address))).json()
    assert providers_of(session) == ["google"]
    assert session["user"]["email_confirmed_at"]
    assert "note" not in session["user"]["user_metadata"]
    assert session["user"]["app_metadata"]["providers"] == ["google"]
    assert (await app.sign_in(address)).json()["error_code"] == "invalid_credentials"
    late = await app.post("/verify", {"type": "signup", "email": address, "token": squatted})
    assert late.json()["error_code"] == "otp_expired"
    (mail, *_) = await app.mails(address)
    assert (mail["kind"], mail["password_removed"]) == ("identity_linked", True)
    name = await app.value("select full_name from public.users where email = $1", address)
    assert name == "Noa Gold"


@pytest.mark.parametrize("app", [{}, {"autoconfirm": "1"}], indirect=True)
async def test_an_unverified_address_never_leads_into_an_account(
    app: AuthApp, grant: Any, address: str
) -> None:
    await app.sign_up(address)
    if not app.settings.autoconfirm:
        await answer_mail(app, address)
    before = await app.value("select id from auth.users where email = $1", address)
    who = issuers.person(address, verified=False)
    answer = await grant(who)
    if app.settings.autoconfirm:
        assert answer.json()["user"]["email"] == ""
    else:
        assert error_of(answer)[:2] == (422, "provider_email_needs_verification")
    assert await app.value("select id from auth.users where email = $1", address) == before
    owners = await app.value(
        "select array_agg(user_id) from auth.identities where subject = $1", who["sub"]
    )
    assert before not in owners


async def test_an_unverified_address_is_confirmed_by_mail_first(
    app: AuthApp, grant: Any, address: str
) -> None:
    who = issuers.person(address, verified=False)
    assert error_of(await grant(who)) == (
        422,
        "provider_email_needs_verification",
        "Unverified email with google. A confirmation email has been sent to your google email",
    )
    assert [one["kind"] for one in await app.mails(address)] == ["confirm_signup"]
    assert (await answer_mail(app, address)).status_code == 200
    session = (await grant(who)).json()
    assert (session["user"]["email"], providers_of(session)) == (address, ["google"])


@with_settings(mail_interval="60")
async def test_asking_again_and_again_sends_one_mail(
    app: AuthApp, grant: Any, address: str
) -> None:
    who = issuers.person(address, verified=False)
    for _ in range(3):
        assert error_of(await grant(who))[1] == "provider_email_needs_verification"
    assert len(await app.mails(address)) == 1
    assert (await answer_mail(app, address)).status_code == 200
    assert (await grant(who)).status_code == 200


async def test_the_mailbox_s_owner_is_not_joined_by_who_claimed_it_first(
    app: AuthApp, grant: Any, address: str
) -> None:
    """Somebody claims the address at the provider, unverified; its owner then signs up here."""
    claimed = issuers.person(address, verified=False)
    await grant(claimed)
    await app.sign_up(address)
    owner = (await answer_mail(app, address)).json()
    assert providers_of(owner) == ["email"]
    assert owner["user"]["app_metadata"] == {"provider": "email", "providers": ["email"]}
    assert (await app.sign_in(address)).status_code == 200
    refused = await grant(claimed)
    assert error_of(refused)[1] == "provider_email_needs_verification"
    verified = (await grant(claimed | {"email_verified": True})).json()
    assert verified["user"]["id"] == owner["user"]["id"]
    assert providers_of(verified) == ["email", "google"]


async def test_an_address_of_another_way_in_counts_only_if_it_was_verified(
    app: AuthApp, google: issuers.FakeIssuer, grant: Any
) -> None:
    first = issuers.person()
    session = (await grant(first)).json()
    body = {"provider": "google", "id_token": "", "link_identity": True}
    for verified in (True, False):
        second = issuers.person(verified=verified)
        body["id_token"] = google.token(**second)
        linked = await app.as_user(session, "POST", "/token?grant_type=id_token", json=body)
        assert linked.status_code == 200, linked.text
        again = (await grant(issuers.person(second["email"]))).json()
        assert (again["user"]["id"] == session["user"]["id"]) is verified


async def test_a_number_s_owner_keeps_the_account_and_loses_only_the_claimed_address(
    app: AuthApp, grant: Any, address: str
) -> None:
    await app.sign_up(address)
    by_phone = await app.value(
        "update auth.users set phone = $2, phone_confirmed_at = now() where email = $1 "
        "returning id",
        address,
        f"1604{abs(hash(address)) % 10**7:07}",
    )
    session = (await grant(issuers.person(address))).json()
    assert session["user"]["id"] != str(by_phone)
    assert session["user"]["email"] == address
    left = await app.value("select email from auth.users where id = $1", by_phone)
    assert left is None


async def test_the_same_new_person_twice_at_once_is_one_account(app: AuthApp, grant: Any) -> None:
    who = issuers.person()
    answers = await asyncio.gather(*(grant(who) for _ in range(5)))
    assert {one.status_code for one in answers} == {200}
    assert len({one.json()["user"]["id"] for one in answers}) == 1


async def test_a_listed_address_is_staff_only_once_it_is_verified(app: AuthApp, grant: Any) -> None:
    listed = "admin@demo.test"
    refused = await grant(issuers.person(listed, verified=False))
    assert error_of(refused)[1] == "provider_email_needs_verification"
    role = "select role from public.users where id = $1"
    made = await app.value("select id from auth.users where email = $1", listed)
    assert await app.value(role, made) == "customer"
    session = (await grant(issuers.person(listed))).json()
    assert await app.value(role, session["user"]["id"]) == "admin"


@with_settings(anonymous="1")
async def test_an_anonymous_visitor_becomes_somebody(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    visitor = (await app.post("/signup", {})).json()
    who = issuers.person()
    body = {"provider": "google", "id_token": google.token(**who), "link_identity": True}
    answer = await app.as_user(visitor, "POST", "/token?grant_type=id_token", json=body)
    session = answer.json()
    assert session["user"]["id"] == visitor["user"]["id"]
    assert session["user"]["is_anonymous"] is False
    assert session["user"]["email"] == who["email"]
    assert session["user"]["email_confirmed_at"]
    profile = await app.value("select email from public.users where id = $1", session["user"]["id"])
    assert profile == who["email"]


@with_settings(anonymous="1")
async def test_an_anonymous_visitor_confirms_an_unverified_address_first(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    visitor = (await app.post("/signup", {})).json()
    who = issuers.person(verified=False)
    body = {"provider": "google", "id_token": google.token(**who), "link_identity": True}
    answer = await app.as_user(visitor, "POST", "/token?grant_type=id_token", json=body)
    assert error_of(answer)[:2] == (422, "email_not_confirmed")
    confirmed = (await answer_mail(app, who["email"])).json()
    assert confirmed["user"]["id"] == visitor["user"]["id"]
    assert confirmed["user"]["is_anonymous"] is False
    assert providers_of(confirmed) == ["google"]


@with_settings(anonymous="1")
async def test_a_visitor_cannot_wait_in_an_account_for_the_address_s_owner(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    visitor = (await app.post("/signup", {})).json()
    who = issuers.person(verified=False)
    body = {"provider": "google", "id_token": google.token(**who), "link_identity": True}
    await app.as_user(visitor, "POST", "/token?grant_type=id_token", json=body)
    await app.sign_up(who["email"], PASSWORD)
    owner = (await answer_mail(app, who["email"])).json()
    assert providers_of(owner) == ["email"]
    left = await app.as_user(visitor, "GET", "/user")
    assert left.json()["error_code"] == "session_not_found"


@with_settings(anonymous="1")
async def test_a_visitor_cannot_take_somebody_s_address(
    app: AuthApp, google: issuers.FakeIssuer
) -> None:
    taken = new_address()
    await app.confirmed(taken)
    visitor = (await app.post("/signup", {})).json()
    body = {
        "provider": "google",
        "id_token": google.token(**issuers.person(taken)),
        "link_identity": True,
    }
    answer = await app.as_user(visitor, "POST", "/token?grant_type=id_token", json=body)
    assert error_of(answer)[:2] == (422, "email_exists")
