"""Undo of what was done to bookings."""
