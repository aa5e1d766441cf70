"""Behaviour of the product, against the real database."""
