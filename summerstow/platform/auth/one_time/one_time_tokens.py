"""What a message lets its reader prove: a link and six digits, each good once.

Wire: docs/wire/auth.md, "Codes and links".

The link is random rather than derived from the digits, so that it cannot be enumerated. Both are
stored as hashes alone. The digits expire after ten wrong guesses, the link does not.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol
from uuid import UUID, uuid4

from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.one_time.model import OneTimeToken
from summerstow.platform.auth.redirects import Target, in_link
from summerstow.platform.auth.tokens.keys import Keys
from summerstow.platform.auth.validation import Challenge
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.outbox import outbox

from . import flow_queries, token_queries
from .purposes import CONFIRMATION, Purpose

#: Seconds for which a mail and a text message are good (docs/wire/auth.md, "Lifetimes").
LIFETIME: Final = 3600
TEXT_LIFETIME: Final = 60
MAX_WRONG_GUESSES: Final = 10
PKCE_PREFIX: Final = "pkce_"
#: How long a flow may be ended: well beyond the life of its link and its code.
FLOW_RETENTION: Final = timedelta(days=1)
_BY_TEXT: Final = frozenset({"phone_confirmation", "phone_change"})


class TokenContext(Protocol):
    """What checking digits needs; `AuthContext` has it."""

    @property
    def keys(self) -> Keys:
        """Under which they are hashed."""

    @property
    def now(self) -> Callable[[], datetime]:
        """The clock by which they grow old."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """What a message is about to carry; known to its reader alone, and stored nowhere as it is."""

    token_id: UUID
    link: str
    code: str


async def put(
    context: TokenContext,
    tx: Transaction,
    user_id: UUID,
    purpose: Purpose,
    *,
    challenge: Challenge | None = None,
    password_hash: str | None = None,
    user_metadata: str | None = None,
) -> NewToken:
    """Make a link and digits in place of those before, and say when on the account.

    While the account is unconfirmed, the answered message brings its `password_hash` (None: no
    password) and its `user_metadata` (None: what is there): see `redeem_token`.
    """
    token_id, code = uuid4(), f"{secrets.randbelow(1_000_000):06}"
    flow_id = await start_flow(context, tx, user_id, challenge, purpose.method)
    link = (PKCE_PREFIX if flow_id else "") + secrets.token_hex(28)
    await token_queries.put_token(
        tx,
        token_id,
        user_id,
        purpose.kind,
        link_hash=link_hash(link),
        code_hash=context.keys.keyed_hash(*_code_parts(user_id, purpose.kind, code)),
        flow_state_id=flow_id,
        password_hash=password_hash,
        user_metadata=user_metadata,
        now=context.now(),
    )
    return NewToken(token_id, link, code)


async def send(
    context: AuthContext,
    tx: ElevatedTransaction,
    user_id: UUID,
    purpose: Purpose,
    to: str,
    *,
    target: Target | None = None,
    challenge: Challenge | None = None,
    password_hash: str | None = None,
    user_metadata: str | None = None,
    data: Mapping[str, object] | None = None,
    with_booking: bool = False,
) -> None:
    """Send what `put` makes to an address, or as a text message to a number (E.164 digits).

    The link leads to `target`; a purpose without a type of the wire has digits alone. `data` is
    what its template wants besides link, code and site_url. `with_booking`: see `outbox.post`.
    """
    proof = await put(
        context,
        tx,
        user_id,
        purpose,
        challenge=challenge,
        password_hash=password_hash,
        user_metadata=user_metadata,
    )
    values = {"code": proof.code, "site_url": context.settings.site_url, **(data or {})}
    cause = f"{purpose.template}:{proof.token_id}"
    if purpose.by_text:
        await outbox.text(tx, cause=cause, kind=purpose.template, to=f"+{to}", data=values)
        return
    if target is not None and purpose.type is not None:
        values["link"] = mail_link(context, proof.link, purpose.type, target)
    await outbox.post(
        tx, cause=cause, kind=purpose.template, to=to, data=values, with_booking=with_booking
    )


async def send_confirmation(
    context: AuthContext,
    tx: ElevatedTransaction,
    user_id: UUID,
    email: str,
    *,
    target: Target,
    challenge: Challenge | None,
    password_hash: str | None = None,
    user_metadata: str | None = None,
) -> None:
    """Mail the link and the digits that confirm an address."""
    await send(
        context,
        tx,
        user_id,
        CONFIRMATION,
        email,
        target=target,
        challenge=challenge,
        password_hash=password_hash,
        user_metadata=user_metadata,
    )


async def start_flow(
    context: TokenContext, tx: Transaction, user_id: UUID, challenge: Challenge | None, method: str
) -> UUID | None:
    """Remember the PKCE challenge for which a link will give a code; None without one."""
    if challenge is None:
        return None
    flow_id = uuid4()
    await flow_queries.delete_flows_before(tx, context.now() - FLOW_RETENTION)
    await flow_queries.insert_link_flow(
        tx,
        flow_id,
        user_id,
        method=method,
        challenge=challenge.value,
        challenge_method=challenge.method,
        now=context.now(),
    )
    return flow_id


def mail_link(context: AuthContext, link: str, kind: str, target: Target) -> str:
    """The address in the mail."""
    return f"{context.issuer}/verify?token={link}&type={kind}&redirect_to={in_link(target.url)}"


def link_hash(link: str) -> bytes:
    """What is stored of a link."""
    return hashlib.sha256(link.encode()).digest()


async def by_link(
    context: AuthContext, tx: Transaction, link: str, kinds: Sequence[str]
) -> OneTimeToken | None:
    """The token that a link stands for, if it is still good."""
    return await token_queries.token_by_link(tx, link_hash(link), kinds, _since(context, kinds))


async def by_code(
    context: TokenContext, tx: Transaction, user_id: UUID, code: str, kinds: Sequence[str]
) -> OneTimeToken | None:
    """The token whose digits these are; a wrong guess is counted, which must be committed."""
    for row in await token_queries.tokens_of(tx, user_id, kinds, _since(context, kinds)):
        parts = _code_parts(user_id, row.kind, code)
        if row.wrong_guesses < MAX_WRONG_GUESSES and context.keys.matches(row.code_hash, *parts):
            return row
    await token_queries.count_wrong_guess(tx, user_id, kinds)
    return None


def _since(context: TokenContext, kinds: Sequence[str]) -> datetime:
    by_text = bool(kinds) and _BY_TEXT.issuperset(kinds)
    return context.now() - timedelta(seconds=TEXT_LIFETIME if by_text else LIFETIME)


def _code_parts(user_id: UUID, kind: str, code: str) -> tuple[bytes, ...]:
    return b"code", user_id.bytes, kind.encode(), code.encode()
