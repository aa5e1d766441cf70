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
        loader=PackageLoader("summerstow.mail", "templates"),
        autoescape=select_autoescape(enabled_extensions=("html.j2", "html")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def render(kind: str, data: Mapping[str, object]) -> Rendered:
    """Render `templates/{kind}.txt.j2` (its first line is the subject) and `{kind}.html.j2`."""
    values = {"contact": facts.contact(), **data}
    subject, _, text = _environment().get_template(f"{kind}.txt.j2").render(values).partition("\n")
    html = _environment().get_template(f"{kind}.html.j2").render(values | {"subject": subject})
    text = re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n"
    return Rendered(" ".join(subject.split()), text, html, _URL.findall(text))


def render_text(kind: str, data: Mapping[str, object]) -> Rendered:
    """Render `templates/{kind}.txt.j2` as a text message: one paragraph, no subject, no HTML."""
    values = {"contact": facts.contact(), **data}
    words = " ".join(_environment().get_template(f"{kind}.txt.j2").render(values).split())
    return Rendered("", words, "", _URL.findall(words))


def with_files(message: Rendered, data: Mapping[str, object]) -> Rendered:
    """The message with the files that its data holds."""
    files = msgspec.convert(data.get("attachments", ()), tuple[Attachment, ...])
    return replace(message, attachments=files)
