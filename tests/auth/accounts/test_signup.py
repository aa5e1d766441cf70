"""POST /signup: what each kind of address is answered."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tests.auth.conftest import PASSWORD, AuthApp, error_of, new_address, with_settings


async def test_a_new_address_gets_a_bare_user_and_a_mail(app: AuthApp, address: str) -> None:
    answer = await app.sign_up(
        address.upper(), data={"full_name": "Kai <b>Ōta</b> 🎒", "role": "admin"}
    )
    user = answer.json()
    assert answer.status_code == 200
    assert user["email"] == address
    assert user["role"] == user["aud"] == "authenticated"
    assert user["phone"] == ""
    assert user["is_anonymous"] is False
    assert "confirmation_sent_at" in user
    assert "email_confirmed_at" not in user
    assert user["app_metadata"] == {"provider": "email", "providers": ["email"]}
    assert user["user_metadata"] == {
        "sub": user["id"],
        "email": address,
        "email_verified": False,
        "phone_verified": False,
        "full_name": "Kai <b>Ōta</b> 🎒",
        "role": "admin",
    }
    [identity] = user["identities"]
    assert identity["id"] == identity["user_id"] == user["id"]
    assert identity["provider"] == "email"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", user["created_at"])
    [mail] = await app.mails(address)
    assert mail["kind"] == "confirm_signup"
    assert re.fullmatch(r"\d{6}", mail["code"])
    assert mail["link"].startswith(f"{app.settings.site_url}/auth/v1/verify?token=")


async def test_the_mail_of_a_booker_waits_for_the_booking(app: AuthApp) -> None:
    """Rule: one-mail-for-a-booking. The wizard's mark is not stored, and tells nobody anything."""
    known, new = new_address(), new_address()
    await app.confirmed(known)
    for email, kind in ((known, "signup_taken"), (new, "confirm_signup")):
        answer = await app.sign_up(email, "another-one-77", data={"booking_follows": True})
        assert "booking_follows" not in answer.text
        waits = await app.value(
            "select cause like 'with-booking:%' and due_at > now() + interval '1 minute' "
            "from app.outbox where recipient = $1 and kind = $2",
            email,
            kind,
        )
        assert waits is True


async def test_every_account_has_a_customers_profile_whatever_it_asks_for(
    app: AuthApp, address: str
) -> None:
    """Rule: customer-id."""
    user = (await app.sign_up(address, data={"name": "  Mia  ", "role": "executive"})).json()
    async with app.database.owner() as tx:
        row = await tx.fetchrow("select * from public.users where id = $1", user["id"])
    assert row is not None
    assert (row["email"], row["role"], row["full_name"]) == (address, "customer", "Mia")
    assert re.fullmatch(r"SS-[ABCDEFGHJKMNPQRSTVWXYZ2-9]{5}", row["customer_id"])


async def test_a_name_that_nobody_can_see_is_none(app: AuthApp, address: str) -> None:
    unseen = {"full_name": "\u200b\u2060\u3164", "name": "مه\u200cسا"}
    user = (await app.sign_up(address, data=unseen)).json()
    name = await app.value("select full_name from public.users where id = $1", user["id"])
    assert name == unseen["name"], "a joiner inside a visible name stays"


def _shape(value: object) -> object:
    """The keys and the lengths of a body, without its values."""
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shape(inner) for inner in value]
    return len(value) if isinstance(value, str) else value


async def test_a_taken_address_is_answered_like_a_new_and_a_waiting_one(app: AuthApp) -> None:
    """Nothing but the ids and the moments differs, not even when asked twice.

    Rule: no-guessing-accounts.
    """
    known, new = new_address(), new_address()
    await app.confirmed(known)
    answers = [
        await app.sign_up(one, "another-one-77", data={"full_name": "Mallory"})
        for one in (known, new, known, new)
    ]
    assert [one.status_code for one in answers] == [200] * 4
    bodies = [one.json() for one in answers]
    assert len({len(one.content) for one in answers}) == 1
    assert [_shape(one) for one in bodies[1:]] == [_shape(bodies[0])] * 3
    assert [list(one) for one in bodies[1:]] == [list(bodies[0])] * 3
    assert bodies[0]["id"] == bodies[2]["id"]
    assert bodies[1]["id"] == bodies[3]["id"]
    for body in bodies:
        assert body["created_at"] == body["updated_at"] == body["confirmation_sent_at"]
        assert body["user_metadata"]["full_name"] == "Mallory"
        assert (body["role"], body["identities"][0]["user_id"]) == ("authenticated", body["id"])
    assert await app.value("select count(*) from auth.users where id = $1", bodies[0]["id"]) == 0


async def test_a_waiting_address_tells_nothing_of_who_signed_up_first(
    app: AuthApp, address: str
) -> None:
    await app.sign_up(address, data={"full_name": "First"})
    again = await app.sign_up(address, data={"full_name": "Second"})
    assert "First" not in again.text


@with_settings(reveal_accounts="1")
async def test_a_taken_address_is_answered_as_upstream_where_that_is_wanted(
    app: AuthApp,
) -> None:
    address = new_address()
    await app.confirmed(address)
    answer = await app.sign_up(address, "another-one-77", data={"full_name": "Mallory"})
    new = (await app.sign_up(new_address(), data={"full_name": "Mallory"})).json()
    fake = answer.json()
    assert answer.status_code == 200
    assert fake["identities"] == []
    assert fake["role"] == ""
    assert set(fake) == set(new)
    assert fake["user_metadata"] == {"full_name": "Mallory"}
    assert await app.value("select count(*) from auth.users where id = $1", fake["id"]) == 0
    assert (await app.mails(address))[0]["kind"] == "signup_taken"
    assert (await app.sign_in(address)).status_code == 200
    assert (await app.sign_in(address, "another-one-77")).status_code == 400


async def test_who_reads_the_mailbox_decides_whose_password_counts(
    app: AuthApp, address: str
) -> None:
    await app.sign_up(address, "password-of-the-first", data={"full_name": "First"})
    again = await app.sign_up(address, "password-of-the-owner", data={"full_name": "Owner"})
    assert again.status_code == 200
    newest, oldest = await app.mails(address)
    proof = {"type": "signup", "email": address}
    assert (await app.post("/verify", {**proof, "token": oldest["code"]})).status_code == 403
    session = (await app.post("/verify", {**proof, "token": newest["code"]})).json()
    assert session["user"]["user_metadata"]["full_name"] == "Owner"
    assert session["user"]["user_metadata"]["email_verified"] is True
    name = await app.value("select full_name from public.users where email = $1", address)
    assert name == "Owner"
    assert (await app.sign_in(address, "password-of-the-owner")).status_code == 200
    assert (await app.sign_in(address, "password-of-the-first")).status_code == 400


@with_settings(autoconfirm="1")
async def test_with_autoconfirm_a_new_address_is_signed_in(app: AuthApp, address: str) -> None:
    answer = await app.sign_up(address)
    session = answer.json()
    assert answer.status_code == 200
    assert session["token_type"] == "bearer"
    assert session["user"]["email_confirmed_at"]
    assert app.welcomed == [], "nobody showed that the address is theirs"
    assert await app.mails(address) == []
    taken = await app.sign_up(address)
    assert error_of(taken) == (422, "user_already_exists", "User already registered")


@with_settings(mail_interval="60")
async def test_a_second_mail_waits_a_minute_whether_the_address_is_taken_or_not(
    app: AuthApp, address: str
) -> None:
    owner = new_address()
    await app.confirmed(owner)
    for email in (address, owner):
        assert (await app.sign_up(email)).status_code == 200
        app.clock.pass_(seconds=20)
        refused = await app.sign_up(email)
        status, code, message = error_of(refused)
        assert (status, code) == (429, "over_email_send_rate_limit")
        wait = int(refused.headers["retry-after"])
        assert 30 < wait <= 40
        assert message == (
            f"For security purposes, you can only request this after {wait} seconds."
        )
        assert len(await app.mails(email)) == (1 if email == address else 2)
        app.clock.pass_(seconds=41)
        assert (await app.sign_up(email)).status_code == 200


CHALLENGE = "a" * 43
REFUSED: list[tuple[str, dict[str, Any], tuple[int, str, str]]] = [
    (
        "neither address nor phone",
        {"password": PASSWORD},
        (422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
    ),
    (
        "no password",
        {"email": "a@mail.test"},
        (400, "validation_failed", "Signup requires a valid password"),
    ),
    (
        "short password before a bad address",
        {"email": "nonsense", "password": "12345"},
        (422, "weak_password", "Password should be at least 6 characters."),
    ),
    (
        "long password",
        {"email": "a@mail.test", "password": "é" * 37},
        (400, "validation_failed", "Password cannot be longer than 72 characters"),
    ),
    (
        "both",
        {"email": "a@mail.test", "phone": "+12505550139", "password": PASSWORD},
        (
            400,
            "validation_failed",
            "Only an email address or phone number should be provided on signup.",
        ),
    ),
    (
        "no phone number",
        {"phone": "+0250555", "password": PASSWORD},
        (400, "validation_failed", "Invalid phone number format (E.164 required)"),
    ),
    (
        "another channel",
        {"phone": "+12505550139", "password": PASSWORD, "channel": "pigeon"},
        (400, "validation_failed", "Invalid channel, supported values are 'sms'"),
    ),
    (
        "phone with PKCE",
        {"phone": "+12505550139", "password": PASSWORD, "code_challenge": CHALLENGE},
        (400, "validation_failed", "PKCE not supported for phone signups"),
    ),
    (
        "half a PKCE pair",
        {"email": "a@mail.test", "password": PASSWORD, "code_challenge": CHALLENGE},
        (
            400,
            "validation_failed",
            "PKCE flow requires code_challenge_method and code_challenge",
        ),
    ),
    (
        "short challenge",
        {
            "email": "a@mail.test",
            "password": PASSWORD,
            "code_challenge": "abc",
            "code_challenge_method": "s256",
        },
        (400, "validation_failed", "code challenge has to be between 43 and 128 characters"),
    ),
    (
        "long address",
        {"email": "a" * 250 + "@mail.test", "password": PASSWORD},
        (400, "validation_failed", "An email address is too long"),
    ),
    *(
        (
            f"address {bad!r}",
            {"email": bad, "password": PASSWORD},
            (400, "validation_failed", "Unable to validate email address: invalid format"),
        )
        for bad in (
            "nonsense",
            "a@mail.test\r\nBcc: victim@mail.test",
            "a@mail.test\n",
            "a b@mail.test",
            "a@mail",
            "a@@mail.test",
            "@mail.test",
            "a@.test",
            "a..b@mail.test",
            "<a@mail.test>",
            "a\u0000@mail.test",
            "a@mail.test,b@mail.test",
        )
    ),
]


@pytest.mark.parametrize(
    ("body", "expected"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED]
)
async def test_what_is_refused(
    app: AuthApp, body: dict[str, Any], expected: tuple[int, str, str]
) -> None:
    before = await app.value("select count(*) from auth.users")
    assert error_of(await app.post("/signup", body)) == expected
    assert await app.value("select count(*) from auth.users") == before


@pytest.mark.parametrize("name", ["x" * 10_000, "two\nlines", "bell\u0007", "nul\u0000"])
async def test_a_name_is_one_line_of_bounded_length(app: AuthApp, address: str, name: str) -> None:
    answer = await app.sign_up(address, data={"full_name": name})
    assert error_of(answer)[:2] == (400, "validation_failed")


@pytest.mark.parametrize("password", ["password", "PASSWORD", "123456", "qwerty123", "iloveyou"])
async def test_the_commonest_passwords_are_refused(
    app: AuthApp, address: str, password: str
) -> None:
    answer = await app.sign_up(address, password)
    assert error_of(answer)[:2] == (422, "weak_password")
    assert answer.json()["weak_password"] == {"reasons": ["pwned"]}
    assert (await app.sign_up(address, "demo-password")).status_code == 200


@with_settings(password_blocklist="0")
async def test_the_list_of_common_passwords_can_be_switched_off(app: AuthApp, address: str) -> None:
    assert (await app.sign_up(address, "password")).status_code == 200


@with_settings(disable_signup="1")
async def test_sign_ups_can_be_closed(app: AuthApp, address: str) -> None:
    expected = (422, "signup_disabled", "Signups not allowed for this instance")
    assert error_of(await app.sign_up(address)) == expected
    assert error_of(await app.post("/signup", {"email": address})) == expected
    anonymous = await app.post("/signup", {})
    assert error_of(anonymous)[1] == "anonymous_provider_disabled"


@with_settings(anonymous="1")
async def test_an_anonymous_visitor_gets_a_session(app: AuthApp) -> None:
    session = (await app.post("/signup", {"data": {"theme": "dark"}})).json()
    user = session["user"]
    assert user["is_anonymous"] is True
    assert (user["email"], user["identities"], user["app_metadata"]) == ("", [], {})
    assert user["user_metadata"] == {"theme": "dark"}
    assert app.welcomed == []


async def test_many_sign_ups_for_one_address_at_once_make_one_account(
    app: AuthApp, address: str
) -> None:
    answers = await asyncio.gather(*(app.sign_up(address) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["id"] for answer in answers}) == 1


@with_settings(admin_emails="Boss@mail.test")
async def test_a_listed_address_is_admin_from_its_first_confirmed_sign_in(app: AuthApp) -> None:
    """Rule: admin-by-confirmation."""
    role = "select role from public.users where email = 'boss@mail.test'"
    await app.sign_up("boss@mail.test")
    assert await app.value(role) == "customer"
    code = (await app.mails("boss@mail.test"))[0]["code"]
    await app.post("/verify", {"type": "email", "email": "boss@mail.test", "token": code})
    assert await app.value(role) == "admin"
    await app.value("update public.users set role = 'customer' where email = 'boss@mail.test'")
    await app.sign_in("boss@mail.test")
    assert await app.value(role) == "customer"


async def test_resend_mails_a_new_code_and_tells_nobody_who_exists(
    app: AuthApp, address: str
) -> None:
    await app.sign_up(address)
    for email in (address, new_address("nobody")):
        answer = await app.post("/resend", {"type": "signup", "email": email})
        assert (answer.status_code, answer.json()) == (200, {})
    newest, oldest = await app.mails(address)
    assert newest["link"] != oldest["link"]
    refused = await app.post("/resend", {"type": "nonsense", "email": address})
    assert error_of(refused) == (
        400,
        "validation_failed",
        "Missing one of these types: signup, email_change, sms, phone_change",
    )


async def test_an_address_in_wide_letters_is_the_same_address(app: AuthApp) -> None:
    """It makes no account that looks like another."""
    plain = new_address()
    wide = (
        "".join(chr(ord(one) + 0xFEE0) if one.isalpha() else one for one in plain[:3]) + plain[3:]
    )
    assert wide != plain
    first, second = await app.sign_up(plain), await app.sign_up(wide)
    assert first.json()["id"] == second.json()["id"]
    cyrillic = await app.sign_up(plain.replace(plain[0], "\u0430", 1))
    assert cyrillic.status_code == 400
