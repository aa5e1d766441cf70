"""Photos of items and rivals' quotes: checked, stripped, stored, and shown to whom they concern."""
