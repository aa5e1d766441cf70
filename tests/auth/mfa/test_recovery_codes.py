"""/factors/recovery-codes: for when every other factor is lost."""

from __future__ import annotations

from typing import Any

from summerstow.platform.auth.mfa import factor_verify
from tests.auth.conftest import AuthApp, error_of, new_address

from .mfa_steps import Session, claims_of, raised, remove

PATH = "/factors/recovery-codes"


async def generated(app: AuthApp, session: Session) -> dict[str, Any]:
    answer = await app.as_user(session, "POST", PATH, content=b"")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def left(app: AuthApp, session: Session) -> int:
    answer = (await app.as_user(session, "GET", PATH)).json()
    assert (answer["type"], answer["total"]) == ("recovery_code", 10)
    count: int = answer["remaining"]
    return count


async def test_a_code_opens_once_however_it_is_typed(app: AuthApp) -> None:
    address = new_address()
    _, session = await raised(app, await app.confirmed(address))
    made = await generated(app, session)
    assert (made["friendly_name"], made["total"], len(set(made["codes"]))) == (
        "Recovery codes",
        10,
        10,
    )
    stored = await app.value("select string_agg(c::text, ' ') from auth.recovery_codes c")
    assert not any(one in stored for one in made["codes"])
    low = (await app.sign_in(address)).json()
    code = made["codes"][3].upper()
    typed = {"code": f" {code[:4]}-{code[4:8]} {code[8:]}"}
    answer = await app.as_user(low, "POST", f"{PATH}/verify", json=typed)
    high = answer.json()
    assert answer.status_code == 200
    assert claims_of(high)["session_id"] == claims_of(low)["session_id"]
    assert claims_of(high)["aal"] == "aal2"
    assert [one["method"] for one in claims_of(high)["amr"]] == ["mfa/recovery_code", "password"]
    assert await left(app, high) == 9
    again = await app.as_user(high, "POST", f"{PATH}/verify", json=typed)
    assert error_of(again) == (422, "mfa_verification_failed", "Invalid recovery code entered")


async def test_new_codes_take_the_place_of_the_old(app: AuthApp) -> None:
    _, session = await raised(app, await app.confirmed())
    old = await generated(app, session)
    twice = await app.as_user(session, "POST", PATH, json={"friendly_name": "More"})
    assert error_of(twice)[:2] == (422, "mfa_verified_factor_exists")
    new = (await app.as_user(session, "POST", f"{PATH}/regenerate", content=b"")).json()
    assert (new["id"], await left(app, session)) == (old["id"], 10)
    for codes, status in ((old, 422), (new, 200)):
        body = {"code": codes["codes"][0]}
        answer = await app.as_user(session, "POST", f"{PATH}/verify", json=body)
        assert answer.status_code == status


async def test_codes_stand_beside_another_factor_and_go_with_it(app: AuthApp) -> None:
    factor, session = await raised(app, await app.confirmed())
    codes = await generated(app, session)
    for call in ("challenge", "verify"):
        answer = await app.as_user(session, "POST", f"/factors/{codes['id']}/{call}", json={})
        assert error_of(answer)[:2] == (400, "validation_failed")
    assert (await remove(app, session, factor["id"])).status_code == 200
    user = (await app.as_user(session, "GET", "/user")).json()
    assert "factors" not in user
    alone = await app.as_user(session, "POST", PATH, content=b"")
    assert error_of(alone)[:2] == (403, "insufficient_aal")
    await app.value("update auth.sessions set aal = 'aal2'")
    alone = await app.as_user(session, "POST", PATH, content=b"")
    assert error_of(alone)[:2] == (422, "mfa_recovery_codes_sole_factor")


async def test_who_may_not(app: AuthApp) -> None:
    address = new_address()
    _, session = await raised(app, await app.confirmed(address))
    for method, path in (
        ("GET", PATH),
        ("DELETE", PATH),
        ("POST", f"{PATH}/verify"),
        ("POST", f"{PATH}/regenerate"),
    ):
        answer = await app.as_user(session, method, path, json={})
        assert error_of(answer) == (404, "mfa_factor_not_found", "Factor not found")
    await generated(app, session)
    low = (await app.sign_in(address)).json()
    for method, path in (("POST", PATH), ("POST", f"{PATH}/regenerate"), ("DELETE", PATH)):
        answer = await app.as_user(low, method, path, content=b"")
        assert error_of(answer)[:2] == (403, "insufficient_aal")
    assert (await app.as_user(session, "DELETE", PATH, content=b"")).status_code == 200


async def test_guessing_is_locked(app: AuthApp) -> None:
    _, session = await raised(app, await app.confirmed())
    right = {"code": (await generated(app, session))["codes"][0]}
    for _ in range(factor_verify.MAX_WRONG_GUESSES):
        answer = await app.as_user(session, "POST", f"{PATH}/verify", json={"code": "x" * 16})
        assert error_of(answer)[1] == "mfa_verification_failed"
    answer = await app.as_user(session, "POST", f"{PATH}/verify", json=right)
    assert error_of(answer)[:2] == (429, "mfa_recovery_codes_locked")
