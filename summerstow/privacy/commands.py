"""One's own data by `POST /rest/v1/rpc/{command}`: as JSON, on paper, and its erasure."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Final, Protocol

import msgspec

from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.files.pdf import drawing
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import SIGNED_IN

from . import erase, gather, on_paper, queries
from .model import OwnData

_EXPORTS: Final = Limit("own_data", 60, 3600, burst=30)
_ERASURES: Final = Limit("erasure", 30, 3600, burst=15)
#: What a person types to have their account deleted.
CONFIRM: Final = "DELETE"
_Code = Annotated[str, msgspec.Meta(max_length=20)]


class Proof(Protocol):
    """Whether the one who asks has just shown who they are (`auth.password.step_up.StepUp`)."""

    async def needs_code(self, tx: ElevatedTransaction) -> bool:
        """Whether digits sent to them are needed."""

    async def check(self, actor: Actor, code: str | None) -> None:
        """Raise what is to be shown first."""


class EraseMe(msgspec.Struct, forbid_unknown_fields=True):
    """The word that confirms it, the fee that the preview showed, the digits where asked for."""

    confirm: Annotated[str, msgspec.Meta(max_length=40)]
    expected_fee_cents: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    code: _Code | None = None


class OwnFile(msgspec.Struct, frozen=True):
    """A PDF file, as base64."""

    filename: str
    content_type: str
    content: str


class ErasurePreview(msgspec.Struct, frozen=True):
    """What `erase_me` would do now: why not yet, what is cancelled with it, what it costs."""

    allowed: bool
    reasons: list[str]
    open_bookings: list[str]
    fee_cents: int
    credit_cents: int
    needs_code: bool
    confirm: str


class Erased(msgspec.Struct, frozen=True):
    """The account is gone, now or since an earlier call."""

    erased: bool = True


async def my_data(tx: Transaction, arguments: NoArguments) -> OwnData:
    """Everything about the asker (`gather.my_data`); that it was asked for stands in the audit."""
    del arguments
    return await _gathered(tx)


async def drawn(value: Any) -> OwnFile:
    """Draw a person's data on paper, once the transaction is over."""
    content = await drawing.draw(on_paper.drawn, msgspec.convert(value, OwnData))
    return OwnFile(
        f"summerstow-my-data-{clock.today()}.pdf",
        "application/pdf",
        base64.b64encode(content).decode(),
    )


def commands(proof: Proof) -> tuple[Command, ...]:
    """The package's commands."""

    async def preview_erasure(tx: ElevatedTransaction, arguments: NoArguments) -> ErasurePreview:
        del arguments
        assert tx.actor.user_id is not None
        plan = await erase.plan(tx, tx.actor.user_id)
        needs_code = await proof.needs_code(tx)
        return ErasurePreview(
            allowed=not plan.reasons,
            reasons=plan.reasons,
            open_bookings=plan.open_bookings,
            fee_cents=plan.fee_cents,
            credit_cents=plan.credit_cents,
            needs_code=needs_code,
            confirm=CONFIRM,
        )

    async def erase_me(tx: ElevatedTransaction, arguments: EraseMe) -> Erased:
        assert tx.actor.user_id is not None
        if arguments.confirm.strip().upper() != CONFIRM:
            raise Invalid(f"Please type {CONFIRM} to delete your account.")
        if await erase.there(tx, tx.actor.user_id):
            await proof.check(tx.actor, arguments.code)
            await erase.erase(
                tx,
                tx.actor.user_id,
                expected_fee_cents=arguments.expected_fee_cents,
            )
        return Erased()

    return (
        Command("my_data", NoArguments, my_data, SIGNED_IN, limit=_EXPORTS, repeatable=True),
        Command(
            "my_data_pdf",
            NoArguments,
            my_data,
            SIGNED_IN,
            outside=drawn,
            limit=_EXPORTS,
            repeatable=True,
        ),
        Command(
            "preview_erasure",
            NoArguments,
            preview_erasure,
            SIGNED_IN,
            repeatable=True,
            elevated=True,
        ),
        Command("erase_me", EraseMe, erase_me, SIGNED_IN, limit=_ERASURES, elevated=True),
    )


async def _gathered(tx: Transaction) -> OwnData:
    assert tx.actor.user_id is not None
    async with tx.elevated() as elevated:
        await queries.note(elevated, "export", tx.actor.user_id)
        return await gather.my_data(elevated, tx.actor.user_id)
