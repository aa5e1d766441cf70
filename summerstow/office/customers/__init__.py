"""What staff see of one customer, and that they looked."""
