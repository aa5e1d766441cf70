"""The settings: environment variables, with defaults that serve `make run`."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from .address import masked, read_address
from .setting_rules import (
    DEMO_SERVICE_KEY,
    LOOPBACK_NAMES,
    SettingsError,
    refuse_unknown,
    refuse_unsafe,
)

__all__ = [
    "LOOPBACK_NAMES",
    "Settings",
    "SettingsError",
    "environment_name",
    "kept_secret",
    "load_settings",
]


def _switch(value: object) -> object:
    if value in ("1", "true", True):
        return True
    if value in ("0", "false", "", False):
        return False
    raise ValueError("must be 0 or 1")


def _words(value: object) -> object:
    if isinstance(value, str):
        return tuple(word.strip() for word in value.split(",") if word.strip())
    return value


Switch = Annotated[bool, BeforeValidator(_switch)]
Words = Annotated[tuple[str, ...], BeforeValidator(_words)]


class Settings(BaseModel):
    """Every setting by the name that the code uses; `environment_name` gives the variable's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    port: int = Field(8000, ge=1, le=65535)
    host: str = Field("127.0.0.1", min_length=1)
    data_dir: Path = Path(".data")
    database_url: str = Field("", pattern=r"^$|^postgres(ql)?://")
    site_url: str = Field("", pattern=r"^$|^https?://[^/?#\s]+/?$")
    demo: Switch = False
    anon_key: str = ""
    service_key: str = ""
    jwt_secret: str = Field("", pattern=r"^$|^.{16,}$")
    factor_key: str = Field("", pattern=r"^$|^[A-Za-z0-9_-]{43}=?$")
    autoconfirm: Switch = False
    disable_signup: Switch = False
    signing_keys: str = ""
    anonymous: Switch = False
    manual_linking: Switch = True
    phone: Switch = True
    saml: Switch = False
    mail_interval: int = Field(60, ge=0, le=86400)
    mails_per_hour: int = Field(3000, ge=1, le=1_000_000)
    password_blocklist: Switch = True
    reuse_interval: int = Field(10, ge=0, le=3600)
    require_apikey: Switch = False
    redirect_urls: Words = ()
    admin_emails: Words = ()
    rate_limits: Switch = True
    trusted_proxies: Words = ()
    smtp_url: str = Field("", pattern=r"^$|^smtps?://")
    sms_url: str = Field("", pattern=r"^$|^https?://")
    sms_countries: Words = ("CA", "US")
    sms_daily_cap: int = Field(500, ge=1, le=1_000_000)
    google_client_id: str = ""
    google_client_secret: str = ""
    google_issuer: str = Field("https://accounts.google.com", pattern=r"^https?://")
    stripe_secret_key: str = Field("", pattern=r"^$|^(sk|rk)_\w+$")
    stripe_webhook_secret: str = Field("", pattern=r"^$|^whsec_\w+$")
    stripe_api_base: str = Field("https://api.stripe.com", pattern=r"^https?://")
    metrics_token: str = Field("", pattern=r"^$|^.{16,}$")
    web_concurrency: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)

    @property
    def secure_site(self) -> bool:
        """Whether people reach the site over TLS."""
        return self.site_url.startswith("https://")


_PLAIN_NAMES = frozenset(
    {
        "port",
        "host",
        "database_url",
        "smtp_url",
        "sms_url",
        "google_client_id",
        "google_client_secret",
        "google_issuer",
        "stripe_secret_key",
        "stripe_webhook_secret",
        "stripe_api_base",
        "web_concurrency",
    }
)
#: Settings that are addresses: they may hold a password, and are shown without.
_ADDRESSES = ("database_url", "site_url", "smtp_url", "sms_url", "google_issuer", "stripe_api_base")
_MEANINGS = {
    "port": "must be a port number from 1 to 65535",
    "database_url": "must start with postgresql://",
    "site_url": "must be an address such as https://storage.example.ca, without a path",
    "smtp_url": "must start with smtp:// or smtps://",
    "sms_url": "must start with https://",
    "jwt_secret": "must have at least 16 characters",
    "factor_key": "must be 256 bits in URL-safe base64",
    "metrics_token": "must have at least 16 characters",
    "google_issuer": "must start with https://",
    "stripe_secret_key": "must be a secret or restricted key of Stripe: sk_… or rk_…",
    "stripe_webhook_secret": "must be the signing secret of Stripe's webhook: whsec_…",
    "stripe_api_base": "must start with https://",
}


def environment_name(field: str) -> str:
    """The environment variable of a setting: `PORT`, `SUMMERSTOW_DATA_DIR`."""
    return field.upper() if field in _PLAIN_NAMES else f"SUMMERSTOW_{field.upper()}"


def load_settings(env: Mapping[str, str] | None = None) -> Settings:
    """Read the settings; raise `SettingsError` with one sentence where one is wrong.

    Secrets that are not given are generated once and kept in the data folder (mode 0600).
    """
    env = os.environ if env is None else env
    refuse_unknown(env, map(environment_name, Settings.model_fields))
    values: dict[str, Any] = {
        field: env[environment_name(field)]
        for field in Settings.model_fields
        if env.get(environment_name(field), "") != ""
    }
    try:
        settings = Settings(**values)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        reason = _MEANINGS.get(field) or first["msg"].removeprefix("Value error, ")
        shown = masked(values[field]) if field in _ADDRESSES else values.get(field)
        secret = any(word in field for word in ("key", "secret", "token"))
        given = "" if secret else f" (it is {shown!r})"
        raise SettingsError(f"{environment_name(field)} {reason}{given}.") from None
    return _complete(settings)


def _complete(settings: Settings) -> Settings:
    if bool(settings.stripe_secret_key) != bool(settings.stripe_webhook_secret):
        raise SettingsError(
            "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: without the second no "
            "payment is ever heard of."
        )
    for field in _ADDRESSES[1:]:
        _check_address(field, getattr(settings, field))
    if settings.database_url:
        try:
            read_address(settings.database_url)
        except ValueError as error:
            raise SettingsError(
                f"DATABASE_URL is not the address of a database: {error}."
            ) from None
    _check_networks(settings.trusted_proxies)
    if "sms_countries" in settings.model_fields_set:
        _check_countries(settings.sms_countries)
    _check_folder(settings.data_dir)
    site_url = (settings.site_url or f"http://localhost:{settings.port}").rstrip("/")
    changes: dict[str, Any] = {"site_url": site_url, "data_dir": settings.data_dir.absolute()}
    if not settings.demo and not settings.sms_url:
        # A code that nobody can be sent is none, and would only wait to be read.
        changes["phone"] = False
    if not settings.rate_limits and "mail_interval" not in settings.model_fields_set:
        changes["mail_interval"] = 0
    if settings.demo and not settings.admin_emails:
        changes["admin_emails"] = ("admin@demo.test", "executive@demo.test")
    else:
        changes["admin_emails"] = tuple(address.lower() for address in settings.admin_emails)
    folder = changes["data_dir"] / "secrets"
    if not settings.anon_key:
        changes["anon_key"] = "anon" if settings.demo else kept_secret(folder / "anon-key")
    if not settings.service_key:
        changes["service_key"] = (
            DEMO_SERVICE_KEY if settings.demo else kept_secret(folder / "service-key")
        )
    complete = settings.model_copy(update=changes)
    refuse_unsafe(complete, admins_given=bool(settings.admin_emails))
    return complete


def _check_networks(networks: tuple[str, ...]) -> None:
    for one in networks:
        try:
            ip_network(one)
        except ValueError:
            raise SettingsError(
                "SUMMERSTOW_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, "
                f"separated by commas ({one!r} is none)."
            ) from None


def _check_countries(countries: tuple[str, ...]) -> None:
    # Its tables would be a tenth of a second of each start.
    from .phones import is_country  # noqa: PLC0415

    for one in countries:
        if not is_country(one):
            raise SettingsError(
                "SUMMERSTOW_SMS_COUNTRIES must be countries' two letters such as CA,US "
                f"({one!r} is none)."
            )


def _check_address(field: str, address: str) -> None:
    try:
        # Read only when it is asked for, and only then complained about.
        _ = urlsplit(address).port
    except ValueError:
        # What the library says of it may repeat a password.
        raise SettingsError(
            f"{environment_name(field)} is not an address: its host or its port (1 to 65535) "
            "cannot be read."
        ) from None


def _check_folder(folder: Path) -> None:
    try:
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    except OSError as error:
        raise SettingsError(
            f"SUMMERSTOW_DATA_DIR must be a folder that can be written to: {error.strerror}."
        ) from None
    if not there.is_dir():
        raise SettingsError(f"SUMMERSTOW_DATA_DIR must be a folder, and {there} is none.")


def kept_secret(path: Path, make: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> str:
    """The secret in this file, made (by default 256 bits) and stored with mode 0600 at first."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
        draft.touch(mode=0o600)
        draft.write_text(make())
        try:
            # A link fails where the name exists: of two first starts, one wins and both read it.
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise SettingsError(
            f"SUMMERSTOW_DATA_DIR must be a folder that can be written to: {error.strerror}."
        ) from None
