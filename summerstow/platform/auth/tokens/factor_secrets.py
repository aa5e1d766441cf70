"""The secrets of authenticator apps, sealed: a copy of the database alone makes no codes.

The key is `SUMMERSTOW_FACTOR_KEY` or a file of its own in the data folder, rather than one of
`keys.py`: those are replaced by a rotation and forgotten when their tokens are, while a person's
app is set up for years. Move the folder `secrets` along with the database: without it, factors must
be removed by the service key and set up anew. All hosts of one database have the same.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Final
from uuid import UUID

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from summerstow.platform.auth.errors import UNEXPECTED, AuthError
from summerstow.platform.settings.load import load_or_create_secret
from summerstow.platform.settings.model import Settings, SettingsError

from .keys import keyed_hash

FACTOR_KEY_PATH: Final = Path("secrets") / "factor-key"
_HEADER: Final = {"alg": "dir", "enc": "A256GCM"}
_KEY_BYTES: Final = 32


def factor_key(settings: Settings) -> str:
    """Return the sealing key in URL-safe base64, generated in the data folder at first use."""
    return settings.factor_key.rstrip("=") or load_or_create_secret(
        settings.data_dir / FACTOR_KEY_PATH
    )


class FactorSecrets:
    """Seals and opens; what is sealed for one factor opens for no other."""

    def __init__(self, settings: Settings) -> None:
        text = factor_key(settings)
        try:
            self._key = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except ValueError:
            self._key = b""
        if len(self._key) < _KEY_BYTES:
            raise SettingsError(
                f"The file {FACTOR_KEY_PATH} in SUMMERSTOW_DATA_DIR must hold 256 bits."
            )

    def seal(self, factor_id: UUID, secret: str) -> str:
        """What is stored of a secret."""
        return jwe.encrypt_compact(_HEADER, secret.encode(), self._key_of(factor_id))

    def open(self, factor_id: UUID, sealed: str) -> str:
        """The secret; raises 500 where it was sealed with another data folder's key."""
        try:
            plaintext = jwe.decrypt_compact(sealed, self._key_of(factor_id)).plaintext
        except (JoseError, ValueError) as error:
            raise AuthError(
                500,
                "unexpected_failure",
                UNEXPECTED,
                private=f"cannot open factor {factor_id} with {FACTOR_KEY_PATH}: {error!r}",
            ) from None
        return (plaintext or b"").decode()

    def _key_of(self, factor_id: UUID) -> OctKey:
        return OctKey.import_key(keyed_hash(self._key, b"factor", factor_id.bytes))
