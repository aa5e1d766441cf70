"""The days whose stops a worker works (rule: one-run-a-day)."""

from __future__ import annotations

from datetime import date, timedelta

from summerstow.platform import clock
from summerstow.platform.actor import Actor
from summerstow.platform.errors import Forbidden
from summerstow.platform.roles import WORKER


def is_workable(day: date) -> bool:
    """Whether a campus-local day is yesterday, today or tomorrow."""
    return abs(day - clock.today()) <= timedelta(days=1)


def may_work(actor: Actor, day: date) -> bool:
    """Whether this person may record something at a stop of a campus-local day."""
    return actor.role != WORKER or is_workable(day)


def check_day(actor: Actor, day: date) -> None:
    """Raise `Forbidden` (403) where a worker acts on a stop of another day."""
    if not may_work(actor, day):
        raise Forbidden("Crews work the stops of yesterday, today and tomorrow.", status=403)
