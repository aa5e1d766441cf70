"""The parts around the product that the drills run and break: PostgreSQL, PgBouncer, a proxy."""
