"""Scans as they come in: what they say, which item they are about, and what waits for them."""
