"""Orders of runs, and what vans are expected to do when."""
