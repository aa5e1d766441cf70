"""Own data and its erasure."""
