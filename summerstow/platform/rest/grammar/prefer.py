"""The `Prefer` header (docs/wire/rest.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast

from summerstow.platform.rest.errors import Refused

Count = Literal["exact", "planned", "estimated"]
Return = Literal["minimal", "headers-only", "representation"]
Resolution = Literal["merge-duplicates", "ignore-duplicates"]

_CHOICES: dict[str, tuple[str, ...]] = {
    "resolution": ("merge-duplicates", "ignore-duplicates"),
    "missing": ("default", "null"),
    "return": ("minimal", "headers-only", "representation"),
    "count": ("exact", "planned", "estimated"),
    # Known, and left alone: every request commits.
    "tx": ("commit", "rollback"),
    "handling": ("strict", "lenient"),
    "params": ("single-object", "multiple-objects"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the client prefers; None: no preference."""

    resolution: Resolution | None = None
    missing: Literal["default", "null"] | None = None
    returning: Return | None = None
    count: Count | None = None
    strict: bool | None = None
    max_affected: int | None = None

    @property
    def represented(self) -> bool:
        """Whether the changed rows are answered."""
        return self.returning == "representation"

    def applied(self, *, writing: bool) -> str:
        """The value of `Preference-Applied`: what was honoured, in PostgREST's order."""
        if not writing and self.count is None and self.strict is None:
            return ""
        preferences = [
            ("resolution", self.resolution if writing else None),
            ("missing", self.missing if writing else None),
            ("return", self.returning if writing else None),
            ("count", self.count),
            ("handling", None if self.strict is None else ("lenient", "strict")[self.strict]),
            ("max-affected", str(self.max_affected) if self.limits and writing else None),
        ]
        return ", ".join(f"{name}={value}" for name, value in preferences if value is not None)

    @property
    def limits(self) -> bool:
        """Whether `max-affected` counts: with strict handling alone, as upstream."""
        return self.max_affected is not None and bool(self.strict)


def read_preferences(headers: Iterable[bytes]) -> Preferences:
    """Read all `Prefer` headers of a request; PGRST122 for unknown ones with `handling=strict`."""
    return _read(", ".join(one.decode("latin-1") for one in headers))


def _read(text: str) -> Preferences:
    choices: dict[str, str] = {}
    unknown: list[str] = []
    for one in text.split(","):
        name, _, value = (part.strip() for part in one.partition("="))
        if not name:
            continue
        if name == "timezone":
            continue
        if value in _CHOICES.get(name, ()) or (name == "max-affected" and _whole(value)):
            choices.setdefault(name, value)
        else:
            unknown.append(one.strip())
    strict = {"strict": True, "lenient": False}.get(choices.get("handling", ""))
    if strict and unknown:
        raise Refused(
            400,
            "PGRST122",
            "Invalid preferences given with handling=strict",
            f"Invalid preferences: {', '.join(unknown)}",
        )
    return Preferences(
        cast("Resolution | None", choices.get("resolution")),
        cast("Literal['default', 'null'] | None", choices.get("missing")),
        cast("Return | None", choices.get("return")),
        cast("Count | None", choices.get("count")),
        strict,
        int(choices["max-affected"]) if "max-affected" in choices else None,
    )


def _whole(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 19
