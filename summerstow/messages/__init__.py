"""What is said to a customer when: told at once, or when its time comes, and only while true."""
