"""SAML 2.0 as its service provider: requests to an identity provider, and what answers prove.

Every check of signatures and conditions is the OneLogin toolkit's, in its strict mode. It is
loaded with the first request to a provider: XML and its signatures are 17 MB in each process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from summerstow.platform.auth.validation import Metadata

#: Where organisations put what we ask for, in the order in which it is looked for.
EMAIL_NAMES: Final = (
    "urn:oid:0.9.2342.19200300.100.1.3",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "http://schemas.xmlsoap.org/claims/EmailAddress",
    "mail",
    "Mail",
    "email",
    "emailAddress",
)
FULL_NAME_NAMES: Final = (
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "displayName",
    "name",
    "cn",
)
_MAX_VALUE: Final = 255


class BadMetadata(Exception):
    """Metadata that does not describe an identity provider that we can use."""


class BadAssertion(Exception):
    """A response that is not to be believed; the message is for the log."""


@dataclass(frozen=True)
class SamlProvider:
    """An identity provider's metadata: its name for itself, and the toolkit's settings of it."""

    entity_id: str
    settings: dict[str, Any]


@dataclass(frozen=True)
class Assertion:
    """What a believed response says of a person."""

    id: str
    expires_at: datetime
    subject: str
    email: str | None
    claims: Metadata


def described(metadata_xml: str) -> SamlProvider:
    """The identity provider of this metadata; raises `BadMetadata`."""
    from onelogin.saml2.idp_metadata_parser import (  # noqa: PLC0415
        OneLogin_Saml2_IdPMetadataParser,
    )

    try:
        parsed = OneLogin_Saml2_IdPMetadataParser.parse(metadata_xml)
        idp = parsed["idp"]
        entity_id, _ = idp["entityId"], idp["singleSignOnService"]["url"]
        if not idp.get("x509cert") and not idp.get("x509certMulti"):
            raise BadMetadata("it has no certificate")
    except BadMetadata:
        raise
    except Exception as error:
        # The parser raises whatever the XML library does.
        raise BadMetadata(repr(error)) from None
    return SamlProvider(entity_id, parsed)


def service_metadata(issuer: str) -> bytes:
    """Return the metadata by which an identity provider recognizes this service."""
    from onelogin.saml2.settings import OneLogin_Saml2_Settings  # noqa: PLC0415

    settings = OneLogin_Saml2_Settings(_settings(issuer, {}), sp_validation_only=True)
    xml = settings.get_sp_metadata()
    return xml.encode() if isinstance(xml, str) else bytes(xml)


def leave(issuer: str, metadata_xml: str, relay_state: str) -> tuple[str, str]:
    """The identity provider's address with a request of ours, and the request's id."""
    from onelogin.saml2.auth import OneLogin_Saml2_Auth  # noqa: PLC0415

    auth = OneLogin_Saml2_Auth(
        _request(issuer), _settings(issuer, described(metadata_xml).settings)
    )
    url: str = auth.login(return_to=relay_state)
    request_id: str = auth.get_last_request_id()
    return url, request_id


def read(
    issuer: str,
    metadata_xml: str,
    response: str,
    *,
    request_id: str,
    mapping: Mapping[str, Any],
) -> Assertion:
    """What the answer to our request says; raises `BadAssertion`. Takes some CPU: for a thread."""
    from onelogin.saml2.auth import OneLogin_Saml2_Auth  # noqa: PLC0415
    from onelogin.saml2.constants import OneLogin_Saml2_Constants  # noqa: PLC0415
    from onelogin.saml2.errors import OneLogin_Saml2_Error  # noqa: PLC0415

    settings = _settings(issuer, described(metadata_xml).settings)
    try:
        auth = OneLogin_Saml2_Auth(_request(issuer, SAMLResponse=response), settings)
        auth.process_response(request_id=request_id)
        errors = auth.get_errors()
    except (OneLogin_Saml2_Error, ValueError, TypeError, SyntaxError) as error:
        raise BadAssertion(repr(error)) from None
    if errors or not auth.is_authenticated():
        raise BadAssertion(f"{errors}: {auth.get_last_error_reason()}")
    if auth.get_last_response_in_response_to() != request_id:
        raise BadAssertion("not an answer to our request")
    attributes: dict[str, list[str]] = auth.get_attributes()
    subject = auth.get_nameid()
    if not isinstance(subject, str) or not 0 < len(subject) <= _MAX_VALUE:
        raise BadAssertion("no usable name of the person")
    email = _first(attributes, EMAIL_NAMES, mapping, "email")
    if email is None and auth.get_nameid_format() == OneLogin_Saml2_Constants.NAMEID_EMAIL_ADDRESS:
        email = subject
    claims = {
        key: value
        for key in _keys(mapping)
        if key != "email" and (value := _first(attributes, (), mapping, key)) is not None
    }
    name = claims.get("full_name") or _first(attributes, FULL_NAME_NAMES, mapping, "full_name")
    if name:
        claims |= {"full_name": name, "name": name}
    expires = auth.get_last_assertion_not_on_or_after()
    return Assertion(
        str(auth.get_last_assertion_id()),
        datetime.fromtimestamp(expires, UTC),
        subject,
        email,
        claims,
    )


def _keys(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    keys = mapping.get("keys")
    return keys if isinstance(keys, dict) else {}


def _first(
    attributes: Mapping[str, Sequence[str]],
    usual: Sequence[str],
    mapping: Mapping[str, Any],
    key: str,
) -> str | None:
    """The first value of the attribute that the mapping names, else of the usual ones."""
    attribute_map = _keys(mapping).get(key)
    attribute = attribute_map if isinstance(attribute_map, dict) else {}
    names = [attribute.get("name"), *(attribute.get("names") or [])]
    for name in [one for one in names if isinstance(one, str)] or usual:
        for value in attributes.get(name, []):
            if isinstance(value, str) and value.strip():
                return value.strip()[:_MAX_VALUE]
    default = attribute.get("default")
    return default if isinstance(default, str) else None


def _settings(issuer: str, idp: dict[str, Any]) -> dict[str, Any]:
    from onelogin.saml2.constants import OneLogin_Saml2_Constants  # noqa: PLC0415

    return {
        **idp,
        "strict": True,
        "debug": False,
        "sp": {
            "entityId": f"{issuer}/sso/saml/metadata",
            "assertionConsumerService": {
                "url": f"{issuer}/sso/saml/acs",
                "binding": OneLogin_Saml2_Constants.BINDING_HTTP_POST,
            },
            "NameIDFormat": OneLogin_Saml2_Constants.NAMEID_UNSPECIFIED,
        },
        "security": {
            "wantAssertionsSigned": True,
            "wantNameId": True,
            "rejectDeprecatedAlgorithm": True,
            "requestedAuthnContext": False,
            # A site on this machine has a name of one word.
            "allowSingleLabelDomains": True,
        },
    }


def _request(issuer: str, **form: str) -> dict[str, Any]:
    """Our own address as the toolkit asks for it: the public one, whatever the request names."""
    parts = urlsplit(issuer)
    return {
        "https": "on" if parts.scheme == "https" else "off",
        "http_host": parts.netloc,
        "script_name": f"{parts.path}/sso/saml/acs",
        "get_data": {},
        "post_data": form,
    }
