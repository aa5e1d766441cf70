"""What open pages hear at once: that a day's line has changed."""
