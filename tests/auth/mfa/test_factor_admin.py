"""/admin/users/{id}/factors: for the service key."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import msgspec

from tests.auth.conftest import AuthApp, error_of

from .mfa_steps import claims_of, enroll, raised


async def ask(app: AuthApp, method: str, path: str, key: str = "", **body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {key or app.settings.service_key}"}
    content = msgspec.json.encode(body)
    return await app.client.request(
        method, f"/admin/users/{path}", headers=headers, content=content
    )


async def test_list_rename_and_remove(app: AuthApp) -> None:
    begun, session = await raised(app, await app.confirmed(), friendly_name="App")
    phone = await enroll(
        app, session, factor_type="phone", phone="+12505550150", friendly_name="Phone"
    )
    factors = f"{session['user']['id']}/factors"
    listed = await ask(app, "GET", factors)
    assert listed.status_code == 200
    assert [(one["id"], one["status"]) for one in listed.json()] == [
        (begun["id"], "verified"),
        (phone["id"], "unverified"),
    ]
    renamed = await ask(app, "PUT", f"{factors}/{begun['id']}", friendly_name="Old app")
    assert (renamed.status_code, renamed.json()["friendly_name"]) == (200, "Old app")
    taken = await ask(app, "PUT", f"{factors}/{begun['id']}", friendly_name="Phone")
    assert error_of(taken)[:2] == (422, "mfa_factor_name_conflict")
    moved = await ask(app, "PUT", f"{factors}/{phone['id']}", phone="+12505550151")
    assert moved.json()["phone"] == "12505550151"
    bad = await ask(app, "PUT", f"{factors}/{phone['id']}", phone="0")
    assert error_of(bad)[:2] == (400, "validation_failed")

    removed = await ask(app, "DELETE", f"{factors}/{begun['id']}")
    assert (removed.status_code, removed.json()["id"]) == (200, begun["id"])
    refreshed = (await app.refresh(session["refresh_token"])).json()
    assert claims_of(refreshed)["aal"] == "aal1"
    by = await app.value(
        "select actor_role from public.audit_log where action = 'factor_removed' and row_id = $1",
        session["user"]["id"],
    )
    assert by == "service"


async def test_who_and_what_is_refused(app: AuthApp) -> None:
    session = await app.confirmed()
    factor = await enroll(app, session)
    mine = f"{session['user']['id']}/factors"
    calls = (("GET", mine), ("PUT", f"{mine}/{factor['id']}"), ("DELETE", f"{mine}/{factor['id']}"))
    for method, path in calls:
        for key in (app.settings.anon_key, session["access_token"]):
            answer = await ask(app, method, path, key)
            assert error_of(answer) == (403, "not_admin", "User not allowed"), (method, key)
    for path, refused in (
        ("7/factors", (404, "validation_failed", "user_id must be an UUID")),
        (f"{uuid4()}/factors", (404, "user_not_found", "User not found")),
    ):
        assert error_of(await ask(app, "GET", path)) == refused
    for factor_id, refused in (
        ("7", (404, "validation_failed", "factor_id must be an UUID")),
        (str(uuid4()), (404, "mfa_factor_not_found", "Factor not found")),
    ):
        assert error_of(await ask(app, "DELETE", f"{mine}/{factor_id}")) == refused
