"""Who works here: the roles that self sign-up never gives (rule: server-decides-role)."""

from __future__ import annotations

from uuid import UUID, uuid4

from summerstow.platform import clock
from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import accounts, user_queries
from summerstow.platform.auth.validation import email_address
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox
from summerstow.platform.roles import CUSTOMER, EXECUTIVE, StaffRole

from . import queries


class StaffError(Exception):
    """It was not done; the message is one sentence for the console."""


async def listed(database: Database) -> list[queries.StaffAccount]:
    """Everybody who works here."""
    async with database.owner() as tx:
        return await queries.staff(tx)


async def add(database: Database, email: str, role: StaffRole, name: str | None) -> bool:
    """Give an account a role and a name; make the account if there is none. True if it was made.

    A new account's address counts as confirmed. It has no password: a mail invites its owner to
    choose one. Raises `StaffError` if the last executive would lose the role.
    """
    email = email_address(email)
    async with database.owner() as tx:
        user = await user_queries.user_by_email(tx, email)
        if user is not None:
            await _set(tx, user.id, role)
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
        return True


async def change(database: Database, email: str, role: StaffRole) -> None:
    """Give an account that exists another role; raises `StaffError`."""
    async with database.owner() as tx:
        await _set(tx, await _account(tx, email), role)


async def remove(database: Database, email: str) -> None:
    """Make a member of staff a customer and end their sessions; raises `StaffError`."""
    async with database.owner() as tx:
        user_id = await _account(tx, email)
        role = await queries.role(tx, user_id)
        if role == CUSTOMER:
            raise StaffError(f"{email} does not work here.")
        await _set(tx, user_id, CUSTOMER)


async def _account(tx: Transaction, email: str) -> UUID:
    user = await user_queries.user_by_email(tx, email_address(email))
    if user is None:
        raise StaffError(f"Nobody has an account with the address {email}: summerstow staff add.")
    found: UUID = user.id
    return found


async def _set(tx: ElevatedTransaction, user_id: UUID, role: str) -> None:
    was = await queries.role(tx, user_id)
    if was == EXECUTIVE != role and await queries.executives(tx) == 1:
        raise StaffError("This is the last executive: give somebody else the role first.")
    await queries.set_role(tx, user_id, role)
    # A token says nothing of the role, but open pages do: they sign in anew.
    await queries.end_sessions(tx, user_id)
    await events.record(tx, "user_updated", user_id=user_id, role=role)
