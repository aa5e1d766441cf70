"""Runs: a crew's day at a campus, its stops, and what happens at each (docs/rules/runs.md)."""
