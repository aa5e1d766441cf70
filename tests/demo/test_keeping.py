"""The demo's things in our keeping: every screen of the crews and the warehouse has its rows."""

from __future__ import annotations

from datetime import timedelta

from summerstow.demo import demo
from summerstow.platform import clock
from summerstow.platform.database.pool import Database


async def test_shelves_items_runs_and_troubles_are_there_once(database: Database) -> None:
    for _ in range(2):
        await demo.load(database, season=True)
    async with database.owner() as tx:
        of_demo = (
            "select email, status from bookings where email like 'customer%@demo.test' order by 1"
        )
        assert [tuple(one) for one in await tx.fetch(of_demo)] == [
            ("customer3@demo.test", "delivered"),
            ("customer@demo.test", "confirmed"),
        ]
        rows = await tx.fetch("select state, count(*) from items group by state")
        states = dict(map(tuple, rows))
        assert states["in_storage"] > 60
        assert states["missing"] == 1
        for state in ("picked_up", "pulled", "delivered"):
            assert states[state] >= 2, state
        assert await tx.fetchval("select count(*) from locations") == 18
        assert await tx.fetchval("select count(*) from items where damaged") == 1
        crowded = "select max(n) from (select count(*) n from items where state = 'in_storage' "
        assert await tx.fetchval(crowded + "group by location_id) c") <= 18
        cases = await tx.fetch("select about, reason from custody_cases order by 1, 2")
        assert [tuple(one) for one in cases] == [
            ("item", "missing"),
            ("item", "unknown_label"),
            ("verb", "other_date"),
        ]
        fees = await tx.fetch("select term, state from fee_proposals order by 1")
        assert [tuple(one) for one in fees] == [
            ("failed_delivery", "proposed"),
            ("out_of_window", "disputed"),
        ]
        assert await tx.fetchval("select count(*) from claims where state = 'open'") == 1
        for days in (0, 1):
            names = await tx.fetch(
                "select name, van_items, (select count(*) from run_stops s where s.run_id = r.id "
                "and s.kind = 'return') from runs r where campus_id = 1 and date = $1",
                clock.today() + timedelta(days=days),
            )
            assert [one[:2] for one in map(tuple, names)] == [("Blue van", 60)]
            assert names[0][2] >= 2
        without = "select count(*) from runs r where date = $1 and is_default "
        without += "and not exists (select from run_workers m where m.run_id = r.id)"
        assert await tx.fetchval(without, clock.today()) == 0
        hours = "select count(distinct s.run_id) from run_stops s join stop_events e "
        hours += "on e.stop_id = s.id and e.actor_role = 'worker' where s.date < $1"
        assert await tx.fetchval(hours, clock.today()) > 0
        # What Pickups shows as done today, Runs counts too.
        done = "select count(*), count(s.id) from pickups p left join run_stops s on "
        done += "(s.booking_id, s.date, s.kind, s.state) = "
        done += "(p.booking_id, p.pickup_date, 'pickup', p.status) "
        done += "where p.pickup_date = $1 and p.status = 'completed'"
        assert tuple(await tx.fetchrow(done, clock.today()) or ()) == (1, 1)
