"""How a message leaves to a device: sealed for it, and handed to its push service."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import msgspec

from summerstow.platform import clock, outgoing, published
from summerstow.platform.database.pool import Database
from summerstow.platform.outbox.render import Rendered
from summerstow.platform.outbox.senders import Handover, NotAccepted, RecipientGone, Undeliverable
from summerstow.platform.settings.rules import is_loopback

from . import queries
from .vapid import VapidKey

#: Seconds that one push may take. Short: everybody may name an address that never answers.
DEADLINE: Final = 10.0
#: Seconds for which a push service keeps what a device does not take at once.
_A_DAY: Final = 24 * 3600
_NOW_OR_NEVER: Final = 30 * 60
#: What causes of the day's line begin with: news that is soon old.
_SOON_OLD: Final = frozenset(
    {
        *("three-ahead", "next-stop", "on-the-way", "at-your-door"),
        *("return-ahead", "return-next", "return-on-the-way", "return-at-your-door"),
    }
)
#: The push service knows this device no more.
_GONE_STATUSES: Final = frozenset({404, 410})
#: Answers after which a later try may do: our key or clock, too many at once.
_LATER: Final = frozenset({401, 403, 408, 425, 429})
#: Seconds for which a proof of who we are is good; at most a day.
_PROOF: Final = 12 * 3600


def soon_old(cause: str) -> bool:
    """Whether a message is news of the day's queue: sent now, or not at all."""
    return cause.partition(":")[0] in _SOON_OLD


class Notice(msgspec.Struct, frozen=True):
    """The payload for the device's worker (web/app/push-worker.ts).

    A notification of the same `tag` takes the place of the one before; `path` is what a press on
    it opens.
    """

    title: str
    body: str
    tag: str
    path: str


class PushSender:
    """Sends to the device whose id is the recipient; one that is gone is forgotten."""

    def __init__(
        self, database: Database, key: VapidKey, site_url: str, deadline: float = DEADLINE
    ) -> None:
        self._database = database
        self._key = key
        self._private = is_loopback(urlsplit(site_url).hostname)
        self._deadline = deadline

    async def send(self, cause: str, to: str, message: Rendered, handover: Handover) -> None:
        """Hand one message over; raises `RecipientGone`, `Undeliverable` or `NotAccepted`."""
        async with self._database.owner() as tx:
            device = await queries.device(tx, UUID(to))
        if device is None:
            raise RecipientGone("the device was unsubscribed")
        page = urlsplit(message.links[0] if message.links else "/")
        path = page._replace(scheme="", netloc="").geturl() or "/"
        payload = Notice(message.subject, message.text, _topic(cause), path)
        sealed = await asyncio.to_thread(_seal, device, self._key, payload, cause)
        status = await self._post(device.endpoint, *sealed, handover)
        if status in _GONE_STATUSES:
            async with self._database.owner() as tx:
                await queries.forget(tx, UUID(to), device.endpoint)
            raise RecipientGone(f"the push service answered {status}")
        if status < 300:
            return
        handover.is_complete = False
        words = f"the push service answered {status}"
        if 300 <= status < 500 and status not in _LATER:
            raise Undeliverable(words)
        raise NotAccepted(words)

    async def _post(
        self, endpoint: str, headers: dict[str, str], body: bytes, handover: Handover
    ) -> int:
        await handover.begin()
        try:
            async with asyncio.timeout(self._deadline):
                # httpx does not report the last byte; once connected, it leaves nearly at once.
                handover.is_complete = True
                async with outgoing.request(
                    "POST",
                    endpoint,
                    private=self._private,
                    timeout=self._deadline,
                    headers=headers,
                    content=body,
                ) as answer:
                    return answer.status_code
        except (outgoing.NotPublic, httpx.InvalidURL) as error:
            handover.is_complete = False
            raise Undeliverable(repr(error)) from error
        except TimeoutError as error:
            raise NotAccepted(repr(error), doubtful=True) from error
        except (httpx.ConnectError, httpx.ConnectTimeout, OSError) as error:
            handover.is_complete = False
            raise NotAccepted(repr(error)) from error
        except httpx.HTTPError as error:
            raise NotAccepted(repr(error), doubtful=True) from error


def _seal(
    device: queries.PushDevice, key: VapidKey, payload: Notice, cause: str
) -> tuple[dict[str, str], bytes]:
    """The request's headers and its body, which the device alone can read."""
    # They bring a second HTTP client along: half a second of each start.
    from py_vapid import Vapid02  # noqa: PLC0415
    from pywebpush import WebPusher  # noqa: PLC0415

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
    service = urlsplit(device.endpoint)
    claims: dict[str, Any] = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(clock.now().timestamp()) + _PROOF,
        "sub": f"mailto:{published.business().email}",
    }
    signer = Vapid02.from_raw(key.private.encode())
    now_or_never = soon_old(cause)
    headers: dict[str, str] = {
        **signer.sign(claims),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(_NOW_OR_NEVER if now_or_never else _A_DAY),
        "urgency": "high" if now_or_never else "normal",
        # A repeat takes the place of the first, should that wait still.
        "topic": payload.tag,
    }
    return headers, pusher.encode(msgspec.json.encode(payload))["body"]


def _topic(cause: str) -> str:
    """A 32-character name of the message for push services, free of personal data."""
    return hashlib.sha256(cause.encode()).hexdigest()[:32]
