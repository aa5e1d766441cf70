"""The day's queue of pickups on a campus."""
