"""Challenge and verify: what raises a session to aal2, and what does not."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from summerstow.platform.auth.mfa import factor_verify
from summerstow.platform.roles import Role
from tests.auth.conftest import AuthApp, error_of, new_address, with_settings

from .mfa_steps import (
    answer_challenge,
    challenge,
    claims_of,
    code_now,
    enroll,
    prove,
    raised,
    remove,
)

WRONG = (422, "mfa_verification_failed", "Invalid TOTP code entered")
SPENT = (422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.")


def wrong_code(right: str) -> str:
    """Six digits that are of no step near the present one."""
    return f"{(int(right) + 500_000) % 1_000_000:06}"


async def test_a_code_raises_this_very_session(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    begun = await challenge(app, session, factor["id"])
    assert set(begun) == {"id", "type", "expires_at"}
    assert begun["type"] == "totp"
    assert begun["expires_at"] - int(app.clock().timestamp()) in (299, 300)
    code = code_now(app, factor["totp"]["secret"])
    spaced = f"{code[:3]} {code[3:]}"
    answer = await answer_challenge(app, session, factor["id"], begun["id"], spaced)
    high = answer.json()
    assert answer.status_code == 200
    low_claims, claims = claims_of(session), claims_of(high)
    assert claims["session_id"] == low_claims["session_id"]
    assert (low_claims["aal"], claims["aal"]) == ("aal1", "aal2")
    assert [one["method"] for one in claims["amr"]] == ["totp", "otp"]
    assert [one["status"] for one in high["user"]["factors"]] == ["verified"]
    assert high["user"]["factors"][0]["last_challenged_at"] is not None
    assert high["expires_in"] == 3600
    refreshed = (await app.refresh(high["refresh_token"])).json()
    assert claims_of(refreshed)["aal"] == "aal2"
    assert claims_of(refreshed)["amr"] == claims["amr"]


async def test_the_refresh_token_of_before_is_void(app: AuthApp) -> None:
    before = await app.confirmed()
    old = before["refresh_token"]
    parent = (await app.refresh(old)).json()
    _, high = await raised(app, parent)
    for spent in (parent["refresh_token"], old):
        refused = error_of(await app.refresh(spent))
        assert refused[1] in ("refresh_token_already_used", "session_not_found")
    assert high["refresh_token"] != parent["refresh_token"]


async def test_other_sessions_below_aal2_end_and_set_ups_of_the_kind_go(app: AuthApp) -> None:
    address = new_address()
    session = await app.confirmed(address)
    other = (await app.sign_in(address)).json()
    await enroll(app, session, friendly_name="never finished")
    await enroll(app, session, friendly_name="a phone", factor_type="phone", phone="+12505550141")
    _, high = await raised(app, session)
    gone = await app.as_user(other, "GET", "/user")
    assert error_of(gone)[:2] == (403, "session_not_found")
    names = {one.get("friendly_name") for one in high["user"]["factors"]}
    assert names == {None, "a phone"}
    second = (await app.sign_in(address)).json()
    assert claims_of(second)["aal"] == "aal1"
    [factor] = [one for one in high["user"]["factors"] if one["status"] == "verified"]
    assert (await challenge(app, second, factor["id"]))["type"] == "totp"


async def test_a_code_is_good_once_and_near_its_time(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    secret, factor_id = factor["totp"]["secret"], factor["id"]
    app.clock.pass_(seconds=30 - app.clock().timestamp() % 30)
    early = code_now(app, secret)
    app.clock.pass_(seconds=31)
    begun = await challenge(app, session, factor_id)
    answer = await answer_challenge(app, session, factor_id, begun["id"], early)
    session = answer.json()
    assert answer.status_code == 200
    begun = await challenge(app, session, factor_id)
    spent = await answer_challenge(app, session, factor_id, begun["id"], early)
    assert error_of(spent) == WRONG
    late = code_now(app, secret)
    app.clock.pass_(seconds=60)
    answer = await answer_challenge(app, session, factor_id, begun["id"], late)
    assert error_of(answer) == WRONG
    answer = await answer_challenge(app, session, factor_id, begun["id"], code_now(app, secret))
    assert answer.status_code == 200


async def test_of_two_at_once_with_the_same_code_one_gets_in(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    challenges = [await challenge(app, session, factor["id"]) for _ in range(4)]
    code = code_now(app, factor["totp"]["secret"])
    answers = await asyncio.gather(
        *(answer_challenge(app, session, factor["id"], one["id"], code) for one in challenges)
    )
    assert sorted(one.status_code for one in answers) == [200, 422, 422, 422]


async def test_what_a_challenge_is_not_answered_by(app: AuthApp) -> None:
    address = new_address()
    session = await app.confirmed(address)
    factor = await enroll(app, session)
    begun = await challenge(app, session, factor["id"])
    code = code_now(app, factor["totp"]["secret"])

    async def ask(challenge_id: str, code: str, who: dict[str, Any]) -> tuple[int, str, str]:
        return error_of(await answer_challenge(app, who, factor["id"], challenge_id, code))

    empty = (400, "validation_failed", "Code needs to be non-empty")
    assert await ask(begun["id"], " ", session) == empty
    unknown = (
        422,
        "mfa_factor_not_found",
        "MFA factor with the provided challenge ID not found",
    )
    assert await ask(str(uuid4()), code, session) == unknown
    other_factor = await enroll(app, session, friendly_name="other")
    elsewhere = await challenge(app, session, other_factor["id"])
    assert await ask(elsewhere["id"], code, session) == unknown
    assert (await ask("7", code, session))[:2] == (400, "bad_json")
    second = (await app.sign_in(address)).json()
    assert await ask(begun["id"], code, second) == SPENT
    assert await ask(begun["id"], wrong_code(code), session) == WRONG
    assert (await app.as_user(session, "GET", "/user")).status_code == 200
    app.clock.pass_(seconds=300)
    refused = await ask(begun["id"], code_now(app, factor["totp"]["secret"]), session)
    assert refused == (
        422,
        "mfa_challenge_expired",
        f"MFA challenge {begun['id']} has expired, verify against another challenge or create a "
        "new challenge.",
    )


async def test_a_used_challenge_is_used(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    begun = await challenge(app, session, factor["id"])
    code = code_now(app, factor["totp"]["secret"])
    session = (await answer_challenge(app, session, factor["id"], begun["id"], code)).json()
    app.clock.pass_(seconds=60)
    code = code_now(app, factor["totp"]["secret"])
    again = await answer_challenge(app, session, factor["id"], begun["id"], code)
    assert error_of(again) == SPENT


async def test_guessing_ends_with_the_challenge_and_then_with_the_factor(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    right = code_now(app, factor["totp"]["secret"])

    async def guess(challenge_id: str, code: str) -> tuple[int, str]:
        answer = await answer_challenge(app, session, factor["id"], challenge_id, code)
        return answer.status_code, answer.json().get("error_code", "")

    for _ in range(factor_verify.MAX_WRONG_GUESSES // factor_verify.MAX_ATTEMPTS):
        begun = await challenge(app, session, factor["id"])
        for _ in range(factor_verify.MAX_ATTEMPTS):
            assert await guess(begun["id"], wrong_code(right)) == (422, "mfa_verification_failed")
        assert await guess(begun["id"], right) == (422, "mfa_challenge_expired")
    begun = await challenge(app, session, factor["id"])
    answer = await answer_challenge(app, session, factor["id"], begun["id"], right)
    assert error_of(answer) == (429, "over_request_rate_limit", "Request rate limit reached")
    assert 0 < int(answer.headers["retry-after"]) <= 3600
    failed = await app.value(
        "select count(*) from public.audit_log where action = 'factor_challenge_failed' "
        "and row_id = $1",
        session["user"]["id"],
    )
    assert failed == factor_verify.MAX_WRONG_GUESSES
    app.clock.pass_(hours=1)
    session |= (await app.refresh(session["refresh_token"])).json()
    assert (await prove(app, session, factor)).status_code == 200


async def test_a_phone_gets_its_code_as_a_text(app: AuthApp) -> None:
    session = await app.confirmed()
    begun = await enroll(app, session, factor_type="phone", phone="+1 250 555 0142")
    assert (begun["type"], begun["phone"]) == ("phone", "+1 250 555 0142")
    challenged = await challenge(app, session, begun["id"])
    [message] = await app.mails("+12505550142")
    assert message["kind"] == "factor_code"
    wrong = await answer_challenge(
        app, session, begun["id"], challenged["id"], wrong_code(message["code"])
    )
    failed = (422, "mfa_verification_failed", "Invalid MFA Phone code entered")
    assert error_of(wrong) == failed
    stored = await app.value(
        "select c::text from auth.factor_challenges c where id = $1", challenged["id"]
    )
    assert message["code"] not in stored
    answer = await answer_challenge(app, session, begun["id"], challenged["id"], message["code"])
    session = answer.json()
    assert answer.status_code == 200
    [factor] = session["user"]["factors"]
    assert (factor["factor_type"], factor["phone"]) == ("phone", "12505550142")
    assert claims_of(session)["amr"][0]["method"] == "mfa/phone"
    twice = {"factor_type": "phone", "phone": "12505550142", "friendly_name": "again"}
    answer = await app.as_user(session, "POST", "/factors", json=twice)
    assert error_of(answer)[:2] == (422, "mfa_verified_factor_exists")
    whatsapp = {"channel": "whatsapp"}
    answer = await app.as_user(session, "POST", f"/factors/{factor['id']}/challenge", json=whatsapp)
    assert error_of(answer)[:2] == (400, "validation_failed")


@with_settings(mail_interval="60")
async def test_texts_wait_for_one_another(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session, factor_type="phone", phone="+12505550143")
    await challenge(app, session, factor["id"])
    answer = await app.as_user(session, "POST", f"/factors/{factor['id']}/challenge", json={})
    assert error_of(answer)[:2] == (429, "over_sms_send_rate_limit")
    app.clock.pass_(seconds=60)
    await challenge(app, session, factor["id"])


@with_settings(phone="0")
async def test_no_texts_where_phones_are_off(app: AuthApp) -> None:
    session = await app.confirmed()
    await app.value(
        "insert into auth.factors (user_id, factor_type, phone) "
        "values ($1, 'phone', '12505550144')",
        UUID(session["user"]["id"]),
    )
    [factor] = (await app.as_user(session, "GET", "/user")).json()["factors"]
    answer = await app.as_user(session, "POST", f"/factors/{factor['id']}/challenge", json={})
    assert error_of(answer) == (
        422,
        "mfa_phone_verify_not_enabled",
        "MFA verification is disabled for Phone",
    )


async def test_a_secret_sealed_elsewhere_is_a_fault_of_ours(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    await app.value("update auth.factors set sealed_secret = 'x.y.z.a.b'")
    answer = await prove(app, session, factor)
    assert error_of(answer)[:2] == (500, "unexpected_failure")


async def role_at_rest(app: AuthApp, session: dict[str, Any]) -> Role:
    authorization = f"Bearer {session['access_token']}".encode()
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/rest/v1/users",
        "query_string": b"",
        "headers": [(b"apikey", b"anon"), (b"authorization", authorization)],
    }
    return (await app.identifier.identify_rest(scope)).role


@pytest.mark.parametrize("role", ["admin", "executive", "worker"])
async def test_staff_with_a_second_factor_are_staff_once_it_was_used(
    app: AuthApp, role: str
) -> None:
    address = new_address()
    session = await app.confirmed(address)
    await app.value("update public.users set role = $2 where email = $1", address, role)
    assert await role_at_rest(app, session) == role
    factor, high = await raised(app, session)
    assert await role_at_rest(app, high) == role
    # The same session, but a token of before it was raised.
    assert await role_at_rest(app, session) == "customer"
    low = (await app.sign_in(address)).json()
    assert await role_at_rest(app, low) == "customer"
    low = (await prove(app, low, factor)).json()
    assert await role_at_rest(app, low) == role
    # Another factor stands, but not behind this session: its token of before says aal2 in vain.
    begun = await enroll(
        app, low, friendly_name="P", factor_type="phone", phone=f"1250555017{len(role)}"
    )
    challenged = await challenge(app, high, begun["id"])
    code = (await app.mails(f"+1250555017{len(role)}"))[0]["code"]
    answer = await answer_challenge(app, high, begun["id"], challenged["id"], code)
    assert (await remove(app, low, factor["id"])).status_code == 200
    assert await role_at_rest(app, low) == "customer"
    assert (await remove(app, answer.json(), begun["id"])).status_code == 200
    assert await role_at_rest(app, answer.json()) == role
