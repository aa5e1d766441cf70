"""Passkeys as a second factor: the options of a ceremony, and what its answer proves.

The relying party is the host of SUMMERSTOW_SITE_URL. Whatever a client says of party and origins
is not believed; on a loopback host its port is free, for a development server beside the product.
The library, 20 MB in each process, is loaded with the first passkey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from summerstow.platform import published
from summerstow.platform.auth.accounts.model import Account, Factor
from summerstow.platform.settings.model import LOOPBACK_NAMES

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

#: Milliseconds for which the browser waits for the person.
_PATIENCE: Final = 300_000


class WebAuthnRejected(Exception):
    """The answer of the authenticator does not hold; says why, for the log."""


@dataclass(frozen=True)
class Passkey:
    """A credential, with how often it says to have signed."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...]


def possible(site_url: str) -> bool:
    """Whether browsers know passkeys for this site: its host is a name, not an IP address."""
    try:
        ip_address(_party(site_url))
    except ValueError:
        return True
    return False


def creation_options(
    site_url: str, user: Account, nonce: bytes, registered_factors: Sequence[Factor]
) -> dict[str, Any]:
    """`{publicKey}` for `navigator.credentials.create`; passkeys in `known` are left out."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers.options_to_json_dict import options_to_json_dict  # noqa: PLC0415
    from webauthn.helpers.structs import (  # noqa: PLC0415
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=_party(site_url),
        rp_name=published.business().name,
        user_id=user.id.bytes,
        user_name=user.email or user.phone or str(user.id),
        challenge=nonce,
        timeout=_PATIENCE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.DISCOURAGED,
            require_resident_key=False,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[_descriptor(one) for one in registered_factors if one.credential_id],
    )
    # No hints: the client's own default would offer security keys ahead of the device at hand.
    return {"publicKey": {**options_to_json_dict(options), "hints": []}}


def request_options(site_url: str, factor: Factor, nonce: bytes) -> dict[str, Any]:
    """`{publicKey}` for `navigator.credentials.get` with this factor's passkey."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers.options_to_json_dict import options_to_json_dict  # noqa: PLC0415
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=_party(site_url),
        challenge=nonce,
        timeout=_PATIENCE,
        allow_credentials=[_descriptor(factor)],
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return {"publicKey": {**options_to_json_dict(options), "hints": []}}


def registered(site_url: str, nonce: bytes, credential: dict[str, Any]) -> Passkey:
    """The passkey in a creation's answer; raises `WebAuthnRejected`."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers.structs import AuthenticatorTransport  # noqa: PLC0415

    transport_names = {one.value for one in AuthenticatorTransport}
    try:
        verification = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=nonce,
            expected_rp_id=_party(site_url),
            expected_origin=_origin(site_url, credential),
        )
        client_transports = credential["response"].get("transports") or ()
        transports = tuple(sorted(transport_names.intersection(client_transports)))
    # The library's parsers raise whatever a malformed answer makes them stumble over.
    except Exception as error:
        raise WebAuthnRejected(repr(error)) from None
    return Passkey(
        verification.credential_id,
        verification.credential_public_key,
        verification.sign_count,
        transports,
    )


def asserted(site_url: str, nonce: bytes, credential: dict[str, Any], factor: Factor) -> int:
    """The passkey's new signature count; raises `WebAuthnRejected`, also where it went back."""
    import webauthn  # noqa: PLC0415

    passkey = _passkey_of(factor)
    try:
        verification = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=nonce,
            expected_rp_id=_party(site_url),
            expected_origin=_origin(site_url, credential),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception as error:
        raise WebAuthnRejected(repr(error)) from None
    if verification.credential_id != passkey.credential_id:
        raise WebAuthnRejected("another credential")
    return verification.new_sign_count


def _party(site_url: str) -> str:
    return urlsplit(site_url).hostname or ""


def _origin(site_url: str, credential: dict[str, Any]) -> str:
    """The origin that the answer must come from."""
    parts = urlsplit(site_url)
    if parts.hostname in LOOPBACK_NAMES:
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json  # noqa: PLC0415

        client_data = credential["response"]["clientDataJSON"]
        origin = parse_client_data_json(base64url_to_bytes(client_data)).origin
        claimed = urlsplit(origin)
        if (claimed.scheme, claimed.hostname) == (parts.scheme, parts.hostname):
            return origin
    return f"{parts.scheme}://{parts.netloc}"


def _descriptor(factor: Factor) -> PublicKeyCredentialDescriptor:
    from webauthn.helpers.structs import (  # noqa: PLC0415
        AuthenticatorTransport,
        PublicKeyCredentialDescriptor,
    )

    return PublicKeyCredentialDescriptor(
        id=_passkey_of(factor).credential_id,
        transports=[AuthenticatorTransport(one) for one in factor.transports] or None,
    )


def _passkey_of(factor: Factor) -> Passkey:
    """What a verified webauthn factor holds."""
    assert factor.credential_id
    assert factor.public_key
    assert factor.sign_count is not None
    return Passkey(
        factor.credential_id, factor.public_key, factor.sign_count, tuple(factor.transports)
    )
