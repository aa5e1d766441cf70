"""Settings: defaults that serve, and one sentence for a wrong value."""

from __future__ import annotations

from pathlib import Path

import pytest

from summerstow.platform.settings.load import load_settings
from summerstow.platform.settings.model import SettingsError


def _env(tmp_path: Path, **changes: str) -> dict[str, str]:
    return {"SUMMERSTOW_DATA_DIR": str(tmp_path)} | changes


def test_the_defaults_serve(tmp_path: Path) -> None:
    """Nothing but a data folder."""
    settings = load_settings(_env(tmp_path))
    assert (settings.port, settings.host, settings.demo) == (8000, "127.0.0.1", "")
    assert settings.site_url == "http://localhost:8000"
    assert settings.admin_emails == ()
    assert settings.reuse_interval == 10


def test_demo_has_its_published_keys_and_staff(tmp_path: Path) -> None:
    """`make run` sets SUMMERSTOW_DEMO."""
    settings = load_settings(_env(tmp_path, SUMMERSTOW_DEMO="1", PORT="8123"))
    assert (settings.anon_key, settings.service_key) == ("anon", "demo-service-key")
    assert settings.admin_emails == ("admin@demo.test", "executive@demo.test")
    assert settings.site_url == "http://localhost:8123"


def test_keys_are_generated_once_and_kept_secret(tmp_path: Path) -> None:
    """Mode 0600, the same at the next start."""
    first, second = load_settings(_env(tmp_path)), load_settings(_env(tmp_path))
    assert first.service_key == second.service_key
    assert len(first.service_key) > 30
    assert (tmp_path / "secrets" / "service-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("WEB_CONCURRENCY", "0"),
        ("GOOGLE_CLIENT_ID", "client-without-secret"),
        ("DATABASE_URL", "mysql://x"),
        ("DATABASE_DIRECT_URL", "mysql://x"),
        ("SUMMERSTOW_DRAIN_SECONDS", "61"),
        ("SMTP_URL", "mail.example"),
        ("SMTP_URL", "smtp://mail.example:port"),
        ("SMS_URL", "texts.example"),
        ("SUMMERSTOW_SITE_URL", "http://localhost:70000"),
        ("SUMMERSTOW_DATA_DIR", "/dev/null/data"),
        ("SUMMERSTOW_DEMO", "yes"),
        ("SUMMERSTOW_SITE_URL", "summerstow.test"),
        ("SUMMERSTOW_SITE_URL", "https://summerstow.test/path"),
        ("SUMMERSTOW_JWT_SECRET", "short"),
        ("SUMMERSTOW_MAIL_INTERVAL", "-1"),
        ("SUMMERSTOW_REUSE_INTERVAL", "x"),
        ("SUMMERSTOW_SMS_COUNTRIES", "CA,Canada"),
        ("SUMMERSTOW_SMS_COUNTRIES", "001"),
        ("SUMMERSTOW_SMS_DAILY_CAP", "0"),
        ("STRIPE_SECRET_KEY", "pk_test_1"),
        ("STRIPE_SECRET_KEY", "sk_test_1"),
        ("STRIPE_WEBHOOK_SECRET", "shhh"),
        ("STRIPE_API_BASE", "api.stripe.com"),
    ],
)
def test_a_wrong_value_is_one_sentence_that_names_the_variable(
    tmp_path: Path, name: str, value: str
) -> None:
    """And secrets are not repeated in it."""
    with pytest.raises(SettingsError) as refused:
        load_settings(_env(tmp_path, **{name: value}))
    sentence = str(refused.value)
    assert sentence.startswith(name)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    if name in ("SUMMERSTOW_JWT_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"):
        assert value not in sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://mina:plum-kettle@db.example.ca/storage"),
        ("DATABASE_URL", "postgresql://mina:plum-kettle@db.example.ca:99999/storage"),
        ("DATABASE_URL", "postgresql://mina:plum-kettle/94@db.example.ca/storage"),
        ("DATABASE_URL", "postgresql://mina@db.example.ca:plum-kettle/storage"),
        ("DATABASE_URL", "postgresql://mina:plum-kettle@[db.example.ca/storage"),
        ("DATABASE_URL", "postgres:mina:plum-kettle@db.example.ca"),
        ("SMTP_URL", "imap://mina:plum-kettle@mail.example.ca"),
        ("SMTP_URL", "mina:plum-kettle@mail.example.ca:587"),
        ("SMTP_URL", "smtp://mina:plum-kettle"),
        ("SMTP_URL", "smtp://mina:plum-kettle@mail.example.ca:99999"),
        ("SMS_URL", "ftp://mina:plum-kettle@texts.example.ca"),
        ("STRIPE_API_BASE", "ftp://mina:plum-kettle@stripe.example.ca"),
    ],
)
def test_a_password_in_an_address_is_not_repeated(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings(_env(tmp_path, **{name: value}))
    assert str(refused.value).startswith(name)
    assert "plum" not in str(refused.value)


def test_demo_is_refused_on_a_public_address(tmp_path: Path) -> None:
    """The demo accounts have a published password."""
    with pytest.raises(SettingsError, match="SUMMERSTOW_DEMO"):
        load_settings(
            _env(tmp_path, SUMMERSTOW_DEMO="1", SUMMERSTOW_SITE_URL="https://storage.example")
        )


PUBLIC = "https://storage.example"
KEY = "a-key-of-many-characters"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("HOST", {"SUMMERSTOW_DEMO": "1", "HOST": "0.0.0.0"}),
        ("HOST", {"SUMMERSTOW_DEMO": "1", "HOST": "::"}),
        ("SUMMERSTOW_SITE_URL", {"SUMMERSTOW_SITE_URL": "http://storage.example"}),
        ("SUMMERSTOW_SERVICE_KEY", {"SUMMERSTOW_SERVICE_KEY": "demo-service-key"}),
        ("SUMMERSTOW_SERVICE_KEY", {"SUMMERSTOW_SERVICE_KEY": "fifteen-letters"}),
        ("SUMMERSTOW_SERVICE_KEY", {"SUMMERSTOW_DEMO": "1", "SUMMERSTOW_SERVICE_KEY": "s"}),
        ("SUMMERSTOW_ANON_KEY", {"SUMMERSTOW_DEMO": "1", "SUMMERSTOW_ANON_KEY": "a"}),
        (
            "SUMMERSTOW_SERVICE_KEY",
            {"SUMMERSTOW_SERVICE_KEY": KEY, "SUMMERSTOW_ANON_KEY": KEY},
        ),
        ("SUMMERSTOW_JWT_SECRET", {"SUMMERSTOW_SERVICE_KEY": KEY, "SUMMERSTOW_JWT_SECRET": KEY}),
        ("SUMMERSTOW_JWT_SECRET", {"SUMMERSTOW_ANON_KEY": KEY, "SUMMERSTOW_JWT_SECRET": KEY}),
        ("SUMMERSTOW_ADMIN_EMAILS", {"SUMMERSTOW_ADMIN_EMAILS": "kim@example.ca,lee at home"}),
        (
            "SUMMERSTOW_AUTOCONFIRM",
            {"SUMMERSTOW_AUTOCONFIRM": "1", "SUMMERSTOW_ADMIN_EMAILS": "kim@example.ca"},
        ),
        (
            "SUMMERSTOW_AUTOCONFIRM",
            {
                "SUMMERSTOW_DEMO": "1",
                "SUMMERSTOW_AUTOCONFIRM": "1",
                "SUMMERSTOW_ADMIN_EMAILS": "kim@example.ca",
            },
        ),
        (
            "SUMMERSTOW_AUTOCONFIRM",
            {"SUMMERSTOW_AUTOCONFIRM": "1", "SUMMERSTOW_SITE_URL": PUBLIC},
        ),
        ("SUMMERSTOW_AUTOCONFIRM", {"SUMMERSTOW_AUTOCONFIRM": "1", "HOST": "0.0.0.0"}),
    ],
)
def test_what_would_let_strangers_in_is_refused(
    tmp_path: Path, name: str, given: dict[str, str]
) -> None:
    """In one sentence, without a key in it."""
    with pytest.raises(SettingsError) as refused:
        load_settings(_env(tmp_path, **given))
    sentence = str(refused.value)
    assert sentence.startswith(f"{name} must ")
    assert sentence.endswith(".")
    assert KEY not in sentence


def test_without_a_text_provider_there_are_no_codes_by_text_outside_the_demo(
    tmp_path: Path,
) -> None:
    """They would be readable in the database, and reach nobody."""
    assert not load_settings(_env(tmp_path)).phone
    assert load_settings(_env(tmp_path, SMS_URL="https://a:b@texts.example/")).phone
    assert load_settings(_env(tmp_path, SUMMERSTOW_DEMO="1")).phone


def test_a_public_site_behind_a_proxy_serves(tmp_path: Path) -> None:
    """TLS ends before the product, which listens on every address of its host."""
    settings = load_settings(
        _env(
            tmp_path,
            HOST="0.0.0.0",
            SUMMERSTOW_SITE_URL=PUBLIC,
            SUMMERSTOW_ADMIN_EMAILS="Kim@Example.ca",
        )
    )
    assert settings.admin_emails == ("kim@example.ca",)


def test_the_demo_may_confirm_by_itself_on_this_machine(tmp_path: Path) -> None:
    """Its staff addresses are its own."""
    env = _env(tmp_path, SUMMERSTOW_DEMO="1", SUMMERSTOW_AUTOCONFIRM="1", HOST="127.0.0.2")
    assert load_settings(env).autoconfirm


def test_a_variable_that_means_nothing_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    """A typing error in a name would otherwise be a setting that nobody notices is missing."""
    with pytest.raises(SettingsError) as refused:
        load_settings(_env(tmp_path, SUMMERSTOW_ADMIN_EMAIL="kim@example.ca"))
    assert str(refused.value) == (
        "SUMMERSTOW_ADMIN_EMAIL is not a setting: did you mean SUMMERSTOW_ADMIN_EMAILS?"
    )
    with pytest.raises(SettingsError, match=r"^SUMMERSTOW_ZZZ is not a setting\.$"):
        load_settings(_env(tmp_path, SUMMERSTOW_ZZZ=""))


def test_a_data_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """By name."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="SUMMERSTOW_DATA_DIR"):
        load_settings({"SUMMERSTOW_DATA_DIR": str(tmp_path / "file")})
