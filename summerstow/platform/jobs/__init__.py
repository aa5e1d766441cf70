"""Background jobs, each on one process at a time over all hosts."""
