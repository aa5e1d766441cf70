"""Hands text messages to the provider."""

from __future__ import annotations

import asyncio
from typing import Final

import httpx

from summerstow.platform.observability import tracing
from summerstow.platform.outbox.render import Rendered
from summerstow.platform.outbox.senders import DEADLINE, Handover, NotAccepted

from .forms import FormName, TextAddress, form_of

_CONNECT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class SmsSender:
    """Posts to the provider that `SMS_URL` names, in its form; `reports_to`: the site's address."""

    def __init__(
        self,
        url: str,
        deadline: float = DEADLINE,
        *,
        form: FormName = "twilio",
        reports_to: str = "",
    ) -> None:
        self._deadline = deadline
        self._url = TextAddress.of(url).url
        self._form = form_of(form, url, reports_to)

    async def send(self, cause: str, to: str, message: Rendered, handover: Handover) -> None:
        """Hand one message over; raises `Undeliverable` or `NotAccepted`."""
        await handover.begin()
        try:
            async with (
                asyncio.timeout(self._deadline),
                httpx.AsyncClient(
                    timeout=self._deadline, event_hooks={"request": [tracing.pass_on]}
                ) as client,
            ):
                # The client does not say when the last byte has left; nearly at once, once it is
                # connected.
                handover.is_complete = True
                answer = await client.post(self._url, **self._form.request(cause, to, message.text))
        except _CONNECT as error:
            handover.is_complete = False
            raise NotAccepted(repr(error), channel=True) from error
        except (httpx.HTTPError, TimeoutError) as error:
            raise NotAccepted(repr(error), channel=True, doubtful=True) from error
        if answer.is_success:
            return
        handover.is_complete = False
        self._form.refuse(answer)
