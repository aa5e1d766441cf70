"""What a customer will hand over."""
