"""Who may do what, tried."""
