"""An executive answers a person's request for their data or its erasure (rule: own-data).

The person is named by an e-mail address: of an account, a guest, a payer, or one at the door.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from summerstow.platform.commands import WORDS, Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import EXECUTIVES

from . import without_account
from .commands import Erased, drawn
from .model import OwnData

_Email = Annotated[str, msgspec.Meta(min_length=3, max_length=254)]
_IdentityCheck = Annotated[str, msgspec.Meta(max_length=300, pattern=WORDS)]


class OnePerson(msgspec.Struct, forbid_unknown_fields=True):
    """A person, by their address."""

    email: _Email


class PersonDataRequest(OnePerson, forbid_unknown_fields=True):
    """A person, and how the caller made sure that they ask for it."""

    identity_check: _IdentityCheck


class ErasePerson(PersonDataRequest, forbid_unknown_fields=True):
    """A person to erase; `confirm` is their address once more."""

    confirm: _Email


class PersonErasurePreview(msgspec.Struct, frozen=True):
    """What `erase_person` would do now; `reasons` say what has to be settled first.

    `open_bookings`: codes of those that are cancelled with it.
    """

    allowed: bool
    reasons: list[str]
    open_bookings: list[str]
    credit_cents: int


async def person_data(tx: ElevatedTransaction, arguments: PersonDataRequest) -> OwnData:
    """Return everything that is known of a person; the request is in the audit log."""
    return await without_account.export(tx, arguments.email, arguments.identity_check)


async def preview_person_erasure(
    tx: ElevatedTransaction, arguments: OnePerson
) -> PersonErasurePreview:
    """Return what erasing a person would do. Raises 404 if nothing is known of the address."""
    plan = await without_account.plan(tx, arguments.email)
    return PersonErasurePreview(
        allowed=not plan.reasons,
        reasons=plan.reasons,
        open_bookings=plan.open_bookings,
        credit_cents=plan.credit_cents,
    )


async def erase_person(tx: ElevatedTransaction, arguments: ErasePerson) -> Erased:
    """Erase a person. Raises `NotYet`, and 404 if nothing is known of the address."""
    if arguments.confirm.strip().lower() != arguments.email.strip().lower():
        raise Invalid("Please type the address once more to erase this person.")
    await without_account.erase_address(tx, arguments.email, arguments.identity_check)
    return Erased()


COMMANDS: Final = (
    Command(
        "person_data",
        PersonDataRequest,
        person_data,
        EXECUTIVES,
        repeatable=True,
        recent_factor=True,
        elevated=True,
    ),
    Command(
        "person_data_pdf",
        PersonDataRequest,
        person_data,
        EXECUTIVES,
        outside=drawn,
        repeatable=True,
        recent_factor=True,
        elevated=True,
    ),
    Command(
        "preview_person_erasure",
        OnePerson,
        preview_person_erasure,
        EXECUTIVES,
        repeatable=True,
        elevated=True,
    ),
    Command(
        "erase_person", ErasePerson, erase_person, EXECUTIVES, recent_factor=True, elevated=True
    ),
)
