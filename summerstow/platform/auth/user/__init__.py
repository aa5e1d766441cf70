"""What people change of their own account."""
