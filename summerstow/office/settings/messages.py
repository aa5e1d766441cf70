"""The owner's own words of messages: what must be right in them, and how they look.

Rule: messages-in-own-words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final
from uuid import uuid4

import msgspec
from jinja2 import Environment, TemplateError, TemplateSyntaxError, nodes

from summerstow.messages import queries as message_queries
from summerstow.messages.samples import EDITABLE, Group, sample
from summerstow.platform.commands import Command, NoArguments
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.messages import MessageDocument
from summerstow.platform.errors import Conflict, Invalid
from summerstow.platform.outbox import markup, outbox, render
from summerstow.platform.outbox.render import shipped
from summerstow.platform.roles import EXECUTIVES

from .problems import FieldProblem

_LONGEST: Final = 8000
#: What words may be made of: values, conditions and lists, and nothing that is called.
_ALLOWED: Final = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Name,
    nodes.Const,
    nodes.Getattr,
    nodes.Getitem,
    nodes.Dict,
    nodes.Pair,
    nodes.If,
    nodes.For,
    nodes.Not,
    nodes.And,
    nodes.Or,
    nodes.Test,
    nodes.Compare,
    nodes.Operand,
    nodes.Concat,
    nodes.CondExpr,
    nodes.Filter,
)
_FILTERS: Final = frozenset({"length", "join"})
_Kind = Annotated[str, msgspec.Meta(max_length=60)]
_Source = Annotated[str, msgspec.Meta(max_length=_LONGEST)]


class NamedValue(msgspec.Struct, frozen=True):
    """A value that a message names, and an example of it."""

    name: str
    example: str


class MessageKind(msgspec.Struct, frozen=True):
    """A message that an owner may change: `text` is what ships, `values` what it may name."""

    kind: str
    group: Group
    title: str
    text: str
    may_be_off: bool
    values: list[NamedValue]


class TriedMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A kind of message and words for it."""

    kind: _Kind
    text: _Source


class MessagePreview(msgspec.Struct, frozen=True):
    """How a message reads with sample values; `short` is the text message."""

    subject: str
    text: str
    short: str


class MailSent(msgspec.Struct, frozen=True):
    """Where the mail goes."""

    sent_to: str


def problems(document: MessageDocument) -> Iterator[FieldProblem]:
    """What is wrong with the words, by their kind."""
    for kind, text in document.texts.items():
        if kind not in EDITABLE:
            yield FieldProblem(f"texts.{kind}", "There is no such message.")
        elif why := _problem(kind, text):
            yield FieldProblem(f"texts.{kind}", why)
    for kind in document.off:
        if kind not in EDITABLE or not EDITABLE[kind].may_be_off:
            yield FieldProblem(f"off.{kind}", "This message is always sent.")


def _problem(kind: str, text: str) -> str | None:
    if len(text) > _LONGEST:
        return f"At most {_LONGEST} characters, please."
    if not markup.subject(text).strip():
        return "Please write a subject."
    default = shipped(kind)
    if markup.message(default).strip() and not markup.message(text).strip():
        return "Please write a text message."
    missing = [one for one in markup.buttons(default) if one not in markup.buttons(text)]
    if missing:
        return f"The link to {missing[0]} is missing, as in [Words]({missing[0]})."
    codes = [one for one in markup.codes(default) if one not in markup.codes(text)]
    if codes:
        return f"The code {codes[0]} is missing, as in > Your code: | {codes[0]}"
    try:
        _check(text)
        _rendered(kind, text)
    except TemplateSyntaxError as error:
        return f"Line {error.lineno}: {error.message}."
    except TemplateError as error:
        return f"{str(error).rstrip('.').capitalize()}."
    return None


def _check(text: str) -> None:
    tree = Environment(autoescape=True).parse(text)
    for node in tree.find_all(nodes.Node):
        if not isinstance(node, _ALLOWED) and not _asks_for_end(node):
            raise TemplateSyntaxError("only values, if and for can stand in braces", node.lineno)
        if isinstance(node, nodes.Filter) and node.name not in _FILTERS:
            raise TemplateSyntaxError(f"there is no {node.name} here", node.lineno)
        if isinstance(node, nodes.TemplateData) and {"<", ">"} & set(_without_marks(node.data)):
            raise TemplateError("< and > cannot be used")


def _asks_for_end(node: nodes.Node) -> bool:
    """Whether it is `….endswith(…)`, the one call of the shipped words."""
    called = node.node if isinstance(node, nodes.Call) else None
    return isinstance(called, nodes.Getattr) and called.attr == "endswith"


def _without_marks(data: str) -> str:
    """The text without the mark of a line with a code."""
    return "\n".join(line.removeprefix("> ") for line in data.split("\n"))


def _rendered(kind: str, text: str) -> MessagePreview:
    values = sample(kind) | {"source": text}
    mail = render.render(render.SAMPLE, values)
    short = render.render_text(render.SAMPLE, values)
    return MessagePreview(mail.subject, mail.text, short.text)


async def message_kinds(tx: ElevatedTransaction, arguments: NoArguments) -> list[MessageKind]:
    """Return every message whose words can be changed."""
    del tx, arguments
    return [
        MessageKind(kind, one.group, one.title, shipped(kind), one.may_be_off, _values(kind))
        for kind, one in EDITABLE.items()
    ]


def _values(kind: str) -> list[NamedValue]:
    tree = Environment(autoescape=True).parse(shipped(kind))
    names = {node.name for node in tree.find_all(nodes.Name)}
    return [
        NamedValue(name, str(value))
        for name, value in sample(kind).items()
        if name in names and isinstance(value, str | int) and not isinstance(value, bool)
    ]


async def preview_message(tx: ElevatedTransaction, arguments: TriedMessage) -> MessagePreview:
    """Return how words read; raises `Invalid` with what is wrong with them."""
    del tx
    _refuse(arguments)
    return _rendered(arguments.kind, arguments.text)


async def send_message_to_me(tx: ElevatedTransaction, arguments: TriedMessage) -> MailSent:
    """Mail words with sample values to the executive who asks; raises `Invalid`, `Conflict`."""
    _refuse(arguments)
    return await mail_to_me(tx, render.SAMPLE, sample(arguments.kind) | {"source": arguments.text})


async def mail_to_me(tx: ElevatedTransaction, kind: str, data: Mapping[str, object]) -> MailSent:
    """Mail the person who asks; raises `Conflict` for an account without an address."""
    assert tx.actor.user_id is not None
    address = await message_queries.address_of(tx, tx.actor.user_id)
    if address is None:
        raise Conflict("Your account has no email address.")
    cause = f"{kind.replace('_', '-')}:{uuid4()}"
    await outbox.post(tx, cause=cause, kind=kind, to=address, data=data)
    return MailSent(address)


def _refuse(tried: TriedMessage) -> None:
    if tried.kind not in EDITABLE:
        raise Invalid("There is no such message.")
    if why := _problem(tried.kind, tried.text):
        raise Invalid(why)


COMMANDS: Final = (
    Command("message_kinds", NoArguments, message_kinds, EXECUTIVES, read_only=True, elevated=True),
    Command(
        "preview_message", TriedMessage, preview_message, EXECUTIVES, read_only=True, elevated=True
    ),
    Command("send_message_to_me", TriedMessage, send_message_to_me, EXECUTIVES, elevated=True),
)
