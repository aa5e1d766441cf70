"""From a kind and its data to subject, text, HTML and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from jinja2 import Environment, FunctionLoader, StrictUndefined, select_autoescape

from summerstow.platform import published

from . import markup
from .calendar_file import VisitEntry

_URL = re.compile(r"https?://[^\s<>\"']+")
#: A window of the day, a phone number and that of an invoice read badly across two lines.
_UNBROKEN = re.compile(r"\d+:\d\d [AP]M - \d+:\d\d [AP]M|\(\d{3}\) \d{3}-\d{4}|INV-\d+")

#: What people type of themselves and others read: a mail program would make a link of a domain.
_TYPED = frozenset({"first_name", "customer", "owner", "residence", "address"})
#: Addresses in a message's data, or paths of the site (`/book`).
_LINKS: Final = frozenset(
    {"link", "sign_up", "invite", "confirm", "move", "give_back", "account_link"}
)
_LED_TO_LINK: Final = re.compile(r":$")
_BARE_DOMAIN = re.compile(r"(?<=\w)[.\u3002\uff0e\uff61](?=[^\W\d_]{2})")


class Attachment(msgspec.Struct, frozen=True):
    """A text file that goes with a message; `content_type` with its parameters."""

    filename: str
    content_type: str
    content: str


@dataclass(frozen=True)
class Rendered:
    """A message ready to be sent; `links` are those of the text, in order."""

    subject: str
    text: str
    html: str
    links: list[str]
    attachments: tuple[Attachment, ...] = ()


#: What becomes of `templates/{kind}.j2`, by the ending that the form is loaded with.
_FORMS: Final[Mapping[str, Callable[[str], str]]] = {
    "subject": markup.subject,
    "txt": markup.text,
    "html": markup.html,
    "message": markup.message,
}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=select_autoescape(enabled_extensions=("html", "html.j2"), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Named only in a message to another payer, and not by the version before.
    environment.globals["customer"] = None
    environment.globals["campus_time"] = "All times are campus time."
    return environment


def _source(name: str) -> str:
    kind, _, form = name.partition(".")
    return _FORMS[form](_file(f"{kind}.j2")) if form in _FORMS else _file(name)


def _file(name: str) -> str:
    return (files("summerstow.platform.outbox") / "templates" / name).read_text("utf-8")


def completed(data: Mapping[str, Any], site_url: str) -> dict[str, Any]:
    """The data with each path of the site as an address."""
    found = dict(data)
    for name in _LINKS & data.keys():
        if str(data[name]).startswith("/"):
            found[name] = f"{site_url}{data[name]}"
    if "calendar" in data:
        found["calendar"] = [completed(entry, site_url) for entry in data["calendar"]]
    return found


def render(kind: str, data: Mapping[str, object]) -> Rendered:
    """The mail that `templates/{kind}.j2` says, in all its forms."""
    values = _values(data)
    subject, text = (_filled(f"{kind}.{form}", values) for form in ("subject", "txt"))
    subject = " ".join(subject.split())
    html = _filled(f"{kind}.html", values | {"subject": subject})
    html = _UNBROKEN.sub(r'<span style="white-space:nowrap">\g<0></span>', html)
    text = re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n"
    return Rendered(subject, text, html, _URL.findall(text))


def render_text(kind: str, data: Mapping[str, object]) -> Rendered:
    """The text message of a kind (`…_text` where there is a mail too): one paragraph."""
    values = _values(data)
    words = " ".join(_filled(f"{kind.removesuffix('_text')}.message", values).split())
    return Rendered("", words, "", _URL.findall(words))


@cache
def says_in_short(kind: str) -> bool:
    """Whether a kind of message has words for a text message."""
    return bool(markup.message(_file(f"{kind}.j2")).strip())


def render_push(kind: str, data: Mapping[str, object]) -> Rendered:
    """The text message of a kind (`…_push`) for a device, which shows whose it is and opens `link`.

    Raises `KeyError` where it has no link.
    """
    said = render_text(kind.removesuffix("_push"), {**data, "link": ""})
    words = said.text.removeprefix(f"{published.business().name}: ")
    # What led to the link ends a sentence now.
    words = _LED_TO_LINK.sub(".", words[:1].upper() + words[1:])
    return Rendered(published.business().name, words, "", [str(data["link"])])


def _filled(name: str, values: Mapping[str, object]) -> str:
    return _environment().get_template(name).render(values)


def _values(data: Mapping[str, object]) -> dict[str, object]:
    """What a template is given; somebody without a name is greeted all the same."""
    values = {"contact": published.business(), **data}
    if "first_name" in values:
        values["first_name"] = values["first_name"] or "there"
    for name in _TYPED & values.keys():
        if isinstance(values[name], str):
            values[name] = _BARE_DOMAIN.sub(". ", str(values[name]))
    return values


def with_files(message: Rendered, data: Mapping[str, object]) -> Rendered:
    """The message with the calendar files that its data asks for."""
    entries = msgspec.convert(data.get("calendar", ()), tuple[VisitEntry, ...])
    files = (Attachment(one.filename, one.content_type, one.text()) for one in entries)
    # What a program of the version before wrote holds its files.
    written = msgspec.convert(data.get("attachments", ()), tuple[Attachment, ...])
    return replace(message, attachments=(*files, *written))
