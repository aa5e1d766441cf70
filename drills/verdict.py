"""What a drill found: its counts, and each promise that was broken."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Scale:
    """How large a drill is run, and in which folder it keeps its copies and logs.

    `short` is the form that the tests run: the same troubles, fewer of them.
    """

    folder: Path
    short: bool
    seed: int
    kills: int = 10


@dataclass
class Verdict:
    """The outcome of one drill; it holds while `faults` is empty."""

    counts: dict[str, int | float | str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def must(self, holds: bool, fault: str) -> None:
        """Note `fault` unless `holds`."""
        if not holds:
            self.faults.append(fault)

    def count(self, more: Mapping[str, int | float | str]) -> None:
        """Add figures to the report."""
        self.counts.update(more)

    def include(self, part: str, found: Verdict) -> None:
        """Add the outcome of one part of the drill under its name."""
        self.count({f"{part}, {label}": figure for label, figure in found.counts.items()})
        self.faults += [f"{part}: {fault}" for fault in found.faults]

    def text(self, name: str) -> str:
        """The report: one line for the verdict, one for each figure and fault."""
        lines = [f"{name}: {'holds' if not self.faults else 'BROKEN'}"]
        lines += [f"  {label}: {value}" for label, value in self.counts.items()]
        lines += [f"  broken: {fault}" for fault in self.faults]
        return "\n".join(lines)


@dataclass(frozen=True)
class Drill:
    """One named trouble."""

    name: str
    about: str
    run: Callable[[Scale], Coroutine[Any, Any, Verdict]]
