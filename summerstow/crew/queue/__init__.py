"""The day's line of pickups on a campus."""
