"""Breaks the product on purpose and counts what is left: `make drill`."""
