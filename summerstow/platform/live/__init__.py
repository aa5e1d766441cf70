"""Push hints to open pages that a day's queue has changed."""
