"""What puts invoiced months right: charged or credited, to each of those who share the bundle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from summerstow.billing.pricing.lines import Line
from summerstow.billing.pricing.shares import Share, share_out
from summerstow.billing.pricing.terms import tax_cents
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.taxes import Tax

from . import queries as invoice_queries
from .issue import give_credit, issue_invoice
from .model import Draft


@dataclass(frozen=True, slots=True)
class Monthly:
    """What a month costs before tax, and how much of that is the plan's own price, in cents.

    `friends`: what each friend's own items cost beside `cents`.
    """

    cents: int
    plan_cents: int
    friends: Mapping[UUID, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Correction:
    """Why months are put right. `cause` makes it once; `shared_event` is what friends read."""

    cause: str
    code: str
    event: str
    shared_event: str
    words: str
    term: str
    invoice_words: str
    tax: Tax


async def put_right(
    tx: ElevatedTransaction,
    booking_id: UUID,
    *,
    was: Monthly,
    then: Monthly,
    months: int,
    why: Correction,
) -> None:
    """Charge or credit what so many months cost otherwise. The account is held."""
    members = await invoice_queries.members(tx, booking_id)
    for part in _parts(was, then, months, why.tax, members):
        own = part.member_id is None
        cause = why.cause if own else f"{why.cause}:{part.member_id}"
        event = why.event if own else why.shared_event
        # Alone, tax is reckoned from the whole amount.
        tax = abs(part.tax_cents) if members else None
        if part.cents > 0:
            line = Line(why.code, why.words, why.term, "pickup", 1, part.cents, part.cents, None)
            draft = Draft(
                cause,
                "storage",
                why.invoice_words,
                event,
                [line],
                why.tax,
                member_id=part.member_id,
                tax_cents=tax,
            )
            await issue_invoice(tx, booking_id, draft)
        elif part.cents < 0:
            await give_credit(
                tx,
                booking_id,
                code=why.code,
                event=event,
                words=why.words,
                term=why.term,
                cents=-part.cents,
                tax=why.tax,
                cause=cause,
                member_id=part.member_id,
                share_tax_cents=tax,
            )


def _parts(
    was: Monthly, then: Monthly, months: int, tax: Tax, members: list[UUID]
) -> Iterator[Share]:
    """What is more (or, negative, less) for each: of the share, and of the person's own items."""
    before, after = (share_out(one.plan_cents, tax, members) for one in (was, then))
    for old, new in zip(before, after, strict=True):
        friend = old.member_id
        if friend is None:
            other = months * ((then.cents - then.plan_cents) - (was.cents - was.plan_cents))
        else:
            other = months * (then.friends.get(friend, 0) - was.friends.get(friend, 0))
        other_tax = tax_cents(abs(other), tax) * (1 if other > 0 else -1)
        yield Share(
            friend,
            months * (new.cents - old.cents) + other,
            months * (new.tax_cents - old.tax_cents) + other_tax,
        )
