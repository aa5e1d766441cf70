"""What storage costs: price lists by date, quotes and their lines, distances, months."""
