"""What settings may not say together; each refusal is one sentence that names the variable."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from .model import DEMO_SERVICE_KEY, LOOPBACK_NAMES, Settings, SettingsError

#: Variables of this prefix that one process of ours hands to another.
_INTERNAL: Final = frozenset({"SUMMERSTOW_CONNECT"})
_PREFIX: Final = "SUMMERSTOW_"
_SHORTEST_KEY: Final = 4
_SHORTEST_SECRET: Final = 16
_EMAIL: Final = re.compile(r"[^\s@<>\"(),:;\\]+@([^\s@.,/]+\.)+[^\s@.,/]{2,}")


def is_loopback(host: str | None) -> bool:
    """Whether this name or address leads to this machine alone."""
    if host is None or host in LOOPBACK_NAMES:
        return host is not None
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def refuse_unknown(names: Iterable[str], setting_names: Iterable[str]) -> None:
    """Raise for a variable with our prefix that means nothing: a typing error would go unseen."""
    by_suffix = {name.removeprefix(_PREFIX): name for name in setting_names}
    for name in sorted(names):
        if name.startswith(_PREFIX) and name not in {*by_suffix.values(), *_INTERNAL}:
            from difflib import get_close_matches  # noqa: PLC0415 - for this sentence alone

            near = get_close_matches(name.removeprefix(_PREFIX), by_suffix, 1)
            hint = f": did you mean {by_suffix[near[0]]}?" if near else "."
            raise SettingsError(f"{name} is not a setting{hint}")


def refuse_unsafe(settings: Settings, *, has_own_admins: bool) -> None:
    """Raise where complete settings would let strangers in.

    `has_own_admins`: the staff addresses are the operator's, rather than those of the demo.
    """
    _check_reach(settings)
    _check_keys(settings)
    _check_confirmation(settings, has_own_admins=has_own_admins)


def _check_reach(settings: Settings) -> None:
    site = urlsplit(settings.site_url)
    if settings.demo and not is_loopback(site.hostname):
        raise SettingsError(
            "SUMMERSTOW_DEMO must be 0 when SUMMERSTOW_SITE_URL is not on this machine: "
            "the demo accounts have a known password."
        )
    if settings.demo and not is_loopback(settings.host):
        raise SettingsError(
            f"HOST must be an address of this machine alone, such as 127.0.0.1, while "
            f"SUMMERSTOW_DEMO is 1 (it is {settings.host!r}): the demo accounts have a known "
            "password."
        )
    if site.scheme == "http" and not is_loopback(site.hostname):
        raise SettingsError(
            "SUMMERSTOW_SITE_URL must start with https:// unless it is on this machine "
            f"(it is {settings.site_url!r}): passwords would cross the network in the clear."
        )


def _check_keys(settings: Settings) -> None:
    if not settings.demo and settings.service_key == DEMO_SERVICE_KEY:
        raise SettingsError(
            "SUMMERSTOW_SERVICE_KEY must not be the demo's published key outside the demo."
        )
    shortest = _SHORTEST_KEY if settings.demo else _SHORTEST_SECRET
    for name, key, least in (
        ("SUMMERSTOW_ANON_KEY", settings.anon_key, _SHORTEST_KEY),
        ("SUMMERSTOW_SERVICE_KEY", settings.service_key, shortest),
    ):
        if len(key) < least:
            raise SettingsError(f"{name} must have at least {least} characters.")
    if settings.service_key == settings.anon_key:
        raise SettingsError(
            "SUMMERSTOW_SERVICE_KEY must differ from SUMMERSTOW_ANON_KEY, which every visitor "
            "is given."
        )
    if settings.jwt_secret and settings.jwt_secret in (settings.anon_key, settings.service_key):
        raise SettingsError(
            "SUMMERSTOW_JWT_SECRET must differ from SUMMERSTOW_ANON_KEY and "
            "SUMMERSTOW_SERVICE_KEY, which clients send."
        )


def _check_confirmation(settings: Settings, *, has_own_admins: bool) -> None:
    for address in settings.admin_emails:
        if not _EMAIL.fullmatch(address):
            raise SettingsError(
                "SUMMERSTOW_ADMIN_EMAILS must be e-mail addresses separated by commas "
                f"({address!r} is none)."
            )
    if not settings.autoconfirm:
        return
    if has_own_admins:
        raise SettingsError(
            "SUMMERSTOW_AUTOCONFIRM must be 0 when SUMMERSTOW_ADMIN_EMAILS is given: nobody "
            "would have to show that such an address is theirs."
        )
    if not (is_loopback(urlsplit(settings.site_url).hostname) and is_loopback(settings.host)):
        raise SettingsError(
            "SUMMERSTOW_AUTOCONFIRM must be 0 when HOST or SUMMERSTOW_SITE_URL is not on this "
            "machine: anybody could sign up with anybody's address."
        )
