"""What is set for days: places and closing."""
