"""A change of address, which both mailboxes confirm."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.auth.conftest import AuthApp, error_of, new_address, with_settings

HALF = "Confirmation link accepted. Please proceed to confirm link sent to the other email"
BROWSER = {"accept": "text/html,*/*;q=0.8"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


async def request_change(
    app: AuthApp, session: dict[str, Any], new: str, query: str = "", **more: str
) -> dict[str, Any]:
    answer = await app.as_user(session, "PUT", f"/user{query}", json={"email": new, **more})
    assert answer.status_code == 200, answer.text
    user: dict[str, Any] = answer.json()
    return user


async def verify(app: AuthApp, email: str, mail: dict[str, Any]) -> httpx.Response:
    body = {"type": "email_change", "email": email, "token": mail["code"]}
    return await app.post("/verify", body)


@pytest.mark.parametrize("order", ["old first", "new first"])
async def test_both_mailboxes_must_agree(app: AuthApp, order: str) -> None:
    old, new = new_address("old"), new_address("new")
    session = await app.confirmed(old)
    user = await request_change(app, session, new.upper())
    assert (user["email"], user["new_email"]) == (old, new)
    assert user["email_change_sent_at"]
    mails = {one: (await app.mails(one))[0] for one in (old, new)}
    assert mails[old]["kind"] == "email_change_current"
    assert mails[new]["kind"] == "email_change_new"
    first, second = (old, new) if order == "old first" else (new, old)
    half = await verify(app, first, mails[first])
    assert (half.status_code, half.json()) == (200, {"msg": HALF, "code": "200"})
    assert (await verify(app, first, mails[first])).status_code == 403
    assert (await app.sign_in(new)).status_code == 400
    done = await verify(app, second, mails[second])
    user = done.json()["user"]
    assert user["email"] == new
    assert "new_email" not in user
    assert user["user_metadata"]["email"] == new
    assert [one["identity_data"]["email"] for one in user["identities"]] == [new]
    assert await app.value("select email from public.users where id = $1", user["id"]) == new
    assert (await app.sign_in(new)).status_code == 200
    assert (await app.sign_in(old)).status_code == 400
    notice = (await app.mails(old))[0]
    assert (notice["kind"], notice["new_email"]) == ("email_changed", new)
    assert app.welcomed[-1][1] == new
    assert await events_of(app, user["id"]) >= {"email_change_requested", "email_changed"}


async def events_of(app: AuthApp, user_id: str) -> set[str]:
    async with app.database.owner() as tx:
        rows = await tx.fetch(
            "select action from public.audit_log where table_name = 'auth.users' and row_id = $1",
            user_id,
        )
    return {row["action"] for row in rows}


async def test_by_links_a_person_reads_which_mailbox_is_left(app: AuthApp) -> None:
    old, new = new_address("old"), new_address("new")
    session = await app.confirmed(old)
    await request_change(app, session, new)
    links = {one: (await app.mails(one))[0]["link"] for one in (old, new)}
    page = await app.client.post(links[new], headers=BROWSER | FORM | {"cookie": COOKIE})
    assert page.status_code == 200
    assert old in page.text
    assert page.headers["content-type"].startswith("text/html")
    # A double click says the same.
    again = await app.client.post(links[new], headers=BROWSER | FORM | {"cookie": COOKIE})
    assert again.text == page.text
    done = await app.client.post(links[old], headers=FORM)
    values = parse_qs(urlsplit(done.headers["location"]).fragment)
    assert values["type"] == ["email_change"]
    user = await app.as_user({"access_token": values["access_token"][0]}, "GET", "/user")
    assert user.json()["email"] == new


COOKIE = "summerstow_link=this-browser"


@pytest.mark.parametrize("flow", ["implicit", "pkce"])
async def test_a_program_gets_the_message_in_the_address(app: AuthApp, flow: str) -> None:
    old, new = new_address("old"), new_address("new")
    session = await app.confirmed(old)
    verifier = "v" * 43
    pkce = {"code_challenge": verifier, "code_challenge_method": "plain"} if flow == "pkce" else {}
    back = httpx.QueryParams({"redirect_to": f"{app.settings.site_url}/account?a=1"})
    await request_change(app, session, new, f"?{back}", **pkce)
    links = {one: (await app.mails(one))[0]["link"] for one in (old, new)}
    # Where a page waits for the answer, a browser goes there too.
    clicked = await app.client.post(links[old], headers=BROWSER | FORM)
    half = urlsplit(clicked.headers["location"])
    assert parse_qs(half.fragment, keep_blank_values=True) == {"message": [HALF], "sb": [""]}
    expected = {"a": ["1"]} | ({"message": [HALF]} if pkce else {})
    assert parse_qs(half.query) == expected
    done = urlsplit((await app.client.post(links[new], headers=FORM)).headers["location"])
    if not pkce:
        assert "access_token" in parse_qs(done.fragment)
        return
    body = {"auth_code": parse_qs(done.query)["code"][0], "code_verifier": verifier}
    ended = await app.post("/token?grant_type=pkce", body)
    assert ended.json()["user"]["email"] == new


@with_settings(autoconfirm="1")
async def test_with_autoconfirm_the_new_mailbox_decides_alone(app: AuthApp, address: str) -> None:
    session = (await app.sign_up(address)).json()
    new = new_address()
    user = await request_change(app, session, new)
    assert (user["email"], user["new_email"]) == (address, new)
    assert await app.mails(address) == []
    assert (await verify(app, new, (await app.mails(new))[0])).json()["user"]["email"] == new


async def test_asking_for_the_address_as_it_is_ends_the_change(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    new = new_address()
    await request_change(app, session, new)
    assert "new_email" not in await request_change(app, session, address)
    for one in (address, new):
        assert (await verify(app, one, (await app.mails(one))[0])).status_code == 403


async def test_asking_anew_begins_anew(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    new = new_address()
    await request_change(app, session, new)
    await verify(app, address, (await app.mails(address))[0])
    await request_change(app, session, new)
    # Agreeing to the change before does not count for this one.
    assert (await app.mails(address))[0]["kind"] == "email_change_current"
    half = await verify(app, new, (await app.mails(new))[0])
    assert half.json()["msg"] == HALF
    done = await verify(app, address, (await app.mails(address))[0])
    assert done.json()["user"]["email"] == new


@pytest.mark.parametrize("by", ["the old address", "the new address"])
async def test_a_change_is_mailed_again_to_who_has_not_agreed(app: AuthApp, by: str) -> None:
    old, new = new_address("old"), new_address("new")
    session = await app.confirmed(old)
    await request_change(app, session, new)
    await verify(app, old, (await app.mails(old))[0])
    before = len(await app.mails(old))
    email = old if by == "the old address" else new
    again = await app.post("/resend", {"type": "email_change", "email": email})
    assert (again.status_code, again.json()) == (200, {})
    assert len(await app.mails(old)) == before
    assert len(await app.mails(new)) == 2
    done = await verify(app, new, (await app.mails(new))[0])
    assert done.json()["user"]["email"] == new


async def test_an_address_that_is_taken_is_refused_at_both_ends(app: AuthApp) -> None:
    taken, new = new_address("taken"), new_address("new")
    session = await app.confirmed()
    await app.confirmed(taken)
    refusal = (422, "email_exists", "A user with this email address has already been registered")
    answer = await app.as_user(session, "PUT", "/user", json={"email": taken})
    assert error_of(answer) == refusal
    await request_change(app, session, new)
    own = session["user"]["email"]
    await verify(app, own, (await app.mails(own))[0])
    mail = (await app.mails(new))[0]
    await app.confirmed(new)
    assert error_of(await verify(app, new, mail)) == refusal


async def test_a_new_password_ends_the_change_and_says_so(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    new = new_address()
    await request_change(app, session, new)
    mail = (await app.mails(new))[0]
    body = {"password": "another-good-one-5"}
    user = (await app.as_user(session, "PUT", "/user", json=body)).json()
    assert "new_email" not in user
    notice = (await app.mails(address))[0]
    assert (notice["kind"], notice["ended_change"]) == ("password_changed", new)
    assert (await verify(app, new, mail)).status_code == 403


@with_settings(mail_interval="60")
async def test_a_second_change_waits_a_minute(app: AuthApp, address: str) -> None:
    session = await app.confirmed(address)
    await request_change(app, session, new_address())
    answer = await app.as_user(session, "PUT", "/user", json={"email": new_address()})
    assert error_of(answer)[:2] == (429, "over_email_send_rate_limit")
    assert (await app.as_user(session, "GET", "/user")).json()["new_email"]
