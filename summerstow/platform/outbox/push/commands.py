"""`POST /rest/v1/rpc/{command}`: subscribe a device to push messages, or end that."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction, Transaction
from summerstow.platform.errors import Invalid
from summerstow.platform.rate_limits import Limit
from summerstow.platform.roles import PEOPLE, SIGNED_IN
from summerstow.platform.settings.rules import is_loopback

from . import queries
from .vapid import VapidKey

#: Devices of one person; a further one takes the place of the oldest (rule: push-devices).
MOST_DEVICES: Final = 8
_LIMIT: Final = Limit("push", 30, 300)
_AUTH_BYTES: Final = 16

Text = Annotated[str, msgspec.Meta(max_length=1000)]
KeyText = Annotated[str, msgspec.Meta(max_length=100)]


class SubscriptionKeys(msgspec.Struct, frozen=True):
    """The device's public key, and a secret that it shares with us: URL-safe base64."""

    p256dh: KeyText
    auth: KeyText


class Subscription(msgspec.Struct, frozen=True, rename="camel"):
    """A browser's `PushSubscription.toJSON()`; its push service reports the end of it."""

    endpoint: Text
    keys: SubscriptionKeys
    expiration_time: float | None = None


class Subscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser gave to this device."""

    subscription: Subscription


class Subscribed(msgspec.Struct, frozen=True):
    """A subscription by its address; the rest of it is not needed."""

    endpoint: Text


class Unsubscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The subscription of one of one's own devices."""

    subscription: Subscribed


class Before(msgspec.Struct, frozen=True):
    """A subscription that the browser replaced: its address, and the secret that proves it."""

    endpoint: Text
    auth: KeyText


class Renew(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser gave to this device in place of what it had."""

    before: Before
    subscription: Subscription


class Renewed(msgspec.Struct, frozen=True):
    """`known`: the device gets messages at its new address; false: it has no subscription."""

    known: bool


class PushKey(msgspec.Struct, frozen=True):
    """`applicationServerKey` of a subscription: a P-256 point in URL-safe base64."""

    key: str


def commands(key: VapidKey, site_url: str) -> tuple[Command, ...]:
    """These commands; a site on this machine may push to devices of this machine."""
    home = is_loopback(urlsplit(site_url).hostname)

    async def push_key(tx: Transaction, arguments: NoArguments) -> PushKey:
        """What a browser subscribes with."""
        del tx, arguments
        return PushKey(key.public)

    async def push_subscribe(tx: ElevatedTransaction, arguments: Subscribe) -> None:
        """Tell this device from now on; raises `Invalid` for what is no subscription."""
        subscription = arguments.subscription
        _check_endpoint(subscription.endpoint, home=home)
        _check_keys(subscription.keys)
        device = queries.PushDevice(
            subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth
        )
        person, session = tx.actor.user_id, tx.actor.session_id
        assert person is not None
        await queries.keep(tx, person, session, device, MOST_DEVICES)

    async def push_renew(tx: ElevatedTransaction, arguments: Renew) -> Renewed:
        """Tell a device at the address that its browser has for it now (rule: push-devices).

        Its worker calls without being signed in: the secret of the earlier subscription is the
        proof. Raises `Invalid` for what is no subscription.
        """
        subscription, before = arguments.subscription, arguments.before
        _check_endpoint(subscription.endpoint, home=home)
        _check_keys(subscription.keys)
        device = queries.PushDevice(
            subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth
        )
        return Renewed(await queries.renew(tx, before.endpoint, before.auth, device))

    async def push_unsubscribe(tx: ElevatedTransaction, arguments: Unsubscribe) -> None:
        """Tell one of one's own devices nothing any more; one that is gone is no error."""
        person = tx.actor.user_id
        assert person is not None
        await queries.drop(tx, person, arguments.subscription.endpoint)

    return (
        Command("push_key", NoArguments, push_key, SIGNED_IN, read_only=True),
        Command(
            "push_subscribe", Subscribe, push_subscribe, SIGNED_IN, limit=_LIMIT, elevated=True
        ),
        Command("push_renew", Renew, push_renew, PEOPLE, limit=_LIMIT, elevated=True),
        Command(
            "push_unsubscribe",
            Unsubscribe,
            push_unsubscribe,
            SIGNED_IN,
            limit=_LIMIT,
            elevated=True,
        ),
    )


def _check_endpoint(endpoint: str, *, home: bool) -> None:
    """https, to a name with a domain; what it leads to is examined whenever it is connected to."""
    try:
        parts = urlsplit(endpoint)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or not endpoint.isascii() or "@" in parts.netloc:
        raise Invalid("subscription.endpoint is not the address of a push service.")
    if home and is_loopback(host):
        return
    # The last label of a name is no number, and that of an IPv4 address is one.
    last = host.rstrip(".").rpartition(".")
    if parts.scheme != "https" or not last[0] or not last[2][:1].isalpha() or ":" in host:
        raise Invalid("subscription.endpoint must be a public https address.")


def _check_keys(keys: SubscriptionKeys) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(keys.p256dh))
        secret = _bytes(keys.auth)
    except ValueError:
        secret = b""
    if len(secret) != _AUTH_BYTES:
        raise Invalid("subscription.keys are not those of a push subscription.")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
