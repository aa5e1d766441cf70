"""What a booking comes to before it is made."""
