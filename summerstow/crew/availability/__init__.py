"""On which days the members of a crew can work."""
