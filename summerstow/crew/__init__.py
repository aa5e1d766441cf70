"""One day of a crew: pickups, their queue, and runs."""
