"""What every flow works with, and what other packages may hook into."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from starlette.requests import Request

from summerstow.platform.auth.identity.identifier import Identifier
from summerstow.platform.auth.rate_limits.limits import Limits
from summerstow.platform.auth.tokens.access_tokens import AccessTokens
from summerstow.platform.auth.tokens.factor_secrets import FactorSecrets
from summerstow.platform.auth.tokens.keys import Keys
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.settings.model import Settings

from .openid import OpenID
from .passwords import Passwords
from .redirects import Redirects, Target


async def _nothing(tx: ElevatedTransaction, user_id: UUID, email: str) -> None:
    del tx, user_id, email


@dataclass(frozen=True)
class AuthHooks:
    """What happens elsewhere because of an account; each is awaited in the same transaction.

    `confirmed(tx, user_id, email)`: the address was just confirmed, or a person with a confirmed
    address signs in. It may run again for the same account.
    """

    confirmed: Callable[[ElevatedTransaction, UUID, str], Awaitable[None]] = _nothing


@dataclass(frozen=True)
class AuthContext:
    """The services that flows share, built once by `create_auth`."""

    settings: Settings
    database: Database
    keys: Keys
    tokens: AccessTokens
    passwords: Passwords
    factor_secrets: FactorSecrets
    limits: Limits
    redirects: Redirects
    google: OpenID
    identifier: Identifier
    hooks: AuthHooks
    now: Callable[[], datetime]

    @property
    def issuer(self) -> str:
        """The base URL of /auth/v1: the tokens' `iss`."""
        return f"{self.settings.site_url}/auth/v1"

    def target_of(self, request: Request) -> Target:
        """Where the link in a mail will lead: `redirect_to`, else the page that sent it."""
        url = request.headers.get("redirect_to") or request.query_params.get("redirect_to")
        return self.redirects.choose(url, request.headers.get("referer"))
