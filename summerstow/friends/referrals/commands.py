"""`my_referrals`: what a signed-in person has earned by referrals."""

from __future__ import annotations

from typing import Final

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.roles import SIGNED_IN

from . import credits as referral_credits


class MyReferrals(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments."""


async def my_referrals(
    tx: ElevatedTransaction, arguments: MyReferrals
) -> referral_credits.Referrals:
    """The caller's referral link, and what it earned."""
    del arguments
    assert tx.actor.user_id is not None
    return await referral_credits.referrals_of(tx, tx.actor.user_id)


COMMANDS: Final = (
    Command("my_referrals", MyReferrals, my_referrals, SIGNED_IN, repeatable=True, elevated=True),
)
