"""Imports: customers, bookings and items from a CSV or Excel file (rule: data-import)."""
