"""Signing keys, and the tokens signed with them."""
