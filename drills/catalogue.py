"""Every drill by its name."""

from __future__ import annotations

from drills import (
    cluster,
    crowd,
    database_troubles,
    greedy,
    hosts,
    kills,
    logs,
    mail,
    moment,
    pooler,
)
from drills.verdict import Drill

DRILLS: tuple[Drill, ...] = (
    Drill("kills", "each part is killed while people book", kills.run),
    Drill(
        "database",
        "read-only, another password, closed, locked, disk full",
        database_troubles.run,
    ),
    Drill("mail", "mail servers that are slow, over quota, busy, or die", mail.run),
    Drill("logs", "a log that is full, or that nobody reads", logs.run),
    Drill(
        "greedy",
        "requests made to be expensive",
        greedy.run,
        in_tests=False,
    ),
    Drill(
        "promotion",
        "a primary that is killed or falls silent",
        hosts.promotion,
        in_tests=False,
    ),
    Drill("rolling", "two hosts started anew under load", hosts.rolling, in_tests=False),
    Drill("pooler", "PgBouncer in transaction and session mode", pooler.run, in_tests=False),
    Drill(
        "cluster",
        "every part of a Patroni cluster behind Caddy dies",
        cluster.run,
        in_tests=False,
    ),
    Drill(
        "moment",
        "a cluster as it was before an accident, by pgBackRest",
        moment.run,
        in_tests=False,
    ),
    Drill("crowd", "thousands follow the line on one host", crowd.run, in_tests=False),
)
