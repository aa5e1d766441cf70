"""What every call of /admin demands: the service key (docs/wire/auth.md, "Admin")."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from starlette.requests import Request

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.auth.accounts.model import Account
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.sessions.bearer import session_id_of, signed_in, verified
from summerstow.platform.database.transaction import Transaction

#: The roles of a token that may do everything.
SERVICE_ROLES: Final = frozenset({"service_role", "supabase_admin"})


async def require_service(context: AuthContext, request: Request) -> None:
    """Return for the service key, or for a token of ours with its role; raise otherwise.

    401 `no_authorization`, 403 `bad_jwt`; for the token of a session that is over 403
    `session_not_found`, `session_expired` or `user_banned`; for any other caller 403 `not_admin`.
    """
    claims = verified(context, request)
    if session_id_of(claims) is not None:
        if not claims.get("sub"):
            raise AuthError(403, "bad_jwt", "invalid claim: missing sub claim")
        async with context.database.owner(ANONYMOUS) as tx:
            await signed_in(context, tx, claims)
    if claims.get("role") not in SERVICE_ROLES:
        raise AuthError(403, "not_admin", "User not allowed")


async def user_of(tx: Transaction, request: Request) -> Account:
    """The account that the path names, not changed by others until we are done; raises 404."""
    try:
        user_id = UUID(request.path_params["user_id"])
    except ValueError:
        raise AuthError(404, "validation_failed", "user_id must be an UUID") from None
    user = await user_queries.lock_user(tx, user_id)
    if user is None:
        raise AuthError(404, "user_not_found", "User not found")
    return user
