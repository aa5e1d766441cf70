"""What the links of a pickup's reminders do, without signing in."""
