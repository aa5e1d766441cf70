"""What is sent to customers when."""
