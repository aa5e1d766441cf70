"""Messages about invoices and payments, and the links for payers."""
