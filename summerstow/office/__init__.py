"""What the office works with: customers, search, overview, supplies."""
