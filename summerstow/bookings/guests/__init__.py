"""Bookings made signed out, until somebody confirms them."""
