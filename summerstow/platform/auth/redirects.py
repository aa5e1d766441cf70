"""Where a flow may lead back to (docs/wire/auth.md, "Redirects")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import SplitResult, quote, urlencode, urlsplit, urlunsplit

from summerstow.platform.observability import log
from summerstow.platform.settings.model import LOOPBACK_NAMES

_log = log.get("auth")
_HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?\Z")
#: What of a session goes into an address.
_SESSION: Final = ("access_token", "expires_at", "expires_in", "refresh_token", "token_type")
_PORTS = {"http": 80, "https": 443}
#: Schemes in which a browser would run or open what the address itself holds.
_NEVER = frozenset({"javascript", "data", "vbscript", "file", "blob", "about"})


@dataclass(frozen=True)
class Target:
    """The address to lead to, and the requested one if it was refused."""

    url: str
    refused: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """Says on the answer that the requested address was replaced."""
        if self.refused is None:
            return {}
        return {"x-redirect-refused": quote(self.refused[:500], safe=":/?&=#%")}


class Redirects:
    """The site itself, its loopback neighbours, and the globs of SUMMERSTOW_REDIRECT_URLS."""

    def __init__(self, site_url: str, globs: tuple[str, ...]) -> None:
        self._site_url = site_url
        self._site = urlsplit(site_url)
        self._globs = tuple((_compile(glob), _compile(_authority(glob))) for glob in globs)

    def choose(self, requested: str | None, referrer: str | None = None) -> Target:
        """The requested address if it is allowed, else the allowed referrer, else the site."""
        if requested and self.allows(requested):
            return Target(requested)
        if requested:
            _log.warning("redirect_refused", redirect_to=requested[:500])
            return Target(self._site_url, refused=requested)
        if referrer and self.allows(referrer):
            return Target(referrer)
        return Target(self._site_url)

    def allows(self, url: str) -> bool:
        """Whether a flow may lead to the address."""
        if not url.isprintable() or any(sign in url for sign in ' "<>\\^`{|}'):
            return False
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return False
        if not parts.scheme or parts.scheme in _NEVER:
            return False
        if parts.username is not None or parts.password is not None:
            return False
        if parts.scheme in _PORTS:
            host = parts.hostname or ""
            if self._is_site(parts, host, port):
                return True
            literal = _ip(host)
            if literal is not None:
                # Elsewhere a session would go to whatever listens on the reader's machine.
                if not literal.is_loopback or self._site.hostname in LOOPBACK_NAMES:
                    return literal.is_loopback
            elif not _HOST.match(host) or host.replace(".", "").isdigit():
                return False
        bare = urlunsplit(parts._replace(fragment=""))
        # The host by itself too: what follows a `?` must not pass for the end of its name.
        return any(
            glob.fullmatch(bare) and (parts.scheme not in _PORTS or host_of.fullmatch(parts.netloc))
            for glob, host_of in self._globs
        )

    def _is_site(self, parts: SplitResult, host: str, port: int | None) -> bool:
        if parts.scheme != self._site.scheme or host != self._site.hostname:
            return False
        if host in LOOPBACK_NAMES:
            return True
        default = _PORTS[parts.scheme]
        return (port or default) == (self._site.port or default)


def trusted_origins(site_url: str, globs: tuple[str, ...]) -> frozenset[str]:
    """The origins of the site and of those return addresses that name one without a wildcard."""
    origins = set()
    for address in (site_url, *globs):
        scheme, _, rest = address.partition("://")
        host = rest.partition("/")[0].lower()
        if scheme in _PORTS and host and not set(host) & set("*?#"):
            origins.add(f"{scheme}://{host.removesuffix(f':{_PORTS[scheme]}')}")
    return frozenset(origins)


def with_query(url: str, values: dict[str, str]) -> str:
    """The address with more query values; what it has stays as it is."""
    parts = urlsplit(url)
    query = "&".join(part for part in (parts.query, urlencode(values)) if part)
    return urlunsplit(parts._replace(query=query))


def with_fragment(url: str, values: dict[str, str]) -> str:
    """The address with these values as its fragment, form-encoded, in order of the alphabet."""
    fragment = urlencode(sorted(values.items()))
    return f"{url.partition('#')[0]}#{fragment}"


def with_session(url: str, session: Mapping[str, Any], **more: str) -> str:
    """The address with a session of the wire in its fragment, marked as ours by `sb`."""
    values = {name: str(session[name]) for name in _SESSION}
    return with_fragment(url, values | more | {"sb": ""})


def in_link(url: str) -> str:
    """The address as a value inside a mail link: raw where that is clear."""
    return quote(url, safe="" if any(sign in url for sign in "&=#%") else ":/?")


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    try:
        # One with a zone (`::1%eth0`) is nothing that a browser would open.
        return None if "%" in host else ip_address(host)
    except ValueError:
        return None


def _authority(glob: str) -> str:
    """The part of a glob that stands for host and port; `**` where it names none."""
    rest = glob.partition("#")[0].partition("://")[2]
    return rest.partition("/")[0] if rest else "**"


def _compile(glob: str) -> re.Pattern[str]:
    """`*` stops at `.` and `/`, `**` at nothing, `?` is one character that is neither."""
    pattern = ""
    for part in re.split(r"(\*\*|\*|\?)", glob.partition("#")[0]):
        pattern += {"**": ".*", "*": r"[^./]*", "?": r"[^./]"}.get(part, re.escape(part))
    return re.compile(pattern)
