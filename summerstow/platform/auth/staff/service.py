"""Gives roles to people and takes them away."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

from summerstow.platform import clock, published
from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.validation import email_address
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import CUSTOMER, EXECUTIVE, StaffRole

from . import queries


async def add(tx: ElevatedTransaction, email: str, role: StaffRole, name: str | None) -> bool:
    """Give an account a role and a name, creating it if missing. Returns whether it was created.

    A new account's address counts as confirmed. It has no password: a mail invites its owner to
    choose one. Raises `Conflict` if the last executive would lose the role.
    """
    email = email_address(email)
    user = await user_queries.user_by_email(tx, email)
    if user is not None:
        await set_role(tx, user.id, role)
        if name:
            await queries.set_name(tx, user.id, name)
        return False
    data = {"full_name": name, "name": name} if name else {}
    user_id = await accounts.create_account(
        tx,
        email=email,
        password_hash=None,
        data=data,
        now=clock.now(),
        role=role,
        confirmed=True,
    )
    await events.record(tx, "user_created", user_id=user_id, role=role)
    await invite(tx, email, role, name)
    return True


async def invite(tx: ElevatedTransaction, email: str, role: str, name: str | None) -> None:
    """Mail a new member of staff how to choose a password."""
    await outbox.post(
        tx,
        cause=f"staff-invited:{uuid4()}",
        kind="staff_invited",
        to=email,
        data={
            "first_name": name.split()[0] if name else None,
            "role": role,
            "link": "/auth/forgot",
        },
    )


async def change(tx: ElevatedTransaction, email: str, role: StaffRole) -> None:
    """Give an account that exists another role. Raises `AppError`."""
    await set_role(tx, await account(tx, email), role)


async def remove(tx: ElevatedTransaction, user_id: UUID) -> None:
    """Make a member of staff a customer and end their sessions. Raises `AppError`."""
    await member(tx, user_id)
    await set_role(tx, user_id, CUSTOMER)
    await queries.drop_terms(tx, user_id)


async def set_terms(
    tx: ElevatedTransaction, user_id: UUID, campus_ids: list[int], last_day: date | None
) -> None:
    """Store where a member works (none: at every campus), and until when.

    Raises `Invalid` for an unknown campus and a day that is over, `Conflict` for the last day of
    the last executive.
    """
    if any(published.campus(one) is None for one in campus_ids):
        raise Invalid("There is no such campus.")
    if last_day is not None and last_day < clock.today():
        raise Invalid("The last day is over. Remove this person instead.")
    if last_day is not None and await queries.role(tx, user_id) == EXECUTIVE:
        await _refuse_last_executive(tx)
    ids = sorted(set(campus_ids))
    now = await member(tx, user_id)
    if (ids, last_day) == (now.campus_ids, now.last_day):
        return
    await queries.set_terms(tx, user_id, ids, last_day)
    await events.record(
        tx,
        "user_updated",
        user_id=user_id,
        campuses=", ".join(map(str, ids)) or "all",
        last_day=last_day.isoformat() if last_day else "none",
    )


async def end_terms(tx: ElevatedTransaction) -> int:
    """Remove those whose last day is over (rule: last-day); how many there were."""
    user_ids = await queries.past_last_day(tx, clock.today())
    for user_id in user_ids:
        await remove(tx, user_id)
    return len(user_ids)


async def _refuse_last_executive(tx: ElevatedTransaction) -> None:
    if await queries.executives(tx) == 1:
        raise Conflict("This is the last executive: give another person the role first.")


async def account(tx: ElevatedTransaction, email: str) -> UUID:
    """The account of an address; 404 where there is none."""
    user = await user_queries.user_by_email(tx, email_address(email))
    if user is None:
        message = f"Nobody has an account with the address {email}: summerstow staff add."
        raise AppError(message, status=404, code="P0002")
    user_id: UUID = user.id
    return user_id


async def member(tx: ElevatedTransaction, user_id: UUID) -> queries.StaffMember:
    """A member of staff; 404 for other people."""
    row = await queries.member(tx, user_id)
    if row is None:
        raise AppError("This person does not work here.", status=404, code="P0002")
    return row


async def set_role(tx: ElevatedTransaction, user_id: UUID, role: str) -> None:
    """Store a role, unless the last executive would lose it, and end the sessions."""
    was = await queries.role(tx, user_id)
    if was == EXECUTIVE != role:
        await _refuse_last_executive(tx)
    if was == role:
        return
    await queries.set_role(tx, user_id, role)
    # A token says nothing of the role, but open pages do: they sign in anew.
    await queries.end_sessions(tx, user_id)
    await events.record(tx, "user_updated", user_id=user_id, role=role)


async def reset_factors(tx: ElevatedTransaction, user_id: UUID) -> int:
    """Remove a person's second factors and recovery codes, end their sessions; return the count.

    They sign in with the password alone, and add a new one before their role counts again.
    """
    count = await queries.remove_factors(tx, user_id)
    await queries.end_sessions(tx, user_id)
    await events.record(tx, "factors_reset", user_id=user_id, removed=count)
    return count
