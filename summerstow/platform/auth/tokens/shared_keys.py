"""The keys that all hosts of one installation share, as fingerprints in the database.

A host with others would refuse what the rest signed or sealed: people would be signed out at
random, and their second factors would not open.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from summerstow.platform.database.transaction import Transaction
from summerstow.platform.settings.model import Settings, environment_name

from .factor_secrets import FACTOR_KEY_PATH as FACTOR_KEY
from .factor_secrets import factor_key
from .keys import KeySet, SigningKey

_SIGNING: Final = "signing_keys"
_FACTORS: Final = "factor_key"


class KeysDifferError(Exception):
    """This host has other keys than the installation; the message says what to do."""


async def agree(tx: Transaction, settings: Settings, keys: KeySet) -> None:
    """Store this host's keys if none are stored yet; raise `KeysDifferError` if they differ.

    A further signing key is added: hosts receive it one after the other.
    """
    # Two hosts that start at once on an empty database: one of them is the second.
    await tx.execute("lock table app.installation in share row exclusive mode")
    if different := await differences(tx, settings, keys):
        raise KeysDifferError(_sentence(different))
    await _keep(tx, _own(settings, keys))


async def adopt(tx: Transaction, settings: Settings, keys: KeySet) -> None:
    """Make this host's keys those of the installation, whatever was known."""
    await _keep(tx, _own(settings, keys))


async def differences(tx: Transaction, settings: Settings, keys: KeySet) -> list[str]:
    """What this host does not share with the installation: names as in `app.installation`."""
    rows = await tx.fetch("select name, value from app.installation")
    shared = {row["name"]: set(row["value"].split()) for row in rows}
    own = _own(settings, keys)
    return [name for name, prints in own.items() if not shared.get(name, set()) <= prints]


async def replace_signing(tx: Transaction, keys: Iterable[SigningKey]) -> None:
    """The signing keys are these from here on: a rotation."""
    await _keep(tx, {_SIGNING: {_fingerprint(_SIGNING, one.secret) for one in keys}})


def _own(settings: Settings, keys: KeySet) -> dict[str, set[str]]:
    secrets = {*keys.secrets, *([keys.shared.secret] if keys.shared else [])}
    return {
        "anon_key": {_fingerprint("anon_key", settings.anon_key.encode())},
        "service_key": {_fingerprint("service_key", settings.service_key.encode())},
        _SIGNING: {_fingerprint(_SIGNING, one) for one in secrets},
        _FACTORS: {_fingerprint(_FACTORS, factor_key(settings).encode())},
    }


async def _keep(tx: Transaction, prints: dict[str, set[str]]) -> None:
    for name, values in prints.items():
        await tx.execute(
            "insert into app.installation (name, value) values ($1, $2) "
            "on conflict (name) do update set value = excluded.value "
            "where installation.value <> excluded.value",
            name,
            " ".join(sorted(values)),
        )


def _fingerprint(name: str, secret: bytes) -> str:
    """Slow to brute-force, in case a key is a word that a person chose."""
    salt = f"summerstow {name}".encode()
    return hashlib.scrypt(secret, salt=salt, n=2**12, r=8, p=1, dklen=16).hex()


def _sentence(different: list[str]) -> str:
    settings = {
        "anon_key": environment_name("anon_key"),
        "service_key": environment_name("service_key"),
        _SIGNING: "the signing keys (SUMMERSTOW_SIGNING_KEYS, SUMMERSTOW_JWT_SECRET or "
        "secrets/jwt-signing-key.json in SUMMERSTOW_DATA_DIR)",
        _FACTORS: f"key of second factors ({environment_name('factor_key')}, or the file "
        f"{FACTOR_KEY} in SUMMERSTOW_DATA_DIR: copy it from there)",
    }
    setting_names = " and ".join(settings[name] for name in different)
    return (
        f"This host has other keys than the hosts that used this database before: give it the same "
        f"{setting_names}, or, where they were changed on purpose, run summerstow keys adopt."
    )
