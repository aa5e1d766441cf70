"""From a kind and its data to subject, text, HTML and links."""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from jinja2 import (
    Environment,
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    select_autoescape,
)
from jinja2.sandbox import SandboxedEnvironment

from summerstow.platform import published
from summerstow.platform.observability import log

from . import markup
from .calendar_file import VisitEntry

_log = log.get("outbox")
_URL = re.compile(r"https?://[^\s<>\"']+")
#: A window of the day, a phone number and that of an invoice read badly across two lines.
_UNBROKEN = re.compile(r"\d+:\d\d [AP]M - \d+:\d\d [AP]M|\(\d{3}\) \d{3}-\d{4}|INV-\d+")

#: What people type of themselves and others read: a mail program would make a link of a domain.
_TYPED = frozenset(
    {"first_name", "customer", "owner", "friend", "residence"} | {"address", "door_for"}
)
#: Addresses in a message's data, or paths of the site (`/book`).
_LINKS: Final = frozenset(
    {"link", "sign_up", "invite", "confirm", "move", "cancel", "give_back"}
    | {"account_link", "account_page"}
)
_LED_TO_LINK: Final = re.compile(r":$")
_BARE_DOMAIN = re.compile(r"(?<=\w)[.\u3002\uff0e\uff61](?=[^\W\d_]{2})")


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with a message; `content_type` with its parameters.

    `encoded`: the content is base64, and no text.
    """

    filename: str
    content_type: str
    content: str
    encoded: bool = False

    @property
    def body(self) -> bytes:
        """The file itself."""
        return b64decode(self.content) if self.encoded else self.content.encode()


@dataclass(frozen=True)
class Rendered:
    """A message ready to be sent; `links` are those of the text, in order.

    `reply_token`: a secret that the address of replies has behind its `+`.
    """

    subject: str
    text: str
    html: str
    links: list[str]
    attachments: tuple[Attachment, ...] = ()
    reply_token: str = ""


#: What becomes of `templates/{kind}.j2`, by the ending that the form is loaded with.
_FORMS: Final[Mapping[str, Callable[[str], str]]] = {
    "subject": markup.subject,
    "txt": markup.text,
    "html": markup.html,
    "message": markup.message,
}


@cache
def _environment() -> Environment:
    environment = SandboxedEnvironment(
        loader=FunctionLoader(_source),
        autoescape=select_autoescape(enabled_extensions=("html", "html.j2"), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Named only in a message to another payer, and not by the version before.
    environment.globals["customer"] = None
    # Of a message that is only tried out.
    environment.globals["site"] = ""
    environment.globals["campus_time"] = "All times are campus time."
    return environment


def _source(name: str) -> str:
    kind, _, form = name.partition(".")
    if form not in _FORMS:
        return _file(name)
    return _FORMS[form](_own_texts[kind] if kind.startswith(_OWN) else shipped(kind))


#: The kind of a message whose words are tried out.
SAMPLE: Final = "sample"
#: The texts of the owner, by the names of their templates.
_own_texts: LRUCache[str, str] = LRUCache(maxsize=200)
_OWN: Final = "own-"


def _own_name(text: str) -> str:
    name = _OWN + hashlib.sha256(text.encode()).hexdigest()[:24]
    _own_texts[name] = text
    return name


def shipped(kind: str) -> str:
    """The text of a kind of message as this program ships it."""
    return _file(f"{kind}.j2")


def _file(name: str) -> str:
    return (files("summerstow.platform.outbox") / "templates" / name).read_text("utf-8")


def completed(data: Mapping[str, Any], site_url: str) -> dict[str, Any]:
    """The data with each path of the site as an address."""
    values = dict(data) | {"site": site_url}
    for name in _LINKS & data.keys():
        if str(data[name]).startswith("/"):
            values[name] = f"{site_url}{data[name]}"
    for name in ("calendar", "bookings"):
        if name in data:
            values[name] = [completed(entry, site_url) for entry in data[name]]
    return values


def render(kind: str, data: Mapping[str, object]) -> Rendered:
    """The mail of a kind in all its forms: in the owner's words, or in those of `templates`.

    Of a `sample` they are the `source` in its data.
    """
    return _in_own_words(kind, data, _mail)


def _in_own_words(
    kind: str,
    data: Mapping[str, object],
    form: Callable[[str, dict[str, object]], Rendered],
) -> Rendered:
    values = _values(data)
    if kind == SAMPLE:
        return form(_own_name(str(data["source"])), values)
    own = published.messages().texts.get(kind)
    if own is not None:
        try:
            return form(_own_name(own), values)
        except TemplateError as error:
            # A message goes out, whatever its words need that is not there this time.
            _log.error("own words of a message could not be rendered", kind=kind, error=str(error))
    return form(kind, values)


def _mail(kind: str, values: dict[str, object]) -> Rendered:
    subject, text = (_fill(f"{kind}.{form}", values) for form in ("subject", "txt"))
    subject = " ".join(subject.split())
    html = _fill(f"{kind}.html", values | {"subject": subject})
    html = _UNBROKEN.sub(r'<span style="white-space:nowrap">\g<0></span>', html)
    text = re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n"
    return Rendered(subject, text, html, _URL.findall(text))


def render_text(kind: str, data: Mapping[str, object]) -> Rendered:
    """The text message of a kind (`…_text` where there is a mail too): one paragraph."""
    return _in_own_words(kind.removesuffix("_text"), data, _short)


def _short(kind: str, values: dict[str, object]) -> Rendered:
    words = " ".join(_fill(f"{kind}.message", values).split())
    return Rendered("", words, "", _URL.findall(words))


@cache
def says_in_short(kind: str) -> bool:
    """Whether a kind of message has words for a text message."""
    return bool(markup.message(shipped(kind)).strip())


def render_push(kind: str, data: Mapping[str, object]) -> Rendered:
    """The text message of a kind (`…_push`) for a device, which shows whose it is and opens `link`.

    Raises `KeyError` where it has no link.
    """
    message = render_text(kind.removesuffix("_push"), {**data, "link": ""})
    words = message.text.removeprefix(f"{published.business().name}: ")
    # What led to the link ends a sentence now.
    words = _LED_TO_LINK.sub(".", words[:1].upper() + words[1:])
    return Rendered(published.business().name, words, "", [str(data["link"])])


def _fill(name: str, values: Mapping[str, object]) -> str:
    return _environment().get_template(name).render(values)


def _values(data: Mapping[str, object]) -> dict[str, object]:
    """The values of a template; people without a name are greeted all the same."""
    values = {"contact": published.business(), **data}
    if "first_name" in values:
        values["first_name"] = values["first_name"] or "there"
    for name in _TYPED & values.keys():
        if isinstance(values[name], str):
            values[name] = _BARE_DOMAIN.sub(". ", str(values[name]))
    if isinstance(bookings := values.get("bookings"), list):
        values["bookings"] = [
            {**one, "name": _BARE_DOMAIN.sub(". ", one["name"] or "")} for one in bookings
        ]
    return values


def with_files(message: Rendered, data: Mapping[str, object]) -> Rendered:
    """The message with the calendar files that its data asks for."""
    entries = msgspec.convert(data.get("calendar", ()), tuple[VisitEntry, ...])
    files = (Attachment(one.filename, one.content_type, one.text()) for one in entries)
    # What a program of the version before wrote holds its files.
    attachments = msgspec.convert(data.get("attachments", ()), tuple[Attachment, ...])
    return replace(message, attachments=(*files, *attachments))
