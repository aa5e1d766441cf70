"""ASGI types, bodies and their limits, cross-origin headers."""
