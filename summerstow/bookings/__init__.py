"""The heart: book, change, supersede, cancel."""
