"""Adding and removing identities by hand (docs/wire/auth.md, "Linking accounts")."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

from starlette.requests import Request
from starlette.responses import Response

from summerstow.platform.actor import ANONYMOUS
from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import accounts, identity_queries, user_queries
from summerstow.platform.auth.accounts.model import Account, Identity
from summerstow.platform.auth.client_origin import device
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError
from summerstow.platform.auth.responses import json
from summerstow.platform.auth.sessions.bearer import (
    SignedIn,
    claims_of,
    require_second_step,
    signed_in,
)
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox

from . import redirect_errors, state_cookie
from .authorize import leave
from .providers import label


async def connect(context: AuthContext, request: Request) -> Response:
    """The provider's address as `{url}`, or 302 to it; the way back adds the identity."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        person = await signed_in(context, tx, claims)
        _require_linking(context)
        await require_second_step(tx, person)
    leaving = await leave(context, request, person.user_id)
    headers = leaving.target.headers
    if request.query_params.get("skip_http_redirect") == "true":
        answer = json({"url": leaving.url}, headers=headers)
    else:
        answer = redirect_errors.redirect(leaving.url, headers)
    return state_cookie.mark(context, answer, leaving.flow_id)


async def disconnect(context: AuthContext, request: Request) -> Response:
    """Remove an identity; never the last way in."""
    claims = claims_of(context, request)
    async with context.database.owner(ANONYMOUS) as tx:
        person = await signed_in(context, tx, claims)
        _require_linking(context)
        await require_second_step(tx, person)
        try:
            identity_id = UUID(request.path_params["identity_id"])
        except ValueError:
            raise AuthError(404, "validation_failed", "identity_id must be an UUID") from None
        user = await user_queries.lock_user(tx, person.user_id)
        assert user is not None
        await _remove(context, tx, request, SignedIn(user, person.session_id), identity_id)
    return json({})


async def _remove(
    context: AuthContext,
    tx: ElevatedTransaction,
    request: Request,
    person: SignedIn,
    identity_id: UUID,
) -> None:
    user, user_id = person.user, person.user_id
    identities = await user_queries.identities(tx, user_id)
    if len(identities) <= 1:
        raise _last_way_in()
    identity = next((one for one in identities if one.id == identity_id), None)
    if identity is None:
        raise AuthError(422, "identity_not_found", "Identity doesn't exist")
    left = [one for one in identities if one.id != identity_id]
    await identity_queries.delete_identity(tx, identity_id)
    if identity.provider == "phone":
        await identity_queries.forget_phone(tx, user_id)
    else:
        await _keep_an_address(context, tx, user, left)
    after = await user_queries.user_by_id(tx, user_id)
    assert after is not None
    if not any(_leads_in(context, after, one) for one in left):
        raise _last_way_in()
    await identity_queries.derive_providers(tx, user_id)
    provider: str = identity.provider
    await events.record(
        tx, "identity_unlinked", user_id=user_id, by=device(request), provider=provider
    )
    if user.email is not None:
        await outbox.post(
            tx,
            cause=f"identity_unlinked:{identity_id}",
            kind="identity_unlinked",
            to=user.email,
            data={
                "provider": label(provider),
                "account": _address(identity) or "",
                "link": f"{context.settings.site_url}/account",
            },
        )


async def _keep_an_address(
    context: AuthContext, tx: Transaction, user: Account, left: Sequence[Identity]
) -> None:
    """Where the account's address came from the identity alone, the oldest other one's is next."""
    addresses = [address for one in left if (address := _address(one))]
    if user.email is None or user.email in addresses or not addresses:
        return
    email = addresses[0]
    await user_queries.lock_address(tx, email)
    other = await user_queries.user_by_email(tx, email)
    if other is not None and other.id != user.id:
        raise AuthError(
            422,
            "email_conflict_identity_not_deletable",
            "Unable to unlink identity due to email conflict",
        )
    verified = any(
        accounts.decode(one.identity_data).get("email_verified") is True
        for one in left
        if _address(one) == email
    )
    await identity_queries.set_address(tx, user.id, email, context.now() if verified else None)
    if not verified:
        # Another person who proves the address by another mail must not inherit these identities.
        for one in (one for one in left if one.provider != "phone"):
            await identity_queries.await_token_at_first(tx, one.id, uuid4())
    await user_queries.delete_tokens(tx, user.id)


def _leads_in(context: AuthContext, user: Account, identity: Identity) -> bool:
    """Whether the owner can still sign in: a mail or a text at least reaches them."""
    match identity.provider:
        case "email":
            return user.email_confirmed_at is not None
        case "phone":
            return context.settings.phone and user.phone_confirmed_at is not None
        case "google":
            return context.google.enabled
        case _:
            return context.settings.saml


def _address(identity: Identity) -> str | None:
    email = accounts.decode(identity.identity_data).get("email")
    return email.lower() if isinstance(email, str) and email else None


def _last_way_in() -> AuthError:
    return AuthError(
        422,
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
    )


def _require_linking(context: AuthContext) -> None:
    if not context.settings.manual_linking:
        raise AuthError(404, "manual_linking_disabled", "Manual linking is disabled")
