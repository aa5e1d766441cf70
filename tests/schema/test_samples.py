"""What the server looks at to plan by, beside everybody's work, takes little of its memory."""

from __future__ import annotations

from summerstow.platform.database.pool import Database

#: ANALYZE holds so many rows for each step of a column's statistics.
ROWS_A_STEP = 300


async def test_few_rows_of_the_log_are_held_at_once(database: Database) -> None:
    """They are long: 30,000 of them, of any other table's usual sample, were 45 MB."""
    async with database.owner() as tx:
        steps = await tx.fetchval(
            "select max(coalesce(steps, current_setting('default_statistics_target')::int)) from ("
            "select attstattarget from pg_attribute"
            " where attrelid = 'public.audit_log'::regclass and attnum > 0 and not attisdropped"
            " union all "
            # Of its indexes' columns those that are expressions.
            "select attstattarget from pg_index join pg_attribute on attrelid = indexrelid"
            " where indrelid = 'public.audit_log'::regclass and indkey[attnum - 1] = 0) held(steps)"
        )
    assert 0 < steps * ROWS_A_STEP <= 3_000
