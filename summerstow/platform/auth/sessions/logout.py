"""POST /logout (docs/wire/auth.md, "Signing out")."""

from __future__ import annotations

from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.database.transaction import ElevatedTransaction

from . import session_queries, sessions
from .bearer import SignedIn, claims_of, second_step_due, signed_in

_SCOPES = ("global", "local", "others")
#: Errors of a caller who is signed out already, which is what the call is for.
_ALREADY_OUT = frozenset({"session_not_found", "user_not_found"})


async def logout(context: AuthContext, request: Request) -> Response:
    """End all sessions (`global`), this one (`local`), or all but this one (`others`): 204.

    Before the second factor of an account that has one, `global` ends this session alone and the
    answer says that the others stay: 403 `insufficient_aal`, as for `others`.
    """
    claims = claims_of(context, request)
    scope = request.query_params.get("scope") or "global"
    refusal = None
    try:
        async with context.database.owner(ANONYMOUS) as tx:
            person = await signed_in(context, tx, claims)
            if scope not in _SCOPES:
                raise invalid(f'Unsupported logout scope "{scope}"')
            if scope != "local" and await session_queries.lacks_second_step(
                tx, person.user_id, person.session_id
            ):
                refusal = second_step_due()
            if scope != "others" or refusal is None:
                await _end(context, tx, request, person, "local" if refusal else scope)
    except AuthError as error:
        if error.code not in _ALREADY_OUT:
            raise
    if refusal is not None:
        # Raised after the commit: this session has ended all the same.
        raise refusal
    return Response(status_code=204, headers={"cache-control": "no-store"})


async def _end(
    context: AuthContext, tx: ElevatedTransaction, request: Request, person: SignedIn, scope: str
) -> None:
    session_ids: list[UUID] = []
    if scope != "local":
        but = person.session_id if scope == "others" else None
        session_ids = await session_queries.delete_sessions(tx, person.user_id, but=but)
    elif person.session_id is not None:
        session_ids = await session_queries.delete_session(tx, person.session_id)
    sessions.forget(context, tx, session_ids)
    by = device(request)
    await events.record(
        tx, "signed_out", user_id=person.user_id, by=by, scope=scope, ended=len(session_ids)
    )
