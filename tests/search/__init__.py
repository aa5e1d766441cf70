"""The search of the office."""
