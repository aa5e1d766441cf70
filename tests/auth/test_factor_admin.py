"""/admin/users/{id}/factors: for the service key (contract A4.15)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import msgspec

from .conftest import House, error_of
from .second_factor import claims_of, enroll, raised


async def ask(house: House, method: str, path: str, key: str = "", **body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {key or house.settings.service_key}"}
    content = msgspec.json.encode(body)
    return await house.client.request(
        method, f"/admin/users/{path}", headers=headers, content=content
    )


async def test_list_rename_and_remove(house: House) -> None:
    begun, session = await raised(house, await house.confirmed(), friendly_name="App")
    phone = await enroll(
        house, session, factor_type="phone", phone="+12505550150", friendly_name="Phone"
    )
    factors = f"{session['user']['id']}/factors"
    listed = await ask(house, "GET", factors)
    assert listed.status_code == 200
    assert [(one["id"], one["status"]) for one in listed.json()] == [
        (begun["id"], "verified"),
        (phone["id"], "unverified"),
    ]
    renamed = await ask(house, "PUT", f"{factors}/{begun['id']}", friendly_name="Old app")
    assert (renamed.status_code, renamed.json()["friendly_name"]) == (200, "Old app")
    taken = await ask(house, "PUT", f"{factors}/{begun['id']}", friendly_name="Phone")
    assert error_of(taken)[:2] == (422, "mfa_factor_name_conflict")
    moved = await ask(house, "PUT", f"{factors}/{phone['id']}", phone="+12505550151")
    assert moved.json()["phone"] == "12505550151"
    bad = await ask(house, "PUT", f"{factors}/{phone['id']}", phone="0")
    assert error_of(bad)[:2] == (400, "validation_failed")

    removed = await ask(house, "DELETE", f"{factors}/{begun['id']}")
    assert (removed.status_code, removed.json()["id"]) == (200, begun["id"])
    refreshed = (await house.refresh(session["refresh_token"])).json()
    assert claims_of(refreshed)["aal"] == "aal1"
    by = await house.value(
        "select actor_role from public.audit_log where action = 'factor_removed' and row_id = $1",
        session["user"]["id"],
    )
    assert by == "service"


async def test_who_and_what_is_refused(house: House) -> None:
    session = await house.confirmed()
    factor = await enroll(house, session)
    mine = f"{session['user']['id']}/factors"
    calls = (("GET", mine), ("PUT", f"{mine}/{factor['id']}"), ("DELETE", f"{mine}/{factor['id']}"))
    for method, path in calls:
        for key in (house.settings.anon_key, session["access_token"]):
            answer = await ask(house, method, path, key)
            assert error_of(answer) == (403, "not_admin", "User not allowed"), (method, key)
    for path, refused in (
        ("7/factors", (404, "validation_failed", "user_id must be an UUID")),
        (f"{uuid4()}/factors", (404, "user_not_found", "User not found")),
    ):
        assert error_of(await ask(house, "GET", path)) == refused
    for factor_id, refused in (
        ("7", (404, "validation_failed", "factor_id must be an UUID")),
        (str(uuid4()), (404, "mfa_factor_not_found", "Factor not found")),
    ):
        assert error_of(await ask(house, "DELETE", f"{mine}/{factor_id}")) == refused
