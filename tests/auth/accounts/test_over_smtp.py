"""A whole account over a real mail server: sign up, confirm, forget the password, set a new one."""

from __future__ import annotations

import email
import email.policy
import re

from drills.mail_server import MailServer
from summerstow.platform.outbox.worker import Worker
from tests.auth.conftest import AuthApp

#: How the button of a link's page posts.
FORM = {"content-type": "application/x-www-form-urlencoded"}


def newest(server: MailServer, to: str) -> tuple[str, str]:
    """The newest mail's subject and text."""
    found = [one for one in server.received if one.rcpt_tos == [to]][-1]
    mail = email.message_from_bytes(found.content, policy=email.policy.default)
    text = mail.get_body(("plain",))
    assert text is not None
    assert mail.get_body(("html",)) is not None
    return str(mail["subject"]), text.get_content()


async def test_an_account_by_real_mail(
    app: AuthApp, address: str, mail_server: MailServer, smtp: str
) -> None:
    worker = Worker(app.database, smtp)

    async def arrived() -> tuple[str, str, str]:
        await worker.drain()
        subject, text = newest(mail_server, address)
        code = re.search(r"\b\d{6}\b", text)
        link = re.search(r"http\S+", text)
        return subject, code[0] if code else "", link[0] if link else ""

    await app.sign_up(address)
    subject, _, link = await arrived()
    assert subject == "Confirm your email for Summerstow"
    confirmed = await app.client.post(link, headers=FORM)
    assert "access_token=" in confirmed.headers["location"]

    await app.post("/recover", {"email": address})
    subject, code, _ = await arrived()
    assert subject == "Set a new password for Summerstow"
    proof = {"type": "recovery", "email": address, "token": code}
    session = (await app.post("/verify", proof)).json()
    await app.as_user(session, "PUT", "/user", json={"password": "another-good-one-5"})
    assert (await arrived())[0] == "Your Summerstow password was changed"
    assert (await app.sign_in(address, "another-good-one-5")).status_code == 200
