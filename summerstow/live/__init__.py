"""What open pages are told at once: that a day's line has changed."""
