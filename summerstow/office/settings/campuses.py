"""What must be right before the campuses can be published (rule: campuses-published)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from summerstow.platform import published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.campuses import Campus, CampusDocument, PickupWindow
from summerstow.platform.errors import Conflict
from summerstow.platform.text import name_key

from .problems import EMPTY, PICTURE, FieldProblem, address_problems, length_problem

_SLUG: Final = re.compile(r"[a-z][a-z0-9-]{1,29}")
#: Addresses of the site that no campus can have.
_TAKEN: Final = (
    "book", "pricing", "faq", "contact", "terms", "privacy", "blog", "image-check", "join",
    "confirm-booking", "invoice", "pickup", "auth", "dashboard", "customer-dashboard",
    "account", "admin-dashboard", "executive-login", "executive-dashboard", "rest", "files",
    "live", "webhooks", "healthz", "readyz", "metrics", "dev", "assets", "404",
)  # fmt: skip
#: The places of a day are kept for each of its parts.
_ONE_EACH: Final = {
    "morning": "One window at most begins before noon.",
    "afternoon": "One window at most begins from noon to 3:00 PM.",
    "evening": "One window at most begins at 3:00 PM or later.",
}
_LENGTHS: Final = {
    "short_name": 20,
    "university": 100,
    "campus": 60,
    "name": 60,
    "city": 60,
    "country": 60,
}


def problems(document: CampusDocument) -> Iterator[FieldProblem]:
    """What is missing or wrong, by the fields of the form."""
    every = document.campuses
    for index, campus in enumerate(every):
        path = f"campuses.{index}"
        yield from _texts(path, campus)
        yield from address_problems(f"{path}.address", campus.address)
        yield from _windows(f"{path}.pickup_windows", campus.pickup_windows)
        yield from _residences(path, campus)
        for field in ("slug", "name", "short_name"):
            key = name_key(getattr(campus, field))
            if sum(name_key(getattr(one, field)) == key for one in every) > 1:
                yield FieldProblem(f"{path}.{field}", "Another campus has this.")
        if (
            sum((one.university, one.campus) == (campus.university, campus.campus) for one in every)
            > 1
        ):
            yield FieldProblem(f"{path}.campus", "This university has such a campus already.")
    if not any(one.status == "open" for one in every):
        yield FieldProblem("campuses.0.status", "At least one campus must be open.")


def _texts(path: str, campus: Campus) -> Iterator[FieldProblem]:
    for field, most in _LENGTHS.items():
        if why := length_problem(getattr(campus, field), most):
            yield FieldProblem(f"{path}.{field}", why)
    if not _SLUG.fullmatch(campus.slug):
        yield FieldProblem(f"{path}.slug", "Small letters, digits and hyphens, such as sfu.")
    elif campus.slug in _TAKEN:
        yield FieldProblem(f"{path}.slug", "The site has a page at this address already.")
    if campus.picture and not PICTURE.fullmatch(campus.picture):
        yield FieldProblem(f"{path}.picture", "Please choose the picture again.")
    for field in ("headline", "lead"):
        if not getattr(campus.page, field).strip():
            yield FieldProblem(f"{path}.page.{field}", EMPTY)


def _windows(path: str, windows: Sequence[PickupWindow]) -> Iterator[FieldProblem]:
    if not windows:
        yield FieldProblem(path, "A campus needs a pickup window.")
    for place, window in enumerate(windows):
        others = windows[:place]
        if window.end <= window.start:
            yield FieldProblem(f"{path}.{place}.end", "The end must be after the start.")
        if any(one.time_of_day == window.time_of_day for one in others):
            yield FieldProblem(f"{path}.{place}.start", _ONE_EACH[window.time_of_day])
        elif any(one.start > window.start for one in others):
            yield FieldProblem(f"{path}.{place}.start", "Put the earlier window first.")
        elif any(one.end > window.start for one in others):
            yield FieldProblem(f"{path}.{place}.start", "The window before has not ended then.")


def _residences(path: str, campus: Campus) -> Iterator[FieldProblem]:
    times = Counter(name_key(one.name) for one in campus.residences)
    for place, residence in enumerate(campus.residences):
        for field in ("name", "address"):
            if not getattr(residence, field).strip():
                yield FieldProblem(f"{path}.residences.{place}.{field}", EMPTY)
        if times[name_key(residence.name)] > 1:
            yield FieldProblem(f"{path}.residences.{place}.name", "Another residence has this.")


async def refuse_missing(tx: ElevatedTransaction, document: CampusDocument) -> None:
    """Raise `Conflict` where a campus is left out: bookings, shelves and places may name it."""
    del tx
    gone = [one.name for one in published.campuses() if one.id not in document.by_id]
    if gone:
        raise Conflict(f"{gone[0]} cannot be removed. Hide it instead.")
