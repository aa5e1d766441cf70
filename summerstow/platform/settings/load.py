"""Reads the settings from the environment; missing secrets are generated and stored."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Collection, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from summerstow.platform.database.address import masked, read_address

from .model import DEMO_SERVICE_KEY, Settings, SettingsError, Words, environment_name
from .rules import refuse_unknown, refuse_unsafe

#: Settings that are addresses: they may hold a password, and are shown without.
_DATABASES = ("database_url", "database_direct_url")
_OTHER_ADDRESSES = ("site_url", "smtp_url", "sms_url", "google_issuer", "stripe_api_base")
_ADDRESSES = (*_DATABASES, *_OTHER_ADDRESSES)
_MEANINGS = {
    "port": "must be a port number from 1 to 65535",
    "archive_days": "must be a number of days from 0 (none) to 366",
    **dict.fromkeys(_DATABASES, "must start with postgresql://"),
    "site_url": "must be an address such as https://storage.example.ca, without a path",
    "smtp_url": "must start with smtp:// or smtps://",
    "sms_url": "must start with https://",
    "sms_form": "must be twilio or json",
    "web_concurrency": "must be a number of processes from 1 to 256",
    "mail_interval": "must be a number of seconds from 0 to 86400",
    "mails_per_hour": "must be a number from 1 to 1000000",
    "reuse_interval": "must be a number of seconds from 0 to 3600",
    "sms_daily_cap": "must be a number from 1 to 1000000",
    "drain_seconds": "must be a number of seconds from 0 to 60",
    "jwt_secret": "must have at least 16 characters",
    "factor_key": "must be 256 bits in URL-safe base64",
    "mail_webhook_key": "must have at least 16 characters",
    "metrics_token": "must have at least 16 characters",
    "google_issuer": "must start with https://",
    "stripe_secret_key": "must be a secret or restricted key of Stripe: sk_… or rk_…",
    "stripe_webhook_secret": "must be the signing secret of Stripe's webhook: whsec_…",
    "stripe_api_base": "must start with https://",
}


def load_settings(env: Mapping[str, str] | None = None) -> Settings:
    """Read the settings; raise `SettingsError` with one sentence where one is wrong.

    Missing secrets are generated once and stored in the data folder (mode 0600).
    """
    env = os.environ if env is None else env
    refuse_unknown(env, map(environment_name, Settings.__struct_fields__))
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        text = env.get(environment_name(field.name), "")
        if text != "":
            values[field.name] = _read(field, text)
    return _complete(Settings(**values), names=values.keys())


def _read(field: msgspec.structs.FieldInfo, text: str) -> object:
    """The value of a setting from its variable; raises `SettingsError`."""
    name = field.name
    try:
        if field.type in (bool, bool | None):
            return {"1": True, "true": True, "0": False, "false": False}[text]
        if name == "demo":
            return {"1": "season", "true": "season", "0": "", "false": "", "bare": "bare"}[text]
        if name in ("data_dir", "archive_dir"):
            return Path(text)
        if field.type == Words:
            return tuple(word.strip() for word in text.split(",") if word.strip())
        return msgspec.convert(text, field.type, strict=False)
    except KeyError:
        reason = "must be 0, 1 or bare" if name == "demo" else "must be 0 or 1"
    except msgspec.ValidationError as error:
        reason = _MEANINGS.get(name) or f"is refused: {str(error).lower()}"
    excerpt = masked(text) if name in _ADDRESSES else text
    secret = any(word in name for word in ("key", "secret", "token"))
    hint = "" if secret else f" (it is {excerpt!r})"
    raise SettingsError(f"{environment_name(name)} {reason}{hint}.") from None


def _complete(settings: Settings, names: Collection[str]) -> Settings:
    if bool(settings.stripe_secret_key) != bool(settings.stripe_webhook_secret):
        raise SettingsError(
            "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: without the second no "
            "payment is ever heard of."
        )
    if bool(settings.google_client_id) != bool(settings.google_client_secret):
        raise SettingsError(
            "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: Google sign-in needs both."
        )
    for field in _OTHER_ADDRESSES:
        _check_address(field, getattr(settings, field))
    for field in _DATABASES:
        _check_database(field, getattr(settings, field), settings)
    _check_networks(settings.trusted_proxies)
    if "sms_countries" in names:
        _check_countries(settings.sms_countries)
    _check_folder(settings.data_dir)
    site_url = (settings.site_url or f"http://localhost:{settings.port}").rstrip("/")
    changes: dict[str, Any] = {"site_url": site_url, "data_dir": settings.data_dir.absolute()}
    if settings.archive_dir is not None:
        changes["archive_dir"] = settings.archive_dir.absolute()
    if not settings.demo and not settings.sms_url:
        # Without a channel, codes would only wait to be read.
        changes["phone"] = False
    if not settings.rate_limits and "mail_interval" not in names:
        changes["mail_interval"] = 0
    if settings.demo and not settings.admin_emails:
        changes["admin_emails"] = ("admin@demo.test", "executive@demo.test")
    else:
        changes["admin_emails"] = tuple(address.lower() for address in settings.admin_emails)
    folder = changes["data_dir"] / "secrets"
    if not settings.anon_key:
        changes["anon_key"] = (
            "anon" if settings.demo else load_or_create_secret(folder / "anon-key")
        )
    if not settings.service_key:
        changes["service_key"] = (
            DEMO_SERVICE_KEY if settings.demo else load_or_create_secret(folder / "service-key")
        )
    complete = msgspec.structs.replace(settings, **changes)
    refuse_unsafe(complete, has_own_admins=bool(settings.admin_emails))
    return complete


def _check_database(field: str, url: str, settings: Settings) -> None:
    if not url:
        return
    if not settings.database_url:
        raise SettingsError(
            f"{environment_name(field)} goes with DATABASE_URL: the embedded database has neither "
            "a pooler nor a standby."
        )
    try:
        read_address(url)
    except ValueError as error:
        raise SettingsError(
            f"{environment_name(field)} is not the address of a database: {error}."
        ) from None


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
    from summerstow.platform.phones import is_country  # noqa: PLC0415

    for one in countries:
        if not is_country(one):
            raise SettingsError(
                "SUMMERSTOW_SMS_COUNTRIES must be countries' two letters such as CA,US "
                f"({one!r} is none)."
            )


def _check_address(field: str, address: str) -> None:
    try:
        # Read, and validated, only on first use.
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


def load_or_create_secret(
    path: Path, make: Callable[[], str] = lambda: secrets.token_urlsafe(32)
) -> str:
    """Return the secret in this file, first generating it (by default 256 bits, mode 0600)."""
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
