"""Accounts and sessions as the wire contract has them."""
