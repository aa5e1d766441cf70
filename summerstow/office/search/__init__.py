"""One search over customers, bookings and invoices."""
