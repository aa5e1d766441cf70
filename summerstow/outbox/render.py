"""From a kind and its data to subject, text, HTML and links."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from summerstow.kit import facts

_URL = re.compile(r"https?://[^\s<>\"']+")
#: A window of the day and a phone number read badly across two lines.
_UNBROKEN = re.compile(r"\d+:\d\d [AP]M - \d+:\d\d [AP]M|\(\d{3}\) \d{3}-\d{4}")

#: What people type of themselves and others read: a mail program would make a link of a domain.
_TYPED = frozenset({"first_name", "owner", "residence", "address"})
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


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("summerstow.outbox", "templates"),
        autoescape=select_autoescape(enabled_extensions=("html.j2", "html")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def render(kind: str, data: Mapping[str, object]) -> Rendered:
    """Render `templates/{kind}.txt.j2` (its first line is the subject) and `{kind}.html.j2`."""
    values = _values(data)
    subject, _, text = _environment().get_template(f"{kind}.txt.j2").render(values).partition("\n")
    html = _environment().get_template(f"{kind}.html.j2").render(values | {"subject": subject})
    html = _UNBROKEN.sub(r'<span style="white-space:nowrap">\g<0></span>', html)
    text = re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n"
    return Rendered(" ".join(subject.split()), text, html, _URL.findall(text))


def render_text(kind: str, data: Mapping[str, object]) -> Rendered:
    """Render `templates/{kind}.txt.j2` as a text message: one paragraph, no subject, no HTML."""
    values = _values(data)
    words = " ".join(_environment().get_template(f"{kind}.txt.j2").render(values).split())
    return Rendered("", words, "", _URL.findall(words))


def _values(data: Mapping[str, object]) -> dict[str, object]:
    """What a template is given; somebody without a name is greeted all the same."""
    values = {"contact": facts.contact(), **data}
    if "first_name" in values:
        values["first_name"] = values["first_name"] or "there"
    for name in _TYPED & values.keys():
        if isinstance(values[name], str):
            values[name] = _BARE_DOMAIN.sub(". ", str(values[name]))
    return values


def with_files(message: Rendered, data: Mapping[str, object]) -> Rendered:
    """The message with the files that its data holds."""
    files = msgspec.convert(data.get("attachments", ()), tuple[Attachment, ...])
    return replace(message, attachments=files)
