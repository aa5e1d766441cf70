"""`summerstow keys`: the next key is published before it signs, the old one while its tokens live.

Clients keep the public keys for ten minutes: a key that signed at once would be
unknown to them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import asyncpg

from summerstow.platform import clock
from summerstow.platform.auth import events
from summerstow.platform.auth.accounts import user_queries
from summerstow.platform.database.pool import Database
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.settings.model import Settings, SettingsError

from . import shared_keys
from .keys import (
    PUBLISHED_AFTER,
    SIGNING_KEY_PATH,
    SigningKey,
    encode_keys,
    generate,
    load_key_file,
    load_keys,
    retired,
    signing_at,
)
from .shared_keys import KeysDifferError

__all__ = [
    "KeysDifferError",
    "RotationRefused",
    "adopt",
    "agree",
    "differences",
    "listed",
    "refuse",
    "rotate",
]

#: Seconds from the publication of a key to its first signature: the ten minutes of the clients'
#: memory, and one for the workers to notice.
LEAD: Final = 660
_NO_TABLES: Final = (
    "The database has no tables yet: start the product, or run `summerstow migrate`, first."
)


class RotationRefused(Exception):
    """One sentence: why the keys are not rotated, and what to do instead."""


@dataclass(frozen=True)
class ListedKey:
    """A key and its state in words."""

    kid: str
    algorithm: str
    state: str


def listed(settings: Settings, now: datetime) -> list[ListedKey]:
    """The keys, as the operator is shown them; raises `RotationRefused` where there are none."""
    if settings.signing_keys:
        stored_keys = load_keys(settings, lambda: now).current().published
    elif settings.jwt_secret:
        raise RotationRefused("SUMMERSTOW_JWT_SECRET signs the tokens: there is no key to list.")
    else:
        stored_keys = load_key_file(settings)
    return [
        ListedKey(str(one.kid), one.algorithm, _state(one, stored_keys, now)) for one in stored_keys
    ]


async def rotate(
    settings: Settings,
    connect: dict[str, Any],
    *,
    compromised: bool = False,
    now: datetime | None = None,
) -> list[ListedKey]:
    """Make the next key, note it in the audit log, and return the list as it is then.

    With `compromised` the new key signs at once and no other is believed any more, so that
    everybody signs in again. Raises `RotationRefused`.
    """
    moment = now or clock.now()
    refuse(settings)
    try:
        async with _owner(connect) as tx:
            # Two operators at once make one rotation after the other.
            await user_queries.lock_address(tx, "keys rotate")
            stored_keys = load_key_file(settings)
            pending = [one for one in stored_keys if one.signs_from > moment.timestamp()]
            if pending and not compromised:
                raise RotationRefused(
                    f"A rotation is under way: the key {pending[0].kid} signs from "
                    f"{_time(pending[0].signs_from)} on."
                )
            begins = int(moment.timestamp()) + (0 if compromised else LEAD)
            new_key = generate(signs_from=begins)
            await events.record(
                tx, "keys_rotated", user_id=None, kid=str(new_key.kid), compromised=compromised
            )
            current_keys = [new_key] if compromised else [new_key, *stored_keys]
            await shared_keys.replace_signing(tx, current_keys)
            _write(settings, current_keys)
    except asyncpg.UndefinedTableError:
        raise RotationRefused(_NO_TABLES) from None
    return listed(settings, moment)


async def agree(settings: Settings, connect: dict[str, Any]) -> None:
    """Raise `KeysDifferError` where this host's keys are not the installation's."""
    async with _owner(connect) as tx:
        await shared_keys.agree(tx, settings, load_keys(settings).current())


async def adopt(settings: Settings, connect: dict[str, Any]) -> None:
    """Make this host's keys the installation's; raises `RotationRefused`."""
    try:
        async with _owner(connect) as tx:
            await shared_keys.adopt(tx, settings, load_keys(settings).current())
    except asyncpg.UndefinedTableError:
        raise RotationRefused(_NO_TABLES) from None


async def differences(settings: Settings, connect: dict[str, Any]) -> list[str]:
    """What this host does not share with the others, in a word or two each."""
    async with _owner(connect) as tx:
        return await shared_keys.differences(tx, settings, load_keys(settings).current())


@asynccontextmanager
async def _owner(connect: dict[str, Any]) -> AsyncIterator[ElevatedTransaction]:
    database = Database(connect, size=1)
    try:
        async with database.owner() as tx:
            yield tx
    finally:
        await database.close()


def refuse(settings: Settings) -> None:
    """Raise `RotationRefused` where the keys are not ours to rotate."""
    if settings.signing_keys:
        raise RotationRefused(
            "SUMMERSTOW_SIGNING_KEYS names the file of the keys, so that is where they are "
            f"rotated: add the new key as the second, make it the first {LEAD // 60} minutes "
            f"later, and take the old one out {PUBLISHED_AFTER // 60 + 1} minutes after that. "
            "Running workers notice each change."
        )
    if settings.jwt_secret:
        raise RotationRefused(
            "SUMMERSTOW_JWT_SECRET signs the tokens, and a shared secret cannot be published "
            "ahead: set it to another one and start again. Everybody then signs in anew."
        )


def _write(settings: Settings, keys: Sequence[SigningKey]) -> None:
    path = settings.data_dir / SIGNING_KEY_PATH
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        draft.touch(mode=0o600)
        draft.write_text(encode_keys(keys))
        # An operator who is root must not take the file away from the product.
        owner = path.stat()
        os.chown(draft, owner.st_uid, owner.st_gid)
        draft.replace(path)
    except OSError as error:
        raise SettingsError(
            f"SUMMERSTOW_DATA_DIR must be a folder that can be written to: {error.strerror}."
        ) from None


def _state(one: SigningKey, stored_keys: Sequence[SigningKey], now: datetime) -> str:
    moment = now.timestamp()
    if one is signing_at(stored_keys, moment):
        return "signs"
    if one.signs_from > moment:
        return f"published, signs from {_time(one.signs_from)} on"
    if retired(one, stored_keys, moment):
        return "retired, known for refresh tokens alone"
    later = [other.signs_from for other in stored_keys if other.signs_from > one.signs_from]
    if not later:
        return "published"
    return f"published until {_time(min(later) + PUBLISHED_AFTER)}"


def _time(seconds: float) -> str:
    at = clock.campus_time(datetime.fromtimestamp(seconds, UTC) + timedelta(seconds=59))
    return f"{at:%Y-%m-%d %H:%M} campus time"
