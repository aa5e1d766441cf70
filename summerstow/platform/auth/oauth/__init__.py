"""Signing in through another provider, and the identities that it brings."""
