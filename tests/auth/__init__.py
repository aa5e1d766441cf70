"""Accounts and sessions as the wire has them (docs/wire/auth.md)."""
