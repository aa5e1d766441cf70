"""Which other providers there are, and what one of them says of a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from summerstow.platform.auth import validation
from summerstow.platform.auth.context import AuthContext
from summerstow.platform.auth.errors import AuthError, invalid
from summerstow.platform.auth.openid import Claims, OpenID
from summerstow.platform.auth.validation import Metadata

#: What the official clients may ask for, and this product does not offer.
_OTHERS: Final = frozenset(
    {
        *("apple", "azure", "bitbucket", "discord"),
        *("facebook", "figma", "fly", "github"),
        *("gitlab", "kakao", "keycloak", "linkedin"),
        *("linkedin_oidc", "notion", "slack", "slack_oidc"),
        *("snapchat", "spotify", "twitch", "twitter"),
        *("workos", "x", "zoom"),
    }
)
_MAX_TEXT = 255
_MAX_ADDRESS = 1000


@dataclass(frozen=True)
class ProviderIdentity:
    """A person as a provider vouches for them; `data` is the identity's data on the wire."""

    provider: str
    subject: str
    email: str | None
    email_verified: bool
    data: Metadata

    @property
    def label(self) -> str:
        """The provider as people know it."""
        return label(self.provider)


def provider(context: AuthContext, name: str) -> OpenID:
    """The provider of this name; raises 400 `validation_failed` where it is off or unknown."""
    if name == "google" and context.google.enabled:
        return context.google
    if name == "google" or name in _OTHERS:
        raise invalid("Unsupported provider: provider is not enabled")
    raise invalid(f"Unsupported provider: Provider {name[:50]} could not be found")


def label(name: str) -> str:
    """A provider as people know it."""
    labels = {"google": "Google", "email": "Sign-in by email", "phone": "Sign-in by phone"}
    return labels.get(name, "Single sign-on")


def from_google(claims: Claims) -> ProviderIdentity:
    """What a checked ID token of Google's, or of another issuer in its place, says."""
    subject = str(claims["sub"])
    email = _address(claims.get("email"))
    verified = email is not None and claims.get("email_verified") in (True, "true")
    name = _line(claims.get("name")) or _line(
        f"{_line(claims.get('given_name'))} {_line(claims.get('family_name'))}"
    )
    picture = _line(claims.get("picture"), _MAX_ADDRESS)
    data: Metadata = {
        "iss": _line(claims.get("iss")),
        "sub": subject,
        "name": name[: validation.MAX_NAME_CHARACTERS],
        "picture": picture,
        "avatar_url": picture,
        "full_name": name[: validation.MAX_NAME_CHARACTERS],
        "provider_id": subject,
        "email": email,
        "email_verified": verified,
        "phone_verified": False,
    }
    domain = _line(claims.get("hd"))
    if domain:
        data["custom_claims"] = {"hd": domain}
    claims_data = {key: value for key, value in data.items() if value not in ("", None)}
    return ProviderIdentity("google", subject, email, verified, claims_data)


def subject_of(claims: Claims) -> str | None:
    """Return the provider's id for the person if it can be stored, else None."""
    subject = claims.get("sub")
    usable = isinstance(subject, str) and subject.isprintable() and 0 < len(subject) <= _MAX_TEXT
    return subject if usable else None


def _address(value: Any) -> str | None:
    try:
        return validation.email_address(value) if isinstance(value, str) else None
    except AuthError:
        return None


def _line(value: Any, limit: int = _MAX_TEXT) -> str:
    """One line of printable text; "" for what is none or, as an address may be, too long."""
    if not isinstance(value, str):
        return ""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())
    return text if len(text) <= limit else text[:limit] if limit == _MAX_TEXT else ""
