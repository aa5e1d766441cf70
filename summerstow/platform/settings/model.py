"""The settings: environment variables, with defaults that serve `make run`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ARCHIVE_DAYS: Final = 7
DEMO_SERVICE_KEY: Final = "demo-service-key"


class SettingsError(Exception):
    """One sentence that names the variable and what is wrong with it."""


#: No demo, a season in full swing, or the five accounts and one booking alone.
Demo: TypeAlias = Literal["", "season", "bare"]
Words: TypeAlias = tuple[str, ...]
_Days: TypeAlias = Annotated[int, Meta(ge=0, le=366)]
_Database: TypeAlias = Annotated[str, Meta(pattern=r"^$|^postgres(ql)?://")]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting by the name that the code uses; `environment_name` gives the variable's."""

    port: Annotated[int, Meta(ge=1, le=65535)] = 8000
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    data_dir: Path = Path(".data")
    archive_dir: Path | None = None
    archive_days: _Days | None = None
    database_url: _Database = ""
    database_direct_url: _Database = ""
    site_url: Annotated[str, Meta(pattern=r"^$|^https?://[^/?#\s]+/?$")] = ""
    demo: Demo = ""
    anon_key: str = ""
    service_key: str = ""
    jwt_secret: Annotated[str, Meta(pattern=r"^$|^.{16,}$")] = ""
    factor_key: Annotated[str, Meta(pattern=r"^$|^[A-Za-z0-9_-]{43}=?$")] = ""
    autoconfirm: bool = False
    disable_signup: bool = False
    reveal_accounts: bool = False
    signing_keys: str = ""
    anonymous: bool = False
    manual_linking: bool = True
    phone: bool = True
    saml: bool = False
    mail_interval: Annotated[int, Meta(ge=0, le=86400)] = 60
    mails_per_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 3000
    password_blocklist: bool = True
    reuse_interval: Annotated[int, Meta(ge=0, le=3600)] = 10
    require_apikey: bool = False
    redirect_urls: Words = ()
    admin_emails: Words = ()
    staff_second_factor: bool | None = None
    rate_limits: bool = True
    trusted_proxies: Words = ()
    smtp_url: Annotated[str, Meta(pattern=r"^$|^smtps?://")] = ""
    mail_webhook_key: Annotated[str, Meta(pattern=r"^$|^.{16,}$")] = ""
    sms_url: Annotated[str, Meta(pattern=r"^$|^https?://")] = ""
    sms_form: Literal["twilio", "json"] = "twilio"
    sms_countries: Words = ("CA", "US")
    sms_daily_cap: Annotated[int, Meta(ge=1, le=1_000_000)] = 500
    google_client_id: str = ""
    google_client_secret: str = ""
    google_issuer: Annotated[str, Meta(pattern=r"^https?://")] = "https://accounts.google.com"
    stripe_secret_key: Annotated[str, Meta(pattern=r"^$|^(sk|rk)_\w+$")] = ""
    stripe_webhook_secret: Annotated[str, Meta(pattern=r"^$|^whsec_\w+$")] = ""
    stripe_api_base: Annotated[str, Meta(pattern=r"^https?://")] = "https://api.stripe.com"
    drain_seconds: Annotated[int, Meta(ge=0, le=60)] = 0
    metrics_token: Annotated[str, Meta(pattern=r"^$|^.{16,}$")] = ""
    web_concurrency: Annotated[int, Meta(ge=1, le=256)] = msgspec.field(
        default_factory=lambda: os.cpu_count() or 1
    )

    @property
    def past_pooler(self) -> dict[str, str] | None:
        """What `asyncpg.connect` takes for the servers themselves; None: nothing stands before
        them, as far as the settings say."""
        return {"dsn": self.database_direct_url} if self.database_direct_url else None

    @property
    def archive(self) -> Path | None:
        """Where the embedded database keeps its write-ahead log; None where it keeps none."""
        if self.database_url or self.days_archived == 0:
            return None
        return self.archive_dir or self.data_dir / "archive"

    @property
    def days_archived(self) -> int:
        """How far back a moment can be restored; by default nothing in a demo."""
        if self.archive_days is not None:
            return self.archive_days
        return 0 if self.demo else ARCHIVE_DAYS

    @property
    def asks_staff_second_factor(self) -> bool:
        """Whether office roles need a second factor; by default outside the demo."""
        if self.staff_second_factor is not None:
            return self.staff_second_factor
        return not self.demo

    @property
    def secure_site(self) -> bool:
        """Whether people reach the site over TLS."""
        return self.site_url.startswith("https://")


_PLAIN_NAMES = frozenset(
    {
        "port",
        "host",
        "database_url",
        "database_direct_url",
        "smtp_url",
        "sms_url",
        "sms_form",
        "google_client_id",
        "google_client_secret",
        "google_issuer",
        "stripe_secret_key",
        "stripe_webhook_secret",
        "stripe_api_base",
        "web_concurrency",
    }
)


def environment_name(field: str) -> str:
    """The environment variable of a setting: `PORT`, `SUMMERSTOW_DATA_DIR`."""
    return field.upper() if field in _PLAIN_NAMES else f"SUMMERSTOW_{field.upper()}"
