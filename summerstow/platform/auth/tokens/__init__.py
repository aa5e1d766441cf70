"""Signing keys, and the tokens that are made with them."""
