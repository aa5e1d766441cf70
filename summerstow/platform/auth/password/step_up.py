"""Recent proof of identity, required before what cannot be undone, such as a new password.

A session that is older than a day needs the digits of GET /reauthenticate; an account with a second
step needs a session that took it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.auth.one_time import one_time_tokens
from summerstow.platform.auth.sessions import session_queries
from summerstow.platform.auth.tokens.keys import Keys
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import AppError

from .password_change import FRESH

#: For how long a second factor counts for what needs a recent one (rule: recent-second-factor).
RECENT: Final = timedelta(minutes=15)


class StepUpRequired(AppError):
    """403: the person has to show who they are; `details` says how, for programs."""

    status = 403
    code = "PT403"


@dataclass(frozen=True)
class StepUp:
    """Knows the sessions and the digits that were sent."""

    database: Database
    keys: Keys
    now: Callable[[], datetime] = clock.now

    async def needs_code(self, tx: ElevatedTransaction) -> bool:
        """Whether the actor's session is too old to be believed alone."""
        session_id = tx.actor.session_id
        session = await session_queries.session(tx, session_id) if session_id else None
        return session is None or self.now() > session.created_at + FRESH

    async def require_recent_factor(self, actor: Actor) -> None:
        """Raise `StepUpRequired` unless the actor's session showed a second factor just now."""
        if actor.user_id is None:
            return
        since = self.now() - RECENT
        async with self.database.owner(actor) as tx:
            if await session_queries.has_factor_since(tx, actor.session_id, since):
                return
        raise StepUpRequired(
            "Please confirm with your second step first.",
            details="recent_factor_needed",
        )

    async def check(self, actor: Actor, code: str | None) -> None:
        """Raise `StepUpRequired` where more is to be shown; a wrong guess is counted for good."""
        assert actor.user_id is not None
        good = True
        async with self.database.owner(actor) as tx:
            if await session_queries.lacks_second_step(tx, actor.user_id, actor.session_id):
                raise StepUpRequired(
                    "Please sign in again with your second step first.",
                    details="second_step_needed",
                )
            if await self.needs_code(tx):
                if not code:
                    raise StepUpRequired(
                        "You signed in a while ago. Please enter the code that we send you.",
                        details="reauthentication_needed",
                    )
                kinds = ["reauthentication"]
                good = (
                    await one_time_tokens.by_code(self, tx, actor.user_id, code, kinds) is not None
                )
        if not good:
            raise StepUpRequired(
                "This code has expired or is not right.", details="reauthentication_not_valid"
            )
