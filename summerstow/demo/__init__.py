"""Campuses, demo accounts and generated bookings."""
