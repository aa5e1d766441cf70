"""Reads one parameter of the query string from left to right, and says where it went wrong."""

from __future__ import annotations

import re

from summerstow.platform.rest.errors import Refused, unparsable

from .query import (
    Field,
    Slot,
    Step,
    Value,
)

_NAME = re.compile(r"(?:[\w $]|-(?!>))+")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ARROW = re.compile(r"->>?")
_INDEX = re.compile(r"-?\d{1,9}(?=->|[:.,()]|$)")
_KEY = re.compile(r"[^(\-:.,>)\"]+")

#: As deep as logic trees and embeds may nest: far beyond any need, well before Python's own limit.
MAX_DEPTH = 8


class Scanner:
    """A cursor over `text`; the values that it finds go to `values`, in the order of slots."""

    def __init__(self, text: str, what: str, values: list[Value]) -> None:
        self.text = text
        self.what = what
        self.values = values
        self.position = 0

    def fail(self, expecting: str) -> Refused:
        """PGRST100 at the cursor."""
        rest = self.text[self.position : self.position + 1]
        reason = f'unexpected "{rest}"' if rest else "unexpected end of input"
        return unparsable(self.what, self.text, self.position, f"{reason} expecting {expecting}")

    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.position >= len(self.text)

    def end(self) -> None:
        """Refuse whatever is left."""
        if not self.at_end():
            raise self.fail("end of input")

    def peek(self, token: str) -> bool:
        """Whether `token` comes next."""
        return self.text.startswith(token, self.position)

    def accept(self, token: str) -> bool:
        """Read `token` if it comes next."""
        if not self.peek(token):
            return False
        self.position += len(token)
        return True

    def expect(self, token: str) -> None:
        """Read `token`; nothing else will do."""
        if not self.accept(token):
            raise self.fail(f'"{token}"')

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what `pattern` matches here, if anything."""
        token = pattern.match(self.text, self.position)
        if token is not None:
            self.position = token.end()
        return token

    def until(self, stops: str) -> str:
        """Read up to one of `stops`, or to the end."""
        start = self.position
        while self.position < len(self.text) and self.text[self.position] not in stops:
            self.position += 1
        return self.text[start : self.position]

    def quoted(self) -> str | None:
        """Read `"…"`, in which a backslash protects the next character."""
        match = self.match(_QUOTED)
        return None if match is None else _ESCAPE.sub(r"\1", match.group(1))

    def name(self, expecting: str = "field name (* or [a..z0..9_$])") -> str:
        """Read a name, quoted or plain."""
        quoted = self.quoted()
        if quoted is not None:
            return self._sound(quoted)
        match = self.match(_NAME)
        if match is None or not match.group().strip():
            raise self.fail(expecting)
        return match.group().strip()

    def _sound(self, name: str) -> str:
        if not name or "\x00" in name:
            raise self.fail("a name")
        return name

    def field(self) -> Field:
        """Read a column with its JSON path."""
        name = self.name()
        steps = []
        while (arrow := self.match(_ARROW)) is not None:
            steps.append(self._step(arrow.group() == "->>"))
        return Field(name, tuple(steps))

    def _step(self, as_text: bool) -> Step:
        index = self.match(_INDEX)
        if index is not None:
            return Step(self.keep(int(index.group())), index.group(), as_text, True)
        quoted = self.quoted()
        if quoted is None:
            match = self.match(_KEY)
            if match is None:
                raise self.fail("a JSON key")
            quoted = match.group()
        return Step(self.keep(self._sound(quoted)), quoted, as_text, False)

    def keep(self, value: Value) -> Slot:
        """Set a value aside; returns its slot."""
        self.values.append(value)
        return len(self.values) - 1
