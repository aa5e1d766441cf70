"""The keys that sign access tokens, and the secrets derived from them.

An ES256 pair generated in the data folder at the first start; or the keys of
SUMMERSTOW_SIGNING_KEYS (the first signs); or HS256 under SUMMERSTOW_JWT_SECRET. The file is read
again when it changes, so that a rotation (`key_rotation`) needs no restart.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, Key, OctKey, RSAKey

from summerstow.platform import clock
from summerstow.platform.observability import log
from summerstow.platform.settings.load import load_or_create_secret
from summerstow.platform.settings.model import Settings, SettingsError

_log = log.get("auth")

SIGNING_KEY_PATH = Path("secrets") / "jwt-signing-key.json"
#: Life of an access token in seconds (docs/wire/auth.md, "Lifetimes").
LIFETIME: Final = 3600
#: Seconds for which a key stays published after the last token that it signed.
PUBLISHED_AFTER: Final = LIFETIME + 60
#: Seconds between two looks at the file.
LOOK_EVERY: Final = 5.0


@dataclass(frozen=True)
class SigningKey:
    """One key with its algorithm; `kid` is None for the shared secret, which is never published.

    `secret` keys the hashes of refresh tokens and codes; the key signs from `signs_from` on, in
    Unix seconds.
    """

    key: Key
    algorithm: str
    kid: str | None
    secret: bytes
    signs_from: int = 0


@dataclass(frozen=True)
class KeySet:
    """The keys at a moment.

    `signing` signs; `published` verify by their kid; `shared` verifies what names no known kid.
    `secrets`: the first makes, all of them verify. Those of retired keys stay, since a refresh
    token may be used after months.
    """

    signing: SigningKey
    published: tuple[SigningKey, ...]
    shared: SigningKey | None
    secrets: tuple[bytes, ...]


class Keys:
    """The keys as they are now; `read` reads the file `path` anew, None where there is no file."""

    def __init__(
        self,
        stored_keys: Sequence[SigningKey],
        shared: SigningKey | None,
        *,
        path: Path | None = None,
        read: Callable[[], Sequence[SigningKey]] | None = None,
        now: Callable[[], datetime] = clock.now,
    ) -> None:
        self._stored_keys = tuple(stored_keys)
        self._shared = shared
        self._path = path
        self._read = read
        self._now = now
        self._stamp = _stamp(path)
        self._looked_at = now().timestamp()
        self._set = self._at(self._looked_at)

    def current(self, *, look: bool = False) -> KeySet:
        """The same object until something changes; `look` at the file without waiting."""
        moment = self._now().timestamp()
        if look or not 0 <= moment - self._looked_at < LOOK_EVERY:
            self._looked_at = moment
            self._look_again()
            fresh = self._at(moment)
            if fresh != self._set:
                self._set = fresh
        return self._set

    def jwks(self) -> dict[str, list[dict[str, Any]]]:
        """The public key set (docs/wire/auth.md, "Sessions and tokens")."""
        return {"keys": [_public(one) for one in self.current().published]}

    def keyed_hash(self, *parts: bytes) -> bytes:
        """SHA-256 HMAC of the parts under the first secret."""
        return keyed_hash(self.current().secrets[0], *parts)

    def matches(self, digest: bytes, *parts: bytes) -> bool:
        """Whether `digest` is, or begins, the keyed hash of the parts under one of the secrets."""
        return any(
            hmac.compare_digest(keyed_hash(secret, *parts)[: len(digest)], digest)
            for secret in self.current().secrets
        )

    def _at(self, moment: float) -> KeySet:
        if not self._stored_keys:
            assert self._shared is not None
            return KeySet(self._shared, (), self._shared, (self._shared.secret,))
        signing = signing_at(self._stored_keys, moment)
        published = tuple(
            one for one in self._stored_keys if not retired(one, self._stored_keys, moment)
        )
        others = (one.secret for one in self._stored_keys if one is not signing)
        return KeySet(signing, published, self._shared, (signing.secret, *others))

    def _look_again(self) -> None:
        stamp = _stamp(self._path)
        if self._read is None or stamp is None or stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._stored_keys = tuple(self._read())
        except SettingsError as error:
            _log.error("keys_not_read", why=str(error))
        else:
            _log.info("keys_read", kids=[one.kid for one in self._stored_keys])


def signing_at(stored_keys: Sequence[SigningKey], moment: float) -> SigningKey:
    """The key that began last, the first of several; where none has begun, the one that will."""
    current_keys = [one for one in stored_keys if one.signs_from <= moment]
    if not current_keys:
        return min(stored_keys, key=lambda one: one.signs_from)
    return max(current_keys, key=lambda one: one.signs_from)


def retired(one: SigningKey, stored_keys: Sequence[SigningKey], moment: float) -> bool:
    """Whether its successor has signed for so long that no token of this key is still good."""
    return any(
        one.signs_from < other.signs_from <= moment - PUBLISHED_AFTER for other in stored_keys
    )


def _stamp(path: Path | None) -> tuple[int, int, int] | None:
    """What changes when a file does; None while it is not there."""
    if path is None:
        return None
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def keyed_hash(secret: bytes, *parts: bytes) -> bytes:
    """HMAC over parts, each prefixed with its length."""
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hmac.digest(secret, message, "sha256")


def load_keys(settings: Settings, now: Callable[[], datetime] = clock.now) -> Keys:
    """The keys that the settings name; raises `SettingsError` where they cannot be used."""
    shared = None
    if settings.jwt_secret:
        secret = _derive(settings.jwt_secret.encode())
        shared = SigningKey(OctKey.import_key(settings.jwt_secret), "HS256", None, secret)
        if not settings.signing_keys:
            return Keys((), shared, now=now)
    path, read = _source(settings)
    return Keys(read(), shared, path=path, read=read, now=now)


def _source(settings: Settings) -> tuple[Path, Callable[[], Sequence[SigningKey]]]:
    """The file of the keys, and what reads it."""
    if settings.signing_keys:
        name = settings.signing_keys
        return Path(name), lambda: _read(_file(name), "SUMMERSTOW_SIGNING_KEYS")
    return settings.data_dir / SIGNING_KEY_PATH, lambda: load_key_file(settings)


def load_key_file(settings: Settings) -> tuple[SigningKey, ...]:
    """Return the keys in the data folder, generating the first one."""
    text = load_or_create_secret(
        settings.data_dir / SIGNING_KEY_PATH, make=lambda: encode_keys([generate()])
    )
    return _read(text, f"The file {SIGNING_KEY_PATH} in SUMMERSTOW_DATA_DIR")


def generate(signs_from: int = 0) -> SigningKey:
    """A new ES256 key."""
    key = ECKey.generate_key("P-256", private=True, auto_kid=True)
    return _import(key.as_dict(private=True) | {"signs_from": signs_from})


def encode_keys(keys: Sequence[SigningKey]) -> str:
    """The text of the file in the data folder: a JSON array of private JWKs."""
    return msgspec.json.encode(
        [
            {
                **one.key.as_dict(private=True),
                "kid": one.kid,
                "alg": one.algorithm,
                "use": "sig",
                "signs_from": one.signs_from,
            }
            for one in keys
        ]
    ).decode()


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
        jwks = msgspec.json.decode(text, type=list[dict[str, Any]])
        keys = tuple(_import(one) for one in jwks)
    except (msgspec.DecodeError, JoseError, ValueError, TypeError, KeyError):
        keys = ()
    if not keys or len({one.kid for one in keys}) != len(keys):
        raise SettingsError(
            f"{name} must hold a JSON array of private ES256 or RS256 keys (JWK), each with a kid "
            "of its own."
        )
    return keys


def _import(jwk: dict[str, Any]) -> SigningKey:
    # Only these say what the key is for: a key_ops of the file may forbid its own publication.
    own_fields = ("key_ops", "use", "alg", "signs_from")
    bare = {name: value for name, value in jwk.items() if name not in own_fields}
    key: Key
    if jwk["kty"] == "EC" and jwk["crv"] == "P-256":
        key, algorithm = ECKey.import_key(bare), "ES256"
    elif jwk["kty"] == "RSA":
        key, algorithm = RSAKey.import_key(bare), "RS256"
    else:
        raise ValueError("neither ES256 nor RS256")
    if not key.is_private or jwk.get("alg", algorithm) != algorithm:
        raise ValueError("not a private key of that algorithm")
    return SigningKey(
        key,
        algorithm,
        str(jwk.get("kid") or key.thumbprint()),
        _derive(str(key.as_dict(private=True)["d"]).encode()),
        int(jwk.get("signs_from", 0)),
    )


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
