"""On the road: on way, complete."""
