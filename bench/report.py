"""The budgets' table with what was measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Row:
    """One budget: at most (or with `least`, at least) so much of a measure."""

    name: str
    measure: str
    budget: float
    found: float
    others: dict[str, float] = field(default_factory=dict)
    least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the budget is kept."""
        return self.found >= self.budget if self.least else self.found <= self.budget


def show(rows: Iterable[Row]) -> None:
    """Print each row with its budget, and how many are over."""
    rows = list(rows)
    print(
        f"\n{'':42}{'measured':>10}{'budget':>10}  {'':12}{'cpu ms':>8}{'p50 ms':>8}{'p95 ms':>8}"
    )
    for row in rows:
        others = "".join(
            f"{row.others[name]:8.1f}" for name in ("cpu ms", "p50 ms", "p95 ms") if row.others
        )
        over = "" if row.holds else "  OVER"
        print(f"{row.name:42}{row.found:10.1f}{row.budget:10g}  {row.measure:12}{others}{over}")
    print(f"\n{sum(row.holds for row in rows)} of {len(rows)} budgets hold.")
