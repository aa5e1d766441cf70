"""Accounts and sessions: the GoTrue interface under /auth/v1."""
