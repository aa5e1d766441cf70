"""What the service key may do with accounts."""
