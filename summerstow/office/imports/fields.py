"""The fields of each kind of import, and the headings by which their columns are found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from summerstow.platform.text import name_key

from .model import ImportKind


class ImportField(msgspec.Struct, frozen=True):
    """A field of an import: its name, its label, and whether a file must have it."""

    name: str
    label: str
    needed: bool
    headings: tuple[str, ...]


def _field(name: str, label: str, *headings: str, needed: bool = False) -> ImportField:
    return ImportField(name, label, needed, (name_key(label), *headings))


_EMAIL: Final = _field(
    "email",
    "Email",
    *("e mail", "email address", "e mail address", "customer email", "student email", "mail"),
    *("courriel", "adresse courriel"),
    needed=True,
)
_NAMES: Final = (
    _field(
        "full_name",
        "Full name",
        *("name", "customer", "customer name", "student", "student name", "nom complet"),
    ),
    _field("first_name", "First name", "first", "given name", "prenom"),
    _field("last_name", "Last name", "last", "surname", "family name", "nom", "nom de famille"),
)
_REFERENCE: Final = (
    *("booking reference", "booking id", "booking number", "booking code", "order id"),
    *("order", "order number", "confirmation number", "ref", "id"),
)
_PICKUP_DATE: Final = ("pick up date", "pickup day", "pickup", "date of pickup", "date", "day")

FIELDS: Final[dict[ImportKind, tuple[ImportField, ...]]] = {
    "customers": (_EMAIL, *_NAMES),
    "bookings": (
        _field("reference", "Reference", *_REFERENCE),
        _EMAIL,
        *_NAMES,
        _field(
            "phone",
            "Phone",
            *("phone number", "mobile", "mobile phone", "cell", "cell phone", "telephone", "tel"),
        ),
        _field("campus", "Campus", "university", "school", "site", "location"),
        _field("building_name", "Building", "building name", "residence", "residence hall", "dorm"),
        _field("address", "Address", "pickup address", "street address", "street", "adresse"),
        _field("pickup_date", "Pickup date", *_PICKUP_DATE, needed=True),
        _field(
            "pickup_time",
            "Pickup time",
            *("pick up time", "pickup window", "window", "time window", "time slot", "time"),
        ),
        _field(
            "return_date",
            "Return date",
            *("return day", "delivery date", "expected delivery date", "return delivery date"),
        ),
        _field(
            "expected_items",
            "Number of items",
            *("items", "boxes", "item count", "number of boxes", "expected items"),
        ),
        _field("status", "Status", "state", "booking status"),
        _field("comments", "Comments", "additional comments", "comment", "notes", "note"),
        _field("booked_on", "Booked on", "booking date", "created at", "created", "order date"),
    ),
    "items": (
        _field("reference", "Booking reference", "booking", "reference", *_REFERENCE[1:]),
        _field("email", "Email", *_EMAIL.headings[1:]),
        _field("pickup_date", "Pickup date", *_PICKUP_DATE),
        _field(
            "description",
            "Description",
            *("item", "item name", "item description", "contents", "what", "name"),
            needed=True,
        ),
        _field("kind", "Kind", "type", "item type", "category"),
        _field(
            "value",
            "Declared value",
            *("value", "insured value", "protection", "declared value cad", "valeur"),
        ),
        _field("heavy", "Over 50 lb", "heavy", "overweight", "over 50 lbs"),
    ),
}


def known_headings(kind: ImportKind, headings: Sequence[str]) -> dict[str, int]:
    """Return the column of each field whose heading is known; no column serves two."""
    keys = [name_key(one) for one in headings]
    columns: dict[str, int] = {}
    for field in FIELDS[kind]:
        for heading in field.headings:
            if heading in keys and keys.index(heading) not in columns.values():
                columns[field.name] = keys.index(heading)
                break
    return columns


def missing_fields(kind: ImportKind, columns: dict[str, int]) -> list[str]:
    """Return the labels of what a file must have and no column was chosen for."""
    missing = [one.label for one in FIELDS[kind] if one.needed and one.name not in columns]
    if kind != "items" and "full_name" not in columns and "first_name" not in columns:
        missing.append("Full name")
    if kind == "items" and "reference" not in columns and "email" not in columns:
        missing.append("Booking reference")
    return missing


def label_of(kind: ImportKind, name: str | None) -> str | None:
    """Return the label of a field."""
    return next((one.label for one in FIELDS[kind] if one.name == name), None)
