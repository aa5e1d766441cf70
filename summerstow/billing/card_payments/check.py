"""`check_cards`: whether the keys of card payments work (rule: first-steps)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import Transaction
from summerstow.platform.http import site
from summerstow.platform.roles import EXECUTIVES

if TYPE_CHECKING:
    from .stripe_api import StripeApi


class CardsChecked(msgspec.Struct, frozen=True):
    """Whether cards are taken: `test` where the key charges none, `refused` where it is wrong.

    `webhook`: where Stripe sends news of payments to.
    """

    state: Literal["off", "live", "test", "refused"]
    webhook: str


def command(stripe: StripeApi | None) -> Command:
    """The command; without keys card payments are off."""

    async def run(tx: Transaction, arguments: NoArguments) -> None:
        del tx, arguments

    async def ask(nothing: None) -> CardsChecked:
        """Ask Stripe with the key that is set; nothing is charged."""
        del nothing
        webhook = site.link("/webhooks/stripe")
        if stripe is None:
            return CardsChecked("off", webhook)
        live = await stripe.is_live()
        if live is None:
            return CardsChecked("refused", webhook)
        return CardsChecked("live" if live else "test", webhook)

    return Command("check_cards", NoArguments, run, EXECUTIVES, read_only=True, outside=ask)
