"""What must be right before the taxes can be published."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from summerstow.platform import clock, published
from summerstow.platform.database.transaction import ElevatedTransaction
from summerstow.platform.documents.taxes import TaxDocument
from summerstow.platform.errors import Conflict

from . import queries
from .problems import FieldProblem

_LONGEST_NAME: Final = 20
_MOST_BASIS_POINTS: Final = 3_000


def problems(document: TaxDocument) -> Iterator[FieldProblem]:
    """What is missing or wrong, by the fields of the form."""
    days = [one.since for one in document.taxes]
    for index, tax in enumerate(document.taxes):
        path = f"taxes.{index}"
        if not 0 < len(tax.name.strip()) <= _LONGEST_NAME:
            yield FieldProblem(f"{path}.name", f"From 1 to {_LONGEST_NAME} letters, please.")
        if tax.basis_points > _MOST_BASIS_POINTS:
            yield FieldProblem(f"{path}.percent", "From 0 to 30, please.")
        if days.index(tax.since) != index:
            yield FieldProblem(f"{path}.from", "Another tax begins on this day.")


async def refuse_rewritten(tx: ElevatedTransaction, document: TaxDocument) -> None:
    """Raise `Conflict` where a tax that invoices were issued with is altered (rule: tax-shown)."""
    today = clock.today()

    def begun(of: TaxDocument) -> list[tuple[date, str, int]]:
        return sorted(
            (one.since, one.name, one.basis_points) for one in of.taxes if one.since <= today
        )

    if begun(document) != begun(published.taxes()) and await queries.has_invoices(tx):
        raise Conflict(
            "Invoices were issued with the tax that holds today. Add the new one with the day on "
            "which it begins."
        )
