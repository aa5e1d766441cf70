"""What was mailed or has left for a provider, and comes back once."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec


class OneTimeToken(msgspec.Struct, frozen=True):
    """A link and its digits, as hashes; `password_hash` and `user_metadata` (JSON text) were chosen
    at a repeated sign-up, and are taken over only where this message is answered.
    """

    id: UUID
    user_id: UUID
    kind: str
    link_hash: bytes
    code_hash: bytes
    wrong_guesses: int
    flow_state_id: UUID | None
    password_hash: str | None
    user_metadata: str | None
    created_at: datetime


class ProviderFlow(msgspec.Struct, frozen=True):
    """A sign-in that left for a `provider`; its id is the OAuth state, or SAML's relay state.

    It ends in a code where there is a challenge, else in a session. `target_user_id`: whose account
    the identity joins; `invited_user_id`: whose invitation is answered so; `returned_at`: when the
    state was used. `provider_verifier`: our own PKCE verifier towards it, null for SAML.
    """

    id: UUID
    method: str
    code_challenge: str | None
    provider: str
    redirect_to: str
    nonce: str
    provider_verifier: str | None
    target_user_id: UUID | None
    invited_user_id: UUID | None
    returned_at: datetime | None
    created_at: datetime


class CodeFlow(msgspec.Struct, frozen=True):
    """A flow that has its code: whose session, recognised by `method`, it is exchanged for.

    `redirect_to` is null where a mail's link ended it; what is sealed is so under the code.
    """

    id: UUID
    user_id: UUID
    method: str
    code_challenge: str
    code_challenge_method: str
    auth_code_issued_at: datetime
    provider: str | None
    redirect_to: str | None
    sealed_tokens: str | None
    sealed_identity: str | None


class UsedLink(msgspec.Struct, frozen=True):
    """What a link gave: a session, a code, or (neither) half of a change of address."""

    user_id: UUID
    session_id: UUID | None
    flow_state_id: UUID | None
