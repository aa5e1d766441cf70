"""Money: prices and quotes, invoices, the ledger, payments."""
