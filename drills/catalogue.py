"""Every drill by its name."""

from __future__ import annotations

from drills import capacity, cluster, database_troubles, kills, mail, restore, rolling
from drills.verdict import Drill

DRILLS: tuple[Drill, ...] = (
    Drill("kills", "each part is killed while people book", kills.run),
    Drill("mail", "mail servers that are slow, over quota, busy, or die", mail.run),
    Drill("database", "a database read-only, closed, locked or full", database_troubles.run),
    Drill("rolling", "two hosts are started anew under load", rolling.run),
    Drill("restore", "a backup and a moment are brought back", restore.run),
    Drill("capacity", "many people book few places at two hosts", capacity.run),
)

CLUSTER = Drill("cluster", "every part of a Patroni cluster behind Caddy dies", cluster.run)
