"""Invoices: which events make them, the monthly run, statements, files, the staff search."""
