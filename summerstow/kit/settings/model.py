"""The settings: environment variables, with defaults that serve `make run`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ARCHIVE_DAYS: Final = 7
DEMO_SERVICE_KEY: Final = "demo-service-key"


class SettingsError(Exception):
    """One sentence that names the variable and what is wrong with it."""


def _switch(value: object) -> object:
    if value in ("1", "true", True):
        return True
    if value in ("0", "false", "", False):
        return False
    raise ValueError("must be 0 or 1")


def _demo(value: object) -> object:
    if value == "bare":
        return value
    try:
        return "season" if _switch(value) else ""
    except ValueError:
        raise ValueError("must be 0, 1 or bare") from None


def _words(value: object) -> object:
    if isinstance(value, str):
        return tuple(word.strip() for word in value.split(",") if word.strip())
    return value


Switch = Annotated[bool, BeforeValidator(_switch)]
#: No demo, a season in full swing, or the five accounts and one booking alone.
Demo = Annotated[Literal["", "season", "bare"], BeforeValidator(_demo)]
Words = Annotated[tuple[str, ...], BeforeValidator(_words)]


class Settings(BaseModel):
    """Every setting by the name that the code uses; `environment_name` gives the variable's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    port: int = Field(8000, ge=1, le=65535)
    host: str = Field("127.0.0.1", min_length=1)
    data_dir: Path = Path(".data")
    archive_dir: Path | None = None
    archive_days: int | None = Field(None, ge=0, le=366)
    database_url: str = Field("", pattern=r"^$|^postgres(ql)?://")
    database_direct_url: str = Field("", pattern=r"^$|^postgres(ql)?://")
    database_read_url: str = Field("", pattern=r"^$|^postgres(ql)?://")
    site_url: str = Field("", pattern=r"^$|^https?://[^/?#\s]+/?$")
    demo: Demo = ""
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
    drain_seconds: int = Field(0, ge=0, le=60)
    metrics_token: str = Field("", pattern=r"^$|^.{16,}$")
    web_concurrency: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)

    @property
    def past_pooler(self) -> dict[str, str] | None:
        """What `asyncpg.connect` takes for the servers themselves; None: nothing stands before
        them, as far as the settings say."""
        return {"dsn": self.database_direct_url} if self.database_direct_url else None

    @property
    def standby(self) -> dict[str, str] | None:
        """What `asyncpg.connect` takes for a server that follows; None: the primary reads all."""
        return {"dsn": self.database_read_url} if self.database_read_url else None

    @property
    def archive(self) -> Path | None:
        """Where the embedded database keeps its write-ahead log; None where it keeps none."""
        if self.database_url or self.days_archived == 0:
            return None
        return self.archive_dir or self.data_dir / "archive"

    @property
    def days_archived(self) -> int:
        """How far back a moment can be brought back; a demo keeps nothing if nothing is said."""
        if self.archive_days is not None:
            return self.archive_days
        return 0 if self.demo else ARCHIVE_DAYS

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
        "database_read_url",
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


def environment_name(field: str) -> str:
    """The environment variable of a setting: `PORT`, `SUMMERSTOW_DATA_DIR`."""
    return field.upper() if field in _PLAIN_NAMES else f"SUMMERSTOW_{field.upper()}"
