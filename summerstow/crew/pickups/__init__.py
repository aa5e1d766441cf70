"""The day of pickups: who is on the list, in which order, on the way, done."""
