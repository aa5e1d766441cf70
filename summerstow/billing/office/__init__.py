"""What the office does with invoices."""
