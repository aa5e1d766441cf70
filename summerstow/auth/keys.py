"""The keys that sign access tokens, and the secrets derived from them.

An ES256 pair made at the first start and kept in the data folder; or the keys of
SUMMERSTOW_SIGNING_KEYS (the first signs); or HS256 under SUMMERSTOW_JWT_SECRET.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, Key, OctKey, RSAKey

from summerstow.kit.settings import Settings, SettingsError, kept_secret

KEPT_AT = Path("secrets") / "jwt-signing-key.json"


@dataclass(frozen=True)
class SigningKey:
    """One key with its algorithm; `kid` is None for the shared secret, which is never published."""

    key: Key
    algorithm: str
    kid: str | None


@dataclass(frozen=True)
class Keys:
    """`signing` signs; `published` verify by their kid; `shared` verifies what names no known kid.

    `secrets` key the hashes of refresh tokens and codes: the first makes, all of them verify.
    """

    signing: SigningKey
    published: tuple[SigningKey, ...]
    shared: SigningKey | None
    secrets: tuple[bytes, ...]

    def jwks(self) -> dict[str, list[dict[str, Any]]]:
        """The public key set (contract A2.6)."""
        return {"keys": [_public(one) for one in self.published]}

    def keyed_hash(self, *parts: bytes) -> bytes:
        """SHA-256 HMAC of the parts under the first secret."""
        return keyed_hash(self.secrets[0], *parts)

    def matches(self, digest: bytes, *parts: bytes) -> bool:
        """Whether `digest` is, or begins, the keyed hash of the parts under one of the secrets."""
        return any(
            hmac.compare_digest(keyed_hash(secret, *parts)[: len(digest)], digest)
            for secret in self.secrets
        )


def keyed_hash(secret: bytes, *parts: bytes) -> bytes:
    """HMAC over parts that are told apart by their lengths."""
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hmac.digest(secret, message, "sha256")


def load_keys(settings: Settings) -> Keys:
    """The keys that the settings name; raises `SettingsError` where they cannot be used."""
    shared = None
    if settings.jwt_secret:
        shared = SigningKey(OctKey.import_key(settings.jwt_secret), "HS256", None)
    if settings.signing_keys:
        published = _read(_file(settings.signing_keys), "SUMMERSTOW_SIGNING_KEYS")
    elif shared is not None:
        return Keys(shared, (), shared, (_derive(settings.jwt_secret.encode()),))
    else:
        text = kept_secret(settings.data_dir / KEPT_AT, make=_generate)
        published = _read(text, f"The file {KEPT_AT} in SUMMERSTOW_DATA_DIR")
    secrets = tuple(_derive(_private_bytes(one)) for one in published)
    return Keys(published[0], published, shared, secrets)


def _generate() -> str:
    key = ECKey.generate_key("P-256", private=True, auto_kid=True)
    private = key.as_dict(private=True) | {"alg": "ES256", "use": "sig"}
    return msgspec.json.encode([private]).decode()


def _file(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError as error:
        raise SettingsError(
            f"SUMMERSTOW_SIGNING_KEYS must be a file that can be read: {error.strerror}."
        ) from None
    except UnicodeDecodeError:
        raise SettingsError("SUMMERSTOW_SIGNING_KEYS must be a JSON file.") from None


def _read(text: str, name: str) -> tuple[SigningKey, ...]:
    try:
        listed = msgspec.json.decode(text, type=list[dict[str, Any]])
        keys = tuple(_import(one) for one in listed)
    except (msgspec.DecodeError, JoseError, ValueError, TypeError, KeyError):
        keys = ()
    if not keys or len({one.kid for one in keys}) != len(keys):
        raise SettingsError(
            f"{name} must hold a JSON array of private ES256 or RS256 keys (JWK), each with a kid "
            "of its own."
        )
    return keys


def _import(jwk: dict[str, Any]) -> SigningKey:
    # What the key is for is said here alone: a key_ops of the file may forbid its own publication.
    bare = {name: value for name, value in jwk.items() if name not in ("key_ops", "use", "alg")}
    key: Key
    if jwk["kty"] == "EC" and jwk["crv"] == "P-256":
        key, algorithm = ECKey.import_key(bare), "ES256"
    elif jwk["kty"] == "RSA":
        key, algorithm = RSAKey.import_key(bare), "RS256"
    else:
        raise ValueError("neither ES256 nor RS256")
    if not key.is_private or jwk.get("alg", algorithm) != algorithm:
        raise ValueError("not a private key of that algorithm")
    return SigningKey(key, algorithm, str(jwk.get("kid") or key.thumbprint()))


def _private_bytes(one: SigningKey) -> bytes:
    secret = one.key.as_dict(private=True)["d"]
    return str(secret).encode()


def _derive(secret: bytes) -> bytes:
    return hmac.digest(secret, b"summerstow refresh tokens and codes", hashlib.sha256)


def _public(one: SigningKey) -> dict[str, Any]:
    names = ("kty", "crv", "x", "y", "n", "e")
    public = one.key.as_dict(private=False)
    return {name: public[name] for name in names if name in public} | {
        "kid": one.kid,
        "alg": one.algorithm,
        "use": "sig",
        "key_ops": ["verify"],
        "ext": True,
    }
