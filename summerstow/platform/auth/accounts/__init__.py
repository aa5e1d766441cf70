"""Accounts with their profile, identities and address, as rows and on the wire."""
