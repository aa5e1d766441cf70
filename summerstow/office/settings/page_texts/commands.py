"""How a text reads before it is published."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from summerstow.platform.commands import Command
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.errors import Invalid
from summerstow.platform.roles import EXECUTIVES

from . import markdown
from .problems import LONGEST, text_problem
from .shown import SECTION


class TriedText(msgspec.Struct, forbid_unknown_fields=True):
    """A text in Markdown."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class TextPreview(msgspec.Struct, frozen=True):
    """The text as HTML, its values not filled in."""

    html: str


async def preview_text(tx: ElevatedTransaction, arguments: TriedText) -> TextPreview:
    """Return how a text reads; raises `Invalid` with what is wrong with it."""
    del tx
    if why := text_problem(arguments.text):
        raise Invalid(why)
    # A post's sections are small headings here.
    return TextPreview(markdown.html(SECTION.sub(r"### \1", arguments.text)))


COMMANDS: Final = (
    Command("preview_text", TriedText, preview_text, EXECUTIVES, read_only=True, elevated=True),
)
