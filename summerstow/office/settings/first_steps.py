"""What a new installation needs before it can serve customers, each with its state.

Rule: first-steps.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from summerstow.platform import clock, published
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import EXECUTIVES

from . import queries
from .messages import MailSent, mail_to_me

StepName = Literal[
    "business", "mail", "prices", "season", "capacity", "staff", "shelves", "kits", "booking"
]


class FirstStep(msgspec.Struct, frozen=True):
    """A step; `problem` says what stands in its way, where more than nothing was done."""

    step: StepName
    done: bool
    problem: str | None = None


async def first_steps(tx: ElevatedTransaction, arguments: NoArguments) -> list[FirstStep]:
    """Return every step in the order in which an owner takes them."""
    del arguments
    done = await queries.steps_done(tx, clock.today())
    done["business"] = not published.business().placeholders
    done["season"] = published.season().is_open(clock.today())
    problems = {}
    if not done["business"]:
        problems["business"] = "No invoice is sent while placeholders stand."
    if not done["mail"] and (error := await queries.last_mail_error(tx)):
        problems["mail"] = f"The mail server refused: {error}"
    return [FirstStep(step, done[step], problems.get(step)) for step in get_args(StepName)]


async def send_test_mail(tx: ElevatedTransaction, arguments: NoArguments) -> MailSent:
    """Mail the executive who asks; raises `Conflict` for an account without an address."""
    del arguments
    return await mail_to_me(tx, "test_mail", {"link": "/admin-dashboard?tab=settings"})


COMMANDS: Final = (
    Command("first_steps", NoArguments, first_steps, EXECUTIVES, read_only=True, elevated=True),
    Command("send_test_mail", NoArguments, send_test_mail, EXECUTIVES, elevated=True),
)
