"""Photos and quotes as files."""
