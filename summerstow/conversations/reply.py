"""Reads a raw mail as a customer's reply: its secret, its sender, and what is new in it."""

from __future__ import annotations

import html
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses, parseaddr
from hashlib import sha256
from typing import Final

import msgspec
import nh3

#: Hexadecimal digits of a reply's secret: with its `+` it fits a local part of 64 characters.
TOKEN_DIGITS: Final = 24
_TOKEN: Final = re.compile(rf"\+([0-9a-f]{{{TOKEN_DIGITS}}})@", re.IGNORECASE)
#: Where mail servers write whom a mail was delivered to.
_RECIPIENTS: Final = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
_ADDRESS: Final = r"<\s*[^\s<>]+@[^\s<>]+>"
#: Where the mail that is answered begins, in any language: a mark, a line with an address and a
#: colon above a quotation, or a header of which the first line has an address.
_QUOTED: Final = re.compile(
    r"^(?:>|-{3,} ?(?:Original|Forwarded) Message|_{10,}\s*$"
    r"|On\b[^\n]*(?:\n(?!On\b)[^\n]+){0,2}?\bwrote:\s*$"
    rf"|[^\s>-][^\n>]*(?:\n(?!\n)[^\n<>]*)?{_ADDRESS}[^\n]{{0,40}}[:：]\s*(?=^>|\Z)"
    rf"|[^\s:：>]{{1,20}} ?[:：][^\n>]*{_ADDRESS}[^\n]*(?:\n[^\n:：]{{1,20}}[:：][^\n]+){{2}})",
    re.MULTILINE | re.IGNORECASE,
)
_SIGNATURE: Final = re.compile(r"^-- ?$.*", re.MULTILINE | re.DOTALL)
#: What marks the mail that is answered, within the tag that begins it.
_QUOTED_HTML: Final = re.compile(r"<blockquote|gmail_quote|divRplyFwdMsg|yahoo_quoted", re.I)
#: Characters of a mail's text that are read.
_MOST_TEXT: Final = 200_000
_BREAK: Final = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|h\d)>", re.IGNORECASE)


class MailReply(msgspec.Struct, frozen=True):
    """A mail as a reply; `key` is the same for the same mail, `token` empty without a secret."""

    token: str
    sender: str
    key: str
    words: str
    is_automatic: bool


def read_reply(raw: bytes) -> MailReply:
    """Read a raw mail (RFC 5322); what cannot be read of it is empty."""
    mail = message_from_bytes(raw, policy=policy.compat32)
    headers = [str(value) for name in _RECIPIENTS for value in mail.get_all(name, [])]
    addresses = " ".join(address for _, address in getaddresses(headers))
    found = _TOKEN.search(addresses)
    key = str(mail.get("message-id", "")).strip() or sha256(raw).hexdigest()
    return MailReply(
        token=found[1].lower() if found else "",
        sender=parseaddr(str(mail.get("from", "")))[1],
        key=key,
        words=_new_words(_text(raw)),
        is_automatic=str(mail.get("auto-submitted", "no")).strip().lower() != "no"
        or str(mail.get("precedence", "")).strip().lower() in ("bulk", "junk", "auto_reply"),
    )


def _text(raw: bytes) -> str:
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    try:
        text = content.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        text = content.decode("utf-8", "replace")
    text = text[:_MOST_TEXT].replace("\r\n", "\n")
    return _of_html(text) if part.get_content_subtype() == "html" else text


def _of_html(text: str) -> str:
    quoted = _QUOTED_HTML.search(text)
    if quoted:
        text = text[: text.rfind("<", 0, quoted.start() + 1)]
    lines = _BREAK.sub("\n", re.sub(r"\s+", " ", text))
    plain = html.unescape(nh3.clean(lines, tags=set()))
    return "\n".join(line.strip() for line in plain.split("\n"))


def _new_words(text: str) -> str:
    """Return what stands before the quoted mail; below it, if nothing does."""
    quoted = _QUOTED.search(text)
    above = text[: quoted.start()] if quoted else text
    words = _SIGNATURE.sub("", above).strip()
    if words or quoted is None:
        return words
    below = [line for line in text[quoted.end() :].split("\n") if not line.startswith(">")]
    return _SIGNATURE.sub("", "\n".join(below[1:])).strip()
