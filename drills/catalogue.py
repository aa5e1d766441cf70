"""Every drill by its name."""

from __future__ import annotations

from drills import database_troubles, greedy, kills, logs, mail
from drills.verdict import Drill

DRILLS: tuple[Drill, ...] = (
    Drill("kills", "each part is killed while people book", kills.run),
    Drill(
        "database",
        "read-only, another password, closed, locked, disk full",
        database_troubles.run,
        in_tests=False,
    ),
    Drill("mail", "mail servers that are slow, over quota, busy, or die", mail.run, in_tests=False),
    Drill("logs", "a log that is full, or that nobody reads", logs.run),
    Drill(
        "greedy",
        "requests made to be expensive",
        greedy.run,
        in_tests=False,
    ),
)
