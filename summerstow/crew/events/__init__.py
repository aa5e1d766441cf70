"""What crews record at stops: one log, one history, one list of cases."""
