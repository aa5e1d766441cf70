"""A merged account belongs to the customer who stayed: shown and erased with their data."""

from __future__ import annotations

import pytest

from summerstow.office.people import merge_undo
from summerstow.privacy import erase
from tests.people import person

from .conftest import App
from .lived import found

#: In no other name or address of the tests.
_NAME = "Quetzal Ombre"


@pytest.mark.parametrize("closed", [False, True])
async def test_a_merged_account_is_erased_with_the_one_that_stayed(app: App, closed: bool) -> None:
    """Rules: erasure, own-data, merged-customers."""
    who, twin = await app.customer(phone=None), await app.customer(_NAME, phone=None)
    await app.booked(twin, first_name="Quetzal", last_name="Ombre", pickup_date="2027-04-28")
    office = await person(app.database, "admin")
    ids = {"target_id": str(who.id), "merged_id": str(twin.id)}
    await app.done(office, "merge_customers", **ids, expected_balance_cents=0)
    if closed:
        await app.value(
            "update app.account_merges set merged_at = merged_at - interval '1 hour' "
            "where target_id = $1 returning 1",
            who.id,
        )
        async with app.database.owner() as tx:
            assert await merge_undo.close_merges(tx) == 1
    data = await app.done(who, "my_data")
    assert [one["email"] for one in data["joined_accounts"]] == [twin.email]
    assert await app.done(who, "erase_me", confirm="delete") == {"erased": True}
    await erase.finish(app.database)
    assert await app.value("select count(*) from auth.users where id = $1", twin.id) == 0
    left = await found(app, twin.email, "quetzal", "ombre")
    # The goodbye and its kind wait until they are sent.
    assert [one for one in left if not one.startswith("app.outbox")] == []
