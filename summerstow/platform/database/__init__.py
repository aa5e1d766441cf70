"""Connections to PostgreSQL, their pool, and transactions as an actor's role."""
