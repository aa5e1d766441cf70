"""Text that people type: addresses of mail, and names (rule: folded-names).

`facts/letters.json` has the tables. `app.folded` and `app.name_key` in the database, and
`web/lib/names.ts`, fold the same way.
"""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from typing import Final

import idna
import msgspec
from email_validator import EmailNotValidError, validate_email

from summerstow import facts
from summerstow.platform.errors import Invalid

_PLAIN_LOCAL: Final = re.compile(r"(?=.{1,64}$)[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*")
_LONGEST_EMAIL: Final = 254
#: Letters and signs by their Unicode category that no font draws: Hangul fillers, empty Braille.
_EMPTY: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def is_blank(text: str) -> bool:
    """Whether nothing of it can be seen: no sign at all, or only spaces and zero-width signs.

    Within a visible name they belong there: Persian and Indic writing needs the zero-width joiners.
    """
    return not any(one.isprintable() and not one.isspace() and one not in _EMPTY for one in text)


class _Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`facts/letters.json`; two texts of one length are a translation, character by character."""

    accents: str
    apostrophes: str
    hyphens: str
    spaces: str
    invisible: str
    marks: str
    capitals: str
    small: str
    letters: str
    plain: str
    several: dict[str, str]
    digraphs: dict[str, str]


_LETTERS: Final = msgspec.json.decode(
    (files("summerstow") / "facts" / "letters.json").read_bytes(), type=_Letters
)
#: Accents that people type for an apostrophe: decomposed, they would become a space and a mark.
_ACCENTS: Final = dict.fromkeys(map(ord, _LETTERS.accents), "'")
_TABLE: Final = str.maketrans(
    dict.fromkeys(_LETTERS.apostrophes, "'")
    | dict.fromkeys(_LETTERS.hyphens, "-")
    | dict.fromkeys(_LETTERS.spaces, " ")
    | dict.fromkeys(_LETTERS.invisible, "")
    | dict(zip(_LETTERS.capitals, _LETTERS.small, strict=True))
    | dict(zip(_LETTERS.letters, _LETTERS.plain, strict=True))
    | _LETTERS.several
)
_MARKS: Final = re.compile(f"[{_LETTERS.marks}]")
_DIGRAPHS: Final = str.maketrans(
    _LETTERS.digraphs | {one.upper(): two for one, two in _LETTERS.digraphs.items()}
)
_SEPARATORS: Final = re.compile(r"[\x00-/:-@\[-`{-\x9f]+")


class BeyondAsciiError(ValueError):
    """What stands before the @ of an address is beyond ASCII: few mail servers take it."""


def mail_address(typed: str) -> str:
    """The address as every mail server knows it: small letters, its domain as `xn--…`.

    Raises `BeyondAsciiError`, and `ValueError` for an impossible domain (rule: reachable-address).
    """
    if typed.isascii():
        return typed.lower()
    local, at, domain = unicodedata.normalize("NFKC", typed).rpartition("@")
    if not local.isascii():
        raise BeyondAsciiError(typed)
    if not domain.isascii():
        domain = idna.encode(domain, uts46=True).decode()
    return f"{local}{at}{domain}".lower()


def check_email(value: object) -> str:
    """`mail_address` of what was typed; raises `Invalid` where mail could not be sent to it."""
    if not isinstance(value, str):
        raise Invalid("Please enter a valid email address.")
    try:
        address = mail_address(value)
    except BeyondAsciiError:
        raise Invalid(facts.booking().email_beyond_ascii) from None
    except ValueError:
        raise Invalid("Please enter a valid email address.") from None
    local, _, domain = address.rpartition("@")
    plain = len(address) <= _LONGEST_EMAIL and _PLAIN_LOCAL.fullmatch(local)
    if not _is_email(f"x@{domain}" if plain else address):
        raise Invalid("Please enter a valid email address.")
    return address


def _is_email(address: str) -> bool:
    try:
        # The reserved names (.test, .invalid) are what demos and tests use.
        validate_email(
            address, allow_smtputf8=False, check_deliverability=False, test_environment=True
        )
    except EmailNotValidError:
        return False
    return True


def fold(text: str) -> str:
    """Small letters without marks, with one kind of apostrophe, hyphen and digit."""
    letters = unicodedata.normalize("NFKD", text.translate(_ACCENTS))
    return unicodedata.normalize("NFC", _MARKS.sub("", letters.translate(_TABLE)))


def name_key(name: str) -> str:
    """The key by which names are equal and sorted: `O’Brien` is `obrien`, `Jean-Luc` `jean luc`."""
    return _SEPARATORS.sub(" ", fold(name).replace("'", "")).strip()


def expand_digraphs(text: str) -> str:
    """Write German and Nordic letters as two: `Müller` becomes `Mueller`."""
    return unicodedata.normalize("NFC", text).translate(_DIGRAPHS)


def name_keys(name: str) -> frozenset[str]:
    """All keys of a name that may be spelled with one letter or two (`muller`, `mueller`)."""
    return frozenset({name_key(name), name_key(expand_digraphs(name))})


def short_name(first: str | None, last: str | None = None) -> str:
    """Return what people who share a bundle see of one another: `Maya R.`, `Maya`, `A friend`."""
    name = (first or "").split()
    if not name:
        return "A friend"
    initial = (last or "").strip()[:1].upper()
    return f"{name[0][:40]} {initial}." if initial else name[0][:40]


def short_full_name(full_name: str | None) -> str:
    """Return the same of a name in one piece, whose last word is the last name."""
    first, _, rest = (full_name or "").strip().partition(" ")
    return short_name(first, rest.split()[-1] if rest.split() else None)
