"""The schema in SQL and what applies it."""
