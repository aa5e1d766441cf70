"""The forms that an answer may have, and which one an `Accept` header asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from summerstow.platform.rest.errors import JSON, Refused


@dataclass(frozen=True, slots=True)
class Form:
    """How rows are answered: `none` without them (HEAD); `stripped` without nulls."""

    kind: Literal["array", "object", "csv", "none"]
    content_type: bytes
    stripped: bool = False
    single: bool = False

    def without_body(self) -> Form:
        """The same headers and checks, and no rows."""
        return replace(self, kind="none")


ARRAY = Form("array", JSON)
_OBJECT = Form("object", b"application/vnd.pgrst.object+json; charset=utf-8", single=True)
_FORMS = {
    "*/*": ARRAY,
    "application/*": ARRAY,
    "application/json": ARRAY,
    "application/vnd.pgrst.array": Form(
        "array", b"application/vnd.pgrst.array+json; charset=utf-8"
    ),
    "application/vnd.pgrst.array+json": Form(
        "array", b"application/vnd.pgrst.array+json; charset=utf-8"
    ),
    "application/vnd.pgrst.object": _OBJECT,
    "application/vnd.pgrst.object+json": _OBJECT,
    "application/openapi+json": Form("array", b"application/openapi+json; charset=utf-8"),
    "text/*": Form("csv", b"text/csv; charset=utf-8"),
    "text/csv": Form("csv", b"text/csv; charset=utf-8"),
}


def negotiate(accept: str | None) -> Form:
    """The best form that `accept` names; PGRST107 when there is none."""
    if accept is None or not accept.strip():
        return ARRAY
    offers = []
    for position, one in enumerate(accept.split(",")):
        name, *parameters = (part.strip().lower() for part in one.split(";"))
        form = _FORMS.get(name)
        weight = _weight(parameters)
        if form is None or weight <= 0:
            continue
        if "nulls=stripped" in parameters and form.kind in ("array", "object"):
            plain, _, charset = form.content_type.partition(b";")
            form = replace(form, content_type=plain + b";nulls=stripped;" + charset, stripped=True)
        offers.append((-weight, name == "*/*", position, form))
    if not offers:
        raise Refused(406, "PGRST107", f"None of these media types are available: {accept}")
    return min(offers, key=lambda offer: offer[:3])[3]


def _weight(parameters: list[str]) -> float:
    for one in parameters:
        if one.startswith("q="):
            try:
                return float(one[2:])
            except ValueError:
                return 1.0
    return 1.0
