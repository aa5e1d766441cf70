"""Price match: a rival's quote, staff decide, a credit line (rule: price-match)."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from summerstow.billing.invoices import queries as invoice_queries
from summerstow.billing.invoices.issue import (
    settle_open_invoices,
)
from summerstow.billing.ledger import queries as ledger_queries
from summerstow.billing.ledger.accounts import hold_account
from summerstow.billing.ledger.model import Entry
from summerstow.billing.pricing import terms
from summerstow.platform import clock
from summerstow.platform.commands import WORDS, Command, NoArguments, OneOrAll
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import AppError, Conflict, Invalid
from summerstow.platform.files.pictures.service import attach
from summerstow.platform.roles import OFFICE, SIGNED_IN

from . import price_match_queries as queries
from .model import PriceMatch, WaitingMatch

#: Characters of a quote that is pasted.
LEAST_WORDS: Final = 10
_Cents = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class AskPriceMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A rival's quote for the caller's latest booking; `match_id` is chosen by the caller.

    `quoted_cents` is the rival's price for the whole summer, `quote` their words; `picture_id` an
    upload of the caller's beside them or instead of them.
    """

    match_id: UUID
    rival: Annotated[str, msgspec.Meta(min_length=2, max_length=120)]
    quoted_cents: _Cents
    quote: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    picture_id: UUID | None = None


class AnswerPriceMatch(msgspec.Struct, forbid_unknown_fields=True):
    """What staff decided: a credit with tax in it (0: declined), and why in words."""

    match_id: UUID
    credit_cents: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    answer: Annotated[str, msgspec.Meta(pattern=WORDS, min_length=3, max_length=500)]


async def ask(tx: ElevatedTransaction, arguments: AskPriceMatch) -> list[PriceMatch]:
    """Show a rival's quote; the caller's own, the latest first. One waits at a time.

    Raises `Invalid` without a booking, `Conflict` while another one waits.
    """
    rival = " ".join(arguments.rival.split())
    quote = arguments.quote.strip()
    short = len(quote) < LEAST_WORDS and (quote or arguments.picture_id is None)
    if len(rival) < 2 or short:
        raise Invalid("Please give the rival's name, and their quote as they sent it.")
    user_id = tx.actor.user_id
    assert user_id is not None
    booking_id = await invoice_queries.latest_booking(tx, user_id)
    if booking_id is None:
        raise Invalid("Please book first: a quote is matched for a booking.")
    stored = await queries.insert(
        tx,
        match_id=arguments.match_id,
        booking_id=booking_id,
        user_id=user_id,
        rival=rival,
        quoted_cents=arguments.quoted_cents,
        quote=quote,
        now=clock.now(),
    )
    if stored and arguments.picture_id is not None:
        await attach(tx, arguments.picture_id, "quote", to=user_id)
        await queries.add_picture(tx, arguments.match_id, arguments.picture_id)
    if not stored:
        known = await queries.one(tx, arguments.match_id)
        if known is None or known.user_id != user_id:
            raise Conflict("Another quote of yours waits for our answer.")
    return await queries.of_user(tx, user_id)


async def own(tx: Transaction, arguments: NoArguments) -> list[PriceMatch]:
    """The caller's own, the latest first."""
    del arguments
    assert tx.actor.user_id is not None
    async with tx.elevated() as elevated:
        return await queries.of_user(elevated, tx.actor.user_id)


async def waiting(tx: ElevatedTransaction, arguments: OneOrAll) -> list[WaitingMatch]:
    """Those that wait for the office, the earliest first."""
    return await queries.open_ones(tx, arguments.id)


async def answer(tx: ElevatedTransaction, arguments: AnswerPriceMatch) -> None:
    """Decide, once: what is given is a credit line, which settles what is owed.

    Raises 404 for no such quote, `Conflict` where it was decided otherwise.
    """
    words = " ".join(arguments.answer.split())
    if len(words) < 3:
        raise Invalid("Please say why: the customer reads it.")
    match = await queries.one(tx, arguments.match_id)
    if match is None:
        raise AppError("There is no such quote.", status=404, code="P0002")
    if match.answered_at is not None:
        if match.credit_cents == arguments.credit_cents:
            return
        raise Conflict(f"Somebody decided this already: {terms.dollars(match.credit_cents or 0)}.")
    await queries.answer(tx, match.id, arguments.credit_cents, words, clock.now())
    if arguments.credit_cents == 0:
        return
    account = await hold_account(tx, match.booking_id)
    await ledger_queries.write(
        tx,
        match.booking_id,
        clock.today(),
        Entry(
            "credit",
            "price_match",
            f"Price match granted on {clock.day_in_words(clock.today())}",
            f"Price match with {match.rival}: {words}"[:500],
            "A rival's written quote for the same storage: our staff decide.",
            -arguments.credit_cents,
            f"price-match:{match.id}",
        ),
    )
    await settle_open_invoices(tx, account)


COMMANDS: Final = (
    Command("ask_price_match", AskPriceMatch, ask, SIGNED_IN, again=own, elevated=True),
    Command("my_price_matches", NoArguments, own, SIGNED_IN, read_only=True),
    Command(
        "price_matches",
        OneOrAll,
        waiting,
        OFFICE,
        read_only=True,
        reads_customers=True,
        elevated=True,
    ),
    Command("answer_price_match", AnswerPriceMatch, answer, OFFICE, elevated=True),
)
