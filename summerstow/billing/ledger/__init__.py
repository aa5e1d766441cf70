"""The ledger: entries that are never altered, accounts, and which credit settles what."""
