"""Supply kits: the day's deliveries and the stock of each campus."""
