"""Where text messages go and how many: each costs money, and some numbers pay their owner."""

from __future__ import annotations

import pytest

from summerstow.platform.phones import may_be_texted
from tests.auth.conftest import PASSWORD, AuthApp, error_of, with_settings
from tests.auth.mfa.mfa_steps import enroll

REFUSED = (422, "sms_send_failed", "Text messages cannot be sent to this number")
PREMIUM, SATELLITE, JAMAICA, ENGLAND = (
    "+19005551234",
    "+881612345678",
    "+18762345678",
    "+447400123456",
)


@pytest.mark.parametrize(
    "number",
    [PREMIUM, SATELLITE, JAMAICA, ENGLAND, "+870773111632", "+8835100012345", "+18005551234"],
)
async def test_no_message_goes_to_satellites_premium_numbers_and_other_countries(
    app: AuthApp, number: str
) -> None:
    session = await app.confirmed()
    for answer in (
        await app.post("/otp", {"phone": number}),
        await app.post("/signup", {"phone": number, "password": PASSWORD}),
        await app.as_user(session, "PUT", "/user", json={"phone": number}),
        await app.as_user(
            session, "POST", "/factors", json={"factor_type": "phone", "phone": number}
        ),
    ):
        assert error_of(answer) == REFUSED
    # Whoever has no account is answered alike, whatever the number, and nothing is sent.
    assert (await app.post("/resend", {"type": "sms", "phone": number})).status_code == 200
    assert await app.mails(number) == []
    assert not await app.value("select true from auth.users where phone = $1", number[1:])


@with_settings(sms_countries="GB")
async def test_the_countries_are_a_setting(app: AuthApp) -> None:
    assert (await app.post("/otp", {"phone": ENGLAND})).status_code == 200
    assert error_of(await app.post("/otp", {"phone": "+16042345678"})) == REFUSED


def test_an_odd_number_is_accepted_and_one_that_cannot_be_dialled_is_not() -> None:
    ours = ("CA", "US")
    assert may_be_texted("+12505550199", ours)
    assert may_be_texted("15550000000", ours)
    for impossible in ("+1250555", "+125055501999", "+0", "+", "+999123456789"):
        assert not may_be_texted(impossible, ours), impossible


@with_settings(rate_limits="1", sms_daily_cap="12")
async def test_a_number_gets_ten_messages_a_day_and_the_product_sends_its_cap(
    app: AuthApp,
) -> None:
    app.clock.stop()

    async def text(number: str) -> int:
        app.clock.pass_(seconds=61)
        return (await app.post("/otp", {"phone": number})).status_code

    assert [await text("+16045550100") for _ in range(10)] == [200] * 10
    refused = await app.post("/otp", {"phone": "+16045550100"})
    assert refused.json()["error_code"] == "over_sms_send_rate_limit"
    assert [await text("+16045550101") for _ in range(3)] == [200, 200, 429]
    refused = await app.post("/otp", {"phone": "+16045550102"})
    assert error_of(refused) == (429, "over_sms_send_rate_limit", "SMS rate limit exceeded")
    assert int(refused.headers["retry-after"]) > 60
    app.clock.pass_(hours=24)
    assert await text("+16045550102") == 200


@with_settings(rate_limits="1", mail_interval="0", sms_daily_cap="1")
async def test_a_code_of_a_second_factor_counts_too(app: AuthApp) -> None:
    # The day's messages of the test before are over.
    app.clock.pass_(days=3)
    session = await app.confirmed()
    factor = await enroll(app, session, factor_type="phone", phone="+16045550103")
    path = f"/factors/{factor['id']}/challenge"
    assert (await app.as_user(session, "POST", path)).status_code == 200
    assert error_of(await app.as_user(session, "POST", path))[1] == "over_sms_send_rate_limit"
